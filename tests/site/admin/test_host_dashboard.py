"""The host's page: who comes in, and what it tells."""

import logging
import sqlite3

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from sqlalchemy import event

from tablero import metrics
from tablero.site.admin.host_dashboard import HostMetrics
from tablero.site.admin.throughput import Throughput
from tablero.site.log_format import RECENT_WARNINGS
from tablero.site.web.services import services_of
from tablero.ui.language import Language
from tests.store.matches import engines

pytestmark = pytest.mark.anyio


async def test_only_who_holds_the_token_comes_in_and_no_longer_than_it_is_good(
    client: AsyncTestClient[Litestar],
) -> None:
    store = services_of(client.app).store
    door = await client.get("/host")
    assert (door.status_code, "figures" in door.text) == (200, False)
    assert "set-cookie" not in door.headers, "whoever looks at the door is no guest"
    wrong = await client.post("/host", data={"token": "guess"})
    assert (wrong.status_code, "This is not the token" in wrong.text) == (403, True)
    came = await client.post("/host", data={"token": f" {await store.secrets.of('host')} "}, follow_redirects=False)
    assert came.status_code == 303
    cookie = came.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert await store.secrets.of("host") not in cookie
    assert 'id="figures"' in (await client.get("/host")).text
    assert (await client.get("/metrics")).status_code == 200
    await store.secrets.change("host")
    assert 'id="figures"' not in (await client.get("/host")).text
    await client.post("/host", data={"token": await store.secrets.of("host")})
    await client.post("/host/leave")
    assert 'id="figures"' not in (await client.get("/host")).text


async def test_the_page_tells_what_happened_in_the_visitor_s_language(client: AsyncTestClient[Litestar]) -> None:
    token = {"Authorization": f"Bearer {await services_of(client.app).store.secrets.of('host')}"}
    await client.post("/play/yaxha")
    RECENT_WARNINGS.handle(logging.LogRecord("tablero", logging.ERROR, "", 0, "a bot fell asleep", None, None))
    for _ in range(1000):  # more than any other rule in this process
        metrics.count_refusal("out_of_turn")
    services_of(client.app).throughput.note()
    services_of(client.app).throughput.note()
    english = await client.get("/host", headers=token)
    for words in ("All is well", "tables running", "a bot fell asleep", "out_of_turn", "SQLite", "<polyline"):
        assert words in english.text
    spanish = await client.get("/host", headers={**token, "Accept-Language": "es"})
    assert "Todo va bien" in spanish.text

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("database disk image is malformed")

    for engine in engines(services_of(client.app).store):
        event.listen(engine, "before_cursor_execute", fail)
    services_of(client.app).health._when = float("-inf")
    broken = await client.get("/host", headers=token)
    assert broken.status_code == 200, "the host needs it most when the database is damaged"
    assert "There is trouble" in broken.text
    assert "The database is damaged" in broken.text


def test_waits_are_means_and_what_nearly_all_stay_within() -> None:
    pace = Throughput()
    for seconds in (0.002,) * 99 + (0.2,):
        metrics.observe_stage("draw", seconds)
    metrics.observe_stage("read", 0.00001)
    metrics.observe_stage("send", 60.0)
    metrics.observe_bot_time(4, 1.5)
    shown = HostMetrics(Language("en"), pace)
    lines = {line.label: line for line in shown.stages()}
    drawn = lines["the pictures are drawn"]
    assert (drawn.value, drawn.note) == ("4 ms", "2.5 ms")
    assert lines["its table is read"].value == "< 0.1 ms"
    assert lines["they are sent"].note == "> 5 s"
    assert lines["the rules are asked"].value == "–"
    assert lines["they are sent"].share == 100
    assert [line.value for line in shown.levels()] == ["–", "–", "–", "1.5 s", "–", "–", "–", "–"]
