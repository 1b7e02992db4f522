"""What groups and cities of Maya are worth, and how the game ends."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.result import Result
from tablero.games.maya import layout as at
from tablero.games.maya.position import Position


class Scored(Position):
    """A position that can be counted."""

    # ---------------------------------------------------------------- groups

    def group_points(self, space: i64) -> i64:
        """One point for each crop of the group."""
        found = self.group(space)
        points: i64 = 0
        for i in range(len(found)):
            points += 1 + ((self.v[at.LIES + found[i]] - 1) & 1)
        return points

    # ---------------------------------------------------------------- scoring a city

    def _surrounded(self, temple: i64) -> bool:
        """Whether a city that has not scored yet has no empty neighbour left."""
        v = self.v
        b: i64 = at.TOWNS + temple * at.TOWN
        if v[b + at.SIZE] == 0 or v[b + at.CLOSED] != 0:
            return False
        for w in range(at.WORDS):
            if v[b + at.RING + w] & v[at.EMPTY + w] != 0:
                return False
        return True

    def _close_if_surrounded(self, temple: i64) -> None:
        """A city without an empty neighbour scores (R-07 to R-10); an empty temple space would keep it open (R-11)."""
        if not self._surrounded(temple):
            return
        v = self.v
        b: i64 = at.TOWNS + temple * at.TOWN
        v[b + at.CLOSED] = 1
        crops = self.crops_around(temple)
        points = self.shares(v[b + at.SIZE], crops)
        for seat in range(self.seats):
            v[at.SEAT + seat * at.STRIDE + at.SCORE] += points[seat]
        if self.journal is not None:
            spaces = [self._place(space) for space in self._city_spaces(temple)]
            self.tell(
                {
                    "kind": "closed",
                    "space": spaces[0],
                    "spaces": spaces,
                    "city": self.tables.names[temple],
                    "size": int(v[b + at.SIZE]),
                    "crops": [int(c) for c in crops],
                    "points": [int(p) for p in points],
                }
            )

    def crops_around(self, temple: i64) -> vec[i64]:
        """The crops of each seat on plantations beside a city; a tile counts once for each city it touches (R-22)."""
        v = self.v
        b: i64 = at.TOWNS + temple * at.TOWN
        out = at.BLANK[0 : self.seats]
        for w in range(at.WORDS):
            left: i64 = v[b + at.RING + w] & ~v[at.EMPTY + w]
            while left != 0:
                low: i64 = left & -left
                left ^= low
                what: i64 = v[at.LIES + 48 * w + at.WHICH[low % 67]]
                if what < at.CITY:
                    out[(what - 1) >> 3] += 1 + ((what - 1) & 1)
        return out

    def shares(self, size: i64, crops: vec[i64]) -> vec[i64]:
        """The points of a city of this size; every share is rounded up by itself (R-21)."""
        t = self.tables
        row: i64 = min(size, len(t.firsts)) - 1
        out = at.BLANK[0 : self.seats]
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
            out = append(out, v[at.SEAT + seat * at.STRIDE + at.SCORE])
        if self.new > 0:
            if self.crop != at.NONE:
                out[self.mover] += self.group_points(v[at.NEW])
            for temple in self.tables.usable:
                if self._surrounded(temple):
                    points = self.shares(v[at.TOWNS + temple * at.TOWN + at.SIZE], self.crops_around(temple))
                    for seat in range(self.seats):
                        out[seat] += points[seat]
        return out

    def _claims(self) -> list[tuple[int, int, int]]:
        """What each seat brings into the last comparison: points, tiles left, the edition's last tie-break (D-02)."""
        claims: list[tuple[int, int, int]] = []
        for seat in range(self.seats):
            b: i64 = at.SEAT + seat * at.STRIDE
            left = int(self.rack_size(seat) + self.reserve_size(seat))
            # "played last" is the seat whose latest turn is the most recent.
            last = int(self.v[b + at.LATEST]) if self.french else -int(self.v[b + at.TURNS])
            claims.append((int(self.v[b + at.SCORE]), left, last))
        return claims

    def result(self) -> Result | None:
        """Most points, then most tiles left, then the edition's last tie-break; else shared (R-27)."""
        if self.phase != at.OVER:
            return None
        claims = self._claims()
        ranks: list[int] = []
        for own in claims:
            better = 0
            for other in claims:
                if other > own:
                    better += 1
            ranks.append(1 + better)
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        why = "all passed" if self.passes == self.seats else "last tile"
        return Result(tuple([claim[0] for claim in claims]), tuple(ranks), tuple(winners), why)

    def tie_break(self) -> str | None:
        """What decided between the seats with most points: tiles, turns or last; None where nothing had to."""
        claims = self._claims()
        best = max(claims)
        beaten = [claim for claim in claims if claim[0] == best[0] and claim != best]
        if not beaten:
            return None
        if max(beaten)[1] < best[1]:
            return "tiles"
        return "last" if self.french else "turns"
