"""What a bot reads off a position of Tzolk'in: what goods, steps, levels, tiles and spaces are worth to a seat.

Everything is counted in points. Goods, temple steps, technologies and workers have a worth that falls as the calendar
runs out.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.evaluation import weights as by
from tablero.games.tzolkin.rules import Tzolkin


class Features:
    """What things are worth to one seat now."""

    def __init__(self, state: Tzolkin, seat: i64, w: vec[float]) -> None:
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        self.state: Tzolkin = state
        self.seat: i64 = seat
        self.b: i64 = b
        self.w: vec[float] = w
        self.turns: i64 = max(0, state.tables.rounds - v[at.DAY])  # own turns after this one
        self.ahead: float = float(self.turns) / 26.0
        food: i64 = v[at.FOOD]
        self.ends: float = 2.0 if food <= 1 else (1.0 if food <= 3 else 0.0)
        self.mids: float = 2.0 if food == 0 else (1.0 if food <= 2 else 0.0)
        self.meals: float = float(4 - food)
        early: float = min(1.0, float(self.turns) / 16.0)
        self.due: i64 = 0
        self.wait: i64 = 0  # days until the next food day
        self.coming: float = 0.0
        if food <= 3:
            self.due = state.due(seat)
            self.wait = max(0, state.tables.food_days[food] - v[at.DAY])
            self._await_corn()
        # The more there is, the less one more is worth.
        surplus: float = max(0.0, float(v[b + at.CORN] - self.due) + self.coming)
        self.corn: float = 0.25 + w[by.CORN_W] * early / (1.0 + w[by.SURPLUS_W] * surplus)
        heap: float = float(v[b + at.WOOD] + v[b + at.STONE] + v[b + at.GOLD])
        use: float = early / (1.0 + w[by.HEAP_W] * max(0.0, heap - 2.0))
        value = state.tables.block_value
        self.blocks: vec[float] = vec[float](
            [
                0.25 * float(value[0]) + w[by.WOOD_W] * use,
                0.25 * float(value[1]) + w[by.STONE_W] * use,
                0.25 * float(value[2]) + w[by.GOLD_W] * use,
            ]
        )
        self.skull: float = float(state.tables.skull_points) + (w[by.SKULL_W] * min(1.0, float(self.turns) / 6.0))
        self.purse: float = w[by.PURSE_W] * min(1.0, float(self.turns) / 4.0)
        # Corn for the next food day is worth more, all the more the nearer it is.
        self.hunger: float = 0.0
        if food <= 3:
            self.hunger = max(w[by.LEAST_W], w[by.HUNGER_W] - w[by.SLOPE_W] * float(self.wait) - self.corn)
        # The steps up, buildings, spaces, and what the building or monument aimed at needs: looked up when first asked
        # for.
        self.ups: vec[float] = vec[float]()
        self.rows: vec[float] = vec[float]()
        self.hoped: vec[float] = vec[float]()
        self.hoped_gears: i64 = 0  # one bit each
        self.need: vec[i64] = vec[i64]([0, 0, 0])
        self.aim: float = 0.0
        self.hoped_building: float = -99.0  # the best of each, what is missing for it allowed for
        self.hoped_monument: float = -99.0

    def _await_corn(self) -> None:
        """Count the corn that workers riding on Palenque will bring."""
        on: i64 = self.state.v[self.b + at.ON + at.PALENQUE]
        while on != 0:
            low: i64 = on & -on
            on ^= low
            self.coming += self.brings(at.WHICH[low % 37])

    def brings(self, position: i64) -> float:
        """The corn that a worker on Palenque will have brought by the next food day."""
        action: i64 = min(position + self.wait, 5)
        if action < 1:
            return 0.0
        corn: i64 = self.state.tables.fish if action == 1 else self.reaped(action - 2)
        return self.w[by.COMING_W] * float(corn)

    # ---------------------------------------------------------------- goods

    def meal(self, have: float, n: float) -> float:
        """What n more corn (or less, below 0) mean for the next food day, with so much there already."""
        due: float = float(self.due)
        return self.hunger * (min(have + n, due) - min(have, due))

    def spared(self, n: i64) -> float:
        """What it means for the next food day to need n corn less."""
        have: float = float(self.state.v[self.b + at.CORN]) + self.coming
        return self.hunger * min(float(n), max(0.0, float(self.due) - have))

    def corn_gain(self, n: i64) -> float:
        """What so much more corn (or less, below 0) is worth."""
        have: i64 = self.state.v[self.b + at.CORN]
        enough: float = self.w[by.ENOUGH_W]
        found: float = self.corn * float(n)
        found += self.purse * (min(float(have + n), enough) - min(float(have), enough))
        return found + self.meal(float(have) + self.coming, float(n))

    def block_gain(self, r: i64, n: i64) -> float:
        """What n more blocks of a kind (or less, below 0) are worth: more when the aim needs them."""
        found: float = self.blocks[r] * float(n)
        if self.aim > 0.0:
            have: i64 = self.state.v[self.b + at.WOOD + r]
            need: i64 = self.need[r]
            found += self.aim * float(min(have + n, need) - min(have, need))
        return found

    def goods(self, material: i64, n: i64) -> float:
        if material == at.CORN:
            return self.corn_gain(n)
        if material == at.SKULL:
            return self.skull * float(min(n, self.state.v[at.RESERVE]))
        return self.block_gain(material - at.WOOD, n)

    def cheapest_blocks(self, n: i64) -> float:
        """What the n cheapest blocks of the seat are worth; 99 when there are not so many."""
        v = self.state.v
        total: float = 0.0
        wood: i64 = v[self.b + at.WOOD]
        stone: i64 = v[self.b + at.STONE]
        gold: i64 = v[self.b + at.GOLD]
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
                best = max(best, self.state.v[at.SEAT + other * at.STRIDE + at.STEP + temple])
        if step < best - 1 or self.ends < 0.5:
            return 0.0
        highest = self.state.tables.highest
        bonus: float = float(highest[2 * temple + 1])
        if self.ends > 1.5:
            bonus += float(highest[2 * temple])
        bonus *= self.w[by.HIGHEST_W]
        if step > best:
            return bonus
        return bonus * 0.5 if step == best else bonus * self.w[by.NEARLY_W]

    def _gift(self, temple: i64, step: i64) -> float:
        """What this step adds to the gifts of the food days to come."""
        material: i64 = self.state.tables.step_material[16 * temple + step]
        if material == 0:
            return 0.0
        worth: float = self.skull if material == at.SKULL + 1 else self.blocks[material - 1 - at.WOOD]
        return worth * self.mids * self.w[by.GIFT_W]

    def _rise(self, temple: i64, step: i64) -> float:
        """What standing on a step is worth more than standing on the one below it."""
        points = self.state.tables.step_points
        here: i64 = 16 * temple + step
        found: float = float(points[here] - points[here - 1]) * self.ends * self.w[by.STEP_W]
        return found + self._gift(temple, step) + self._highest(temple, step) - self._highest(temple, step - 1)

    def step(self, temple: i64, step: i64) -> float:
        """What standing on a step is worth, all food days to come taken together."""
        found: float = float(self.state.tables.step_points[16 * temple + step]) * self.ends * self.w[by.STEP_W]
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
        step: i64 = v[self.b + at.STEP + temple]
        top: i64 = self.state.tables.top[temple]
        if step == top:
            return 0.0
        if step + 1 == top:
            for other in range(self.state.seats):
                if v[at.SEAT + other * at.STRIDE + at.STEP + temple] == top:
                    return 0.0
        return self._rise(temple, step + 1)

    def down(self, temple: i64) -> float:
        """What a step down costs, as a number below 0."""
        step: i64 = self.state.v[self.b + at.STEP + temple]
        return -self._rise(temple, step) if step > 0 else -99.0

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
        level: i64 = self.state.v[self.b + at.LEVEL + track]
        if level < at.MAX_LEVEL:
            return self.w[by.LEVEL_W + 3 * track + level] * self.ahead + self._monuments_gain(level, at.NONE)
        if track == at.AGRICULTURE:
            return self.best_up(1)
        if track == at.EXTRACTION:
            return 2.0 * self.blocks[2]
        if track == at.ARCHITECTURE:
            return 3.0
        return self.skull

    def _monuments_gain(self, level: i64, category: i64) -> float:
        """What the seat's monuments gain by one more advance from this level, or by a building of this category; -1 is
        neither."""
        tables = self.state.tables
        mine: i64 = self.state.v[self.b + at.MONUMENTS]
        found: float = 0.0
        while mine != 0:
            low: i64 = mine & -mine
            mine ^= low
            m: i64 = at.WHICH[low % 37]
            way: i64 = tables.monument_way[m]
            if way == at.FULL_TRACKS and level == 2:
                found += 10.0
            elif (
                (way == at.PER_LEVEL and level >= 0)
                or (way == at.PER_CONSTRUCTION and category >= 0)
                or (way == at.PER_CATEGORY and category == tables.monument_category[m])
            ):
                found += float(tables.monument_each[m])
        return found

    def best_level(self) -> float:
        return max(max(self.level(0), self.level(1)), max(self.level(2), self.level(3)))

    def worker(self) -> float:
        """One more worker."""
        if self.state.v[self.b + at.WORKERS] >= at.MAX_WORKERS:
            return 0.0
        return self.w[by.WORKER_W] * float(self.turns) - self.w[by.MEAL_W] * self.meals

    # ---------------------------------------------------------------- tiles and spaces

    def program(self, pc: i64) -> float:
        """What a program brings, its choices made well."""
        state = self.state
        v = state.v
        code = state.tables.code
        found: float = 0.0
        while code[pc] != at.STOP:
            op: i64 = code[pc]
            n: i64 = code[pc + 1]
            m: i64 = code[pc + 2]
            if op == at.GAIN:
                found += self.goods(m, n)
            elif op == at.MINE:
                found += self.goods(m, n + state.mining_bonus(self.b, m))
            elif op == at.POINTS:
                found += float(n)
            elif op == at.RISE:
                found += self.up(m) * float(n)
            elif op == at.RISE_ANY:
                found += self.best_up(n)
            elif op == at.LEARN:
                found += self.level(m) * float(n)
            elif op == at.LEARN_ANY:
                found += self.best_level() * float(n)
            elif op == at.FISH:
                found += self.corn_gain(n + (1 if v[self.b + at.LEVEL + at.AGRICULTURE] >= 2 else 0))
            elif op == at.RECRUIT:
                found += self.worker()
            elif op == at.CHOOSE_BLOCKS:
                found += self.blocks[2] * float(n)
            elif op == at.FEED or op == at.SPARE:
                found += self._farm(op, n)
            elif op == at.TRADE:
                found += self.w[by.TRADE_W]
            elif op == at.COPYING or op == at.RAISING:
                found += 1.5
            pc += 3
        return found

    def _farm(self, op: i64, n: i64) -> float:
        """What it is worth that n workers need no food, or that each needs n corn less."""
        v = self.state.v
        meal: i64 = self.state.tables.meal
        if op == at.FEED:
            spare: i64 = min(n, max(0, v[self.b + at.WORKERS] - v[self.b + at.FREE]))
            found: float = self.w[by.MEAL_W] * self.meals * float(spare) + 0.4 * float(n - spare)
            return found + self.spared(spare * max(0, meal - v[self.b + at.DISCOUNT]))
        if v[self.b + at.DISCOUNT] >= meal:
            return 0.0
        hungry: i64 = max(0, v[self.b + at.WORKERS] + 1 - v[self.b + at.FREE])
        return 0.5 * self.w[by.MEAL_W] * self.meals * float(hungry) + self.spared(hungry)

    def gross(self, slot: i64) -> float:
        """What the building in this place of the row brings, whatever it costs."""
        if len(self.rows) == 0:
            v = self.state.v
            for k in range(at.SLOTS):
                tile: i64 = v[at.ROW + k]
                found: float = -99.0
                if tile != at.NONE:
                    category: i64 = self.state.tables.building_category[tile]
                    found = self.program(self.state.tables.building[tile]) + self._monuments_gain(at.NONE, category)
                self.rows = append(self.rows, found)
        return self.rows[slot]

    def building(self, slot: i64, flags: i64, corn: i64, strict: bool) -> float:
        """What the building in a place of the row brings after its cost. What is missing counts extra; with `strict`
        on nothing may be missing."""
        state = self.state
        v = state.v
        tile: i64 = v[at.ROW + slot]
        if tile == at.NONE or (strict and not state.affords(tile, flags, corn)):
            return -99.0
        tables = state.tables
        level: i64 = v[self.b + at.LEVEL + at.ARCHITECTURE] if flags & at.NO_ARCHITECTURE == 0 else 0
        found: float = self.gross(slot)
        if flags & at.WITH_CORN != 0:
            price: i64 = 2 * (tables.building_sum[tile] - (1 if level == at.MAX_LEVEL else 0))
            found += self.corn_gain(-price)
            if price > corn:
                found -= 0.5 * self.w[by.MISS_W] * float(price - corn)
        else:
            dearest: float = 0.0
            missing: i64 = 0
            for r in range(3):
                n: i64 = tables.building_cost[3 * tile + r]
                if n > 0:
                    found += self.block_gain(r, -n)
                    dearest = self.blocks[r]
                    missing += max(0, n - v[self.b + at.WOOD + r])
            if level == at.MAX_LEVEL:
                found += dearest
                missing -= 1
            if missing > 0:
                found -= self.w[by.MISS_W] * float(missing)
        if level >= 1:
            found += self.corn
        if level >= 2:
            found += 2.0
        return found

    def monument(self, slot: i64, strict: bool) -> float:
        """What building a monument brings after its cost, and after what is missing for it, as for buildings."""
        state = self.state
        v = state.v
        tile: i64 = v[at.MONUMENT_ROW + slot]
        if tile == at.NONE or (strict and not state.affords_monument(tile)):
            return -99.0
        # It counts itself only once it stands, and grows a little until the end.
        tables = state.tables
        way: i64 = tables.monument_way[tile]
        found: float = float(state.monument_points(self.seat, tile))
        if way == at.PER_CATEGORY or way == at.PER_CONSTRUCTION:
            found += float(tables.monument_each[tile])
        elif way == at.PER_MONUMENT:
            found += float(tables.monument_scale[8 * tile + state.seats]) * 1.5
        found *= 1.0 + 0.25 * self.ahead
        missing: i64 = 0
        for r in range(3):
            n: i64 = tables.monument_cost[4 * tile + r]
            found += self.block_gain(r, -n)
            missing += max(0, n - v[self.b + at.WOOD + r])
        n = tables.monument_cost[4 * tile + 3]
        missing += max(0, n - v[self.b + at.SKULL])
        return found - self.skull * float(n) - self.w[by.MISS_W] * float(missing)

    def best_building(self, flags: i64, corn: i64, strict: bool) -> float:
        best: float = -99.0
        for slot in range(at.SLOTS):
            best = max(best, self.building(slot, flags, corn, strict))
        return best

    def take_aim(self) -> None:
        """Choose the building or monument to gather blocks for: the best of those that blocks are missing for."""
        tables = self.state.tables
        v = self.state.v
        best: float = 0.0
        aim: i64 = at.NONE
        for k in range(2 * at.SLOTS):
            found: float
            if k < at.SLOTS:
                found = self.building(k, 0, 0, False)
                self.hoped_building = max(self.hoped_building, found)
            else:
                found = self.monument(k - at.SLOTS, False)
                self.hoped_monument = max(self.hoped_monument, found)
            if found > best:
                best = found
                aim = k
        if aim == at.NONE:
            return
        total: i64 = 0
        for r in range(3):
            if aim < at.SLOTS:
                self.need[r] = tables.building_cost[3 * v[at.ROW + aim] + r]
            else:
                self.need[r] = tables.monument_cost[4 * v[at.MONUMENT_ROW + aim - at.SLOTS] + r]
            total += self.need[r]
        self.aim = self.w[by.AIM_W] * best / float(total)

    def two_buildings(self) -> float:
        """The best building that can be paid, and another one if the blocks left are enough for it."""
        v = self.state.v
        cost = self.state.tables.building_cost
        best: i64 = at.NONE
        first: float = 0.0
        for slot in range(at.SLOTS):
            found: float = self.building(slot, 0, 0, True)
            if found > first:
                best = slot
                first = found
        second: float = 0.0
        if best != at.NONE:
            for slot in range(at.SLOTS):
                if slot != best and v[at.ROW + slot] != at.NONE:
                    paid: bool = True
                    for r in range(3):
                        both: i64 = cost[3 * v[at.ROW + best] + r] + cost[3 * v[at.ROW + slot] + r]
                        paid = paid and both <= v[self.b + at.WOOD + r]
                    if paid:
                        second = max(second, self.building(slot, at.NO_ARCHITECTURE, 0, True))
        return first + second

    def reaped(self, group: i64) -> i64:
        """The corn of a harvest."""
        level: i64 = self.state.v[self.b + at.LEVEL + at.AGRICULTURE]
        return self.state.tables.reaped_corn[group] + (3 if level == 3 else (1 if level >= 1 else 0))

    def harvest(self, group: i64, move: i64) -> float:
        v = self.state.v
        tables = self.state.tables
        if move == at.WOOD_TILE:
            n: i64 = tables.reaped_wood[group] + (1 if v[self.b + at.LEVEL + at.EXTRACTION] >= 1 else 0)
            return self.goods(at.WOOD, n) + 0.2
        found: float = self.corn_gain(self.reaped(group))
        if move != at.CORN_ONLY:
            found += 0.2
        if move == at.BURN:
            found += max(self.down(0), max(self.down(1), self.down(2)))
        return found

    def space(self, gear: i64, action: i64, corn: i64, strict: bool) -> float:
        """What a space brings now; with `strict` off, what it may bring later, when goods have been gathered for it."""
        state = self.state
        v = state.v
        if gear == at.PALENQUE and action > 1:
            group: i64 = action - 2
            best: float = -99.0
            if v[at.JUNGLE + 2 * group + 1] > 0:
                best = self.harvest(group, at.CORN_TILE)
            elif v[self.b + at.LEVEL + at.AGRICULTURE] >= 2:
                best = self.harvest(group, at.CORN_ONLY)
            if v[at.JUNGLE + 2 * group] > 0:
                best = max(best, self.harvest(group, at.WOOD_TILE))
                if state.can_descend():
                    best = max(best, self.harvest(group, at.BURN))
            return best
        if gear <= at.YAXCHILAN:
            return self.program(state.tables.space[gear * 11 + action])
        if gear == at.TIKAL:
            return self._tikal(action, strict)
        if gear == at.UXMAL:
            if action == 1:
                asks: i64 = state.tables.space_asks[gear * 11 + 1]
                return self.best_up(1) + self.corn_gain(-asks) if corn >= asks or not strict else -99.0
            if action == 2:
                return self.w[by.TRADE_W]
            if action == 3:
                return self.worker()
            if action == 4:
                found = self.best_building(at.WITH_CORN, corn, strict)
                return found if strict else max(found, self.w[by.BUILD_W] * self.ahead + 0.5)
            return self._copied(corn) if corn >= 1 or not strict else -99.0
        # Chichen Itza
        if v[at.OFFERED] & at.BIT[action] != 0 or (strict and v[self.b + at.SKULL] == 0):
            return -99.0
        worth: float = self.program(state.tables.space[gear * 11 + action]) - self.skull
        if v[self.b + at.LEVEL + at.THEOLOGY] >= 2:
            worth += max(0.0, self.best_up(1) - 1.2)
        return worth

    def _copied(self, corn: i64) -> float:
        """The best space of the other gears, for a corn."""
        best: float = 0.0
        for gear in range(at.UXMAL):
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
                n: i64 = at.TRACK_COST[state.v[self.b + at.LEVEL + track]]
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
                return max(self.hoped_building, self.w[by.BUILD_W] * self.ahead + 0.5)
            wide: float = max(self.hoped_building, self.hoped_monument)
            return max(wide, self.w[by.WIDE_W] * self.ahead + 0.5)
        if action == 2:
            return self.best_building(0, 0, True)
        found: float = self.two_buildings()
        for slot in range(at.SLOTS):
            found = max(found, self.monument(slot, True))
        return found
