"""Tokens of seats, which programs hold. A token is valid as long as its row exists."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tablero.store.database import schema
from tablero.store.database.repository import Database, Repository
from tablero.store.errors import StoreError

CACHE_SECONDS = 2.5  # seconds until a revocation by another process takes effect
COARSE = 3600.0  # seconds between two updates of the time of last use

T = schema.tokens.c


@dataclass(frozen=True)
class Token:
    """A token of a person for a seat at a table (-1: the host as a spectator). Without a table: all tokens of the
    person from version 0.1, which carry no id."""

    id: str
    person: str
    table: str
    seat: int
    made: float
    used: float | None


def older_tokens(person: str) -> str:
    """Return the id that stands for all tokens of a person without id."""
    return f"older:{person}"


class SeatTokens(Repository):
    """All tokens. Those in use are cached and read together every CACHE_SECONDS, so that a move costs no query."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        # Valid tokens: their owners, and the times of last use that were written.
        self._cache: dict[str, tuple[str, float | None]] = {}
        self._seen: set[str] = set()  # used since the last refresh
        self._unwritten: set[str] = set()  # whose time of last use is to be written
        self._refreshed = 0.0
        self._lock = asyncio.Lock()

    async def issue(self, person: str, table: str, seat: int) -> str:
        """Return the id of the token of a person for a seat; create it if there is none."""
        known = select(T.id).where(T.person == person, T.match == table, T.seat == seat)
        with suppress(IntegrityError):  # of two processes that create it, the first counts
            async with self._writing() as connection:
                found: str | None = await connection.scalar(known)
                if found is None:
                    found = secrets.token_urlsafe(16)
                    row = {"id": found, "person": person, "match": table, "seat": seat, "made": time.time()}
                    await connection.execute(insert(schema.tokens).values(row))
            return found
        async with self._reading() as connection:
            return str(await connection.scalar(known))

    async def of(self, person: str) -> list[Token]:
        """Return the valid tokens of a person, the newest first."""
        await self._write_use()
        query = select(T.id, T.person, T.match, T.seat, T.made, T.used).where(T.person == person)
        async with self._reading() as connection:
            return [Token(*row) for row in await connection.execute(query.order_by(T.made.desc(), T.id))]

    async def revoke(self, id: str, person: str) -> bool:
        """Delete a token of this person; return whether there was one. Other processes follow within seconds."""
        async with self._lock:
            async with self._writing() as connection:
                gone = await connection.execute(delete(schema.tokens).where(T.id == id, T.person == person))
            if gone.rowcount:
                self._cache.pop(id, None)
        return bool(gone.rowcount)

    def invalidate(self) -> None:
        """Clear the cache after tokens have changed owners. Other processes do so within CACHE_SECONDS."""
        self._cache.clear()

    async def is_valid(self, id: str) -> bool:
        """Whether a token is valid."""
        return await self.owner(id) is not None

    async def owner(self, id: str) -> str | None:
        """Return the person to whom a token belongs now; None if it is not valid."""
        now = time.monotonic()
        if id not in self._cache or now - self._refreshed > CACHE_SECONDS:
            async with self._lock:
                if now - self._refreshed > CACHE_SECONDS:
                    await self._write_use()
                    self._cache = await self._read(self._seen)
                    self._seen.clear()
                    self._refreshed = now
                if id not in self._cache:
                    self._cache.update(await self._read([id]))
        if id not in self._cache:
            return None
        person, used = self._cache[id]
        self._seen.add(id)
        if time.time() - (used or 0) > COARSE:
            self._cache[id] = person, time.time()
            self._unwritten.add(id)
        return person

    async def _read(self, ids: Collection[str]) -> dict[str, tuple[str, float | None]]:
        """Return those of these tokens that are valid."""
        found: dict[str, tuple[str, float | None]] = {}
        wanted = list(ids)
        async with self._reading() as connection:
            for start in range(0, len(wanted), 500):
                query = select(T.id, T.person, T.used).where(T.id.in_(wanted[start : start + 500]))
                found.update((id, (person, used)) for id, person, used in await connection.execute(query))
        return found

    async def _write_use(self) -> None:
        """Write the times of last use; errors of the database are ignored."""
        ids, self._unwritten = list(self._unwritten), set()
        if ids:
            with suppress(StoreError):
                async with self._writing() as connection:
                    await connection.execute(update(schema.tokens).where(T.id.in_(ids)).values(used=time.time()))
