"""Checks of the database: it opens, its schema, its permissions, room on the disk, integrity. Nothing is written."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablero.cli.console import Refused
from tablero.cli.doctor.finding import Finding, fail, ok, warn
from tablero.cli.serve import data_file, database_url
from tablero.site.settings import Settings

LEAST_FREE = 200e6  # bytes
CONNECTIONS_EACH = 25  # that one process may open; docs/hosting.md
OLDEST_POSTGRESQL = 13
QUEUE_SCHEMA = "tablero_queue"


@dataclass
class DatabaseFacts:
    """What other checks need to know of the database."""

    secrets: dict[str, str]
    administrators: int | None = None
    newest_row: float | None = None  # seconds since 1970
    clock_ahead: float | None = None  # seconds; of a database server's clock, against this one


QUERIES = {
    "secrets": "SELECT name, value FROM secrets",
    "administrators": "SELECT count(*) FROM accounts WHERE admin",
    "newest": "SELECT max(updated) FROM matches",
}


def examine(given: Settings) -> tuple[DatabaseFacts, list[Finding]]:
    """Return facts for other checks, and what was found."""
    facts = DatabaseFacts({})
    if "://" in given.database and not given.database.startswith("sqlite"):
        return facts, _postgresql(given, facts)
    path = Path(given.database.partition(":///")[2] or given.database).expanduser() if given.database else data_file()
    try:
        return facts, list(_file(path, facts))
    except PermissionError as error:
        text = f"{error.filename or path} is closed to user {os.geteuid()}, who runs this"
        return facts, [fail("permissions", text, "run this as the site's user: sudo -u USER tablero doctor")]


# ---------------------------------------------------------------- one file


def _file(path: Path, facts: DatabaseFacts) -> Iterator[Finding]:
    folder = next(parent for parent in path.resolve().parents if parent.exists())
    if not path.is_file():
        if os.access(folder, os.W_OK) and not path.is_dir():
            yield ok("database", f"{path} is not there yet; it is made at the first start")
        else:
            todo = "let the site's user write there, or name another file with --data"
            yield fail("database", f"{path} cannot be made: {folder} is not writable, or it is a folder", todo)
        return
    permissions = _permissions(path)
    yield permissions
    if not os.access(path, os.R_OK):
        return
    yield _room(folder, path.stat().st_size)
    yield from _content(path, facts)


def _permissions(path: Path) -> Finding:
    mode, owner = path.stat().st_mode & 0o777, path.stat().st_uid
    folder = path.resolve().parent
    if not os.access(path, os.R_OK | os.W_OK):
        text = f"{path} cannot be read and written here: it belongs to user {owner} (mode {mode:o})"
        todo = f"run this as the site's user; if you are: sudo chown USER {path} && sudo chmod 600 {path}"
        return fail("permissions", text, todo)
    if not os.access(folder, os.W_OK):
        text = f"{folder} cannot be written, and SQLite writes files beside the database"
        return fail("permissions", text, f"a folder of its own for the site's user: sudo chown USER {folder}")
    if os.name == "posix" and mode & 0o077:
        text = f"{path} holds every secret of the site, and other users may read it (mode {mode:o})"
        return warn("permissions", text, f"chmod 600 {path}")
    if os.name == "posix" and owner != os.geteuid():
        text = f"{path} belongs to user {owner}, and you are {os.geteuid()}: what you may do says little"
        return warn("permissions", text, "run this as the site's user: sudo -u USER tablero doctor")
    return ok("permissions", f"{path} is writable here, and for its owner alone (mode {mode:o})")


def _room(folder: Path, size: int) -> Finding:
    free = shutil.disk_usage(folder).free
    text = f"{free / 1e6:,.0f} MB are free in {folder}, the database has {size / 1e6:,.1f} MB"
    if free < max(LEAST_FREE, 2 * size):
        todo = "make room: a copy before an upgrade and the upgrade itself need twice the database"
        return warn("disk", text, todo)
    return ok("disk", text)


def _content(path: Path, facts: DatabaseFacts) -> Iterator[Finding]:
    from tablero.store import StoreDamaged, StoreError
    from tablero.store.database.schema_version import schema_of
    from tablero.store.errors import translate_errors

    try:
        with translate_errors():
            schema = asyncio.run(schema_of(str(path)))
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
                [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
                known = {name: _rows(connection, query) for name, query in QUERIES.items()} if schema else {}
    except StoreError as error:
        todo = "restore a backup (tablero restore), or name another file with --data"
        if not isinstance(error, StoreDamaged):
            todo = "nothing is to be restored: see who else uses the file, and whether its disk is well"
        yield fail("database", f"{path}: {error}", todo)
        return
    yield _schema(f"{path}, SQLite", schema)
    if found == "ok":
        yield ok("integrity", "read from one end to the other, no damage")
    else:
        yield fail("integrity", f"the file is damaged: {found}", "restore a backup: tablero restore COPY --data NEW")
    yield from _facts(facts, known)


def _rows(connection: sqlite3.Connection, query: str) -> list[Any]:
    try:
        return connection.execute(query).fetchall()
    except sqlite3.OperationalError:  # an older schema does not have that table
        return []


def _schema(where: str, schema: str | None) -> Finding:
    from tablero.store import StoreError
    from tablero.store.database.engine import head
    from tablero.store.database.schema_version import check_known, written_by

    if schema is None:
        return ok("database", f"{where}, empty; it is filled at the first start")
    try:
        check_known(schema)
    except StoreError as error:
        return fail("database", f"{where}: {error}", "see the page on upgrading")
    if schema != head():
        text = f"{where}, schema {schema} of Tablero {written_by(schema)}; this one has {head()}"
        return warn("database", text, "stop the site and start it: the database is copied and brought up to date")
    return ok("database", f"{where}, schema {schema}")


def _facts(facts: DatabaseFacts, known: dict[str, list[Any]]) -> Iterator[Finding]:
    if not known:
        return
    facts.secrets.update(dict(map(tuple, known["secrets"])))
    facts.newest_row = next((row[0] for row in known["newest"]), None)
    facts.administrators = next((row[0] for row in known["administrators"]), None)
    if not facts.administrators:
        text = "no account administers: the first one that is made will"
        yield warn("admin", text, "tablero admin NAME --new, with the same --data or --settings")
    else:
        yield ok("admin", f"accounts that administer: {facts.administrators}")


# ---------------------------------------------------------------- PostgreSQL


def _postgresql(given: Settings, facts: DatabaseFacts) -> list[Finding]:
    from sqlalchemy.exc import SQLAlchemyError

    from tablero.store.database.engine import shown

    try:
        url = database_url(given.database)
    except Refused as error:
        return [fail("database", str(error), "then run this again")]
    try:
        return asyncio.run(_ask(url, given, facts))
    except (OSError, SQLAlchemyError, ValueError) as error:
        words = " ".join(str(getattr(error, "orig", None) or error).split())
        todo = "is the server running, and do address, user and password fit? Try: psql with the same address"
        return [fail("database", f"{shown(url)} does not open: {words}", todo)]


async def _ask(url: str, given: Settings, facts: DatabaseFacts) -> list[Finding]:
    from sqlalchemy import text
    from sqlalchemy.exc import SQLAlchemyError

    from tablero.store.database.engine import bare_engine, revision_of, shown

    engine = bare_engine(url)
    try:
        async with engine.connect() as connection:
            schema = await connection.run_sync(revision_of)
            before = time.time()
            row = (await connection.execute(text(SERVER_QUERY), {"schema": QUEUE_SCHEMA})).mappings().one()
            facts.clock_ahead = float(row["clock"]) - (before + time.time()) / 2
            known = {}
            for name, query in QUERIES.items() if schema else ():
                try:
                    async with connection.begin_nested():
                        known[name] = [tuple(found) for found in await connection.execute(text(query))]
                except SQLAlchemyError:  # an older schema does not have that table
                    known[name] = []
    finally:
        await engine.dispose()
    where = f"{shown(url)}, PostgreSQL {row['version']}"
    return [_schema(where, schema), *_server(row, given), *_copies(given), *_facts(facts, known)]


SERVER_QUERY = """
SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
    extract(epoch FROM clock_timestamp()) AS clock, current_setting('max_connections')::int AS connections,
    pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS read_only,
    EXISTS (SELECT FROM pg_namespace WHERE nspname = :schema)
        OR has_database_privilege(current_database(), 'CREATE') AS queue
"""


def _server(row: Any, given: Settings) -> Iterator[Finding]:
    if row["number"] // 10_000 < OLDEST_POSTGRESQL:
        text = f"PostgreSQL {row['version']} is older than {OLDEST_POSTGRESQL}"
        yield warn("postgresql", text, "upgrade it: nothing older is tested")
    if row["read_only"]:
        todo = "name the primary server, or take default_transaction_read_only away"
        yield fail("permissions", "the database can only be read", todo)
    elif not row["queue"]:
        todo = f"GRANT CREATE ON DATABASE ... TO this user, for the schema {QUEUE_SCHEMA} of the bots' queue"
        yield fail("permissions", "this user may not make a schema in the database", todo)
    else:
        yield ok("permissions", "the database can be written, and its queue made")
    thinkers = max(1, (os.cpu_count() or 1) - 1) if given.thinkers < 0 else given.thinkers
    most = CONNECTIONS_EACH * (given.processes + thinkers)
    text = f"{row['connections']} are allowed, {given.processes + thinkers} processes here may open {most}"
    if most > row["connections"]:
        yield warn("connections", text, f"max_connections = {most + CONNECTIONS_EACH} in postgresql.conf")
    else:
        yield ok("connections", text)


def _copies(given: Settings) -> Iterator[Finding]:
    """The folder for the copy before an upgrade."""
    if given.copies == "none":
        yield warn("copies", "no copy is made before an upgrade", "make one yourself first: tablero backup, or pg_dump")
        return
    folder = Path(given.copies).expanduser().resolve()
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if os.access(there, os.W_OK):
        yield ok("copies", f"{folder} takes the copy before an upgrade")
    else:
        todo = "let the site's user write there, or name another folder with --copies"
        yield warn("copies", f"{folder} cannot be written: an upgrade would be refused", todo)
