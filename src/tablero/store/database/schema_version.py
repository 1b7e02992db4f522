"""Which schema a database has, and what to do about one that is not this program's."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import tablero
from tablero.store.database.engine import bare_engine, file_of, head, revision_of, revisions
from tablero.store.errors import StoreDamaged, StoreError

# Which Tablero had a schema last; docs/upgrading.md tells the same.
SCHEMA_VERSIONS = {
    "0002": "0.1 or 0.2",
    "0004": "0.3 or 0.4",
    "0005": "0.5",
    "0008": "0.6",
    "0019": "0.7",
    "0022": "0.8",
}


def check_known(revision: str | None) -> str:
    """Return the schema of a database. Raise StoreError if it is empty, or of a newer Tablero."""
    if revision is None:
        raise StoreError("this database is empty: start the site once, or restore a copy into it")
    if revision not in revisions():
        raise StoreError(
            f"this database was last used by a newer Tablero (its schema is {revision}, and Tablero "
            f"{tablero.__version__} knows those up to {head()}); nothing was changed: install the newer one again "
            "(pip install --upgrade tablero), or go back to the copy that it made before its first start"
        )
    return revision


def written_by(revision: str) -> str:
    """Return which Tablero has a schema.

    >>> written_by("0007"), written_by("0019")
    ('0.6', '0.7')
    """
    return next((version for newest, version in SCHEMA_VERSIONS.items() if revision <= newest), tablero.__version__)


async def schema_of(database: str) -> str | None:
    """Return the schema of a database without changing it, None if it is new or empty.

    Raise StoreDamaged if it is an SQLite file of another program."""
    file = file_of(database)
    if file is None:
        engine = bare_engine(database)
        try:
            async with engine.connect() as connection:
                return await connection.run_sync(revision_of)
        finally:
            await engine.dispose()
    if not file.is_file() or not file.stat().st_size:
        return None
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            return None
        if "alembic_version" not in tables:
            raise StoreDamaged("this file is not a database of Tablero; nothing was changed: name another")
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(found[0]) if found else None
