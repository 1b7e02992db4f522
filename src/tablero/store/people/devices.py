"""Devices where people are signed in. The cookie of a device is valid as long as its row exists, is used and young."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, delete, insert, select, update

from tablero.store.database import schema
from tablero.store.database.repository import Database, Repository
from tablero.store.errors import StoreError
from tablero.store.people.accounts import ACCOUNT_COLUMNS, Account

CACHE_SECONDS = 2.5  # seconds until a sign-out by another process takes effect
COARSE = 3600.0  # seconds between two updates of the time of last use
MAX_DEVICES = 50  # of one person; the one used longest ago is signed out
DAY = 24 * 3600.0
IDLE_DAYS = 180  # without use, after which a device is signed out
OLDEST_DAYS = 730  # after which it is signed out in any case

D = schema.devices.c


@dataclass(frozen=True)
class Device:
    """A browser or a program where a person is signed in."""

    id: str
    label: str
    made: float
    used: float


class Devices(Repository):
    """All devices. Those in use are cached with their accounts and read together every CACHE_SECONDS, so that a move
    costs no query."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._cache: dict[str, tuple[Account, float]] = {}  # with the time of last use that was written
        self._seen: set[str] = set()  # used since the last refresh
        self._unwritten: set[str] = set()  # whose time of last use is to be written
        self._refreshed = float("-inf")
        self._lock = asyncio.Lock()

    async def add(self, person: str, label: str) -> str:
        """Sign a person in on a new device and return its id."""
        id, now = secrets.token_urlsafe(16), self._clock()
        new = insert(schema.devices).values(id=id, person=person, label=label, made=now, used=now)
        older = (
            select(D.id)
            .where(D.person == person)
            .order_by(D.used.desc(), D.made.desc())
            .offset(MAX_DEVICES)
            .limit(MAX_DEVICES)
        )
        async with self._writing() as connection:
            await connection.execute(new)
            await connection.execute(delete(schema.devices).where(D.person == person, ~self._in_time()))
            gone = list((await connection.execute(older)).scalars())
            if gone:
                await connection.execute(delete(schema.devices).where(D.id.in_(gone)))
        return id

    async def of(self, person: str) -> list[Device]:
        """Return the devices of a person, the one used last first."""
        await self._write_use()
        query = select(D.id, D.label, D.made, D.used).where(D.person == person, self._in_time())
        async with self._reading() as connection:
            return [Device(*row) for row in await connection.execute(query.order_by(D.used.desc(), D.made.desc()))]

    async def sign_out(self, person: str, id: str) -> bool:
        """Sign a device of this person out; return whether it was signed in."""
        return await self._sign_out(person, D.id == id) > 0

    async def sign_out_others(self, person: str, but: str = "") -> int:
        """Sign all devices of a person out, except `but`; return how many."""
        return await self._sign_out(person, D.id != but)

    async def _sign_out(self, person: str, which: object) -> int:
        async with self._lock:
            async with self._writing() as connection:
                gone = await connection.execute(delete(schema.devices).where(D.person == person, which))  # type: ignore[arg-type]
            self._cache.clear()
        return gone.rowcount

    def invalidate(self) -> None:
        """Clear the cache after a change of accounts. Other processes do so within CACHE_SECONDS."""
        self._cache.clear()

    async def account(self, id: str) -> Account | None:
        """Return the account of a device; None if it is signed out."""
        now = time.monotonic()
        if id not in self._cache or now - self._refreshed > CACHE_SECONDS:
            async with self._lock:
                if now - self._refreshed > CACHE_SECONDS:
                    await self._refresh(now)
                if id not in self._cache:
                    self._cache.update(await self._read([id]))
        if id not in self._cache:
            return None
        account, used = self._cache[id]
        self._seen.add(id)
        if self._clock() - used > COARSE:
            self._cache[id] = account, self._clock()
            self._unwritten.add(id)
        return account

    async def _refresh(self, now: float) -> None:
        """Refresh the cache. While the database is away, cached devices stay signed in."""
        with suppress(StoreError):
            await self._write_use()
            self._cache = await self._read(self._seen)
            self._seen.clear()
        self._refreshed = now

    def _in_time(self) -> ColumnElement[bool]:
        """Return the condition that a device has been used lately and is not too old."""
        now = self._clock()
        return and_(D.used > now - IDLE_DAYS * DAY, D.made > now - OLDEST_DAYS * DAY)

    async def _read(self, ids: Collection[str]) -> dict[str, tuple[Account, float]]:
        found: dict[str, tuple[Account, float]] = {}
        wanted = list(ids)
        signed_in = schema.devices.join(schema.accounts, D.person == schema.accounts.c.person)
        async with self._reading() as connection:
            for start in range(0, len(wanted), 500):
                query = (
                    select(D.id, D.used, *ACCOUNT_COLUMNS)
                    .select_from(signed_in)
                    .where(D.id.in_(wanted[start : start + 500]), self._in_time())
                )
                found.update((id, (Account(*account), used)) for id, used, *account in await connection.execute(query))
        return found

    async def _write_use(self) -> None:
        """Write the times of last use; errors of the database are ignored."""
        ids, self._unwritten = list(self._unwritten), set()
        if ids:
            with suppress(StoreError):
                async with self._writing() as connection:
                    await connection.execute(update(schema.devices).where(D.id.in_(ids)).values(used=self._clock()))
