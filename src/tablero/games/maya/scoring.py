"""The land of Maya: what lies where, how cities grow, what groups and cities are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.result import Result
from tablero.core.state import State
from tablero.games.maya.board import (
    BIT_OF,
    BLANK,
    CHOOSE,
    CITY,
    CLOSED,
    EMPTY,
    FRONT,
    GUARD,
    LATEST,
    LIES,
    NEAR,
    NEW,
    NONE,
    ONCE,
    OVER,
    RACK,
    RESERVE,
    RING,
    SCORE,
    SEAT,
    SIZE,
    STRIDE,
    TOWN,
    TOWNS,
    TURNS,
    TWICE,
    WHICH,
    WORD_OF,
    WORDS,
    Tables,
)


class Land(State):
    """A position as far as the board is concerned."""

    def __init__(self, game: Any, seats: i64, luck: Luck, tables: Tables, options: Mapping[str, str] | None) -> None:
        """A blank state; `start` deals. Without options the caller fills everything in (`copy` does)."""
        super().__init__(game, seats, luck)
        self.tables: Tables = tables
        self.phase: i64 = CHOOSE
        self.mover: i64 = 0
        self.turn: i64 = 1
        self.crop: i64 = NONE  # what is planted this turn
        self.held: i64 = NONE  # the tile in hand, still counted in the rack
        self.new: i64 = 0  # how many spaces were filled this turn
        self.old: i64 = 0  # and in the turn before
        self.passes: i64 = 0  # in a row
        self.owed: i64 = 0  # temples still to be chosen in the set-up
        if options is None:
            return
        self.options: Mapping[str, str] = options
        self.v: vec[i64] = BLANK[:]
        self.french: bool = options["edition"] == "fr-2019"
        # D-04: the French caption forbids only a second group; R-01 lets the table choose.
        joining = options["joining"]
        self.loose: bool = joining == "one_group" or (joining == "edition" and self.french)

    # ---------------------------------------------------------------- the land

    def _found(self, temple: i64) -> None:
        """A temple tile goes onto its space: a city of one."""
        space = self.tables.temple_at[temple]
        self._lay(space, CITY + temple)
        self._join(space, temple)
        self._guard_temple_spaces()
        if self.journal is not None:
            self.journal.append({"kind": "founded", "temple": int(temple), "name": self.tables.names[temple]})

    def _guard_temple_spaces(self) -> None:
        """Note which spaces lie beside an empty temple space: no tile may go face down there."""
        v = self.v
        t = self.tables
        v[GUARD] = v[GUARD + 1] = v[GUARD + 2] = v[GUARD + 3] = 0
        for temple in t.usable:
            if v[TOWNS + temple * TOWN + SIZE] == 0:
                at: i64 = t.temple_at[temple] * WORDS
                for w in range(WORDS):
                    v[GUARD + w] |= t.nearby[at + w]

    def _lay(self, space: i64, what: i64) -> None:
        """Put something onto an empty space; from now on tiles may be planted beside it (R-03)."""
        v = self.v
        t = self.tables
        v[LIES + space] = what
        v[EMPTY + WORD_OF[space]] &= ~BIT_OF[space]
        at: i64 = space * WORDS
        for w in range(WORDS):
            v[FRONT + w] = (v[FRONT + w] | t.arable[at + w]) & v[EMPTY + w]

    def _join(self, space: i64, city: i64) -> None:
        """The tile on this space belongs to a city: its neighbours are the city's neighbours."""
        v = self.v
        t = self.tables
        b: i64 = TOWNS + city * TOWN
        at: i64 = space * WORDS
        v[b + SIZE] += 1
        for w in range(WORDS):
            fresh: i64 = t.nearby[at + w] & ~v[b + RING + w]
            v[b + RING + w] |= fresh
            v[TWICE + w] |= v[ONCE + w] & fresh
            v[ONCE + w] |= fresh

    def city_spots(self, w: i64) -> i64:
        """A word of the spaces where a tile may go face down (R-06): beside exactly one city, no empty temple space."""
        v = self.v
        return v[ONCE + w] & ~v[TWICE + w] & ~v[GUARD + w] & v[EMPTY + w] & self.tables.land[w]

    def _can_expand(self) -> bool:
        for w in range(WORDS):
            if self.city_spots(w) != 0:
                return True
        return False

    def _city_beside(self, space: i64) -> i64:
        """The first city that touches a space, or NONE."""
        at: i64 = space * 6
        for d in range(6):
            other = self.tables.around[at + d]
            if other >= 0 and self.v[LIES + other] >= CITY:
                return self.v[LIES + other] - CITY
        return NONE

    def group(self, space: i64) -> vec[i64]:
        """The connected plantations of one seat and crop that a planted tile belongs to."""
        v = self.v
        t = self.tables
        team: i64 = (v[LIES + space] - 1) >> 1
        seen = BLANK[0:WORDS]
        seen[WORD_OF[space]] |= BIT_OF[space]
        out = vec[i64](capacity=8)
        out = append(out, space)
        done: i64 = 0
        while done < len(out):
            at: i64 = out[done] * 6
            done += 1
            for d in range(6):
                other = t.around[at + d]
                if other < 0:
                    break
                if (v[LIES + other] - 1) >> 1 == team and seen[WORD_OF[other]] & BIT_OF[other] == 0:
                    seen[WORD_OF[other]] |= BIT_OF[other]
                    out = append(out, other)
        return out

    def group_points(self, space: i64) -> i64:
        """One point for each crop of the group."""
        found = self.group(space)
        points: i64 = 0
        for i in range(len(found)):
            points += 1 + ((self.v[LIES + found[i]] - 1) & 1)
        return points

    def _mark_nearby(self, space: i64) -> None:
        """Where the next tile of this turn may go: beside the new tiles (R-01), or beside their group (option)."""
        v = self.v
        t = self.tables
        at: i64
        if self.loose:
            grown = self.group(space)
            for i in range(len(grown)):
                at = grown[i] * WORDS
                for w in range(WORDS):
                    v[NEAR + w] |= t.arable[at + w]
        else:
            at = space * WORDS
            for w in range(WORDS):
                v[NEAR + w] |= t.arable[at + w]
        for w in range(WORDS):
            v[NEAR + w] &= v[EMPTY + w]

    # ---------------------------------------------------------------- tiles

    def rack_size(self, seat: i64) -> i64:
        v = self.v
        at: i64 = SEAT + seat * STRIDE + RACK
        return v[at] + v[at + 1] + v[at + 2] + v[at + 3] + v[at + 4] + v[at + 5] + v[at + 6] + v[at + 7]

    def reserve_size(self, seat: i64) -> i64:
        v = self.v
        at: i64 = SEAT + seat * STRIDE + RESERVE
        return v[at] + v[at + 1] + v[at + 2] + v[at + 3] + v[at + 4] + v[at + 5] + v[at + 6] + v[at + 7]

    def _place(self, space: i64) -> list[int]:
        """A space as [q, r]."""
        return list(self.tables.spaces[space])

    # ---------------------------------------------------------------- scoring a city

    def _surrounded(self, temple: i64) -> bool:
        """Whether a city that has not scored yet has no empty neighbour left."""
        v = self.v
        b: i64 = TOWNS + temple * TOWN
        if v[b + SIZE] == 0 or v[b + CLOSED] != 0:
            return False
        for w in range(WORDS):
            if v[b + RING + w] & v[EMPTY + w] != 0:
                return False
        return True

    def _close_if_surrounded(self, temple: i64) -> None:
        """A city without an empty neighbour scores (R-07 to R-10); an empty temple space would keep it open (R-11)."""
        if not self._surrounded(temple):
            return
        v = self.v
        b: i64 = TOWNS + temple * TOWN
        v[b + CLOSED] = 1
        crops = self.crops_around(temple)
        points = self.shares(v[b + SIZE], crops)
        for seat in range(self.seats):
            v[SEAT + seat * STRIDE + SCORE] += points[seat]
        if self.journal is not None:
            self.journal.append({"kind": "closed", "city": self.tables.names[temple], "size": int(v[b + SIZE]),
                                 "crops": [int(c) for c in crops], "points": [int(p) for p in points]})  # fmt: skip

    def crops_around(self, temple: i64) -> vec[i64]:
        """The crops of each seat on plantations beside a city; a tile counts once for each city it touches (R-22)."""
        v = self.v
        b: i64 = TOWNS + temple * TOWN
        out = BLANK[0 : self.seats]
        for w in range(WORDS):
            left: i64 = v[b + RING + w] & ~v[EMPTY + w]
            while left != 0:
                low: i64 = left & -left
                left ^= low
                what: i64 = v[LIES + 48 * w + WHICH[low % 67]]
                if what < CITY:
                    out[(what - 1) >> 3] += 1 + ((what - 1) & 1)
        return out

    def shares(self, size: i64, crops: vec[i64]) -> vec[i64]:
        """The points of a city of this size; every share is rounded up by itself (R-21)."""
        t = self.tables
        row: i64 = min(size, len(t.firsts)) - 1
        out = BLANK[0 : self.seats]
        most: i64 = 0
        next_most: i64 = 0
        leaders: i64 = 0
        followers: i64 = 0
        for seat in range(self.seats):
            if crops[seat] > most:
                next_most = most
                followers = leaders
                most = crops[seat]
                leaders = 1
            elif crops[seat] == most:
                leaders += 1
            elif crops[seat] > next_most:
                next_most = crops[seat]
                followers = 1
            elif crops[seat] == next_most:
                followers += 1
        # no crops, no place.
        if most == 0:
            return out
        pool: i64 = t.firsts[row] if leaders == 1 else t.firsts[row] + t.seconds[row]
        for seat in range(self.seats):
            if crops[seat] == most:
                out[seat] = (pool + leaders - 1) // leaders
            elif crops[seat] == next_most and next_most > 0 and leaders == 1:
                # D-01, R-20: the French text is silent about a tie for second place, so both editions split it.
                out[seat] = (t.seconds[row] + followers - 1) // followers
        return out

    # ---------------------------------------------------------------- the end of the game

    def standing(self) -> vec[i64]:
        """The scores as they are when the turn ends now."""
        v = self.v
        out = vec[i64]()
        for seat in range(self.seats):
            out = append(out, v[SEAT + seat * STRIDE + SCORE])
        if self.new > 0:
            if self.crop != NONE:
                out[self.mover] += self.group_points(v[NEW])
            for temple in self.tables.usable:
                if self._surrounded(temple):
                    points = self.shares(v[TOWNS + temple * TOWN + SIZE], self.crops_around(temple))
                    for seat in range(self.seats):
                        out[seat] += points[seat]
        return out

    def result(self) -> Result | None:
        """Most points, then most tiles left, then the edition's last tie-break (D-02); else shared (R-27)."""
        if self.phase != OVER:
            return None
        scores: list[int] = []
        keys: list[tuple[int, int, int]] = []
        for seat in range(self.seats):
            b: i64 = SEAT + seat * STRIDE
            left = int(self.rack_size(seat) + self.reserve_size(seat))
            # "played last" is the seat whose latest turn is the most recent.
            last = int(self.v[b + LATEST]) if self.french else -int(self.v[b + TURNS])
            scores.append(int(self.v[b + SCORE]))
            keys.append((int(self.v[b + SCORE]), left, last))
        ranks: list[int] = []
        for own in keys:
            better = 0
            for other in keys:
                if other > own:
                    better += 1
            ranks.append(1 + better)
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        why = "all passed" if self.passes == self.seats else "last tile"
        return Result(tuple(scores), tuple(ranks), tuple(winners), why)
