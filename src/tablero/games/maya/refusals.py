"""Why a move of Maya is not legal: the id of the rule in the guide. Asked only after a move was found illegal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.maya import layout as at

if TYPE_CHECKING:
    from tablero.games.maya.rules import Maya


def reason(state: Maya, seat: int, move: int) -> str:
    """The rule that forbids a move."""
    if move >= at.AT + state.tables.count:
        return "notation"
    if state.phase == at.FOUND:
        return "first-temple"
    if state.phase == at.CONFIRM:
        return "one-action"
    if state.phase == at.CHOOSE and state.closing(seat) != at.END:
        return "draw-only" if state.closing(seat) == at.DRAW else "nothing-fits"
    if move in (at.PASS, at.DRAW):
        return _why_not_idle(state, seat)
    if state.phase in (at.PLANT, at.EXPAND):
        return _why_not_space(state, move - int(at.AT)) if move >= at.AT else _why_not_beside_hand(state, move)
    if state.phase == at.TURN:
        return "rack" if at.HIDE <= move < at.AT else "turn-over"
    return _why_not_begin(state, seat, move)


def _why_not_idle(state: Maya, seat: int) -> str:
    """Why the seat may not do nothing: it can plant, expand or both."""
    able = {move == at.GROW for move in state.legal(seat)} if state.phase == at.CHOOSE and state.new == 0 else set()
    if able == {True}:
        return "empty-rack" if state.rack_size(seat) == 0 else "must-act"
    return "city-space" if able == {False} else "must-act"


def _why_not_beside_hand(state: Maya, move: int) -> str:
    """Anything but a space, while a tile is in hand."""
    if state.new > 0 and move == at.GROW:
        return "one-action"
    if state.new > 0 and at.TAKE <= move < at.HIDE and (move - int(at.TAKE)) >> 1 != state.crop:
        return "one-crop"
    return "in-hand"


def _why_not_begin(state: Maya, seat: int, move: int) -> str:
    """While the seat chooses what to do."""
    if move == at.END:
        return _why_not_idle(state, seat)
    if move >= at.AT:
        return "last-tile" if state.new > 0 and state.rack_size(seat) == 0 else "tile-first"
    if move >= at.HIDE:
        return "turn-over"
    if move == at.GROW:
        return "one-action" if state.new > 0 else "city-space"
    kind = move - int(at.TAKE)
    if state.new > 0 and kind >> 1 != state.crop:
        return "one-crop"
    if state.rack_size(seat) == 0:
        return "last-tile" if state.new > 0 else "empty-rack"
    if state.v[at.SEAT + seat * at.STRIDE + at.RACK + kind] == 0:
        return "rack"
    return _apart(state) if state.new > 0 else "beside"


def _why_not_space(state: Maya, space: int) -> str:
    """While a tile is in hand."""
    v, t = state.v, state.tables
    word, bit = at.WORD_OF[space], at.BIT_OF[space]
    if t.inside[word] & bit == 0:
        return "in-play"
    if v[at.EMPTY + word] & bit == 0:
        return "occupied"
    if t.land[word] & bit == 0:
        return "temple-space"
    if state.phase == at.PLANT:
        return _apart(state) if state.new > 0 and v[at.FRONT + word] & bit != 0 else "beside"
    if v[at.ONCE + word] & bit == 0:
        return "city-beside"
    return "cities-apart" if v[at.TWICE + word] & bit != 0 else "empty-temple"


def _apart(state: Maya) -> str:
    """A space that the tiles of this turn do not reach."""
    return "one-group" if state.loose else "together"
