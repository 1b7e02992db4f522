"""Leaning: what a character of a bot values besides winning."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.state import State


class Leaning:
    """Weighted measures of how a seat stands, in the units of a value function: a worth of 0.1 is as much as a tenth of
    the game. Each game has its own in `evaluation/leaning.py`."""

    def __init__(self, weights: list[float], pull: float) -> None:
        """`weights`: of each measure; `pull`: how much a worth of 1 adds to the score of a move that brings it."""
        self.weights: vec[float] = vec[float](weights)
        self.pull: float = pull

    def measures(self, state: State, seat: i64) -> vec[float]:
        """Return what the seat has of everything that a character may value, each about 1 where it is much."""
        raise NotImplementedError

    def measured(self, state: State, seat: i64) -> list[float]:
        """`measures` for callers that are not compiled."""
        found = self.measures(state, seat)
        return [found[i] for i in range(len(found))]

    def worth(self, state: State, seat: i64) -> float:
        """Return what the position is worth to the character besides its chance to win."""
        found = self.measures(state, seat)
        total: float = 0.0
        for i in range(len(found)):
            total += self.weights[i] * found[i]
        return total

    def lean(self, state: State, seat: i64, moves: vec[i64], scores: vec[float]) -> vec[float]:
        """Return the scores of these moves, higher where a move brings at once what the character values."""
        now: float = self.worth(state, seat)
        out = vec[float]()
        for i in range(len(moves)):
            after = state.copy()
            after.apply(seat, moves[i])
            out = append(out, scores[i] + self.pull * (self.worth(after, seat) - now))
        return out

    def lean_legal_moves(self, state: State, seat: i64, scores: list[float]) -> list[float]:
        """`lean` for all legal moves of the seat, for callers that are not compiled."""
        found = self.lean(state, seat, state.legal(seat), vec[float](scores))
        return [found[i] for i in range(len(found))]
