"""The timekeeper: has a bot stand in where somebody's time, or the others' patience, has run out.

The moment at which a table has to be looked at next stands in the database, so that nothing is forgotten when a server stops. Each
process looks at what is due; the row that is written first counts, and the others find that there is nothing left to do.
"""

from __future__ import annotations

import asyncio
import logging
import math

from tablero.people.vacation import vacation_until
from tablero.site.presence import Presence
from tablero.store import House
from tablero.store.deadlines import GROUP
from tablero.store.errors import StoreError
from tablero.store.news import EVERY_TABLE
from tablero.table import LAG, Cause, NoSuchTable, OtherRules, Refusal, Table
from tablero.table.terms import MINUTE

LONGEST = 20.0  # seconds between two looks at what is due, whatever happens
SHORTEST = 0.05
LATER = 3600.0  # seconds until a table that cannot be read is looked at again

logger = logging.getLogger("tablero.site")


class Timekeeper:
    """Sleeps until something is due, or until there is news that something is due earlier."""

    def __init__(self, house: House, presence: Presence) -> None:
        self._house = house
        self._presence = presence
        self._next = -math.inf  # when to ask what is due
        self._asked: set[str] = set()  # tables to look at whatever their moment is
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._deaf = house.listen(self._hear, own=True)
        presence.listen(self._came)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        self._deaf()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # ---------------------------------------------------------------- what wakes it

    def _hear(self, id: str, version: int) -> None:
        table = self._house.kept(id) if id != EVERY_TABLE else None
        if table is None:
            return
        if table.terms.pace == "days" and table.started and (not table.rows or table.rows[-1].kind in ("sit", "set")):
            self.ask(id)  # it begins: somebody may be on vacation
        deadline = table.deadline()
        if deadline is not None and deadline + LAG < self._next:
            self._next = deadline + LAG
            self._woken.set()

    def _came(self, id: str) -> None:
        """Whoever comes to a table that rests may have waited long enough for somebody else."""
        table = self._house.kept(id)
        if table is not None and table.terms.pace == "none" and table.deadline() is not None:
            self.ask(id)
        self._woken.set()  # what time changes about who is here may come earlier

    def ask(self, id: str) -> None:
        """Have a table looked at soon."""
        self._asked.add(id)
        self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                due = await self.attend()
            except StoreError as error:
                logger.error("the timekeeper waits for the database: %s", error)
                due = self._house.now() + 1.0
            except Exception:  # whatever it was: people wait for what is due
                logger.exception("the timekeeper failed")
                due = self._house.now() + 1.0
            pause = min(max(due - self._house.now(), SHORTEST), LONGEST)
            try:
                await asyncio.wait_for(self._woken.wait(), pause)
            except TimeoutError:
                continue
            await asyncio.sleep(SHORTEST)  # however much happens

    # ---------------------------------------------------------------- what it does

    async def attend(self) -> float:
        """Do what is due; the moment at which something will be."""
        changes = self._presence.sweep()
        asked, self._asked = self._asked, set()
        for id in asked:
            await self._attend_to(id)
        if self._house.now() >= self._next:
            self._next = math.inf  # news that come meanwhile may name an earlier moment
            due = await self._house.deadlines.due(self._house.now() - LAG)
            for id in due:
                await self._attend_to(id)
            following = await self._house.deadlines.next()
            if following is not None:
                # A full group: there may be more. Else what could not be put off is tried again after a while.
                soonest = self._house.now() if len(due) == GROUP else self._house.now() + 1.0
                self._next = min(self._next, max(following + LAG, soonest))
            # Rows of processes that have died since.
            self._next = min(self._next, self._house.now() + LONGEST)
        return min(changes, self._next)

    async def _attend_to(self, id: str) -> None:
        try:
            table = await self._house.table(id)
        except (NoSuchTable, OtherRules):
            await self._house.deadlines.put_off(id, None, self._house.now() + LATER)
            return
        if await self._note_vacations(table):
            table = await self._house.table(id)
        now = self._house.now()
        out_of_time = [seat for seat in table.deciding() if table.clocks.left(seat, now) == 0.0]
        absent = [seat for seat in table.deciding() if seat not in out_of_time and self._absent(table, seat) <= now]
        for seat in (*out_of_time, *absent):
            cause = Cause.TIME if seat in out_of_time else Cause.ABSENCE
            try:
                await self._house.leave(id, seat, cause, f"{cause.name.lower()}:{table.version}:{seat}")
            except Refusal:
                continue  # somebody else was quicker: the person, or another process
        table = await self._house.table(id)
        await self._house.deadlines.put_off(id, table.version, self._due(table))

    def _due(self, table: Table) -> float | None:
        """When a table has to be looked at again, if nothing happens there before."""
        moments = [table.clocks.deadline() or math.inf, *(self._absent(table, seat) for seat in table.deciding())]
        due = min(moments)
        return None if due == math.inf else due

    def _absent(self, table: Table, seat: int) -> float:
        """The moment at which the others have waited long enough for somebody who is away; for somebody who is here, the earliest at
        which that may come; never, where nobody waits."""
        now, patience = self._house.now(), table.terms.patience
        person = table.holders[seat].person  # who may sit at several seats, at one device
        others = frozenset(other for other in table.playing() if table.holders[other].person != person)
        if table.terms.pace == "none":  # where everybody is away, the table rests
            others = frozenset(other for other in others if self._gone(table, other) < patience)
        if not others:
            return math.inf
        watch = table.clocks.watches[seat]
        return now - min(self._gone(table, seat), now - max(watch.owed, watch.vacation)) + patience

    def _gone(self, table: Table, seat: int) -> float:
        """For how long somebody has been away; 0 for somebody who is not."""
        person = table.holders[seat].person
        if self._presence.state(table.id, person) != "away":
            return 0.0
        return self._house.now() - self._presence.left(table.id, person)

    async def _note_vacations(self, table: Table) -> bool:
        """Write down who is on vacation, so that the log alone tells the clocks; whether that is new."""
        noted = False
        if table.terms.pace != "days" or table.over:
            return noted
        for seat in sorted(table.playing()):
            preferences = await self._house.settings.of(table.holders[seat].person)
            now, known = self._house.now(), table.clocks.watches[seat].vacation
            until = vacation_until(preferences, now)
            if until // MINUTE != (known // MINUTE if known > now else 0):
                await self._house.vacation(table.id, seat, until, f"vacation:{table.version}:{seat}")
                noted = True
        return noted
