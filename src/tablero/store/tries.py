"""Tries: how often somebody has tried to sign in, counted for all processes of a site together."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tablero.people.guessing import FORGOTTEN, Patience, Tries
from tablero.store import schema
from tablero.store.progress import Connecting

SWEPT_EVERY = 600.0  # seconds
T = schema.tries.c


class TryBook:
    """What was tried, under keys that tell nobody whose name or address it was. A row is held while it is counted: of many
    attempts at once, in however many processes, each counts."""

    def __init__(self, writing: Connecting, clock: Callable[[], float]) -> None:
        self._writing = writing
        self._clock = clock
        self._swept = 0.0

    async def attempt(self, what: str, patience: Patience) -> None:
        """One more attempt, which counts as failed until `succeeded` is told; TooManyTries while there is a pause."""
        await self._sweep()
        await self._count(what, patience.attempt)

    async def succeeded(self, what: str, patience: Patience, forget: bool = False) -> None:
        """The last attempt was right."""
        await self._count(what, lambda known, now: patience.succeeded(known, now, forget))

    async def _count(self, what: str, count: Callable[[Tries, float], Tries]) -> None:
        here = T.what == what
        try:
            async with self._writing() as connection:
                known = (await connection.execute(select(T.times, T.last).where(here).with_for_update())).first()
                after = count(Tries(*known) if known else Tries(), self._clock())
                values = {"times": after.times, "last": after.last}
                new = insert(schema.tries).values(what=what, **values)
                await connection.execute(new if known is None else update(schema.tries).where(here).values(values))
        except IntegrityError:  # another process was the first to count this: now there is a row to hold
            await self._count(what, count)

    async def _sweep(self) -> None:
        """What is long ago is deleted."""
        now = self._clock()
        if now - self._swept > SWEPT_EVERY:
            self._swept = now
            async with self._writing() as connection:
                await connection.execute(delete(schema.tries).where(T.last < now - FORGOTTEN))
