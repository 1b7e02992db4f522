"""Tokens: which of the seats' tokens that programs hold still count. A token counts as long as its row is there."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.store import schema
from tablero.store.errors import StoreError

LIFE = 5.0  # seconds until a token that another process has revoked is noticed
COARSE = 3600.0  # seconds: the time of the last use is not written more often

Connecting = Callable[[], AbstractAsyncContextManager[AsyncConnection]]
T = schema.tokens.c


@dataclass(frozen=True)
class Token:
    """A token of a person for a seat at a table (-1: the host looks on). Without a table: all the person's tokens from
    before tokens were kept, which carry no id."""

    id: str
    person: str
    table: str
    seat: int
    made: float
    used: float | None


def older_tokens(person: str) -> str:
    """The id that stands for all tokens of a person that carry none."""
    return f"older:{person}"


class Tokens:
    """All tokens of a house. Those in use are remembered, and looked up together every few seconds: a move costs no
    question to the database."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing
        # Tokens that count: whose they are, and when their last use was written down.
        self._good: dict[str, tuple[str, float | None]] = {}
        self._shown: set[str] = set()  # since the last look
        self._unwritten: set[str] = set()  # used just now, which is written down together
        self._looked = 0.0
        self._looking = asyncio.Lock()

    async def give(self, person: str, table: str, seat: int) -> str:
        """The id of the person's token for a seat, made when there is none."""
        known = select(T.id).where(T.person == person, T.match == table, T.seat == seat)
        with suppress(IntegrityError):  # another process gives the same one: the first counts
            async with self._writing() as connection:
                found: str | None = await connection.scalar(known)
                if found is None:
                    found = secrets.token_urlsafe(12)
                    row = {"id": found, "person": person, "match": table, "seat": seat, "made": time.time()}
                    await connection.execute(insert(schema.tokens).values(row))
            return found
        async with self._reading() as connection:
            return str(await connection.scalar(known))

    async def of(self, person: str) -> list[Token]:
        """The tokens of a person that count, the newest first."""
        await self._note_use()
        query = select(T.id, T.person, T.match, T.seat, T.made, T.used).where(T.person == person)
        async with self._reading() as connection:
            return [Token(*row) for row in await connection.execute(query.order_by(T.made.desc(), T.id))]

    async def revoke(self, id: str, person: str) -> bool:
        """Let a token of this person count no more; whether there was one. Other processes notice within seconds."""
        async with self._looking:
            async with self._writing() as connection:
                gone = await connection.execute(delete(schema.tokens).where(T.id == id, T.person == person))
            if gone.rowcount:
                self._good.pop(id, None)
        return bool(gone.rowcount)

    def look_again(self) -> None:
        """Somebody's tokens belong to somebody else now. Other processes notice within seconds."""
        self._good.clear()

    async def counts(self, id: str) -> bool:
        """Whether a token still counts."""
        return await self.owner(id) is not None

    async def owner(self, id: str) -> str | None:
        """Whose token this is, which may be another person than the one it was made for; None when it counts no more."""
        now = time.monotonic()
        if id not in self._good or now - self._looked > LIFE:
            async with self._looking:
                if now - self._looked > LIFE:
                    await self._note_use()
                    self._good = await self._look(self._shown)
                    self._shown.clear()
                    self._looked = now
                if id not in self._good:
                    self._good.update(await self._look([id]))
        if id not in self._good:
            return None
        person, used = self._good[id]
        self._shown.add(id)
        if time.time() - (used or 0) > COARSE:
            self._good[id] = person, time.time()
            self._unwritten.add(id)
        return person

    async def _look(self, ids: Collection[str]) -> dict[str, tuple[str, float | None]]:
        """Those of these tokens that count."""
        found: dict[str, tuple[str, float | None]] = {}
        wanted = list(ids)
        async with self._reading() as connection:
            for start in range(0, len(wanted), 500):
                query = select(T.id, T.person, T.used).where(T.id.in_(wanted[start : start + 500]))
                found.update((id, (person, used)) for id, person, used in await connection.execute(query))
        return found

    async def _note_use(self) -> None:
        """Write down which tokens are used. That can be left out when the database has no time."""
        ids, self._unwritten = list(self._unwritten), set()
        if ids:
            with suppress(StoreError):
                async with self._writing() as connection:
                    await connection.execute(update(schema.tokens).where(T.id.in_(ids)).values(used=time.time()))
