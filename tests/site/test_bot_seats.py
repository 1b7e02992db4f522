"""Bots at their seats: they play through the front door, never see the true position and never give up."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import event, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tablero import seeded
from tablero.games import game as find_game
from tablero.games import games
from tablero.site import bot_seats, thinkers
from tablero.site.audience import GLANCE, Audience
from tablero.site.bot_seats import BotSeats, Patience
from tablero.site.bot_thought import Question, take_turn
from tablero.site.fair_turns import decisions
from tablero.site.thinkers import Pool, Thinkers
from tablero.site.thinking import ThinkingHere, play_one
from tablero.store import House, StoreError, schema
from tablero.store.laying import lay, new_table
from tablero.table import Holder, Table
from tests.store.matches import engines

pytestmark = pytest.mark.anyio

BOT = Holder("bot", "Bot", level=1)
EVERY = [(each.name, each.seats[0]) for each in games()]


class Everybody(Audience):
    """Somebody watches every table."""

    def watches(self, id: str) -> bool:
        return True


def quick_pool(bots: BotSeats) -> Pool:
    assert isinstance(bots._thinking, ThinkingHere)
    return bots._thinking._thinkers._quick


def think_here(bots: BotSeats) -> None:
    """Bots that think in this process: a test can look into their heads."""
    pool = quick_pool(bots)
    pool._executor = ThreadPoolExecutor(1)  # type: ignore[assignment]
    pool._compiled = True  # these thinkers are as new as can be


async def until(house: House, id: str, done: Any) -> Table:
    for _ in range(600):
        table = await house.table(id)
        if done(table):
            return table
        await asyncio.sleep(0.05)
    raise TimeoutError


async def test_bots_alone_play_a_game_to_its_end(tmp_path: Path) -> None:
    house = await House.open(str(tmp_path / "games.db"))
    bots = BotSeats(house, ThinkingHere(house, 0), Everybody())
    id = await house.open_table("yaxha", 3, {}, [Holder("bot", f"Bot {n}", level=n) for n in (1, 2, 3)], "")
    table = await until(house, id, lambda t: t.over)
    table.record().verify(table.game)
    await bots.close()
    await house.close()


async def test_a_bot_is_handed_an_imagined_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[dict[str, Any]] = []

    def overheard(question: Question) -> list[int]:
        handed.append(question.imagined)
        return take_turn(question)

    monkeypatch.setattr(thinkers, "take_turn", overheard)
    house = await House.open(str(tmp_path / "games.db"))
    bots = BotSeats(house, ThinkingHere(house, 0), Everybody())
    think_here(bots)
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

    monkeypatch.setattr(thinkers, "take_turn", broken)
    house = await House.open(str(tmp_path / "games.db"))
    bots = BotSeats(house, ThinkingHere(house, 0), Everybody())
    think_here(bots)
    id = await house.open_table("yaxha", 2, {}, [Holder("bot", "Bot", level=1)] * 2, "")
    await until(house, id, lambda t: t.over)
    await bots.close()
    await house.close()


async def test_a_bot_whose_process_dies_thinks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "RETRY", 0.05)
    house = await House.open(str(tmp_path / "games.db"))
    bots = BotSeats(house, ThinkingHere(house, 0, 1), Everybody())
    id = await house.open_table("yaxha", 2, {}, [Holder("bot", "Bot", level=1), Holder("bot", "Bot", level=1)], "")
    await until(house, id, lambda t: t.version >= 4)
    for process in list(quick_pool(bots).executor()._processes.values()):
        process.kill()
    await until(house, id, lambda t: t.over)
    await bots.close()
    await house.close()


def at_once(question: Question) -> list[int]:
    """A bot without a thought, for tests about everything else."""
    moves = find_game(question.game).load(question.imagined).moves(question.seat)
    return [moves[seeded(question.seed).below(len(moves))]]


@pytest.fixture
async def quick(house: House, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[BotSeats]:
    """Bots that move at once and wait for little."""
    monkeypatch.setattr(thinkers, "take_turn", at_once)
    monkeypatch.setattr(bot_seats, "RETRY", 0.01)
    monkeypatch.setattr(bot_seats, "LONGEST_RETRY", 0.02)
    bots = BotSeats(house, ThinkingHere(house, 0), Everybody())
    think_here(bots)
    yield bots
    await bots.close()


@pytest.mark.parametrize(("game", "seats"), EVERY)
async def test_bots_go_on_when_the_database_works_again(
    house: House, quick: BotSeats, monkeypatch: pytest.MonkeyPatch, game: str, seats: int
) -> None:
    """Whatever comes out of the store, at whichever step, is waited out."""
    troubles = [
        StoreError("busy"), OSError("gone"), PoolTimeout("full"), OperationalError("", {}, sqlite3.OperationalError()),
        ValueError("row 3 cannot follow row 1"), KeyError("state"),
    ]  # fmt: skip
    left = {name: list(troubles) for name in ("table", "play")}

    def failing(name: str) -> Any:
        works = getattr(house, name)

        async def fail(*given: Any, **named: Any) -> Any:
            if left[name]:
                raise left[name].pop()
            return await works(*given, **named)

        return fail

    works = house.table
    for name in left:
        monkeypatch.setattr(house, name, failing(name))
    id = await house.open_table(game, seats, {}, [BOT] * seats, "")
    for _ in range(600):
        if (await works(id)).version >= 5:
            break
        await asyncio.sleep(0.05)
    assert (await works(id)).version >= 5
    assert left == {"table": [], "play": []}


async def test_a_real_database_error_does_not_end_a_tables_bots(house: House, quick: BotSeats) -> None:
    failures = [True] * 5

    def refuse(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO log") and failures:
            failures.pop()
            raise sqlite3.OperationalError("disk I/O error")

    for engine in engines(house):
        event.listen(engine, "before_cursor_execute", refuse)
    id = await house.open_table("yaxha", 2, {}, [BOT, BOT], "")
    await until(house, id, lambda table: table.version >= 3)
    assert not failures


async def test_bots_among_themselves_play_while_somebody_watches(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "take_turn", at_once)
    now = 0.0
    audience = Audience(clock=lambda: now)
    bots = BotSeats(house, ThinkingHere(house, 0), audience)
    think_here(bots)
    id = await house.open_table("yaxha", 2, {}, [BOT, BOT], "")
    while bots._playing:
        await asyncio.gather(*bots._playing.values())
    assert (await house.table(id)).version == 0
    with audience.watching(id):
        assert audience.tables() == [id]
        await until(house, id, lambda table: table.version >= 4)
    while bots._playing:
        await asyncio.gather(*bots._playing.values())
    stopped = (await house.table(id)).version
    audience.glance(id)
    await until(house, id, lambda table: table.version >= stopped + 4)
    now += GLANCE
    assert not audience.watches(id)
    await bots.close()


@pytest.mark.parametrize("game", [each.name for each in games()])
async def test_bots_leave_a_table_of_other_rules_alone(
    house: House, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    id = await house.open_table(game, 2, {}, [BOT, Holder("person", "Anna", "anna")], "anna")
    async with house._writer.alone() as connection:
        await connection.execute(update(schema.matches).where(schema.matches.c.id == id).values(rules=99))
    house._tables.clear()
    bots = BotSeats(house, ThinkingHere(house, 0))
    bots.wake(id)
    await bots._playing[id]
    assert not bots._playing
    await bots.close()
    assert "played under rules 99" in caplog.text


async def test_the_same_decision_made_twice_counts_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    id = await house.open_table("yaxha", 2, {}, [BOT, Holder("person", "Anna", "anna")], "anna")
    table = await house.table(id)
    [decision] = decisions(table)
    mind = Thinkers(1)
    monkeypatch.setattr(mind, "choose", AsyncMock(side_effect=table.state.moves(decision.seat)))
    await play_one(house, mind, table, decision, pause=0)
    await play_one(house, mind, table, decision, pause=0)
    assert (await house.table(id)).version == 1


async def test_a_table_that_is_not_there_is_left_alone(quick: BotSeats) -> None:
    quick.wake("nowhere")
    await quick._playing["nowhere"]
    assert not quick._playing


async def test_pauses_grow_up_to_a_minute_and_begin_anew(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("tablero.site.bot_seats.asyncio.sleep", sleep)
    patience = Patience("a bot")
    with caplog.at_level(logging.ERROR):
        for _ in range(9):
            await patience.wait(StoreError("the disk is full"))
    for seconds, expected in zip(waited, (1, 2, 4, 8, 16, 32, 60, 60, 60), strict=True):
        assert 0.8 * expected <= seconds <= 1.2 * expected
    assert len(set(waited[-3:])) == 3, "not all at the same moment"
    assert "the disk is full" in caplog.text
    patience.renew()
    await patience.wait(OSError())
    assert waited[-1] <= 1.2


async def test_every_running_table_is_woken_at_a_start(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    people, wanted = [Holder("person", "Anna", "a"), BOT], set()
    steps = []
    for number in range(250):
        game = find_game(EVERY[number % len(EVERY)][0])
        table = lay(game, 2, game.settle_options(2), [BOT, BOT], "")
        steps += new_table(table)
        wanted.add(table.id)
    game = find_game("maya")
    steps += new_table(lay(game, 2, game.settle_options(2), people, ""))
    await house._writer.write(steps, lambda: None)
    woken: list[str] = []
    monkeypatch.setattr(BotSeats, "wake", lambda self, id: woken.append(id))
    bots = BotSeats(house, ThinkingHere(house, 0), Everybody())
    reads = [StoreError("busy"), OSError("gone")]
    works = house.running

    def failing() -> AsyncIterator[Any]:
        if reads:
            raise reads.pop()
        return works()

    monkeypatch.setattr(house, "running", failing)
    monkeypatch.setattr(bot_seats, "RETRY", 0.01)
    await bots.start()
    assert bots._waking is not None
    await bots._waking
    assert len(woken) == 250
    assert set(woken) == wanted
    await bots.close()


async def test_bots_think_in_new_processes_once_the_rules_are_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is being thought meanwhile is heard. Compiled and plain processes hand each other nothing but dumps."""
    pool = Pool(1)
    try:
        monkeypatch.setattr(thinkers, "compiled_is_wanted", lambda: False)
        monkeypatch.setenv("TABLERO_PLAIN", "1")
        plain = pool.executor()
        assert pool.executor() is plain
        thoughts = []
        for game in games():
            state = game.start(game.seats[-1], 5)
            seat = state.actors()[0]
            question = Question("", game.name, state.imagine(seat, seeded(1)).dump(), seat, 2, 3)
            thoughts.append((plain.submit(take_turn, question), question))
        monkeypatch.delenv("TABLERO_PLAIN")
        monkeypatch.setattr(thinkers, "compiled_is_wanted", lambda: True)
        compiled = pool.executor()
        assert compiled is not plain
        assert pool.executor() is compiled
        for thought, question in thoughts:
            moves = await asyncio.wrap_future(thought)
            assert moves == await asyncio.wrap_future(compiled.submit(take_turn, question)) == take_turn(question)
    finally:
        pool.close()
