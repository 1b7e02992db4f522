"""Announcements of the administrators to all visitors."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import delete, insert, select

from tablero.store.database import schema
from tablero.store.database.repository import Database, Repository
from tablero.store.errors import StoreError

LIFE = 5.0  # seconds until an announcement of another process is read
LIST_LENGTH = 20
N = schema.announcements.c


@dataclass(frozen=True)
class Announcement:
    """An announcement by language."""

    id: str
    words: Mapping[str, str]
    made: float

    def text(self, language: str) -> str:
        """Return it in a language, else in English, else in any."""
        return self.words.get(language) or self.words.get("en") or next(iter(self.words.values()), "")


class Announcements(Repository):
    """Current announcements, cached."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.current: tuple[Announcement, ...] = ()  # the newest first, as of the last refresh
        self._refreshed = float("-inf")

    async def add(self, words: Mapping[str, str]) -> str:
        id = secrets.token_urlsafe(16)
        row = {"id": id, "words": json.dumps(dict(words), ensure_ascii=False), "made": self._clock()}
        await self._execute(insert(schema.announcements).values(row))
        self._refreshed = float("-inf")
        return id

    async def remove(self, id: str) -> None:
        await self._execute(delete(schema.announcements).where(N.id == id))
        self._refreshed = float("-inf")

    async def refresh(self) -> tuple[Announcement, ...]:
        """Return the current announcements, read every LIFE seconds; errors of the database are ignored."""
        if time.monotonic() - self._refreshed > LIFE:
            self._refreshed = time.monotonic()
            with suppress(StoreError):
                query = select(N.id, N.words, N.made).order_by(N.made.desc()).limit(LIST_LENGTH)
                async with self._reading() as connection:
                    found = (await connection.execute(query)).all()
                self.current = tuple(Announcement(row.id, json.loads(row.words), row.made) for row in found)
        return self.current
