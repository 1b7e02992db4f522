"""Announcements: a sentence for everybody."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from tablero.store import schema
from tablero.store.errors import StoreError
from tablero.store.progress import Connecting

LIFE = 5.0  # seconds until what another process has announced is noticed
LIST_LENGTH = 20
N = schema.announcements.c


@dataclass(frozen=True)
class Announcement:
    """A sentence for everybody, by language."""

    id: str
    words: Mapping[str, str]
    made: float

    def told(self, language: str) -> str:
        """In a language, else in English, else in whatever it was written in."""
        return self.words.get(language) or self.words.get("en") or next(iter(self.words.values()), "")


class Announcements:
    """What is announced to everybody, known by heart."""

    def __init__(self, reading: Connecting, writing: Connecting, clock: Callable[[], float]) -> None:
        self._reading = reading
        self._writing = writing
        self._clock = clock
        self.current: tuple[Announcement, ...] = ()  # the newest first, as of the last look
        self._looked = float("-inf")

    async def make(self, words: Mapping[str, str]) -> str:
        id = secrets.token_urlsafe(12)
        row = {"id": id, "words": json.dumps(dict(words), ensure_ascii=False), "made": self._clock()}
        async with self._writing() as connection:
            await connection.execute(insert(schema.announcements).values(row))
        self._looked = float("-inf")
        return id

    async def take_down(self, id: str) -> None:
        async with self._writing() as connection:
            await connection.execute(delete(schema.announcements).where(N.id == id))
        self._looked = float("-inf")

    async def look(self) -> tuple[Announcement, ...]:
        """Those of now; asked for every few seconds, and while the database is away not at all."""
        if time.monotonic() - self._looked > LIFE:
            self._looked = time.monotonic()
            with suppress(StoreError):
                query = select(N.id, N.words, N.made).order_by(N.made.desc()).limit(LIST_LENGTH)
                async with self._reading() as connection:
                    found = (await connection.execute(query)).all()
                self.current = tuple(Announcement(row.id, json.loads(row.words), row.made) for row in found)
        return self.current
