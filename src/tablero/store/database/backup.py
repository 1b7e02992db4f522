"""Backup and restore of a whole database as one SQLite file.

The file can be restored into either kind of database, so it also moves a site from SQLite to PostgreSQL and back.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, MetaData, Table, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablero.store.database import schema
from tablero.store.database.engine import bare_engine, check_file, file_of, head, migrate, open_engine, revision_of
from tablero.store.database.process_lock import server_lock
from tablero.store.database.schema_version import check_known, schema_of
from tablero.store.errors import StoreDamaged, StoreError, translate_errors

ROWS = 1000  # that are copied together
HOLDS_TABLES = "this database holds tables already: name an empty one, or say --replace"


@dataclass(frozen=True)
class Contents:
    """Number of tables and moves in a backup."""

    tables: int
    moves: int


async def back_up(database: str, file: Path) -> Contents:
    """Copy a database, which may be in use, into `file`, which is complete or not created at all.

    Raise OSError if the file cannot be written."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds every secret of the site
    try:
        with translate_errors():
            source = file_of(database)
            if source is not None:
                await asyncio.to_thread(_copy_file, source, part)
            else:
                await _copy_rows_out(database, part)
            contents = await asyncio.to_thread(_finish, part)
        os.replace(part, file)
        return contents
    finally:
        for left in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm", "-journal"))):
            left.unlink(missing_ok=True)


async def restore(file: Path, database: str, replace: bool = False) -> Contents:
    """Fill a database that no server uses from a backup; unless `replace`, it must be empty.

    Raise StoreError if it is not, OSError if the backup cannot be read."""
    with tempfile.TemporaryDirectory(prefix="tablero-") as folder:
        fresh = Path(folder) / "copy.db"
        await asyncio.to_thread(shutil.copyfile, file, fresh)
        with server_lock(database), translate_errors():
            return await _fill(fresh, database, replace)


async def _fill(fresh: Path, database: str, replace: bool) -> Contents:
    await asyncio.to_thread(check_file, str(fresh))
    for one in (str(fresh), database):
        found = await schema_of(one)
        if found is not None and check_known(found) != head() and one == database and not replace:
            raise StoreError(HOLDS_TABLES)  # before a migration, of which there would be no copy
    contents = await asyncio.to_thread(_contents, fresh)
    copy = await open_engine(str(fresh))  # migrates this copy; the backup itself stays as it is
    try:
        target = await open_engine(database)
        try:
            async with copy.connect() as reading, target.begin() as writing:
                if not replace and await writing.scalar(select(func.count()).select_from(schema.matches)):
                    raise StoreError(HOLDS_TABLES)
                for table in reversed(schema.metadata.sorted_tables):
                    await writing.execute(delete(table))
                await _copy_rows(reading, writing)
        finally:
            await target.dispose()
    finally:
        await copy.dispose()
    return contents


def _copy_file(source: Path, part: Path) -> None:
    """Copy a database that is being written to, by SQLite's backup API."""
    address = f"{source.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as reading, closing(sqlite3.connect(part)) as writing:
        reading.backup(writing)


async def _copy_rows_out(database: str, part: Path) -> None:
    """Copy all rows in one snapshot, into the schema that the database has: it may be one of an older Tablero."""
    copy = bare_engine(str(part))
    source: AsyncEngine = bare_engine(database)
    try:
        async with source.connect() as reading, copy.begin() as writing:
            await reading.execution_options(isolation_level="REPEATABLE READ")
            revision = check_known(await reading.run_sync(revision_of))
            await writing.run_sync(migrate, revision)
            if revision == head():
                await _copy_rows(reading, writing)
            else:
                await _copy_older_rows(reading, writing)
    finally:
        await source.dispose()
        await copy.dispose()


async def _copy_rows(reading: AsyncConnection, writing: AsyncConnection) -> None:
    for table in schema.metadata.sorted_tables:
        await _copy_table(reading, table, writing, table)


async def _copy_older_rows(reading: AsyncConnection, writing: AsyncConnection) -> None:
    """Copy the rows of a schema that only its migrations know."""
    source, target = await reading.run_sync(_reflect), await writing.run_sync(_reflect)
    for table in target.sorted_tables:
        if table.name != "alembic_version":
            await _copy_table(reading, source.tables[table.name], writing, table)


async def _copy_table(reading: AsyncConnection, source: Table, writing: AsyncConnection, target: Table) -> None:
    rows = await reading.stream(select(source))
    async for some in rows.mappings().partitions(ROWS):
        await writing.execute(insert(target), [dict(row) for row in some])


def _reflect(connection: Connection) -> MetaData:
    found = MetaData()
    found.reflect(connection)
    return found


def _finish(part: Path) -> Contents:
    """Merge the write-ahead log into the file, check its integrity and sync it to disk."""
    with closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        [found] = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"database disk image is malformed: {found}")
    contents = _contents(part)
    with part.open("rb") as written:
        os.fsync(written.fileno())
    return contents


def _contents(file: Path) -> Contents:
    """Count what is in a backup. Raise StoreDamaged if it is no database of Tablero."""
    with closing(sqlite3.connect(file)) as connection:
        known = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"alembic_version", "matches", "log"} <= known:
            raise StoreDamaged("this file is not a database of Tablero; nothing was changed: name another")
        [tables] = connection.execute("SELECT count(*) FROM matches").fetchone()
        [moves] = connection.execute("SELECT count(*) FROM log WHERE kind = 'move'").fetchone()
    return Contents(tables, moves)
