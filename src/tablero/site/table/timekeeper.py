"""Let a bot stand in for a player whose time has run out, or who is away for longer than the others wait.

The moment at which a table has to be checked next is in the database, so that it survives a restart. Each process
checks what is due; the row that is written first counts, and the others find nothing left to do.
"""

from __future__ import annotations

import asyncio
import logging
import math
from functools import partial

from tablero.people.vacation import vacation_until
from tablero.site.table.presence import Presence
from tablero.store import Store
from tablero.store.database.notify import EVERY_TABLE
from tablero.store.errors import StoreError
from tablero.store.tables.deadlines import GROUP_SIZE
from tablero.table import MAX_LAG, Cause, NoSuchTable, OtherRules, Refusal, Table
from tablero.table.terms import MINUTE_SECONDS

MAX_CHECK_INTERVAL = 20.0  # seconds between two checks, whatever happens
MIN_CHECK_INTERVAL = 0.05
RETRY_SECONDS = 1.0
UNREADABLE_DELAY = 3600.0  # seconds until a table that cannot be read is checked again

logger = logging.getLogger("tablero.site")


class Timekeeper:
    """Sleeps until a table is due, or until a change makes one due earlier."""

    def __init__(self, store: Store, presence: Presence) -> None:
        self._store = store
        self._presence = presence
        self._next = -math.inf  # when to read what is due
        self._requested: set[str] = set()  # tables to check even if they are not due
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe = store.subscribe(self._on_row, own=True)
        presence.subscribe(self._on_presence)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        self._unsubscribe()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # ---------------------------------------------------------------- what wakes it

    def _on_row(self, id: str, version: int) -> None:
        table = self._store.cached(id) if id != EVERY_TABLE else None
        if table is None:
            return
        if table.terms.pace == "days" and table.started and (not table.rows or table.rows[-1].kind in ("sit", "set")):
            self.check_soon(id)  # it begins: a player may be on vacation
        deadline = table.deadline()
        if deadline is not None and deadline + MAX_LAG < self._next:
            self._next = deadline + MAX_LAG
            self._woken.set()

    def _on_presence(self, id: str) -> None:
        """Check a table without clocks when a player comes: the others may have been away for too long."""
        table = self._store.cached(id)
        if table is not None and table.terms.pace == "none" and table.deadline() is not None:
            self.check_soon(id)
        self._woken.set()  # the next change of presence may come earlier

    def check_soon(self, id: str) -> None:
        """Check a table at once, due or not."""
        self._requested.add(id)
        self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                due = await self.check_due()
            except StoreError as error:
                logger.error("the timekeeper waits for the database: %s", error)
                due = self._store.now() + RETRY_SECONDS
            except Exception:  # whatever it was: players wait for what is due
                logger.exception("the timekeeper failed")
                due = self._store.now() + RETRY_SECONDS
            pause = min(max(due - self._store.now(), MIN_CHECK_INTERVAL), MAX_CHECK_INTERVAL)
            try:
                async with asyncio.timeout(pause):
                    await self._woken.wait()
            except TimeoutError:
                continue
            await asyncio.sleep(MIN_CHECK_INTERVAL)  # however much happens

    # ---------------------------------------------------------------- what it does

    async def check_due(self) -> float:
        """Do what is due; return when something will be due next. What fails is due again after RETRY_SECONDS."""
        requested, self._requested = self._requested, set()
        try:
            return await self._check_all(requested)
        except Exception:
            self._requested |= requested
            self._next = min(self._next, self._store.now() + RETRY_SECONDS)
            raise

    async def _check_all(self, requested: set[str]) -> float:
        changes = self._presence.sweep()
        for id in requested:
            await self._check(id)
        if self._store.now() >= self._next:
            self._next = math.inf  # a change may set an earlier moment meanwhile
            due = await self._store.deadlines.due(self._store.now() - MAX_LAG)
            for id in due:
                await self._check(id)
            following = await self._store.deadlines.next()
            if following is not None:
                # A full group: there may be more. Else what could not be put off is tried again after a while.
                soonest = self._store.now() if len(due) == GROUP_SIZE else self._store.now() + 1.0
                self._next = min(self._next, max(following + MAX_LAG, soonest))
            # Rows of processes that have died since.
            self._next = min(self._next, self._store.now() + MAX_CHECK_INTERVAL)
        return min(changes, self._next)

    async def _check(self, id: str) -> None:
        try:
            table = await self._store.table(id)
        except (NoSuchTable, OtherRules):
            await self._store.deadlines.put_off(id, None, self._store.now() + UNREADABLE_DELAY)
            return
        if await self._note_vacations(table):
            table = await self._store.table(id)
        now = self._store.now()
        out_of_time = [seat for seat in table.deciding() if table.clocks.left(seat, now) == 0.0]
        absent = [seat for seat in table.deciding() if seat not in out_of_time and self._absent(table, seat) <= now]
        for seat in (*out_of_time, *absent):
            cause = Cause.TIME if seat in out_of_time else Cause.ABSENCE
            action_id = f"{cause.name.lower()}:{table.version}:{seat}"
            try:
                away = partial(Table.leave, seat=seat, cause=cause, action_id=action_id)
                await self._store.append(id, seat, action_id, away)
            except Refusal:
                continue  # the player or another process was faster
        table = await self._store.table(id)
        await self._store.deadlines.put_off(id, table.version, self._due(table))

    def _due(self, table: Table) -> float | None:
        """Return when a table has to be checked again if nothing happens before; None for never."""
        moments = [table.clocks.deadline() or math.inf, *(self._absent(table, seat) for seat in table.deciding())]
        due = min(moments)
        return None if due == math.inf else due

    def _absent(self, table: Table, seat: int) -> float:
        """Return when the others will have waited long enough for a player: at the earliest, if the player is here;
        never (inf), if no other waits."""
        now, limit = self._store.now(), table.terms.absence_limit
        person = table.holders[seat].person  # may hold several seats, at one device
        others = frozenset(other for other in table.playing() if table.holders[other].person != person)
        if table.terms.pace == "none":  # where all are away, the table rests
            others = frozenset(other for other in others if self._gone(table, other) < limit)
        if not others:
            return math.inf
        watch = table.clocks.seat_clocks[seat]
        return now - min(self._gone(table, seat), now - max(watch.owed, watch.vacation)) + limit

    def _gone(self, table: Table, seat: int) -> float:
        """Return for how many seconds a player has been away; 0 if not away."""
        person = table.holders[seat].person
        if self._presence.state(table.id, person) != "away":
            return 0.0
        return self._store.now() - self._presence.away_since(table.id, person)

    async def _note_vacations(self, table: Table) -> bool:
        """Append rows for vacations, so that clocks follow from the log alone; return whether there were new ones."""
        noted = False
        if table.terms.pace != "days" or table.over:
            return noted
        for seat in sorted(table.playing()):
            preferences = await self._store.preferences.of(table.holders[seat].person)
            now, known = self._store.now(), table.clocks.seat_clocks[seat].vacation
            until = vacation_until(preferences, now)
            if until // MINUTE_SECONDS != (known // MINUTE_SECONDS if known > now else 0):
                action_id = f"vacation:{table.version}:{seat}"
                away = partial(Table.vacation, seat=seat, until=until, action_id=action_id)
                await self._store.append(table.id, seat, action_id, away)
                noted = True
        return noted
