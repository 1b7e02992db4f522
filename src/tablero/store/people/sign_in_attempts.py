"""Failed attempts to sign in, counted over all processes of a site."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tablero.people.sign_in_backoff import FORGET_SECONDS, Attempts, SignInBackoff
from tablero.store.database import schema
from tablero.store.database.repository import Database, Repository

SWEPT_EVERY = 600.0  # seconds
T = schema.tries.c


class SignInAttempts(Repository):
    """Attempts by key; a key does not reveal the name or address. A row is locked while it is counted, so that each of
    many attempts at once counts, in any number of processes."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._swept = 0.0

    async def attempt(self, what: str, backoff: SignInBackoff) -> int:
        """Count an attempt, as failed until `succeeded` is called, and return how many there were in a row. Raise
        TooManyAttempts during a pause."""
        await self._sweep()
        return await self._count(what, backoff.attempt)

    async def succeeded(self, what: str, backoff: SignInBackoff, forget: bool = False) -> None:
        """Record that the last attempt was right."""
        await self._count(what, lambda known, now: backoff.succeeded(known, now, forget))

    async def _count(self, what: str, count: Callable[[Attempts, float], Attempts]) -> int:
        here = T.what == what
        try:
            async with self._writing() as connection:
                known = (await connection.execute(select(T.times, T.last).where(here).with_for_update())).first()
                after = count(Attempts(*known) if known else Attempts(), self._clock())
                values = {"times": after.times, "last": after.last}
                new = insert(schema.tries).values(what=what, **values)
                await connection.execute(new if known is None else update(schema.tries).where(here).values(values))
                return after.times
        except IntegrityError:  # another process inserted the row: now it can be locked
            return await self._count(what, count)

    async def _sweep(self) -> None:
        """Delete old attempts, every SWEPT_EVERY seconds."""
        now = self._clock()
        if now - self._swept > SWEPT_EVERY:
            self._swept = now
            async with self._writing() as connection:
                await connection.execute(delete(schema.tries).where(T.last < now - FORGET_SECONDS))
