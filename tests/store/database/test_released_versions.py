"""The database of every released version, made by its own code (`released/make.py`), is upgraded without loss."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablero.store import Store
from tablero.store.database.backup import restore
from tablero.store.database.engine import head
from tablero.store.database.schema_version import schema_of, written_by

pytestmark = pytest.mark.anyio
HERE = Path(__file__).parent
FIRST = HERE.parents[1] / "site/server/first/games.sql"
VERSIONS = {"0.1": FIRST, **{file.stem: file for file in sorted((HERE / "released").glob("*.sql"))}}
# What migrations change on purpose: of each table the newest snapshot is kept, the schema has a new number, and a seat
# token of 0.1 gets a row of the moment of the upgrade.
CHANGED = {"snapshots", "alembic_version"}

Rows = list[tuple[Any, ...]]


def tables_of(connection: sqlite3.Connection) -> Iterator[tuple[str, list[str]]]:
    """Every table with its columns."""
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall():
        yield name, [column[1] for column in connection.execute(f"PRAGMA table_info({name})")]


def rows_of(file: Path, tables: dict[str, list[str]]) -> dict[str, Rows]:
    """The rows of these tables, in these columns."""
    with closing(sqlite3.connect(file)) as connection:
        return {
            name: sorted(connection.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall(), key=repr)
            for name, columns in tables.items()
        }


def digest(rows: dict[str, Rows]) -> str:
    return hashlib.sha256(repr(sorted(rows.items())).encode()).hexdigest()


@pytest.fixture(params=VERSIONS)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / "games.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(VERSIONS[request.param].read_text("utf-8"))
    return file


def test_there_is_one_of_each_version() -> None:
    assert list(VERSIONS) == [f"0.{number}" for number in range(1, 8)]


async def test_nothing_is_lost_and_every_game_is_there(old: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        tables = {name: columns for name, columns in tables_of(connection) if name not in CHANGED}
    before = rows_of(old, tables)
    assert before["log"]
    store = await Store.open(str(old))
    try:
        over = 0
        for (id,) in rows_of(old, {"matches": ["id"]})["matches"]:
            table = await store.table(id)
            assert len(table.rows) == len([row for row in before["log"] if id in row])
            over += table.over
            if table.over:
                table.record().verify(table.game)
        assert over == 1
    finally:
        await store.close()
    assert await schema_of(str(old)) == head()
    assert digest(rows_of(old, tables)) == digest(before)
    # The copy is the database of then, and what is restored from it has everything as well.
    [copy] = tmp_path.glob("games.schema-*.db")
    assert digest(rows_of(copy, tables)) == digest(before)
    await restore(copy, str(tmp_path / "again.db"))
    assert digest(rows_of(tmp_path / "again.db", tables)) == digest(before)


async def test_a_copy_tells_of_which_version_it_is(old: Path, request: pytest.FixtureRequest) -> None:
    version = request.node.callspec.params["old"]
    found = await schema_of(str(old))
    assert found is not None
    assert version in written_by(found)


async def test_accounts_that_look_alike_already_keep_their_names(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(VERSIONS["0.7"].read_text("utf-8"))
        connection.execute(
            "INSERT INTO accounts (person, name, key, password, badge, made, admin) "
            "VALUES ('other', 'Аna', 'аna', 'x', 'badge', 9e9, 0), "
            "('hidden', 'Ana' || char(65039), 'k', 'x', 'b2', 9e9, 0)"
        )
        connection.commit()
    store = await Store.open(str(file))
    try:
        for name, key in (("Ana", "Ana"), ("Аna", "Аna")):
            account = await store.accounts.by_name(key)
            assert account is not None
            assert account.name == name
        await store.personal_data.rename("other", "Somebody else")
    finally:
        await store.close()
    with closing(sqlite3.connect(file)) as connection:
        shapes = dict(connection.execute("SELECT person, shape FROM accounts").fetchall())
    assert shapes["hidden"] is None
    assert shapes["other"] == "sornebodyelse"
