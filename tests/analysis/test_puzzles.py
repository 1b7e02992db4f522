"""Puzzles: one turn is clearly the best, and nothing of the true game is told."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import tablero
from tablero.analysis.puzzle_jobs import judge_turn, puzzle_of_moment
from tablero.analysis.puzzles import (
    EASIEST,
    HARDEST,
    Harvest,
    Puzzle,
    PuzzleBudget,
    find_candidate,
    puzzles_in,
    rating_of,
)
from tablero.analysis.review_jobs import load_played_game
from tablero.analysis.turns import after_turn, is_turn_over, likely_turns, place_of
from tablero.bots import glimpse
from tablero.core import State, seeded
from tests.analysis.games import finished, played

TINY = PuzzleBudget(quick=24, search=24, after=4, deals=8, turns=12, closely=2, margin=0.01, chance=1.0)
GAMES = [("yaxha", 3), ("maya", 2), ("tzolkin", 2), ("amritsar", 3)]


def decisions(game: str, seats: int) -> list[tuple[State, int]]:
    states, moves = played(game, seats)
    return [(state, seat) for state, (seat, _) in zip(states, moves, strict=False)]


@pytest.fixture(scope="module", params=GAMES, ids=lambda one: one[0])
def harvest(request: pytest.FixtureRequest) -> tuple[list[tuple[State, int]], Harvest]:
    asked = decisions(*request.param)
    return asked, puzzles_in(asked, 1, TINY)


def test_a_puzzle_is_a_position_with_a_best_turn_and_tells_nothing_else(
    harvest: tuple[list[tuple[State, int]], Harvest],
) -> None:
    asked, found = harvest
    assert 0 < len(found.puzzles) <= TINY.closely
    assert found.tally["turns"] == sum(count for reason, count in found.tally.items() if reason != "turns")
    for puzzle in found.puzzles:
        state = puzzle.state()
        assert state.dump() == puzzle.position
        settled = int(state.settled)
        for turn in puzzle.turns:
            assert is_turn_over(after_turn(state, puzzle.seat, puzzle.moves(turn)), puzzle.seat, settled)
            assert 0 <= turn.chance <= puzzle.best.chance <= 1
            assert turn.right == (turn.lead - turn.give < TINY.margin)
        assert puzzle.best.right
        assert not puzzle.rival.right
        assert puzzle.reasons
        assert EASIEST <= puzzle.rating <= HARDEST

    # Whatever else may lie where a seat cannot look, the same puzzles come of it: so nothing of the truth is in them.
    twins = [(state.imagine(seat, seeded(10_000 + at)), seat) for at, (state, seat) in enumerate(asked)]
    assert any(twin != state for (twin, _), (state, _) in zip(twins, asked, strict=True))
    assert puzzles_in(twins, 1, TINY) == found


def test_a_puzzle_is_written_and_read_back(harvest: tuple[list[tuple[State, int]], Harvest]) -> None:
    puzzle = harvest[1].puzzles[0]
    written = json.loads(json.dumps(puzzle.written()))
    assert Puzzle.read(written) == puzzle
    assert written["id"] == puzzle.id
    assert replace(puzzle, seat=1 - puzzle.seat).id != puzzle.id
    with pytest.raises(ValueError, match="no puzzle of format 2"):
        Puzzle.read({"game": "tzolkin"})


def test_a_puzzle_shows_its_seat_what_it_saw_and_hides_the_luck_to_come(
    harvest: tuple[list[tuple[State, int]], Harvest],
) -> None:
    asked, found = harvest
    puzzle = found.puzzles[0]
    states = [state.copy() for state, seat in asked if seat == puzzle.seat]
    assert all(puzzle.position["luck"] != state.dump()["luck"] for state in states)
    for state in states:
        state.reopen(puzzle.seat)  # what others have chosen in secret is open again
    assert any(state.view(puzzle.seat) == puzzle.state().view(puzzle.seat) for state in states)


def test_a_turn_that_is_tried_is_judged_beside_the_best_one(harvest: tuple[list[tuple[State, int]], Harvest]) -> None:
    puzzle = harvest[1].puzzles[0]
    best = judge_turn(puzzle, puzzle.moves(puzzle.best))
    assert best.right
    assert best.reasons == ()
    wrong = judge_turn(puzzle, puzzle.moves(puzzle.rival))
    assert wrong.turn == puzzle.rival
    assert not wrong.right
    state = after_turn(puzzle.state(), puzzle.seat, puzzle.moves(puzzle.rival))
    for seat, move in wrong.answers:
        assert seat != puzzle.seat
        state.play(seat, move)
    known = {place_of(after_turn(puzzle.state(), puzzle.seat, puzzle.moves(turn))) for turn in puzzle.turns}
    others = likely_turns(glimpse(puzzle.state(), puzzle.seat, seeded(1)), 12)
    new = [turn for turn in others if place_of(after_turn(puzzle.state(), puzzle.seat, turn)) not in known]
    for turn in new[:1]:
        judged = judge_turn(puzzle, turn)
        assert judged == judge_turn(puzzle, turn), "the same turn gets the same answer"
        assert 0 <= judged.turn.chance <= puzzle.best.chance + judged.turn.give


def test_a_moment_of_a_finished_game_becomes_a_puzzle_of_its_whole_turn() -> None:
    record = finished("tzolkin", 2).to_text()
    game = load_played_game(record)
    asked = [(at, seat) for at in game.choices() for seat, _ in [game.moves[at]]]
    own = replace(TINY, surprising=False)
    found = [puzzle for at, seat in asked[::2] if (puzzle := puzzle_of_moment(record, at, seat, own)) is not None]
    assert found
    for puzzle in found:
        before = next(state for state in game.states if int(state.settled) == puzzle.position["settled"])
        assert puzzle.state().view(puzzle.seat)["moves"] == before.view(puzzle.seat)["moves"], "from its first move on"


def test_what_leads_by_less_than_was_asked_for_is_no_puzzle() -> None:
    state, seat = next((state, seat) for state, seat in decisions("maya", 2) if len(state.moves(seat)) > 1)
    assert isinstance(find_candidate(0, state, seat, 5, replace(TINY, margin=0.9)), str)


def test_turns_that_differ_in_their_order_only_are_the_same() -> None:
    state = tablero.game("tzolkin").start(2, seed=3)
    for seat in (0, 1):
        state.play(seat, state.moves(seat)[0])
    seat = state.actors()[0]
    orders = [("place tikal", "place uxmal", "end turn"), ("place uxmal", "place tikal", "end turn")]
    ends = set()
    for words in orders:
        turn: list[int] = []
        position = state.copy()
        for one in words:
            turn.append(state.game.read(position, seat, one))
            position.play(seat, turn[-1])
        ends.add(place_of(after_turn(state, seat, turn)))
    assert len(ends) == 1


def test_the_more_levels_solve_a_puzzle_the_easier_it_is() -> None:
    shares = [{str(level): float(level >= first) for level in range(1, 8)} for first in range(1, 9)]
    ratings = [rating_of(share) for share in shares]
    assert ratings == sorted(ratings)
    assert ratings[0] == EASIEST
    assert ratings[-1] >= HARDEST - 1
