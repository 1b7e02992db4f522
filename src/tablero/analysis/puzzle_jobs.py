"""Jobs of puzzles in worker processes, which import no web framework.

A turn that is tried is judged, and a moment of a finished game becomes a puzzle.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablero.analysis.move_reasons import reasons
from tablero.analysis.puzzles import (
    GAME_STAGES,
    JudgedTurn,
    Puzzle,
    PuzzleBudget,
    find_candidate,
    puzzle_of,
    ranked_turns,
    values_after,
)
from tablero.analysis.review_jobs import load_played_game
from tablero.analysis.turns import Turn, after_turn, place_of
from tablero.analysis.whatif_jobs import answers
from tablero.bots import Glimpse
from tablero.core.aspect import Reason
from tablero.core.luck import seeded

DEALS, ITERATIONS = 32, 30  # to judge a turn that the set does not know
MARGIN = 0.05  # within which a turn is right too
ANSWER_LEVEL = 5  # of the bots that answer
SEED = 7  # the same turn gets the same answer
# For a moment of a person's own game: its best turn may be one that everybody finds.
OWN_BUDGET = PuzzleBudget(search=200, after=15, chance=1.0, surprising=False)


@dataclass(frozen=True)
class Verdict:
    """A turn that was tried: what it is worth beside the best one, why that is better, and what the others answer."""

    turn: JudgedTurn
    best: JudgedTurn
    reasons: tuple[Reason, ...] = ()  # for the best turn against this one
    answers: tuple[tuple[int, int], ...] = ()  # seat and move, until the seat has to decide again

    @property
    def right(self) -> bool:
        return self.turn.right


def known_turn(puzzle: Puzzle, turn: Turn) -> JudgedTurn | None:
    """Return a turn of the set that leads to the same position."""
    state = puzzle.state()
    place = place_of(after_turn(state, puzzle.seat, turn))
    return next(
        (one for one in puzzle.turns if place_of(after_turn(state, puzzle.seat, puzzle.moves(one))) == place), None
    )


def judge_turn(puzzle: Puzzle, turn: Turn) -> Verdict:
    """Judge a whole turn."""
    state, seat = puzzle.state(), puzzle.seat
    best = puzzle.moves(puzzle.best)
    found = known_turn(puzzle, turn)
    if found is None:
        rows = values_after(state, seat, [best, turn], (DEALS, ITERATIONS), SEED)
        judged = dict(ranked_turns(state, seat, [best, turn], rows, MARGIN))
        lead = judged[turn].lead - judged[best].lead
        # Both are worth what they are worth beside each other; the best one is known better.
        found = replace(
            judged[turn], chance=round(max(0.0, min(1.0, puzzle.best.chance - lead)), 4), lead=max(0.0, lead)
        )
    why = () if found == puzzle.best else tuple(reasons(Glimpse.of_imagined(state, seat), best, turn, seeded(SEED)))
    after = after_turn(state, seat, turn)
    return Verdict(found, puzzle.best, why, tuple(answers(puzzle.game, after.dump(), (seat,), ANSWER_LEVEL, SEED)))


def puzzle_of_moment(record: str, at: int, seat: int, budget: PuzzleBudget = OWN_BUDGET) -> Puzzle | None:
    """Return the puzzle in the turn of a finished game in which a seat made its move after `at` others, from what the
    seat knew then; None if no turn was clearly the best."""
    game = load_played_game(record)
    settled = int(game.states[at].settled)
    while at > 0 and game.moves[at - 1][0] == seat and int(game.states[at - 1].settled) == settled:
        at -= 1
    candidate = find_candidate(at, game.states[at], seat, SEED, budget)
    if isinstance(candidate, str):
        return None
    found = puzzle_of(candidate, GAME_STAGES * at // len(game.moves), SEED, budget)
    return None if isinstance(found, str) else found
