"""A position of Tzolk'in as a row of small numbers; `fields` says what each of them means."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from tablero.core.encoding.cells import fill, mark, narrow, spread
from tablero.core.encoding.tensor import Tensor, relative
from tablero.core.state import State
from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.rules import Tzolkin

VERSION: Final = 1

# ---------------------------------------------------------------- what all share

PHASE: Final = 0
FRAME: Final = 1  # kind, two numbers that belong to it, how many are open
ROW: Final = 5  # 6 buildings, 6 monuments, 8 counts of jungle fields
CALENDAR: Final = 25  # day, food days, age, first, active, mode, placed, claimed, pile, skulls
FIRST: Final = 28
ACTIVE: Final = 29
CLAIMED: Final = 32
BOX: Final = 35  # skulls out of the game, turns finished in this round
DECK: Final = 37
DEALT: Final = 38  # 4 tiles, the observer's own
CHOICE: Final = 42
OFFERED: Final = 43  # 11 positions of Chichen Itza
GEARS: Final = 54  # 5 gears of 13 teeth
TILES: Final = 119  # whose each building is, then each monument, then each wealth tile

TEETH: Final = 13
DUMMY: Final = 5  # an unassigned worker on a gear

# ---------------------------------------------------------------- the block of a seat

GOODS: Final = 0  # 5 goods, score, workers in hand, workers, 3 temples, 4 technologies
HARVESTED: Final = 15  # corn tiles, wood tiles
FREE: Final = 17  # workers that need no food, corn saved for each other, whether two days may be taken
READY: Final = 20
OWN: Final = 21

ITSELF: Final[vec[i64]] = vec[i64](list(range(64)))


class TzolkinTensor(Tensor):
    """The gears tooth by tooth, rows and tiles, and what every seat has."""

    def __init__(self, buildings: i64, monuments: i64, wealth: i64) -> None:
        super().__init__(VERSION, TILES + buildings + monuments + wealth, OWN)
        self.buildings: i64 = buildings
        self.monuments: i64 = monuments
        self.wealth: i64 = wealth

    def write(self, state: State, seat: i64, out: vec[i16], to: i64) -> None:
        assert isinstance(state, Tzolkin)
        v = state.v
        n: i64 = state.seats
        self._choice(state, out, to)
        narrow(out, to + ROW, v, at.ROW, 20)
        narrow(out, to + CALENDAR, v, at.DAY, 10)
        out[to + FIRST] = relative(n, seat, v[at.FIRST])
        out[to + ACTIVE] = relative(n, seat, v[at.ACTIVE])
        out[to + CLAIMED] = relative(n, seat, v[at.CLAIMED])
        narrow(out, to + BOX, v, at.BOX, 2)
        out[to + DECK] = i16(at.count(v[at.DECK + v[at.AGE] - 1]))
        wealth: bool = v[at.PHASE] == at.WEALTH
        mine: i64 = at.SEAT + seat * at.STRIDE
        if wealth:
            narrow(out, to + DEALT, v, mine + at.DEALT, 5)  # the choice lies behind the tiles
        else:
            fill(out, to + DEALT, 5, -1)
        spread(out, to + OFFERED, v[at.OFFERED], 11)
        fill(out, to + GEARS, at.GEARS * TEETH, 0)
        for gear in range(5):
            mark(out, to + GEARS + gear * TEETH, v, at.DUMMY + gear, 1, ITSELF, 0, DUMMY)
        fill(out, to + TILES, self.shared - TILES, -1)
        o: i64 = to + self.shared
        other: i64 = seat
        for place in range(n):
            self._seat(v, at.SEAT + other * at.STRIDE, place, out, o, to)
            out[o + READY] = 0
            if wealth and v[at.SEAT + other * at.STRIDE + at.CHOICE] != at.NONE:
                out[o + READY] = 1
            o += OWN
            other = other + 1 if other + 1 < n else 0

    def _choice(self, state: Tzolkin, out: vec[i16], o: i64) -> None:
        """The choice that is open now."""
        v = state.v
        out[o + PHASE] = i16(v[at.PHASE])
        if v[at.PHASE] != at.PLAY:
            fill(out, o + FRAME, 4, -1)
            return
        frame: i64 = v[at.STACK + v[at.DEPTH] - 1]
        out[o + FRAME] = i16(frame & 31)
        out[o + FRAME + 1] = i16((frame >> 5) & 63)
        out[o + FRAME + 2] = i16(frame >> 11)
        out[o + FRAME + 3] = i16(v[at.DEPTH])

    def _seat(self, v: vec[i64], b: i64, place: i64, out: vec[i16], o: i64, to: i64) -> None:
        """The block of a seat, its workers on the gears and the tiles that are its own."""
        narrow(out, o + GOODS, v, b + at.CORN, 15)
        narrow(out, o + HARVESTED, v, b + at.CORN_TILES, 2)
        narrow(out, o + FREE, v, b + at.FREE, 3)
        for gear in range(5):
            mark(out, to + GEARS + gear * TEETH, v, b + at.ON + gear, 1, ITSELF, 0, 1 + place)
        mark(out, to + TILES, v, b + at.BUILT, 1, ITSELF, 0, place)
        mark(out, to + TILES + self.buildings, v, b + at.MONUMENTS, 1, ITSELF, 0, place)
        mark(out, to + TILES + self.buildings + self.monuments, v, b + at.KEPT, 1, ITSELF, 0, place)
