"""Opening a database: SQLite in one file, or PostgreSQL; brought to the newest schema first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_SECONDS = 5.0
UPGRADE_LOCK = 0x7AB1E20


def async_url(database: str) -> str:
    """The address with its asynchronous driver; a bare path means an SQLite file.

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
    """The address as it may be shown to anybody: a file's path, or a server's address without its password.

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


async def open_engine(database: str) -> AsyncEngine:
    """An engine on a database whose schema is the newest."""
    url = make_url(async_url(database))
    if url.get_backend_name() == "sqlite":
        if url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    else:
        engine = create_async_engine(url, pool_pre_ping=True)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    except BaseException:
        await engine.dispose()
        raise
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    """Durable (an acknowledged move is on disk), readers beside one writer, transactions begun by us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the lock at once, so that what it reads stays true until it commits."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
    config = Config()
    config.set_main_option("script_location", "tablero.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
