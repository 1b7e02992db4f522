"""Delete tables with all that belongs to them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.store.database import schema
from tablero.store.database.engine import file_of
from tablero.store.errors import translate_errors

GROUP_SIZE = 500  # tables deleted in one transaction


async def remove(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Delete tables with their seats, rows, snapshots and everything that refers to them."""
    chosen = list(ids)
    r = schema.rematches.c
    await connection.execute(delete(schema.rematches).where(r.match.in_(chosen) | r.next.in_(chosen)))
    for part in (
        schema.talk,
        schema.notes,
        schema.notifications,
        schema.ratings,
        schema.results,
        schema.forks,
        schema.reviews,
        schema.own_puzzles,
        schema.tokens,
        schema.invitations,
        schema.automatic,
        schema.plans,
        schema.snapshots,
        schema.log,
        schema.seats,
    ):
        await connection.execute(delete(part).where(part.c.match.in_(chosen)))
    await connection.execute(delete(schema.matches).where(schema.matches.c.id.in_(chosen)))


def vacuum(database: str) -> None:
    """Return freed space of an SQLite file to the disk. PostgreSQL does so by itself."""
    file = file_of(database)
    if file is not None:
        with translate_errors(), closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
