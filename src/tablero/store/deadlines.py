"""Deadlines: at which tables somebody's time, or the others' patience, may have run out."""

from __future__ import annotations

from sqlalchemy import func, select, update

from tablero.store import schema
from tablero.store.progress import Connecting

M = schema.matches.c
GROUP = 50  # tables that are looked at together


class Deadlines:
    """The next moment of each table at which there may be something to do. Every row of a table works it out anew; whoever looks at the
    table then and finds that there is still time puts it off."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing

    async def due(self, now: float) -> list[str]:
        """Tables whose moment has come, the longest overdue first, at most a group of them."""
        query = select(M.id).where(M.deadline <= now).order_by(M.deadline).limit(GROUP)
        async with self._reading() as connection:
            return list((await connection.scalars(query)).all())

    async def next(self) -> float | None:
        """The nearest moment."""
        async with self._reading() as connection:
            found: float | None = await connection.scalar(select(func.min(M.deadline)))
        return found

    async def put_off(self, table: str, version: int | None, until: float | None) -> None:
        """Look at a table at another moment, or not before its next row; unless it has gone on meanwhile."""
        change = update(schema.matches).where(M.id == table)
        if version is not None:
            change = change.where(M.version == version)
        async with self._writing() as connection:
            await connection.execute(change.values(deadline=until))
