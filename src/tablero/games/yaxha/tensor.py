"""A position of Yaxha as a row of small numbers; `fields` says what each of them means."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from tablero.core.encoding.cells import fill, mark, narrow, translate
from tablero.core.encoding.tensor import NO_SEAT, RELATIVE_SEATS, Tensor, seen_by
from tablero.core.state import State
from tablero.games.yaxha import layout as at
from tablero.games.yaxha.rules import Yaxha

VERSION: Final = 1

# ---------------------------------------------------------------- what all share

PHASE: Final = 0
ROUND: Final = 1
CARDS: Final = 2  # 3
BAG: Final = 5  # 5 counts
MARKET: Final = 10  # 5 counts for each of 4 tiles
OWNER: Final = 30  # of each tile
SHARED: Final = 34

# ---------------------------------------------------------------- the block of a seat

STONE: Final = 0
READY: Final = 1
CHOSEN: Final = 2
LATEST: Final = 3  # 3 cells
HAND: Final = 6  # 5 counts
DISCARDED: Final = 11  # 5 counts
PYRAMID: Final = 16  # 126 cells
OWN: Final = 142


class YaxhaTensor(Tensor):
    """Pyramids cell by cell, the market, the bag, stones and cards."""

    def __init__(self) -> None:
        super().__init__(VERSION, SHARED, OWN)

    def write(self, state: State, seat: i64, out: vec[i16], to: i64) -> None:
        assert isinstance(state, Yaxha)
        v = state.v
        n: i64 = state.seats
        out[to + PHASE] = i16(state.phase)
        out[to + ROUND] = i16(state.round)
        out[to + CARDS] = i16(state.card_0)
        out[to + CARDS + 1] = i16(state.card_1)
        out[to + CARDS + 2] = i16(state.card_2)
        narrow(out, to + BAG, v, at.BAG, 25)  # the market lies behind the bag
        fill(out, to + OWNER + n, 4 - n, -1)
        translate(out, to + OWNER, v, at.OWNER, n, RELATIVE_SEATS, seen_by(n, seat), NO_SEAT)
        o: i64 = to + SHARED
        other: i64 = seat
        for place in range(n):
            self._seat(state, other, state.hides(seat, other), out, o, True)
            o += OWN
            other = other + 1 if other + 1 < n else 0

    def rewrite(self, state: State, seat: i64, out: vec[i16], to: i64) -> None:
        """A move that settles nothing is one of building: only the own pyramid has grown."""
        assert isinstance(state, Yaxha)
        self._seat(state, seat, False, out, to + SHARED, False)

    def _seat(self, state: Yaxha, seat: i64, hidden: bool, out: vec[i16], o: i64, whole: bool) -> None:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        choosing: bool = state.phase == at.CHOOSE
        building: bool = state.phase == at.BUILD
        done: i64 = v[b + at.DONE]
        out[o + STONE] = i16(v[b + at.INITIATIVE])
        chosen: i64 = v[b + at.CHOSEN]
        out[o + READY] = 0
        if (choosing and chosen != at.NONE) or (building and done == 1):
            out[o + READY] = 1
        if hidden and choosing:
            chosen = at.NONE
        out[o + CHOSEN] = i16(chosen)
        narrow(out, o + DISCARDED, v, b + at.DISCARDED, 5)
        if whole:
            self._pyramid(v, b, out, o + PYRAMID)
        self._latest(v, b, hidden and building, out, o)
        if not building:
            fill(out, o + HAND, 5, 0)
        elif hidden:
            # As if it had not begun: its hand is what lay on its tile.
            narrow(out, o + HAND, v, at.MARKET + v[b + at.TAKEN] * at.COLOURS, 5)
            if done == 1:
                for colour in range(5):
                    out[o + DISCARDED + colour] -= i16(v[b + at.HAND + colour])
        else:
            narrow(out, o + HAND, v, b + at.HAND, 5)

    def _pyramid(self, v: vec[i64], b: i64, out: vec[i16], o: i64) -> None:
        """0 for an empty cell, else 1 + the colour of its cube."""
        fill(out, o, at.CELLS, 0)
        for level in range(4):
            if v[b + at.FILLED + level] == 0:
                return
            mark(out, o, v, b + at.COLOUR + level * at.COLOURS, 5, at.CELL_AT, 64 * level, 1)

    def _latest(self, v: vec[i64], b: i64, hidden: bool, out: vec[i16], o: i64) -> None:
        """Where the latest cubes went; those that are hidden come off the pyramid again."""
        fill(out, o + LATEST, 3, -1)
        for i in range(v[b + at.COUNT]):
            move: i64 = v[b + at.PLACED + i] - at.PLACE
            colour: i64 = move // at.CELLS
            cell: i64 = move - colour * at.CELLS
            if hidden:
                out[o + PYRAMID + cell] = 0
            else:
                out[o + LATEST + i] = i16(cell)
                out[o + PYRAMID + cell] = i16(1 + colour)
