"""A process in which bots think: it takes decisions from the queue on PostgreSQL, makes them and looks after the queue.

The true position is read here and stays here; what is thought about elsewhere is imagined. When this process dies, its
silence is noticed by the others within seconds, and they make its decisions.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection

from tablero.site import logs
from tablero.site.bot_seats import BotSeats, Patience
from tablero.site.bot_thought import settle_in
from tablero.site.fair_turns import decisions
from tablero.site.job_queue import LANES, LINES, TASK, GrowingPauses, JobQueue
from tablero.site.loop import run_in_loop, when_stopped
from tablero.site.settings import Settings
from tablero.site.thinkers import Thinkers
from tablero.site.thinking import play_one
from tablero.store import House
from tablero.table import NoSuchTable, OtherRules
from tablero.table.clock import steady

HEARTBEAT = 0.3  # seconds between two signs of life
SILENT = 2.0  # seconds without one after which somebody is taken for dead
TEND = 0.3  # seconds between two looks at who is silent
SWEEP = 1.5  # seconds between two looks for decisions that nobody has asked for
POLL = 0.3  # seconds between two looks for work that nobody has announced
LONGEST_PAUSE = 5.0  # seconds between two attempts to reach the queue again
GRACE = 2.0  # seconds for thoughts under way when this process stops

logger = logging.getLogger("tablero.site")


def think(settings: Settings, ready: Connection) -> None:
    """What such a process does."""
    settle_in()
    logs.set_up(settings.log)
    run_in_loop(_think_until_stopped(settings, ready))


async def _think_until_stopped(settings: Settings, ready: Connection) -> int:
    stopping = when_stopped()
    async with thinking(settings.database, settings.bot_pause):
        ready.send(True)
        await stopping.wait()
    return 0


@asynccontextmanager
async def thinking(database: str, pause: float) -> AsyncIterator[None]:
    """Think, as long as this lasts."""
    house = await House.open(database, clock=steady())
    queue = JobQueue(database)
    await queue.open()
    mind = Mind(house, queue, pause)
    warming = asyncio.create_task(mind.warm_up())  # beside the first decisions: somebody may wait for them already
    tasks = [asyncio.create_task(mind.work(quick)) for quick in LINES]
    tasks.append(asyncio.create_task(mind.look_after_the_queue()))
    try:
        yield
    finally:
        for task in (*tasks, warming):
            task.cancel()
        await asyncio.gather(*tasks, warming, return_exceptions=True)
        await mind.close()
        await house.close()


class Mind:
    """One deep thought at a time, and quick answers beside it."""

    def __init__(self, house: House, queue: JobQueue, pause: float) -> None:
        self._house = house
        self._queue = queue
        self._pause = pause
        self._thinkers = Thinkers(1)
        self._seats = BotSeats(house, queue)  # asks for what follows from the moves that are made here
        queue.app.task(name=TASK, retry=GrowingPauses())(self.decide)

    async def warm_up(self) -> None:
        await self._thinkers.warm_up()

    async def close(self) -> None:
        await self._seats.close()
        self._thinkers.close()

    async def decide(self, table: str, seat: int, version: int) -> None:
        """One decision; nothing when somebody else has made it already."""
        try:
            found = await self._house.table(table)
        except (NoSuchTable, OtherRules) as error:
            logger.error("bots leave table %s alone: %s", table, error)
            return
        for decision in decisions(found):
            if (decision.seat, decision.version) == (seat, version):
                await play_one(self._house, self._thinkers, found, decision, self._pause)

    async def work(self, quick: bool) -> None:
        """Take decisions of one kind from the queue."""
        patience = Patience(f"the {LINES[quick]} thinker", LONGEST_PAUSE)
        while True:
            began = time.monotonic()
            try:
                await self._queue.app.run_worker_async(
                    queues=[LINES[quick]], name=LINES[quick], concurrency=LANES[True] if quick else 1,
                    install_signal_handlers=False, delete_jobs="always", fetch_job_polling_interval=POLL,
                    abort_job_polling_interval=60.0, shutdown_graceful_timeout=GRACE,
                    update_heartbeat_interval=HEARTBEAT, stalled_worker_timeout=60.0,
                )  # fmt: skip
                error: Exception = ConnectionError("the queue cannot be reached")
            except Exception as caught:
                error = caught
            if time.monotonic() - began > 60:
                patience.renew()
            await patience.wait(error)

    async def look_after_the_queue(self) -> None:
        """Take over from the dead; ask for what nobody has asked for. One process does at a time."""
        patience = Patience("the queue of bots", LONGEST_PAUSE)
        swept = 0.0
        while True:
            try:
                async with self._queue.tending() as ours:
                    if ours:
                        await self._queue.take_over(SILENT)
                    if ours and time.monotonic() - swept > SWEEP:
                        await self._sweep()
                        swept = time.monotonic()
                patience.renew()
                await asyncio.sleep(TEND)
            except Exception as error:
                await patience.wait(error)

    async def _sweep(self) -> None:
        """A process may have died after a row and before it asked for the bots that follow."""
        late = await self._house.waiting_for_bots(time.time() - SWEEP)
        known = await self._queue.tables() if late else set()
        for id in late:
            if id not in known:
                self._seats.wake(id)
