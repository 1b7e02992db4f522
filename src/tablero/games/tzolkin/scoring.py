"""Tzolk'in: what is worth how much: temple steps, monuments, goods that are left, and the result."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.result import Result
from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.position import Position


class Scoring(Position):
    """The points of a position."""

    # ---------------------------------------------------------------- temples

    def step_points(self, seat: i64) -> i64:
        """The points of the steps on which a seat stands."""
        found: i64 = 0
        for temple in range(3):
            found += self.step_points_in(seat, temple)
        return found

    def step_points_in(self, seat: i64, temple: i64) -> i64:
        """The points of the step on which a seat stands in a temple."""
        return self.tables.step_points[16 * temple + self.v[at.SEAT + seat * at.STRIDE + at.STEP + temple]]

    def highest_points(self, seat: i64, age: i64) -> i64:
        """What a seat has for standing highest at the end of an age (0 or 1)."""
        found: i64 = 0
        for temple in range(3):
            found += self.highest_points_in(seat, temple, age)
        return found

    def highest_points_in(self, seat: i64, temple: i64, age: i64) -> i64:
        """The same in one temple; R-47: half of it when the seat shares that."""
        v = self.v
        own: i64 = v[at.SEAT + seat * at.STRIDE + at.STEP + temple]
        alone = True
        for other in range(self.seats):
            if other != seat:
                step: i64 = v[at.SEAT + other * at.STRIDE + at.STEP + temple]
                if step > own:
                    return 0
                if step == own:
                    alone = False
        bonus: i64 = self.tables.highest[2 * temple + age]
        return bonus if alone else bonus // 2

    # ---------------------------------------------------------------- the end

    def monument_points(self, seat: i64, tile: i64) -> i64:
        """What a monument is worth to a seat now."""
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        tables = self.tables
        way: i64 = tables.monument_way[tile]
        each: i64 = tables.monument_each[tile]
        if way == at.PER_CATEGORY:
            c: i64 = tables.monument_category[tile]
            built: i64 = at.count(v[b + at.BUILT] & tables.category_bits[c])
            return each * (built + at.count(v[b + at.MONUMENTS] & tables.monument_category_bits[c]))
        if way == at.PER_CONSTRUCTION:
            return each * (at.count(v[b + at.BUILT]) + at.count(v[b + at.MONUMENTS]))
        if way == at.PER_MONUMENT:
            standing: i64 = 0
            for other in range(self.seats):
                standing += at.count(v[at.SEAT + other * at.STRIDE + at.MONUMENTS])
            return tables.monument_scale[8 * tile + self.seats] * standing
        if way == at.PER_CORN_TILE:
            return each * v[b + at.CORN_TILES]
        if way == at.PER_WOOD_TILE:
            return each * v[b + at.WOOD_TILES]
        if way == at.FULL_TRACKS:
            full: i64 = 0
            for track in range(4):
                if v[b + at.LEVEL + track] == 3:
                    full += 1
            return tables.monument_scale[8 * tile + full]
        if way == at.PER_LEVEL:
            return each * (v[b + at.LEVEL] + v[b + at.LEVEL + 1] + v[b + at.LEVEL + 2] + v[b + at.LEVEL + 3])
        if way == at.BY_WORKERS:
            return tables.monument_scale[8 * tile + v[b + at.WORKERS]]
        if way == at.STEPS_AGAIN:
            return self.step_points(seat)
        if way == at.BEST_TEMPLE:
            return each * max(0, max(v[b + at.STEP], max(v[b + at.STEP + 1], v[b + at.STEP + 2])) - 1)
        return each * at.count(v[at.OFFERED])

    def quarter_points(self, seat: i64) -> i64:
        """The score of a seat if the game ended now, in quarters of a point."""
        total = self._sum(seat)
        return total if total >= 0 or self.flags & at.NEGATIVE != 0 else 0

    def _sum(self, seat: i64) -> i64:
        """The same, before it stops at zero."""
        v = self.v
        b: i64 = at.SEAT + seat * at.STRIDE
        points: i64 = v[b + at.SCORE] + self.tables.skull_points * v[b + at.SKULL] + self._monuments(seat)
        return 4 * points + self._leavings(b)

    def _leavings(self, b: i64) -> i64:
        """What the corn and the blocks of the seat whose block begins at b are worth, in quarters of a point."""
        corn: i64 = self.v[b + at.CORN]
        for r in range(3):
            corn += self.tables.block_value[r] * self.v[b + at.WOOD + r]
        return corn - corn % 4 if self.flags & at.WHOLE_POINTS != 0 else corn

    def _monuments(self, seat: i64) -> i64:
        """What the monuments of a seat are worth now."""
        points: i64 = 0
        tiles: i64 = self.v[at.SEAT + seat * at.STRIDE + at.MONUMENTS]
        while tiles != 0:
            low: i64 = tiles & -tiles
            tiles ^= low
            points += self.monument_points(seat, at.WHICH[low % 37])
        return points

    def standing(self) -> vec[i64]:
        """The points scored and those of the monuments. Goods become points at the end only: see
        `quarter_points`."""
        v = self.v
        out = vec[i64]()
        for seat in range(self.seats):
            if v[at.PHASE] == at.OVER:
                out = append(out, self.quarter_points(seat) // 4)
            else:
                out = append(out, v[at.SEAT + seat * at.STRIDE + at.SCORE] + self._monuments(seat))
        return out

    def result(self) -> Result | None:
        """Quarters count; then workers left on the gears; then the win is shared (R-58)."""
        if self.v[at.PHASE] != at.OVER:
            return None
        exact = [(int(self.quarter_points(seat)), int(self.on_gears(seat))) for seat in range(self.seats)]
        ranks = tuple([1 + sum([other > own for other in exact]) for own in exact])
        winners = tuple([seat for seat in range(len(ranks)) if ranks[seat] == 1])
        return Result(tuple([quarters // 4 for quarters, _ in exact]), ranks, winners, "the calendar has come round")

    def tell_end(self) -> None:
        if self.journal is None:
            return
        v = self.v
        for seat in range(self.seats):
            b: i64 = at.SEAT + seat * at.STRIDE
            tiles: i64 = v[b + at.MONUMENTS]
            for tile in range(len(self.tables.monument_ids)):
                if tiles & at.BIT[tile] != 0:
                    event = {"kind": "counted", "seat": int(seat), "tile": self.tables.monument_ids[tile]}
                    event["n"] = int(self.monument_points(seat, tile))
                    event["seats"] = int(self.seats)
                    self.tell(event)
            left = {at.MATERIALS[m]: int(v[b + m]) for m in range(5) if v[b + m] > 0}
            if left:
                skulls = int(self.tables.skull_points * v[b + at.SKULL])
                worth = 4 * skulls + int(self._leavings(b))
                event = {"kind": "left", "seat": int(seat), "goods": left, "quarters": worth, "skulls": skulls}
                self.tell(event)
            event = {"kind": "total", "seat": int(seat), "quarters": int(self.quarter_points(seat))}
            event["sum"] = int(self._sum(seat))
            self.tell(event)
        result = self.result()
        assert result is not None
        event = {"kind": "end", "scores": list(result.scores), "winners": list(result.winners)}
        event["quarters"] = [int(self.quarter_points(seat)) for seat in range(self.seats)]
        self.tell(event)
