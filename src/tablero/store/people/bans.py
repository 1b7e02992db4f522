"""Bans and mutes of people."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, insert, select

from tablero.store.database import schema
from tablero.store.database.repository import Database, Repository
from tablero.store.errors import StoreError
from tablero.table.errors import Refusal

LIFE = 5.0  # seconds until a change by another process takes effect

BanKind = Literal["mute", "ban"]
B = schema.bans.c


class Banned(Refusal):
    """A person is banned or muted by an administrator."""

    rule = "banned"


@dataclass(frozen=True)
class Ban:
    """A person who may not chat (mute), or not chat, sit down and open tables (ban), until a moment or for good."""

    id: str
    person: str
    kind: str
    name: str
    made: float
    until: float | None


class Bans(Repository):
    """All bans, cached: there are few, and every request asks for them."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._known: dict[tuple[str, str], Ban] = {}
        self._refreshed = float("-inf")
        self._lock = asyncio.Lock()

    async def add(self, person: str, kind: BanKind, name: str, days: float | None) -> None:
        """Mute or ban a person for some days or for good, in place of an earlier ban of this kind."""
        now = self._clock()
        until = None if days is None else now + days * 24 * 3600
        row = {
            "id": secrets.token_urlsafe(16),
            "person": person,
            "kind": kind,
            "name": name,
            "made": now,
            "until": until,
        }
        async with self._writing() as connection:
            await connection.execute(delete(schema.bans).where(B.person == person, B.kind == kind))
            await connection.execute(insert(schema.bans).values(row))
        self.invalidate()

    async def lift(self, id: str) -> None:
        await self._execute(delete(schema.bans).where(B.id == id))
        self.invalidate()

    def invalidate(self) -> None:
        """Read the bans again at the next request. Other processes do so within LIFE seconds."""
        self._refreshed = float("-inf")

    async def all(self) -> list[Ban]:
        """Return the bans in force, the newest first."""
        await self._refresh()
        return sorted((ban for ban in self._known.values() if self._in_force(ban)), key=lambda ban: -ban.made)

    async def is_banned(self, person: str) -> bool:
        """Whether a person may neither chat nor sit down nor open tables."""
        await self._refresh()
        return self._in_force(self._known.get((person, "ban")))

    async def is_muted(self, person: str) -> bool:
        """Whether a person may not chat."""
        await self._refresh()
        return any(self._in_force(self._known.get((person, kind))) for kind in ("ban", "mute"))

    async def check_sitting(self, person: str) -> None:
        """Raise Banned if a person may not sit down or open tables. Running games go on."""
        if await self.is_banned(person):
            raise Banned("you may not begin new games here: a moderator has said so; your running games go on")

    async def check_talking(self, person: str) -> None:
        """Raise Banned if a person may not chat."""
        if await self.is_muted(person):
            raise Banned("you may not write here: a moderator has said so")

    def _in_force(self, ban: Ban | None) -> bool:
        return ban is not None and (ban.until is None or ban.until > self._clock())

    async def _refresh(self) -> None:
        if time.monotonic() - self._refreshed <= LIFE:
            return
        async with self._lock:
            if time.monotonic() - self._refreshed <= LIFE:
                return
            with suppress(StoreError):  # the cached ones stay in force
                async with self._reading() as connection:
                    found = await connection.execute(select(B.id, B.person, B.kind, B.name, B.made, B.until))
                    self._known = {(row.person, row.kind): Ban(*row) for row in found}
            self._refreshed = time.monotonic()
