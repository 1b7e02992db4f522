"""A position of Amritsar as a row of small numbers; `fields` says what each of them means."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from tablero.core.encoding.cells import fill, narrow, spread, translate
from tablero.core.encoding.tensor import NO_SEAT, RELATIVE_SEATS, Tensor, relative, seen_by
from tablero.core.state import State
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.rules import Amritsar

VERSION: Final = 1

# ---------------------------------------------------------------- what all share

ASKING: Final = 0
ACTOR: Final = 1
FRAME: Final = 2  # two numbers that belong to the nested choice
COURSE: Final = 4  # 18 numbers, from the stage to what has been touched
TURN: Final = 7
FIRST: Final = 9
OFFER: Final = 22  # 15 warehouses
TURNS: Final = 37  # turns, the solo maharaja's track and objective, coins kept
LAKE: Final = 41  # hand 4, beside 4, stock 3, quarry 3, temple 3, bridge 3
SECTIONS: Final = 61  # coins on 8 sections, 12 tiles, 5 numbers for each section
CELLS: Final = 121  # the owners of 96 donation cells
SHARED: Final = 217

# ---------------------------------------------------------------- the block of a seat

BOARD: Final = 0  # 18 numbers, from the score to the mahouts
OBJECTIVES: Final = 18  # 4 objectives, the type on each of 4 spaces, 3 warehouses
LASTING: Final = 29  # 13 benefits
BOUGHT: Final = 42
SOLD: Final = 45
GIVEN: Final = 48  # donations: all, by district, by level; the ledger
OWN: Final = 67


class AmritsarTensor(Tensor):
    """The lake, the districts, the market, and the boards of all seats."""

    def __init__(self) -> None:
        super().__init__(VERSION, SHARED, OWN)

    def blocks(self, seats: i64) -> i64:
        """The maharaja of the solo game sits after the only seat."""
        return 2 if seats == 1 else seats

    def write(self, state: State, seat: i64, out: vec[i16], to: i64) -> None:
        assert isinstance(state, Amritsar)
        v = state.v
        n: i64 = self.blocks(state.seats)
        out[to + ASKING] = i16(state.asking())
        out[to + ACTOR] = relative(n, seat, state.actor())
        if v[at.DEPTH] > 0:
            narrow(out, to + FRAME, v, state.top() + 2, 2)
        else:
            fill(out, to + FRAME, 2, -1)
        narrow(out, to + COURSE, v, at.STAGE, 18)
        out[to + TURN] = relative(n, seat, v[at.TURN])
        out[to + FIRST] = relative(n, seat, v[at.FIRST])
        spread(out, to + OFFER, v[at.OFFER], 15)
        narrow(out, to + TURNS, v, at.TURNS, 4)
        narrow(out, to + LAKE, v, at.HAND, 20)
        narrow(out, to + SECTIONS, v, at.LYING, 60)
        translate(out, to + CELLS, v, at.CELL, 96, RELATIVE_SEATS, seen_by(n, seat), NO_SEAT)
        over: bool = v[at.STAGE] == at.OVER
        o: i64 = to + SHARED
        other: i64 = seat
        for place in range(n):
            b: i64 = at.SEAT + other * at.STRIDE
            narrow(out, o + BOARD, v, b + at.SCORE, 29)  # the objectives and warehouses lie behind the mahouts
            if over:
                self._open(state, seat, other, out, o)
            elif state.hides(seat, other):
                fill(out, o + OBJECTIVES, 4, -1)
            spread(out, o + LASTING, v[b + at.LASTING], 13)
            spread(out, o + BOUGHT, v[b + at.BOUGHT], 3)
            spread(out, o + SOLD, v[b + at.SOLD], 3)
            narrow(out, o + GIVEN, v, b + at.GIVEN, 19)
            o += OWN
            other = other + 1 if other + 1 < n else 0

    def _open(self, state: Amritsar, seat: i64, other: i64, out: vec[i16], o: i64) -> None:
        """At the end those on the boards are laid open."""
        for kind in range(4):
            if state.concealed(seat, kind) & at.BIT[other] != 0:
                out[o + OBJECTIVES + kind] = -1
