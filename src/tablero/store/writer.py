"""Writer: one hand writes everything, and what has come together meanwhile is committed at once.

Two connections of SQLite that write at the same time refuse each other, and each commit waits for the disk: so there is one
writer, and a commit carries all changes that arrived during the last one.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Executable
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablero.store.engine import writing_engine
from tablero.store.errors import StoreError, StoreUnfit, told_clearly

TOGETHER = 200  # changes in one commit at most

Step = tuple[Executable, Mapping[str, Any]]
Steps = list[tuple[Executable, list[Mapping[str, Any]]]]


@dataclass(eq=False)
class Change:
    """Statements that count together or not at all. `written` is called once they are on disk, before whoever asked hears
    of it, and even when that one has gone meanwhile."""

    steps: Sequence[Step]
    written: Callable[[], None]
    done: asyncio.Future[None]


class Writer:
    """Commits changes in the order in which they come. Statements are executed in the order of `order`, so that equal ones
    of several changes are one call."""

    def __init__(self, engine: AsyncEngine, order: Sequence[Executable]) -> None:
        self._engine = engine
        self._place = {id(statement): place for place, statement in enumerate(order)}
        self._waiting: asyncio.Queue[Change] = asyncio.Queue()
        self._hand = asyncio.Lock()
        self.own = writing_engine(engine)
        self._thread = ThreadPoolExecutor(1, "tablero-writer") if self.own is not None else None
        self.works = True  # the last commit succeeded
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        await self._waiting.join()
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        if self.own is not None and self._thread is not None:
            self._thread.shutdown()
            self.own.dispose()

    async def write(self, steps: Sequence[Step], written: Callable[[], None]) -> None:
        """Have statements committed; they are on disk when this returns. A clash of keys is an IntegrityError."""
        change = Change(steps, written, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(change)
        await change.done

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that reads and writes as it likes; everybody else waits, so it must be short."""
        with self._noting():
            async with self._hand, self._engine.begin() as connection:
                yield connection

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """Remember whether the database could be written to."""
        try:
            with told_clearly():
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
                    if not change.done.done():  # whatever it was, nobody waits for ever
                        change.done.cancel()

    async def _write(self, changes: Sequence[Change]) -> None:
        try:
            await self._commit(self._sorted(changes))
        except (IntegrityError, StoreUnfit) as error:
            if len(changes) == 1:
                _tell(changes[0], error)
            else:  # one of them is to blame; the others shall not suffer
                for change in changes:
                    await self._write([change])
        except Exception as error:
            for change in changes:
                _tell(change, error)
        else:
            for change in changes:
                change.written()
                _tell(change, None)

    async def _commit(self, steps: Steps) -> None:
        if self.own is None:
            async with self.alone() as connection:
                for statement, values in steps:
                    await connection.execute(statement, values)
            return
        with self._noting():
            async with self._hand:
                await asyncio.get_running_loop().run_in_executor(self._thread, _commit, self.own, steps)

    def _sorted(self, changes: Sequence[Change]) -> Steps:
        together: dict[int, tuple[Executable, list[Mapping[str, Any]]]] = {}
        for change in changes:
            for statement, values in change.steps:
                together.setdefault(self._place[id(statement)], (statement, []))[1].append(values)
        for _, lines in together.values():
            lines.sort(key=lambda line: str(line.get("match") or line.get("at_match")))  # or two processes block each other
        return [together[place] for place in sorted(together)]


def _commit(engine: Engine, steps: Steps) -> None:
    with engine.begin() as connection:
        for statement, values in steps:
            connection.execute(statement, values)


def _tell(change: Change, error: Exception | None) -> None:
    if change.done.done():
        return  # whoever asked has gone
    if error is None:
        change.done.set_result(None)
    else:
        change.done.set_exception(error)
