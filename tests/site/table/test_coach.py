"""The coach on the table page."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from tablero import seeded
from tablero.site.bots.scheduler import BotScheduler
from tablero.store import Store
from tablero.table import Holder
from tests.store.matches import play_quickly


@pytest.fixture(autouse=True)
def no_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BotScheduler, "wake", lambda *_: None)  # bots need not move here


@pytest.mark.anyio
async def test_a_person_has_a_coach_until_two_games_are_finished(
    client: AsyncTestClient[Litestar], store: Store
) -> None:
    await client.post("/name", data={"name": "Anna"})
    opened = await client.post("/play/yaxha", follow_redirects=True)
    assert 'data-coach="on"' in opened.text
    table = opened.url.path.rpartition("/")[2]
    person = (await store.table(table)).host
    me, bot = Holder("person", "Anna", person), Holder("bot", "Ixchel", level=1)
    for number, (game, left) in enumerate((("maya", "on"), ("yaxha", "on"), ("yaxha", "off"))):
        id = await store.open_table(game, 2, {}, [me, bot], person)
        await play_quickly(store, id, seeded(number))
        page = await client.get(f"/t/{table}")
        assert f'data-seat="0" data-coach="{left}"' in page.text, "games of another kind do not count"
    assert await store.finished_by(person, "yaxha") == 2
    client.cookies.clear()
    assert 'data-coach="o' not in (await client.get(f"/t/{table}")).text, "who watches has none"
