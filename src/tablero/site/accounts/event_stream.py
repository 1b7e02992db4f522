"""Stream of events for programs: what concerns a person at all their tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from litestar.response import Stream

from tablero.site.web.api import ApiController, ApiRequest, api_get
from tablero.site.web.identity import Guest, guest_of
from tablero.site.web.revocation import wait_until_revoked
from tablero.site.web.services import services_of
from tablero.store import Store, StoreError
from tablero.store.database.notify import EVERY_TABLE
from tablero.store.tables.chat import ChatLine
from tablero.table import NoSuchTable, OtherRules, Table

BEAT = 15.0  # seconds after which an empty line says that the stream still flows
MAX_STRANGE = 10_000  # tables of other people that are remembered

Event = dict[str, Any]


@dataclass(frozen=True)
class TableSnapshot:
    """A table as last reported: `due` has seats and versions, `said` is the number of the last chat line."""

    started: bool
    over: bool
    due: tuple[tuple[int, int], ...]
    said: int


class Events:
    """Stream of one user's events: first what waits for the user, then every change, until what let the user in (the
    device or API key) is revoked."""

    def __init__(self, store: Store, guest: Guest, beat: float = BEAT) -> None:
        self._store = store
        self._guest = guest
        self._person = guest.id
        self._beat = beat
        self._news: dict[str, None] = {}  # tables to look at, each once, in order
        self._rung = asyncio.Event()
        self._ended = False
        self._known: dict[str, TableSnapshot] = {}
        self._chats: dict[str, Callable[[], None]] = {}  # what ends listening to each table's chat
        self._strange: set[str] = set()  # tables that began without this person

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield a JSON object a line, and an empty line after `beat` seconds without news."""
        stop = self._store.subscribe(self._on_row)
        revoked = asyncio.create_task(wait_until_revoked(self._store, self._guest))
        revoked.add_done_callback(lambda _: self.end())
        try:
            for summary in await self._store.tables_of(self._person):
                if not summary.over:
                    for event in await self._look(summary.id):
                        yield _line(event)
            while not self._ended:
                while self._news and not self._ended:
                    id = next(iter(self._news))
                    del self._news[id]
                    for event in await self._look(id):
                        yield _line(event)
                self._rung.clear()
                if self._ended:
                    return
                try:  # not for the news themselves: what comes at the last moment would be lost with the waiting
                    async with asyncio.timeout(self._beat):
                        await self._rung.wait()
                except TimeoutError:
                    yield b"\n"
        finally:
            stop()
            revoked.cancel()
            for stop_chat in self._chats.values():
                stop_chat()

    def end(self) -> None:
        """Let the stream end where a line ends: the site stops, or the user may no longer listen."""
        self._ended = True
        self._rung.set()

    def _on_row(self, id: str, _: int) -> None:
        if id in self._strange:
            return
        self._news |= dict.fromkeys(self._known) if id == EVERY_TABLE else {id: None}
        self._rung.set()

    async def _look(self, id: str) -> list[Event]:
        """Return what is new for this person at a table."""
        try:
            table = await self._store.table(id)
        except (NoSuchTable, OtherRules, StoreError):
            return []
        if not table.seats_of(self._person):
            self._ignore(table)
            return []
        if id not in self._chats:
            self._chats[id] = self._store.chat.subscribe(id, lambda number: self._on_row(id, number))
        said = (await self._store.chat.lines(id, ("table",)))[-1:]
        before, now = self._known.get(id), self._seen(table, said)
        self._known[id] = now
        if now == before:
            return []
        events = list(self._of_game(table, before, now))
        if before is not None and before.said != now.said:
            events += [_of_line(table, line) for line in said if line.person != self._person]
        return events

    def _ignore(self, table: Table) -> None:
        """Remember a table that began without this person, so that its news are not looked at."""
        if table.started:
            self._strange.add(table.id)
        if len(self._strange) > MAX_STRANGE:
            self._strange.clear()

    def _seen(self, table: Table, said: Sequence[ChatLine]) -> TableSnapshot:
        own = table.seats_of(self._person)
        due = tuple((seat, table.version_for(seat)) for seat in table.actors() if seat in own)
        return TableSnapshot(table.started, table.over, due, said[0].number if said else 0)

    def _of_game(self, table: Table, before: TableSnapshot | None, now: TableSnapshot) -> Iterator[Event]:
        """Yield that the game has begun, that it is over, or which decisions are due."""
        if now.started and (before is None or not before.started):
            yield _event("start", table, seats=list(table.seats_of(self._person)))
        if now.over:
            if before is not None:
                result = table.result()
                scores = None if result is None else list(result.scores)
                winners = None if result is None else list(result.winners)
                yield _event("over", table, scores=scores, winners=winners)
        elif before is None or before.due != now.due:
            for seat, version in now.due:
                yield _event("turn", table, seat=seat, version=version)


def _of_line(table: Table, line: ChatLine) -> Event:
    return _event("talk", table, number=line.number, seat=line.seat, text=line.text or line.phrase)


def _event(type: str, table: Table, **more: object) -> Event:
    return {"type": type, "table": table.id, "game": table.game.name, **more}


def _line(event: Event) -> bytes:
    return msgspec.json.encode(event) + b"\n"


class EventApi(ApiController):
    path = "/api/me/events"

    @api_get("/", summary="What concerns you at all your tables, as it happens: a JSON object a line")
    async def events(self, request: ApiRequest) -> Stream:
        """Types: start (a game you sit at has begun), turn (you owe a decision; `version` is what a move is answered
        against), talk (another user has said something), over. Empty lines say that the stream still flows."""
        services = services_of(request)
        events = Events(services.store, guest_of(request))
        services.event_streams.add(events)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return Stream(events.lines(), media_type="application/x-ndjson", headers=headers)
