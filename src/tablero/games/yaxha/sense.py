"""What a bot feels about a position of Yaxha: features of a pyramid and their learned weights.

A placement is judged by the pyramid that it leaves, a market tile by the pyramid that its three cubes would give when
each is put where it looks best. `FEATURES` and `weights.json` belong together; `tablero.lab.training` made the numbers.
Cubes that are connected only through hidden ones (an option of the rules) are judged as separate.
"""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.sense import Sense
from tablero.core.state import State
from tablero.games.yaxha.board import (
    ANY,
    BAG,
    BIT,
    BUILD,
    CARDS,
    CELL_AT,
    CELL_BIT,
    CELL_X,
    CELL_Y,
    CELL_Z,
    CELLS,
    CHOOSE,
    CHOSEN,
    COLOURS,
    COLUMN_FRAME,
    COLUMNS,
    FILLED,
    FINISH,
    FIRST_CELL,
    FIVE_COLOURS_LEVEL_1,
    FIVE_COLOURS_LEVEL_2,
    FIXED_FRAME,
    HAND,
    INITIATIVE,
    LARGEST_ANY,
    LARGEST_LEVEL_1,
    LEVEL_1,
    LEVELS,
    MARKET,
    MOST_LEVELS,
    NEIGHBOUR,
    NONE,
    ONE_COLOUR_SIDE,
    OVER,
    PLACE,
    ROUNDS,
    ROW_FRAME,
    ROWS,
    SEAT,
    SECOND,
    SECOND_LARGEST,
    SIZE_SET,
    SIZES,
    SPAN,
    STRIDE,
    SURVEY,
    THREE_COLOURS,
    WHICH,
)
from tablero.games.yaxha.rules import Yaxha

# ---------------------------------------------------------------- features

NAMES: Final = (
    "points",  # of the largest visible group of each colour, by the table
    "growth_now",  # points of one more cube where the largest group can grow at once
    "growth_later",  # the same for cells that are not firm yet
    "stuck",  # points of one more cube for groups that cannot grow at once
    "doomed",  # points of those cubes in largest groups that later levels will hide
    "cubes",  # in largest groups
    "weight",  # squares of their sizes
    "height",
    "height_early",
    "firm",  # cells above the base where a cube could rest now
    "closed",  # colours without a cell, by their share of the bag
    "hidden",
    "cards",  # chances to score the bonus cards
    "freedom",  # base cells that the frame still allows
    "hand",  # points that the cubes still in hand could bring at once
    "lost",  # cubes in hand that fit nowhere
    "buried",  # cubes outside largest groups on cells that will be hidden
)
FEATURES: Final[i64] = 17
TILE_NAMES: Final = ("worth", "beaten", "outranked", "robbed")
TILE_FEATURES: Final[i64] = 4
ZEROS: Final[vec[float]] = vec[float]([0.0] * (17 * 635))  # enough rows for every move there is

# ---------------------------------------------------------------- tables


def _inner(used: int, at: tuple[int, ...]) -> list[int]:
    """The lines that lie at these places of the frame of four in more than half of the frames still possible."""
    lines = [line for line in range(7) if used >> line & 1]
    first = range(max(0, lines[-1] - 3), min(3, lines[0]) + 1) if lines else range(4)
    return [line for line in range(7) if 2 * sum(line - origin in at for origin in first) > len(first)]


def _columns(at: tuple[int, ...]) -> list[int]:
    return [sum(1 << (8 * y + x) for x in _inner(used, at) for y in range(7)) for used in range(128)]


def _rows(at: tuple[int, ...]) -> list[int]:
    return [sum(1 << (8 * y + x) for y in _inner(used, at) for x in range(7)) for used in range(128)]


# Base cells and cells of level 2 that a finished pyramid will hide, by the columns and rows in use.
DOOM_COLUMNS: Final[vec[i64]] = vec[i64](_columns((1, 2)))
DOOM_ROWS: Final[vec[i64]] = vec[i64](_rows((1, 2)))
DOOM_COLUMNS_2: Final[vec[i64]] = vec[i64](_columns((1,)))
DOOM_ROWS_2: Final[vec[i64]] = vec[i64](_rows((1,)))
FIXED_LINES: Final[i64] = 120
# The cells that lie at least k columns before the last: shifting them by k stays in the row.
BEFORE: Final[vec[i64]] = vec[i64]([sum(1 << (8 * y + x) for y in range(7) for x in range(7 - k)) for k in range(4)])
BEYOND: Final[vec[i64]] = vec[i64]([sum(1 << (8 * y + x) for y in range(7) for x in range(k, 7)) for k in range(4)])

REACH: Final[i64] = 12
# The chance to be first (ties score) by rounds left and lead: CHANCE[25 * rounds + lead + 12].
CHANCE: Final[vec[float]] = vec[float](
    [1.0 / (1.0 + math.exp(-(lead + 0.6) / (0.15 + 0.22 * left))) for left in range(10) for lead in range(-12, 13)]
)


def _count(cells: i64) -> i64:
    """How many bits are set."""
    x: i64 = cells
    if x == 0:
        return 0
    x -= (x >> 1) & 0x5555555555555555
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 127


def _flood(c0: i64, c1: i64, c2: i64, c3: i64, g0: i64, g1: i64, g2: i64, g3: i64) -> tuple[i64, i64, i64, i64]:
    """The connected cells of c that contain g."""
    while True:
        n0: i64 = c0 & (g0 | g0 << 1 | g0 >> 1 | g0 << 8 | g0 >> 8 | g1 | g1 << 1 | g1 << 8 | g1 << 9)
        n1: i64 = c1 & (
            g1 | g1 << 1 | g1 >> 1 | g1 << 8 | g1 >> 8
            | n0 | n0 >> 1 | n0 >> 8 | n0 >> 9
            | g2 | g2 << 1 | g2 << 8 | g2 << 9
        )  # fmt: skip
        n2: i64 = c2 & (
            g2 | g2 << 1 | g2 >> 1 | g2 << 8 | g2 >> 8
            | n1 | n1 >> 1 | n1 >> 8 | n1 >> 9
            | g3 | g3 << 1 | g3 << 8 | g3 << 9
        )  # fmt: skip
        n3: i64 = c3 & (g3 | n2 | n2 >> 1 | n2 >> 8 | n2 >> 9)
        if n0 == g0 and n1 == g1 and n2 == g2 and n3 == g3:
            return g0, g1, g2, g3
        g0 = n0
        g1 = n1
        g2 = n2
        g3 = n3


class Pyramid:
    """One seat's pyramid, to be changed and judged without touching the state."""

    def __init__(self, state: Yaxha, seat: i64, surveys: vec[i64]) -> None:
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        self.state: Yaxha = state
        self.seat: i64 = seat
        self.surveys: vec[i64] = surveys
        self.cubes: vec[i64] = v[b : b + 20]  # 5 colours for each level
        self.filled: vec[i64] = v[b + FILLED : b + FILLED + 4]
        self.hand: vec[i64] = v[b + HAND : b + HAND + 5]
        if state.phase != BUILD:
            for c in range(COLOURS):
                self.hand[c] = 0
        self.columns: i64 = v[b + COLUMNS]
        self.rows: i64 = v[b + ROWS]
        self.hidden: vec[i64] = self.filled[:]
        self.groups: vec[i64] = self.cubes[:]  # 4 levels of the largest group for each colour
        self.sizes: vec[i64] = self.hand[:]
        self.rounds: i64 = ROUNDS - state.round
        bag: i64 = v[BAG] + v[BAG + 1] + v[BAG + 2] + v[BAG + 3] + v[BAG + 4]
        self.bag: float = float(bag)
        self._find_groups()

    # ---------------------------------------------------------------- building

    def spots(self, colour: i64, level: i64) -> i64:
        """The cells of a level where a cube of this colour may go, as bits."""
        filled: i64 = self.filled[level]
        if level == 0:
            if filled == 0:
                return FIXED_FRAME if self.state.fixed_frame else FIRST_CELL
            return (filled << 1 | filled >> 1 | filled << 8 | filled >> 8) & ~filled & self._frame()
        below: i64 = self.filled[level - 1]
        firm: i64 = below & (below >> 1) & (below >> 8) & (below >> 9) & ~filled
        if firm == 0:
            return 0
        under: i64 = self.cubes[(level - 1) * COLOURS + colour]
        beside: i64 = self.cubes[level * COLOURS + colour]
        return firm & (
            under | under >> 1 | under >> 8 | under >> 9 | beside << 1 | beside >> 1 | beside << 8 | beside >> 8
        )

    def _frame(self) -> i64:
        if self.state.fixed_frame:
            return FIXED_FRAME
        return COLUMN_FRAME[self.columns] & ROW_FRAME[self.rows]

    def put(self, colour: i64, cell: i64) -> None:
        z: i64 = CELL_Z[cell]
        bit: i64 = CELL_BIT[cell]
        self.cubes[z * COLOURS + colour] |= bit
        self.filled[z] |= bit
        self.hand[colour] -= 1
        if z == 0:
            self.columns |= BIT[CELL_X[cell]]
            self.rows |= BIT[CELL_Y[cell]]
        else:
            f: i64 = self.filled[z]
            if f & (f << 1) & (f << 8) & (f << 9) != self.hidden[z - 1]:
                self._find_groups()
                return
        # Only the group of the new cube can have grown.
        h = self.hidden
        c0: i64 = self.cubes[colour] & ~h[0]
        c1: i64 = self.cubes[5 + colour] & ~h[1]
        c2: i64 = self.cubes[10 + colour] & ~h[2]
        c3: i64 = self.cubes[15 + colour]
        g0, g1, g2, g3 = _flood(
            c0, c1, c2, c3,
            bit if z == 0 else 0, bit if z == 1 else 0, bit if z == 2 else 0, bit if z == 3 else 0,
        )  # fmt: skip
        size: i64 = _count(g0) + _count(g1) + _count(g2) + _count(g3)
        if size > self.sizes[colour]:
            self._keep(colour, size, g0, g1, g2, g3)

    def _keep(self, colour: i64, size: i64, g0: i64, g1: i64, g2: i64, g3: i64) -> None:
        self.sizes[colour] = size
        self.groups[4 * colour] = g0
        self.groups[4 * colour + 1] = g1
        self.groups[4 * colour + 2] = g2
        self.groups[4 * colour + 3] = g3

    def _find_groups(self) -> None:
        """The hidden cells, and the largest visible group of each colour."""
        h = self.hidden
        for z in range(3):
            f: i64 = self.filled[z + 1]
            h[z] = f & (f << 1) & (f << 8) & (f << 9)
        h[3] = 0
        for colour in range(COLOURS):
            self._keep(colour, 0, 0, 0, 0, 0)
            c0: i64 = self.cubes[colour] & ~h[0]
            c1: i64 = self.cubes[5 + colour] & ~h[1]
            c2: i64 = self.cubes[10 + colour] & ~h[2]
            c3: i64 = self.cubes[15 + colour]
            while c0 | c1 | c2 | c3 != 0:
                s0: i64 = c0 & -c0
                s1: i64 = 0
                s2: i64 = 0
                s3: i64 = 0
                if s0 == 0:
                    s1 = c1 & -c1
                    if s1 == 0:
                        s2 = c2 & -c2
                        if s2 == 0:
                            s3 = c3 & -c3
                g0, g1, g2, g3 = _flood(c0, c1, c2, c3, s0, s1, s2, s3)
                size: i64 = _count(g0) + _count(g1) + _count(g2) + _count(g3)
                if size > self.sizes[colour]:
                    self._keep(colour, size, g0, g1, g2, g3)
                c0 ^= g0
                c1 ^= g1
                c2 ^= g2
                c3 ^= g3

    # ---------------------------------------------------------------- judging

    def judge(self, out: vec[float], at: i64) -> None:
        """Write the features of the pyramid as it is now."""
        points = self.state.tables.points
        largest: i64 = self.state.tables.largest
        early: float = float(self.rounds) / 9.0
        f0: i64 = self.filled[0]
        f1: i64 = self.filled[1]
        f2: i64 = self.filled[2]
        f3: i64 = self.filled[3]
        frame: i64 = self._frame()
        firm1: i64 = f0 & (f0 >> 1) & (f0 >> 8) & (f0 >> 9) & ~f1
        firm2: i64 = f1 & (f1 >> 1) & (f1 >> 8) & (f1 >> 9) & ~f2
        firm3: i64 = f2 & (f2 >> 1) & (f2 >> 8) & (f2 >> 9) & ~f3
        # Cells of the upper levels that the frame allows and that are not firm yet.
        frame1: i64 = frame & (frame >> 1) & (frame >> 8) & (frame >> 9)
        frame2: i64 = frame1 & (frame1 >> 1) & (frame1 >> 8) & (frame1 >> 9)
        frame3: i64 = frame2 & (frame2 >> 1) & (frame2 >> 8) & (frame2 >> 9)
        later1: i64 = frame1 & ~f1 & ~firm1
        later2: i64 = frame2 & ~f2 & ~firm2
        later3: i64 = frame3 & ~f3 & ~firm3
        base: i64 = (f0 << 1 | f0 >> 1 | f0 << 8 | f0 >> 8) & ~f0 & frame
        columns: i64 = FIXED_LINES if self.state.fixed_frame else self.columns
        rows: i64 = FIXED_LINES if self.state.fixed_frame else self.rows
        doom0: i64 = DOOM_COLUMNS[columns] & DOOM_ROWS[rows]
        doom1: i64 = DOOM_COLUMNS_2[columns] & DOOM_ROWS_2[rows]
        strays: i64 = _count(f0 & doom0) + _count(f1 & doom1)
        for i in range(FEATURES):
            out[at + i] = 0.0
        for colour in range(COLOURS):
            size: i64 = min(self.sizes[colour], largest)
            more: float = 0.0
            if size < largest:
                more = float(points[size + 1] - points[size])
            now: i64 = 0
            if size > 0:
                g0: i64 = self.groups[4 * colour]
                g1: i64 = self.groups[4 * colour + 1]
                g2: i64 = self.groups[4 * colour + 2]
                beside1: i64 = g0 | g0 >> 1 | g0 >> 8 | g0 >> 9 | g1 << 1 | g1 >> 1 | g1 << 8 | g1 >> 8
                beside2: i64 = g1 | g1 >> 1 | g1 >> 8 | g1 >> 9 | g2 << 1 | g2 >> 1 | g2 << 8 | g2 >> 8
                beside3: i64 = g2 | g2 >> 1 | g2 >> 8 | g2 >> 9
                now = (
                    _count((g0 << 1 | g0 >> 1 | g0 << 8 | g0 >> 8) & base)
                    + _count(beside1 & firm1)
                    + _count(beside2 & firm2)
                    + _count(beside3 & firm3)
                )
                later: i64 = _count(beside1 & later1) + _count(beside2 & later2) + _count(beside3 & later3)
                out[at] += float(points[size])
                out[at + 1] += more * float(min(now, 3)) * early / 3.0
                out[at + 2] += more * float(min(later, 4)) * early / 4.0
                if now == 0:
                    out[at + 3] += more * early
                doomed: i64 = _count(g0 & doom0) + _count(g1 & doom1)
                strays -= doomed
                out[at + 4] += float(points[size] - points[size - 1]) * float(doomed)
                out[at + 5] += float(size)
                out[at + 6] += float(size * size) / 10.0
            if base == 0:
                self._note_closed(out, at, colour, firm1, firm2, firm3)
            if self.hand[colour] > 0 and (now > 0 or size == 0):
                out[at + 14] += float(self.hand[colour]) * more
        height: float = float(_count(f1) + 2 * _count(f2) + 3 * _count(f3))
        out[at + 7] = height / 3.0
        out[at + 8] = height * early / 3.0
        out[at + 9] = float(_count(firm1) + _count(firm2) + _count(firm3)) * early
        out[at + 11] = float(_count(self.hidden[0]) + _count(self.hidden[1]) + _count(self.hidden[2]))
        for k in range(CARDS):
            out[at + 12] += self._chance(self.state.card(k), early)
        out[at + 13] = float(_count(frame)) * early / 16.0
        out[at + 16] = float(strays)

    def _note_closed(self, out: vec[float], at: i64, colour: i64, firm1: i64, firm2: i64, firm3: i64) -> None:
        """The base is full: has this colour a cell on the upper levels?"""
        for level in range(1, LEVELS):
            firm: i64 = firm1 if level == 1 else firm2 if level == 2 else firm3
            if firm != 0 and self.spots(colour, level) != 0:
                return
        if self.bag > 0.0:
            out[at + 10] += 5.0 * float(self.state.v[BAG + colour]) / self.bag
        out[at + 15] += float(self.hand[colour])

    def _chance(self, card: i64, early: float) -> float:
        """How likely this pyramid is to score a bonus card."""
        own: i64
        if card < LARGEST_ANY:
            colour: i64 = card % COLOURS
            own = self.sizes[colour]
            if card < NEIGHBOUR:
                return self._first(own, SIZES + colour)
            left: i64 = self.seat + 1 if self.seat + 1 < self.state.seats else 0
            return self._lead(own - self.surveys[left * SURVEY + SIZES + colour])
        if card == LARGEST_ANY:
            own = 0
            for c in range(COLOURS):
                own = max(own, self.sizes[c])
            return self._first(own, ANY)
        if card == LARGEST_LEVEL_1:
            own = 0
            for c in range(COLOURS):
                own = max(own, _count(self.groups[4 * c]))
            return self._first(own, LEVEL_1)
        if card == MOST_LEVELS:
            own = 0
            for c in range(COLOURS):
                span: i64 = 0
                for z in range(LEVELS):
                    if self.groups[4 * c + z] != 0:
                        span += 1
                own = max(own, span)
            return self._first(own, SPAN)
        if card == SECOND_LARGEST:
            return self._second(early)
        if card == ONE_COLOUR_SIDE:
            return 1.0 - 0.6 * early if self._has_plain_side() else 0.25 * early
        seen: i64 = 0
        for c in range(COLOURS):
            s0: i64 = self.cubes[c] & ~self.hidden[0]
            s1: i64 = self.cubes[5 + c] & ~self.hidden[1]
            if card == FIVE_COLOURS_LEVEL_1:
                s1 = 0
            elif card == FIVE_COLOURS_LEVEL_2:
                s0 = 0
            elif card == THREE_COLOURS:
                s0 |= s1 | (self.cubes[10 + c] & ~self.hidden[2]) | self.cubes[15 + c]
            if s0 | s1 != 0:
                seen += 1
        if card == THREE_COLOURS:
            if seen == 3:
                return 1.0 - 0.5 * early
            return 0.5 * early if seen < 3 else 0.0
        if seen == COLOURS:
            return 1.0 - 0.2 * early
        return 0.15 * float(seen) * min(1.0, 2.0 * early)

    def _first(self, own: i64, what: i64) -> float:
        """The chance to have most of something."""
        best: i64 = 0
        for other in range(self.state.seats):
            if other != self.seat:
                best = max(best, self.surveys[other * SURVEY + what])
        return self._lead(own - best)

    def _lead(self, lead: i64) -> float:
        return CHANCE[25 * self.rounds + max(-REACH, min(REACH, lead)) + REACH]

    def _second(self, early: float) -> float:
        if self.state.own_second:
            first: i64 = 0
            second: i64 = 0
            for c in range(COLOURS):
                size: i64 = self.sizes[c]
                if size > first:
                    second = first
                    first = size
                else:
                    second = max(second, size)
            return self._first(second, SECOND)
        own: i64 = 0
        for c in range(COLOURS):
            own |= BIT[self.sizes[c]]
        every: i64 = own
        for other in range(self.state.seats):
            if other != self.seat:
                every |= self.surveys[other * SURVEY + SIZE_SET]
        found: i64 = 0
        size = 30
        while size > 0:
            if every & BIT[size] != 0:
                found += 1
                if found == 2:
                    break
            size -= 1
        has: bool = size > 0 and own & BIT[size] != 0
        return 0.5 + (0.5 - 0.3 * early if has else 0.3 * early - 0.5)

    def _has_plain_side(self) -> bool:
        """Whether the outermost cubes of one side are of one colour."""
        levels: i64 = LEVELS if self.state.apex else LEVELS - 1
        for side in range(4):
            colour: i64 = NONE
            plain = True
            for z in range(levels):
                f: i64 = self.filled[z]
                behind: i64 = 0
                for k in range(1, 4):
                    if side == 0:
                        behind |= (f & BEFORE[k]) << k
                    elif side == 1:
                        behind |= (f & BEYOND[k]) >> k
                    elif side == 2:
                        behind |= f << 8 if k == 1 else (f & (BIT[56 - 8 * k] - 1)) << (8 * k)
                    else:
                        behind |= f >> (8 * k)
                outer: i64 = f & ~behind
                for c in range(COLOURS):
                    if outer & self.cubes[z * COLOURS + c] != 0:
                        if colour == NONE:
                            colour = c
                        elif colour != c:
                            plain = False
            if plain and colour != NONE:
                return True
        return False


class YaxhaSense(Sense):
    """The weighted features; other weights can be tried for training."""

    def __init__(self, weights: list[float], tile_weights: list[float], scale: list[float]) -> None:
        self.weights: vec[float] = vec[float](weights)  # by feature of a pyramid
        self.tile_weights: vec[float] = vec[float](tile_weights)  # by feature of a market tile
        self.scale: vec[float] = vec[float](scale)  # of a lead, by rounds left
        self.row: vec[float] = ZEROS[0:FEATURES]

    # ---------------------------------------------------------------- moves

    def weigh(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Yaxha)
        out = vec[float]()
        n: i64 = len(moves)
        rows = self.features(state, seat, moves)
        weights = self.weights if state.phase == BUILD else self.tile_weights
        width: i64 = len(weights)
        for i in range(n):
            total: float = 0.0
            for k in range(width):
                total += weights[k] * rows[i * width + k]
            out = append(out, total)
        return out

    def features(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        """The features of each of these moves, one row after another: what the weights are learned on."""
        assert isinstance(state, Yaxha)
        if state.phase != BUILD:
            return self._tiles(state, seat, moves)
        pyramid = Pyramid(state, seat, state.survey_all())
        n: i64 = len(moves)
        out = ZEROS[0 : n * FEATURES]
        for i in range(n):
            if moves[i] == FINISH:
                pyramid.judge(out, i * FEATURES)
            else:
                self._try(pyramid, (moves[i] - PLACE) // CELLS, (moves[i] - PLACE) % CELLS, out, i * FEATURES)
        return out

    def _try(self, pyramid: Pyramid, colour: i64, cell: i64, out: vec[float], at: i64) -> None:
        """Judge the pyramid with one more cube."""
        z: i64 = CELL_Z[cell]
        bit: i64 = CELL_BIT[cell]
        columns: i64 = pyramid.columns
        rows: i64 = pyramid.rows
        sizes = pyramid.sizes[:]
        groups = pyramid.groups[:]
        hidden = pyramid.hidden[:]
        pyramid.put(colour, cell)
        pyramid.judge(out, at)
        pyramid.cubes[z * COLOURS + colour] &= ~bit
        pyramid.filled[z] &= ~bit
        pyramid.hand[colour] += 1
        pyramid.columns = columns
        pyramid.rows = rows
        pyramid.sizes = sizes
        pyramid.groups = groups
        pyramid.hidden = hidden

    def _value(self, row: vec[float]) -> float:
        total: float = 0.0
        for k in range(FEATURES):
            total += self.weights[k] * row[k]
        return total

    # ---------------------------------------------------------------- market

    def _tiles(self, state: Yaxha, seat: i64, moves: vec[i64]) -> vec[float]:
        """What a tile is worth to this seat, and what the others may do about it."""
        n: i64 = state.seats
        v = state.v
        surveys = state.survey_all()
        values = vec[float]()
        total: float = 0.0
        for i in range(len(moves)):
            values = append(values, self._tile_worth(state, seat, moves[i], surveys))
            total += values[i]
        out = vec[float]()
        wanted = vec[float]()  # how likely each rival is to choose each tile
        if state.phase == CHOOSE:
            for rival in range(n):
                chances = self._tile_chances(state, rival, surveys) if rival != seat else ZEROS[0:n]
                for tile in range(n):
                    wanted = append(wanted, chances[tile])
        own: i64 = v[SEAT + seat * STRIDE + INITIATIVE]
        for i in range(len(moves)):
            tile_: i64 = moves[i]
            free: float = 1.0  # that nobody with a better stone chooses it
            safe: float = 1.0  # that nobody with a worse stone chooses it
            if state.phase == CHOOSE:
                for rival in range(n):
                    if rival == seat:
                        continue
                    if v[SEAT + rival * STRIDE + INITIATIVE] < own:
                        free *= 1.0 - wanted[rival * n + tile_]
                    else:
                        safe *= 1.0 - wanted[rival * n + tile_]
            rest: float = values[i]
            if len(moves) > 1:
                rest = (total - values[i]) / float(len(moves) - 1)
            out = append(out, values[i] * free + rest * (1.0 - free))
            out = append(out, 1.0 - free)
            out = append(out, (1.0 - free) * early_of(state))
            out = append(out, free * (1.0 - safe) * early_of(state))
        return out

    def _tile_worth(self, state: Yaxha, seat: i64, tile: i64, surveys: vec[i64]) -> float:
        """The value of the pyramid after the three cubes of a tile were put where they look best, one by one."""
        pyramid = Pyramid(state, seat, surveys)
        for c in range(COLOURS):
            pyramid.hand[c] = state.v[MARKET + tile * COLOURS + c]
        row = self.row
        while True:
            best: float = 0.0
            best_colour: i64 = NONE
            best_cell: i64 = NONE
            for colour in range(COLOURS):
                if pyramid.hand[colour] == 0:
                    continue
                for level in range(LEVELS):
                    left = pyramid.spots(colour, level)
                    while left != 0:
                        low: i64 = left & -left
                        left ^= low
                        cell: i64 = CELL_AT[64 * level + WHICH[low % 67]]
                        self._try(pyramid, colour, cell, row, 0)
                        value = self._value(row)
                        if best_cell == NONE or value > best:
                            best = value
                            best_colour = colour
                            best_cell = cell
            if best_cell == NONE:
                pyramid.judge(row, 0)
                return self._value(row)
            pyramid.put(best_colour, best_cell)

    def _tile_chances(self, state: Yaxha, seat: i64, surveys: vec[i64]) -> vec[float]:
        """How likely a seat is to choose each tile, from what single cubes would bring it."""
        n: i64 = state.seats
        pyramid = Pyramid(state, seat, surveys)
        row = self.row
        pyramid.judge(row, 0)
        now = self._value(row)
        gains = ZEROS[0:5]
        for colour in range(COLOURS):
            found = False
            for tile in range(n):
                if state.v[MARKET + tile * COLOURS + colour] > 0:
                    found = True
            if not found:
                continue
            first = True
            for level in range(LEVELS):
                left = pyramid.spots(colour, level)
                while left != 0:
                    low: i64 = left & -left
                    left ^= low
                    self._try(pyramid, colour, CELL_AT[64 * level + WHICH[low % 67]], row, 0)
                    gain = self._value(row) - now
                    if first or gain > gains[colour]:
                        gains[colour] = gain
                        first = False
        out = vec[float]()
        top: float = 0.0
        for tile in range(n):
            value: float = 0.0
            for colour in range(COLOURS):
                value += gains[colour] * float(state.v[MARKET + tile * COLOURS + colour])
            out = append(out, value)
            if tile == 0 or value > top:
                top = value
        total: float = 0.0
        for tile in range(n):
            out[tile] = math.exp(out[tile] - top)
            total += out[tile]
        for tile in range(n):
            out[tile] /= total
        return out

    # ---------------------------------------------------------------- positions

    def outlook(self, state: State) -> vec[float]:
        assert isinstance(state, Yaxha)
        n: i64 = state.seats
        values = self.values(state)
        out = vec[float]()
        for seat in range(n):
            rival: float = 0.0
            found = False
            for other in range(n):
                if other != seat and (not found or values[other] > rival):
                    rival = values[other]
                    found = True
            lead: float = (values[seat] - rival) * self.scale[ROUNDS - state.round]
            out = append(out, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, lead)))))
        return out

    def values(self, state: State) -> vec[float]:
        """The weighted features of each seat's pyramid."""
        assert isinstance(state, Yaxha)
        surveys = state.survey_all()
        out = vec[float]()
        for seat in range(state.seats):
            pyramid = Pyramid(state, seat, surveys)
            pyramid.judge(self.row, 0)
            out = append(out, self._value(self.row))
        return out

    def calm(self, state: State) -> bool:
        """At the opening of a market nobody holds cubes."""
        assert isinstance(state, Yaxha)
        if state.phase == OVER:
            return True
        if state.phase != CHOOSE:
            return False
        for seat in range(state.seats):
            if state.v[SEAT + seat * STRIDE + CHOSEN] != NONE:
                return False
        return True


def early_of(state: Yaxha) -> float:
    """1 in the first round, 0 in the last."""
    return float(ROUNDS - state.round) / 9.0


def learned() -> YaxhaSense:
    """The sense with the weights in weights.json."""
    numbers = json.loads(files("tablero.games.yaxha").joinpath("weights.json").read_text("utf-8"))
    weights = [float(numbers["pyramid"][name]) for name in NAMES]
    tile_weights = [float(numbers["tile"][name]) for name in TILE_NAMES]
    return YaxhaSense(weights, tile_weights, [float(x) for x in numbers["scale"]])
