"""How games ended is kept seat by seat, and what follows from it: lists, places, first times, ratings, statistics."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, insert, select

import tablero
from tablero.people import Share
from tablero.store import House, schema
from tablero.store.ratings import OVERALL
from tablero.table import Holder, Terms
from tests.store.matches import ANNA, BEN, EVERY, OPEN, play_quickly

pytestmark = pytest.mark.anyio

BOT = Holder("bot", "Ixchel", level=3)


async def result(house: House, match: str, seat: int, person: str = "", level: int = 0, **more: Any) -> None:
    """A result of a game that nobody played."""
    row = {
        "match": match, "seat": seat, "game": "maya", "seats": 2, "person": person, "level": level, "score": 10.0 * seat + 20,
        "place": 2 - seat, "won": float(seat), "ended": 100.0, "seconds": 600.0, "moves": 40, "opening": "maize", "absent": "",
        "rated": 0, "sources": "{}", "feats": "{}", **more,
    }  # fmt: skip
    async with house._writer.alone() as connection:
        await connection.execute(insert(schema.results).values(row))


async def tables(house: House, number: int) -> list[str]:
    """Ids of tables, for results to hang on."""
    return sorted([await house.open_table("maya", 2, {}, [ANNA, BEN], ANNA.person) for _ in range(number)])


@pytest.mark.parametrize("game", EVERY)
async def test_the_last_row_of_a_game_brings_its_results(house: House, game: str) -> None:
    id = await house.open_table(game, 2, {}, [ANNA, BOT], ANNA.person)
    assert await house.results.count(ANNA.person) == 0
    await play_quickly(house, id, tablero.seeded(3))
    table = await house.table(id)
    ended = table.state.result()
    assert ended is not None
    async with house._reading() as connection:
        rows = (await connection.execute(select(schema.results).order_by(schema.results.c.seat))).mappings().all()
    assert [(row["person"], row["level"], row["place"]) for row in rows] == [
        (ANNA.person, 0, ended.ranks[0]),
        ("", 3, ended.ranks[1]),
    ]
    assert [int(row["score"]) for row in rows] == list(ended.scores)
    assert sum(row["won"] for row in rows) == pytest.approx(1)
    assert all(row["opening"] and row["moves"] == table.moves_made for row in rows)
    assert rows[1]["feats"] == "{}"
    [mine] = await house.results.finished(ANNA.person)
    assert (mine.match, mine.place, [player.name for player in mine.players]) == (
        id,
        ended.ranks[0],
        ["Anna", "Ixchel"],
    )
    found = await house.results.sources(ANNA.person, game)
    assert found is not None
    assert sum(found.own.values()) == pytest.approx(rows[0]["score"])
    assert await house.results.unfinished(ANNA.person) == []


async def test_games_that_ended_before_results_were_kept_are_added_once(any_house: House) -> None:
    house = any_house
    ids = [await house.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person) for _ in range(3)]
    for id in ids[:2]:
        await play_quickly(house, id, tablero.seeded(1))
    kept = await house.results.finished(ANNA.person)
    async with house._writer.alone() as connection:
        await connection.execute(delete(schema.results))
    assert await house.results.fill() == 2
    assert await house.results.fill() == 0
    assert await house.results.finished(ANNA.person) == kept
    assert [table.id for table in await house.results.unfinished(ANNA.person)] == ids[2:]


async def test_a_person_is_told_places_opponents_and_levels(any_house: House) -> None:
    house = any_house
    first, second, third = await tables(house, 3)
    # Names are those of the seats at the latest of these tables: there Ben has the seat that he opened it with.
    for match, won, ended in ((first, 1, 40.0), (second, 0, 50.0)):
        await result(house, match, won, ANNA.person, ended=ended)
        await result(house, match, 1 - won, BEN.person, ended=ended)
    await result(house, third, 1, ANNA.person, ended=200.0)
    await result(house, third, 0, level=5)
    assert [(one.place, one.games, one.won) for one in await house.results.places(ANNA.person)] == [
        (1, 2, 2.0),
        (2, 1, 0.0),
    ]
    assert [(met.name, met.games, met.won) for met in await house.results.against_people(ANNA.person)] == [
        ("Ben", 2, 1.0)
    ]
    assert [(one.level, one.games, one.wins) for one in await house.results.against_levels(ANNA.person)] == [(5, 1, 1)]
    assert [one.match for one in await house.results.finished(ANNA.person, skip=0, most=1)] == [third]
    assert await house.results.count(ANNA.person, "yaxha") == 0
    assert await house.results.with_people(ANNA.person) == 2
    assert [one.score for one in await house.results.points(ANNA.person, "maya")][-1] == 30


async def test_a_first_time_is_the_first_and_tells_its_move(any_house: House) -> None:
    house = any_house
    first, second = await tables(house, 2)
    await result(house, second, 0, ANNA.person, ended=9.0, feats='{"won":40,"two-cities":12}')
    await result(house, first, 0, ANNA.person, ended=4.0, feats='{"won":31}')
    found = await house.results.firsts(ANNA.person)
    assert [(one.feat, one.match, one.move) for one in found] == [("won", first, 31), ("two-cities", second, 12)]


async def two_with_accounts(house: House) -> tuple[Holder, Holder]:
    accounts = [await house.accounts.create(name, "none") for name in ("Anna", "Ben")]
    first, second = (Holder("person", account.name, account.person) for account in accounts)
    return first, second


async def test_ratings_follow_from_rated_games_in_their_order(any_house: House) -> None:
    house = any_house
    anna, ben = await two_with_accounts(house)
    early, late = await tables(house, 2)
    for match, ended in ((late, 9.0), (early, 4.0)):
        await result(house, match, 0, ben.person, ended=ended, rated=1)
        await result(house, match, 1, anna.person, ended=ended, rated=1)
    assert await house.ratings.catch_up() == 2
    assert await house.ratings.catch_up() == 0
    mine = await house.ratings.of(anna.person)
    assert set(mine) == {"maya", OVERALL}
    assert mine["maya"].games == 2
    ahead, behind = mine["maya"].history[-1].points, (await house.ratings.of(ben.person))["maya"].rating.points
    assert ahead > mine["maya"].history[0].points > 1500 > behind
    assert mine["maya"].rating.give_or_take < mine["maya"].history[0].give_or_take < 500


async def test_nobody_is_rated_where_somebody_has_no_account(house: House) -> None:
    anna, _ = await two_with_accounts(house)
    [match] = await tables(house, 1)
    await result(house, match, 0, anna.person, rated=1)
    await result(house, match, 1, BEN.person, rated=1)
    await house.ratings.catch_up()
    assert await house.ratings.of(anna.person) == {}


async def test_whoever_leaves_a_rated_game_for_good_comes_last(house: House) -> None:
    anna, ben = await two_with_accounts(house)
    id = await house.open_table("yaxha", 2, {}, [anna, ben], anna.person, terms=Terms(rated=True))
    await house.resign(id, 1, "resign")
    await play_out(house, id)
    await house.ratings.catch_up()
    assert (await house.ratings.of(anna.person))["yaxha"].rating.points > 1500
    assert (await house.ratings.of(ben.person))["yaxha"].rating.points < 1500
    [mine] = await house.results.finished(ben.person)
    assert mine.absent == "resigned"


async def test_a_game_that_is_broken_off_has_no_results(house: House) -> None:
    id = await house.open_table("maya", 2, {}, [ANNA, BOT], ANNA.person, terms=Terms(rated=True))
    await house.agree_to_end(id, 0, True, "end")
    assert (await house.table(id)).over
    assert await house.results.count(ANNA.person) == 0
    assert await house.results.fill() == 0


async def play_out(house: House, id: str) -> None:
    """Random moves to the end, in one transaction, by bots where they stand in."""
    table, luck, steps = (await house.table(id)).fork(), tablero.seeded(5), []
    while actors := table.actors():
        moves = table.state.moves(actors[0])
        move = moves[luck.below(len(moves))]
        bot = bool(table.bot_level(actors[0]))
        row = table.play(actors[0], move, table.version_for(actors[0]), f"out-{table.version}", bot)
        table.take(row, checked=True)
        steps += house._new_row(table, row, None)
    await house._writer.write(steps, lambda: house._settle(table))


async def test_a_game_is_counted_by_seat_opening_and_level(any_house: House) -> None:
    house = any_house
    first, second = await tables(house, 2)
    await result(house, first, 0, ANNA.person, opening="squash", moves=50)
    await result(house, first, 1, level=2, moves=50)
    await result(house, second, 0, ANNA.person, seconds=1200.0)
    await result(house, second, 1, level=7, seconds=1200.0)
    played = (await house.statistics.played("maya"))[2]
    assert played.games == 2
    assert played.by_seat == (Share(2, 0.0), Share(2, 2.0))
    assert played.minutes is not None
    assert (played.minutes.least, played.minutes.most) == (10, 20)
    assert played.moves is not None
    assert played.moves.middle == 40
    assert played.scores is not None
    assert (played.scores.least, played.scores.most) == (20, 30)
    assert played.openings == {"maize": Share(3, 2.0), "squash": Share(1, 0.0)}
    levels = await house.statistics.levels("maya")
    assert {level: (one.share.games, one.share.won, one.due) for level, one in levels.items()} == {
        0: (2, 0.0, 0.5), 2: (1, 1.0, 0.5), 7: (1, 1.0, 0.5),
    }  # fmt: skip
    assert await house.statistics.played("yaxha") == {}


async def test_a_table_that_is_taken_away_takes_its_results_along(house: House) -> None:
    id = await house.open_table("maya", 2, {}, [ANNA, OPEN], ANNA.person)
    await result(house, id, 0, ANNA.person)
    await house.remove([id])
    assert await house.results.count(ANNA.person) == 0
