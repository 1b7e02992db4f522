"""Evaluator: heuristic scores of moves and positions; each game has its own in `evaluation`."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.evaluation.value_network import ValueFunction
from tablero.core.state import State


class Evaluator(ValueFunction):
    """Scores moves and positions by what the seat on the move may know."""

    def score_moves(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        """Return a score for each of these moves: higher is better, only differences matter."""
        raise NotImplementedError

    def score_legal_moves(self, state: State, seat: i64) -> list[float]:
        """`score_moves` for all legal moves of the seat, in the order of `state.moves`. For callers that are not
        compiled: a native array that they hand over themselves is never freed (a fault of the compiler)."""
        scores = self.score_moves(state, seat, state.legal(seat))
        return [scores[i] for i in range(len(scores))]

    def is_quiet(self, state: State) -> bool:
        """Return whether the position can be evaluated well: no seat is in the middle of a turn."""
        return True
