"""Showing: what is shown of a table, drawn once for all who see the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol
from weakref import WeakValueDictionary

from tablero import figures
from tablero.site.players import There, clocks_shown
from tablero.site.presence import Presence
from tablero.site.tableau import Sight, Tableau, tableau
from tablero.site.telling import Chronicle
from tablero.site.watching import Delays
from tablero.store import House
from tablero.store.news import EVERY_TABLE
from tablero.table import Table

KEPT = 64  # sights of one table: its seats and spectators, in their languages, from their sides


class Viewer(Protocol):
    """Somebody who looks at a table."""

    person: str

    def show(self, table: Table, rematch: str | None) -> bool:
        """Show a position at once; False when that has to be done by and by."""

    def look(self) -> None:
        """Look at the table by and by."""


class Showing:
    """One table, as long as somebody looks at it."""

    def __init__(self, house: House, id: str, painter: Painter, presence: Presence, delays: Delays) -> None:
        self._house = house
        self._delays = delays
        self._presence = presence
        self.id = id
        self._painter = painter
        self._viewers: dict[Viewer, None] = {}  # in the order in which they came
        self._deaf: Callable[[], None] | None = None
        self._heard = 0
        self._doubt = False  # news may have been missed
        self._drawn: OrderedDict[Sight, tuple[Any, Tableau]] = OrderedDict()
        self._chronicles: dict[tuple[int | None, str], Chronicle] = {}
        self._rematch: str | None = None
        self._asking = asyncio.Lock()
        self._asked = -1
        self._news = 0

    @contextmanager
    def to(self, viewer: Viewer) -> Iterator[None]:
        """Show the table to somebody, from now on until they go."""
        self._viewers[viewer] = None
        if self._deaf is None:
            self._deaf = self._house.listen(self._hear, self.id)
        try:
            yield
        finally:
            del self._viewers[viewer]
            if not self._viewers:
                self._deaf()
                self._deaf = None

    def note(self) -> None:
        """Somebody has come or gone, woken up or fallen asleep: those who look on see it."""
        if self._viewers:
            self._painter.ask(self)

    def _hear(self, id: str, version: int) -> None:
        self._heard = max(self._heard, version)
        self._doubt = self._doubt or id == EVERY_TABLE
        self._news += 1
        self._painter.ask(self)

    async def tell(self) -> None:
        """Show the newest position to everybody."""
        try:
            table = await self.table()
            rematch = await self.rematch(table)
        except Exception:  # each of them finds out what it is, and looks again
            for viewer in list(self._viewers):
                viewer.look()
            return
        for viewer in list(self._viewers):
            if viewer in self._viewers and not viewer.show(table, rematch):
                viewer.look()

    @property
    def at_hand(self) -> bool:
        """Whether the newest position is known without asking the database."""
        return not self._doubt and self._house.has(self.id, self._heard)

    async def table(self) -> Table:
        """The newest position that there is news of; in doubt, what the database says."""
        news, doubt = self._news, self._doubt
        table = await self._house.table(self.id, None if doubt else self._heard)
        if news == self._news:
            self._doubt = False
        return table

    async def rematch(self, table: Table) -> str | None:
        """The table that follows a finished one; asked for once whenever there is news."""
        if not table.over or self._rematch is not None or self._asked == self._news:
            return self._rematch
        async with self._asking:
            if self._asked != self._news:
                now = self._news
                self._rematch = await self._house.rematch_of(self.id)
                self._asked = now
        return self._rematch

    def tableau(self, table: Table, sight: Sight, rematch: str | None) -> Tableau:
        """The page for a sight: the very same object as long as nothing has changed for those who look that way."""
        seat, sight = sight.seat, replace(sight, there=There.at(table, self._presence))
        table = self._delays.seen(table, seat)
        # Drawing is the costly part: a view that is the same needs none.
        with figures.stage("view"):
            agreed = (table.holders, table.stood_in, table.resigned, table.for_end, table.declined, table.for_pause, table.over, table.options,
                      table.terms, table.hints, table.host, table.invitations, clocks_shown(table))  # fmt: skip
            seen = (*agreed, table.view(seat), table.log(seat), table.stops(seat), rematch)
        known = self._drawn.get(sight)
        if known is not None and known[0] == seen:
            self._drawn.move_to_end(sight)
            return known[1]
        teller = (seat, sight.tongue.language)
        if teller not in self._chronicles:
            self._chronicles[teller] = Chronicle(table.game, sight.tongue.of(table.game), sight.tongue.say("{bot} for {name}"))
        with figures.stage("draw"):
            drawn = tableau(table, sight, rematch, self._chronicles[teller])
        self._drawn[sight] = seen, drawn
        self._drawn.move_to_end(sight)
        if len(self._drawn) > KEPT:
            self._drawn.popitem(last=False)
        return drawn


class Painter:
    """Draws one table after the other. Between two of them whatever has come in is looked at, so that moves are acknowledged
    while pictures wait; and who moves again meanwhile is drawn once."""

    def __init__(self) -> None:
        self._asked: dict[Showing, None] = {}  # in the order in which they asked
        self._task: asyncio.Task[None] | None = None
        self._apart: set[asyncio.Task[None]] = set()

    def ask(self, showing: Showing) -> None:
        self._asked[showing] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._paint())

    async def _paint(self) -> None:
        while self._asked:
            await asyncio.sleep(0)
            showing = next(iter(self._asked))
            del self._asked[showing]
            if showing.at_hand:
                await showing.tell()
            else:  # the others need not wait for the database
                task = asyncio.create_task(showing.tell())
                self._apart.add(task)
                task.add_done_callback(self._apart.discard)


class Showings:
    """All tables that somebody looks at."""

    def __init__(self, house: House, presence: Presence) -> None:
        self._house = house
        self._presence = presence
        self._painter = Painter()
        self.delays = Delays()
        self._open: WeakValueDictionary[str, Showing] = WeakValueDictionary()
        presence.listen(self._note)

    def _note(self, id: str) -> None:
        showing = self._open.get(id)
        if showing is not None:
            showing.note()

    def of(self, id: str) -> Showing:
        showing = self._open.get(id)
        if showing is None:
            showing = self._open[id] = Showing(self._house, id, self._painter, self._presence, self.delays)
        return showing
