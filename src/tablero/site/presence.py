"""Presence: who is here, who is idle, who is away, who looks on. Each page says now and then that somebody is there.

One process knows its own pages. Processes that share a PostgreSQL database whisper to one another (NOTIFY) which people they have:
at once when somebody comes or goes, and all of them every half a minute, so that a process that dies takes its people with it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from tablero.store import House

Here = Literal["here", "idle", "away"]

AWAY = 60.0  # seconds after which whoever left is told to be away: a reload or a tunnel is shorter
IDLE = 120.0  # seconds without a sign of life after which somebody with an open page is idle
BEAT = 30.0  # seconds between two whispers of all people that are here
FORGOTTEN = 80.0  # seconds after which people are gone of whom another process says nothing any more
TOGETHER = 50  # people in one whisper: PostgreSQL takes 8000 bytes
REMEMBERED = 50_000  # people of whom is known when they left

logger = logging.getLogger("tablero.site")


@dataclass(eq=False)
class Page:
    """An open page of a table, here or (`until` it is forgotten) in another process."""

    person: str
    alive: float  # the last sign of life
    visible: bool = True
    until: float = math.inf

    @property
    def own(self) -> bool:
        return self.until == math.inf


class Presence:
    """The pages of all tables. Those who `listen` are called with a table's id whenever somebody has come or gone there, woken up
    or fallen asleep; what time alone changes is noticed by `sweep`."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._now = house.now
        self._begun = house.now()  # nobody counts as away for longer than this process can know
        self._pages: dict[str, dict[str, dict[object, Page]]] = {}  # by table and person
        self._left: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._told: dict[str, dict[str, Here]] = {}  # what has been told of the people at each table that is looked at
        self._settled = False  # whether everybody had time to come back after a restart
        self._beat = 0.0
        self._whispers: deque[str] = deque()  # one after the other: who has gone must not be overtaken by having come
        self._whispering: asyncio.Task[None] | None = None
        self._listeners: list[Callable[[str], None]] = []
        house.elsewhere.overhear(self._overhear)
        self._whisper({"hello": 1})

    async def close(self) -> None:
        if self._whispering is not None:
            self._whispering.cancel()
            await asyncio.gather(self._whispering, return_exceptions=True)

    def listen(self, callback: Callable[[str], None]) -> None:
        """Have a quick function called with a table's id whenever something has changed about who is there."""
        self._listeners.append(callback)

    # ---------------------------------------------------------------- asking

    def state(self, table: str, person: str) -> Here:
        """Whether somebody has the page of a table open and is there, has it open and is idle, or is away."""
        now = self._now()
        signs = [page.alive for page in self._of(table, person)]
        if signs:
            return "here" if now - max(signs) < IDLE else "idle"
        return "here" if now - self.left(table, person) < AWAY else "away"

    def left(self, table: str, person: str) -> float:
        """Since when somebody without an open page has been away, as far as this process knows."""
        return self._left.get((table, person), self._begun)

    def seen(self, table: str, person: str) -> float:
        """When somebody who is away was here last; 0 when that was before this process can know."""
        return self._left.get((table, person), 0.0)

    def looks(self, person: str, table: str | None = None) -> bool:
        """Whether somebody looks at a table, or at any, at this moment: its page can be seen, and somebody is there."""
        tables = list(self._pages) if table is None else [table]
        awake = self._now() - IDLE
        return any(page.visible and page.alive > awake for id in tables for page in self._of(id, person))

    def watching(self, table: str, players: Sequence[str]) -> int:
        """How many people look on who do not sit there."""
        return len(self._pages.get(table, {}).keys() - set(players))

    def _of(self, table: str, person: str) -> list[Page]:
        return list(self._pages.get(table, {}).get(person, {}).values())

    # ---------------------------------------------------------------- coming, going, a sign of life

    @contextmanager
    def at(self, table: str, person: str) -> Iterator[Page]:
        """Somebody has the page of a table open, from now on until they close it."""
        page = Page(person, self._now())
        self._open(table, page, page)
        self._note(table, person)
        try:
            yield page
        finally:
            self._close(table, person, page)
            self._note(table, person)

    def alive(self, table: str, page: Page, idle: float = 0.0, visible: bool = True) -> None:
        """A page tells how many seconds ago somebody last touched it, and whether it can be seen."""
        asleep = self.state(table, page.person) == "idle"
        turned = page.visible != visible
        page.visible = visible
        page.alive = max(page.alive, self._now() - max(0.0, idle))
        if turned or (asleep and self.state(table, page.person) == "here"):
            self._note(table, page.person)

    def _open(self, table: str, key: object, page: Page) -> None:
        self._pages.setdefault(table, {}).setdefault(page.person, {})[key] = page

    def _close(self, table: str, person: str, key: object) -> None:
        people = self._pages.get(table, {})
        if people.get(person, {}).pop(key, None) is None or people[person]:
            return
        del people[person]
        if not people:
            del self._pages[table]
        self._left[table, person] = self._now()
        self._left.move_to_end((table, person))
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)

    def _note(self, table: str, person: str) -> None:
        """Something has changed about somebody in this process."""
        self._tell(table)
        pages = [page for page in self._of(table, person) if page.own]
        self._whisper({"here": [self._line(table, pages)]} if pages else {"gone": [[table, person]]})

    def _tell(self, table: str) -> None:
        """Tell those who listen what is new at a table."""
        people = {*self._pages.get(table, ()), *self._told.get(table, ())}
        states = {person: self.state(table, person) for person in people}
        if table not in self._pages:
            self._told.pop(table, None)
        elif states == self._told.get(table):
            return
        else:
            self._told[table] = states
        for listener in self._listeners:
            try:
                listener(table)
            except Exception:
                logger.exception("a listener to who is there failed at table %s", table)

    def sweep(self) -> float:
        """Notice what time has changed; the moment at which it will change something next."""
        now = self._now()
        pages = [
            (table, one, key, page)
            for table, people in self._pages.items()
            for one in people
            for key, page in people[one].items()
        ]
        for table, person, key, page in pages:
            if page.until <= now:
                self._close(table, person, key)
        afresh = not self._settled and now >= self._begun + AWAY
        self._settled = self._settled or afresh
        for table in list(self._told):
            if afresh:
                self._told[table] = {}
            self._tell(table)
        if now >= self._beat + BEAT:
            self._beat = now
            self._whisper_all()
        return min(self._changes(), default=math.inf)

    def _changes(self) -> Iterator[float]:
        if not self._settled:
            yield self._begun + AWAY
        if self._house.elsewhere.shared:
            yield self._beat + BEAT
        for table, states in self._told.items():
            for person, state in states.items():
                pages = self._of(table, person)
                if state == "here":
                    yield max(page.alive for page in pages) + IDLE if pages else self.left(table, person) + AWAY
                yield from (page.until for page in pages if not page.own)

    # ---------------------------------------------------------------- other processes

    def _line(self, table: str, pages: Sequence[Page]) -> list[Any]:
        age = self._now() - max(page.alive for page in pages)
        return [table, pages[0].person, round(age, 1), int(any(page.visible for page in pages))]

    def _whisper_all(self) -> None:
        people = [(table, person) for table, there in self._pages.items() for person in there]
        own = [(table, [page for page in self._of(table, person) if page.own]) for table, person in people]
        lines = [self._line(table, pages) for table, pages in own if pages]
        for start in range(0, len(lines), TOGETHER):
            self._whisper({"here": lines[start : start + TOGETHER]})

    def _whisper(self, told: dict[str, Any]) -> None:
        if not self._house.elsewhere.shared:
            return
        self._whispers.append(json.dumps(told, separators=(",", ":")))
        if self._whispering is None or self._whispering.done():
            self._whispering = asyncio.create_task(self._say())

    async def _say(self) -> None:
        while self._whispers:
            try:
                await self._house.elsewhere.whisper(self._whispers.popleft())
            except Exception as error:  # said again with the next beat
                logger.warning("other processes were not told who is here: %s", error or type(error).__name__)

    def _overhear(self, process: str, told: str) -> None:
        heard = json.loads(told)
        if "hello" in heard:
            self._whisper_all()
        for table, person, age, visible in heard.get("here", ()):
            page = Page(person, self._now() - age, bool(visible), self._now() + FORGOTTEN)
            self._open(table, process, page)
            self._tell(table)
        for table, person in heard.get("gone", ()):
            self._close(table, person, process)
            self._tell(table)
