"""Deadlines of tables: when the time of a player, or the limit of an absence, may have run out."""

from __future__ import annotations

from sqlalchemy import bindparam, func, select, update

from tablero.store.database import schema
from tablero.store.database.repository import Database, Repository
from tablero.store.database.writer import Step, Writer

M = schema.matches.c
GROUP_SIZE = 50  # tables that are checked together

PUT_OFF = update(schema.matches).where(M.id == bindparam("at_match"))
PUT_OFF_VERSION = PUT_OFF.where(M.version == bindparam("at_version"))


class Deadlines(Repository):
    """The next moment at which each table has to be checked. Every row of a table computes it; a check that finds time
    left postpones it."""

    def __init__(self, database: Database, writer: Writer) -> None:
        super().__init__(database)
        self._writer = writer

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
        # With the rows of others in one commit: a transaction of its own would keep acknowledgements waiting.
        step: Step = (PUT_OFF, {"at_match": table, "deadline": until})
        if version is not None:
            step = (PUT_OFF_VERSION, {"at_match": table, "at_version": version, "deadline": until})
        await self._writer.write([step], lambda: None)
