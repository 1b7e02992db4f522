"""Puzzles: one move is clearly the best, and nothing of the true game is told."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import tablero
from tablero.analysis.puzzles import Puzzle, PuzzleBudget, puzzle_of, puzzles_in
from tablero.core import State, seeded
from tests.analysis.games import played

TINY = PuzzleBudget(quick=24, deep=48, after=48, closely=8, margin=0.01)
GAMES = [("yaxha", 3), ("maya", 2), ("tzolkin", 2), ("amritsar", 3)]


def decisions(game: str, seats: int) -> list[tuple[State, int]]:
    states, moves = played(game, seats)
    return [(state, seat) for state, (seat, _) in zip(states, moves, strict=False)][::2]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_puzzle_is_a_position_with_a_best_move_and_tells_nothing_else(name: str, seats: int) -> None:
    game = tablero.game(name)
    asked = decisions(name, seats)
    found = puzzles_in(asked, 1, TINY)
    assert found
    assert len({(puzzle.seat, puzzle.position["settled"]) for puzzle in found}) == len(found) <= TINY.closely
    for puzzle in found:
        state = puzzle.state()
        assert state.dump() == puzzle.position
        for words in (puzzle.move, puzzle.next_move, *([puzzle.tempting] if puzzle.tempting else [])):
            assert game.read(state, puzzle.seat, words) in state.moves(puzzle.seat)
        assert puzzle.move not in (puzzle.next_move, puzzle.tempting)
        assert 0 <= puzzle.next_chance < puzzle.chance <= 1
        assert puzzle.margin - puzzle.give >= TINY.margin
        state.play(puzzle.seat, game.read(state, puzzle.seat, puzzle.move))

    # Whatever else may lie where a seat cannot look, the same puzzles come of it: so nothing of the truth is in them.
    twins = [(state.imagine(seat, seeded(10_000 + at)), seat) for at, (state, seat) in enumerate(asked)]
    assert any(twin != state for (twin, _), (state, _) in zip(twins, asked, strict=True))
    assert puzzles_in(twins, 1, TINY) == found


def test_a_puzzle_shows_its_seat_what_it_saw_and_hides_the_luck_to_come() -> None:
    asked = decisions("maya", 2)
    [puzzle, *_] = puzzles_in(asked, 1, TINY)
    true = [state for state, seat in asked if seat == puzzle.seat and state.view(seat) == puzzle.state().view(seat)]
    assert len(true) == 1
    assert puzzle.position["luck"] != true[0].dump()["luck"]


def test_a_puzzle_is_written_and_read_back() -> None:
    [puzzle, *_] = puzzles_in(decisions("tzolkin", 2), 1, TINY)
    written = json.loads(json.dumps(puzzle.written()))
    assert Puzzle.read(written) == puzzle
    assert written["id"] == puzzle.id
    assert written["why"] == puzzle.why()
    assert replace(puzzle, seat=1 - puzzle.seat).id != puzzle.id
    with pytest.raises(ValueError, match="no puzzle of format 1"):
        Puzzle.read({"game": "tzolkin"})


def test_what_leads_by_less_than_was_asked_for_is_no_puzzle() -> None:
    state, seat = next((state, seat) for state, seat in decisions("maya", 2) if len(state.moves(seat)) > 1)
    assert puzzle_of(state, seat, 5, replace(TINY, margin=0.9)) is None
