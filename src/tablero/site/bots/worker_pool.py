"""Worker processes for jobs that would block the event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, TypeVar

from tablero.plain import compiled_is_wanted
from tablero.site.bots.worker import init_background_worker, init_worker
from tablero.table import Refusal

if TYPE_CHECKING:  # worker processes need no web framework
    from tablero.site.web.rate_limit import RateLimit

Result = TypeVar("Result")


class WorkerDied(Refusal):
    """A worker process ended before its job; the next job gets new processes."""


class WorkerPool:
    """Processes that run jobs; they start with the first job."""

    def __init__(self, processes: int, nice: bool = False, limit: int = 0, rate: RateLimit | None = None) -> None:
        """`nice` lowers the priority of the processes. At most `limit` jobs are pending (0: any number), and `rate`
        limits how many a user may start."""
        self._processes = processes
        self._init = init_background_worker if nice else init_worker
        self._limit = limit
        self._rate = rate
        self._executor: ProcessPoolExecutor | None = None
        self._compiled = False
        self._spawn = multiprocessing.get_context("spawn")
        self._interrupt = self._spawn.Event()
        self.busy = 0  # jobs whose results are waited for

    async def run(self, job: Callable[..., Result], *args: Any, user: str = "") -> Result:
        """Run `job` in a worker and return its result; a background job stops. Raises Refusal if the queue is full or
        `user` has started too many jobs, WorkerDied if the process ended."""
        if (self._limit and self.busy >= self._limit) or (self._rate is not None and not self._rate.allows(user)):
            raise Refusal("too many questions at once: ask again in a moment")
        self._interrupt.set()
        executor = self.executor()
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, job, *args)
        except BrokenProcessPool as error:
            if self._executor is executor:
                self._executor = None
            raise WorkerDied("the answer was lost: ask again") from error
        finally:
            self.busy -= 1

    def run_in_background(self, job: Callable[..., None], *args: Any) -> None:
        """Run a job that stops when the next request arrives."""
        self._interrupt.clear()
        try:
            running: Future[None] = self.executor().submit(job, *args)
        except BrokenProcessPool:
            return  # the next request gets new processes
        running.add_done_callback(lambda done: done.cancelled() or done.exception())

    def executor(self) -> ProcessPoolExecutor:
        """Return the executor of the current processes. New ones start once the rules have been compiled; jobs that
        run in the old ones still deliver their results."""
        if self._executor is not None and not self._compiled and compiled_is_wanted():
            self._executor.shutdown(wait=False)
            self._executor = None
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self._processes, mp_context=self._spawn, initializer=self._init, initargs=(self._interrupt,)
            )
            self._compiled = compiled_is_wanted()
        return self._executor

    def restart(self) -> None:
        """End the processes; the next job starts new ones."""
        self.close()
        self._executor = None

    def close(self) -> None:
        """End the processes without waiting for their jobs."""
        if self._executor is not None:
            for process in list(getattr(self._executor, "_processes", {}).values()):
                process.terminate()
            self._executor.shutdown(wait=False, cancel_futures=True)
