"""Devices: where people are signed in. A device's cookie counts as long as its row is there."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update

from tablero.store import schema
from tablero.store.accounts import COLUMNS, Account
from tablero.store.errors import StoreError
from tablero.store.progress import Connecting

LIFE = 5.0  # seconds until a device that another process has signed out is noticed
COARSE = 3600.0  # seconds: the time of the last use is not written more often
MOST = 50  # of one person; the one used longest ago makes room

D = schema.devices.c


@dataclass(frozen=True)
class Device:
    """A browser, or a program, where somebody is signed in."""

    id: str
    label: str
    made: float
    used: float


class Devices:
    """All devices of a house. Those in use are remembered with their accounts, and looked up together every few seconds: a
    move costs no question to the database."""

    def __init__(self, reading: Connecting, writing: Connecting, clock: Callable[[], float]) -> None:
        self._reading = reading
        self._writing = writing
        self._clock = clock
        self._known: dict[str, tuple[Account, float]] = {}  # and when their last use was written down
        self._shown: set[str] = set()  # since the last look
        self._unwritten: set[str] = set()  # used just now, which is written down together
        self._looked = float("-inf")
        self._looking = asyncio.Lock()

    async def give(self, person: str, label: str) -> str:
        """Sign a person in on a new device: its id."""
        id, now = secrets.token_urlsafe(16), self._clock()
        new = insert(schema.devices).values(id=id, person=person, label=label, made=now, used=now)
        older = select(D.id).where(D.person == person).order_by(D.used.desc(), D.made.desc()).offset(MOST).limit(MOST)
        async with self._writing() as connection:
            await connection.execute(new)
            gone = list((await connection.execute(older)).scalars())
            if gone:
                await connection.execute(delete(schema.devices).where(D.id.in_(gone)))
        return id

    async def of(self, person: str) -> list[Device]:
        """The devices of a person, the one used last first."""
        await self._note_use()
        query = select(D.id, D.label, D.made, D.used).where(D.person == person)
        async with self._reading() as connection:
            return [Device(*row) for row in await connection.execute(query.order_by(D.used.desc(), D.made.desc()))]

    async def sign_out(self, person: str, id: str) -> bool:
        """Let a device of this person count no more; whether there was one."""
        return await self._sign_out(person, D.id == id) > 0

    async def sign_out_others(self, person: str, but: str = "") -> int:
        """Let all devices of a person count no more, but one perhaps; how many there were."""
        return await self._sign_out(person, D.id != but)

    async def _sign_out(self, person: str, which: object) -> int:
        async with self._looking:
            async with self._writing() as connection:
                gone = await connection.execute(delete(schema.devices).where(D.person == person, which))  # type: ignore[arg-type]
            self._known.clear()
        return gone.rowcount

    def look_again(self) -> None:
        """What is known of accounts has changed here: it is not believed any more. Other processes notice within seconds."""
        self._known.clear()

    async def account(self, id: str) -> Account | None:
        """Whose device this is; None when it counts no more."""
        now = time.monotonic()
        if id not in self._known or now - self._looked > LIFE:
            async with self._looking:
                if now - self._looked > LIFE:
                    await self._look_at_all(now)
                if id not in self._known:
                    self._known.update(await self._look([id]))
        if id not in self._known:
            return None
        account, used = self._known[id]
        self._shown.add(id)
        if self._clock() - used > COARSE:
            self._known[id] = account, self._clock()
            self._unwritten.add(id)
        return account

    async def _look_at_all(self, now: float) -> None:
        """While the database is away, what was known counts on: nobody is signed out by that."""
        with suppress(StoreError):
            await self._note_use()
            self._known = await self._look(self._shown)
            self._shown.clear()
        self._looked = now

    async def _look(self, ids: Collection[str]) -> dict[str, tuple[Account, float]]:
        found: dict[str, tuple[Account, float]] = {}
        wanted = list(ids)
        signed_in = schema.devices.join(schema.accounts, D.person == schema.accounts.c.person)
        async with self._reading() as connection:
            for start in range(0, len(wanted), 500):
                query = (
                    select(D.id, D.used, *COLUMNS).select_from(signed_in).where(D.id.in_(wanted[start : start + 500]))
                )
                found.update((id, (Account(*account), used)) for id, used, *account in await connection.execute(query))
        return found

    async def _note_use(self) -> None:
        """Write down which devices are used. That can be left out when the database has no time."""
        ids, self._unwritten = list(self._unwritten), set()
        if ids:
            with suppress(StoreError):
                async with self._writing() as connection:
                    await connection.execute(update(schema.devices).where(D.id.in_(ids)).values(used=self._clock()))
