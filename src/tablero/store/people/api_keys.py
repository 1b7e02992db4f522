"""API keys for programs that act for a person, each with scopes. A key is valid as long as its row exists."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import RowMapping, delete, func, insert, select, update

from tablero.store.database import schema
from tablero.store.database.repository import Database, Repository
from tablero.table import Refusal

KEY_SCOPES = ("read", "play", "talk")  # read; open, join and play; chat
MAX_KEYS = 20  # keys of one person
LIFE = 2.5  # seconds until a revocation by another process takes effect
COARSE = 3600.0  # seconds: the time of the last use is not written more often
K = schema.keys.c


@dataclass(frozen=True)
class ApiKey:
    """A key of a person with its label, scopes, and times of creation and last use."""

    id: str
    person: str
    label: str
    scopes: tuple[str, ...]
    made: float
    used: float | None


class ApiKeys(Repository):
    """Keys of all people. A key in use is cached for LIFE seconds, so that a move costs no query."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._cache: dict[str, tuple[float, ApiKey]] = {}
        self._lock = asyncio.Lock()

    async def make(self, person: str, label: str, scopes: Collection[str]) -> ApiKey:
        """Create a key. Raise Refusal if the person has too many or a scope is unknown."""
        chosen = tuple(scope for scope in KEY_SCOPES if scope in scopes)
        if len(chosen) != len(set(scopes)) or not chosen:
            raise Refusal("a key opens one or more of these: read, play, talk")
        key = ApiKey(secrets.token_urlsafe(16), person, label, chosen, self._clock(), None)
        async with self._writing() as connection:
            if (await connection.scalar(select(func.count()).where(K.person == person)) or 0) >= MAX_KEYS:
                raise Refusal("you have twenty keys: revoke one that you do not need any more")
            row = {"id": key.id, "person": person, "label": label, "scopes": " ".join(chosen), "made": key.made}
            await connection.execute(insert(schema.keys).values(row))
        return key

    async def of(self, person: str) -> list[ApiKey]:
        """Return the keys of a person, the newest first."""
        async with self._reading() as connection:
            found = await connection.execute(select(schema.keys).where(K.person == person).order_by(K.made.desc()))
            return [_key(row) for row in found.mappings()]

    async def revoke(self, person: str, id: str) -> bool:
        """Delete a key; return whether it belonged to this person."""
        async with self._writing() as connection:
            gone = await connection.execute(delete(schema.keys).where(K.id == id, K.person == person))
        self._cache.pop(id, None)
        return gone.rowcount > 0

    async def find(self, id: str) -> ApiKey | None:
        """Return a valid key; None if it does not exist or was revoked."""
        now = self._clock()
        known = self._cache.get(id)
        if known is not None and now - known[0] < LIFE:
            return known[1]
        async with self._lock:
            async with self._reading() as connection:
                row = (await connection.execute(select(schema.keys).where(K.id == id))).mappings().first()
            if row is None:
                self._cache.pop(id, None)
                return None
            key = _key(row)
            self._cache = {other: held for other, held in self._cache.items() if now - held[0] < LIFE}
            self._cache[id] = now, key
        if key.used is None or now - key.used > COARSE:
            async with self._writing() as connection:
                await connection.execute(update(schema.keys).where(K.id == id).values(used=now))
        return key


def _key(row: RowMapping) -> ApiKey:
    return ApiKey(row["id"], row["person"], row["label"], tuple(row["scopes"].split()), row["made"], row["used"])
