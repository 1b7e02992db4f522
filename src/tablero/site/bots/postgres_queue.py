"""Queue of bots' decisions in PostgreSQL, kept by Procrastinate: one job is one decision.

Its tables are in a schema of their own. A job's priority is when it is due; jobs with the same lock do not run at the
same time, which limits how many workers one opener may occupy.
"""

from __future__ import annotations

import asyncio
import logging
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
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

from tablero.site.bots.decisions import BotDecision
from tablero.site.bots.fair_queue import due
from tablero.store.database.engine import async_url
from tablero.table import Table

QUEUE_SCHEMA = "tablero_queue"
SETUP_LOCK = 0x7AB1E21  # advisory locks, beside that of the store's own migrations
MAINTENANCE_LOCK = 0x7AB1E22
QUEUE_NAMES = {True: "quick", False: "deep"}
LANE_COUNTS = {True: 16, False: 2}  # quick and deep decisions of one opener at the same time
TASK_NAME = "think"
MAX_RETRY_SECONDS = 60
EPOCH = datetime(2026, 1, 1, tzinfo=UTC).timestamp()  # priorities are 32 bits: seconds since then
CONNECT_SECONDS = 5.0
RELISTEN_SECONDS = 0.3  # before LISTEN is tried again
ABANDONED_SECONDS = 20  # longer than any search takes

logger = logging.getLogger("tablero.site")


class ExponentialRetry(BaseRetryStrategy):
    """Try a failed job again after 1, 2, 4 ... seconds, at most MAX_RETRY_SECONDS, without end."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        return RetryDecision(retry_in={"seconds": min(2**job.attempts, MAX_RETRY_SECONDS)})


class ResilientJobManager(JobManager):
    """Keeps heartbeat and LISTEN going while the database is away for a moment.

    Procrastinate's worker does not notice that one of them has failed once its timetable, which is empty here, has
    ended: it would go on taking jobs, and be taken for dead with every one of them.
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
                logger.debug("no news of jobs: %s", error)  # meanwhile the worker polls
                await asyncio.sleep(RELISTEN_SECONDS)


def libpq_address(database: str) -> str:
    """Return the address of the database as libpq reads it."""
    url = make_url(async_url(database)).set(drivername="postgresql")
    query = {"sslmode" if name == "ssl" else name: value for name, value in url.query.items()}
    return url.set(query=query).render_as_string(hide_password=False)


class PostgresQueue:
    """Decisions that wait for any process that serves the queue."""

    shared = True

    def __init__(self, database: str, clock: Callable[[], float] = time.time) -> None:
        """`clock` gives the seconds since 1970 by which decisions become due."""
        self._address = libpq_address(database)
        self._clock = clock
        # A job that is lost in a crash of the database is queued again: no need to wait for the disk.
        self._settings: dict[str, Any] = {
            "options": f"-c search_path={QUEUE_SCHEMA} -c synchronous_commit=off",
            "connect_timeout": int(CONNECT_SECONDS),
            "client_encoding": "utf8",
        }
        connector = PsycopgConnector(
            conninfo=self._address,
            kwargs=self._settings,
            min_size=1,
            max_size=8,
            timeout=CONNECT_SECONDS,
            reconnect_timeout=CONNECT_SECONDS,
        )
        self.app = App(connector=connector)
        self.app.job_manager = ResilientJobManager(connector)
        self._connector = connector

    async def open(self) -> None:
        """Migrate the queue's tables, and connect."""
        async with await psycopg.AsyncConnection.connect(self._address, **self._settings) as connection:
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", [SETUP_LOCK])
            await _migrate(connection)
        await self.app.open_async()

    async def close(self) -> None:
        await self.app.close_async()

    async def decide(self, table: Table, owed: Sequence[BotDecision]) -> bool:
        for decision in owed:
            await self.enqueue(decision)
        return False

    async def enqueue(self, decision: BotDecision) -> None:
        """Queue a decision, unless it waits or is being made already."""
        lock = f"{decision.opener} {QUEUE_NAMES[decision.quick]} {_lane(decision)}"
        this = f"{decision.table} {decision.seat} {decision.version}"
        pending = list(await self.app.job_manager.list_jobs_async(lock=lock))
        if any(job.queueing_lock == this for job in pending):
            return
        job = self.app.configure_task(
            TASK_NAME,
            queue=QUEUE_NAMES[decision.quick],
            lock=lock,
            queueing_lock=this,
            priority=-int(due(decision, self._clock() - EPOCH, len(pending))),
        )
        with suppress(AlreadyEnqueued):
            await job.defer_async(table=decision.table, seat=decision.seat, version=decision.version)

    def think_ahead(self, table: Table) -> None:
        """Do nothing: workers that serve several sites have no time to spare."""

    async def waiting(self) -> int:
        """Return how many decisions wait for a worker."""
        found = await self._connector.execute_query_one_async(
            "SELECT count(*) AS number FROM procrastinate_jobs WHERE status = 'todo'"
        )
        return int(found["number"])

    async def tables(self) -> set[str]:
        """Return the ids of the tables with a decision that waits or is being made."""
        return {str(job.task_kwargs.get("table")) for job in await self.app.job_manager.list_jobs_async()}

    async def take_over(self, silent: float) -> None:
        """Requeue the decisions of workers without a heartbeat for `silent` seconds, and those begun more than
        ABANDONED_SECONDS ago: when the database goes away, its reply to a finished job may get lost."""
        manager = self.app.job_manager
        silenced = await manager.get_stalled_jobs(seconds_since_heartbeat=silent)
        abandoned = await manager.get_stalled_jobs(nb_seconds=ABANDONED_SECONDS)
        for job in {job.id: job for job in (*silenced, *abandoned)}.values():
            logger.warning("a thinker has died or forgotten: %s is given to another", job.call_string)
            try:
                await manager.retry_job(job, retry_at=datetime.now(UTC))
            except ConnectorException:  # the same decision waits already, or another process was faster
                await manager.finish_job(job, Status.FAILED, delete_job=True)

    @asynccontextmanager
    async def maintenance(self) -> AsyncIterator[bool]:
        """Yield whether this process may maintain the queue inside this context: one does at a time."""
        async with self._connector.pool.connection() as connection:
            found = await connection.execute("SELECT pg_try_advisory_xact_lock(%s)", [MAINTENANCE_LOCK])
            row = await found.fetchone()
            yield row is not None and bool(row[0])


def _lane(decision: BotDecision) -> int:
    return (zlib.crc32(decision.table.encode()) + decision.seat) % LANE_COUNTS[decision.quick]


async def _migrate(connection: psycopg.AsyncConnection[Any]) -> None:
    """Create the newest schema, or apply the migrations that are not listed in the table `migrations`."""
    await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {QUEUE_SCHEMA}")
    await connection.execute(f"CREATE TABLE IF NOT EXISTS {QUEUE_SCHEMA}.migrations (name text PRIMARY KEY)")
    rows = await (await connection.execute(f"SELECT name FROM {QUEUE_SCHEMA}.migrations")).fetchall()
    applied = {row[0] for row in rows}
    if not applied:
        await connection.execute(SchemaManager.get_schema())
    for step in sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql")):
        if applied and step.name not in applied:
            await connection.execute(step.read_bytes())
        await connection.execute(
            f"INSERT INTO {QUEUE_SCHEMA}.migrations VALUES (%s) ON CONFLICT DO NOTHING", [step.name]
        )
