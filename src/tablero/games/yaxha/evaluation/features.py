"""Features of a pyramid: put a cube, measure what that gives, take it away again, without touching the state.

Cubes that are connected only through hidden ones (an option of the rules) count as separate.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablero.games.yaxha import layout as at
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
ZEROS: Final[vec[float]] = vec[float]([0.0] * (17 * 635))  # enough rows for every move there is

# ---------------------------------------------------------------- tables


def _inner(used: int, places: tuple[int, ...]) -> list[int]:
    """The lines that lie at these places of the frame of four in more than half of the frames still possible."""
    lines = [line for line in range(7) if used >> line & 1]
    first = range(max(0, lines[-1] - 3), min(3, lines[0]) + 1) if lines else range(4)
    return [line for line in range(7) if 2 * sum(line - origin in places for origin in first) > len(first)]


def _columns(places: tuple[int, ...]) -> list[int]:
    return [sum(1 << (8 * y + x) for x in _inner(used, places) for y in range(7)) for used in range(128)]


def _rows(places: tuple[int, ...]) -> list[int]:
    return [sum(1 << (8 * y + x) for y in _inner(used, places) for x in range(7)) for used in range(128)]


# Base cells and cells of level 2 that a finished pyramid will hide, by the columns and rows in use.
DOOM_COLUMNS: Final[vec[i64]] = vec[i64](_columns((1, 2)))
DOOM_ROWS: Final[vec[i64]] = vec[i64](_rows((1, 2)))
DOOM_COLUMNS_2: Final[vec[i64]] = vec[i64](_columns((1,)))
DOOM_ROWS_2: Final[vec[i64]] = vec[i64](_rows((1,)))
FIXED_LINES: Final[i64] = 120

NUMBER: Final[vec[float]] = vec[float]([float(n) for n in range(640)])  # faster than turning an integer into a float
TABLE: Final[i64] = 12  # larger groups are rare: how they grow is not told apart
LEARNED_CARD: Final = 5.0  # what a bonus card was worth when the weights were learned
REACH: Final[i64] = 12
# The chance to be first (ties score) by rounds left and lead: CHANCE[25 * rounds + lead + 12].
CHANCE: Final[vec[float]] = vec[float](
    [1.0 / (1.0 + math.exp(-(lead + 0.6) / (0.15 + 0.22 * left))) for left in range(11) for lead in range(-12, 13)]
)


class Pyramid:
    """One seat's pyramid, to be changed and judged without touching the state."""

    def __init__(self, state: Yaxha, seat: i64, surveys: vec[i64]) -> None:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        self.state: Yaxha = state
        self.seat: i64 = seat
        self.surveys: vec[i64] = surveys
        self.cubes: vec[i64] = v[b : b + 20]  # 5 colours for each level
        self.filled: vec[i64] = v[b + at.FILLED : b + at.FILLED + 4]
        self.hand: vec[i64] = v[b + at.HAND : b + at.HAND + 5]
        self.coming: i64 = 3 * (at.ROUNDS - state.round)  # cubes of later rounds
        if state.phase != at.BUILD:
            self.coming += 3
            for c in range(at.COLOURS):
                self.hand[c] = 0
        self.columns: i64 = v[b + at.COLUMNS]
        self.rows: i64 = v[b + at.ROWS]
        self.hidden: vec[i64] = self.filled[:]
        self.groups: vec[i64] = self.cubes[:]  # 4 levels of the largest group for each colour
        self.sizes: vec[i64] = self.hand[:]
        self.room: vec[i64] = self.hand[:]  # cells where the largest group of each colour can grow at once, once judged
        bag: i64 = v[at.BAG] + v[at.BAG + 1] + v[at.BAG + 2] + v[at.BAG + 3] + v[at.BAG + 4]
        self.bag: float = float(bag)
        self.card_worth: float = float(state.tables.card_points) / LEARNED_CARD
        self.frame: i64 = 0
        self.base: i64 = 0
        self.firm1: i64 = 0
        self.firm2: i64 = 0
        self.firm3: i64 = 0
        self.later1: i64 = 0
        self.later2: i64 = 0
        self.later3: i64 = 0
        self.doom0: i64 = 0
        self.doom1: i64 = 0
        self.find_groups()

    # ---------------------------------------------------------------- building

    def spots(self, colour: i64, level: i64) -> i64:
        """The cells of a level where a cube of this colour may go, as bits."""
        filled: i64 = self.filled[level]
        if level == 0:
            if filled == 0:
                return at.FIXED_FRAME if self.state.fixed_frame else at.FIRST_CELL
            return at.base_spots(filled, self._frame())
        start: i64 = level * at.COLOURS + colour
        return at.upper_spots(filled, self.filled[level - 1], self.cubes[start - at.COLOURS], self.cubes[start])

    def _frame(self) -> i64:
        if self.state.fixed_frame:
            return at.FIXED_FRAME
        return at.COLUMN_FRAME[self.columns] & at.ROW_FRAME[self.rows]

    def put(self, colour: i64, cell: i64) -> bool:
        """Place a cube; whether it hides another."""
        z: i64 = at.CELL_Z[cell]
        bit: i64 = at.CELL_BIT[cell]
        self.cubes[z * at.COLOURS + colour] |= bit
        self.filled[z] |= bit
        self.hand[colour] -= 1
        if z == 0:
            self.columns |= at.BIT[at.CELL_X[cell]]
            self.rows |= at.BIT[at.CELL_Y[cell]]
        else:
            if at.hidden(self.filled[z]) != self.hidden[z - 1]:
                self.find_groups()
                return True
        # Only the group of the new cube can have grown.
        h = self.hidden
        c0: i64 = self.cubes[colour] & ~h[0]
        c1: i64 = self.cubes[5 + colour] & ~h[1]
        c2: i64 = self.cubes[10 + colour] & ~h[2]
        c3: i64 = self.cubes[15 + colour]
        g0, g1, g2, g3 = at.flood(
            c0, c1, c2, c3, bit if z == 0 else 0, bit if z == 1 else 0, bit if z == 2 else 0, bit if z == 3 else 0
        )
        size: i64 = at.count(g0) + at.count(g1) + at.count(g2) + at.count(g3)
        if size > self.sizes[colour] or (size == self.sizes[colour] and self._precedes(colour, g0, g1, g2, g3)):
            self.keep(colour, size, g0, g1, g2, g3)
        return False

    def _precedes(self, colour: i64, g0: i64, g1: i64, g2: i64, g3: i64) -> bool:
        """Whether `find_groups` would meet this group before the one that is kept: it decides between equals."""
        start: i64 = 4 * colour
        k: i64 = self.groups[start]
        if g0 | k != 0:
            return g0 != 0 and (k == 0 or g0 & -g0 < k & -k)
        k = self.groups[start + 1]
        if g1 | k != 0:
            return g1 != 0 and (k == 0 or g1 & -g1 < k & -k)
        k = self.groups[start + 2]
        if g2 | k != 0:
            return g2 != 0 and (k == 0 or g2 & -g2 < k & -k)
        k = self.groups[start + 3]
        return g3 != 0 and (k == 0 or g3 & -g3 < k & -k)

    def keep(self, colour: i64, size: i64, g0: i64, g1: i64, g2: i64, g3: i64) -> None:
        self.sizes[colour] = size
        self.groups[4 * colour] = g0
        self.groups[4 * colour + 1] = g1
        self.groups[4 * colour + 2] = g2
        self.groups[4 * colour + 3] = g3

    def find_groups(self) -> None:
        """The hidden cells, and the largest visible group of each colour."""
        h = self.hidden
        for z in range(3):
            h[z] = at.hidden(self.filled[z + 1])
        h[3] = 0
        for colour in range(at.COLOURS):
            self.keep(colour, 0, 0, 0, 0, 0)
            c0: i64 = self.cubes[colour] & ~h[0]
            c1: i64 = self.cubes[5 + colour] & ~h[1]
            c2: i64 = self.cubes[10 + colour] & ~h[2]
            c3: i64 = self.cubes[15 + colour]
            while c0 | c1 | c2 | c3 != 0:
                g0, g1, g2, g3 = at.first_group(c0, c1, c2, c3)
                size: i64 = at.count(g0) + at.count(g1) + at.count(g2) + at.count(g3)
                if size > self.sizes[colour]:
                    self.keep(colour, size, g0, g1, g2, g3)
                c0 ^= g0
                c1 ^= g1
                c2 ^= g2
                c3 ^= g3

    # ---------------------------------------------------------------- judging

    def judge_with(self, colour: i64, cell: i64, out: vec[float], start: i64) -> None:
        """Write the features of the pyramid with one more cube, which is taken away again."""
        z: i64 = at.CELL_Z[cell]
        bit: i64 = at.CELL_BIT[cell]
        columns: i64 = self.columns
        rows: i64 = self.rows
        groups = self.groups
        size: i64 = self.sizes[colour]
        g0: i64 = groups[4 * colour]
        g1: i64 = groups[4 * colour + 1]
        g2: i64 = groups[4 * colour + 2]
        g3: i64 = groups[4 * colour + 3]
        hides = self.put(colour, cell)
        self.measure(out, start)
        self.cubes[z * at.COLOURS + colour] &= ~bit
        self.filled[z] &= ~bit
        self.hand[colour] += 1
        self.columns = columns
        self.rows = rows
        if hides:
            self.find_groups()
        else:
            self.keep(colour, size, g0, g1, g2, g3)

    def measure(self, out: vec[float], start: i64) -> None:
        """Write the features of the pyramid as it is now."""
        for i in range(FEATURES):
            out[start + i] = 0.0
        hand = self.hand
        coming: i64 = self.coming + hand[0] + hand[1] + hand[2] + hand[3] + hand[4]
        early: float = NUMBER[coming] / 30.0
        rounds: i64 = (coming + 2) // 3
        self._survey_room()
        f1: i64 = self.filled[1]
        strays: i64 = at.count(self.filled[0] & self.doom0) + at.count(f1 & self.doom1)
        for colour in range(at.COLOURS):
            strays -= self._judge_colour(out, start, colour, early)
        height: float = NUMBER[at.count(f1) + 2 * at.count(self.filled[2]) + 3 * at.count(self.filled[3])]
        out[start + 7] = height / 3.0
        out[start + 8] = height * early / 3.0
        out[start + 9] = NUMBER[at.count(self.firm1) + at.count(self.firm2) + at.count(self.firm3)] * early
        out[start + 11] = NUMBER[at.count(self.hidden[0]) + at.count(self.hidden[1]) + at.count(self.hidden[2])]
        for k in range(at.CARDS):
            out[start + 12] += self.card_worth * self._chance(self.state.card(k), early, rounds)
        out[start + 13] = NUMBER[at.count(self.frame)] * early / 16.0
        out[start + 16] = NUMBER[strays]

    def _survey_room(self) -> None:
        """Where the pyramid can grow now and later, and which of its cells later levels will hide."""
        f0: i64 = self.filled[0]
        f1: i64 = self.filled[1]
        f2: i64 = self.filled[2]
        f3: i64 = self.filled[3]
        self.frame = self._frame()
        self.base = at.base_spots(f0, self.frame)
        self.firm1 = at.firm(f0) & ~f1
        self.firm2 = at.firm(f1) & ~f2
        self.firm3 = at.firm(f2) & ~f3
        # Cells of the upper levels that the frame allows and that are not firm yet.
        frame1: i64 = at.firm(self.frame)
        frame2: i64 = at.firm(frame1)
        self.later1 = frame1 & ~f1 & ~self.firm1
        self.later2 = frame2 & ~f2 & ~self.firm2
        self.later3 = at.firm(frame2) & ~f3 & ~self.firm3
        columns: i64 = FIXED_LINES if self.state.fixed_frame else self.columns
        rows: i64 = FIXED_LINES if self.state.fixed_frame else self.rows
        self.doom0 = DOOM_COLUMNS[columns] & DOOM_ROWS[rows]
        self.doom1 = DOOM_COLUMNS_2[columns] & DOOM_ROWS_2[rows]

    def _judge_colour(self, out: vec[float], start: i64, colour: i64, early: float) -> i64:
        """Write what the largest group of a colour gives; how many of its cubes will be hidden."""
        points = self.state.tables.points
        doomed: i64 = 0
        size: i64 = min(self.sizes[colour], TABLE)
        more: float = NUMBER[points[size + 1] - points[size]]
        now: i64 = 0
        if size > 0:
            g0: i64 = self.groups[4 * colour]
            g1: i64 = self.groups[4 * colour + 1]
            g2: i64 = self.groups[4 * colour + 2]
            beside1: i64 = g0 | g0 >> 1 | g0 >> 8 | g0 >> 9 | g1 << 1 | g1 >> 1 | g1 << 8 | g1 >> 8
            beside2: i64 = g1 | g1 >> 1 | g1 >> 8 | g1 >> 9 | g2 << 1 | g2 >> 1 | g2 << 8 | g2 >> 8
            beside3: i64 = g2 | g2 >> 1 | g2 >> 8 | g2 >> 9
            now = (
                at.count((g0 << 1 | g0 >> 1 | g0 << 8 | g0 >> 8) & self.base)
                + at.count(beside1 & self.firm1)
                + at.count(beside2 & self.firm2)
                + at.count(beside3 & self.firm3)
            )
            later: i64 = (
                at.count(beside1 & self.later1) + at.count(beside2 & self.later2) + at.count(beside3 & self.later3)
            )
            out[start] += NUMBER[points[self.sizes[colour]]]
            out[start + 1] += more * NUMBER[min(now, 3)] * early / 3.0
            out[start + 2] += more * NUMBER[min(later, 4)] * early / 4.0
            if now == 0:
                out[start + 3] += more * early
            doomed = at.count(g0 & self.doom0) + at.count(g1 & self.doom1)
            out[start + 4] += NUMBER[points[size] - points[size - 1]] * NUMBER[doomed]
            out[start + 5] += NUMBER[size]
            out[start + 6] += NUMBER[size * size] / 10.0
        self.room[colour] = now
        if self.base == 0:
            self._note_closed(out, start, colour)
        if self.hand[colour] > 0 and (now > 0 or size == 0):
            out[start + 14] += NUMBER[self.hand[colour]] * more
        return doomed

    def _note_closed(self, out: vec[float], start: i64, colour: i64) -> None:
        """The base is full: has this colour a cell on the upper levels?"""
        for level in range(1, at.LEVELS):
            room: i64 = self.firm1 if level == 1 else self.firm2 if level == 2 else self.firm3
            if room != 0 and self.spots(colour, level) != 0:
                return
        if self.bag > 0.0:
            out[start + 10] += 5.0 * float(self.state.v[at.BAG + colour]) / self.bag
        out[start + 15] += float(self.hand[colour])

    def _chance(self, card: i64, early: float, rounds: i64) -> float:
        """How likely this pyramid is to score a bonus card."""
        own: i64
        if card < at.LARGEST_ANY:
            colour: i64 = card % at.COLOURS
            own = self.sizes[colour]
            if card < at.NEIGHBOUR:
                return self._first(own, at.SIZES + colour, rounds)
            left: i64 = self.seat + 1 if self.seat + 1 < self.state.seats else 0
            return self._lead(own - self.surveys[left * at.SURVEY + at.SIZES + colour], rounds)
        if card == at.LARGEST_ANY:
            own = 0
            for c in range(at.COLOURS):
                own = max(own, self.sizes[c])
            return self._first(own, at.ANY, rounds)
        if card == at.LARGEST_LEVEL_1:
            own = 0
            for c in range(at.COLOURS):
                own = max(own, at.count(self.groups[4 * c]))
            return self._first(own, at.LEVEL_1, rounds)
        if card == at.MOST_LEVELS:
            return self._first(self._most_levels(), at.SPAN, rounds)
        if card == at.SECOND_LARGEST:
            return self._second(early, rounds)
        if card == at.ONE_COLOUR_SIDE:
            return 1.0 - 0.6 * early if self._has_plain_side() else 0.25 * early
        seen: i64 = self._colours_shown(card)
        if card == at.THREE_COLOURS:
            if seen == 3:
                return 1.0 - 0.5 * early
            return 0.5 * early if seen < 3 else 0.0
        if seen == at.COLOURS:
            return 1.0 - 0.2 * early
        return 0.15 * float(seen) * min(1.0, 2.0 * early)

    def _most_levels(self) -> i64:
        """Over how many levels one of the largest groups goes."""
        most: i64 = 0
        for c in range(at.COLOURS):
            span: i64 = 0
            for z in range(at.LEVELS):
                if self.groups[4 * c + z] != 0:
                    span += 1
            most = max(most, span)
        return most

    def _colours_shown(self, card: i64) -> i64:
        """How many colours show where a card looks: on level 1, on level 2 or everywhere."""
        seen: i64 = 0
        for c in range(at.COLOURS):
            s0: i64 = self.cubes[c] & ~self.hidden[0]
            s1: i64 = self.cubes[5 + c] & ~self.hidden[1]
            if card == at.FIVE_COLOURS_LEVEL_1:
                s1 = 0
            elif card == at.FIVE_COLOURS_LEVEL_2:
                s0 = 0
            else:
                s0 |= s1 | (self.cubes[10 + c] & ~self.hidden[2]) | self.cubes[15 + c]
            if s0 | s1 != 0:
                seen += 1
        return seen

    def _first(self, own: i64, what: i64, rounds: i64) -> float:
        """The chance to have most of something."""
        best: i64 = 0
        for other in range(self.state.seats):
            if other != self.seat:
                best = max(best, self.surveys[other * at.SURVEY + what])
        return self._lead(own - best, rounds)

    def _lead(self, lead: i64, rounds: i64) -> float:
        return CHANCE[25 * rounds + max(-REACH, min(REACH, lead)) + REACH]

    def _second(self, early: float, rounds: i64) -> float:
        if self.state.own_second:
            first: i64 = 0
            second: i64 = 0
            for c in range(at.COLOURS):
                size: i64 = self.sizes[c]
                if size > first:
                    second = first
                    first = size
                else:
                    second = max(second, size)
            return self._first(second, at.SECOND, rounds)
        own: i64 = 0
        for c in range(at.COLOURS):
            own |= at.BIT[self.sizes[c]]
        every: i64 = own
        for other in range(self.state.seats):
            if other != self.seat:
                every |= self.surveys[other * at.SURVEY + at.SIZE_SET]
        wanted: i64 = at.second_size(every)
        has: bool = wanted > 0 and own & at.BIT[wanted] != 0
        return 0.5 + (0.5 - 0.3 * early if has else 0.3 * early - 0.5)

    def _has_plain_side(self) -> bool:
        """Whether the outermost cubes of one side are of one colour."""
        levels: i64 = at.LEVELS if self.state.apex else at.LEVELS - 1
        if self.filled[0] == 0:
            return False
        for side in range(4):
            if self._is_plain(side, levels):
                return True
        return False

    def _is_plain(self, side: i64, levels: i64) -> bool:
        colour: i64 = at.NONE
        for z in range(levels):
            if self.filled[z] == 0:
                return True  # nothing lies above an empty level
            outer: i64 = at.outermost(self.filled[z], side)
            if colour == at.NONE:
                colour = 0
                while outer & self.cubes[colour] == 0:
                    colour += 1
            if outer & ~self.cubes[z * at.COLOURS + colour] != 0:
                return False
        return True
