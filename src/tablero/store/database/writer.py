"""Single database writer with group commit: changes queued during one commit go into the next.

Two SQLite connections cannot write at the same time, and each commit waits for the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Engine, Executable
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablero.store.database.engine import writing_engine
from tablero.store.errors import StoreError, StoreUnfit, translate_errors

TOGETHER = 200  # changes in one commit at most

Step = tuple[Executable, Mapping[str, Any]]
Steps = list[tuple[Executable, list[Mapping[str, Any]]]]


@dataclass(eq=False)
class Change:
    """Statements of one transaction. `written` is called once they are on disk, before `done` is set, and even if the
    request has been cancelled meanwhile."""

    steps: Sequence[Step]
    written: Callable[[], None]
    done: asyncio.Future[None]


class Writer:
    """Commits changes in the order of arrival. Within a commit, statements are executed in the order of `order`, so
    that equal ones of several changes are one call."""

    def __init__(self, engine: AsyncEngine, order: Sequence[Executable]) -> None:
        self._engine = engine
        self._place = {id(statement): place for place, statement in enumerate(order)}
        self._waiting: asyncio.Queue[Change] = asyncio.Queue()
        self._turn = asyncio.Lock()
        self.own = writing_engine(engine)
        self._thread = ThreadPoolExecutor(1, "tablero-writer") if self.own is not None else None
        self.works = True  # the last commit succeeded
        self._executed = asyncio.Event()  # no statement is being executed by the thread
        self._executed.set()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Commit what is queued, then stop."""
        await self._waiting.join()
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        if self.own is not None and self._thread is not None:
            self._thread.shutdown()
            self.own.dispose()

    async def write(self, steps: Sequence[Step], written: Callable[[], None]) -> None:
        """Commit statements and return when they are on disk. Raise IntegrityError if a key exists already."""
        change = Change(steps, written, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(change)
        await change.done

    async def executed(self, seconds: float) -> None:
        """Wait until the thread needs the interpreter no more: it waits for the disk or is idle.

        Wait no longer than `seconds`. While the loop computes, each row would have to wait for its turn."""
        if not self._executed.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._executed.wait()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that reads and writes. It must be short: all other writes wait."""
        with self._recording():
            async with self._turn, self._engine.begin() as connection:
                yield connection

    @contextmanager
    def _recording(self) -> Iterator[None]:
        """Record in `works` whether the database could be written to."""
        try:
            with translate_errors():
                yield
        except StoreError as error:
            self.works = isinstance(error, StoreUnfit)
            raise
        self.works = True

    async def _run(self) -> None:
        while True:
            changes = [await self._waiting.get()]
            while len(changes) < TOGETHER and not self._waiting.empty():
                changes.append(self._waiting.get_nowait())
            try:
                await self._write(changes)
            finally:
                for change in changes:
                    self._waiting.task_done()
                    if not change.done.done():  # whatever happened, no request waits for ever
                        change.done.cancel()

    async def _write(self, changes: Sequence[Change]) -> None:
        try:
            await self._commit(self._sorted(changes))
        except (IntegrityError, StoreUnfit) as error:
            if len(changes) == 1:
                _resolve(changes[0], error)
            else:  # one of them failed: commit each by itself
                for change in changes:
                    await self._write([change])
        except Exception as error:
            for change in changes:
                _resolve(change, error)
        else:
            for change in changes:
                change.written()
                _resolve(change, None)

    async def _commit(self, steps: Steps) -> None:
        if self.own is None:
            async with self.transaction() as connection:
                for statement, values in steps:
                    await connection.execute(statement, values)
            return
        with self._recording():
            async with self._turn:
                loop = asyncio.get_running_loop()
                executed = partial(loop.call_soon_threadsafe, self._executed.set)
                self._executed.clear()
                try:
                    await loop.run_in_executor(self._thread, _commit, self.own, steps, executed)
                finally:
                    self._executed.set()

    def _sorted(self, changes: Sequence[Change]) -> Steps:
        together: dict[int, tuple[Executable, list[Mapping[str, Any]]]] = {}
        for change in changes:
            for statement, values in change.steps:
                together.setdefault(self._place[id(statement)], (statement, []))[1].append(values)
        for _, lines in together.values():
            # In one order for all processes: else two of them could block each other.
            lines.sort(key=lambda line: str(line.get("match") or line.get("at_match")))
        return [together[place] for place in sorted(together)]


def _commit(engine: Engine, steps: Steps, executed: Callable[[], object]) -> None:
    with engine.begin() as connection:
        for statement, values in steps:
            connection.execute(statement, values)
        executed()


def _resolve(change: Change, error: Exception | None) -> None:
    if change.done.done():
        return  # cancelled
    if error is None:
        change.done.set_result(None)
    else:
        change.done.set_exception(error)
