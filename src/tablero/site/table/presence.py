"""Which users are here, idle or away at each table, from the pings of their pages.

Each process knows its own pages. Processes that share a PostgreSQL database send one another their users by NOTIFY: at
once when one comes or goes, and all of them every half a minute, so that those of a process that dies are forgotten.
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
from typing import Any

from tablero.store import Store
from tablero.ui.presence import Here

AWAY_SECONDS = 60.0  # after closing the last page, until a user counts as away: a reload or a tunnel is shorter
IDLE_SECONDS = 120.0  # without a sign of life, until a user with an open page counts as idle
SYNC_SECONDS = 30.0  # between two messages with all users of this process
FORGET_SECONDS = 80.0  # without a message about them, until users of another process are forgotten
USERS_PER_MESSAGE = 50  # PostgreSQL takes 8000 bytes
MAX_DEPARTURES = 50_000  # that are remembered

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
    """The open pages of all tables. Subscribers are called with the id of a table whenever a user has come, gone,
    become idle or active there; `sweep` finds what time alone changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._now = store.now
        self._begun = store.now()  # no user counts as away for longer than this process can know
        self._pages: dict[str, dict[str, dict[object, Page]]] = {}  # by table and person
        self._left: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._announced: dict[str, dict[str, Here]] = {}  # states at each table, as subscribers know them
        self._settled = False  # whether all users had time to come back after a restart
        self._synced = 0.0
        self._outbox: deque[str] = deque()  # in order: a departure must not be overtaken by the arrival before it
        self._sending: asyncio.Task[None] | None = None
        self._subscribers: list[Callable[[str], None]] = []
        store.notifier.on_message(self._on_message)
        self._send({"hello": 1})

    async def close(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)

    def subscribe(self, callback: Callable[[str], None]) -> None:
        """Call a quick function with the id of a table whenever the state of a user has changed there."""
        self._subscribers.append(callback)

    # ---------------------------------------------------------------- queries

    def state(self, table: str, person: str) -> Here:
        """Return whether a user is here or idle with an open page of the table, or away."""
        now = self._now()
        signs = [page.alive for page in self._of(table, person)]
        if signs:
            return "here" if now - max(signs) < IDLE_SECONDS else "idle"
        return "here" if now - self.away_since(table, person) < AWAY_SECONDS else "away"

    def away_since(self, table: str, person: str) -> float:
        """Return since when a user without an open page has been away, as far as this process knows."""
        return self._left.get((table, person), self._begun)

    def last_seen(self, table: str, person: str) -> float:
        """Return when a user who is away was here last; 0 if this process cannot know."""
        return self._left.get((table, person), 0.0)

    def is_looking(self, person: str, table: str | None = None) -> bool:
        """Return whether a user looks at a table, or at any (None), now: its page is visible and the user is not
        idle."""
        tables = list(self._pages) if table is None else [table]
        awake = self._now() - IDLE_SECONDS
        return any(page.visible and page.alive > awake for id in tables for page in self._of(id, person))

    def watching(self, table: str, players: Sequence[str]) -> int:
        """Return the number of spectators."""
        return len(self._pages.get(table, {}).keys() - set(players))

    def _of(self, table: str, person: str) -> list[Page]:
        return list(self._pages.get(table, {}).get(person, {}).values())

    # ---------------------------------------------------------------- pages

    @contextmanager
    def open_page(self, table: str, person: str) -> Iterator[Page]:
        """Count an open page of a user at the table inside this context."""
        page = Page(person, self._now())
        self._open(table, page, page)
        self._on_change(table, person)
        try:
            yield page
        finally:
            self._close(table, person, page)
            self._on_change(table, person)

    def on_ping(self, table: str, page: Page, idle: float = 0.0, visible: bool = True) -> None:
        """Take a ping of a page: how many seconds ago it was last touched, and whether it is visible."""
        was_idle = self.state(table, page.person) == "idle"
        switched = page.visible != visible
        page.visible = visible
        page.alive = max(page.alive, self._now() - max(0.0, idle))
        if switched or (was_idle and self.state(table, page.person) == "here"):
            self._on_change(table, page.person)

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
        if len(self._left) > MAX_DEPARTURES:
            self._left.popitem(last=False)

    def _on_change(self, table: str, person: str) -> None:
        """Announce a change of a user of this process, here and to other processes."""
        self._announce(table)
        pages = [page for page in self._of(table, person) if page.own]
        self._send({"here": [self._line(table, pages)]} if pages else {"gone": [[table, person]]})

    def _announce(self, table: str) -> None:
        """Call the subscribers if the state of a user has changed at a table."""
        people = {*self._pages.get(table, ()), *self._announced.get(table, ())}
        states = {person: self.state(table, person) for person in people}
        if table not in self._pages:
            self._announced.pop(table, None)
        elif states == self._announced.get(table):
            return
        else:
            self._announced[table] = states
        for subscriber in self._subscribers:
            try:
                subscriber(table)
            except Exception:
                logger.exception("a subscriber to presence failed at table %s", table)

    def sweep(self) -> float:
        """Announce what time has changed; return when it will change something next."""
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
        afresh = not self._settled and now >= self._begun + AWAY_SECONDS
        self._settled = self._settled or afresh
        for table in list(self._announced):
            if afresh:
                self._announced[table] = {}
            self._announce(table)
        if now >= self._synced + SYNC_SECONDS:
            self._synced = now
            self._send_all()
        return min(self._changes(), default=math.inf)

    def _changes(self) -> Iterator[float]:
        if not self._settled:
            yield self._begun + AWAY_SECONDS
        if self._store.notifier.shared:
            yield self._synced + SYNC_SECONDS
        for table, states in self._announced.items():
            for person, state in states.items():
                pages = self._of(table, person)
                if state == "here" and pages:
                    yield max(page.alive for page in pages) + IDLE_SECONDS
                elif state == "here":
                    yield self.away_since(table, person) + AWAY_SECONDS
                yield from (page.until for page in pages if not page.own)

    # ---------------------------------------------------------------- other processes

    def _line(self, table: str, pages: Sequence[Page]) -> list[Any]:
        age = self._now() - max(page.alive for page in pages)
        return [table, pages[0].person, round(age, 1), int(any(page.visible for page in pages))]

    def _send_all(self) -> None:
        people = [(table, person) for table, there in self._pages.items() for person in there]
        own = [(table, [page for page in self._of(table, person) if page.own]) for table, person in people]
        lines = [self._line(table, pages) for table, pages in own if pages]
        for start in range(0, len(lines), USERS_PER_MESSAGE):
            self._send({"here": lines[start : start + USERS_PER_MESSAGE]})

    def _send(self, message: dict[str, Any]) -> None:
        if not self._store.notifier.shared:
            return
        self._outbox.append(json.dumps(message, separators=(",", ":")))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send_outbox())

    async def _send_outbox(self) -> None:
        while self._outbox:
            try:
                await self._store.notifier.send(self._outbox.popleft())
            except Exception as error:  # sent again with the next synchronization
                logger.warning("other processes were not told who is here: %s", error or type(error).__name__)

    def _on_message(self, process: str, text: str) -> None:
        message = json.loads(text)
        if "hello" in message:
            self._send_all()
        for table, person, age, visible in message.get("here", ()):
            page = Page(person, self._now() - age, bool(visible), self._now() + FORGET_SECONDS)
            self._open(table, process, page)
            self._announce(table)
        for table, person in message.get("gone", ()):
            self._close(table, person, process)
            self._announce(table)
