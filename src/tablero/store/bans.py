"""Bans: who may not talk, or not sit down."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, insert, select

from tablero.store import schema
from tablero.store.errors import StoreError
from tablero.store.progress import Connecting
from tablero.table.errors import Refusal

LIFE = 5.0  # seconds until what another process has decided is noticed

BanKind = Literal["mute", "ban"]
B = schema.bans.c


class Banned(Refusal):
    """Somebody who may not do this here, because a moderator has said so."""

    rule = "banned"


@dataclass(frozen=True)
class Ban:
    """Somebody who may not talk (mute), or not talk, sit down and open tables (ban), until a moment or for good."""

    id: str
    person: str
    kind: str
    name: str
    made: float
    until: float | None


class Bans:
    """All bans, known by heart: there are few, and they are asked for at every turn."""

    def __init__(self, reading: Connecting, writing: Connecting, clock: Callable[[], float]) -> None:
        self._reading = reading
        self._writing = writing
        self._clock = clock
        self._known: dict[tuple[str, str], Ban] = {}
        self._looked = float("-inf")
        self._looking = asyncio.Lock()

    async def put(self, person: str, kind: BanKind, name: str, days: float | None) -> None:
        """Mute or ban somebody, for some days or for good. A later word counts."""
        now = self._clock()
        until = None if days is None else now + days * 24 * 3600
        row = {
            "id": secrets.token_urlsafe(12),
            "person": person,
            "kind": kind,
            "name": name,
            "made": now,
            "until": until,
        }
        async with self._writing() as connection:
            await connection.execute(delete(schema.bans).where(B.person == person, B.kind == kind))
            await connection.execute(insert(schema.bans).values(row))
        self.look_again()

    async def lift(self, id: str) -> None:
        async with self._writing() as connection:
            await connection.execute(delete(schema.bans).where(B.id == id))
        self.look_again()

    def look_again(self) -> None:
        """Something has changed here: the next who asks looks. Other processes notice within seconds."""
        self._looked = float("-inf")

    async def all(self) -> list[Ban]:
        """Those that count now, the newest first."""
        await self._look()
        return sorted((ban for ban in self._known.values() if self._counts(ban)), key=lambda ban: -ban.made)

    async def is_banned(self, person: str) -> bool:
        """Whether somebody may neither talk nor sit down nor open tables."""
        await self._look()
        return self._counts(self._known.get((person, "ban")))

    async def is_muted(self, person: str) -> bool:
        """Whether somebody may not talk."""
        await self._look()
        return any(self._counts(self._known.get((person, kind))) for kind in ("ban", "mute"))

    async def check_sitting(self, person: str) -> None:
        """Banned for those who may not sit down or open tables. The games they are in go on."""
        if await self.is_banned(person):
            raise Banned(
                "you may not begin new games here: a moderator has said so; your running games go on"
            )

    async def check_talking(self, person: str) -> None:
        """Banned for those who may not talk."""
        if await self.is_muted(person):
            raise Banned("you may not write here: a moderator has said so")

    def _counts(self, ban: Ban | None) -> bool:
        return ban is not None and (ban.until is None or ban.until > self._clock())

    async def _look(self) -> None:
        if time.monotonic() - self._looked <= LIFE:
            return
        async with self._looking:
            if time.monotonic() - self._looked <= LIFE:
                return
            with suppress(StoreError):  # what was known counts on
                async with self._reading() as connection:
                    found = await connection.execute(select(B.id, B.person, B.kind, B.name, B.made, B.until))
                    self._known = {(row.person, row.kind): Ban(*row) for row in found}
            self._looked = time.monotonic()
