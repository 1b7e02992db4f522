"""Why a move of Yaxha is not legal: the id of the rule in the guide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.yaxha import layout as at

if TYPE_CHECKING:
    from tablero.games.yaxha.rules import Yaxha


def why_not(state: Yaxha, seat: int, move: int) -> str | None:
    """None when the move is legal."""
    if state.phase == at.OVER:
        return "over"
    if not 0 <= seat < state.seats or not state.owes(seat):
        return "turn"
    if not 0 <= move < at.MOVES:
        return "notation"
    if state.phase == at.CHOOSE:
        return None if move < state.seats else "choose"
    if state.phase == at.LEFTOVER:
        return None if move < state.seats and state.v[at.OWNER + move] == at.NONE else "leftover"
    if move < at.FINISH:
        return "build"
    if move == at.FINISH:
        return None if state.fits_nowhere(seat) else "must-place"
    return _why_not_place(state, seat, (move - at.PLACE) // at.CELLS, (move - at.PLACE) % at.CELLS)


def _why_not_place(state: Yaxha, seat: int, colour: int, cell: int) -> str | None:
    v = state.v
    b = int(at.SEAT + seat * at.STRIDE)
    z, bit = int(at.CELL_Z[cell]), at.CELL_BIT[cell]
    if v[b + at.HAND + colour] == 0:
        return "hand"
    if state.spots(seat, colour, z) & bit:
        return "self-blocking" if state.must_fit and state.blocks_itself(seat, colour, cell) else None
    if v[b + at.FILLED + z] & bit:
        return "occupied"
    if v[b + at.FILLED] == 0:
        return "first-cube"
    if z == 0:
        return "base-contact" if state.frame(b) & bit else "base-frame"
    return "colour" if at.firm(v[b + at.FILLED + z - 1]) & bit else "support"
