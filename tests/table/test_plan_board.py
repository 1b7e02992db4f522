"""What is tried on the board is what the plan says afterwards, in every game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tablero import seeded
from tablero.games import game as find_game
from tablero.games import games
from tablero.table import Refusal
from tablero.table.plan_board import PlanBoard, along, form_of, replaced, shifted
from tablero.table.plans import Condition, PlanLine, PlannedMove, decide, new_plan
from tests.table.planned import pick, position, table_of

EVERY = [each.name for each in games()]


def tried(name: str, seed: int, moves: int) -> PlanBoard:
    """A board on which so many random moves were tried."""
    game, luck = find_game(name), seeded(seed)
    state = position(game, 2, seed, 20 + seed)
    board = PlanBoard(game, ("Ana", "Marco"), "ana", 0, state)
    for _ in range(moves):
        now = board.table()
        if not now.actors():
            break
        seat = pick(now.actors(), luck)
        board.play(seat, pick(now.state.moves(seat), luck))
    return board


def depth(lines: Sequence[PlanLine]) -> int:
    return 1 + depth(lines[0].after) if lines else 0


@pytest.mark.parametrize("name", EVERY)
def test_a_plan_plays_what_was_tried_on_the_board(name: str) -> None:
    played = 0
    for seed in range(8):
        board = tried(name, seed, 24)
        real = table_of(board.base)
        plan = new_plan(real, 0, board.kept(()))
        for seat, move in board.path:
            if seat == 0:
                decision = decide(plan, real, 0)
                if not isinstance(decision, PlannedMove):
                    break  # something came to light, or the last turn is over
                assert decision.move == move
                played += 1
            real.make(seat, move)
        deepest = (0,) * depth(plan.lines)
        own = [[move for seat, move in path if seat == 0] for path in (board.path_to(plan.lines, deepest), board.path)]
        assert own[0] == own[1][: len(own[0])]
        assert len(own[0]) == sum(len(line.then) for line in along(plan.lines, deepest))
    assert played > 12


@pytest.mark.parametrize("name", EVERY)
def test_what_is_taken_back_goes_to_the_last_choice(name: str) -> None:
    board = tried(name, 3, 12)
    count = len(board.path)
    while board.path:
        board.back()
        assert len(board.path) < count
        count = len(board.path)
    with pytest.raises(Refusal, match="nothing to take back"):
        board.back()
    with pytest.raises(Refusal, match="try first"):
        board.kept(())


def test_a_line_is_about_what_was_tried_its_kind_or_whatever_happens() -> None:
    board = PlanBoard(find_game("yaxha"), ("Ana", "Marco"), "ana", 0, find_game("yaxha").start(2, 4))
    board.path = [(0, 0), (1, 1)]
    board.play(0, board.table().state.moves(0)[0])
    lines = board.kept(())
    trail = (0, 0)
    assert along(lines, trail)[-1].when == (Condition(1, did=("take tile 2",)),)
    beside = PlanLine((Condition(1, did=("take tile 1",)),))
    lines = replaced(lines, (0,), PlanLine((), lines[0].then, (*lines[0].after, beside), "", lines[0].example))
    kind = board.reshaped(lines, trail, "kind")
    assert along(kind, trail)[-1].when == (Condition(1, kind="take tile", but=("take tile 1",)),)
    assert along(kind, trail)[-1].sees == ""
    whatever = board.reshaped(kind, trail, "any")
    assert form_of(along(whatever, trail)[-1]) == "any"
    assert board.reshaped(whatever, trail, "exact") == lines


def test_lines_are_merged_moved_and_taken_away() -> None:
    first, other = (PlanLine((Condition(1, did=(f"take tile {n}",)),), ("finish",)) for n in (1, 2))
    lines = (first, other)
    assert shifted(lines, (0,), 1) == (other, first)
    assert shifted(lines, (0,), -1) == lines
    deep = (PlanLine((), ("take tile 1",), lines),)
    assert along(shifted(deep, (0, 0), 1), (0, 0))[-1] == other
    assert replaced(deep, (0, 1))[0].after == (first,)
    for trail in ((), (2,), (0, 5)):
        with pytest.raises(Refusal, match="taken away"):
            along(deep, trail)


def test_a_line_that_is_kept_again_goes_on_and_a_new_answer_replaces_the_old_one() -> None:
    board = tried("amritsar", 1, 0)
    while len({seat for seat, _ in board.path}) < 2 or board.table().state.owes(0):
        seat = board.table().actors()[0]
        board.play(seat, board.table().state.moves(seat)[0])
    once = board.kept(())
    assert board.kept(once) == once
    for _ in range(12):
        seat = board.table().actors()[0]
        board.play(seat, board.table().state.moves(seat)[0])
    longer = board.kept(once)
    assert len(longer) == 1
    assert longer != once
