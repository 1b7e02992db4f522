"""A tournament on both databases: joining, starting, rounds that are drawn once, whatever process dies meanwhile."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from sqlalchemy import update

from tablero import seeded
from tablero.core.errors import BadOption
from tablero.site.tournaments.rounds import advance, bot_tables, withdraw
from tablero.store import Store
from tablero.store.database import schema
from tablero.store.people.bans import Banned
from tablero.store.tournaments.tournaments import NoSuchTournament, NotTheOpener, TournamentRefusal
from tablero.tournaments.tournament import Rules, Tournament
from tests.store.matches import play_quickly

pytestmark = pytest.mark.anyio

NAMES = ("Ixchel", "Balam")
PAIRS = Rules("yaxha", seats=2, rounds=0, kind="robin")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "games.db") if request.param == "sqlite" else str(request.getfixturevalue("postgresql"))


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = await Store.open(database)
    yield opened
    await opened.close()


async def gather(store: Store, people: int, rules: Rules = PAIRS) -> str:
    """A tournament of Ana's with so many people in it."""
    key = await store.tournaments.open("ana", "Rainy season", rules)
    for n in range(people):
        await store.tournaments.join(key, somebody(key, n), f"P{n}")
    return key


def somebody(key: str, n: int) -> str:
    """A person who takes part in one tournament only: all tests share a PostgreSQL."""
    return f"{n}-{key}"


async def begin(store: Store, people: int, rules: Rules = PAIRS) -> Tournament:
    key = await gather(store, people, rules)
    await store.tournaments.start(key, "ana")
    return await advance(store, key)


async def play_round(store: Store, tournament: Tournament) -> Tournament:
    for table in tournament.tables:
        if table.stage == "running":
            await play_quickly(store, table.match, seeded(table.number))
    return await advance(store, tournament.key)


async def test_bans_reach_tournaments(store: Store) -> None:
    key = await gather(store, 3)
    opener, late = f"opener-{key}", f"late-{key}"
    for person in (opener, late):
        await store.bans.add(person, "ban", "X", None)
    with pytest.raises(Banned):
        await store.tournaments.open(opener, "Dry season", PAIRS)
    with pytest.raises(Banned):
        await store.tournaments.join(key, late, "Late")
    await store.tournaments.start(key, "ana")
    await store.bans.add(somebody(key, 1), "ban", "P1", None)
    tournament = await advance(store, key)
    assert [player.state for player in tournament.players] == ["playing", "withdrawn", "playing"]
    for table in tournament.tables:
        if table.match:
            holders = (await store.table(table.match)).holders
            assert somebody(key, 1) not in [holder.person for holder in holders]


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"rated": "yes"}, "'rated' of a table cannot be 'yes'"),
        ({"held": True}, "sets 'held' of its tables itself"),
        ({"visibility": "named"}, "sets 'visibility' of its tables itself"),
        ({"bank": True}, "'bank' of a table cannot be True"),
        ({"stand_in": 2.5}, "'stand_in' of a table cannot be 2.5"),
        ({"colour": "red"}, "no 'colour' to agree on"),
    ],
)
async def test_terms_that_make_no_sense_are_refused_with_a_sentence(
    store: Store, terms: dict[str, object], words: str
) -> None:
    with pytest.raises(BadOption, match=re.escape(words)):
        await store.tournaments.open("ana", "Rainy season", replace(PAIRS, terms=terms))


async def test_terms_that_an_earlier_version_took_do_not_stop_a_tournament(store: Store) -> None:
    key = await gather(store, 2)
    odd = json.dumps(asdict(replace(PAIRS, terms={"rated": "yes", "held": True, "bank": 600})))
    await store.tournaments._execute(
        update(schema.tournaments).where(schema.tournaments.c.key == key).values(rules=odd)
    )
    await store.tournaments.start(key, "ana")
    tournament = await advance(store, key)
    table = await store.table(tournament.tables[0].match)
    assert (table.started, table.terms.rated, table.terms.bank) == (True, False, 600.0)
    assert (await play_round(store, tournament)).stage == "over"


async def test_three_friends_play_each_against_each(store: Store) -> None:
    tournament = await begin(store, 3)
    assert (tournament.stage, tournament.round, tournament.length) == ("running", 1, 3)
    assert [table.stage for table in tournament.tables] == ["running", "over"]  # a table and a bye
    for number in (2, 3):
        tournament = await play_round(store, tournament)
        assert (tournament.stage, tournament.round) == ("running", number)
    tournament = await play_round(store, tournament)
    assert tournament.stage == "over"
    met = {frozenset(table.players) for table in tournament.tables if len(table.players) == 2}
    assert met == {frozenset(pair) for pair in ((1, 2), (1, 3), (2, 3))}
    lines = tournament.standings()
    assert sum(line.points for line in lines) == 3 * (1 + 2) + 3 * 2
    for table in tournament.tables:
        if table.match:
            played = await store.table(table.match)
            result = played.state.result()
            assert result is not None
            assert (table.ranks, table.scores) == (result.ranks, result.scores)
            assert [holder.person for holder in played.holders] == [
                somebody(tournament.key, n - 1) for n in table.players
            ]


async def test_a_round_is_drawn_when_its_last_table_ends(store: Store) -> None:
    tournament = await begin(store, 4)
    first, second = (table.match for table in tournament.tables)
    await play_quickly(store, first, seeded(1))
    assert await store.tournaments.of_table(first) == tournament.key
    assert (await advance(store, tournament.key)).round == 1
    await play_quickly(store, second, seeded(1))
    assert (await advance(store, tournament.key)).round == 2
    assert (await advance(store, tournament.key)).round == 2  # looked at again, nothing happens


async def test_tables_are_opened_once_though_the_process_dies_in_the_middle(
    store: Store, monkeypatch: pytest.MonkeyPatch
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

    key = await gather(store, 6)
    await store.tournaments.start(key, "ana")
    for what, name in (
        (store.tournaments, "draw"),
        (store, "open_table"),
        (store.tournaments, "opened"),
        (store, "open_table"),
    ):
        with monkeypatch.context() as broken:
            broken.setattr(what, name, dying(getattr(what, name), 0))
            with pytest.raises(Died):
                await advance(store, key)
    tournament = await advance(store, key)
    assert (tournament.round, [table.stage for table in tournament.tables]) == (1, ["running"] * 3)
    tables = [await store.tables_of(somebody(key, n)) for n in range(6)]
    assert [len(mine) for mine in tables] == [1] * 6
    assert {mine[0].id for mine in tables} == {table.match for table in tournament.tables}


async def test_two_processes_draw_and_open_one_round(database: str) -> None:
    if "postgresql" not in database:
        return
    stores = [await Store.open(database) for _ in range(3)]
    try:
        key = await gather(stores[0], 8, Rules("yaxha", seats=4, rounds=2))
        await asyncio.gather(*(store.tournaments.start(key, "ana") for store in stores))
        tournaments = await asyncio.gather(*(advance(store, key) for store in stores))
        tournament = await stores[0].tournaments.find(key)
        assert (tournament.round, len(tournament.tables)) == (1, 2)
        assert {seen.round for seen in tournaments} == {1}
        before = await stores[0].count()
        await asyncio.gather(*(advance(store, key) for store in stores))
        assert await stores[0].count() == before
    finally:
        await asyncio.gather(*(store.close() for store in stores))


async def test_nobody_takes_part_twice_nor_after_the_start(store: Store) -> None:
    key = await gather(store, 2)
    numbers = await asyncio.gather(*(store.tournaments.join(key, "eva", "Eva") for _ in range(4)))
    assert numbers == [3] * 4
    await store.tournaments.start(key, "ana")
    await store.tournaments.start(key, "ana")  # twice is once
    with pytest.raises(TournamentRefusal, match="started already"):
        await store.tournaments.join(key, "late", "Late")
    assert await store.tournaments.join(key, "eva", "Eva") == 3  # who is there is there


async def test_only_the_opener_starts_closes_invites_and_replaces(store: Store) -> None:
    key = await gather(store, 3)
    tournaments, other = store.tournaments, somebody(key, 1)
    for attempt in (
        tournaments.start(key, other),
        tournaments.start(key, ""),
        tournaments.close(key, other),
        tournaments.add_bot(key, other, 1, NAMES),
        tournaments.invite(key, other, "x", "X"),
        tournaments.replace(key, other, 1, 1, NAMES),
        tournaments.withdraw(key, other, 1),
        tournaments.withdraw(key, "", 1),
    ):
        with pytest.raises(NotTheOpener):
            await attempt
    assert len((await tournaments.find(key)).players) == 3
    await tournaments.withdraw(key, other, 2)
    assert [player.number for player in (await tournaments.find(key)).players] == [1, 3]
    for wrong in ("no such key", "x" * 200, "\x00"):
        with pytest.raises(NoSuchTournament):
            await tournaments.join(wrong, "eva", "Eva")


async def test_who_is_invited_has_a_place_only_by_joining(store: Store) -> None:
    key = await gather(store, 2)
    await store.tournaments.invite(key, "ana", "eva", "Eva")
    await store.tournaments.invite(key, "ana", "ira", "Ira")
    assert [tournament.key for tournament in await store.tournaments.of("eva") if tournament.key == key] == [key]
    await store.tournaments.join(key, "eva", "Eva")
    await store.tournaments.start(key, "ana")
    assert [player.name for player in (await store.tournaments.find(key)).players] == ["P0", "P1", "Eva"]


async def test_withdrawn_people_keep_their_points_and_get_no_more_tables(store: Store) -> None:
    tournament = await begin(store, 4, Rules("yaxha", seats=2, rounds=3))
    await withdraw(store, tournament.key, somebody(tournament.key, 0), 1)
    [mine] = [table for table in tournament.tables if 1 in table.players]
    assert (await store.table(mine.match)).resigned == {mine.players.index(1)}
    await withdraw(store, tournament.key, "ana", 1)  # twice is once
    tournament = await play_round(store, tournament)
    assert sorted(n for table in tournament.tables if table.round == 2 for n in table.players) == [2, 3, 4]
    assert len(tournament.standings()) == 4
    [ended] = [table for table in tournament.tables if table.match == mine.match]
    assert ended.ranks is not None
    assert ended.ranks[ended.players.index(1)] == 2  # whoever gives up is last, however well the bot did
    with pytest.raises(TournamentRefusal):
        await store.tournaments.withdraw(tournament.key, "ana", 9)


async def test_a_bot_plays_on_in_somebodys_place(store: Store) -> None:
    tournament = await begin(store, 2, Rules("yaxha", seats=2, rounds=2))
    await store.tournaments.replace(tournament.key, "ana", 2, 1, NAMES)
    tournament = await play_round(store, tournament)
    [table] = [table for table in tournament.tables if table.round == 2]
    holders = (await store.table(table.match)).holders
    assert {(holder.kind, holder.name) for holder in holders} == {("person", "P0"), ("bot", "Ixchel")}


async def test_bots_among_themselves_are_known_to_nobody_but_the_tournament(store: Store) -> None:
    key = await gather(store, 1, Rules("yaxha", seats=2, rounds=1))
    for _ in range(3):
        await store.tournaments.add_bot(key, "ana", 1, NAMES)
    names = [player.name for player in (await store.tournaments.find(key)).players]
    assert names == ["P0", "Ixchel", "Balam", "Ixchel 2"]
    await store.tournaments.start(key, "ana")
    tournament = await advance(store, key)
    [lone] = bot_tables(tournament)
    assert all(holder.kind == "bot" for holder in (await store.table(lone)).holders)


async def test_bots_fill_a_table_where_that_was_chosen(store: Store) -> None:
    tournament = await begin(store, 3, Rules("yaxha", seats=4, rounds=1, fill=2, terms={"pace": "days"}))
    [table] = tournament.tables
    opened = await store.table(table.match)
    assert (opened.terms.name, opened.terms.pace, opened.hints) == ("Rainy season", "days", "nobody")
    holders = opened.holders
    assert [holder.kind for holder in holders] == ["person", "person", "person", "bot"]
    assert holders[3].level == 2
    tournament = await play_round(store, tournament)
    assert tournament.stage == "over"
    assert len(tournament.standings()) == 3


async def test_a_table_that_was_taken_away_ends_evenly(store: Store) -> None:
    tournament = await begin(store, 2, Rules("yaxha", seats=2, rounds=1))
    await store.remove([tournament.tables[0].match])
    tournament = await advance(store, tournament.key)
    assert tournament.stage == "over"
    assert [line.place for line in tournament.standings()] == [1, 1]


async def test_a_closed_tournament_stays_to_be_seen_and_goes_on_no_more(store: Store) -> None:
    tournament = await begin(store, 2)
    await store.tournaments.close(tournament.key, "ana")
    assert (await play_round(store, tournament)).stage == "closed"
    assert tournament.key not in [listed.key for listed in await store.tournaments.listed()]
    with pytest.raises(TournamentRefusal, match="over"):
        await store.tournaments.withdraw(tournament.key, "ana", 1)


async def test_what_cannot_be_a_tournament_is_refused_in_words(store: Store) -> None:
    wrong = {
        "seats": Rules("yaxha", seats=5, rounds=1),
        "two seats": Rules("amritsar", seats=1, rounds=1),
        "rounds": Rules("yaxha", seats=2, rounds=0),
        "level": Rules("yaxha", seats=2, rounds=1, fill=99),
    }
    for word, rules in wrong.items():
        with pytest.raises(BadOption, match=word):
            await store.tournaments.open("ana", "Cup", rules)
    for name in ("", " ", "x" * 61, "a\x00b"):
        with pytest.raises(BadOption, match="name"):
            await store.tournaments.open("ana", name, PAIRS)
    key = await store.tournaments.open("ana", "Alone", PAIRS)
    await store.tournaments.join(key, "ana", "Ana")
    with pytest.raises(TournamentRefusal, match="two players"):
        await store.tournaments.start(key, "ana")


async def test_private_tournaments_are_listed_for_their_people_alone(store: Store) -> None:
    key = await store.tournaments.open("ana", "Among us", PAIRS, listed=False)
    assert key not in [tournament.key for tournament in await store.tournaments.listed()]
    assert key in [tournament.key for tournament in await store.tournaments.of("ana")]
    assert key not in [tournament.key for tournament in await store.tournaments.of("eva")]


async def test_listeners_hear_of_every_change(store: Store) -> None:
    heard: list[str] = []
    stop = store.tournaments.subscribe(heard.append)
    key = await gather(store, 1)
    assert heard == [key] * 2
    stop()
    await store.tournaments.join(key, "eva", "Eva")
    assert len(heard) == 2
    assert await store.tournaments.version(key) == 3
