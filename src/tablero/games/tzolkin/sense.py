"""What a bot feels about a position of Tzolk'in.

Everything is counted in points. Goods, temple steps, technologies and workers have a worth that falls as the calendar
runs out; a worker on a gear is worth the best action it can still ride to, less what waiting costs. A move appeals by
what it gains: `Ledger` is the price list of one seat in one position, and every judgement is read from it.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.sense import Sense
from tablero.core.state import State
from tablero.games.tzolkin.layout import (
    ACT, ACTION, ACTIONS, ACTIVE, ADVANCE_ON, AGRICULTURE, ANGER, ANY, ARCHITECTURE, BEG, BIT, BUILD, BURN, BUY,
    CHICHEN, CHOOSE_BLOCKS, CLIMB, COPY, COPYING, CORN, CORN_ONLY, CORN_TILE, DAY, DAYS, DEALT, DEPTH, DESCEND,
    DISCOUNT, DONE, END, EXTRACTION, FEED, FIRST_PICK, FISH, FOOD, FREE, FREE_CHOICE, FULL_TRACKS, GAIN, GEARS, GOLD,
    HAND, HARVEST, JUNGLE, KEEP, LEARN, LEARN_ANY, LEVEL, LIGHT, MARKET, MAX_LEVEL, MAX_WORKERS, MINE, MIX, MIX_GOLD,
    MIX_STONE, MIX_WOOD, MODE, MONUMENTS, MONUMENT_ROW, NONE, NOTHING, NO_ARCHITECTURE, NUMBERED, OFFERED, OFFERING, ON,
    PAIR_A, PAIR_B, PALENQUE, PAY, PER_CATEGORY, PER_CONSTRUCTION, PER_LEVEL, PER_MONUMENT, PHASE, PICK, PILE, PLACE,
    POINTS, RAISE, RAISE_MONUMENT, RAISE_PLAIN, RAISING, RECRUIT, RESERVE, RISE, RISE_ANY, ROW, SAVE, SAVING, SCORE,
    SEAT, SELL, SKULL, SLOTS, SPARE, STACK, STEP, STONE, STOP, STRIDE, TAKE, TAKEN, TEMPLE, THEOLOGY, TIKAL, TRACK,
    TRACK_COST, TRADE, TURN, TURNS, TWO_DAYS, UNDECIDED, UXMAL, WEALTH, WHICH, WITH_CORN, WOOD, WOOD_TILE, WORKERS,
    YAXCHILAN, count,
)  # fmt: skip
from tablero.games.tzolkin.rules import Tzolkin

# The weights, found by playing greedily against copies of what was known before: some a little different, the mean moved
# towards those that led by most. Scores were let fall below zero, so that hunger costs its points from the beginning.
CORN_W: Final[i64] = 0  # goods, on top of what they are worth at the end, while there is time to use them
WOOD_W: Final[i64] = 1
STONE_W: Final[i64] = 2
GOLD_W: Final[i64] = 3
SKULL_W: Final[i64] = 4
HUNGER_W: Final[i64] = 5  # corn for the next food day
SLOPE_W: Final[i64] = 6  # and how this falls with each day until then
LEAST_W: Final[i64] = 7
COMING_W: Final[i64] = 8  # how surely a riding worker brings its corn in time
STEP_W: Final[i64] = 9  # temple steps: their points, their gifts, standing highest or nearly so
GIFT_W: Final[i64] = 10
HIGHEST_W: Final[i64] = 11
NEARLY_W: Final[i64] = 12
WORKER_W: Final[i64] = 13  # a worker for a round
MEAL_W: Final[i64] = 14
WAIT_W: Final[i64] = 15  # a round of a worker's time
HAND_W: Final[i64] = 16
CLAIM_W: Final[i64] = 17  # the starting-player space
PLACE_W: Final[i64] = 18  # what further workers of the same turn may bring
PICK_W: Final[i64] = 19
BUILD_W: Final[i64] = 20  # buildings that nobody sees yet
WIDE_W: Final[i64] = 21
MISS_W: Final[i64] = 22  # a block that is still missing for a building or a monument
AIM_W: Final[i64] = 23  # blocks that the building or monument aimed at needs
PROMISE_W: Final[i64] = 24  # an offering for which the skull is still missing
LATER_W: Final[i64] = 25  # a worker that rides on
BACK_W: Final[i64] = 26  # a step back
TEMPER_W: Final[i64] = 27  # points that make a move clearly better than another
LEAP_W: Final[i64] = 28
COPY_W: Final[i64] = 29
TRADE_W: Final[i64] = 30
PURSE_W: Final[i64] = 31  # the first corn, with which workers are placed
AGAIN_W: Final[i64] = 32  # a second worker on the same gear in one turn
LIGHT_W: Final[i64] = 33  # two days, for each worker that would ride them
LEVEL_W: Final[i64] = 34  # each level with the whole game ahead, at track * 3 + level
SURPLUS_W: Final[i64] = 46  # how fast more corn than the next meal needs becomes worth less
HEAP_W: Final[i64] = 47  # and more than two blocks
ENOUGH_W: Final[i64] = 48  # the corn that is enough to place with
WEIGHTS: Final[vec[float]] = vec[float](
    [
        0.82, 0.36, 1.34, 2.38, 2.43, 1.5, 0.31, 0.27, 0.85, 0.8, 0.34, 0.45, 0.15, 0.11,
        0.82, 0.66, 0.84, 0.28, 1.06, 0.36, 3.14, 7.39, 1.41, 0.36, 0.16, 0.8, 0.49, 1.58,
        1.11, 0.57, 0.84, 0.48, 0.64, 0.33,
        2.01, 2.29, 3.03, 1.0, 3.15, 1.23, 1.08, 1.68, 2.29, 0.64, 1.49, 3.66,
        0.21, 0.2, 6.42,
    ]
)  # fmt: skip


class Ledger:
    """What things are worth to one seat now."""

    def __init__(self, state: Tzolkin, seat: i64, w: vec[float]) -> None:
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        self.state: Tzolkin = state
        self.seat: i64 = seat
        self.b: i64 = b
        self.w: vec[float] = w
        self.turns: i64 = max(0, state.tables.rounds - v[DAY])  # own turns after this one
        self.ahead: float = float(self.turns) / 26.0
        food: i64 = v[FOOD]
        self.ends: float = 2.0 if food <= 1 else (1.0 if food <= 3 else 0.0)
        self.mids: float = 2.0 if food == 0 else (1.0 if food <= 2 else 0.0)
        self.meals: float = float(4 - food)
        early: float = min(1.0, float(self.turns) / 16.0)
        self.due: i64 = 0
        self.wait: i64 = 0  # days until the next food day
        self.coming: float = 0.0
        if food <= 3:
            self.due = state.due(seat)
            self.wait = max(0, state.tables.food_days[food] - v[DAY])
            self._await_corn()
        # The more there is, the less one more is worth.
        surplus: float = max(0.0, float(v[b + CORN] - self.due) + self.coming)
        self.corn: float = 0.25 + w[CORN_W] * early / (1.0 + w[SURPLUS_W] * surplus)
        heap: float = float(v[b + WOOD] + v[b + STONE] + v[b + GOLD])
        use: float = early / (1.0 + w[HEAP_W] * max(0.0, heap - 2.0))
        self.blocks: vec[float] = vec[float]([0.5 + w[WOOD_W] * use, 0.75 + w[STONE_W] * use, 1.0 + w[GOLD_W] * use])
        self.skull: float = 3.0 + (w[SKULL_W] * min(1.0, float(self.turns) / 6.0))
        self.purse: float = w[PURSE_W] * min(1.0, float(self.turns) / 4.0)
        # Corn for the next food day is worth more, all the more the nearer it is.
        self.hunger: float = 0.0
        if food <= 3:
            self.hunger = max(w[LEAST_W], w[HUNGER_W] - w[SLOPE_W] * float(self.wait) - self.corn)
        # The steps up, and what the building or monument aimed at needs: looked up when first asked for.
        self.ups: vec[float] = vec[float]()
        self.rows: vec[float] = vec[float]()
        self.need: vec[i64] = vec[i64]([0, 0, 0])
        self.aim: float = 0.0
        self.hoped_building: float = -99.0  # the best of each, what is missing for it allowed for
        self.hoped_monument: float = -99.0

    def _await_corn(self) -> None:
        """Count the corn that workers riding on Palenque will bring."""
        on: i64 = self.state.v[self.b + ON + PALENQUE]
        while on != 0:
            low: i64 = on & -on
            on ^= low
            self.coming += self.brings(WHICH[low % 37])

    def brings(self, position: i64) -> float:
        """The corn that a worker on Palenque will have brought by the next food day."""
        action: i64 = min(position + self.wait, 5)
        if action < 1:
            return 0.0
        corn: i64 = 3 if action == 1 else self.reaped(action - 2)
        return self.w[COMING_W] * float(corn)

    # ---------------------------------------------------------------- goods

    def meal(self, have: float, n: float) -> float:
        """What n more corn (or less, below 0) mean for the next food day, with so much there already."""
        due: float = float(self.due)
        return self.hunger * (min(have + n, due) - min(have, due))

    def spared(self, n: i64) -> float:
        """What it means for the next food day to need n corn less."""
        have: float = float(self.state.v[self.b + CORN]) + self.coming
        return self.hunger * min(float(n), max(0.0, float(self.due) - have))

    def corn_gain(self, n: i64) -> float:
        """What so much more corn (or less, below 0) is worth."""
        have: i64 = self.state.v[self.b + CORN]
        enough: float = self.w[ENOUGH_W]
        found: float = self.corn * float(n)
        found += self.purse * (min(float(have + n), enough) - min(float(have), enough))
        return found + self.meal(float(have) + self.coming, float(n))

    def block_gain(self, r: i64, n: i64) -> float:
        """What n more blocks of a kind (or less, below 0) are worth: more when the aim needs them."""
        found: float = self.blocks[r] * float(n)
        if self.aim > 0.0:
            have: i64 = self.state.v[self.b + WOOD + r]
            need: i64 = self.need[r]
            found += self.aim * float(min(have + n, need) - min(have, need))
        return found

    def goods(self, material: i64, n: i64) -> float:
        if material == CORN:
            return self.corn_gain(n)
        if material == SKULL:
            return self.skull * float(min(n, self.state.v[RESERVE]))
        return self.block_gain(material - WOOD, n)

    def cheapest_blocks(self, n: i64) -> float:
        """What the n cheapest blocks of the seat are worth; 99 when there are not so many."""
        v = self.state.v
        total: float = 0.0
        wood: i64 = v[self.b + WOOD]
        stone: i64 = v[self.b + STONE]
        gold: i64 = v[self.b + GOLD]
        if wood + stone + gold < n:
            return 99.0
        k: i64 = min(n, wood)
        total -= self.block_gain(0, -k)
        n -= k
        k = min(n, stone)
        total -= self.block_gain(1, -k)
        n -= k
        return total - self.block_gain(2, -n)

    # ---------------------------------------------------------------- temples, technologies, workers

    def _highest(self, temple: i64, step: i64) -> float:
        """What standing highest, or nearly so, is worth on this step."""
        best: i64 = 0
        for other in range(self.state.seats):
            if other != self.seat:
                best = max(best, self.state.v[SEAT + other * STRIDE + STEP + temple])
        if step < best - 1 or self.ends < 0.5:
            return 0.0
        highest = self.state.tables.highest
        bonus: float = float(highest[2 * temple + 1])
        if self.ends > 1.5:
            bonus += float(highest[2 * temple])
        bonus *= self.w[HIGHEST_W]
        if step > best:
            return bonus
        return bonus * 0.5 if step == best else bonus * self.w[NEARLY_W]

    def _gift(self, temple: i64, step: i64) -> float:
        """What this step adds to the gifts of the food days to come."""
        material: i64 = self.state.tables.step_material[16 * temple + step]
        if material == 0:
            return 0.0
        worth: float = self.skull if material == SKULL + 1 else self.blocks[material - 1 - WOOD]
        return worth * self.mids * self.w[GIFT_W]

    def _rise(self, temple: i64, step: i64) -> float:
        """What standing on a step is worth more than standing on the one below it."""
        points = self.state.tables.step_points
        at: i64 = 16 * temple + step
        found: float = float(points[at] - points[at - 1]) * self.ends * self.w[STEP_W]
        return found + self._gift(temple, step) + self._highest(temple, step) - self._highest(temple, step - 1)

    def step(self, temple: i64, step: i64) -> float:
        """What standing on a step is worth, all food days to come taken together."""
        found: float = float(self.state.tables.step_points[16 * temple + step]) * self.ends * self.w[STEP_W]
        for below in range(step + 1):
            found += self._gift(temple, below)
        return found + self._highest(temple, step)

    def up(self, temple: i64) -> float:
        """What a step up brings."""
        if len(self.ups) == 0:
            for t in range(3):
                self.ups = append(self.ups, self._up(t))
        return self.ups[temple]

    def _up(self, temple: i64) -> float:
        v = self.state.v
        at: i64 = v[self.b + STEP + temple]
        top: i64 = self.state.tables.top[temple]
        if at == top:
            return 0.0
        if at + 1 == top:
            for other in range(self.state.seats):
                if v[SEAT + other * STRIDE + STEP + temple] == top:
                    return 0.0
        return self._rise(temple, at + 1)

    def down(self, temple: i64) -> float:
        """What a step down costs, as a number below 0."""
        at: i64 = self.state.v[self.b + STEP + temple]
        return -self._rise(temple, at) if at > 0 else -99.0

    def best_up(self, n: i64) -> float:
        """The best steps in n different temples."""
        a: float = self.up(0)
        c: float = self.up(1)
        d: float = self.up(2)
        if n == 1:
            return max(a, max(c, d))
        return a + c + d - min(a, min(c, d))

    def level(self, track: i64) -> float:
        """What one more advance on a track brings."""
        at: i64 = self.state.v[self.b + LEVEL + track]
        if at < MAX_LEVEL:
            return self.w[LEVEL_W + 3 * track + at] * self.ahead + self._monument_level(at)
        if track == AGRICULTURE:
            return self.best_up(1)
        if track == EXTRACTION:
            return 2.0 * self.blocks[2]
        if track == ARCHITECTURE:
            return 3.0
        return self.skull

    def _monument_level(self, at: i64) -> float:
        """What a level adds to monuments that count levels."""
        tables = self.state.tables
        mine: i64 = self.state.v[self.b + MONUMENTS]
        found: float = 0.0
        while mine != 0:
            low: i64 = mine & -mine
            mine ^= low
            way: i64 = tables.monument_way[WHICH[low % 37]]
            if way == PER_LEVEL:
                found += 3.0
            elif way == FULL_TRACKS and at == 2:
                found += 10.0
        return found

    def best_level(self) -> float:
        return max(max(self.level(0), self.level(1)), max(self.level(2), self.level(3)))

    def worker(self) -> float:
        """One more worker."""
        if self.state.v[self.b + WORKERS] >= MAX_WORKERS:
            return 0.0
        return self.w[WORKER_W] * float(self.turns) - self.w[MEAL_W] * self.meals

    # ---------------------------------------------------------------- tiles and spaces

    def program(self, pc: i64) -> float:
        """What a program brings, its choices made well."""
        state = self.state
        v = state.v
        code = state.tables.code
        found: float = 0.0
        while code[pc] != STOP:
            op: i64 = code[pc]
            n: i64 = code[pc + 1]
            m: i64 = code[pc + 2]
            if op == GAIN:
                found += self.goods(m, n)
            elif op == MINE:
                bonus: i64 = 0
                if m == SKULL:
                    bonus = 1 if v[self.b + LEVEL + THEOLOGY] >= 3 else 0
                elif m != CORN and v[self.b + LEVEL + EXTRACTION] >= m:
                    bonus = 1
                found += self.goods(m, n + bonus)
            elif op == POINTS:
                found += float(n)
            elif op == RISE:
                found += self.up(m) * float(n)
            elif op == RISE_ANY:
                found += self.best_up(n)
            elif op == LEARN:
                found += self.level(m) * float(n)
            elif op == LEARN_ANY:
                found += self.best_level() * float(n)
            elif op == FISH:
                found += self.corn_gain(n + (1 if v[self.b + LEVEL + AGRICULTURE] >= 2 else 0))
            elif op == RECRUIT:
                found += self.worker()
            elif op == CHOOSE_BLOCKS:
                found += self.blocks[2] * float(n)
            elif op == FEED:
                spare: i64 = min(n, max(0, v[self.b + WORKERS] - v[self.b + FREE]))
                found += self.w[MEAL_W] * self.meals * float(spare) + 0.4 * float(n - spare)
                found += self.spared(spare * max(0, 2 - v[self.b + DISCOUNT]))
            elif op == SPARE:
                if v[self.b + DISCOUNT] < 2:
                    hungry: i64 = max(0, v[self.b + WORKERS] + 1 - v[self.b + FREE])
                    found += 0.5 * self.w[MEAL_W] * self.meals * float(hungry) + self.spared(hungry)
            elif op == TRADE:
                found += self.w[TRADE_W]
            elif op == COPYING or op == RAISING:
                found += 1.5
            pc += 3
        return found

    def gross(self, slot: i64) -> float:
        """What the building in this place of the row brings, whatever it costs."""
        if len(self.rows) == 0:
            v = self.state.v
            for k in range(SLOTS):
                tile: i64 = v[ROW + k]
                found: float = -99.0
                if tile != NONE:
                    found = self.program(self.state.tables.building[tile]) + self._monument_share(tile)
                self.rows = append(self.rows, found)
        return self.rows[slot]

    def _monument_share(self, tile: i64) -> float:
        """What a building adds to the seat's monuments."""
        tables = self.state.tables
        mine: i64 = self.state.v[self.b + MONUMENTS]
        found: float = 0.0
        while mine != 0:
            low: i64 = mine & -mine
            mine ^= low
            m: i64 = WHICH[low % 37]
            if tables.monument_way[m] == PER_CONSTRUCTION:
                found += 2.0
            elif tables.monument_way[m] == PER_CATEGORY:
                if tables.monument_category[m] == tables.building_category[tile]:
                    found += 4.0
        return found

    def building(self, slot: i64, flags: i64, corn: i64, strict: bool) -> float:
        """What the building in a place of the row brings after its cost. What is missing counts extra; with `strict`
        on nothing may be missing."""
        state = self.state
        v = state.v
        tile: i64 = v[ROW + slot]
        if tile == NONE or (strict and not state.affords(tile, flags, corn)):
            return -99.0
        tables = state.tables
        level: i64 = v[self.b + LEVEL + ARCHITECTURE] if flags & NO_ARCHITECTURE == 0 else 0
        found: float = self.gross(slot)
        if flags & WITH_CORN != 0:
            price: i64 = 2 * (tables.building_sum[tile] - (1 if level == MAX_LEVEL else 0))
            found += self.corn_gain(-price)
            if price > corn:
                found -= 0.5 * self.w[MISS_W] * float(price - corn)
        else:
            dearest: float = 0.0
            missing: i64 = 0
            for r in range(3):
                n: i64 = tables.building_cost[3 * tile + r]
                if n > 0:
                    found += self.block_gain(r, -n)
                    dearest = self.blocks[r]
                    missing += max(0, n - v[self.b + WOOD + r])
            if level == MAX_LEVEL:
                found += dearest
                missing -= 1
            if missing > 0:
                found -= self.w[MISS_W] * float(missing)
        if level >= 1:
            found += self.corn
        if level >= 2:
            found += 2.0
        return found

    def monument(self, slot: i64, strict: bool) -> float:
        """What building a monument brings after its cost, and after what is missing for it, as for buildings."""
        state = self.state
        v = state.v
        tile: i64 = v[MONUMENT_ROW + slot]
        if tile == NONE or (strict and not state.affords_monument(tile)):
            return -99.0
        # It counts itself only once it stands, and grows a little until the end.
        tables = state.tables
        way: i64 = tables.monument_way[tile]
        found: float = float(state.monument_points(self.seat, tile))
        if way == PER_CATEGORY or way == PER_CONSTRUCTION:
            found += float(tables.monument_each[tile])
        elif way == PER_MONUMENT:
            found += float(tables.monument_scale[8 * tile + state.seats]) * 1.5
        found *= 1.0 + 0.25 * self.ahead
        missing: i64 = 0
        for r in range(3):
            n: i64 = tables.monument_cost[4 * tile + r]
            found += self.block_gain(r, -n)
            missing += max(0, n - v[self.b + WOOD + r])
        n = tables.monument_cost[4 * tile + 3]
        missing += max(0, n - v[self.b + SKULL])
        return found - self.skull * float(n) - self.w[MISS_W] * float(missing)

    def best_building(self, flags: i64, corn: i64, strict: bool) -> float:
        best: float = -99.0
        for slot in range(SLOTS):
            best = max(best, self.building(slot, flags, corn, strict))
        return best

    def take_aim(self) -> None:
        """Choose the building or monument to gather blocks for: the best of those that blocks are missing for."""
        tables = self.state.tables
        v = self.state.v
        best: float = 0.0
        aim: i64 = NONE
        for k in range(2 * SLOTS):
            found: float
            if k < SLOTS:
                found = self.building(k, 0, 0, False)
                self.hoped_building = max(self.hoped_building, found)
            else:
                found = self.monument(k - SLOTS, False)
                self.hoped_monument = max(self.hoped_monument, found)
            if found > best:
                best = found
                aim = k
        if aim == NONE:
            return
        total: i64 = 0
        for r in range(3):
            if aim < SLOTS:
                self.need[r] = tables.building_cost[3 * v[ROW + aim] + r]
            else:
                self.need[r] = tables.monument_cost[4 * v[MONUMENT_ROW + aim - SLOTS] + r]
            total += self.need[r]
        self.aim = self.w[AIM_W] * best / float(total)

    def two_buildings(self) -> float:
        """The best building that can be paid, and another one if the blocks left are enough for it."""
        v = self.state.v
        cost = self.state.tables.building_cost
        best: i64 = NONE
        first: float = 0.0
        for slot in range(SLOTS):
            found: float = self.building(slot, 0, 0, True)
            if found > first:
                best = slot
                first = found
        second: float = 0.0
        if best != NONE:
            for slot in range(SLOTS):
                if slot != best and v[ROW + slot] != NONE:
                    paid: bool = True
                    for r in range(3):
                        both: i64 = cost[3 * v[ROW + best] + r] + cost[3 * v[ROW + slot] + r]
                        paid = paid and both <= v[self.b + WOOD + r]
                    if paid:
                        second = max(second, self.building(slot, NO_ARCHITECTURE, 0, True))
        return first + second

    def reaped(self, group: i64) -> i64:
        """The corn of a harvest."""
        level: i64 = self.state.v[self.b + LEVEL + AGRICULTURE]
        return self.state.tables.reaped_corn[group] + (3 if level == 3 else (1 if level >= 1 else 0))

    def harvest(self, group: i64, move: i64) -> float:
        v = self.state.v
        tables = self.state.tables
        if move == WOOD_TILE:
            n: i64 = tables.reaped_wood[group] + (1 if v[self.b + LEVEL + EXTRACTION] >= 1 else 0)
            return self.goods(WOOD, n) + 0.2
        found: float = self.corn_gain(self.reaped(group))
        if move != CORN_ONLY:
            found += 0.2
        if move == BURN:
            found += max(self.down(0), max(self.down(1), self.down(2)))
        return found

    def space(self, gear: i64, action: i64, corn: i64, strict: bool) -> float:
        """What a space brings now; with `strict` off, what it may bring later, when goods have been gathered for it."""
        state = self.state
        v = state.v
        if gear == PALENQUE and action > 1:
            group: i64 = action - 2
            best: float = -99.0
            if v[JUNGLE + 2 * group + 1] > 0:
                best = self.harvest(group, CORN_TILE)
            elif v[self.b + LEVEL + AGRICULTURE] >= 2:
                best = self.harvest(group, CORN_ONLY)
            if v[JUNGLE + 2 * group] > 0:
                best = max(best, self.harvest(group, WOOD_TILE))
                if state.can_descend():
                    best = max(best, self.harvest(group, BURN))
            return best
        if gear <= YAXCHILAN:
            return self.program(state.tables.space[gear * 11 + action])
        if gear == TIKAL:
            return self._tikal(action, strict)
        if gear == UXMAL:
            if action == 1:
                return self.best_up(1) + self.corn_gain(-3) if corn >= 3 or not strict else -99.0
            if action == 2:
                return self.w[TRADE_W]
            if action == 3:
                return self.worker()
            if action == 4:
                found = self.best_building(WITH_CORN, corn, strict)
                return found if strict else max(found, self.w[BUILD_W] * self.ahead + 0.5)
            return self._copied(corn) if corn >= 1 or not strict else -99.0
        # Chichen Itza
        if v[OFFERED] & BIT[action] != 0 or (strict and v[self.b + SKULL] == 0):
            return -99.0
        worth: float = self.program(state.tables.space[gear * 11 + action]) - self.skull
        if v[self.b + LEVEL + THEOLOGY] >= 2:
            worth += max(0.0, self.best_up(1) - 1.2)
        return worth

    def _copied(self, corn: i64) -> float:
        """The best space of the other gears, for a corn."""
        best: float = 0.0
        for gear in range(UXMAL):
            for action in range(1, 6):
                best = max(best, self.space(gear, action, corn - 1, True))
        return best + self.corn_gain(-1)

    def _tikal(self, action: i64, strict: bool) -> float:
        state = self.state
        hopes: float = 0.75 if strict else 1.0
        if action == 1 or action == 3:
            first: float = -99.0
            second: float = 0.0
            for track in range(4):
                n: i64 = TRACK_COST[state.v[self.b + LEVEL + track]]
                cost: float = self.cheapest_blocks(n)
                if not strict:
                    cost = min(cost, 1.4 * float(n))
                gain: float = self.level(track) - cost
                if gain > first:
                    second = max(second, first)
                    first = gain
                else:
                    second = max(second, gain)
            return first + max(0.0, second) * hopes if action == 3 else first
        if action == 5:
            cost = self.cheapest_blocks(1)
            if cost > 90.0 and not strict:
                cost = 1.5
            return self.best_up(2) - cost
        if not strict:
            if action == 2:
                return max(self.hoped_building, self.w[BUILD_W] * self.ahead + 0.5)
            wide: float = max(self.hoped_building, self.hoped_monument)
            return max(wide, self.w[WIDE_W] * self.ahead + 0.5)
        if action == 2:
            return self.best_building(0, 0, True)
        found: float = self.two_buildings()
        for slot in range(SLOTS):
            found = max(found, self.monument(slot, True))
        return found

    # ---------------------------------------------------------------- workers on the gears

    def reach(self, gear: i64, position: i64) -> float:
        """The best that a worker on this position can do now; nothing at all is 0."""
        state = self.state
        best: float = 0.0
        corn: i64 = state.v[self.b + CORN]
        coming: float = self.coming
        if gear == PALENQUE:
            self.coming -= self.brings(position)  # not to count its corn twice
        for action in range(1, ACTIONS[gear] + 1):
            fee = state.fee_of(self.b, gear, position, action)
            if 0 <= fee <= corn:
                found = self.space(gear, action, corn - fee, True)
                if fee > 0:
                    found += self.corn_gain(-fee)
                best = max(best, found)
        self.coming = coming
        return best

    def hopes(self) -> vec[float]:
        """What each space may bring later, at gear * 11 + action; meals for the next food day not counted."""
        out = vec[float](capacity=56)
        corn: i64 = self.state.v[self.b + CORN]
        hunger: float = self.hunger
        self.hunger = 0.0
        for gear in range(GEARS):
            for action in range(11):
                found: float = 0.0
                if 0 < action <= ACTIONS[gear]:
                    if gear == UXMAL and action == 5:
                        for k in range(UXMAL * 11):
                            found = max(found, out[k])
                        found = found * self.w[COPY_W]
                    else:
                        found = self.space(gear, action, corn, False)
                out = append(out, found)
        self.hunger = hunger
        return out

    def stay(self, hopes: vec[float], gear: i64, position: i64, placed: bool) -> float:
        """What a worker on this position is worth: the best action to ride to, less the waiting. `placed` is off for
        one that is still to be placed."""
        if gear == CHICHEN and self.state.v[self.b + SKULL] < count(self.state.v[self.b + ON + CHICHEN]) + (
            0 if placed else 1
        ):
            return self.w[PROMISE_W] * self._ride(hopes, gear, position, 0.0)
        have: float = 0.0
        if gear == PALENQUE:
            have = float(self.state.v[self.b + CORN]) + self.coming
            if placed:
                have -= self.brings(position)
        return self._ride(hopes, gear, position, have)

    def _ride(self, hopes: vec[float], gear: i64, position: i64, have: float) -> float:
        best: float = 0.0
        back: float = self.w[BACK_W]
        free: i64 = FREE_CHOICE[gear]
        last: i64 = 10 if gear == CHICHEN else 7
        top: float = 0.0
        for action in range(1, min(position, free - 1) + 1):
            # Lower actions cost a corn each step; one step is what it mostly is.
            top = max(top, hopes[gear * 11 + action] - back * float(position - action))
        for days in range(1, min(self.turns, last - position) + 1):
            at: i64 = position + days
            if at >= free:
                for action in range(1, free if gear == CHICHEN else 6):
                    top = max(top, hopes[gear * 11 + action])
            else:
                top = max(top - back, hopes[gear * 11 + at])
            found: float = top - self.w[WAIT_W] * float(days - 1)
            if gear == PALENQUE and days <= self.wait:
                corn: i64 = 3 if at == 1 else self.reaped(min(at, 5) - 2)
                found += self.meal(have, float(corn))
            best = max(best, found)
        return best * self.w[LATER_W]

    def hand(self) -> float:
        """A worker in hand."""
        return min(self.w[HAND_W], 0.5 * float(self.turns))

    # ---------------------------------------------------------------- the whole position

    def worth(self) -> float:
        """How the seat stands, in points."""
        state = self.state
        v = state.v
        b: i64 = self.b
        self.take_aim()
        found: float = float(v[b + SCORE]) + self.corn * float(v[b + CORN])
        found += self.purse * min(float(v[b + CORN]), self.w[ENOUGH_W])
        found += self.meal(0.0, float(v[b + CORN]) + self.coming) - self.hunger * float(self.due)
        for r in range(3):
            have: i64 = v[b + WOOD + r]
            found += self.blocks[r] * float(have) + self.aim * float(min(have, self.need[r]))
        found += self.skull * float(v[b + SKULL])
        for temple in range(3):
            found += self.step(temple, v[b + STEP + temple])
        for track in range(4):
            for level in range(v[b + LEVEL + track]):
                found += self.w[LEVEL_W + 3 * track + level] * self.ahead
        found += self.w[WORKER_W] * float(self.turns) * float(v[b + WORKERS] - 3)
        found -= 0.5 * self.w[MEAL_W] * self.meals * float(self.due)
        tiles: i64 = v[b + MONUMENTS]
        while tiles != 0:
            low: i64 = tiles & -tiles
            tiles ^= low
            found += float(state.monument_points(self.seat, WHICH[low % 37]))
        if v[b + LIGHT] == 1:
            found += 0.6 * min(1.0, self.ahead * 4.0)
        hopes = self.hopes()
        for gear in range(GEARS):
            on: i64 = v[b + ON + gear]
            while on != 0:
                low = on & -on
                on ^= low
                position: i64 = WHICH[low % 37]
                found += max(self.stay(hopes, gear, position, True), 0.9 * self.reach(gear, position))
        return found + self.hand() * float(v[b + HAND])


class TzolkinSense(Sense):
    """Climbs temples, keeps corn for its workers, gathers blocks for what it wants to build, and picks workers up when
    waiting no longer pays."""

    def __init__(self, weights: vec[float] = WEIGHTS) -> None:
        self.w: vec[float] = weights

    def weigh(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Tzolkin)
        ledger = Ledger(state, seat, self.w)
        ledger.take_aim()
        v = state.v
        out: vec[float]
        if v[PHASE] == WEALTH:
            out = self._weigh_wealth(ledger, moves)
        elif v[STACK + v[DEPTH] - 1] & 31 == TURN:
            out = self._weigh_turn(ledger, moves)
        else:
            out = vec[float](capacity=24)
            frame: i64 = v[STACK + v[DEPTH] - 1]
            for i in range(len(moves)):
                out = append(out, self._choice(ledger, frame & 31, (frame >> 5) & 63, frame >> 11, moves[i]))
        for i in range(len(out)):
            out[i] = out[i] / self.w[TEMPER_W]
        return out

    def _weigh_wealth(self, ledger: Ledger, moves: vec[i64]) -> vec[float]:
        v = ledger.state.v
        tables = ledger.state.tables
        out = vec[float](capacity=8)
        for i in range(len(moves)):
            pair: i64 = moves[i] - KEEP
            a: i64 = v[ledger.b + DEALT + PAIR_A[pair]]
            c: i64 = v[ledger.b + DEALT + PAIR_B[pair]]
            out = append(out, ledger.program(tables.wealth[a]) + ledger.program(tables.wealth[c]))
        return out

    def _weigh_turn(self, ledger: Ledger, moves: vec[i64]) -> vec[float]:
        """Placing against picking up: what the whole turn may bring decides between them."""
        state = ledger.state
        v = state.v
        b: i64 = ledger.b
        hopes = ledger.hopes()
        hand: float = ledger.hand()
        out = vec[float](capacity=24)
        picks: float = 0.0
        lost: float = 0.0  # what workers that fall off today could have done
        places = vec[float]([-99.0, -99.0, -99.0, -99.0, -99.0, -99.0])
        for i in range(len(moves)):
            move: i64 = moves[i]
            found: float = 0.0
            if move == END:
                found = 0.0
            elif move >= PICK:
                gear: i64 = min((move - PICK) // 8, CHICHEN)
                position: i64 = move - FIRST_PICK[gear]
                found = ledger.reach(gear, position)
                if BIT[position + 1] & NUMBERED[gear] == 0:
                    lost += found
                found += hand - ledger.stay(hopes, gear, position, True)
                if found > 0.0:
                    picks += found
            elif move >= PLACE:
                found = self._placing(ledger, hopes, move - PLACE)
                places[move - PLACE] = found
            else:
                found = self._begging(ledger, move - BEG)
            out = append(out, found)
        if v[MODE] == UNDECIDED:
            placings: float = self._placings(ledger, places, v[b + HAND])
            for i in range(len(moves)):
                if moves[i] >= PICK:
                    out[i] += max(0.0, picks - max(0.0, out[i])) * self.w[PICK_W]
                elif moves[i] >= PLACE:
                    out[i] += placings * self.w[PLACE_W] - lost
        return out

    def _placings(self, ledger: Ledger, places: vec[float], hand: i64) -> float:
        """What the workers after the first one bring, each a corn dearer than the one before."""
        total: float = 0.0
        for k in range(hand):
            best: i64 = 0
            for gear in range(1, GEARS + 1):
                if places[gear] > places[best]:
                    best = gear
            found: float = places[best] - ledger.corn * float(k)
            if found <= 0.0:
                break
            if k > 0:
                total += found
            places[best] = -99.0 if best == GEARS else places[best] - self.w[AGAIN_W]
        return total

    def _placing(self, ledger: Ledger, hopes: vec[float], gear: i64) -> float:
        state = ledger.state
        v = state.v
        b: i64 = ledger.b
        price: i64 = min(state.price(gear), v[b + CORN])
        found: float = ledger.corn_gain(-price) - ledger.hand()
        if gear == GEARS:
            # The pile, the first turn, and the worker back at once.
            found += ledger.corn_gain(v[PILE]) + ledger.hand()
            found += self.w[CLAIM_W] * min(1.0, 0.3 * float(ledger.turns)) - 0.3
            if state.may_leap(ledger.seat):
                found += self.w[LIGHT_W] * float(state.on_gears(ledger.seat))
            return found
        empty: i64 = ~v[TAKEN + gear] & NUMBERED[gear]
        return found + ledger.stay(hopes, gear, WHICH[(empty & -empty) % 37], False)

    def _begging(self, ledger: Ledger, temple: i64) -> float:
        corn: i64 = ledger.state.v[ledger.b + CORN]
        return ledger.corn_gain(3 - corn) + ledger.down(temple) - 0.6

    def _choice(self, ledger: Ledger, kind: i64, a: i64, b: i64, move: i64) -> float:
        state = ledger.state
        v = state.v
        at: i64 = ledger.b
        corn: i64 = v[at + CORN]
        if move == DONE or move == NOTHING:
            return 0.0
        if kind == ACTION:
            fee = state.fee(a, b, move - ACT)
            return ledger.space(a, move - ACT, corn - fee, True) + ledger.corn_gain(-fee)
        if kind == HARVEST:
            return ledger.harvest(a, move)
        if kind == ANGER:
            return ledger.down(move - DESCEND)
        if kind == TEMPLE:
            return ledger.up(move - CLIMB)
        if kind == TRACK:
            track: i64 = move - ADVANCE_ON
            cost: float = 0.0
            if b & 1 != 0:
                cost = ledger.cheapest_blocks(TRACK_COST[v[at + LEVEL + track]])
            return ledger.level(track) - cost
        if kind == PAY or kind == TAKE or kind == OFFERING:
            mix: i64 = move - MIX
            sign: i64 = 1 if kind == TAKE else -1
            worth: float = (
                ledger.block_gain(0, sign * MIX_WOOD[mix])
                + ledger.block_gain(1, sign * MIX_STONE[mix])
                + ledger.block_gain(2, sign * MIX_GOLD[mix])
            )
            return ledger.best_up(1) + worth if kind == OFFERING else worth
        if kind == BUILD:
            if move >= RAISE_MONUMENT:
                return ledger.monument(move - RAISE_MONUMENT, True)
            if move >= RAISE_PLAIN:
                return ledger.building(move - RAISE_PLAIN, a | NO_ARCHITECTURE, corn, True) + 0.3
            return ledger.building(move - RAISE, a, corn, True)
        if kind == SAVE:
            return ledger.blocks[move - SAVING]
        if kind == MARKET:
            r: i64 = move - BUY if move >= BUY else move - SELL
            if move >= BUY:
                return ledger.block_gain(r, 1) + ledger.corn_gain(-(r + 2)) - 0.05
            return ledger.corn_gain(r + 2) + ledger.block_gain(r, -1) - 0.05
        if kind == ANY:
            gear: i64 = (move - COPY) // 5
            return ledger.space(gear, (move - COPY) % 5 + 1, corn - b, True) + ledger.corn_gain(-b)
        if kind == DAYS:
            if move == TWO_DAYS:
                return self._leap(ledger)
            return 0.0
        return 0.0

    def _leap(self, ledger: Ledger) -> float:
        """Two days help whose workers gain most by a day more, and whose corn suffices."""
        state = ledger.state
        active: i64 = state.v[ACTIVE]
        found: float = self._day(ledger)
        for seat in range(state.seats):
            if seat != ledger.seat:
                state.v[ACTIVE] = seat
                found -= self._day(Ledger(state, seat, self.w)) / float(state.seats - 1)
        state.v[ACTIVE] = active
        if ledger.due > state.v[ledger.b + CORN]:
            found -= 1.0
        return found * self.w[LEAP_W] - 0.6

    def _day(self, ledger: Ledger) -> float:
        """What a day more brings to the workers of a seat."""
        v = ledger.state.v
        hopes = ledger.hopes()
        found: float = 0.0
        for gear in range(GEARS):
            on: i64 = v[ledger.b + ON + gear]
            while on != 0:
                low: i64 = on & -on
                on ^= low
                at: i64 = WHICH[low % 37]
                found += max(ledger.stay(hopes, gear, at + 1, True), ledger.reach(gear, at + 1))
                found -= max(ledger.stay(hopes, gear, at, True), ledger.reach(gear, at))
        return found

    def outlook(self, state: State) -> vec[float]:
        assert isinstance(state, Tzolkin)
        n: i64 = state.seats
        worths = vec[float](capacity=4)
        # What can be paid is asked of the seat on the move, so each has the move while it is judged.
        active: i64 = state.v[ACTIVE]
        for seat in range(n):
            state.v[ACTIVE] = seat
            worths = append(worths, Ledger(state, seat, self.w).worth())
        state.v[ACTIVE] = active
        out = vec[float](capacity=4)
        # A lead weighs more when little is left to be played.
        scale: float = 6.0 + 12.0 * float(max(0, state.tables.rounds - state.v[DAY])) / 26.0
        for seat in range(n):
            rival: float = -999.0
            for other in range(n):
                if other != seat:
                    rival = max(rival, worths[other])
            out = append(out, 1.0 / (1.0 + math.exp((rival - worths[seat]) / scale)))
        return out

    def calm(self, state: State) -> bool:
        """The start of a round: everybody has had as many turns."""
        assert isinstance(state, Tzolkin)
        v = state.v
        frame: i64 = v[STACK + v[DEPTH] - 1] if v[DEPTH] > 0 else NONE
        return frame & 31 == TURN and v[TURNS] == 0 and v[MODE] == UNDECIDED
