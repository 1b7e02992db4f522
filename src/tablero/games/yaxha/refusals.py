"""Why a move of Yaxha is not legal: the id of the rule in the guide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.yaxha import layout as at

if TYPE_CHECKING:
    from tablero.games.yaxha.rules import Yaxha


def reason(state: Yaxha, seat: int, move: int) -> str:
    """The rule that forbids a move which is not among the legal ones."""
    if state.phase == at.CHOOSE:
        return "choose"
    if state.phase == at.LEFTOVER:
        return "leftover"
    if move < at.FINISH:
        return "build"
    if move == at.FINISH:
        return "must-place"
    return _not_there(state, seat, (move - at.PLACE) // at.CELLS, (move - at.PLACE) % at.CELLS)


def _not_there(state: Yaxha, seat: int, colour: int, cell: int) -> str:
    """Why a cube of this colour cannot go into this cell."""
    v = state.v
    b = int(at.SEAT + seat * at.STRIDE)
    z, bit = int(at.CELL_Z[cell]), at.CELL_BIT[cell]
    if v[b + at.HAND + colour] == 0:
        return "hand"
    if state.spots(seat, colour, z) & bit:
        return "self-blocking"
    if v[b + at.FILLED + z] & bit:
        return "occupied"
    if v[b + at.FILLED] == 0:
        return "first-cube"
    if z == 0:
        return "base-contact" if state.frame(b) & bit else "base-frame"
    return "colour" if at.firm(v[b + at.FILLED + z - 1]) & bit else "support"
