"""Make the moves that people have arranged, after a pause, whether their pages are open or not.

The process that wrote a row looks at the table; a slow sweep finds what a process left behind that has died. Two
processes that make the same move use the same action_id, so it counts once.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from tablero.core.errors import BadOption, IllegalMove
from tablero.site.backoff import Backoff
from tablero.site.table.presence import Presence
from tablero.store import Store
from tablero.store.database.notify import EVERY_TABLE
from tablero.table import LogRow, NoSuchTable, OtherRules, Refusal, Table
from tablero.table.automatic import (
    ITSELF_PREFIX,
    PLAN_PREFIX,
    PLAY_PLAN,
    STOP_PREFIX,
    action_id_of,
    automatic_move,
    plays_plan,
)
from tablero.table.errors import StaleVersion
from tablero.table.plans import PlanStop, decide, read

SWEEP_SECONDS = 60.0
UNKNOWN_SECONDS = (20.0, 90.0)  # how long a plan waits where its player has not answered three times yet
MIN_ANSWERS = 3
MORE_PAUSES = 3.0  # by which the pause between two planned moves of a turn may be longer

logger = logging.getLogger("tablero.site")


@dataclass(frozen=True)
class ArrangedRow:
    """A row that the server is about to append at a seat, at the earliest at a moment."""

    seat: int
    action_id: str
    due: float
    make: Callable[[Table], LogRow]


class AutomaticPlay:
    """Looks at a table whenever a row is written there after which something may have to be done by itself. Tables at
    which no player has arranged anything cost one look into an empty mapping. A plan is not played while its player
    looks at the table."""

    def __init__(self, store: Store, presence: Presence, pause: float, longest: float) -> None:
        self._store = store
        self._presence = presence
        self._pause = pause
        self._longest = longest
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._watched: set[str] = set()  # tables whose plans wait until their players look away
        self._sweeping: asyncio.Task[None] | None = None
        self._unsubscribe = store.subscribe(self._on_row, own=True)
        presence.subscribe(self._on_presence)

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
        if table is not None and (table.automatic or id in self._playing):
            self.wake(id)

    def _on_presence(self, id: str) -> None:
        if id in self._watched:
            self.wake(id)

    def wake(self, id: str) -> None:
        """Look at a table, or look again."""
        if id in self._playing:
            self._news[id].set()
        else:
            self._news[id] = asyncio.Event()
            self._playing[id] = asyncio.create_task(self._play_table(id))

    async def _play_table(self, id: str) -> None:
        backoff, news = Backoff(f"what is arranged at table {id}"), self._news[id]
        try:
            while True:
                news.clear()
                try:
                    if not await self._play_next(id, news) and not news.is_set():
                        return
                    backoff.reset()
                except (NoSuchTable, OtherRules):
                    return
                except Exception as error:
                    await backoff.wait(error)
        finally:
            del self._playing[id], self._news[id]

    async def _play_next(self, id: str, news: asyncio.Event) -> bool:
        """Do what is due at a table, unless there is news before; return whether to look again."""
        table = await self._store.table(id)
        due = await self._arranged(table)
        if not due:
            return False
        first = min(due, key=lambda one: one.due)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, first.due - self._store.now())):
                await news.wait()
                return True
        # It may have been taken back meanwhile, or another process was faster: then there is nothing to do.
        with contextlib.suppress(Refusal, IllegalMove):
            await self._store.append(id, first.seat, first.action_id, first.make)
        return True

    # ---------------------------------------------------------------- what is due

    async def _arranged(self, table: Table) -> list[ArrangedRow]:
        """Return what is to be done at the seats of a table that owe a decision."""
        self._watched.discard(table.id)
        found = []
        last = table.rows[-1].time if table.rows else table.created
        for seat in sorted(table.deciding() & table.automatic.keys()):
            move = automatic_move(table, seat)
            if move is not None:
                found.append(_move_row(table, seat, move, ITSELF_PREFIX, last + self._pause))
            elif plays_plan(table, seat) and (row := await self._planned(table, seat, last)) is not None:
                found.append(row)
        return found

    async def _planned(self, table: Table, seat: int, last: float) -> ArrangedRow | None:
        """Return what the plan of a seat says now: a move, or to stop."""
        if self._presence.is_looking(table.holders[seat].person, table.id):
            self._watched.add(table.id)
            return None
        stored = await self._store.plans.of(table.id, seat)
        if stored is None:
            return _stop_row(table, seat)
        try:
            decision = decide(read(stored.body), table, seat)
        except BadOption:  # of another version of Tablero
            decision = PlanStop("changed")
        if isinstance(decision, PlanStop):
            await self._store.plans.stop(table.id, seat, stored.body, decision.reason)
            return _stop_row(table, seat)
        if decision is None:
            return None
        going_on = self._pause * (1 + MORE_PAUSES * _drawn(table, seat))  # nobody moves at even intervals
        wait = self._usual_wait(table, seat) if decision.begins else going_on
        return _move_row(table, seat, decision.move, PLAN_PREFIX, last + wait)

    def _usual_wait(self, table: Table, seat: int) -> float:
        """Return how long this answer takes: as long as one of the player's own, so that others cannot tell that there
        is a plan; the same in every process."""
        known, share = _answers(table, seat), _drawn(table, seat)
        shortest, longest = UNKNOWN_SECONDS
        enough = len(known) >= MIN_ANSWERS
        usual = known[int(share * len(known))] if enough else shortest + share * (longest - shortest)
        left = table.clocks.left(seat, self._store.now())
        return max(min(usual, self._longest, usual if left is None else left / 2), min(self._pause, self._longest))


def _drawn(table: Table, seat: int) -> float:
    """Return a number from 0 up to 1 that is drawn by the position: the same in every process."""
    secret = f"{table.salt} {table.seed} {seat} {table.version_for(seat)} wait"
    return int.from_bytes(hashlib.sha256(secret.encode()).digest()[:4], "big") / 2**32


def _answers(table: Table, seat: int) -> list[float]:
    """Return after how many seconds a seat has begun its turns, those apart that were made by themselves."""
    return [
        row.time - before.time
        for before, row in pairwise(table.rows)
        if row.kind == "move"
        and row.seat == seat
        and before.seat != seat
        and not row.action_id.startswith((ITSELF_PREFIX, PLAN_PREFIX))
    ]


def _move_row(table: Table, seat: int, move: int, prefix: str, due: float) -> ArrangedRow:
    action_id, seen, version = action_id_of(table, seat, prefix), table.version, table.version_for(seat)

    def make(newest: Table) -> LogRow:
        if newest.version != seen:  # anything new may change what is to be done, also a plan that was replaced
            raise StaleVersion
        return newest.play(seat, move, version, action_id)

    return ArrangedRow(seat, action_id, due, make)


def _stop_row(table: Table, seat: int) -> ArrangedRow:
    """Return the row after which the plan of a seat is not played any more."""
    action_id, seen = action_id_of(table, seat, f"{STOP_PREFIX}{table.version}-"), table.version

    def make(newest: Table) -> LogRow:
        if newest.version != seen:
            raise StaleVersion
        return newest.automate(seat, newest.automatic.get(seat, 0) & ~PLAY_PLAN, action_id)

    return ArrangedRow(seat, action_id, 0.0, make)
