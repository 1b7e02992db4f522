"""Pruning: which tables nobody misses, and taking them away with all that belongs to them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.store import schema
from tablero.store.engine import file_of
from tablero.store.errors import told_clearly

GROUP = 500  # tables that go in one transaction


async def find_untouched(connection: AsyncConnection, stage: str, since: float) -> list[str]:
    """The tables in a stage where nothing has happened since a moment, the oldest first."""
    m = schema.matches.c
    found = await connection.execute(select(m.id).where(m.stage == stage, m.updated < since).order_by(m.updated))
    return list(found.scalars())


async def remove(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Take tables away, with their seats, rows, snapshots and reviews and with what leads to them."""
    chosen = list(ids)
    r = schema.rematches.c
    await connection.execute(delete(schema.rematches).where(r.match.in_(chosen) | r.next.in_(chosen)))
    for part in (
        schema.talk,
        schema.notes,
        schema.notices,
        schema.ratings,
        schema.results,
        schema.forks,
        schema.reviews,
        schema.tokens,
        schema.invitations,
        schema.snapshots,
        schema.log,
        schema.seats,
    ):
        await connection.execute(delete(part).where(part.c.match.in_(chosen)))
    await connection.execute(delete(schema.matches).where(schema.matches.c.id.in_(chosen)))


def vacuum(database: str) -> None:
    """Give the room that was freed back to the disk. PostgreSQL does so by itself."""
    file = file_of(database)
    if file is not None:
        with told_clearly(), closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
