"""Whatever the schema allows, and much that it does not, is answered as the schema says and never breaks the server."""

import itertools
import re
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
from tablero.site.settings import Limits, Settings
from tests.site.served import Served

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    endless = Limits(requests_at_once=0, tables_at_once=0)
    served = Served(tmp_path_factory.mktemp("schema") / "games.db", Settings(bot_pause=0, limits=endless))
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


PASSWORD = "corn and cacao"
# What a visitor cannot survive, or what would change who the others are.
DANGEROUS = r"^/api/(account/delete|account/password|session|session/recover|keys/\{id\}|account/devices.*)$"


@pytest.fixture(scope="module")
def seated(server: Served) -> dict[str, Any]:
    """The first seat at a running table."""
    wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "level1"]}
    found: dict[str, Any] = httpx.post(f"{server.address}/api/tables", json=wanted).json()
    return found


@pytest.fixture(scope="module")
def visitors(server: Served, seated: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Headers of everybody who may ask: an administrator, another account, a key of it, a seat."""
    headers = {"seat": {"Authorization": f"Bearer {seated['token']}"}}
    for who in ("administrator", "account"):
        with httpx.Client(base_url=server.address) as client:
            made = client.post("/api/account", json={"name": f"An {who}", "password": PASSWORD})
            assert made.json()["administers"] is (who == "administrator")
            headers[who] = {"Cookie": f"tablero={client.cookies['tablero']}"}
            if who == "account":
                key = client.post("/api/keys", json={"label": "x", "password": PASSWORD}).json()["key"]
                headers["key"] = {"Authorization": f"Bearer {key}"}
    return headers


WHO = ("administrator", "account", "key", "seat")
TURNS = itertools.cycle([*WHO, "guest"])  # the same number of requests for one or for five visitors


def check(case: schemathesis.Case, server: Served, visitors: dict[str, dict[str, str]], seated: dict[str, Any]) -> None:
    """Ask as the visitor whose turn it is, half of the times about a table that is there."""
    who = "guest" if re.match(DANGEROUS, case.path) else next(TURNS)
    if case.path.startswith("/api/tables/{id}") and next(TABLES):
        case.path_parameters = {**(case.path_parameters or {}), "id": seated["id"]}
    case.headers.update(visitors.get(who, {}))
    case.call_and_validate(base_url=server.address, checks=CHECKS)


TABLES = itertools.cycle([True, True, False])


@schema.parametrize()
@FEW
def test_everybody_is_answered_as_the_schema_says(
    case: schemathesis.Case, server: Served, visitors: dict[str, dict[str, str]], seated: dict[str, Any]
) -> None:
    check(case, server, visitors, seated)


@pytest.mark.long
@schema.parametrize()
@settings(FEW, max_examples=300, derandomize=False)
def test_everybody_is_answered_as_the_schema_says_for_long(
    case: schemathesis.Case, server: Served, visitors: dict[str, dict[str, str]], seated: dict[str, Any]
) -> None:
    check(case, server, visitors, seated)


@pytest.mark.parametrize("who", WHO)
def test_nobody_was_signed_out_by_all_that(who: str, server: Served, visitors: dict[str, dict[str, str]]) -> None:
    path = "/api/tokens" if who == "seat" else "/api/me"
    assert httpx.get(server.address + path, headers=visitors[who]).status_code == 200


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "PUT"])
def test_what_is_no_method_of_an_address_is_refused(method: str, server: Served) -> None:
    answer = httpx.request(method, f"{server.address}/api/games")
    assert answer.status_code in (400, 404, 405), answer.text


def test_the_server_still_plays_after_all_that(server: Served, seated: dict[str, Any]) -> None:
    headers = {"Authorization": f"Bearer {seated['token']}"}
    table = httpx.get(f"{server.address}/api/tables/{seated['id']}", headers=headers).json()
    assert table["started"]
    assert table["actors"] or table["over"]
