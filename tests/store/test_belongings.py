"""What hangs on a person's id: moved with a guest who signs in, told to its owner, taken away with an account."""

import asyncio
import json

import pytest
from sqlalchemy import insert, select

from tablero import seeded
from tablero.people.names import SOMEBODY
from tablero.store import House, schema
from tablero.store.belongings import BELONGINGS, OF_ACCOUNTS
from tablero.store.progress import Learned
from tablero.table import Holder
from tests.store.matches import ANNA, BEN, OPEN, play_at_random

pytestmark = pytest.mark.anyio

# Columns of ids of people are called like this.
PERSONAL = {"person", "owner", "host", "by", "opener", "author", "writer", "muted", "who"}


def test_every_column_that_holds_a_person_is_named_among_the_belongings() -> None:
    """Whoever adds one says what happens to it when a guest signs in and when somebody leaves."""
    found = {column for table in schema.metadata.tables.values() for column in table.columns if column.name in PERSONAL}
    assert found <= {*(belonging.column for belonging in BELONGINGS), *OF_ACCOUNTS}


def test_what_is_there_once_is_once_in_the_database_too() -> None:
    """A row that is moved must find its place free: `one_for` names the rest of every key that the id is part of."""
    for belonging in BELONGINGS:
        keys = [
            c.columns
            for c in belonging.table.constraints
            if hasattr(c, "columns") and belonging.column.name in c.columns
        ]
        for key in keys:
            rest = {column.name for column in key} - {belonging.column.name}
            assert belonging.one_for is not None, belonging.column
            assert rest >= {column.name for column in belonging.one_for} or belonging.twice == "stays"


async def test_a_guest_who_signs_in_brings_everything_along(any_house: House) -> None:
    house = any_house
    ana = await house.accounts.create("Anita", "kept")
    id = await house.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await play_at_random(house, id, seeded(1), 4)
    token = await house.tokens.give(ANNA.person, id, 0)
    assert await house.tokens.owner(token) == ANNA.person
    fork = await house.forks.add(ANNA.person, "maya", "", "learn/maya/main/end", {})
    await house.progress.keep(ANNA.person, "maya", "main", Learned(3, 1))
    await house.settings.change(ANNA.person, language="fr")
    await house.belongings.move(ANNA.person, ana.person, ana.name)
    table = await house.table(id)
    assert table.holders[0] == Holder("person", "Anita", ana.person)
    assert table.host == ana.person
    assert table.holders[1] == BEN
    assert [s.id for s in await house.tables_of(ana.person)] == [id]
    assert await house.tables_of(ANNA.person) == []
    assert await house.tokens.owner(token) == ana.person
    assert (await house.forks.find(fork)).owner == ana.person  # type: ignore[union-attr]
    assert (await house.progress.of(ana.person))["maya", "main"].step == 3
    assert (await house.settings.of(ana.person)).language == "fr"
    await play_at_random(house, id, seeded(2), 2)


async def test_where_both_sit_at_one_table_each_keeps_the_own_seat(any_house: House) -> None:
    house = any_house
    ana = await house.accounts.create("Anita", "kept")
    both = await house.open_table("yaxha", 2, {}, [Holder("person", "Anita", ana.person), BEN], BEN.person)
    other = await house.open_table("yaxha", 2, {}, [BEN, ANNA], BEN.person)
    await house.belongings.move(BEN.person, ana.person, ana.name)
    assert [h.person for h in (await house.table(both)).holders] == [ana.person, BEN.person]
    assert [h.person for h in (await house.table(other)).holders] == [ana.person, ANNA.person]


async def test_of_what_both_have_the_accounts_stays_and_no_lesson_is_unlearned(any_house: House) -> None:
    house = any_house
    ana = await house.accounts.create("Anita", "kept")
    for person, language, finished in ((ANNA.person, "es", True), (ana.person, "fr", False)):
        await house.settings.change(person, language=language)
        await house.progress.keep(person, "maya", "main", Learned(2, 1, finished))
        await house.bans.put(person, "mute", "", 1)
    await house.belongings.move(ANNA.person, ana.person, ana.name)
    assert (await house.settings.of(ana.person)).language == "fr"
    assert (await house.progress.of(ana.person))["maya", "main"].finished
    assert await house.progress.of(ANNA.person) == {}
    assert await house.bans.is_muted(ana.person)


async def test_a_row_under_way_does_not_bring_the_old_holder_back(house: House) -> None:
    ana = await house.accounts.create("Anita", "kept")
    id = await house.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    heard: list[int] = []
    house.listen(lambda _, version: heard.append(version), id)
    playing = [house.play(id, seat, seat, 0, f"first-{seat}") for seat in (0, 1)]
    await asyncio.gather(*playing, house.belongings.move(ANNA.person, ana.person, ana.name))
    table = await house.table(id)
    assert (table.version, table.holders[0].person) == (2, ana.person)
    assert len(heard) == 3, "whoever looks at the table is told of its new holder"


async def test_other_processes_see_who_sits_there_now(postgresql: str) -> None:
    one, two = await House.open(postgresql), await House.open(postgresql)
    ana = await one.accounts.create(f"Anita {id(one) % 10**9}", "kept")
    guest = Holder("person", "Guest", f"guest-{ana.badge}")
    table = await one.open_table("yaxha", 2, {}, [guest, BEN], guest.person)
    assert (await two.table(table)).seat_of(guest.person) == 0
    await one.belongings.move(guest.person, ana.person, ana.name)
    for _ in range(100):
        if (await two.table(table)).seat_of(ana.person) == 0:
            break
        await asyncio.sleep(0.02)
    assert (await two.table(table)).holders[0] == Holder("person", ana.name, ana.person)
    await asyncio.gather(one.close(), two.close())


async def test_after_news_were_missed_every_table_is_read_anew(house: House) -> None:
    id = await house.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    async with house._writer.alone() as connection:
        await connection.execute(schema.seats.update().where(schema.seats.c.match == id).values(name="Other"))
    house._hear("", 0)
    assert [holder.name for holder in (await house.table(id)).holders] == ["Other", "Other"]


async def test_somebody_who_leaves_leaves_the_games_and_nothing_else(any_house: House) -> None:
    house = any_house
    ana = await house.accounts.create("Anita", "kept")
    me = Holder("person", "Anita", ana.person)
    played = await house.open_table("yaxha", 2, {}, [me, BEN], ana.person)
    await play_at_random(house, played, seeded(1), 4)
    waiting = await house.open_table("yaxha", 3, {}, [BEN, me, OPEN], BEN.person)
    device = await house.devices.give(ana.person, "")
    await house.accounts.print_codes(ana.person)
    await house.tokens.give(ana.person, played, 0)
    await house.forks.add(ana.person, "maya", "", "learn/maya/main/end", {})
    await house.settings.change(ana.person, language="fr")
    await house.reports.file("person", ana.person, BEN.person, why="rude")
    await house.belongings.leave(ana.person)
    table = await house.table(played)
    assert table.holders[0].name == SOMEBODY
    assert table.holders[0].kind == "person"
    assert table.version == 4
    assert [h.kind for h in (await house.table(waiting)).holders] == ["person", "open", "open"]
    assert await house.accounts.named("Anita") is None
    assert await house.devices.account(device) is None
    async with house._reading() as connection:
        for part in schema.metadata.sorted_tables:
            for row in (await connection.execute(select(part))).mappings():
                told = json.dumps({k: v for k, v in row.items() if k != "action_id"})
                assert ana.person not in told, part.name
                assert "Anita" not in told, part.name


async def test_everything_that_somebody_has_is_told_and_no_secret(any_house: House) -> None:
    house = any_house
    id = await house.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await house.tokens.give(ANNA.person, id, 0)
    await house.forks.add(ANNA.person, "maya", "", "learn/maya/main/end", {"home": 1})
    await house.progress.keep(ANNA.person, "maya", "main", Learned(3, 1))
    async with house._writer.alone() as connection:
        await connection.execute(insert(schema.settings).values(person=BEN.person, body="{}"))
    told = await house.belongings.all_of(ANNA.person)
    assert {name for name, rows in told.items() if rows} == {"seats", "matches", "tokens", "forks", "progress"}
    text = json.dumps(told)
    table = await house.table(id)
    for secret in (str(table.seed), table.salt, ANNA.person, BEN.person):
        assert f'"{secret}"' not in text
