"""Copies of a database in use, from one kind of database into the other, and what is pruned."""

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from tablero import seeded
from tablero.store import Store, StoreAway, StoreBusy, StoreDamaged, StoreError
from tablero.store.database import schema
from tablero.store.database.backup import back_up, restore
from tablero.store.database.engine import bare_engine
from tablero.store.database.process_lock import server_lock
from tests.store.matches import ANNA, BEN, OPEN, play_at_random, play_quickly
from tests.store.tables.test_rematch import old_house
from tests.store.test_store import same

pytestmark = pytest.mark.anyio


async def everything(database: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a database."""
    engine = bare_engine(database)
    async with engine.connect() as connection:
        found = {
            table.name: sorted(map(tuple, (await connection.execute(select(table))).all()), key=repr)
            for table in schema.metadata.sorted_tables
        }
    await engine.dispose()
    return found


async def test_a_database_is_copied_while_it_is_written_to(tmp_path: Path) -> None:
    store = await Store.open(str(tmp_path / "games.db"))
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    playing = asyncio.create_task(play_at_random(store, id, seeded(1), 60))
    copy = tmp_path / "copy.db"
    copies = 0
    while not playing.done():
        contents = await back_up(str(tmp_path / "games.db"), copy)
        copies += 1
        with sqlite3.connect(copy) as connection:
            [moves] = connection.execute("SELECT count(*) FROM log").fetchone()
            [version] = connection.execute("SELECT version FROM matches").fetchone()
        assert contents.tables == 1
        assert contents.moves == moves == version, "a moment between two moves"
    assert copies
    await playing
    await store.close()
    assert {path.name for path in tmp_path.iterdir() if "copy" in path.name} == {"copy.db"}
    assert copy.stat().st_mode & 0o777 == 0o600


async def test_tables_move_to_postgresql_and_back(tmp_path: Path, postgresql: str) -> None:
    one, two = str(tmp_path / "one.db"), str(tmp_path / "two.db")
    store = await Store.open(one)
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await play_quickly(store, id, seeded(2))
    running = await store.open_table("maya", 2, {}, [ANNA, BEN], ANNA.person)
    await play_at_random(store, running, seeded(3), 20)
    await store.rematch(id, ANNA.person, "Anna")
    secret = await store.secrets.of("cookies")
    before = [await store.table(id), await store.table(running)]
    await store.close()
    await back_up(one, tmp_path / "first.db")
    await restore(tmp_path / "first.db", postgresql, replace=True)
    assert await everything(postgresql) == await everything(one)
    store = await Store.open(postgresql)
    assert await store.secrets.of("cookies") == secret, "cookies and tokens stay good"
    assert all([same(table, await store.table(table.id)) for table in before])
    await play_at_random(store, running, seeded(4), 3)
    await store.close()
    contents = await back_up(postgresql, tmp_path / "second.db")
    assert contents == await restore(tmp_path / "second.db", two)
    assert await everything(two) == await everything(postgresql)
    with pytest.raises(StoreError, match="holds tables already"):
        await restore(tmp_path / "first.db", postgresql)


async def test_what_holds_tables_is_replaced_only_when_told(tmp_path: Path) -> None:
    one, two = str(tmp_path / "one.db"), str(tmp_path / "two.db")
    for path, game in ((one, "yaxha"), (two, "maya")):
        store = await Store.open(path)
        await store.open_table(game, 2, {}, [ANNA, BEN], ANNA.person)
        await store.close()
    await back_up(one, tmp_path / "copy.db")
    kept = await everything(two)
    with server_lock(two), pytest.raises(StoreBusy, match="stop it first"):
        await restore(tmp_path / "copy.db", two, replace=True)
    with pytest.raises(StoreError, match="holds tables already"):
        await restore(tmp_path / "copy.db", two)
    assert await everything(two) == kept
    await restore(tmp_path / "copy.db", two, replace=True)
    assert await everything(two) == await everything(one)


async def test_a_copy_of_an_older_tablero_is_brought_up_to_date_and_itself_left_alone(tmp_path: Path) -> None:
    one, copy = str(tmp_path / "one.db"), tmp_path / "copy.db"
    store = await Store.open(one)
    await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await store.close()
    await old_house(str(copy), one)
    before = copy.read_bytes()
    await restore(copy, str(tmp_path / "two.db"))
    assert len((await everything(str(tmp_path / "two.db")))["matches"]) == 1
    assert copy.read_bytes() == before


async def test_a_copy_that_cannot_be_used_changes_nothing(tmp_path: Path) -> None:
    one, copy = str(tmp_path / "one.db"), tmp_path / "copy.db"
    store = await Store.open(one)
    await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await store.close()
    before = await everything(one)
    await back_up(one, copy)
    body = copy.read_bytes()
    for damaged in (body[: len(body) // 2], body[:8192] + b"\xa5" * (len(body) - 8192), b"a letter" * 999):
        copy.write_bytes(damaged)
        with pytest.raises(StoreDamaged):
            await restore(copy, one, replace=True)
        with pytest.raises(StoreDamaged):
            await back_up(str(copy), tmp_path / "second.db")
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE shopping (thing TEXT)")
    with pytest.raises(StoreDamaged, match="not a database of Tablero"):
        await restore(tmp_path / "other.db", one, replace=True)
    assert await everything(one) == before
    with pytest.raises(FileNotFoundError):
        await restore(tmp_path / "nothing.db", one)
    with pytest.raises(StoreAway):
        await back_up(str(tmp_path / "nothing.db"), tmp_path / "second.db")
    assert not (tmp_path / "second.db").exists()
    assert not list(tmp_path.glob("*.part*"))


async def test_a_database_of_another_tablero_is_not_copied(postgresql: str, tmp_path: Path) -> None:
    await (await Store.open(postgresql)).close()
    engine = bare_engine(postgresql)

    async def call(number: str) -> None:
        async with engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = :number"), {"number": number})

    async with engine.connect() as connection:
        newest = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    await call("9999")
    try:
        with pytest.raises(StoreError, match="newer Tablero"):
            await back_up(postgresql, tmp_path / "copy.db")
    finally:
        await call(newest)
        await engine.dispose()


async def test_old_tables_go_with_all_that_belongs_to_them(store: Store) -> None:
    finished = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await play_quickly(store, finished, seeded(2))
    waiting = await store.open_table("yaxha", 2, {}, [ANNA, OPEN], ANNA.person)
    running = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await play_quickly(store, running, seeded(2), 40)
    again = await store.rematch(finished, ANNA.person, "Anna")
    await store.rematch(finished, BEN.person, "Ben")
    now = time.time()
    assert await store.untouched("over", now - 60) == []
    async with store._writer.transaction() as connection:
        await connection.execute(update(schema.matches).values(updated=now - 1000))
    assert await store.untouched("over", now - 999) == [finished]
    assert await store.untouched("open", now - 999) == [waiting]
    assert set(await store.untouched("running", now - 999)) == {running, again}
    await store.remove([finished, waiting])
    for table in (schema.seats, schema.log, schema.snapshots, schema.tokens):
        async with store._reading() as connection:
            left = set((await connection.execute(select(table.c.match))).scalars())
        assert left <= {running, again}
    assert (await store.count()) == {"open": 0, "running": 2, "over": 0}
    assert await store.rematch_of(finished) is None
