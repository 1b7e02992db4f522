"""The queue of bots' decisions on PostgreSQL, kept by Procrastinate: one job is one decision.

Its tables are in a schema of their own beside those of the house. A job's priority is when it is due; its lock says
what may not be thought about at the same time, and so how much one opener may occupy.
"""

from __future__ import annotations

import asyncio
import logging
import time
import zlib
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from procrastinate import App, PsycopgConnector, RetryDecision
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager, NotificationCallback
from procrastinate.retry import BaseRetryStrategy
from procrastinate.schema import SchemaManager
from sqlalchemy.engine import make_url

from tablero.site.fair_turns import Decision, due
from tablero.store.engine import async_url
from tablero.table import Table

SCHEMA = "tablero_queue"
SETTING_UP = 0x7AB1E21  # advisory locks, beside that of the house's own upgrades
TENDING = 0x7AB1E22
LINES = {True: "quick", False: "deep"}
LANES = {True: 16, False: 2}  # quick and deep decisions of one opener that are thought about at the same time
TASK = "think"
LONGEST_RETRY = 60
EPOCH = datetime(2026, 1, 1, tzinfo=UTC).timestamp()  # priorities are 32 bits: seconds since then
WAIT = 5.0  # seconds for a connection
LISTEN_AGAIN = 0.3  # seconds before news of jobs are listened for again

FORGOTTEN = 20  # seconds; no thought takes as long

logger = logging.getLogger("tablero.site")


class GrowingPauses(BaseRetryStrategy):
    """A job that fails is tried again, later each time, never given up."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        return RetryDecision(retry_in={"seconds": min(2**job.attempts, LONGEST_RETRY)})


class LastingSigns(JobManager):
    """Signs of life and news of jobs outlast a database that goes away for a moment.

    Procrastinate's worker notices no failure of theirs once its timetable, which is empty here, has ended: it would take
    jobs on and on, and pass for dead with every one of them.
    """

    async def update_heartbeat(self, worker_id: int) -> None:
        try:
            await super().update_heartbeat(worker_id)
        except ConnectorException as error:
            logger.debug("a sign of life did not arrive: %s", error)  # the next one follows at once

    async def listen_for_jobs(
        self, *, on_notification: NotificationCallback, queues: Iterable[str] | None = None
    ) -> None:
        while True:
            try:
                return await super().listen_for_jobs(on_notification=on_notification, queues=queues)
            except ConnectorException as error:
                logger.debug("no news of jobs: %s", error)  # meanwhile the worker looks for itself
                await asyncio.sleep(LISTEN_AGAIN)


def connection_words(database: str) -> str:
    """The address as PostgreSQL's own library reads it."""
    url = make_url(async_url(database)).set(drivername="postgresql")
    query = {"sslmode" if name == "ssl" else name: value for name, value in url.query.items()}
    return url.set(query=query).render_as_string(hide_password=False)


class JobQueue:
    """Decisions that wait to be thought about, by whichever process comes first."""

    shared = True

    def __init__(self, database: str) -> None:
        self._address = connection_words(database)
        # A job that a crash of the database takes along is asked for anew: no need to wait for the disk.
        self._settings: dict[str, Any] = {
            "options": f"-c search_path={SCHEMA} -c synchronous_commit=off",
            "connect_timeout": int(WAIT),
            "client_encoding": "utf8",
        }
        connector = PsycopgConnector(
            conninfo=self._address, kwargs=self._settings, min_size=1, max_size=8, timeout=WAIT, reconnect_timeout=WAIT
        )
        self.app = App(connector=connector)
        self.app.job_manager = LastingSigns(connector)
        self._connector = connector

    async def open(self) -> None:
        """Bring the queue's tables up to date, and connect."""
        async with await psycopg.AsyncConnection.connect(self._address, **self._settings) as connection:
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", [SETTING_UP])
            await _bring_up_to_date(connection)
        await self.app.open_async()

    async def close(self) -> None:
        await self.app.close_async()

    async def attend(self, table: Table, owed: Sequence[Decision]) -> bool:
        for decision in owed:
            await self.ask(decision)
        return False

    async def ask(self, decision: Decision) -> None:
        """Have somebody make a decision. What waits or is being thought about already is not asked for twice."""
        lock = f"{decision.opener} {LINES[decision.quick]} {_lane(decision)}"
        this = f"{decision.table} {decision.seat} {decision.version}"
        asked = list(await self.app.job_manager.list_jobs_async(lock=lock))
        if any(job.queueing_lock == this for job in asked):
            return
        job = self.app.configure_task(
            TASK,
            queue=LINES[decision.quick],
            lock=lock,
            queueing_lock=this,
            priority=-int(due(decision, time.time() - EPOCH, len(asked))),
        )
        try:
            await job.defer_async(table=decision.table, seat=decision.seat, version=decision.version)
        except AlreadyEnqueued:
            return

    def ahead(self, table: Table) -> None:
        """Whoever thinks for several sites has none to spare for that."""

    async def waiting(self) -> int:
        """How many decisions wait for somebody."""
        found = await self._connector.execute_query_one_async(
            "SELECT count(*) AS number FROM procrastinate_jobs WHERE status = 'todo'"
        )
        return int(found["number"])

    async def tables(self) -> set[str]:
        """The tables where a decision waits or is being thought about."""
        return {str(job.task_kwargs.get("table")) for job in await self.app.job_manager.list_jobs_async()}

    async def take_over(self, silent: float) -> None:
        """Give the decisions of those who have been silent for so many seconds to others, and those that were begun so long
        ago that nobody can still be at it: when the database goes away, its answer to a finished thought may get lost."""
        manager = self.app.job_manager
        silenced = await manager.get_stalled_jobs(seconds_since_heartbeat=silent)
        forgotten = await manager.get_stalled_jobs(nb_seconds=FORGOTTEN)
        for job in {job.id: job for job in (*silenced, *forgotten)}.values():
            logger.warning("a thinker has died or forgotten: %s is given to another", job.call_string)
            try:
                await self.app.job_manager.retry_job(job, retry_at=datetime.now(UTC))
            except ConnectorException:  # the same decision waits already, or another has just been quicker
                await self.app.job_manager.finish_job(job, Status.FAILED, delete_job=True)

    @asynccontextmanager
    async def tending(self) -> AsyncIterator[bool]:
        """Whether it is ours to look after the queue now: one process does at a time."""
        async with self._connector.pool.connection() as connection:
            found = await connection.execute("SELECT pg_try_advisory_xact_lock(%s)", [TENDING])
            row = await found.fetchone()
            yield row is not None and bool(row[0])


def _lane(decision: Decision) -> int:
    return (zlib.crc32(decision.table.encode()) + decision.seat) % LANES[decision.quick]


async def _bring_up_to_date(connection: psycopg.AsyncConnection[Any]) -> None:
    """The newest schema, or the migrations that have come since; which ones have been made is noted beside it."""
    await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    await connection.execute(f"CREATE TABLE IF NOT EXISTS {SCHEMA}.migrations (name text PRIMARY KEY)")
    noted = {row[0] for row in await (await connection.execute(f"SELECT name FROM {SCHEMA}.migrations")).fetchall()}
    steps = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    if not noted:
        await connection.execute(SchemaManager.get_schema())
    for step in steps:
        if noted and step.name not in noted:
            await connection.execute(step.read_bytes())
        await connection.execute(f"INSERT INTO {SCHEMA}.migrations VALUES (%s) ON CONFLICT DO NOTHING", [step.name])
