"""The life of a tournament on both databases: joining, starting, rounds that are drawn once, whatever dies in the middle."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tablero import seeded
from tablero.core.errors import BadOption
from tablero.people.cup import Cup, Rules
from tablero.store import House
from tablero.store.cup_rounds import carry_on, lone_tables, withdraw
from tablero.store.cups import CupRefusal, NoSuchCup, NotTheOpener
from tests.store.matches import play_quickly

pytestmark = pytest.mark.anyio

NAMES = ("Ixchel", "Balam")
PAIRS = Rules("yaxha", seats=2, rounds=0, kind="robin")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "games.db") if request.param == "sqlite" else str(request.getfixturevalue("postgresql"))


@pytest.fixture
async def house(database: str) -> AsyncIterator[House]:
    opened = await House.open(database)
    yield opened
    await opened.close()


async def gather(house: House, people: int, rules: Rules = PAIRS) -> str:
    """A tournament of Ana's with so many people in it."""
    key = await house.cups.open("ana", "Rainy season", rules)
    for n in range(people):
        await house.cups.join(key, somebody(key, n), f"P{n}")
    return key


def somebody(key: str, n: int) -> str:
    """A person who takes part in one tournament only: all tests share a PostgreSQL."""
    return f"{n}-{key}"


async def begin(house: House, people: int, rules: Rules = PAIRS) -> Cup:
    key = await gather(house, people, rules)
    await house.cups.start(key, "ana")
    return await carry_on(house, key)


async def play_round(house: House, cup: Cup) -> Cup:
    for table in cup.tables:
        if table.stage == "running":
            await play_quickly(house, table.match, seeded(table.number))
    return await carry_on(house, cup.key)


async def test_three_friends_play_each_against_each(house: House) -> None:
    cup = await begin(house, 3)
    assert (cup.stage, cup.round, cup.length) == ("running", 1, 3)
    assert [table.stage for table in cup.tables] == ["running", "over"]  # a table and a bye
    for number in (2, 3):
        cup = await play_round(house, cup)
        assert (cup.stage, cup.round) == ("running", number)
    cup = await play_round(house, cup)
    assert cup.stage == "over"
    met = {frozenset(table.players) for table in cup.tables if len(table.players) == 2}
    assert met == {frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3))}
    lines = cup.standings()
    assert sum(line.points for line in lines) == 3 * (1 + 2) + 3 * 2
    for table in cup.tables:
        if table.match:
            played = await house.table(table.match)
            result = played.state.result()
            assert result is not None
            assert (table.ranks, table.scores) == (result.ranks, result.scores)
            assert [holder.person for holder in played.holders] == [somebody(cup.key, n - 1) for n in table.players]


async def test_a_round_is_drawn_when_its_last_table_ends(house: House) -> None:
    cup = await begin(house, 4)
    first, second = (table.match for table in cup.tables)
    await play_quickly(house, first, seeded(1))
    assert await house.cups.of_table(first) == cup.key
    assert (await carry_on(house, cup.key)).round == 1
    await play_quickly(house, second, seeded(1))
    assert (await carry_on(house, cup.key)).round == 2
    assert (await carry_on(house, cup.key)).round == 2  # looked at again, nothing happens


async def test_tables_are_opened_once_though_the_process_dies_in_the_middle(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(Exception):
        pass

    def dying(real: Callable[..., Awaitable[object]], after: int) -> Callable[..., Awaitable[object]]:
        """So many calls are answered; then one is done and the process dies before it can go on."""
        left = [after]

        async def call(*args: object, **more: object) -> object:
            answer = await real(*args, **more)
            left[0] -= 1
            if left[0] < 0:
                raise Died
            return answer

        return call

    key = await gather(house, 6)
    await house.cups.start(key, "ana")
    for what, name in ((house.cups, "draw"), (house, "open_table"), (house.cups, "opened"), (house, "open_table")):
        with monkeypatch.context() as broken:
            broken.setattr(what, name, dying(getattr(what, name), 0))
            with pytest.raises(Died):
                await carry_on(house, key)
    cup = await carry_on(house, key)
    assert (cup.round, [table.stage for table in cup.tables]) == (1, ["running"] * 3)
    tables = [await house.tables_of(somebody(key, n)) for n in range(6)]
    assert [len(mine) for mine in tables] == [1] * 6
    assert {mine[0].id for mine in tables} == {table.match for table in cup.tables}


async def test_two_processes_draw_and_open_one_round(database: str) -> None:
    if "postgresql" not in database:
        return
    houses = [await House.open(database) for _ in range(3)]
    try:
        key = await gather(houses[0], 8, Rules("yaxha", seats=4, rounds=2))
        await asyncio.gather(*(house.cups.start(key, "ana") for house in houses))
        cups = await asyncio.gather(*(carry_on(house, key) for house in houses))
        cup = await houses[0].cups.find(key)
        assert (cup.round, len(cup.tables)) == (1, 2)
        assert {seen.round for seen in cups} == {1}
        before = await houses[0].count()
        await asyncio.gather(*(carry_on(house, key) for house in houses))
        assert await houses[0].count() == before
    finally:
        await asyncio.gather(*(house.close() for house in houses))


async def test_nobody_takes_part_twice_nor_after_the_start(house: House) -> None:
    key = await gather(house, 2)
    numbers = await asyncio.gather(*(house.cups.join(key, "eva", "Eva") for _ in range(4)))
    assert numbers == [3] * 4
    await house.cups.start(key, "ana")
    await house.cups.start(key, "ana")  # twice is once
    with pytest.raises(CupRefusal, match="started already"):
        await house.cups.join(key, "late", "Late")
    assert await house.cups.join(key, "eva", "Eva") == 3  # who is there is there


async def test_only_the_opener_starts_closes_invites_and_replaces(house: House) -> None:
    key = await gather(house, 3)
    cups, other = house.cups, somebody(key, 1)
    for attempt in (
        cups.start(key, other), cups.start(key, ""), cups.close(key, other), cups.add_bot(key, other, 1, NAMES),
        cups.invite(key, other, "x", "X"), cups.replace(key, other, 1, 1, NAMES), cups.withdraw(key, other, 1),
        cups.withdraw(key, "", 1),
    ):  # fmt: skip
        with pytest.raises(NotTheOpener):
            await attempt
    assert len((await cups.find(key)).players) == 3
    await cups.withdraw(key, other, 2)
    assert [player.number for player in (await cups.find(key)).players] == [1, 3]
    for wrong in ("no such key", "x" * 200, "\x00"):
        with pytest.raises(NoSuchCup):
            await cups.join(wrong, "eva", "Eva")


async def test_who_is_invited_has_a_place_only_by_joining(house: House) -> None:
    key = await gather(house, 2)
    await house.cups.invite(key, "ana", "eva", "Eva")
    await house.cups.invite(key, "ana", "ira", "Ira")
    assert [cup.key for cup in await house.cups.of("eva") if cup.key == key] == [key]
    await house.cups.join(key, "eva", "Eva")
    await house.cups.start(key, "ana")
    assert [player.name for player in (await house.cups.find(key)).players] == ["P0", "P1", "Eva"]


async def test_withdrawn_people_keep_their_points_and_get_no_more_tables(house: House) -> None:
    cup = await begin(house, 4, Rules("yaxha", seats=2, rounds=3))
    await withdraw(house, cup.key, somebody(cup.key, 0), 1)
    [mine] = [table for table in cup.tables if 1 in table.players]
    assert (await house.table(mine.match)).resigned == {mine.players.index(1)}
    await withdraw(house, cup.key, "ana", 1)  # twice is once
    cup = await play_round(house, cup)
    assert sorted(n for table in cup.tables if table.round == 2 for n in table.players) == [2, 3, 4]
    assert len(cup.standings()) == 4
    [ended] = [table for table in cup.tables if table.match == mine.match]
    assert ended.ranks is not None
    assert ended.ranks[ended.players.index(1)] == 2  # whoever gives up is last, however well the bot did
    with pytest.raises(CupRefusal):
        await house.cups.withdraw(cup.key, "ana", 9)


async def test_a_bot_plays_on_in_somebodys_place(house: House) -> None:
    cup = await begin(house, 2, Rules("yaxha", seats=2, rounds=2))
    await house.cups.replace(cup.key, "ana", 2, 1, NAMES)
    cup = await play_round(house, cup)
    [table] = [table for table in cup.tables if table.round == 2]
    holders = (await house.table(table.match)).holders
    assert {(holder.kind, holder.name) for holder in holders} == {("person", "P0"), ("bot", "Ixchel")}


async def test_bots_among_themselves_are_known_to_nobody_but_the_tournament(house: House) -> None:
    key = await gather(house, 1, Rules("yaxha", seats=2, rounds=1))
    for _ in range(3):
        await house.cups.add_bot(key, "ana", 1, NAMES)
    names = [player.name for player in (await house.cups.find(key)).players]
    assert names == ["P0", "Ixchel", "Balam", "Ixchel 2"]
    await house.cups.start(key, "ana")
    cup = await carry_on(house, key)
    [lone] = lone_tables(cup)
    assert all(holder.kind == "bot" for holder in (await house.table(lone)).holders)


async def test_bots_fill_a_table_where_that_was_chosen(house: House) -> None:
    cup = await begin(house, 3, Rules("yaxha", seats=4, rounds=1, fill=2, terms={"pace": "days"}))
    [table] = cup.tables
    opened = await house.table(table.match)
    assert (opened.terms.name, opened.terms.pace, opened.hints) == ("Rainy season", "days", "nobody")
    holders = opened.holders
    assert [holder.kind for holder in holders] == ["person", "person", "person", "bot"]
    assert holders[3].level == 2
    cup = await play_round(house, cup)
    assert cup.stage == "over"
    assert len(cup.standings()) == 3


async def test_a_table_that_was_taken_away_ends_evenly(house: House) -> None:
    cup = await begin(house, 2, Rules("yaxha", seats=2, rounds=1))
    await house.remove([cup.tables[0].match])
    cup = await carry_on(house, cup.key)
    assert cup.stage == "over"
    assert [line.place for line in cup.standings()] == [1, 1]


async def test_a_closed_tournament_stays_to_be_seen_and_goes_on_no_more(house: House) -> None:
    cup = await begin(house, 2)
    await house.cups.close(cup.key, "ana")
    assert (await play_round(house, cup)).stage == "closed"
    assert cup.key not in [listed.key for listed in await house.cups.listed()]
    with pytest.raises(CupRefusal, match="over"):
        await house.cups.withdraw(cup.key, "ana", 1)


async def test_what_cannot_be_a_tournament_is_refused_in_words(house: House) -> None:
    wrong = {
        "seats": Rules("yaxha", seats=5, rounds=1), "two seats": Rules("amritsar", seats=1, rounds=1),
        "rounds": Rules("yaxha", seats=2, rounds=0), "level": Rules("yaxha", seats=2, rounds=1, fill=99),
    }  # fmt: skip
    for word, rules in wrong.items():
        with pytest.raises(BadOption, match=word):
            await house.cups.open("ana", "Cup", rules)
    for name in ("", " ", "x" * 61, "a\x00b"):
        with pytest.raises(BadOption, match="name"):
            await house.cups.open("ana", name, PAIRS)
    key = await house.cups.open("ana", "Alone", PAIRS)
    await house.cups.join(key, "ana", "Ana")
    with pytest.raises(CupRefusal, match="two players"):
        await house.cups.start(key, "ana")


async def test_private_tournaments_are_listed_for_their_people_alone(house: House) -> None:
    key = await house.cups.open("ana", "Among us", PAIRS, listed=False)
    assert key not in [cup.key for cup in await house.cups.listed()]
    assert key in [cup.key for cup in await house.cups.of("ana")]
    assert key not in [cup.key for cup in await house.cups.of("eva")]


async def test_listeners_hear_of_every_change(house: House) -> None:
    heard: list[str] = []
    stop = house.cups.listen(heard.append)
    key = await gather(house, 1)
    assert heard == [key] * 2
    stop()
    await house.cups.join(key, "eva", "Eva")
    assert len(heard) == 2
    assert await house.cups.version(key) == 3
