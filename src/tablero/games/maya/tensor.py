"""A position of Maya as a row of small numbers; `fields` says what each of them means."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from tablero.core.encoding.cells import fill, narrow, translate
from tablero.core.encoding.tensor import Tensor, relative
from tablero.core.state import State
from tablero.games.maya import layout as at
from tablero.games.maya.rules import Maya

VERSION: Final = 1

# ---------------------------------------------------------------- what all share

PHASE: Final = 0
MOVER: Final = 1
TURN: Final = 2
CROP: Final = 3
HELD: Final = 4
PASSES: Final = 5
OWED: Final = 6
NEW: Final = 7  # 8 spaces
OLD: Final = 15  # 8 spaces
RACK: Final = 23  # 8 counts, the observer's own
UNKNOWN: Final = 31  # 8 counts, the observer's own
MAP: Final = 39  # every space; then the size of each city and whether it is closed

# ---------------------------------------------------------------- the block of a seat

RACK_SIZE: Final = 0
RESERVE_SIZE: Final = 1
SCORE: Final = 2  # then turns taken and the latest of them
OWN: Final = 5

# What lies on a space, as each observer counts seats, by number of seats and observer: plantations of the observer
# first.
WORDS: Final = 128
CITY: Final = 33


def _word(lies: int, seats: int, observer: int) -> int:
    if 0 < lies <= 32:
        seat, kind = divmod(lies - 1, 8)
        return 1 + 8 * ((seat - observer) % seats if seat < seats else seat) + kind
    return lies - 64 + CITY if lies >= 64 else lies


LIES: Final[vec[i64]] = vec[i64](
    [_word(lies, seats, observer) for seats in range(1, 5) for observer in range(4) for lies in range(WORDS)]
)


class MayaTensor(Tensor):
    """The map, its cities, and the observer's own tiles."""

    def __init__(self, spaces: i64, temples: i64) -> None:
        super().__init__(VERSION, MAP + spaces + 2 * temples, OWN)
        self.spaces: i64 = spaces
        self.temples: i64 = temples

    def write(self, state: State, seat: i64, out: vec[i16], to: i64) -> None:
        assert isinstance(state, Maya)
        v = state.v
        n: i64 = state.seats
        self._turn(state, seat, out, to)
        narrow(out, to + OLD, v, at.OLD, state.old)
        fill(out, to + OLD + state.old, 8 - state.old, -1)
        translate(out, to + MAP, v, at.LIES, self.spaces, LIES, self._words(n, seat), WORDS - 1)
        self._cities(v, out, to)
        o: i64 = to + self.shared
        other: i64 = seat
        for place in range(n):
            self._seat(state, other, out, o)
            o += OWN
            other = other + 1 if other + 1 < n else 0

    def rewrite(self, state: State, seat: i64, out: vec[i16], to: i64) -> None:
        """A move that settles nothing is one inside the own turn: it has laid nothing but the new tiles and temples."""
        assert isinstance(state, Maya)
        v = state.v
        self._turn(state, seat, out, to)
        words: i64 = self._words(state.seats, seat)
        for i in range(state.new):
            out[to + MAP + v[at.NEW + i]] = i16(LIES[words + v[at.LIES + v[at.NEW + i]]])
        for space in state.tables.temple_at:
            out[to + MAP + space] = i16(LIES[words + v[at.LIES + space]])
        self._cities(v, out, to)
        self._seat(state, seat, out, to + self.shared)

    def _words(self, seats: i64, observer: i64) -> i64:
        """Where the dictionary of this observer begins in LIES."""
        return ((seats - 1) * 4 + observer) * WORDS

    def _cities(self, v: vec[i64], out: vec[i16], to: i64) -> None:
        o: i64 = to + MAP + self.spaces
        b: i64 = at.TOWNS
        for temple in range(self.temples):
            narrow(out, o, v, b, 2)  # size, closed
            o += 2
            b += at.TOWN

    def _seat(self, state: Maya, seat: i64, out: vec[i16], o: i64) -> None:
        out[o + RACK_SIZE] = i16(state.rack_size(seat))
        reserve: i64 = state.reserve_size(seat)
        if state.held == at.BLIND and state.phase == at.CONFIRM and seat == state.mover:
            reserve -= 1  # one tile of it lies on the map already
        out[o + RESERVE_SIZE] = i16(reserve)
        narrow(out, o + SCORE, state.v, at.SEAT + seat * at.STRIDE + at.SCORE, 3)

    def _turn(self, state: Maya, seat: i64, out: vec[i16], o: i64) -> None:
        """How far the turn has come, and the own tiles; the tile in another's hand is back in its rack, as in
        `reopen`."""
        v = state.v
        phase: i64 = state.phase
        crop: i64 = state.crop
        held: i64 = state.held
        if held != at.NONE and held != at.BLIND and state.hides(seat, state.mover):
            held = at.NONE
            if phase == at.PLANT:
                phase = at.CHOOSE
                if state.new == 0:
                    crop = at.NONE
            elif phase == at.EXPAND:
                phase = at.TURN
        out[o + PHASE] = i16(phase)
        out[o + MOVER] = relative(state.seats, seat, state.mover)
        out[o + TURN] = i16(state.turn)
        out[o + CROP] = i16(crop)
        out[o + HELD] = i16(held)
        out[o + PASSES] = i16(state.passes)
        out[o + OWED] = i16(state.owed)
        narrow(out, o + NEW, v, at.NEW, state.new)
        fill(out, o + NEW + state.new, 8 - state.new, -1)
        mine: i64 = at.SEAT + seat * at.STRIDE
        narrow(out, o + RACK, v, mine + at.RACK, 16)  # the reserve lies behind the rack
        for kind in range(8):
            out[o + UNKNOWN + kind] += i16(v[mine + at.UNSEEN + kind])
