"""Tables whose last commit was reported as failed, although it may have happened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tablero.store.errors import StoreError
from tablero.table import NoSuchTable, OtherRules, Table

RETRY_SECONDS = 1.0


class Doubts:
    """Reads such a table again as soon as the database answers. If it has a new row, `written(table)` is called as
    after any commit: viewers, bots and clocks have to follow."""

    def __init__(self, read: Callable[[str], Awaitable[Table]], written: Callable[[Table], None]) -> None:
        self._read = read
        self._written = written
        self._tasks: set[asyncio.Task[None]] = set()

    def check(self, id: str, version: int) -> None:
        """Look in the background for rows after `version`."""
        task = asyncio.create_task(self._check(id, version))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _check(self, id: str, version: int) -> None:
        while True:
            try:
                table = await self._read(id)
            except StoreError:
                await asyncio.sleep(RETRY_SECONDS)
            except (NoSuchTable, OtherRules):
                return
            else:
                if table.version > version:
                    self._written(table)
                return
