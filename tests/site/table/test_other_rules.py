"""A table of rules or component data that are not here rests: it is listed, it says so, and bots leave it alone."""

import logging
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import AsyncTestClient, TestClient
from sqlalchemy import update

from tablero.site.bots.backend import LocalBots
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.store.database import schema
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio


async def change(store: Store, id: str, **values: Any) -> None:
    """As if another Tablero had opened this table."""
    async with store._writer.transaction() as connection:
        await connection.execute(update(schema.matches).where(schema.matches.c.id == id).values(**values))
    store._tables.clear()


async def test_people_and_programs_are_told(client: AsyncTestClient[Litestar], store: Store) -> None:
    game = "yaxha"
    mine = (await client.post("/api/tables", json={"game": game, "seats": 2, "holders": ["me", "open"]})).json()["id"]
    await change(services_of(client.app).store, mine, rules=99)
    page = await client.get(f"/t/{mine}", headers={"Accept-Language": "fr"})
    assert page.status_code == 409
    assert "Cette table est suspendue" in page.text
    for path in ("", "/moves", "/log", "/record"):
        answer = await client.get(f"/api/tables/{mine}{path}")
        assert (answer.status_code, answer.json()["rule"]) == (409, "other_rules")
        assert "rules 99" in answer.json()["error"]
    assert (await client.post(f"/t/{mine}/sit", follow_redirects=True)).status_code == 409
    assert f"/t/{mine}" in (await client.get("/")).text, "it is listed as before"
    assert mine in [card["id"] for card in (await client.get("/api/tables")).json()]
    await change(services_of(client.app).store, mine, game="chess")
    assert (await client.get("/")).status_code == 200
    assert (await client.get(f"/t/{mine}")).status_code == 409


def test_a_websocket_is_closed_with_the_reason(tmp_path: pytest.TempPathFactory) -> None:
    with TestClient(create_app(Settings(database=f"{tmp_path}/games.db"))) as client:
        wanted = {"game": "yaxha", "seats": 2, "holders": ["me", "open"]}
        id = client.post("/api/tables", json=wanted).json()["id"]
        client.blocking_portal.call(change_facts, services_of(client.app).store, id)
        with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect(f"/t/{id}/live") as socket:
            socket.receive()
        assert closed.value.code == 4409
        assert "component data" in closed.value.detail


async def change_facts(store: Store, id: str) -> None:
    await change(store, id, facts="other")


async def test_bots_leave_it_alone_and_say_so_once(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], "")
    await change(store, id, rules=99)
    bots = BotScheduler(store, LocalBots(store, 0))
    with caplog.at_level(logging.ERROR, "tablero.site"):
        bots.wake(id)
        await bots._playing[id]  # it ends by itself
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert told == [f"the bots leave table {id} alone: this table is played under rules 99 of Yaxha; here are 1"]
    await bots.close()
