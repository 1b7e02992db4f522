"""A table from disk is played under its own rules and with its own component data, or not at all."""

import dataclasses
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tablero import seeded
from tablero.games import game as find_game
from tablero.store import Store, StoreBusy, StoreError
from tablero.store.database import schema
from tablero.store.errors import translate_errors
from tablero.store.tables import reading
from tablero.table import OtherRules
from tests.store.matches import ANNA, BEN, EVERY, OPEN, play_at_random, play_quickly

pytestmark = pytest.mark.anyio


async def change(store: Store, id: str, **values: Any) -> None:
    """As if another Tablero had written this match; nothing of it is remembered."""
    async with store._writer.transaction() as connection:
        await connection.execute(update(schema.matches).where(schema.matches.c.id == id).values(**values))
    store._tables.clear()


@pytest.mark.parametrize("name", EVERY)
async def test_a_match_of_other_rules_or_other_component_data_is_not_touched(store: Store, name: str) -> None:
    rules = find_game(name).rules
    id = await store.open_table(name, 2, {}, [ANNA, BEN], "")
    await change(store, id, rules=rules + 1)
    with pytest.raises(OtherRules, match=f"played under rules {rules + 1} of"):
        await store.table(id)
    await change(store, id, rules=rules, facts="0123456789abcdef")
    with pytest.raises(OtherRules, match="other component data"):
        await store.play(id, 0, 0, 0, "x")
    await change(store, id, facts="", game="chess")
    with pytest.raises(OtherRules, match="a game that is not here"):
        await store.table(id)
    await change(store, id, game=name)
    assert (await store.table(id)).version == 0


@pytest.mark.parametrize("name", EVERY)
async def test_a_match_goes_on_under_the_older_rules_it_began_with(
    store: Store, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    today = find_game(name)
    id = await store.open_table(name, 2, {}, [ANNA, BEN], "")
    await play_quickly(store, id, seeded(1), 9)
    under: list[int] = []

    def blank(game: Any, seats: int, luck: Any, options: Any, rules: int) -> Any:
        under.append(rules)
        return today.blank(game, seats, luck, options, rules)

    newer = dataclasses.replace(today, rules=today.rules + 1, older=(today.rules,), blank=blank)
    monkeypatch.setattr(reading, "find_game", lambda _: newer)
    store._tables.clear()
    await play_at_random(store, id, seeded(2), 4)
    table = await store.table(id)
    assert (table.rules, table.version) == (today.rules, 13)
    assert table.log(0), "worked out from the first deal on"
    assert set(under) == {today.rules}
    assert table.record().rules == today.rules
    begun = await store.open_table(newer, 2, {}, [ANNA, BEN], "")
    store._tables.clear()
    assert (await store.table(begun)).rules == today.rules + 1
    assert under[-1] == today.rules + 1


def test_a_database_out_of_reach_is_told_in_a_sentence() -> None:
    with pytest.raises(StoreError, match="cannot be reached"), translate_errors():
        raise ConnectionRefusedError("nobody there")
    with pytest.raises(StoreBusy, match="try again"), translate_errors():
        raise PoolTimeout


async def test_a_player_who_sits_down_while_a_table_is_read_is_seen(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await Store.open(postgresql), await Store.open(postgresql)
    id = await one.open_table("yaxha", 2, {}, [ANNA, OPEN], ANNA.person)
    read_seats = reading.read_seats

    async def read_before_another_sits(*where: Any) -> Any:
        found = await read_seats(*where)
        monkeypatch.undo()
        await one.sit(id, BEN.person, BEN.name)
        return found

    monkeypatch.setattr(reading, "read_seats", read_before_another_sits)
    await other.table(id)
    table = await other.table(id)
    assert (table.version, table.started) == (1, True)
    await one.close()
    await other.close()
