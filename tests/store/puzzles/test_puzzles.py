"""What is kept of puzzles: the first try moves both ratings once, what was not solved comes back, own ones stay own."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from tablero.analysis.puzzle_set import puzzle_set
from tablero.people.puzzle_practice import rating_of_puzzle
from tablero.people.streaks import streak_of
from tablero.store import Store
from tablero.store.puzzles.attempts import PuzzleTry
from tablero.store.tables.pruning import remove
from tablero.table import Holder
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio

DAY = 86400.0
TODAY = date(2026, 11, 19)


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def tried(puzzle: str, share: float, solved: bool, day: date | None = None) -> PuzzleTry:
    return PuzzleTry("maya", puzzle, 1600, share, solved, 30.0, day)


async def test_the_first_try_moves_both_ratings_and_later_ones_none(any_store: Store) -> None:
    store = any_store
    kept = await store.puzzles.add("ana", tried("a", 1.0, True))
    assert kept.change > 0
    assert kept.due is None
    rating = (await store.puzzles.ratings("ana"))["maya"]
    assert rating.tries == 1
    figures = (await store.puzzles.figures("maya", ["a"]))["a"]
    assert (figures.tried, figures.solved) == (1, 1)
    assert figures.rating.points < 1600
    await store.puzzles.add("ana", tried("a", 0.0, False))
    assert (await store.puzzles.ratings("ana"))["maya"] == rating
    assert (await store.puzzles.figures("maya", ["a"]))["a"] == figures
    assert (await store.puzzles.of("ana", "maya"))["a"].solved
    await store.puzzles.add("ben", tried("a", 0.0, False))
    assert (await store.puzzles.ratings("ben"))["maya"].rating.points < 1500
    figures = (await store.puzzles.figures("maya", ["a"]))["a"]
    assert (figures.tried, figures.solved) == (2, 1)


async def test_two_windows_at_once_count_once(store: Store) -> None:
    await asyncio.gather(*(store.puzzles.add("ana", tried("a", 1.0, True)) for _ in range(4)))
    assert (await store.puzzles.ratings("ana"))["maya"].tries == 1
    assert (await store.puzzles.figures("maya", ["a"]))["a"].tried == 1


async def test_what_was_not_solved_comes_back_until_it_is_known(tmp_path: Path) -> None:
    clock = Clock()
    store = await Store.open(str(tmp_path / "own.db"), clock=clock)
    kept = await store.puzzles.add("ana", tried("a", 0.0, False))
    waits = []
    while kept.due is not None:
        early = await store.puzzles.add("ana", tried("a", 1.0, True))
        assert early.due == kept.due, "solved before it is due it stays where it is"
        waits.append(kept.due - clock.now)
        clock.now = kept.due + 1
        kept = await store.puzzles.add("ana", tried("a", 1.0, True))
        assert len(waits) < 20
    assert waits == sorted(waits)
    assert waits[0] < DAY < waits[-1]
    await store.close()


async def test_days_are_counted_by_day_and_game(store: Store) -> None:
    await store.puzzles.add("ana", tried("a", 0.0, False, TODAY))
    assert await store.puzzles.days("ana") == {}
    await store.puzzles.add("ana", tried("a", 0.0, True, TODAY))
    assert await store.puzzles.days("ana") == {TODAY: ["maya"]}
    assert await store.puzzles.solved_on(TODAY) == {"maya": 1}
    streak = streak_of(await store.puzzles.days("ana"), TODAY)
    assert streak.days == 1
    assert streak.week[-1] == (TODAY, True)


async def test_own_puzzles_are_seen_by_their_owner_alone_and_go_with_their_table(any_store: Store) -> None:
    store = any_store
    puzzle = next(iter(puzzle_set("maya")))
    id = await store.open_table("maya", 2, {}, [ANNA, Holder("bot", level=1)], ANNA.person)
    for cost in (0.1, 0.2):
        await store.own_puzzles.add(ANNA.person, id, 7, cost, puzzle)
    [own] = await store.own_puzzles.of(ANNA.person)
    assert (own.match, own.at, own.cost, own.solved) == (id, 7, 0.2, False)
    assert await store.own_puzzles.find(ANNA.person, "maya", puzzle.id) == (own, puzzle)
    assert await store.own_puzzles.find(BEN.person, "maya", puzzle.id) is None
    await store.own_puzzles.solve(ANNA.person, "maya", puzzle.id)
    assert [one.solved for one in await store.own_puzzles.of(ANNA.person, id)] == [True]
    async with store._writer.transaction() as connection:
        await remove(connection, [id])
    assert await store.own_puzzles.of(ANNA.person) == []


def test_a_puzzle_begins_with_the_rating_that_the_levels_gave_it() -> None:
    assert [rating_of_puzzle(points).points for points in (900, 1500, 2300)] == [900, 1500, 2300]
