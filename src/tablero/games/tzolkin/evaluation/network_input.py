"""Input of the value network of Tzolk'in.

Public information only: wealth tiles that are dealt or chosen in secret are left out. What matters more while much is
still to be played is written twice, by itself and times the share of the calendar that is left.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.evaluation.value_network import NetworkInput
from tablero.core.state import State
from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.rules import Tzolkin

# ---------------------------------------------------------------- the row of a seat

CORN: Final = 0
MEAL: Final = 1  # corn that the next food day will take
SHORT: Final = 2  # corn that it lacks
HUNGRY: Final = 3  # corn that it will still lack when workers on their way have brought theirs
COMING: Final = 4
DUE: Final = 5
BLOCKS: Final = 6  # wood, stone, gold
SKULLS: Final = 9
HEAP: Final = 10  # all blocks together
SKULL: Final = 11  # whether there is one
OFFERERS: Final = 12  # workers at Chichen Itza for whom there is none
SCORE: Final = 13
TALLY: Final = 14  # the score if the game ended now
LEAD: Final = 15  # of that score over the best of the others
TEMPLES: Final = 16  # points of the steps at the ends of ages to come
HIGHEST: Final = 17  # and of standing highest
SURE_LEAD: Final = 18  # the lead with both counted
LATE_LEAD: Final = 19  # and times the share of the calendar that is behind us
HAND: Final = 20
WORKERS: Final = 21  # beyond the first three
WORKERS_LEFT: Final = 22
FED: Final = 23
DISCOUNT: Final = 24
LIGHT: Final = 25
CORN_TILES: Final = 26
WOOD_TILES: Final = 27
MONUMENT_POINTS: Final = 28
FIRST: Final = 29
ORDER: Final = 30  # turns until it moves
CORN_LEFT: Final = 31
HEAP_LEFT: Final = 32
GIFT_BLOCKS: Final = 33  # of the food days to come
GIFT_SKULLS: Final = 34
TRACK_LEFT: Final = 35  # 4 tracks
LEVELS: Final = 39  # 3 levels of 4 tracks
STEPS: Final = 51  # 8 steps of 3 temples
ABOVE: Final = 75  # for each temple: alone above all others, level with the best of them
RIDING: Final = 81  # 8 positions of 4 gears, then 11
BUILT: Final = 124  # 4 categories
MONUMENTS: Final = 128  # 13 tiles
PAYABLE: Final = 141  # buildings of the row that can be paid
NEARLY: Final = 142  # and those for which one block is missing
MONUMENT: Final = 143  # the best monument of the row, by what it is worth now: one that can be paid,
NEAR_MONUMENT: Final = 144  # one for which at most one thing is missing,
ANY_MONUMENT: Final = 145  # and any
OWN: Final = 146

# ---------------------------------------------------------------- the shared row

LEFT: Final = 0
LEFT_SQUARED: Final = 1
FOOD: Final = 2  # food days behind us, one place each
WAIT: Final = 7  # days until the next one
PILE: Final = 8
RESERVE: Final = 9
SEATS: Final = 10  # 2, 3 or 4
JUNGLE: Final = 13
PRICES: Final = 21  # of the lowest empty position of each gear
OFFERED: Final = 26  # 11 spaces
ROW: Final = 37  # 32 buildings
MONUMENT_ROW: Final = 69  # 13 monuments
SHARED: Final = 82

BUILDING_TILES: Final = 32
MONUMENT_TILES: Final = 13
TOLD_STEPS: Final = 8


def bounded(x: float) -> float:
    """A host's own component data may make numbers large; no input should drown the others."""
    return -2.0 if x < -2.0 else (3.0 if x > 3.0 else x)


class TzolkinNetworkInput(NetworkInput):
    """Goods and meals, temples and technologies, workers on their way, tiles built and tiles within reach."""

    def __init__(self) -> None:
        super().__init__(OWN, SHARED)

    def encode(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, Tzolkin)
        n: i64 = state.seats
        left: float = float(max(0, state.tables.rounds - state.v[at.DAY])) / float(state.tables.rounds)
        for seat in range(n):
            o: i64 = seat * OWN
            self._goods(state, seat, out, o, left)
            self._temples(state, seat, out, o)
            self._workers(state, seat, out, o, left)
            self._tiles(state, seat, out, o)
            self._within_reach(state, seat, out, o)
        self._leads(state, out, left)
        self._shared(state, out, n * OWN, left)

    def _goods(self, state: Tzolkin, seat: i64, out: vec[float], o: i64, left: float) -> None:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        corn: i64 = v[b + at.CORN]
        heap: i64 = v[b + at.WOOD] + v[b + at.STONE] + v[b + at.GOLD]
        out[o + CORN] = bounded(float(corn) / 10.0)
        out[o + CORN_LEFT] = out[o + CORN] * left
        for r in range(3):
            out[o + BLOCKS + r] = bounded(float(v[b + at.WOOD + r]) / 4.0)
        out[o + HEAP] = bounded(float(heap) / 8.0)
        out[o + HEAP_LEFT] = out[o + HEAP] * left
        skulls: i64 = v[b + at.SKULL]
        if skulls > 0:
            out[o + SKULLS] = bounded(float(skulls) / 3.0)
            out[o + SKULL] = 1.0
        out[o + SCORE] = bounded(float(v[b + at.SCORE]) / 50.0)
        food: i64 = v[at.FOOD]
        if food <= 3:
            due: i64 = state.due(seat)
            coming: i64 = self._coming(state, b, max(0, state.tables.food_days[food] - v[at.DAY]))
            out[o + DUE] = bounded(float(due) / 12.0)
            out[o + COMING] = bounded(float(coming) / 10.0)
            out[o + MEAL] = bounded(float(min(corn, due)) / 6.0)
            out[o + SHORT] = bounded(float(max(0, due - corn)) / 6.0)
            out[o + HUNGRY] = bounded(float(max(0, due - corn - coming)) / 6.0)

    def _coming(self, state: Tzolkin, b: i64, wait: i64) -> i64:
        """The corn that workers on Palenque can bring by the next food day, where they can harvest."""
        v = state.v
        tables = state.tables
        level: i64 = v[b + at.LEVEL + at.AGRICULTURE]
        found: i64 = 0
        on: i64 = v[b + at.ON + at.PALENQUE]
        while on != 0:
            low: i64 = on & -on
            on ^= low
            action: i64 = min(at.WHICH[low % 37] + wait, 5)
            if action == 1:
                found += tables.fish + (1 if level >= 2 else 0)
            elif action > 1:
                group: i64 = action - 2
                if level >= 2 or v[at.JUNGLE + 2 * group] + v[at.JUNGLE + 2 * group + 1] > 0:
                    found += tables.reaped_corn[group] + (3 if level == 3 else (1 if level >= 1 else 0))
        return found

    def _temples(self, state: Tzolkin, seat: i64, out: vec[float], o: i64) -> None:
        v = state.v
        tables = state.tables
        b: i64 = at.SEAT + seat * at.STRIDE
        food: i64 = v[at.FOOD]
        mids: i64 = 2 if food == 0 else (1 if food <= 2 else 0)
        blocks: i64 = 0
        skulls: i64 = 0
        for temple in range(3):
            step: i64 = v[b + at.STEP + temple]
            for below in range(min(step, TOLD_STEPS)):
                out[o + STEPS + TOLD_STEPS * temple + below] = 1.0
            for below in range(step + 1):
                material: i64 = tables.step_material[16 * temple + below]
                if material == at.SKULL + 1:
                    skulls += 1
                elif material != 0:
                    blocks += 1
            best: i64 = 0
            for other in range(state.seats):
                if other != seat:
                    best = max(best, v[at.SEAT + other * at.STRIDE + at.STEP + temple])
            if step > best:
                out[o + ABOVE + 2 * temple] = 1.0
            elif step == best:
                out[o + ABOVE + 2 * temple + 1] = 1.0
        out[o + GIFT_BLOCKS] = bounded(float(blocks * mids) / 6.0)
        out[o + GIFT_SKULLS] = bounded(float(skulls * mids) / 2.0)
        out[o + TEMPLES] = bounded(float(self._steps_to_come(state, seat)) / 20.0)
        out[o + HIGHEST] = bounded(float(self._highest_to_come(state, seat)) / 20.0)

    def _steps_to_come(self, state: Tzolkin, seat: i64) -> i64:
        food: i64 = state.v[at.FOOD]
        return state.step_points(seat) * (2 if food <= 1 else (1 if food <= 3 else 0))

    def _highest_to_come(self, state: Tzolkin, seat: i64) -> i64:
        food: i64 = state.v[at.FOOD]
        found: i64 = state.highest_points(seat, 0) if food <= 1 else 0
        return found + state.highest_points(seat, 1) if food <= 3 else found

    def _workers(self, state: Tzolkin, seat: i64, out: vec[float], o: i64, left: float) -> None:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        out[o + HAND] = float(v[b + at.HAND]) / 3.0
        out[o + WORKERS] = float(v[b + at.WORKERS] - 3) / 2.0
        out[o + WORKERS_LEFT] = out[o + WORKERS] * left
        out[o + FED] = bounded(float(v[b + at.FREE]) / 3.0)
        out[o + DISCOUNT] = bounded(float(v[b + at.DISCOUNT]))
        out[o + LIGHT] = float(v[b + at.LIGHT])
        for track in range(4):
            level: i64 = v[b + at.LEVEL + track]
            out[o + TRACK_LEFT + track] = float(level) / 3.0 * left
            for below in range(level):
                out[o + LEVELS + 3 * track + below] = 1.0
        for gear in range(at.GEARS):
            on: i64 = v[b + at.ON + gear]
            while on != 0:
                low: i64 = on & -on
                on ^= low
                out[o + RIDING + 8 * gear + at.WHICH[low % 37]] = 1.0
        offerers: i64 = at.count(v[b + at.ON + at.CHICHEN]) - v[b + at.SKULL]
        if offerers > 0:
            out[o + OFFERERS] = float(offerers) / 2.0
        order: i64 = seat - v[at.FIRST] if seat >= v[at.FIRST] else seat - v[at.FIRST] + state.seats
        out[o + ORDER] = float(order) / 3.0
        if order == 0:
            out[o + FIRST] = 1.0

    def _tiles(self, state: Tzolkin, seat: i64, out: vec[float], o: i64) -> None:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        built: i64 = v[b + at.BUILT]
        if built != 0:
            for c in range(4):
                out[o + BUILT + c] = float(at.count(built & state.tables.category_bits[c])) / 3.0
        out[o + CORN_TILES] = float(v[b + at.CORN_TILES]) / 4.0
        out[o + WOOD_TILES] = float(v[b + at.WOOD_TILES]) / 4.0
        points: i64 = 0
        tiles: i64 = v[b + at.MONUMENTS]
        while tiles != 0:
            low: i64 = tiles & -tiles
            tiles ^= low
            which: i64 = at.WHICH[low % 37]
            points += state.monument_points(seat, which)
            out[o + MONUMENTS + which] = 1.0
        out[o + MONUMENT_POINTS] = bounded(float(points) / 20.0)

    def _within_reach(self, state: Tzolkin, seat: i64, out: vec[float], o: i64) -> None:
        """What of the rows can be paid now, or nearly so."""
        v = state.v
        tables = state.tables
        b: i64 = at.SEAT + seat * at.STRIDE
        saved: i64 = 1 if v[b + at.LEVEL + at.ARCHITECTURE] == at.MAX_LEVEL else 0
        for k in range(at.SLOTS):
            tile: i64 = v[at.ROW + k]
            if tile != at.NONE:
                missing: i64 = -saved
                for r in range(3):
                    missing += max(0, tables.building_cost[3 * tile + r] - v[b + at.WOOD + r])
                if missing <= 0:
                    out[o + PAYABLE] += 0.25
                elif missing == 1:
                    out[o + NEARLY] += 0.25
            tile = v[at.MONUMENT_ROW + k]
            if tile != at.NONE:
                missing = 0
                for m in range(4):
                    missing += max(0, tables.monument_cost[4 * tile + m] - v[b + at.WOOD + m])
                points: float = bounded(float(state.monument_points(seat, tile)) / 15.0)
                out[o + ANY_MONUMENT] = max(out[o + ANY_MONUMENT], points)
                if missing <= 1:
                    out[o + NEAR_MONUMENT] = max(out[o + NEAR_MONUMENT], points)
                if missing == 0:
                    out[o + MONUMENT] = max(out[o + MONUMENT], points)

    def _leads(self, state: Tzolkin, out: vec[float], left: float) -> None:
        """The score as it stands, and the lead over the best of the others."""
        n: i64 = state.seats
        best: float = -9999.0
        second: float = -9999.0
        most: float = -9999.0
        next_most: float = -9999.0
        for seat in range(n):
            now: float = float(state.quarter_points(seat)) / 4.0
            sure: float = now + float(self._steps_to_come(state, seat) + self._highest_to_come(state, seat))
            out[seat * OWN + TALLY] = now
            out[seat * OWN + SURE_LEAD] = sure
            if now > best:
                second = best
                best = now
            else:
                second = max(second, now)
            if sure > most:
                next_most = most
                most = sure
            else:
                next_most = max(next_most, sure)
        for seat in range(n):
            o: i64 = seat * OWN
            now = out[o + TALLY]
            sure = out[o + SURE_LEAD]
            out[o + TALLY] = bounded(now / 60.0)
            out[o + LEAD] = bounded((now - (second if now == best else best)) / 20.0)
            out[o + SURE_LEAD] = bounded((sure - (next_most if sure == most else most)) / 20.0)
            out[o + LATE_LEAD] = out[o + SURE_LEAD] * (1.0 - left)

    def _shared(self, state: Tzolkin, out: vec[float], o: i64, left: float) -> None:
        v = state.v
        food: i64 = v[at.FOOD]
        out[o + LEFT] = left
        out[o + LEFT_SQUARED] = left * left
        out[o + FOOD + min(food, 4)] = 1.0
        if food <= 3:
            out[o + WAIT] = bounded(float(max(0, state.tables.food_days[food] - v[at.DAY])) / 8.0)
        out[o + PILE] = bounded(float(v[at.PILE]) / 5.0)
        out[o + RESERVE] = bounded(float(v[at.RESERVE]) / 10.0)
        if 2 <= state.seats <= 4:
            out[o + SEATS + state.seats - 2] = 1.0
        for field in range(2 * at.GROUPS):
            out[o + JUNGLE + field] = float(v[at.JUNGLE + field]) / 4.0
        for gear in range(at.GEARS):
            empty: i64 = ~v[at.TAKEN + gear] & at.NUMBERED[gear]
            out[o + PRICES + gear] = float(at.WHICH[(empty & -empty) % 37]) / 4.0 if empty != 0 else 2.0
        offered: i64 = v[at.OFFERED]
        while offered != 0:
            low: i64 = offered & -offered
            offered ^= low
            out[o + OFFERED + min(at.WHICH[low % 37], 10)] = 1.0
        for k in range(at.SLOTS):
            if v[at.ROW + k] != at.NONE:
                out[o + ROW + min(v[at.ROW + k], BUILDING_TILES - 1)] = 1.0
            if v[at.MONUMENT_ROW + k] != at.NONE:
                out[o + MONUMENT_ROW + min(v[at.MONUMENT_ROW + k], MONUMENT_TILES - 1)] = 1.0
