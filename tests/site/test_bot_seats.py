"""Bots at their seats: they play through the front door and never see the true position."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
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
    handed: list[dict[str, Any]] = []

    def overheard(game: str, imagined: dict[str, Any], *given: int) -> int:
        handed.append(imagined)
        return choose(game, imagined, *given)

    monkeypatch.setattr("tablero.site.bot_seats.choose", overheard)
    house = await House.open(str(tmp_path / "games.db"))
    bots = BotSeats(house, pause=0)
    bots._pool = ThreadPoolExecutor(1)  # type: ignore[assignment]
    true: list[Any] = []
    bot = Holder("bot", "Bot", level=2)
    id = await house.open_table("yaxha", 2, {}, [bot, bot], "")
    house.listen(lambda *_: true.append(house._tables[id].state.dump()["luck"]))
    await until(house, id, lambda t: t.over)
    assert len(handed) > 30
    assert not any(dump["luck"] in true for dump in handed)
    await bots.close()
    await house.close()


async def test_a_bot_that_fails_moves_at_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> int:
        raise ValueError

    monkeypatch.setattr("tablero.site.bot_seats.choose", broken)
    house = await House.open(str(tmp_path / "games.db"))
    bots = BotSeats(house, pause=0)
    bots._pool = ThreadPoolExecutor(1)  # type: ignore[assignment]
    id = await house.open_table("yaxha", 2, {}, [Holder("bot", "Bot", level=1)] * 2, "")
    await until(house, id, lambda t: t.over)
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
