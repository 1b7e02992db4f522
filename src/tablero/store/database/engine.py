"""Open a database, SQLite in one file or PostgreSQL, and migrate it to the newest schema."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_SECONDS = 5.0
UPGRADE_LOCK = 0x7AB1E20


def async_url(database: str) -> str:
    """Return the address with its asynchronous driver; a bare path means an SQLite file.

    >>> async_url("games.db"), async_url("postgresql://host/tablero")
    ('sqlite+aiosqlite:///games.db', 'postgresql+asyncpg://host/tablero')
    """
    if "://" not in database:
        return f"sqlite+aiosqlite:///{database}"
    kind, _, rest = database.partition("://")
    name = kind.partition("+")[0]
    if name == "sqlite":
        return f"sqlite+aiosqlite://{rest}"
    if name in ("postgresql", "postgres"):
        return f"postgresql+asyncpg://{rest}"
    raise ValueError(f"tables are kept in SQLite or PostgreSQL, not in {name!r}")


def shown(database: str) -> str:
    """Return the address without its password; for SQLite the path of the file.

    >>> shown("sqlite+aiosqlite:////data/games.db"), shown("postgresql://anna:secret@host/tablero")
    ('/data/games.db', 'postgresql://anna:***@host/tablero')
    """
    try:
        url = make_url(async_url(database))
    except ValueError:
        return database
    if url.get_backend_name() == "sqlite":
        return url.database or database
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def file_of(database: str) -> Path | None:
    """Return the file of an SQLite database; None for PostgreSQL."""
    url = make_url(async_url(database))
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def check_file(database: str) -> None:
    """Run SQLite's quick check on a file, without writing. Raise sqlite3.DatabaseError if it is damaged, and
    sqlite3.OperationalError if it or its folder is not writable, for which SQLite has no clear message."""
    file = file_of(database)
    if file is None or not file.is_file():
        return
    file = file.resolve()
    if not os.access(file, os.W_OK) or not os.access(file.parent, os.W_OK):
        raise sqlite3.OperationalError("attempt to write a readonly database")
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(f"database disk image is malformed: {found}")


async def open_engine(database: str) -> AsyncEngine:
    """Return an engine on a database, after migrating it to the newest schema."""
    engine = bare_engine(database)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
            if engine.dialect.name == "sqlite":
                # A write that changes nothing: a read-only file fails now, not at the first move.
                await connection.exec_driver_sql("PRAGMA user_version=0")
    except BaseException:
        await engine.dispose()
        raise
    return engine


def bare_engine(database: str) -> AsyncEngine:
    """Return an engine on a database without migrating it."""
    url = make_url(async_url(database))
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    prepare_sqlite(engine.sync_engine)
    return engine


def is_shared(engine: AsyncEngine) -> bool:
    """Return whether several processes may use the database: PostgreSQL, unless the option `shared` differs."""
    return bool(engine.get_execution_options().get("shared", engine.dialect.name == "postgresql"))


def writing_engine(engine: AsyncEngine) -> Engine | None:
    """Return a synchronous engine for the writer's thread, for SQLite in a file; else None. The asynchronous driver
    switches to its own thread and back for every statement."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    url = engine.url.set(drivername="sqlite")
    writing = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    prepare_sqlite(writing)
    return writing


def prepare_sqlite(engine: Engine) -> None:
    """Have every connection set up, and every transaction begun, as the store needs it."""
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    """Set durable commits (an acknowledged move is on disk), readers beside one writer, and explicit transactions."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; a writer takes the lock at once, so that what it reads stays true until it commits."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


@lru_cache(1)
def revisions() -> tuple[str, ...]:
    """Return the ids of all migrations, the oldest first: the numbers that their files begin with."""
    names = (file.name for file in (files("tablero.store") / "migrations" / "versions").iterdir())
    return tuple(sorted(name[:4] for name in names if name[:4].isdigit()))


def head() -> str:
    """Return the id of the newest migration."""
    return revisions()[-1]


def revision_of(connection: Connection) -> str | None:
    """Return the id of the migration that a database has reached, None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def migrate(connection: Connection, revision: str) -> None:
    """Run the migrations up to this one."""
    # Most starts have nothing to migrate and need not wait until Alembic is loaded.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "tablero.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    if revision_of(connection) != head():
        migrate(connection, head())
