"""What hangs on a person's id: moved with a guest who signs in, told to its owner, taken away with an account."""

import asyncio
import json

import pytest
from sqlalchemy import insert, select

from tablero import seeded
from tablero.people.names import DELETED_NAME
from tablero.store import Store
from tablero.store.database import schema
from tablero.store.people.personal_data import OF_ACCOUNTS, PERSONAL_COLUMNS
from tablero.table import Holder
from tablero.table.lesson_session import LessonProgress
from tests.store.matches import ANNA, BEN, OPEN, play_at_random
from tests.waiting import until_written

pytestmark = pytest.mark.anyio

# Columns of ids of people are called like this.
PERSONAL = {"person", "owner", "host", "by", "opener", "author", "writer", "muted", "who"}


def test_every_column_that_holds_a_person_is_named_among_the_belongings() -> None:
    """Whoever adds one says what happens to it when a guest signs in and when somebody leaves."""
    found = {column for table in schema.metadata.tables.values() for column in table.columns if column.name in PERSONAL}
    assert found <= {*(belonging.column for belonging in PERSONAL_COLUMNS), *OF_ACCOUNTS}


def test_what_is_there_once_is_once_in_the_database_too() -> None:
    """A row that is moved must find its place free: `one_for` names the rest of every key that the id is part of."""
    for belonging in PERSONAL_COLUMNS:
        keys = [
            c.columns
            for c in belonging.table.constraints
            if hasattr(c, "columns") and belonging.column.name in c.columns
        ]
        for key in keys:
            rest = {column.name for column in key} - {belonging.column.name}
            assert belonging.one_for is not None, belonging.column
            assert rest >= {column.name for column in belonging.one_for} or belonging.twice == "stays"


async def test_a_guest_who_signs_in_brings_everything_along(any_store: Store) -> None:
    store = any_store
    ana = await store.accounts.create("Anita", "kept")
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await play_at_random(store, id, seeded(1), 4)
    token = await store.seat_tokens.issue(ANNA.person, id, 0)
    assert await store.seat_tokens.owner(token) == ANNA.person
    fork = await store.whatif_trees.add(ANNA.person, "maya", "", "learn/maya/main/end", {})
    await store.lesson_progress.save(ANNA.person, "maya", "main", LessonProgress(3, 1))
    await store.preferences.change(ANNA.person, language="fr")
    await store.personal_data.move_guest(ANNA.person, ana.person, ana.name)
    table = await store.table(id)
    assert table.holders[0] == Holder("person", "Anita", ana.person)
    assert table.host == ana.person
    assert table.holders[1] == BEN
    assert [s.id for s in await store.tables_of(ana.person)] == [id]
    assert await store.tables_of(ANNA.person) == []
    assert await store.seat_tokens.owner(token) == ana.person
    assert (await store.whatif_trees.find(fork)).owner == ana.person  # type: ignore[union-attr]
    assert (await store.lesson_progress.of(ana.person))["maya", "main"].step == 3
    assert (await store.preferences.of(ana.person)).language == "fr"
    await play_at_random(store, id, seeded(2), 2)


async def test_where_both_sit_at_one_table_each_keeps_the_own_seat(any_store: Store) -> None:
    store = any_store
    ana = await store.accounts.create("Anita", "kept")
    both = await store.open_table("yaxha", 2, {}, [Holder("person", "Anita", ana.person), BEN], BEN.person)
    other = await store.open_table("yaxha", 2, {}, [BEN, ANNA], BEN.person)
    await store.personal_data.move_guest(BEN.person, ana.person, ana.name)
    assert [h.person for h in (await store.table(both)).holders] == [ana.person, BEN.person]
    assert [h.person for h in (await store.table(other)).holders] == [ana.person, ANNA.person]


async def test_of_what_both_have_the_accounts_stays_and_no_lesson_is_unlearned(any_store: Store) -> None:
    store = any_store
    ana = await store.accounts.create("Anita", "kept")
    for person, language, finished in ((ANNA.person, "es", True), (ana.person, "fr", False)):
        await store.preferences.change(person, language=language)
        await store.lesson_progress.save(person, "maya", "main", LessonProgress(2, 1, finished))
        await store.bans.add(person, "mute", "", 1)
    await store.personal_data.move_guest(ANNA.person, ana.person, ana.name)
    assert (await store.preferences.of(ana.person)).language == "fr"
    assert (await store.lesson_progress.of(ana.person))["maya", "main"].finished
    assert await store.lesson_progress.of(ANNA.person) == {}
    assert await store.bans.is_muted(ana.person)


async def test_a_row_under_way_does_not_bring_the_old_holder_back(store: Store) -> None:
    ana = await store.accounts.create("Anita", "kept")
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    heard: list[int] = []
    store.subscribe(lambda _, version: heard.append(version), id)
    playing = [store.play(id, seat, seat, 0, f"first-{seat}") for seat in (0, 1)]
    await asyncio.gather(*playing, store.personal_data.move_guest(ANNA.person, ana.person, ana.name))
    table = await store.table(id)
    assert (table.version, table.holders[0].person) == (2, ana.person)
    assert len(heard) == 3, "whoever looks at the table is told of its new holder"


async def test_other_processes_see_who_sits_there_now(postgresql: str) -> None:
    one, two = await Store.open(postgresql), await Store.open(postgresql)
    ana = await one.accounts.create(f"Anita {id(one) % 10**9}", "kept")
    guest = Holder("person", "Guest", f"guest-{ana.badge}")
    table = await one.open_table("yaxha", 2, {}, [guest, BEN], guest.person)
    assert (await two.table(table)).seat_of(guest.person) == 0
    await one.personal_data.move_guest(guest.person, ana.person, ana.name)

    async def seen() -> bool:
        return (await two.table(table)).seat_of(ana.person) == 0

    await until_written(two, seen)
    assert (await two.table(table)).holders[0] == Holder("person", ana.name, ana.person)
    await asyncio.gather(one.close(), two.close())


async def test_after_news_were_missed_every_table_is_read_anew(store: Store) -> None:
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    async with store._writer.transaction() as connection:
        await connection.execute(schema.seats.update().where(schema.seats.c.match == id).values(name="Other"))
    store._on_row("", 0)
    assert [holder.name for holder in (await store.table(id)).holders] == ["Other", "Other"]


async def test_somebody_who_leaves_leaves_the_games_and_nothing_else(any_store: Store) -> None:
    store = any_store
    ana = await store.accounts.create("Anita", "kept")
    me = Holder("person", "Anita", ana.person)
    played = await store.open_table("yaxha", 2, {}, [me, BEN], ana.person)
    await play_at_random(store, played, seeded(1), 4)
    waiting = await store.open_table("yaxha", 3, {}, [BEN, me, OPEN], BEN.person)
    device = await store.devices.add(ana.person, "")
    await store.accounts.new_recovery_codes(ana.person)
    await store.seat_tokens.issue(ana.person, played, 0)
    await store.whatif_trees.add(ana.person, "maya", "", "learn/maya/main/end", {})
    await store.preferences.change(ana.person, language="fr")
    await store.reports.file("person", ana.person, BEN.person, why="rude")
    await store.personal_data.delete_account(ana.person)
    table = await store.table(played)
    assert table.holders[0].name == DELETED_NAME
    assert table.holders[0].kind == "person"
    assert table.version == 4
    assert [h.kind for h in (await store.table(waiting)).holders] == ["person", "open", "open"]
    assert await store.accounts.by_name("Anita") is None
    assert await store.devices.account(device) is None
    async with store._reading() as connection:
        for part in schema.metadata.sorted_tables:
            for row in (await connection.execute(select(part))).mappings():
                told = json.dumps({k: v for k, v in row.items() if k != "action_id"})
                assert ana.person not in told, part.name
                assert "Anita" not in told, part.name


async def test_everything_that_somebody_has_is_told_and_no_secret(any_store: Store) -> None:
    store = any_store
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await store.seat_tokens.issue(ANNA.person, id, 0)
    await store.whatif_trees.add(ANNA.person, "maya", "", "learn/maya/main/end", {"home": 1})
    await store.lesson_progress.save(ANNA.person, "maya", "main", LessonProgress(3, 1))
    async with store._writer.transaction() as connection:
        await connection.execute(insert(schema.settings).values(person=BEN.person, body="{}"))
    told = await store.personal_data.all_of(ANNA.person)
    assert {name for name, rows in told.items() if rows} == {"seats", "matches", "tokens", "forks", "progress"}
    text = json.dumps(told)
    table = await store.table(id)
    for secret in (str(table.seed), table.salt, ANNA.person, BEN.person):
        assert f'"{secret}"' not in text
