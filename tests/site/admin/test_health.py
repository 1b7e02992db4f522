"""/health and /metrics: what is told, to whom, and when the database has trouble."""

import sqlite3

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient, RequestFactory
from sqlalchemy import event

import tablero
from tablero.site.admin import health as health_page
from tablero.site.server.app import create_app
from tablero.site.settings import Limits, Settings
from tablero.site.web.services import services_of
from tests.store.matches import engines

pytestmark = pytest.mark.anyio


async def test_a_healthy_house_says_so_without_a_cookie_or_a_limit(tmp_path: pytest.TempPathFactory) -> None:
    app = create_app(
        Settings(
            database=f"{tmp_path}/games.db",
            public=("https://games.example",),
            limits=Limits(requests_at_once=1, requests_per_second=0.001),
        )
    )
    async with AsyncTestClient(app) as client:
        for _ in range(5):
            answer = await client.get("/health")
            assert answer.status_code == 200
            assert "set-cookie" not in answer.headers
        told = answer.json()
        assert (told["ok"], told["database"], told["version"]) == (True, "sqlite", tablero.__version__)
        assert (await client.head("/health")).status_code == 200


async def test_a_house_that_cannot_read_or_write_says_so_until_it_can(
    client: AsyncTestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_page, "FRESH_SECONDS", 0.0)
    trouble = {"words": "", "only": ""}

    def fail(connection: object, cursor: object, statement: str, *_: object) -> None:
        if trouble["words"] and trouble["only"] in statement:
            raise sqlite3.OperationalError(trouble["words"])

    for engine in engines(services_of(client.app).store):
        event.listen(engine, "before_cursor_execute", fail)
    trouble["words"] = "unable to open database file"
    answer = await client.get("/health")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json()["ok"] is False
    assert "cannot be reached" in answer.json()["error"]
    # A write fails: from then on the house is not well until one succeeds, by itself if nobody else tries.
    trouble.update(words="database or disk is full", only="INSERT")
    assert (await client.post("/play/yaxha")).status_code == 503
    assert (await client.get("/health")).json()["error"].startswith("the disk is full")
    trouble["words"] = ""
    assert (await client.get("/health")).json()["ok"] is True


async def test_a_database_that_never_answers_is_not_well(
    client: AsyncTestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_page, "LONGEST_CHECK", 0.0)
    answer = await client.get("/health")
    assert answer.status_code == 503
    assert "has no time" in answer.json()["error"]


async def test_the_figures_are_for_the_host(client: AsyncTestClient[Litestar]) -> None:
    await client.post("/play/yaxha")
    refused = await client.get("/metrics")
    assert (refused.status_code, "tablero token" in refused.text) == (403, True)
    wrong = await client.get("/metrics", headers={"Authorization": "Bearer guess-é".encode()})
    assert wrong.status_code == 403
    token = await services_of(client.app).store.secrets.of("host")
    told = await client.get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert told.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    for line in ('tablero_tables{stage="running"} 1.0', 'tablero_requests_total{status="4xx"}', "tablero_moves_total"):
        assert line in told.text
    assert await services_of(client.app).store.secrets.change("host") != token
    assert (await client.get("/metrics", headers={"Authorization": f"Bearer {token}"})).status_code == 403


@pytest.mark.parametrize(
    ("address", "headers", "near"),
    [
        ("127.0.0.1", {"Host": "127.0.0.1:8520"}, True),
        ("::1", {"Host": "localhost"}, True),
        ("127.0.0.1", {"Host": "evil.example"}, False),  # a page that leads its own name here
        ("192.0.2.1", {}, False),
        ("testclient", {}, False),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.1"}, False),
    ],
)
def test_this_machine_may_see_the_figures_unless_it_stands_for_others(
    address: str, headers: dict[str, str], near: bool
) -> None:
    request = RequestFactory().get("/metrics", headers=headers)
    request.scope["client"] = (address, 1)
    assert health_page.is_local(request) is near


async def test_a_host_may_choose_the_token(tmp_path: pytest.TempPathFactory) -> None:
    app = create_app(Settings(database=f"{tmp_path}/games.db", host_token="open sesame"))
    async with AsyncTestClient(app) as client:
        assert (await client.get("/metrics", headers={"Authorization": "Bearer open sesame"})).status_code == 200


async def test_the_figures_are_told_while_the_database_is_away(client: AsyncTestClient[Litestar]) -> None:
    token = {"Authorization": f"Bearer {await services_of(client.app).store.secrets.of('host')}"}
    assert (await client.get("/metrics", headers=token)).status_code == 200

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    for engine in engines(services_of(client.app).store):
        event.listen(engine, "before_cursor_execute", fail)
    told = await client.get("/metrics", headers=token)
    assert told.status_code == 200
    assert "tablero_tables" not in told.text
    assert 'tablero_database_faults_total{kind="away"}' in told.text
