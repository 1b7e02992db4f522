"""Sense: what a bot feels about moves and positions. Each game's `sense` gives its own."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.judge import Judge
from tablero.core.state import State


class Sense(Judge):
    """Judges moves and positions from what the seat on the move may know."""

    def weigh(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        """How much each of these moves appeals to the seat: higher is better, only differences matter."""
        raise NotImplementedError

    def feel(self, state: State, seat: i64) -> list[float]:
        """`weigh` for all legal moves of the seat, in the order of `state.moves`, for callers that are not compiled:
        a native array that they hand over themselves is never freed (a fault of the compiler)."""
        appeal = self.weigh(state, seat, state.legal(seat))
        return [appeal[i] for i in range(len(appeal))]

    def calm(self, state: State) -> bool:
        """Whether this is a good moment to judge the position: nobody is in the middle of a turn."""
        return True
