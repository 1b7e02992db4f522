"""Make the moves that people have arranged, after a pause, whether their pages are open or not.

The process that wrote a row looks at the table; a slow sweep finds what a process left behind that has died. Two
processes that make the same move use the same action_id, so it counts once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from functools import partial

from tablero.core.errors import IllegalMove
from tablero.site.backoff import Backoff
from tablero.store import Store
from tablero.store.database.notify import EVERY_TABLE
from tablero.table import LogRow, NoSuchTable, OtherRules, Refusal, Table
from tablero.table.automatic import ITSELF_PREFIX, action_id_of, automatic_move
from tablero.table.errors import StaleVersion

SWEEP_SECONDS = 60.0

logger = logging.getLogger("tablero.site")


@dataclass(frozen=True)
class ArrangedMove:
    """A move that the server is about to make at a seat in one position."""

    seat: int
    move: int
    version: int  # as the seat counts
    action_id: str


class AutomaticPlay:
    """Looks at a table whenever a row is written there after which something may have to be done by itself. Tables at
    which no player has arranged anything cost one look into an empty mapping."""

    def __init__(self, store: Store, pause: float) -> None:
        self._store = store
        self._pause = pause
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._sweeping: asyncio.Task[None] | None = None
        self._unsubscribe = store.subscribe(self._on_row, own=True)

    def start(self) -> None:
        """Begin to look after tables at which something was arranged before."""
        self._sweeping = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        self._unsubscribe()
        tasks = [*self._playing.values(), *filter(None, [self._sweeping])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _sweep(self) -> None:
        backoff = Backoff("what people have arranged")
        while True:
            try:
                for id in await self._store.automatic.running():
                    self.wake(id)
                backoff.reset()
                await asyncio.sleep(SWEEP_SECONDS)
            except Exception as error:
                await backoff.wait(error)

    def _on_row(self, id: str, version: int) -> None:
        table = self._store.cached(id) if id != EVERY_TABLE else None
        if table is not None and table.automatic:
            self.wake(id)

    def wake(self, id: str) -> None:
        """Look at a table; a look under way is repeated before it ends."""
        if id in self._playing:
            self._again.add(id)
        else:
            self._playing[id] = asyncio.create_task(self._play_table(id))

    async def _play_table(self, id: str) -> None:
        backoff = Backoff(f"what is arranged at table {id}")
        try:
            while True:
                self._again.discard(id)
                try:
                    if not await self._play_next(id) and id not in self._again:
                        return
                    backoff.reset()
                except (NoSuchTable, OtherRules):
                    return
                except Exception as error:
                    await backoff.wait(error)
        finally:
            del self._playing[id]

    async def _play_next(self, id: str) -> bool:
        """Make what is due at a table; return whether it has to be looked at again."""
        due = arranged(await self._store.table(id))
        if due:
            await asyncio.sleep(self._pause)
        for one in due:
            # It may have been taken back meanwhile, or another process was faster: then there is nothing to do.
            with contextlib.suppress(Refusal, IllegalMove):
                await self._store.append(id, one.seat, one.action_id, partial(_row, one=one))
        return bool(due)


def arranged(table: Table) -> list[ArrangedMove]:
    """Return what is to be done now at the seats of a table."""
    found = []
    for seat in sorted(table.deciding() & table.automatic.keys()):
        move = automatic_move(table, seat)
        if move is not None:
            action_id = action_id_of(table, seat, ITSELF_PREFIX)
            found.append(ArrangedMove(seat, move, table.version_for(seat), action_id))
    return found


def _row(table: Table, one: ArrangedMove) -> LogRow:
    """Return the row of an arranged move. Raise StaleVersion where the position has changed since."""
    if one not in arranged(table):
        raise StaleVersion
    return table.play(one.seat, one.move, one.version, one.action_id)
