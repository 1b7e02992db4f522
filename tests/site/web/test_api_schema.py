"""Whatever the schema allows, and much that it does not, is answered as the schema says and never breaks the server."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from litestar.serialization import decode_json, encode_json
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tests.site.served import Served

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("schema") / "games.db")
    yield served
    served.kill()


described = create_app(Settings(database="never-opened.db")).openapi_schema.to_schema()
schema = schemathesis.openapi.from_dict(decode_json(encode_json(described)))
schema.config.generation.update(modes=[GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
# A stream that never ends is never answered whole: tests/test_examples.py reads it.
schema = schema.exclude(path="/api/me/events")


# The same ones in every run; the long form takes others each time.
FEW = settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
)


@schema.parametrize()
@FEW
def test_the_api_keeps_to_its_schema(case: schemathesis.Case, server: Served) -> None:
    case.call_and_validate(base_url=server.address, checks=CHECKS)


@pytest.mark.long
@schema.parametrize()
@settings(FEW, max_examples=100, derandomize=False)
def test_the_api_keeps_to_its_schema_for_long(case: schemathesis.Case, server: Served) -> None:
    case.call_and_validate(base_url=server.address, checks=CHECKS)


@pytest.fixture(scope="module")
def seated(server: Served) -> dict[str, Any]:
    """The first seat at a running table."""
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "level1"]}
    found: dict[str, Any] = httpx.post(f"{server.address}/api/tables", json=wanted).json()
    return found


@schema.include(path_regex=r"/tables/\{id\}").parametrize()
@FEW
def test_whoever_holds_a_seat_is_answered_as_the_schema_says(
    case: schemathesis.Case, server: Served, seated: dict[str, Any]
) -> None:
    case.path_parameters = {"id": seated["id"]}
    case.headers["Authorization"] = f"Bearer {seated['token']}"
    case.call_and_validate(base_url=server.address, checks=CHECKS)


def test_the_server_still_plays_after_all_that(server: Served, seated: dict[str, Any]) -> None:
    headers = {"Authorization": f"Bearer {seated['token']}"}
    table = httpx.get(f"{server.address}/api/tables/{seated['id']}", headers=headers).json()
    assert table["started"]
    assert table["actors"] or table["over"]
