"""The puzzles that come with the games: all of them load, are legal, and their answers are still the best."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from statistics import fmean

import pytest

from tablero.analysis.puzzle_set import FIRST_DAY, PuzzleSet, game_of_day, packed, puzzle_set, varied
from tablero.analysis.puzzles import PuzzleBudget, values_after
from tablero.analysis.turns import after_turn, is_turn_over, place_of
from tablero.games import GAME_NAMES, games
from tablero.lab.seeds import PUZZLE_SEEDS

SAMPLE = 6  # of each set, judged again in every run
DEALS, ITERATIONS = 8, 12  # of that quick search
KILOBYTES = 500


@pytest.fixture(params=GAME_NAMES)
def known(request: pytest.FixtureRequest) -> PuzzleSet:
    return puzzle_set(request.param)


def test_every_puzzle_loads_is_legal_and_was_accepted_by_the_rules_of_the_set(known: PuzzleSet) -> None:
    budget, ends = PuzzleBudget(), Counter[tuple[int, int]]()
    assert known.about["seed"] >= PUZZLE_SEEDS.start
    assert len(known) <= known.about["turns"]["accepted"]
    for puzzle in known:
        state, seat = puzzle.state(), puzzle.seat
        assert state.dump() == puzzle.position
        assert state.owes(seat)
        assert puzzle.id in known
        assert puzzle.game == known.game
        settled, places = int(state.settled), set()
        for turn in puzzle.turns:  # `moves` reads the notation, and `after_turn` stops before what is illegal
            moves = puzzle.moves(turn)
            after = after_turn(state, seat, moves)
            assert is_turn_over(after, seat, settled), f"{known.game} {puzzle.id}"
            places.add(place_of(after))
        assert len(places) == len(puzzle.turns)
        assert puzzle.best.chance == max(turn.chance for turn in puzzle.turns)
        assert puzzle.rival.lead - puzzle.rival.give >= budget.margin
        assert sum(turn.right for turn in puzzle.turns) <= 2
        assert puzzle.solved["4"] <= budget.chance
        assert puzzle.why()
        ends[puzzle.seats, puzzle.stage] += 1
    assert {seats for seats, _ in ends} == {seats for seats in puzzle.state().game.seats if seats > 1}
    assert {stage for _, stage in ends} == {0, 1, 2}


def still_best(known: PuzzleSet, ids: list[str]) -> list[bool]:
    """Whether a quick search still prefers the best turn of each puzzle to the best one that is not right."""
    found = []
    for id in ids:
        puzzle = known[id]
        turns = [puzzle.moves(turn) for turn in (puzzle.best, puzzle.rival)]
        rows = values_after(puzzle.state(), puzzle.seat, turns, (DEALS, ITERATIONS), 99)
        found.append(fmean(row[0] - row[1] for row in rows) > 0)
    return found


def test_the_answers_of_a_sample_are_still_the_best_by_a_quick_search(known: PuzzleSet) -> None:
    assert all(still_best(known, list(known.ids)[:: max(1, len(known) // SAMPLE)]))


@pytest.mark.long
def test_all_answers_are_still_the_best_by_a_quick_search(known: PuzzleSet) -> None:
    assert fmean(still_best(known, list(known.ids))) > 0.98


def test_a_set_is_small_and_packed_alike(known: PuzzleSet) -> None:
    content = packed(known.about, known)
    assert len(content) < 1000 * KILOBYTES
    assert packed(known.about, known) == content
    assert varied(list(known), 10**6) == list(known)
    few = varied(list(known), 6)
    assert len({(puzzle.seats, puzzle.stage, puzzle.theme) for puzzle in few}) == len(few)


def test_the_puzzle_of_a_day_follows_from_the_date_and_none_comes_twice_before_all_have_come(known: PuzzleSet) -> None:
    days = [known.of_day(FIRST_DAY + timedelta(days=number)) for number in range(len(known))]
    assert sorted(days) == sorted(known.ids)
    assert known.of_day(FIRST_DAY + timedelta(days=len(known))) == days[0]
    assert known.of_day(date(2026, 11, 19)) == known.of_day(date(2026, 11, 19))


def test_the_games_take_turns_with_the_puzzle_for_all() -> None:
    assert {game_of_day(FIRST_DAY + timedelta(days=day)) for day in range(4)} == {game.name for game in games()}
