"""Deadlines of tables: when the time of a player, or the limit of an absence, may have run out."""

from __future__ import annotations

from sqlalchemy import func, select, update

from tablero.store.database import schema
from tablero.store.database.repository import Repository

M = schema.matches.c
GROUP_SIZE = 50  # tables that are checked together


class Deadlines(Repository):
    """The next moment at which each table has to be checked. Every row of a table computes it; a check that finds time
    left postpones it."""

    async def due(self, now: float) -> list[str]:
        """Return up to GROUP_SIZE tables whose deadline has passed, the longest overdue first."""
        query = select(M.id).where(M.deadline <= now).order_by(M.deadline).limit(GROUP_SIZE)
        async with self._reading() as connection:
            return list((await connection.scalars(query)).all())

    async def next(self) -> float | None:
        """Return the nearest deadline."""
        async with self._reading() as connection:
            found: float | None = await connection.scalar(select(func.min(M.deadline)))
        return found

    async def put_off(self, table: str, version: int | None, until: float | None) -> None:
        """Set another deadline, or none before the next row; not if the table has another version by now."""
        change = update(schema.matches).where(M.id == table)
        if version is not None:
            change = change.where(M.version == version)
        await self._execute(change.values(deadline=until))
