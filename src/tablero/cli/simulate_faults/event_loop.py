"""An event loop without a machine: its time is virtual, and a seed decides what runs next.

Every callback belongs to the simulated process in whose context it was scheduled, or to the world outside (people,
networks, the database). Within a process callbacks run in their order, as in any event loop; which process runs next is
drawn. When nothing can run, time jumps to the next timer. A process that dies loses its callbacks between any two of
them, that is between any two awaits.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextvars import Context, ContextVar
from dataclasses import dataclass, field
from random import Random
from typing import Any

CALLBACK_SECONDS = 20e-6  # that pass with each callback
START_TIME = 1_800_000_000.0  # the time of day at which every schedule begins
JOB_SECONDS = 0.02  # a job beside the event loop takes up to so long
WORK_SECONDS = 0.001  # between two looks at the clock that measures work: up to so long


@dataclass(eq=False)
class Owner:
    """A process of the simulation, as the event loop knows it."""

    name: str
    alive: bool = True
    fuse: int | None = None  # callbacks until it dies
    resting_until: float = 0.0  # it does not run before: the machine has stopped it
    queue: deque[asyncio.Handle] = field(default_factory=deque)
    on_death: list[Callable[[], None]] = field(default_factory=list)
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)


WORLD = Owner("world")
TASK_OWNER: ContextVar[Owner] = ContextVar("owner", default=WORLD)


class Standstill(Exception):
    """Nothing can run any more: all wait for one another."""


class TooLong(Exception):
    """The schedule has not come to its end within its callbacks."""


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs callbacks in an order drawn from `luck`, at virtual times."""

    def __init__(self, luck: Random, most_callbacks: int) -> None:
        super().__init__()
        self._luck = luck
        self._now = 1000.0
        self._worked = 0.0
        self._most = most_callbacks
        self._owners: list[Owner] = []  # with something to run
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._order = itertools.count()
        self.callbacks = 0
        self.ended = False
        self.jobs_that_die = 0.0  # the share of jobs whose worker process dies
        self.errors: list[str] = []
        WORLD.queue.clear()
        WORLD.tasks.clear()
        self.set_exception_handler(self._on_error)
        self.set_task_factory(_new_task)

    def _on_error(self, _: Any, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.errors.append(f"{context['message']}: {type(error).__name__}: {error}")

    # ---------------------------------------------------------------- time

    def time(self) -> float:
        return self._now

    def time_of_day(self) -> float:
        return START_TIME + self._now

    def work_time(self) -> float:
        """Return what `time.perf_counter` would: how long a callback works is drawn, for in truth it never repeats."""
        self._worked += self._luck.random() * WORK_SECONDS
        return self._now + self._worked

    # ---------------------------------------------------------------- scheduling

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._queue(handle)
        return handle

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._order), handle))
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def _queue(self, handle: asyncio.Handle) -> None:
        owner: Owner = handle._context.get(TASK_OWNER, WORLD)  # type: ignore[attr-defined]
        if not owner.alive or self.ended:
            return
        if not owner.queue:
            self._owners.append(owner)
        owner.queue.append(handle)

    def _run_once(self) -> None:
        self.callbacks += 1
        if self.callbacks > self._most:
            raise TooLong
        now = self._now = self._now + CALLBACK_SECONDS
        timers = self._timers
        while timers and timers[0][0] <= now:
            timer = heapq.heappop(timers)[2]
            if not timer._cancelled:
                self._queue(timer)
        owners = self._owners
        if not owners:
            self._jump()
            return
        owner = owners[0] if len(owners) == 1 else owners[int(self._luck.random() * len(owners))]
        if owner.resting_until > now:
            awake = [other for other in owners if other.resting_until <= now]
            if not awake:
                self._jump(min(other.resting_until for other in owners))
                return
            owner = awake[int(self._luck.random() * len(awake))]
        handle = owner.queue.popleft()
        if not owner.queue:
            owners.remove(owner)
        if handle._cancelled:
            return
        handle._run()
        if owner.fuse is not None:
            owner.fuse -= 1
            if owner.fuse <= 0:
                self.kill(owner)

    def _jump(self, until: float | None = None) -> None:
        """Let time pass until the next timer, or until `until` if that is earlier."""
        while self._timers and self._timers[0][2]._cancelled:
            heapq.heappop(self._timers)
        moments = [self._timers[0][0]] if self._timers else []
        moments += [] if until is None else [until]
        if not moments:
            raise Standstill
        self._now = max(self._now, min(moments))

    def kill(self, owner: Owner) -> None:
        """End a process here and now: none of its callbacks runs any more."""
        if not owner.alive:
            return
        owner.alive = False
        owner.fuse = None
        owner.queue.clear()
        if owner in self._owners:
            self._owners.remove(owner)
        for notify in owner.on_death:
            notify()

    def end(self) -> None:
        """Forget what is left, and close: nothing runs any more, not even what cleans up."""
        self.ended = True
        self._timers.clear()
        self._owners.clear()
        WORLD.tasks.clear()
        self.close()

    # ---------------------------------------------------------------- jobs beside the event loop

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run a job in one step after a while, and tell its result after another while."""
        future = self.create_future()
        dies = isinstance(executor, InlineExecutor) and self._luck.random() < self.jobs_that_die
        self.call_later(self._luck.random() * JOB_SECONDS, self._run_job, future, func, args, dies)
        return future

    def _run_job(self, future: asyncio.Future[Any], func: Callable[..., Any], args: Any, dies: bool) -> None:
        if future.cancelled():
            return
        found, error = None, None
        try:
            if dies:
                raise BrokenProcessPool("the simulated worker has died")
            found = func(*args)
        except Exception as raised:
            error = raised
        self.call_later(self._luck.random() * JOB_SECONDS, _tell, future, found, error)

    def _process_events(self, event_list: Any) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


def _tell(future: asyncio.Future[Any], found: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(found)
    else:
        future.set_exception(error)


def _new_task(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
    """Return a task, and let its process keep it: what a dead process has left undone must not be cleaned up."""
    task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, **options)
    context: Context | None = options.get("context")
    owner = TASK_OWNER.get() if context is None else context.get(TASK_OWNER, WORLD)
    owner.tasks.append(task)
    if len(owner.tasks) > 500:
        owner.tasks[:] = [kept for kept in owner.tasks if not kept.done()]
    task._log_destroy_pending = False  # type: ignore[attr-defined]
    return task


class InlineExecutor:
    """Stands for the processes in which bots think: the event loop runs their jobs itself."""

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def submit(self, *_: Any) -> Any:
        """Bots do not think ahead here."""
        raise BrokenProcessPool("no job runs in the background")

    def shutdown(self, **_: Any) -> None: ...
