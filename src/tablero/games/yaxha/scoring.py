"""Yaxha's scoring: what shows of a pyramid, its groups, the bonus cards."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.result import Result
from tablero.games.yaxha import layout as at
from tablero.games.yaxha.position import Position


class Scored(Position):
    """A position that knows what it is worth."""

    # ---------------------------------------------------------------- groups

    def survey(self, seat: i64) -> vec[i64]:
        """Everything that scoring asks of one pyramid; the constants SIZES to POINTS say where it is."""
        out = at.EMPTY[0 : at.SURVEY]
        b: i64 = at.SEAT + seat * at.STRIDE
        h0: i64 = at.hidden(self.v[b + at.FILLED + 1])
        h1: i64 = at.hidden(self.v[b + at.FILLED + 2])
        h2: i64 = at.hidden(self.v[b + at.FILLED + 3])
        out[at.HIDDEN] = at.count(h0) + at.count(h1) + at.count(h2)
        for colour in range(at.COLOURS):
            self._survey_colour(out, b, colour, h0, h1, h2)
            out[at.POINTS] += self.tables.points[out[at.SIZES + colour]]
        return out

    def _survey_colour(self, out: vec[i64], b: i64, colour: i64, h0: i64, h1: i64, h2: i64) -> None:
        """What one colour shows, and its groups."""
        v = self.v
        c0: i64 = v[b + colour]
        c1: i64 = v[b + 5 + colour]
        c2: i64 = v[b + 10 + colour]
        c3: i64 = v[b + 15 + colour]
        s0: i64 = c0 & ~h0
        s1: i64 = c1 & ~h1
        s2: i64 = c2 & ~h2
        if s0 | s1 | s2 | c3 == 0:
            return
        out[at.SEEN] |= at.BIT[colour]
        if s0 != 0:
            out[at.SEEN_1] |= at.BIT[colour]
        if s1 != 0:
            out[at.SEEN_2] |= at.BIT[colour]
        if not self.bridges:
            c0 = s0
            c1 = s1
            c2 = s2
        while c0 | c1 | c2 | c3 != 0:
            g0, g1, g2, g3 = at.first_group(c0, c1, c2, c3)
            # Hidden cubes may connect (an option) but never count.
            self._survey_group(out, colour, g0 & ~h0, g1 & ~h1, g2 & ~h2, g3)
            c0 ^= g0
            c1 ^= g1
            c2 ^= g2
            c3 ^= g3

    def _survey_group(self, out: vec[i64], colour: i64, g0: i64, g1: i64, g2: i64, g3: i64) -> None:
        """One group, its visible cubes level by level."""
        k0: i64 = at.count(g0)
        size: i64 = k0 + at.count(g1) + at.count(g2) + at.count(g3)
        if size == 0:
            return
        span: i64 = 0
        if g0 != 0:
            span += 1
        if g1 != 0:
            span += 1
        if g2 != 0:
            span += 1
        if g3 != 0:
            span += 1
        out[at.SIZES + colour] = max(out[at.SIZES + colour], size)
        out[at.LEVEL_1] = max(out[at.LEVEL_1], k0)
        out[at.SPAN] = max(out[at.SPAN], span)
        out[at.SIZE_SET] |= at.BIT[size]
        if size > out[at.ANY]:
            out[at.SECOND] = out[at.ANY]
            out[at.ANY] = size
        else:
            out[at.SECOND] = max(out[at.SECOND], size)

    def survey_all(self) -> vec[i64]:
        """The surveys of all seats one after another, with the side card looked at only where it is in play."""
        out = vec[i64]()
        sides = at.ONE_COLOUR_SIDE in (self.card_0, self.card_1, self.card_2)
        for seat in range(self.seats):
            one = self.survey(seat)
            if sides:
                one[at.SIDE] = 1 if self._has_plain_side(seat) else 0
            for i in range(at.SURVEY):
                out = append(out, one[i])
        return out

    def _has_plain_side(self, seat: i64) -> bool:
        """Whether one of the four sides shows a single colour."""
        for side in range(4):
            if self._is_plain_side(seat, side):
                return True
        return False

    def _is_plain_side(self, seat: i64, side: i64) -> bool:
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        levels: i64 = at.LEVELS if self.apex else at.LEVELS - 1
        shown: i64 = at.NONE
        for z in range(levels):
            outer: i64 = at.outermost(v[b + at.FILLED + z], side)
            if self.whole_side and (at.count(outer) != 4 - z or outer & ~self._edge(b, z, side) != 0):
                return False
            for colour in range(at.COLOURS):
                if v[b + at.COLOUR + z * at.COLOURS + colour] & outer != 0:
                    if shown == at.NONE:
                        shown = colour
                    elif shown != colour:
                        return False
        return shown != at.NONE

    def _edge(self, b: i64, z: i64, side: i64) -> i64:
        """The outermost line of a level on a side of a whole pyramid."""
        used: i64 = self.v[b + at.COLUMNS] if side < 2 else self.v[b + at.ROWS]
        low: i64 = at.WHICH[(used & -used) % 67]
        line: i64 = low if side % 2 == 0 else low + 3 - z
        return at.COLUMN[line] if side < 2 else at.ROW[line]

    # ---------------------------------------------------------------- bonus cards

    def card_values(self, card: i64, surveys: vec[i64]) -> vec[i64]:
        """What each seat has of the thing a card asks for."""
        out = vec[i64]()
        for seat in range(self.seats):
            start: i64 = seat * at.SURVEY
            value: i64
            if card < at.LARGEST_ANY:
                value = surveys[start + at.SIZES + card % at.COLOURS]
            elif card == at.LARGEST_ANY:
                value = surveys[start + at.ANY]
            elif card == at.LARGEST_LEVEL_1:
                value = surveys[start + at.LEVEL_1]
            elif card == at.MOST_LEVELS:
                value = surveys[start + at.SPAN]
            elif card == at.SECOND_LARGEST:
                value = surveys[start + at.SECOND] if self.own_second else self._best_second(surveys, seat)
            elif card == at.FIVE_COLOURS_LEVEL_1:
                value = at.count(surveys[start + at.SEEN_1])
            elif card == at.FIVE_COLOURS_LEVEL_2:
                value = at.count(surveys[start + at.SEEN_2])
            elif card == at.THREE_COLOURS:
                value = at.count(surveys[start + at.SEEN])
            else:
                value = surveys[start + at.SIDE]
            out = append(out, value)
        return out

    def _best_second(self, surveys: vec[i64], seat: i64) -> i64:
        """The second distinct size on the table if this seat has a group of that size, else its largest smaller one."""
        second = self._second_size(surveys)
        sizes: i64 = surveys[seat * at.SURVEY + at.SIZE_SET]
        size: i64 = second if second > 0 else at.CUBES
        while size > 0:
            if sizes & at.BIT[size] != 0:
                return size
            size -= 1
        return 0

    def _second_size(self, surveys: vec[i64]) -> i64:
        """The second of the distinct sizes of all groups of all seats; 0 when there is only one."""
        sizes: i64 = 0
        for seat in range(self.seats):
            sizes |= surveys[seat * at.SURVEY + at.SIZE_SET]
        return at.second_size(sizes)

    def card_winners(self, card: i64, surveys: vec[i64]) -> vec[i64]:
        """1 for each seat that scores the card, else 0; ties all score."""
        n = self.seats
        values = self.card_values(card, surveys)
        out = at.EMPTY[0:n]
        if card == at.FIVE_COLOURS_LEVEL_1 or card == at.FIVE_COLOURS_LEVEL_2:
            for seat in range(n):
                out[seat] = 1 if values[seat] == at.COLOURS else 0
        elif card == at.THREE_COLOURS:
            for seat in range(n):
                out[seat] = 1 if values[seat] == 3 else 0
        elif card == at.ONE_COLOUR_SIDE:
            return values
        elif at.NEIGHBOUR <= card < at.LARGEST_ANY:
            # The left neighbour is the next seat clockwise.
            for seat in range(n):
                other: i64 = seat + 1 if seat + 1 < n else 0
                if values[seat] >= values[other] and (values[seat] > 0 or not self.needs_cube):
                    out[seat] = 1
        elif card == at.SECOND_LARGEST and not self.own_second:
            second = self._second_size(surveys)
            for seat in range(n):
                if surveys[seat * at.SURVEY + at.SIZE_SET] & at.BIT[second] != 0:  # no group is of size 0
                    out[seat] = 1
        else:
            best: i64 = 0
            for seat in range(n):
                best = max(best, values[seat])
            asks_cube: bool = self.needs_cube or card == at.SECOND_LARGEST
            for seat in range(n):
                if values[seat] == best and (best > 0 or not asks_cube):
                    out[seat] = 1
        return out

    def card_scorers(self, card: i64, surveys: vec[i64]) -> vec[i64]:
        """The same as things stand: at the end nothing ties with nothing; before that, no seat is ahead that has
        nothing."""
        out = self.card_winners(card, surveys)
        if self.phase != at.OVER:
            values = self.card_values(card, surveys)
            for seat in range(self.seats):
                if values[seat] == 0:
                    out[seat] = 0
        return out

    def standing(self) -> vec[i64]:
        surveys = self.survey_all()
        out = vec[i64]()
        for seat in range(self.seats):
            out = append(out, surveys[seat * at.SURVEY + at.POINTS])
        for k in range(at.CARDS):
            won = self.card_scorers(self.card(k), surveys)
            for seat in range(self.seats):
                out[seat] += self.tables.card_points * won[seat]
        return out

    def result(self) -> Result | None:
        if self.phase != at.OVER:
            return None
        scores = self.standing()
        return Result.of_scores([int(scores[i]) for i in range(int(self.seats))], "ten rounds")
