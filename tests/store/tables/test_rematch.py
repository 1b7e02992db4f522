"""A finished table and the one that follows it, and databases from before there were rematches."""

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, insert, inspect, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from tablero import seeded
from tablero.store import Store
from tablero.store.database import schema
from tablero.store.database.engine import async_url
from tablero.store.people.bans import Banned
from tablero.table import Holder, NoSuchTable, Refusal
from tests.store.matches import ANNA, BEN, CLEO, play_at_random, play_quickly
from tests.waiting import until_written

pytestmark = pytest.mark.anyio

BOT = Holder("bot", "Ixchel", level=2)


async def finished(store: Store) -> str:
    id = await store.open_table("yaxha", 3, {"cards": "beginner"}, [ANNA, BOT, BEN], BEN.person)
    await play_quickly(store, id, seeded(3))
    return id


async def test_a_rematch_has_the_same_settings_and_bots_invites_the_people_and_has_luck_of_its_own(
    store: Store,
) -> None:
    id = await finished(store)
    assert await store.rematch_of(id) is None
    after = await store.table(await store.rematch(id, ANNA.person, "Anna the second"))
    before = await store.table(id)
    assert (after.game, after.seats, after.options) == (before.game, before.seats, before.options)
    assert after.holders == (Holder("person", "Anna the second", ANNA.person), BOT, Holder("open"))
    assert after.invitations.named == {BEN.person: BEN.name}
    assert after.terms.visibility == "link", "strangers do not take the seats of those who sat there"
    assert not after.started, "nobody's clock runs before they have sat down"
    assert (after.host, after.version) == (ANNA.person, 0)
    assert after.seed != before.seed
    assert await store.rematch(id, BEN.person, "Ben") == after.id
    both = await store.table(after.id)
    assert both.holders == (Holder("person", "Anna the second", ANNA.person), BOT, BEN)
    assert both.started
    assert not both.over
    assert await store.rematch(id, BEN.person, "Ben again") == after.id
    assert (await store.table(after.id)).holders == both.holders


async def test_people_who_share_a_device_take_all_their_seats_again(store: Store) -> None:
    ada = Holder("person", "Ada", ANNA.person)
    id = await store.open_table("yaxha", 3, {}, [BEN, ANNA, ada], BEN.person)
    await play_quickly(store, id, seeded(3))
    new = await store.rematch(id, BEN.person, "Ben")
    assert [holder.kind for holder in (await store.table(new)).holders] == ["person", "open", "open"]
    await store.rematch(id, ANNA.person, "Anna")
    assert (await store.table(new)).holders == (BEN, ANNA, ada)


async def test_whoever_is_banned_takes_no_seat_at_a_rematch(store: Store) -> None:
    id = await finished(store)
    new = await store.rematch(id, ANNA.person, "Anna")
    await store.bans.add(BEN.person, "ban", "Ben", None)
    with pytest.raises(Banned):
        await store.rematch(id, BEN.person, "Ben")
    assert not (await store.table(new)).started


async def test_whoever_is_banned_asks_for_no_rematch(store: Store) -> None:
    id = await finished(store)
    await store.bans.add(ANNA.person, "ban", "Anna", None)
    with pytest.raises(Banned):
        await store.rematch(id, ANNA.person, "Anna")


async def test_whoever_asks_later_finds_the_same_rematch(store: Store) -> None:
    id = await finished(store)
    opened = await asyncio.gather(*(store.rematch(id, who.person, who.name) for who in (ANNA, BEN, ANNA, BEN)))
    assert len(set(opened)) == 1
    assert await store.rematch_of(id) == opened[0]
    assert await store.rematch(id, CLEO.person, "Cleo") == opened[0], "who did not sit there finds it too, to watch"
    assert (await store.table(opened[0])).seat_of(CLEO.person) is None
    assert len([summary async for summary in store.running()]) == 1, "all have asked, and it has begun"


async def test_only_those_who_sat_at_a_finished_table_can_ask(store: Store) -> None:
    id = await finished(store)
    with pytest.raises(Refusal, match="only those who sat"):
        await store.rematch(id, CLEO.person, "Cleo")
    running = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    with pytest.raises(Refusal, match="not over yet"):
        await store.rematch(running, ANNA.person, "Anna")
    with pytest.raises(NoSuchTable):
        await store.rematch("nowhere", ANNA.person, "Anna")


async def test_those_who_look_at_the_finished_table_hear_of_the_rematch(store: Store) -> None:
    id = await finished(store)
    heard: list[str] = []
    store.subscribe(lambda table, _: heard.append(table))
    new = await store.rematch(id, BEN.person, "Ben")
    assert heard == [new, id]


async def test_two_houses_open_one_rematch_and_both_hear_of_it(postgresql: str) -> None:
    one, two = await asyncio.gather(Store.open(postgresql), Store.open(postgresql))
    there: list[tuple[str, int]] = []
    two.subscribe(lambda table, version: there.append((table, version)))
    id = await finished(one)
    last = (id, (await one.table(id)).version)
    await until_written(two, lambda: last in there)  # news come in their order: the game itself is over there too
    heard: list[str] = []
    for store in (one, two):
        store.subscribe(lambda table, _: heard.append(table))
    opened = await asyncio.gather(one.rematch(id, ANNA.person, "Anna"), two.rematch(id, BEN.person, "Ben"))
    assert opened[0] == opened[1]
    await until_written(two, lambda: heard.count(id) >= 2)
    assert heard.count(id) == 2
    await asyncio.gather(one.close(), two.close())


def first_schema(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "tablero.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")


def _columns(connection: Connection, table: str) -> set[str]:
    return {column["name"] for column in inspect(connection).get_columns(table)}


async def old_house(database: str, source: str) -> None:
    """A database as it was before there were rematches, with everything that another one holds."""
    old, full = create_async_engine(async_url(database)), create_async_engine(async_url(source))
    async with old.begin() as writing, full.connect() as reading:
        await writing.run_sync(first_schema)
        assert not await writing.run_sync(lambda connection: inspect(connection).has_table("rematches"))
        for table in (schema.matches, schema.seats, schema.log, schema.snapshots, schema.secrets):
            known = await writing.run_sync(_columns, table.name)
            for row in (await reading.execute(select(table))).mappings().all():
                row = {name: value for name, value in row.items() if name in known}
                await writing.execute(insert(table).values(**row))
                if table is schema.snapshots:  # all of them were kept
                    await writing.execute(insert(table).values(**{**row, "number": row["number"] - 1, "body": "older"}))
    await old.dispose()
    await full.dispose()


async def games_survive(database: str, tmp_path: Path) -> None:
    source = str(tmp_path / "source.db")
    store = await Store.open(source)
    over = await finished(store)
    running = await store.open_table("yaxha", 2, {}, [ANNA, CLEO], ANNA.person)
    await play_at_random(store, running, seeded(4), 9)
    records = [(await store.table(id)).record() for id in (over, running)]
    await store.close()
    await old_house(database, source)
    store = await Store.open(database, copies=str(tmp_path / "copies"))
    assert [(await store.table(id)).record() for id in (over, running)] == records
    await play_at_random(store, running, seeded(5), 3)
    await play_quickly(store, running, seeded(5))
    assert (await store.table(running)).over
    fresh = await store.open_table("yaxha", 2, {}, [ANNA, CLEO], ANNA.person)
    assert [(await store.play(fresh, seat, 0, 0, "same")).number for seat in (0, 1)] == [1, 2]
    async with store._reading() as connection:
        bodies = (await connection.execute(select(schema.snapshots.c.body))).scalars().all()
    assert bodies
    assert "older" not in bodies
    for person in (ANNA.person, BEN.person, CLEO.person):
        assert [token.id for token in await store.seat_tokens.of(person)] == [f"older:{person}"]
    assert await store.rematch_of(over) is None
    assert (await store.table(await store.rematch(over, BEN.person, "Ben"))).seat_of(BEN.person) is not None
    await store.close()


async def test_a_database_from_before_rematches_keeps_its_games(tmp_path: Path) -> None:
    await games_survive(str(tmp_path / "old.db"), tmp_path)


async def test_a_postgresql_from_before_rematches_keeps_its_games(postgresql: str, tmp_path: Path) -> None:
    engine = create_async_engine(async_url(postgresql), isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text("CREATE DATABASE old"))
    await engine.dispose()
    await games_survive(postgresql.replace("/postgres?", "/old?"), tmp_path)
