"""A copy of the database before each migration: there is no other way back."""

from __future__ import annotations

import logging
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import make_url

from tablero.store.database.backup import back_up
from tablero.store.database.engine import async_url, bare_engine, file_of, head
from tablero.store.database.process_lock import server_lock
from tablero.store.database.schema_version import check_known, schema_of, written_by
from tablero.store.errors import StoreError, StoreFull, StoreOutdated

NO_COPIES = "none"  # as the folder of copies: the host makes them
ROOM_FACTOR = 2  # the copy, and what the migration itself writes

logger = logging.getLogger("tablero.store")


@asynccontextmanager
async def copied_before_migration(database: str, folder: str = "") -> AsyncIterator[None]:
    """Copy a database whose schema is older than this program's; the caller migrates it inside the context.

    folder: for the copy; empty means beside an SQLite file, NO_COPIES that none is made. Raise StoreError if the schema
    is a newer one, if a server uses the file, if there is no room, or for PostgreSQL without a folder."""
    found = await schema_of(database)
    if found is None or check_known(found) == head():
        yield
        return
    with server_lock(database):
        if folder == NO_COPIES:
            logger.warning("The database is brought up to date from schema %s to %s, without a copy.", found, head())
        else:
            await _copy(database, found, folder)
        yield


async def _copy(database: str, revision: str, folder: str) -> None:
    file = file_of(database)
    if file is None and not folder:
        raise StoreOutdated(
            f"this database is of Tablero {written_by(revision)} and has to be copied and brought up to date first; "
            "nothing was changed: start the site (tablero serve), which does both"
        )
    place = Path(folder).expanduser() if folder or file is None else file.resolve().parent
    name = make_url(async_url(database)).database or "tablero" if file is None else file.stem
    copy = place / f"{name}.schema-{revision}.{date.today()}.db"
    try:
        place.mkdir(parents=True, exist_ok=True)
        _check_room(place, ROOM_FACTOR * (file.stat().st_size if file else await _size(database)))
        contents = await back_up(database, copy)
    except OSError as error:
        raise StoreError(
            f"no copy of the database can be written to {place} before it is brought up to date ({error.strerror}); "
            "nothing was changed: make that folder writable, or name another with --copies"
        ) from None
    logger.warning(
        "The database is of Tablero %s. A copy of it, with %d tables and %d moves, is %s (%.1f MB, %s). "
        "It is brought up to date now, from schema %s to %s.",
        *(written_by(revision), contents.tables, contents.moves, copy, copy.stat().st_size / 1e6),
        *(_others(place, name), revision, head()),
    )


def _check_room(place: Path, needed: int) -> None:
    free = shutil.disk_usage(place).free
    if free < needed:
        raise StoreFull(
            f"{place} has no room for a copy of the database before it is brought up to date: "
            f"{free / 1e6:.1f} MB are free, {needed / 1e6:.1f} MB are needed; nothing was changed: make room there, "
            "or name another folder with --copies"
        )


def _others(place: Path, name: str) -> str:
    count = sum(1 for _ in place.glob(f"{name}.schema-*.db"))
    return "the only one there" if count == 1 else f"one of {count} there; delete those that you do not need"


async def _size(database: str) -> int:
    engine = bare_engine(database)
    try:
        async with engine.connect() as connection:
            return int(await connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    finally:
        await engine.dispose()
