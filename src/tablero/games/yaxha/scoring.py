"""Yaxha's scoring: what shows of a pyramid, its groups, the bonus cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.result import Result
from tablero.core.state import State
from tablero.games.yaxha.board import (
    ANY,
    BIT,
    BONUS,
    CARDS,
    CELL_BIT,
    CELL_X,
    CELL_Y,
    CELL_Z,
    CHOOSE,
    COLOUR,
    COLOURS,
    COLUMN_FRAME,
    COLUMNS,
    CUBES_PER_COLOUR,
    EMPTY,
    FILLED,
    FIVE_COLOURS_LEVEL_1,
    FIVE_COLOURS_LEVEL_2,
    FIXED_FRAME,
    HAND,
    HIDDEN,
    LARGEST_ANY,
    LARGEST_LEVEL_1,
    LEVEL_1,
    LEVELS,
    MOST_LEVELS,
    NEIGHBOUR,
    NONE,
    ONE_COLOUR_SIDE,
    OVER,
    POINTS,
    ROW_FRAME,
    ROWS,
    SEAT,
    SECOND,
    SECOND_LARGEST,
    SEEN,
    SEEN_1,
    SEEN_2,
    SIDE,
    SIZE_SET,
    SIZES,
    SPAN,
    STRIDE,
    SURVEY,
    THREE_COLOURS,
    WHICH,
    Tables,
    count,
)


class Pyramids(State):
    """The pyramids and everything else on the table, as flat integers; what they are worth."""

    def __init__(self, game: Any, seats: i64, luck: Luck, tables: Tables, options: Mapping[str, str] | None) -> None:
        """A blank state; `start` deals. Without options the caller fills everything in (`copy` does)."""
        super().__init__(game, seats, luck)
        self.tables: Tables = tables
        self.phase: i64 = CHOOSE
        self.round: i64 = 0
        self.card_0: i64 = 0
        self.card_1: i64 = 0
        self.card_2: i64 = 0
        if options is None:
            return
        self.pool: list[int] = []  # the numbers of the cards that may be dealt
        self.options: Mapping[str, str] = options
        self.v: vec[i64] = EMPTY[:]
        self.fixed_frame: bool = options["floating_frame"] == "fixed"
        self.open_building: bool = options["build_visibility"] == "open"
        self.must_fit: bool = options["self_blocking"] == "forbidden"
        self.bridges: bool = options["hidden_bridge"] == "connects"
        self.apex: bool = options["side_apex"] == "included"
        self.whole_side: bool = options["side_incomplete"] == "complete"
        self.own_second: bool = options["second_largest_method"] == "own"
        self.needs_cube: bool = options["zero_size_bonus"] == "needs_cube"

    def frame(self, b: i64) -> i64:
        """The base cells that fit into one square of four with the base as it is."""
        if self.fixed_frame:
            return FIXED_FRAME
        return COLUMN_FRAME[self.v[b + COLUMNS]] & ROW_FRAME[self.v[b + ROWS]]

    def put(self, seat: i64, colour: i64, cell: i64) -> None:
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        z: i64 = CELL_Z[cell]
        bit: i64 = CELL_BIT[cell]
        v[b + COLOUR + z * COLOURS + colour] |= bit
        v[b + FILLED + z] |= bit
        v[b + HAND + colour] -= 1
        if z == 0:
            v[b + COLUMNS] |= BIT[CELL_X[cell]]
            v[b + ROWS] |= BIT[CELL_Y[cell]]

    def lift(self, seat: i64, colour: i64, cell: i64) -> None:
        """Put a cube back into the hand."""
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        z: i64 = CELL_Z[cell]
        bit: i64 = CELL_BIT[cell]
        v[b + COLOUR + z * COLOURS + colour] &= ~bit
        v[b + FILLED + z] &= ~bit
        v[b + HAND + colour] += 1
        if z == 0:
            self._measure_base(b)

    def _measure_base(self, b: i64) -> None:
        v = self.v
        columns: i64 = 0
        rows: i64 = 0
        filled: i64 = v[b + FILLED]
        for y in range(7):
            line: i64 = (filled >> (8 * y)) & 127
            columns |= line
            if line != 0:
                rows |= BIT[y]
        v[b + COLUMNS] = columns
        v[b + ROWS] = rows

    # ---------------------------------------------------------------- groups

    def survey(self, seat: i64) -> vec[i64]:
        """Everything that scoring asks of one pyramid; the constants SIZES to POINTS say where it is."""
        out = EMPTY[0:SURVEY]
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        f1: i64 = v[b + FILLED + 1]
        f2: i64 = v[b + FILLED + 2]
        f3: i64 = v[b + FILLED + 3]
        # A cube is hidden exactly when all four cubes that lie on it are there.
        h0: i64 = f1 & (f1 << 1) & (f1 << 8) & (f1 << 9)
        h1: i64 = f2 & (f2 << 1) & (f2 << 8) & (f2 << 9)
        h2: i64 = f3 & (f3 << 1) & (f3 << 8) & (f3 << 9)
        out[HIDDEN] = count(h0) + count(h1) + count(h2)
        points: i64 = 0
        for colour in range(COLOURS):
            c0: i64 = v[b + colour]
            c1: i64 = v[b + 5 + colour]
            c2: i64 = v[b + 10 + colour]
            c3: i64 = v[b + 15 + colour]
            s0: i64 = c0 & ~h0
            s1: i64 = c1 & ~h1
            s2: i64 = c2 & ~h2
            if s0 | s1 | s2 | c3 == 0:
                continue
            out[SEEN] |= BIT[colour]
            if s0 != 0:
                out[SEEN_1] |= BIT[colour]
            if s1 != 0:
                out[SEEN_2] |= BIT[colour]
            if not self.bridges:
                c0 = s0
                c1 = s1
                c2 = s2
            largest: i64 = 0
            while c0 | c1 | c2 | c3 != 0:
                g0: i64 = c0 & -c0
                g1: i64 = 0
                g2: i64 = 0
                g3: i64 = 0
                if g0 == 0:
                    g1 = c1 & -c1
                    if g1 == 0:
                        g2 = c2 & -c2
                        if g2 == 0:
                            g3 = c3 & -c3
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
                        break
                    g0 = n0
                    g1 = n1
                    g2 = n2
                    g3 = n3
                c0 ^= g0
                c1 ^= g1
                c2 ^= g2
                c3 ^= g3
                # Hidden cubes may connect (an option) but never count.
                g0 &= ~h0
                g1 &= ~h1
                g2 &= ~h2
                k0: i64 = count(g0)
                size: i64 = k0 + count(g1) + count(g2) + count(g3)
                if size == 0:
                    continue
                span: i64 = 0
                if g0 != 0:
                    span += 1
                if g1 != 0:
                    span += 1
                if g2 != 0:
                    span += 1
                if g3 != 0:
                    span += 1
                largest = max(largest, size)
                out[LEVEL_1] = max(out[LEVEL_1], k0)
                out[SPAN] = max(out[SPAN], span)
                out[SIZE_SET] |= BIT[size]
                if size > out[ANY]:
                    out[SECOND] = out[ANY]
                    out[ANY] = size
                else:
                    out[SECOND] = max(out[SECOND], size)
            out[SIZES + colour] = largest
            points += self.tables.points[min(largest, self.tables.largest)]
        out[POINTS] = points
        return out

    def survey_all(self) -> vec[i64]:
        """The surveys of all seats one after another, with the side card looked at only where it is in play."""
        out = vec[i64]()
        sides = ONE_COLOUR_SIDE in (self.card_0, self.card_1, self.card_2)
        for seat in range(self.seats):
            one = self.survey(seat)
            if sides:
                one[SIDE] = 1 if self._has_plain_side(seat) else 0
            for i in range(SURVEY):
                out = append(out, one[i])
        return out

    def _has_plain_side(self, seat: i64) -> bool:
        """Whether one of the four sides shows a single colour."""
        for side in range(4):
            if self._is_plain_side(seat, side):
                return True
        return False

    def _is_plain_side(self, seat: i64, side: i64) -> bool:
        """Sides 0 and 1 look along the rows from low and high x, 2 and 3 along the columns from low and high y.

        In each line of each level the outermost cube is the one that shows.
        """
        v = self.v
        b: i64 = SEAT + seat * STRIDE
        levels: i64 = LEVELS if self.apex else LEVELS - 1
        first: i64 = NONE
        for z in range(levels):
            lines: i64 = 0
            for line in range(7):
                outer: i64 = NONE
                at: i64 = NONE
                for step in range(7):
                    along: i64 = step if side % 2 == 0 else 6 - step
                    bit: i64 = 8 * line + along if side < 2 else 8 * along + line
                    if v[b + FILLED + z] & BIT[bit] != 0:
                        outer = bit
                        at = along
                        break
                if outer == NONE:
                    continue
                if self.whole_side and at != self._edge(b, z, side):
                    return False
                lines += 1
                for colour in range(COLOURS):
                    if v[b + COLOUR + z * COLOURS + colour] & BIT[outer] != 0:
                        if first == NONE:
                            first = colour
                        elif first != colour:
                            return False
            if self.whole_side and lines != 4 - z:
                return False
        return first != NONE

    def _edge(self, b: i64, z: i64, side: i64) -> i64:
        """Where the outermost line of a level of a complete pyramid lies on a side."""
        used: i64 = self.v[b + COLUMNS] if side < 2 else self.v[b + ROWS]
        low: i64 = WHICH[(used & -used) % 67]
        return low if side % 2 == 0 else low + 3 - z

    # ---------------------------------------------------------------- bonus cards

    def card(self, k: i64) -> i64:
        if k == 0:
            return self.card_0
        return self.card_1 if k == 1 else self.card_2

    def card_values(self, card: i64, surveys: vec[i64]) -> vec[i64]:
        """What each seat has of the thing a card asks for."""
        out = vec[i64]()
        for seat in range(self.seats):
            at: i64 = seat * SURVEY
            value: i64
            if card < LARGEST_ANY:
                value = surveys[at + SIZES + card % COLOURS]
            elif card == LARGEST_ANY:
                value = surveys[at + ANY]
            elif card == LARGEST_LEVEL_1:
                value = surveys[at + LEVEL_1]
            elif card == MOST_LEVELS:
                value = surveys[at + SPAN]
            elif card == SECOND_LARGEST:
                value = surveys[at + SECOND] if self.own_second else self._best_second(surveys, seat)
            elif card == FIVE_COLOURS_LEVEL_1:
                value = count(surveys[at + SEEN_1])
            elif card == FIVE_COLOURS_LEVEL_2:
                value = count(surveys[at + SEEN_2])
            elif card == THREE_COLOURS:
                value = count(surveys[at + SEEN])
            else:
                value = surveys[at + SIDE]
            out = append(out, value)
        return out

    def _best_second(self, surveys: vec[i64], seat: i64) -> i64:
        """The second distinct size on the table if this seat has a group of that size, else its largest smaller one."""
        second = self._second_size(surveys)
        sizes: i64 = surveys[seat * SURVEY + SIZE_SET]
        size: i64 = second if second > 0 else CUBES_PER_COLOUR
        while size > 0:
            if sizes & BIT[size] != 0:
                return size
            size -= 1
        return 0

    def _second_size(self, surveys: vec[i64]) -> i64:
        """The second of the distinct sizes of all groups of all seats; 0 when there is only one."""
        sizes: i64 = 0
        for seat in range(self.seats):
            sizes |= surveys[seat * SURVEY + SIZE_SET]
        found: i64 = 0
        size: i64 = CUBES_PER_COLOUR
        while size > 0:
            if sizes & BIT[size] != 0:
                found += 1
                if found == 2:
                    return size
            size -= 1
        return 0

    def card_winners(self, card: i64, surveys: vec[i64]) -> vec[i64]:
        """1 for each seat that scores the card, else 0; ties all score."""
        n = self.seats
        values = self.card_values(card, surveys)
        out = EMPTY[0:n]
        if card == FIVE_COLOURS_LEVEL_1 or card == FIVE_COLOURS_LEVEL_2:
            for seat in range(n):
                out[seat] = 1 if values[seat] == COLOURS else 0
        elif card == THREE_COLOURS:
            for seat in range(n):
                out[seat] = 1 if values[seat] == 3 else 0
        elif card == ONE_COLOUR_SIDE:
            return values
        elif NEIGHBOUR <= card < LARGEST_ANY:
            # The left neighbour is the next seat clockwise.
            for seat in range(n):
                other: i64 = seat + 1 if seat + 1 < n else 0
                if values[seat] >= values[other] and (values[seat] > 0 or not self.needs_cube):
                    out[seat] = 1
        elif card == SECOND_LARGEST and not self.own_second:
            second = self._second_size(surveys)
            for seat in range(n):
                if second > 0 and surveys[seat * SURVEY + SIZE_SET] & BIT[second] != 0:
                    out[seat] = 1
        else:
            best: i64 = 0
            for seat in range(n):
                best = max(best, values[seat])
            asks_cube: bool = self.needs_cube or card == SECOND_LARGEST
            for seat in range(n):
                if values[seat] == best and (best > 0 or not asks_cube):
                    out[seat] = 1
        return out

    def standing(self) -> vec[i64]:
        surveys = self.survey_all()
        out = vec[i64]()
        for seat in range(self.seats):
            out = append(out, surveys[seat * SURVEY + POINTS])
        for k in range(CARDS):
            won = self.card_winners(self.card(k), surveys)
            for seat in range(self.seats):
                out[seat] += BONUS * won[seat]
        return out

    def result(self) -> Result | None:
        if self.phase != OVER:
            return None
        scores = self.standing()
        return Result.of_scores([int(scores[i]) for i in range(int(self.seats))], "ten rounds")
