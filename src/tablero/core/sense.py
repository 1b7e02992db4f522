"""Sense: what a bot feels about a position. Each game's `sense.py` gives its own."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.state import State


class Sense:
    """Judges moves and positions from what the seat on the move may know."""

    def weigh(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        """How much each of these moves appeals to the seat: higher is better, only differences matter."""
        raise NotImplementedError

    def feel(self, state: State, seat: i64) -> list[float]:
        """`weigh` for all legal moves of the seat, in the order of `state.moves`, for callers that are not compiled:
        a native array that they hand over themselves is never freed (a fault of the compiler)."""
        appeal = self.weigh(state, seat, state.legal(seat))
        return [appeal[i] for i in range(len(appeal))]

    def outlook(self, state: State) -> vec[float]:
        """How well each seat stands, from 0 (sure to lose) to 1 (sure to win)."""
        raise NotImplementedError

    def calm(self, state: State) -> bool:
        """Whether this is a good moment to judge the position: nobody is in the middle of a turn."""
        return True
