"""Plans of seats. The log says which of them are played by themselves; only the owner is told of them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update

from tablero.store.database import schema
from tablero.store.database.repository import Repository

P = schema.plans.c


@dataclass(frozen=True)
class StoredPlan:
    """A plan as text, why it has come to its end (empty while it has not), and when it was made."""

    body: str
    stopped: str
    made: float


class PlanStore(Repository):
    """Plans by table and seat."""

    async def of(self, match: str, seat: int) -> StoredPlan | None:
        """Return the plan of a seat; None if there is none."""
        query = select(P.body, P.stopped, P.made).where(P.match == match, P.seat == seat)
        async with self._reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else StoredPlan(*row)

    async def save(self, match: str, seat: int, body: str) -> None:
        """Save a plan in place of an older one."""
        values = {"body": body, "stopped": "", "made": self._clock()}
        known = update(schema.plans).where(P.match == match, P.seat == seat).values(values)
        await self._upsert(known, insert(schema.plans).values(match=match, seat=seat, **values))

    async def stop(self, match: str, seat: int, body: str, reason: str) -> None:
        """Note why a plan has come to its end, unless it has been replaced meanwhile."""
        here = (P.match == match, P.seat == seat, P.body == body)
        await self._execute(update(schema.plans).where(*here).values(stopped=reason))

    async def remove(self, match: str, seat: int) -> None:
        await self._execute(delete(schema.plans).where(P.match == match, P.seat == seat))
