"""Events: what concerns a person at all their tables, as a stream of lines for programs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from tablero.store import House, StoreError
from tablero.store.news import EVERY_TABLE
from tablero.table import NoSuchTable, OtherRules

BEAT = 15.0  # seconds after which an empty line says that the stream still flows

STRANGE = 10_000

Event = dict[str, Any]


class Events:
    """The stream of one person: first everything that waits for them, then whatever changes."""

    def __init__(self, house: House, person: str, beat: float = BEAT) -> None:
        self._house = house
        self._person = person
        self._beat = beat
        self._news: dict[str, None] = {}  # tables to look at, each once, in order
        self._rung = asyncio.Event()
        self._told: dict[str, tuple[Any, ...]] = {}
        self._strange: set[str] = set()  # tables that began without this person

    async def lines(self) -> AsyncIterator[bytes]:
        """A JSON object a line; an empty line when nothing has happened for a while."""
        stop = self._house.listen(self._hear)
        talks: dict[str, Any] = {}
        try:
            for summary in await self._house.tables_of(self._person):
                if not summary.over:
                    async for line in self._look(summary.id, talks):
                        yield line
            while True:
                while self._news:
                    id = next(iter(self._news))
                    del self._news[id]
                    async for line in self._look(id, talks):
                        yield line
                self._rung.clear()
                try:  # not for the news themselves: what comes at the last moment would be lost with the waiting
                    await asyncio.wait_for(self._rung.wait(), self._beat)
                except TimeoutError:
                    yield b"\n"
        finally:
            stop()
            for quiet in talks.values():
                quiet()

    def _hear(self, id: str, _: int) -> None:
        if id in self._strange:
            return
        self._news |= dict.fromkeys(self._told) if id == EVERY_TABLE else {id: None}
        self._rung.set()

    async def _look(self, id: str, talks: dict[str, Any]) -> AsyncIterator[bytes]:
        """What is new for this person at a table."""
        try:
            table = await self._house.table(id)
        except (NoSuchTable, OtherRules, StoreError):
            return
        own = table.seats_of(self._person)
        if not own:
            if table.started:
                self._strange.add(id)
            if len(self._strange) > STRANGE:
                self._strange.clear()
            return
        if id not in talks:
            talks[id] = self._house.talk.listen(id, lambda number: self._hear(id, number))
        said = (await self._house.talk.lines(id, ("table",)))[-1:]
        due = [seat for seat in table.actors() if seat in own]
        now = (table.started, table.over, tuple((s, table.version_for(s)) for s in due), said[0].number if said else 0)
        before = self._told.get(id)
        self._told[id] = now
        if now == before:
            return
        where = {"table": id, "game": table.game.name}
        if table.started and (before is None or not before[0]):
            yield _line({"type": "start", **where, "seats": list(own)})
        if table.over:
            if before is not None:
                result = table.result()
                scores = None if result is None else list(result.scores)
                winners = None if result is None else list(result.winners)
                yield _line({"type": "over", **where, "scores": scores, "winners": winners})
        elif before is None or before[2] != now[2]:
            for seat, version in now[2]:
                yield _line({"type": "turn", **where, "seat": seat, "version": version})
        if said and before is not None and before[3] != now[3] and said[0].person != self._person:
            yield _line({"type": "talk", **where, "number": said[0].number, "seat": said[0].seat, "text": said[0].text or said[0].phrase})


def _line(event: Event) -> bytes:
    return msgspec.json.encode(event) + b"\n"
