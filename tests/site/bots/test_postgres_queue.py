"""The queue of bots' decisions on PostgreSQL: its order, its limits, and that nothing is forgotten or made twice."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException
from procrastinate.manager import JobManager
from procrastinate.schema import SchemaManager

from tablero.site.bots.decisions import BotDecision, owed_decisions
from tablero.site.bots.postgres_queue import ExponentialRetry, PostgresQueue, libpq_address
from tablero.site.bots.queue_worker import serving_queue
from tablero.store import Store
from tablero.table import Holder
from tests.limits import LIMIT
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


@pytest.fixture
async def queue(postgresql: str) -> AsyncIterator[PostgresQueue]:
    opened = PostgresQueue(postgresql)
    await opened.open()
    await sql(opened, "DELETE FROM procrastinate_jobs")
    yield opened
    await opened.close()


async def sql(queue: PostgresQueue, words: str) -> list[tuple[Any, ...]]:
    async with queue._connector.pool.connection() as connection:
        done = await connection.execute(words.encode())
        return await done.fetchall() if done.description else []


def decision(table: str, level: int = 5, opener: str = "", seat: int = 0, version: int = 0) -> BotDecision:
    return BotDecision(table, seat, version, level, opener or f"opener of {table}", False, level <= 3)


async def test_low_levels_come_first_and_openers_take_turns(
    queue: PostgresQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "_clock", lambda: 2e9)  # all of them at the same moment, however long this takes
    for one in ("a1", "a2", "a3", "a4", "a5"):
        await queue.enqueue(decision(one, 5, "anna"))
    await queue.enqueue(decision("b", 5, "ben"))
    await queue.enqueue(decision("c", 4, "cleo"))
    worker = await queue.app.job_manager.register_worker()
    served = []
    while (job := await queue.app.job_manager.fetch_job(["deep"], worker)) is not None:
        served.append(job.task_kwargs["table"])
    anna = [name for name in served if name.startswith("a")]
    assert served[0] == "c"
    assert "b" in served
    assert 1 <= len(anna) <= 2, "the others wait until one of these has been thought about"
    assert await queue.waiting() == 5 - len(anna)
    assert await queue.app.job_manager.fetch_job(["quick"], worker) is None


async def test_what_waits_or_is_being_thought_about_is_not_asked_for_twice(queue: PostgresQueue) -> None:
    worker = await queue.app.job_manager.register_worker()
    await asyncio.gather(*(queue.enqueue(decision("t", 1)) for _ in range(4)))
    assert await queue.waiting() == 1
    assert await queue.app.job_manager.fetch_job(None, worker) is not None
    await queue.enqueue(decision("t", 1))
    assert await queue.waiting() == 0
    await queue.enqueue(decision("t", 1, version=1))
    assert await queue.app.job_manager.fetch_job(None, worker) is None, "the same seat does not think twice at a time"
    assert await queue.tables() == {"t"}


async def test_decisions_of_the_dead_are_given_to_others(queue: PostgresQueue) -> None:
    worker = await queue.app.job_manager.register_worker()
    await queue.enqueue(decision("t"))
    job = await queue.app.job_manager.fetch_job(None, worker)
    assert job is not None
    await queue.take_over(silent=60)
    assert await queue.waiting() == 0, "it is alive"
    await sql(queue, f"UPDATE procrastinate_workers SET last_heartbeat = now() - interval '9 s' WHERE id = {worker}")
    await queue.take_over(silent=3)
    assert await queue.waiting() == 1
    for attempts, pause in ((0, 1), (3, 8), (50, 60)):
        again = ExponentialRetry().get_retry_decision(exception=OSError(), job=job.evolve(attempts=attempts))
        assert again.retry_at is not None
        assert pause - 1 < (again.retry_at - datetime.now(UTC)).total_seconds() <= pause


async def test_one_process_looks_after_the_queue_at_a_time(queue: PostgresQueue, postgresql: str) -> None:
    other = PostgresQueue(postgresql)
    await other.open()
    async with queue.maintenance() as ours:
        assert ours
        async with other.maintenance() as theirs:
            assert not theirs
    async with other.maintenance() as theirs:
        assert theirs
    await other.close()


async def test_migrations_of_a_newer_queue_are_made_once(
    queue: PostgresQueue, postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = tmp_path / "migrations"
    shutil.copytree(SchemaManager.get_migrations_path(), newer)
    (newer / "99.00.00_01_test.sql").write_text("CREATE TABLE only_once (a int);")
    monkeypatch.setattr(SchemaManager, "get_migrations_path", staticmethod(lambda: str(newer)))
    others = [PostgresQueue(postgresql) for _ in range(3)]
    await asyncio.gather(*(other.open() for other in others))
    assert await sql(queue, "SELECT count(*) FROM only_once") == [(0,)]
    await sql(queue, "DROP TABLE only_once; DELETE FROM migrations WHERE name LIKE '99%'")
    await asyncio.gather(*(other.close() for other in others))


async def test_a_bot_moves_although_nobody_has_asked_for_it(queue: PostgresQueue, postgresql: str) -> None:
    """The process that wrote the row died before it could ask: those who think sweep."""
    store = await Store.open(postgresql)
    anna = Holder("person", "Anna", "anna")
    id = await store.open_table("yaxha", 2, {}, [anna, Holder("bot", "Pebble", level=1)], "anna")
    await queue.enqueue(decision("gone", 1))
    answered = asyncio.Event()
    store.subscribe(lambda _, version: answered.set() if version >= 2 else None, id)
    async with serving_queue(postgresql, pause=0):
        await store.play(id, 0, 1, 0, "a")
        async with asyncio.timeout(LIMIT):
            await answered.wait()

        async def settled() -> bool:
            """No bot owes anything, and the table that is not there was left alone."""
            return not owed_decisions(await store.table(id)) and not await queue.tables()

        await eventually(settled)
    await store.close()


def test_an_address_is_written_as_the_database_reads_it() -> None:
    assert libpq_address("postgresql+asyncpg://anna:x@db/games?ssl=require") == (
        "postgresql://anna:x@db/games?sslmode=require"
    )
    assert psycopg.conninfo.conninfo_to_dict(libpq_address("postgres://db/games"))["dbname"] == "games"


async def test_a_thinker_gives_signs_of_life_again_when_one_has_failed(
    queue: PostgresQueue, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database was away just then, and back before the thinker itself asked for work."""
    failed = {name: fail_the_first_time(monkeypatch, name) for name in ("update_heartbeat", "listen_for_jobs")}
    await sql(queue, "DELETE FROM procrastinate_workers")
    async with serving_queue(postgresql, pause=0):

        async def alive() -> bool:
            """Both have given signs after the one that failed, and listen again."""
            listeners = (await sql(queue, "SELECT count(*) FROM pg_stat_activity WHERE query ILIKE 'LISTEN %'"))[0][0]
            signs = failed["update_heartbeat"].values()
            return len(signs) == 2 and min(signs) > 3 and listeners >= 2

        await eventually(alive)


def fail_the_first_time(monkeypatch: pytest.MonkeyPatch, name: str) -> dict[str, int]:
    """How often each worker has called this so far."""
    calls: dict[str, int] = {}
    really = getattr(JobManager, name)

    async def call(manager: JobManager, *which: int, **how: Any) -> None:
        who = str(which or how["queues"])
        calls[who] = calls.get(who, 0) + 1
        if calls[who] == 1:
            raise ConnectorException
        await really(manager, *which, **how)

    monkeypatch.setattr(JobManager, name, call)
    return calls
