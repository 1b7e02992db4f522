"""A process that takes bots' decisions from the PostgreSQL queue, makes them and maintains the queue.

The true position is read here and stays here; its workers search imagined ones. When this process dies, the others miss
its heartbeat within seconds and make its decisions.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection

from tablero.site import log_format
from tablero.site.backoff import Backoff
from tablero.site.bots.backend import play_one
from tablero.site.bots.bot_workers import BotWorkers
from tablero.site.bots.decisions import owed_decisions
from tablero.site.bots.postgres_queue import LANE_COUNTS, QUEUE_NAMES, TASK_NAME, ExponentialRetry, PostgresQueue
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.bots.worker import init_worker
from tablero.site.event_loop import run_in_loop, stop_event
from tablero.site.settings import Settings
from tablero.store import Store
from tablero.table import NoSuchTable, OtherRules
from tablero.table.clock import steady_clock

# All in seconds.
HEARTBEAT = 0.3
SILENT = 2.0  # without a heartbeat, after which a worker is taken for dead
MAINTENANCE = 0.3  # between two checks for dead workers
SWEEP = 1.5  # between two checks for decisions that were never queued
POLL = 0.3  # between two checks for jobs that were not announced
MAX_PAUSE = 5.0  # between two attempts to reach the queue again
GRACE = 2.0  # for searches under way when this process stops

logger = logging.getLogger("tablero.site")


def run_queue_worker(settings: Settings, ready: Connection) -> None:
    """Serve the queue until this process is stopped; `ready` is sent True at the start."""
    init_worker()
    log_format.configure_logging(settings.log, security=bool(settings.public))
    run_in_loop(_serve_until_stopped(settings, ready))


async def _serve_until_stopped(settings: Settings, ready: Connection) -> int:
    stopping = stop_event()
    async with serving_queue(settings.database, settings.bot_pause):
        ready.send(True)
        await stopping.wait()
    return 0


@asynccontextmanager
async def serving_queue(database: str, pause: float) -> AsyncIterator[None]:
    """Serve the queue inside this context."""
    store = await Store.open(database, clock=steady_clock())
    queue = PostgresQueue(database)
    await queue.open()
    worker = QueueWorker(store, queue, pause)
    warming = asyncio.create_task(
        worker.workers.warm_up()
    )  # beside the first decisions, which may be waited for already
    tasks = [asyncio.create_task(worker.work(quick)) for quick in QUEUE_NAMES]
    tasks.append(asyncio.create_task(worker.maintain_queue()))
    try:
        yield
    finally:
        for task in (*tasks, warming):
            task.cancel()
        await asyncio.gather(*tasks, warming, return_exceptions=True)
        await worker.close()
        await store.close()


class QueueWorker:
    """Makes one deep decision at a time, and quick ones beside it."""

    def __init__(self, store: Store, queue: PostgresQueue, pause: float) -> None:
        self._store = store
        self._queue = queue
        self._pause = pause
        self.workers = BotWorkers(1)
        self._scheduler = BotScheduler(store, queue)  # queues what follows from the moves that are made here
        queue.app.task(name=TASK_NAME, retry=ExponentialRetry())(self.decide)

    async def close(self) -> None:
        await self._scheduler.close()
        self.workers.close()

    async def decide(self, table: str, seat: int, version: int) -> None:
        """Make one decision, unless it is made already."""
        try:
            found = await self._store.table(table)
        except (NoSuchTable, OtherRules) as error:
            logger.error("bots leave table %s alone: %s", table, error)
            return
        for decision in owed_decisions(found):
            if (decision.seat, decision.version) == (seat, version):
                await play_one(self._store, self.workers, found, decision, self._pause)

    async def work(self, quick: bool) -> None:
        """Take quick or deep decisions from the queue until cancelled."""
        backoff = Backoff(f"the {QUEUE_NAMES[quick]} thinker", MAX_PAUSE)
        while True:
            began = time.monotonic()
            try:
                await self._queue.app.run_worker_async(
                    queues=[QUEUE_NAMES[quick]],
                    name=QUEUE_NAMES[quick],
                    concurrency=LANE_COUNTS[True] if quick else 1,
                    install_signal_handlers=False,
                    delete_jobs="always",
                    fetch_job_polling_interval=POLL,
                    abort_job_polling_interval=60.0,
                    shutdown_graceful_timeout=GRACE,
                    update_heartbeat_interval=HEARTBEAT,
                    stalled_worker_timeout=60.0,
                )
                error: Exception = ConnectionError("the queue cannot be reached")
            except Exception as caught:
                error = caught
            if time.monotonic() - began > 60:
                backoff.reset()
            await backoff.wait(error)

    async def maintain_queue(self) -> None:
        """Requeue decisions of dead workers, and queue those that were never queued. One process does at a time."""
        backoff = Backoff("the queue of bots", MAX_PAUSE)
        swept = 0.0
        while True:
            try:
                async with self._queue.maintenance() as ours:
                    if ours:
                        await self._queue.take_over(SILENT)
                    if ours and time.monotonic() - swept > SWEEP:
                        await self._sweep()
                        swept = time.monotonic()
                backoff.reset()
                await asyncio.sleep(MAINTENANCE)
            except Exception as error:
                await backoff.wait(error)

    async def _sweep(self) -> None:
        """Wake tables whose bots are late: a process may have died between a row and queueing what follows."""
        late = await self._store.waiting_for_bots(time.time() - SWEEP)
        known = await self._queue.tables() if late else set()
        for id in late:
            if id not in known:
                self._scheduler.wake(id)
