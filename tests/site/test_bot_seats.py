"""Bots at their seats: they play through the front door and never see the true position."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tablero.site.bot_seats import BotSeats
from tablero.site.bot_thought import choose
from tablero.store import House
from tablero.table import Holder, Table

pytestmark = pytest.mark.anyio


async def until(house: House, id: str, done: Any) -> Table:
    for _ in range(600):
        table = await house.table(id)
        if done(table):
            return table
        await asyncio.sleep(0.05)
    raise TimeoutError


async def test_bots_alone_play_a_game_to_its_end(tmp_path: Path) -> None:
    house = await House.open(str(tmp_path / "games.db"))
    bots = BotSeats(house, pause=0)
    id = await house.open_table("yaxha", 3, {}, [Holder("bot", f"Bot {n}", level=n) for n in (1, 2, 3)], "")
    table = await until(house, id, lambda t: t.over)
    table.record().verify(table.game)
    await bots.close()
    await house.close()


async def test_a_bot_is_handed_an_imagined_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = await House.open(str(tmp_path / "games.db"))
    people = [Holder("person", "Anna", "a"), Holder("bot", "Bot", level=1)]
    id = await house.open_table("yaxha", 2, {}, people, "a")
    handed: list[dict[str, Any]] = []
    bots = BotSeats(house, pause=0)

    class Here:
        """Thinks in this process, so that the test can see what the bot is given."""

        def submit(self, work: Any, *given: Any) -> Any:
            handed.append(given[1])
            future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            future.set_result(choose(*given))
            return future

    async def think_here(_pool: Any, work: Any, *given: Any) -> int:
        answer: int = await Here().submit(work, *given)
        return answer

    monkeypatch.setattr(asyncio.get_running_loop(), "run_in_executor", think_here)
    chosen = 0
    for _ in range(3):
        table = await until(house, id, lambda t: 0 in t.actors())
        if table.view(0)["phase"] != "choose":
            break
        await house.play(id, 0, chosen, table.version_for(0), "mine")
        break
    await until(house, id, lambda t: t.version >= 2)
    true = await house.table(id)
    assert handed
    for dump in handed:
        assert dump["luck"] != true.state.dump()["luck"]
    await bots.close()
    await house.close()


async def test_a_bot_whose_process_dies_thinks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablero.site.bot_seats.RETRY", 0.05)
    house = await House.open(str(tmp_path / "games.db"))
    bots = BotSeats(house, pause=0.0, processes=1)
    id = await house.open_table("yaxha", 2, {}, [Holder("bot", "Bot", level=1), Holder("bot", "Bot", level=1)], "")
    await until(house, id, lambda t: t.version >= 4)
    assert bots._pool is not None
    for process in list(bots._pool._processes.values()):
        process.kill()
    await until(house, id, lambda t: t.over)
    await bots.close()
    await house.close()
