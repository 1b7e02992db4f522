"""How games ended is kept seat by seat, and what follows from it: lists, places, first times, ratings, statistics."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, insert, select

import tablero
from tablero.people import Share
from tablero.store import Store
from tablero.store.database import schema
from tablero.store.people.ratings import ALL_GAMES
from tablero.table import Holder, Terms
from tests.store.matches import ANNA, BEN, EVERY, OPEN, play_quickly

pytestmark = pytest.mark.anyio

BOT = Holder("bot", "Ixchel", level=3)


async def result(store: Store, match: str, seat: int, person: str = "", level: int = 0, **more: Any) -> None:
    """A result of a game that nobody played."""
    row = {
        "match": match,
        "seat": seat,
        "game": "maya",
        "seats": 2,
        "person": person,
        "level": level,
        "score": 10.0 * seat + 20,
        "place": 2 - seat,
        "won": float(seat),
        "ended": 100.0,
        "seconds": 600.0,
        "moves": 40,
        "opening": "maize",
        "absent": "",
        "rated": 0,
        "sources": "{}",
        "feats": "{}",
        **more,
    }
    async with store._writer.transaction() as connection:
        await connection.execute(insert(schema.results).values(row))


async def tables(store: Store, number: int) -> list[str]:
    """Ids of tables, for results to hang on."""
    return sorted([await store.open_table("maya", 2, {}, [ANNA, BEN], ANNA.person) for _ in range(number)])


@pytest.mark.parametrize("game", EVERY)
async def test_the_last_row_of_a_game_brings_its_results(store: Store, game: str) -> None:
    id = await store.open_table(game, 2, {}, [ANNA, BOT], ANNA.person)
    assert await store.results.count(ANNA.person) == 0
    await play_quickly(store, id, tablero.seeded(3))
    table = await store.table(id)
    ended = table.state.result()
    assert ended is not None
    async with store._reading() as connection:
        rows = (await connection.execute(select(schema.results).order_by(schema.results.c.seat))).mappings().all()
    assert [(row["person"], row["level"], row["place"]) for row in rows] == [
        (ANNA.person, 0, ended.ranks[0]),
        ("", 3, ended.ranks[1]),
    ]
    assert [int(row["score"]) for row in rows] == list(ended.scores)
    assert sum(row["won"] for row in rows) == pytest.approx(1)
    assert all(row["opening"] and row["moves"] == table.moves_made for row in rows)
    assert rows[1]["feats"] == "{}"
    [mine] = await store.results.finished(ANNA.person)
    assert (mine.match, mine.place, [player.name for player in mine.players]) == (
        id,
        ended.ranks[0],
        ["Anna", "Ixchel"],
    )
    found = await store.results.sources(ANNA.person, game)
    assert found is not None
    assert sum(found.own.values()) == pytest.approx(rows[0]["score"])
    assert await store.results.unfinished(ANNA.person) == []


async def test_games_that_ended_before_results_were_kept_are_added_once(any_store: Store) -> None:
    store = any_store
    ids = [await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person) for _ in range(3)]
    for id in ids[:2]:
        await play_quickly(store, id, tablero.seeded(1))
    kept = await store.results.finished(ANNA.person)
    async with store._writer.transaction() as connection:
        await connection.execute(delete(schema.results))
    assert await store.results.fill() == 2
    assert await store.results.fill() == 0
    assert await store.results.finished(ANNA.person) == kept
    assert [table.id for table in await store.results.unfinished(ANNA.person)] == ids[2:]


async def test_a_person_is_told_places_opponents_and_levels(any_store: Store) -> None:
    store = any_store
    first, second, third = await tables(store, 3)
    # Names are those of the seats at the latest of these tables: there Ben has the seat that he opened it with.
    for match, won, ended in ((first, 1, 40.0), (second, 0, 50.0)):
        await result(store, match, won, ANNA.person, ended=ended)
        await result(store, match, 1 - won, BEN.person, ended=ended)
    await result(store, third, 1, ANNA.person, ended=200.0)
    await result(store, third, 0, level=5)
    assert [(one.place, one.games, one.won) for one in await store.results.places(ANNA.person)] == [
        (1, 2, 2.0),
        (2, 1, 0.0),
    ]
    assert [(met.name, met.games, met.won) for met in await store.results.against_people(ANNA.person)] == [
        ("Ben", 2, 1.0)
    ]
    assert [(one.level, one.games, one.wins) for one in await store.results.against_levels(ANNA.person)] == [(5, 1, 1)]
    assert [one.match for one in await store.results.finished(ANNA.person, skip=0, most=1)] == [third]
    assert await store.results.count(ANNA.person, "yaxha") == 0
    assert await store.results.with_people(ANNA.person) == 2
    assert [one.score for one in await store.results.points(ANNA.person, "maya")][-1] == 30


async def test_a_first_time_is_the_first_and_tells_its_move(any_store: Store) -> None:
    store = any_store
    first, second = await tables(store, 2)
    await result(store, second, 0, ANNA.person, ended=9.0, feats='{"won":40,"two-cities":12}')
    await result(store, first, 0, ANNA.person, ended=4.0, feats='{"won":31}')
    found = await store.results.firsts(ANNA.person)
    assert [(one.feat, one.match, one.move) for one in found] == [("won", first, 31), ("two-cities", second, 12)]


async def two_with_accounts(store: Store) -> tuple[Holder, Holder]:
    accounts = [await store.accounts.create(name, "none") for name in ("Anna", "Ben")]
    first, second = (Holder("person", account.name, account.person) for account in accounts)
    return first, second


async def test_ratings_follow_from_rated_games_in_their_order(any_store: Store) -> None:
    store = any_store
    anna, ben = await two_with_accounts(store)
    early, late = await tables(store, 2)
    for match, ended in ((late, 9.0), (early, 4.0)):
        await result(store, match, 0, ben.person, ended=ended, rated=1)
        await result(store, match, 1, anna.person, ended=ended, rated=1)
    assert await store.ratings.catch_up() == 2
    assert await store.ratings.catch_up() == 0
    mine = await store.ratings.of(anna.person)
    assert set(mine) == {"maya", ALL_GAMES}
    assert mine["maya"].games == 2
    ahead, behind = mine["maya"].history[-1].points, (await store.ratings.of(ben.person))["maya"].rating.points
    assert ahead > mine["maya"].history[0].points > 1500 > behind
    assert mine["maya"].rating.give_or_take < mine["maya"].history[0].give_or_take < 500


async def test_nobody_is_rated_where_somebody_has_no_account(store: Store) -> None:
    anna, _ = await two_with_accounts(store)
    [match] = await tables(store, 1)
    await result(store, match, 0, anna.person, rated=1)
    await result(store, match, 1, BEN.person, rated=1)
    await store.ratings.catch_up()
    assert await store.ratings.of(anna.person) == {}


async def test_a_game_that_cannot_be_rated_is_set_aside_and_the_others_go_on(store: Store) -> None:
    anna, ben = await two_with_accounts(store)
    twice, good = await tables(store, 2)
    for seat in (0, 1):
        await result(store, twice, seat, anna.person, ended=1.0, rated=1)
    await result(store, good, 0, anna.person, ended=2.0, rated=1)
    await result(store, good, 1, ben.person, ended=2.0, rated=1)
    assert await store.ratings.catch_up() == 2
    assert (await store.ratings.of(ben.person))["maya"].games == 1
    assert (await store.ratings.of(anna.person))["maya"].games == 1
    assert await store.ratings.catch_up() == 0


async def test_whoever_leaves_a_rated_game_for_good_comes_last(store: Store) -> None:
    anna, ben = await two_with_accounts(store)
    id = await store.open_table("yaxha", 2, {}, [anna, ben], anna.person, terms=Terms(rated=True))
    await store.append(id, 1, "resign", lambda t: t.resign(1, "resign"))
    await play_out(store, id)
    await store.ratings.catch_up()
    assert (await store.ratings.of(anna.person))["yaxha"].rating.points > 1500
    assert (await store.ratings.of(ben.person))["yaxha"].rating.points < 1500
    [mine] = await store.results.finished(ben.person)
    assert mine.absent == "resigned"


async def test_a_game_that_is_broken_off_has_no_results(store: Store) -> None:
    id = await store.open_table("maya", 2, {}, [ANNA, BOT], ANNA.person, terms=Terms(rated=True))
    await store.append(id, 0, "end", lambda t: t.agree_to_end(0, True, "end"))
    assert (await store.table(id)).over
    assert await store.results.count(ANNA.person) == 0
    assert await store.results.fill() == 0


async def play_out(store: Store, id: str) -> None:
    """Random moves to the end, in one transaction, by bots where they stand in."""
    table, luck, steps = (await store.table(id)).copy(), tablero.seeded(5), []
    while actors := table.actors():
        moves = table.state.moves(actors[0])
        move = moves[luck.below(len(moves))]
        bot = bool(table.bot_level(actors[0]))
        row = table.play(actors[0], move, table.version_for(actors[0]), f"out-{table.version}", bot)
        table.apply(row, checked=True)
        steps += store._new_row(table, row, None)
    await store._writer.write(steps, lambda: store._on_written(table))


async def test_a_game_is_counted_by_seat_opening_and_level(any_store: Store) -> None:
    store = any_store
    first, second = await tables(store, 2)
    await result(store, first, 0, ANNA.person, opening="squash", moves=50)
    await result(store, first, 1, level=2, moves=50)
    await result(store, second, 0, ANNA.person, seconds=1200.0)
    await result(store, second, 1, level=7, seconds=1200.0)
    played = (await store.statistics.played("maya"))[2]
    assert played.games == 2
    assert played.by_seat == (Share(2, 0.0), Share(2, 2.0))
    assert played.minutes is not None
    assert (played.minutes.least, played.minutes.most) == (10, 20)
    assert played.moves is not None
    assert played.moves.middle == 40
    assert played.scores is not None
    assert (played.scores.least, played.scores.most) == (20, 30)
    assert played.openings == {"maize": Share(3, 2.0), "squash": Share(1, 0.0)}
    levels = await store.statistics.levels("maya")
    assert {level: (one.share.games, one.share.won, one.due) for level, one in levels.items()} == {
        0: (2, 0.0, 0.5),
        2: (1, 1.0, 0.5),
        7: (1, 1.0, 0.5),
    }
    assert await store.statistics.played("yaxha") == {}


async def test_a_table_that_is_taken_away_takes_its_results_along(store: Store) -> None:
    id = await store.open_table("maya", 2, {}, [ANNA, OPEN], ANNA.person)
    await result(store, id, 0, ANNA.person)
    await store.remove([id])
    assert await store.results.count(ANNA.person) == 0
