"""Bots at their seats: they play through the front door, never see the true position and never give up."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import event, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tablero import seeded
from tablero.bots.turn import Question, take_turn
from tablero.games import game as find_game
from tablero.games import games
from tablero.site import backoff
from tablero.site.backoff import Backoff
from tablero.site.bots import bot_workers, worker_pool
from tablero.site.bots.audience import REQUEST_SECONDS, Audience
from tablero.site.bots.backend import LocalBots, play_one
from tablero.site.bots.bot_workers import BotWorkers
from tablero.site.bots.decisions import BotDecision, owed_decisions
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.bots.worker_pool import WorkerPool
from tablero.store import Store, StoreError
from tablero.store.database import schema
from tablero.store.tables.write_statements import create_table, insert_table
from tablero.table import Holder, Table
from tests.limits import LIMIT
from tests.store.matches import engines
from tests.waiting import until_written

pytestmark = pytest.mark.anyio

BOT = Holder("bot", "Bot", level=1)


class Everybody(Audience):
    """Somebody watches every table."""

    def is_watched(self, id: str) -> bool:
        return True


def quick_pool(bots: BotScheduler) -> WorkerPool:
    assert isinstance(bots._backend, LocalBots)
    return bots._backend._workers._quick


def think_here(bots: BotScheduler) -> None:
    """Bots that think in this process: a test can look into their heads."""
    pool = quick_pool(bots)
    pool._executor = ThreadPoolExecutor(1)  # type: ignore[assignment]
    pool._compiled = True  # these thinkers are as new as can be


async def until(store: Store, id: str, done: Any) -> Table:
    async def reached() -> bool:
        return bool(done(await store.table(id)))

    await until_written(store, reached)
    return await store.table(id)


async def test_bots_alone_play_a_game_to_its_end(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "games.db"))
    bots = BotScheduler(store, LocalBots(store, 0), Everybody())
    id = await store.open_table("yaxha", 3, {}, [Holder("bot", f"Bot {n}", level=n) for n in (1, 2, 3)], "")
    table = await until(store, id, lambda t: t.over)
    table.record().verify(table.game)
    await bots.close()
    await store.close()


async def test_a_bot_is_handed_an_imagined_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[dict[str, Any]] = []

    def overheard(question: Question) -> list[int]:
        handed.append(question.imagined)
        return take_turn(question)

    monkeypatch.setattr(bot_workers, "take_turn", overheard)
    store = await Store.open(str(tmp_path / "games.db"))
    bots = BotScheduler(store, LocalBots(store, 0), Everybody())
    think_here(bots)
    true: list[Any] = []
    bot = Holder("bot", "Bot", level=2)
    id = await store.open_table("yaxha", 2, {}, [bot, bot], "")
    store.subscribe(lambda *_: true.append(store._tables[id].state.dump()["luck"]))
    await until(store, id, lambda t: t.over)
    assert len(handed) > 30
    assert not any(dump["luck"] in true for dump in handed)
    await bots.close()
    await store.close()


async def test_a_bot_that_fails_moves_at_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> int:
        raise ValueError

    monkeypatch.setattr(bot_workers, "take_turn", broken)
    store = await Store.open(str(tmp_path / "games.db"))
    bots = BotScheduler(store, LocalBots(store, 0), Everybody())
    think_here(bots)
    id = await store.open_table("yaxha", 2, {}, [Holder("bot", "Bot", level=1)] * 2, "")
    await until(store, id, lambda t: t.over)
    await bots.close()
    await store.close()


async def test_a_bot_whose_process_dies_thinks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "FIRST_PAUSE", 0.05)
    store = await Store.open(str(tmp_path / "games.db"))
    bots = BotScheduler(store, LocalBots(store, 0, 1), Everybody())
    id = await store.open_table("yaxha", 2, {}, [Holder("bot", "Bot", level=1), Holder("bot", "Bot", level=1)], "")
    await until(store, id, lambda t: t.version >= 4)
    for process in list(quick_pool(bots).executor()._processes.values()):
        process.kill()
    await until(store, id, lambda t: t.over)
    await bots.close()
    await store.close()


def at_once(question: Question) -> list[int]:
    """A bot without a thought, for tests about everything else."""
    moves = find_game(question.game).load(question.imagined).moves(question.seat)
    return [moves[seeded(question.seed).below(len(moves))]]


@pytest.fixture
async def quick(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[BotScheduler]:
    """Bots that move at once and wait for little."""
    monkeypatch.setattr(bot_workers, "take_turn", at_once)
    monkeypatch.setattr(backoff, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(backoff, "MAX_PAUSE", 0.02)
    bots = BotScheduler(store, LocalBots(store, 0), Everybody())
    think_here(bots)
    yield bots
    await bots.close()


async def test_bots_go_on_when_the_database_works_again(
    store: Store, quick: BotScheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever comes out of the store, at whichever step, is waited out."""
    game, seats = "tzolkin", 2
    troubles = [
        StoreError("busy"),
        OSError("gone"),
        PoolTimeout("full"),
        OperationalError("", {}, sqlite3.OperationalError()),
        ValueError("row 3 cannot follow row 1"),
        KeyError("state"),
    ]
    left = {name: list(troubles) for name in ("table", "play")}

    def failing(name: str) -> Any:
        works = getattr(store, name)

        async def fail(*given: Any, **named: Any) -> Any:
            if left[name]:
                raise left[name].pop()
            return await works(*given, **named)

        return fail

    works = store.table
    for name in left:
        monkeypatch.setattr(store, name, failing(name))
    id = await store.open_table(game, seats, {}, [BOT] * seats, "")

    async def moved() -> bool:
        return (await works(id)).version >= 5

    await until_written(store, moved)
    assert left == {"table": [], "play": []}


async def test_a_real_database_error_does_not_end_a_tables_bots(store: Store, quick: BotScheduler) -> None:
    failures = [True] * 5

    def refuse(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO log") and failures:
            failures.pop()
            raise sqlite3.OperationalError("disk I/O error")

    for engine in engines(store):
        event.listen(engine, "before_cursor_execute", refuse)
    id = await store.open_table("yaxha", 2, {}, [BOT, BOT], "")
    await until(store, id, lambda table: table.version >= 3)
    assert not failures


async def test_bots_among_themselves_play_while_somebody_watches(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_workers, "take_turn", at_once)
    now = 0.0
    audience = Audience(clock=lambda: now)
    bots = BotScheduler(store, LocalBots(store, 0), audience)
    think_here(bots)
    id = await store.open_table("yaxha", 2, {}, [BOT, BOT], "")
    while bots._playing:
        await asyncio.gather(*bots._playing.values())
    assert (await store.table(id)).version == 0
    with audience.watching(id):
        assert audience.tables() == [id]
        await until(store, id, lambda table: table.version >= 4)
    while bots._playing:
        await asyncio.gather(*bots._playing.values())
    stopped = (await store.table(id)).version
    audience.count_request(id)
    await until(store, id, lambda table: table.version >= stopped + 4)
    now += REQUEST_SECONDS
    assert not audience.is_watched(id)
    await bots.close()


class Elsewhere:
    """Decisions are made somewhere else, and take until a test lets them."""

    shared = False

    def __init__(self) -> None:
        self.asked = 0
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()

    async def decide(self, table: Table, owed: Sequence[BotDecision]) -> bool:
        self.asked += 1
        self.begun.set()
        await self.may_end.wait()
        return False

    def think_ahead(self, table: Table) -> None: ...

    async def waiting(self) -> int:
        return 0

    async def close(self) -> None: ...


async def test_a_table_that_changes_while_it_is_looked_at_is_looked_at_again(store: Store) -> None:
    backend = Elsewhere()
    bots = BotScheduler(store, backend)
    id = await store.open_table("yaxha", 2, {}, [BOT, Holder("person", "Anna", "anna")], "anna")
    async with asyncio.timeout(LIMIT):
        await backend.begun.wait()
        bots.wake(id)
        backend.may_end.set()
        await asyncio.gather(*bots._playing.values())
    assert backend.asked == 2
    await bots.close()


async def test_bots_leave_a_table_of_other_rules_alone(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    game = "amritsar"
    id = await store.open_table(game, 2, {}, [BOT, Holder("person", "Anna", "anna")], "anna")
    async with store._writer.transaction() as connection:
        await connection.execute(update(schema.matches).where(schema.matches.c.id == id).values(rules=99))
    store._tables.clear()
    bots = BotScheduler(store, LocalBots(store, 0))
    bots.wake(id)
    await bots._playing[id]
    assert not bots._playing
    await bots.close()
    assert "played under rules 99" in caplog.text


async def test_the_same_decision_made_twice_counts_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    id = await store.open_table("yaxha", 2, {}, [BOT, Holder("person", "Anna", "anna")], "anna")
    table = await store.table(id)
    [decision] = owed_decisions(table)
    mind = BotWorkers(1)
    monkeypatch.setattr(mind, "choose", AsyncMock(side_effect=table.state.moves(decision.seat)))
    await play_one(store, mind, table, decision, pause=0)
    await play_one(store, mind, table, decision, pause=0)
    assert (await store.table(id)).version == 1


async def test_a_table_that_is_not_there_is_left_alone(quick: BotScheduler) -> None:
    quick.wake("nowhere")
    await quick._playing["nowhere"]
    assert not quick._playing


async def test_pauses_grow_up_to_a_minute_and_begin_anew(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("tablero.site.backoff.asyncio.sleep", sleep)
    pauses = Backoff("a bot")
    with caplog.at_level(logging.ERROR):
        for _ in range(9):
            await pauses.wait(StoreError("the disk is full"))
    for seconds, expected in zip(waited, (1, 2, 4, 8, 16, 32, 60, 60, 60), strict=True):
        assert 0.8 * expected <= seconds <= 1.2 * expected
    assert len(set(waited[-3:])) == 3, "not all at the same moment"
    assert "the disk is full" in caplog.text
    pauses.reset()
    bare = RuntimeError("\n  Database error.\n")
    bare.__cause__ = OSError("connection refused")
    await pauses.wait(bare)
    assert caplog.messages[-1].endswith(" seconds: connection refused")
    pauses.reset()
    await pauses.wait(OSError())
    assert waited[-1] <= 1.2


async def test_every_running_table_is_woken_at_a_start(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    people, wanted = [Holder("person", "Anna", "a"), BOT], set()
    steps = []
    for number in range(250):
        game = games()[number % len(games())]
        table = create_table(game, 2, game.settle_options(2), [BOT, BOT], "")
        steps += insert_table(table)
        wanted.add(table.id)
    game = find_game("maya")
    steps += insert_table(create_table(game, 2, game.settle_options(2), people, ""))
    await store._writer.write(steps, lambda: None)
    woken: list[str] = []
    monkeypatch.setattr(BotScheduler, "wake", lambda self, id: woken.append(id))
    bots = BotScheduler(store, LocalBots(store, 0), Everybody())
    reads = [StoreError("busy"), OSError("gone")]
    works = store.running

    def failing() -> AsyncIterator[Any]:
        if reads:
            raise reads.pop()
        return works()

    monkeypatch.setattr(store, "running", failing)
    monkeypatch.setattr(backoff, "FIRST_PAUSE", 0.01)
    await bots.start()
    assert bots._waking is not None
    await bots._waking
    assert len(woken) == 250
    assert set(woken) == wanted
    await bots.close()


async def test_bots_think_in_new_processes_once_the_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is being thought meanwhile is heard. Compiled and plain processes hand each other nothing but dumps."""
    pool = WorkerPool(1)
    try:
        monkeypatch.setattr(worker_pool, "compiled_is_wanted", lambda: False)
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
        monkeypatch.setattr(worker_pool, "compiled_is_wanted", lambda: True)
        compiled = pool.executor()
        assert compiled is not plain
        assert pool.executor() is compiled
        for thought, question in thoughts:
            moves = await asyncio.wrap_future(thought)
            assert moves == await asyncio.wrap_future(compiled.submit(take_turn, question)) == take_turn(question)
    finally:
        pool.close()
