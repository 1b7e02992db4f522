"""Upgrades: the copy before each migration, and databases that are too old or too new."""

import hashlib
import logging
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

import tablero
from tablero.store import Store, StoreBusy, StoreDamaged, StoreError, StoreOutdated
from tablero.store.database import migration_copy, schema
from tablero.store.database.backup import back_up, restore
from tablero.store.database.engine import async_url, head, revisions
from tablero.store.database.process_lock import server_lock
from tablero.store.database.schema_version import SCHEMA_VERSIONS, schema_of
from tests.store.database.test_backup import everything
from tests.store.matches import ANNA, BEN
from tests.store.tables.test_rematch import old_house

pytestmark = pytest.mark.anyio
FIRST = Path(__file__).parents[2] / "site/server/first/games.sql"


def content_digest(file: Path) -> str:
    """A hash of the schema and every row of an SQLite file."""
    with closing(sqlite3.connect(file)) as connection:
        return hashlib.sha256("\n".join(sorted(connection.iterdump())).encode()).hexdigest()


async def migrated_rows(database: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows; of tokens without when they were made, for which migration 0004 writes the time of the migration."""
    rows = await everything(database)
    place = list(schema.tokens.c.keys()).index("made")
    return rows | {"tokens": [(*row[:place], *row[place + 1 :]) for row in rows["tokens"]]}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database that version 0.1 has made."""
    file = tmp_path / "tablero.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(FIRST.read_text("utf-8"))
    return file


def copies(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.schema-*.db"))


async def test_a_file_is_copied_before_it_is_migrated_and_the_copy_gives_the_same_content(
    old: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = content_digest(old)
    await (await Store.open(str(old))).close()
    [copy] = copies(tmp_path)
    assert copy.name.startswith("tablero.schema-0001.")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert content_digest(copy) == before
    assert await schema_of(str(old)) == head()
    [told] = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert told.startswith("The database is of Tablero 0.1 or 0.2. A copy of it")
    assert str(copy) in told
    assert "the only one there" in told
    # `tablero restore` of the copy is what the migration has made of the file.
    await restore(copy, str(tmp_path / "again.db"))
    assert await migrated_rows(str(tmp_path / "again.db")) == await migrated_rows(str(old))
    # The way back: the copy itself is the database of then.
    assert content_digest(copy) == before
    caplog.clear()
    await (await Store.open(str(old))).close()
    assert copies(tmp_path) == [copy]
    assert not caplog.records, "what is up to date is not copied"


async def test_a_new_database_is_not_copied(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "touched.db").touch()
    for name in ("new.db", "touched.db"):
        await (await Store.open(str(tmp_path / name))).close()
    assert not copies(tmp_path)
    assert not caplog.records


async def test_copies_are_kept_counted_and_may_lie_elsewhere_or_be_left_out(
    old: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other = tmp_path / "other" / "copies"
    other.mkdir(parents=True)
    (other / "tablero.schema-0000.2026-01-01.db").touch()
    for name in ("one.db", "two.db"):
        shutil.copyfile(old, tmp_path / name)
    shutil.copyfile(old, tmp_path / "tablero-copy.db")
    await (await Store.open(str(old), copies=str(other))).close()
    assert len(copies(other)) == 2
    assert "one of 2 there" in caplog.text
    await (await Store.open(str(tmp_path / "one.db"), copies="none")).close()
    assert "without a copy" in caplog.text
    assert not copies(tmp_path)


async def test_without_room_or_a_writable_folder_nothing_is_migrated(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content_digest(old)
    usage = shutil.disk_usage(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(migration_copy.shutil, "disk_usage", lambda place: usage._replace(free=1000))
        with pytest.raises(StoreError, match=r"has no room for a copy .* --copies"):
            await Store.open(str(old))
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"no copy of the database can be written .* --copies"):
        await Store.open(str(old), copies=str(tmp_path / "file" / "inside"))
    assert content_digest(old) == before
    assert not copies(tmp_path)


async def test_a_file_that_is_being_served_is_not_migrated(old: Path, tmp_path: Path) -> None:
    before = content_digest(old)
    with server_lock(str(old)), pytest.raises(StoreBusy, match="stop it first"):
        await Store.open(str(old))
    assert content_digest(old) == before
    assert not copies(tmp_path)


async def test_a_database_that_is_too_new_says_what_to_do(old: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = content_digest(old)
    words = rf"newer Tablero \(its schema is 9999, and Tablero {tablero.__version__} knows those up to {head()}\)"
    with pytest.raises(StoreError, match=words):
        await Store.open(str(old))
    with pytest.raises(StoreError, match=words):
        await restore(old, str(tmp_path / "other.db"))
    with pytest.raises(StoreError, match=words):
        await restore(old, str(old), replace=True)
    assert content_digest(old) == before


async def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "shopping.db"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE shopping (thing TEXT)")
    before = content_digest(file)
    with pytest.raises(StoreDamaged, match="not a database of Tablero"):
        await Store.open(str(file))
    assert content_digest(file) == before


async def test_an_old_database_is_filled_from_a_copy_only_when_told(old: Path, tmp_path: Path) -> None:
    new, before = tmp_path / "new.db", content_digest(old)
    store = await Store.open(str(new))
    await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await store.close()
    await back_up(str(new), tmp_path / "copy.db")
    with pytest.raises(StoreError, match="holds tables already"):
        await restore(tmp_path / "copy.db", str(old))
    assert content_digest(old) == before, "not migrated either"
    await restore(tmp_path / "copy.db", str(old), replace=True)
    assert await everything(str(old)) == await everything(str(new))


@pytest.fixture
async def old_postgresql(postgresql: str, tmp_path: Path) -> AsyncIterator[str]:
    engine = create_async_engine(async_url(postgresql), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text("CREATE DATABASE elder"))
    address = postgresql.replace("/postgres?", "/elder?")
    source = str(tmp_path / "source.db")
    store = await Store.open(source)
    await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await store.close()
    await old_house(address, source)
    yield address
    async with engine.connect() as connection:
        await connection.execute(text("DROP DATABASE elder WITH (FORCE)"))
    await engine.dispose()


async def test_a_postgresql_is_copied_before_it_is_migrated(
    old_postgresql: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(StoreOutdated, match=r"of Tablero 0\.1 or 0\.2 .* start the site \(tablero serve\)"):
        await Store.open(old_postgresql)
    assert await schema_of(old_postgresql) == "0001", "nothing was changed"
    await back_up(old_postgresql, tmp_path / "by-hand.db")
    folder = tmp_path / "copies"
    await (await Store.open(old_postgresql, copies=str(folder))).close()
    [copy] = copies(folder)
    assert copy.name.startswith("elder.schema-0001.")
    assert content_digest(copy) == content_digest(tmp_path / "by-hand.db"), "as `tablero backup` makes it"
    assert await schema_of(str(copy)) == "0001"
    assert await schema_of(old_postgresql) == head()
    await restore(copy, str(tmp_path / "again.db"))
    assert await migrated_rows(str(tmp_path / "again.db")) == await migrated_rows(old_postgresql)


def test_every_schema_is_told_in_the_manual() -> None:
    page = (Path(__file__).parents[3] / "docs/upgrading.md").read_text("utf-8")
    for newest, versions in SCHEMA_VERSIONS.items():
        assert f"| {versions} | {newest} |" in page
    assert list(SCHEMA_VERSIONS)[-1] == head(), "name the newest migration in schema_version.py and docs/upgrading.md"


def test_migrations_are_named_by_their_files() -> None:
    config = Config()
    config.set_main_option("script_location", "tablero.store:migrations")
    found = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert list(revisions()) == found[::-1]
