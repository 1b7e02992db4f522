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
    DISCOUNT, DONE, END, EXTRACTION, FEED, FIRST_PICK, FISH, FOOD, FREE, FREE_CHOICE, GAIN, GEARS, HAND, HARVEST,
    JUNGLE, KEEP, LEARN, LEARN_ANY, LEVEL, LIGHT, MARKET, MAX_LEVEL, MAX_WORKERS, MINE, MIX, MIX_GOLD, MIX_STONE,
    MIX_WOOD, MODE, MONUMENTS, MONUMENT_ROW, NONE, NOTHING, NUMBERED, OFFERED, OFFERING, ON, PAIR_A, PAIR_B,
    PALENQUE, PAY, PHASE, PICK, PILE, PLACE, POINTS, RAISE, RAISE_MONUMENT, RAISE_PLAIN, RAISING, RECRUIT, RESERVE,
    RISE, RISE_ANY, ROW, SAVE, SAVING, SCORE, SEAT, SELL, SKULL, SLOTS, SPARE, STACK, STEP, STOP, STRIDE, TAKE,
    TAKEN, TEMPLE, THEOLOGY, TIKAL, TRACK, TRACK_COST, TRADE, TURN, TURNS, TWO_DAYS, UNDECIDED, UXMAL, WEALTH,
    WHICH, WITH_CORN, WOOD, WOOD_TILE, WORKERS, YAXCHILAN,
)  # fmt: skip
from tablero.games.tzolkin.rules import Tzolkin

# The weights, found by playing them against each other (cross-entropy over paired seeds).
CORN_W: Final[i64] = 0  # goods, on top of what they are worth at the end, while there is time to use them
WOOD_W: Final[i64] = 1
STONE_W: Final[i64] = 2
GOLD_W: Final[i64] = 3
SKULL_W: Final[i64] = 4
HUNGER_W: Final[i64] = 5  # corn for the next food day
SLOPE_W: Final[i64] = 6  # and how this falls with each day until then
LEAST_W: Final[i64] = 7
STEP_W: Final[i64] = 8  # temple steps: their points, their gifts, standing highest
GIFT_W: Final[i64] = 9
HIGHEST_W: Final[i64] = 10
LEVEL_W: Final[i64] = 11  # the four technologies
WORKER_W: Final[i64] = 15  # a worker for a round
MEAL_W: Final[i64] = 16
WAIT_W: Final[i64] = 17  # a round of a worker's time
HAND_W: Final[i64] = 18
CLAIM_W: Final[i64] = 19  # the starting-player space
PLACE_W: Final[i64] = 20  # what further workers of the same turn may bring
PICK_W: Final[i64] = 21
BUILD_W: Final[i64] = 22  # buildings to come
WIDE_W: Final[i64] = 23
LATER_W: Final[i64] = 24  # a worker that rides on
BACK_W: Final[i64] = 25  # a step back
TEMPER_W: Final[i64] = 26  # points that make a move clearly better than another
LEAP_W: Final[i64] = 27
WEIGHTS: Final[vec[float]] = vec[float](
    [
        0.907, 0.995, 2.084, 2.073, 2.594, 1.961, 0.23, 0.368, 1.252, 1.014, 0.633, 0.332, 0.373, 0.595,
        0.697, 0.309, 0.381, 0.592, 1.162, 0.367, 0.657, 0.343, 2.398, 5.386, 0.789, 0.509, 1.577, 0.546,
    ]
)  # fmt: skip
# What a level is worth with the whole game ahead, at track * 3 + level.
LEVEL_WORTH: Final[vec[float]] = vec[float]([6.0, 5.5, 6.0, 6.5, 5.5, 5.5, 4.0, 6.0, 6.5, 3.5, 4.0, 5.0])


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
        self.corn: float = 0.25 + w[CORN_W] * early
        self.blocks: vec[float] = vec[float](
            [0.5 + w[WOOD_W] * early, 0.75 + w[STONE_W] * early, 1.0 + w[GOLD_W] * early]
        )
        self.skull: float = 3.0 + (w[SKULL_W] * min(1.0, float(self.turns) / 6.0))
        # Corn for the next food day is worth more, all the more the nearer it is.
        self.hunger: float = 0.0
        if food <= 3:
            wait: i64 = max(0, state.tables.food_days[food] - v[DAY])
            self.hunger = max(w[LEAST_W], w[HUNGER_W] - w[SLOPE_W] * float(wait) - self.corn)
        self.due: i64 = state.due(seat) if food <= 3 else 0

    # ---------------------------------------------------------------- goods

    def corn_worth(self, n: i64) -> float:
        """What so much corn is worth in all."""
        return self.corn * float(n) + self.hunger * float(min(n, self.due))

    def corn_gain(self, n: i64) -> float:
        """What so much more corn (or less, below 0) is worth."""
        have: i64 = self.state.v[self.b + CORN]
        return self.corn_worth(have + n) - self.corn_worth(have)

    def goods(self, material: i64, n: i64) -> float:
        if material == CORN:
            return self.corn_gain(n)
        if material == SKULL:
            return self.skull * float(min(n, self.state.v[RESERVE]))
        return self.blocks[material - WOOD] * float(n)

    def cheapest_block(self) -> float:
        v = self.state.v
        best: float = 99.0
        for r in range(3):
            if v[self.b + WOOD + r] > 0:
                best = min(best, self.blocks[r])
        return best

    def cheapest_blocks(self, n: i64) -> float:
        """What the n cheapest blocks of the seat are worth; 99 when there are not so many."""
        v = self.state.v
        total: float = 0.0
        for r in range(3):
            k: i64 = min(n, v[self.b + WOOD + r])
            total += self.blocks[r] * float(k)
            n -= k
        return total if n == 0 else 99.0

    # ---------------------------------------------------------------- temples, technologies, workers

    def step(self, temple: i64, step: i64) -> float:
        """What standing on a step is worth, all food days to come taken together."""
        tables = self.state.tables
        found: float = float(tables.step_points[16 * temple + step]) * self.ends * self.w[STEP_W]
        if self.mids > 0.0:
            for below in range(step + 1):
                material: i64 = tables.step_material[16 * temple + below]
                if material > 0:
                    worth: float = self.skull if material == SKULL + 1 else self.blocks[material - 1 - WOOD]
                    found += worth * self.mids * self.w[GIFT_W]
        best: i64 = 0
        for other in range(self.state.seats):
            if other != self.seat:
                best = max(best, self.state.v[SEAT + other * STRIDE + STEP + temple])
        if step >= best:
            bonus: float = 0.0
            if self.ends > 1.5:
                bonus += float(tables.highest[2 * temple])
            if self.ends > 0.5:
                bonus += float(tables.highest[2 * temple + 1])
            found += bonus * self.w[HIGHEST_W] * (1.0 if step > best else 0.5)
        return found

    def up(self, temple: i64) -> float:
        """What a step up brings."""
        v = self.state.v
        at: i64 = v[self.b + STEP + temple]
        top: i64 = self.state.tables.top[temple]
        if at == top:
            return 0.0
        if at + 1 == top:
            for other in range(self.state.seats):
                if v[SEAT + other * STRIDE + STEP + temple] == top:
                    return 0.0
        return self.step(temple, at + 1) - self.step(temple, at)

    def down(self, temple: i64) -> float:
        """What a step down costs, as a number below 0."""
        at: i64 = self.state.v[self.b + STEP + temple]
        return self.step(temple, at - 1) - self.step(temple, at) if at > 0 else -99.0

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
            return self.w[LEVEL_W + track] * LEVEL_WORTH[3 * track + at] * self.ahead + self._monument_level(at)
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
        for tile in range(len(tables.monument_ids)):
            if mine & BIT[tile] != 0:
                if tables.monument_way[tile] == 6:
                    found += 3.0
                elif tables.monument_way[tile] == 5 and at == 2:
                    found += 10.0
        return found

    def worker(self) -> float:
        """One more worker."""
        if self.state.v[self.b + WORKERS] >= MAX_WORKERS:
            return 0.0
        return self.w[WORKER_W] * float(self.turns) - self.meals * 2.0 * 0.5

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
                found += 2.0 * self.w[MEAL_W] * self.meals * float(spare) + 0.4 * float(n - spare)
            elif op == SPARE:
                if v[self.b + DISCOUNT] < 2:
                    found += self.w[MEAL_W] * self.meals * float(max(0, v[self.b + WORKERS] + 1 - v[self.b + FREE]))
            elif op == TRADE:
                found += 0.5
            elif op == COPYING or op == RAISING:
                found += 1.5
            pc += 3
        return found

    def best_level(self) -> float:
        return max(max(self.level(0), self.level(1)), max(self.level(2), self.level(3)))

    def building(self, tile: i64, flags: i64, corn: i64) -> float:
        """What building a tile brings after its cost; -99 when it cannot be paid."""
        state = self.state
        v = state.v
        if not state.affords(tile, flags, corn):
            return -99.0
        tables = state.tables
        level: i64 = v[self.b + LEVEL + ARCHITECTURE] if flags & 16 == 0 else 0
        found: float = self.program(tables.building[tile]) + self._monument_share(tile)
        if flags & WITH_CORN != 0:
            found += self.corn_gain(-2 * (tables.building_sum[tile] - (1 if level == MAX_LEVEL else 0)))
        else:
            dearest: float = 0.0
            for r in range(3):
                n: i64 = tables.building_cost[3 * tile + r]
                found -= self.blocks[r] * float(n)
                if n > 0:
                    dearest = self.blocks[r]
            if level == MAX_LEVEL:
                found += dearest
        if level >= 1:
            found += self.corn
        if level >= 2:
            found += 2.0
        return found

    def _monument_share(self, tile: i64) -> float:
        """What a building adds to the seat's monuments."""
        tables = self.state.tables
        mine: i64 = self.state.v[self.b + MONUMENTS]
        found: float = 0.0
        if mine != 0:
            for m in range(len(tables.monument_ids)):
                if mine & BIT[m] != 0:
                    if tables.monument_way[m] == 1:
                        found += 2.0
                    elif tables.monument_way[m] == 0 and tables.monument_category[m] == tables.building_category[tile]:
                        found += 4.0
        return found

    def monument(self, slot: i64) -> float:
        """What building a monument brings after its cost; -99 when it cannot be paid."""
        state = self.state
        tile: i64 = state.v[MONUMENT_ROW + slot]
        if tile == NONE or not state.affords_monument(tile):
            return -99.0
        # It counts itself only once it stands, and grows a little until the end.
        tables = state.tables
        way: i64 = tables.monument_way[tile]
        found: float = float(state.monument_points(self.seat, tile))
        if way == 0 or way == 1:
            found += float(tables.monument_each[tile])
        elif way == 2:
            found += float(tables.monument_scale[8 * tile + state.seats]) * 1.5
        found *= 1.0 + 0.25 * self.ahead
        for r in range(3):
            found -= self.blocks[r] * float(tables.monument_cost[4 * tile + r])
        return found - self.skull * float(tables.monument_cost[4 * tile + 3])

    def best_building(self, flags: i64, corn: i64) -> float:
        v = self.state.v
        best: float = -99.0
        for slot in range(SLOTS):
            if v[ROW + slot] != NONE:
                best = max(best, self.building(v[ROW + slot], flags, corn))
        return best

    def second_building(self) -> float:
        """A second building of the same worker, guessed from the blocks left."""
        return 2.0 if self.state.blocks() >= 4 else 0.0

    def harvest(self, group: i64, move: i64) -> float:
        v = self.state.v
        tables = self.state.tables
        if move == WOOD_TILE:
            n: i64 = tables.reaped_wood[group] + (1 if v[self.b + LEVEL + EXTRACTION] >= 1 else 0)
            return self.goods(WOOD, n) + 0.2
        level: i64 = v[self.b + LEVEL + AGRICULTURE]
        corn: i64 = tables.reaped_corn[group] + (3 if level == 3 else (1 if level >= 1 else 0))
        found: float = self.corn_gain(corn)
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
                return 0.6
            if action == 3:
                return self.worker()
            if action == 4:
                found = self.best_building(WITH_CORN, corn)
                return found if strict else max(found, self.w[BUILD_W] * self.ahead + 0.5)
            return 4.0 * self.ahead + 1.5 if corn >= 1 or not strict else -99.0
        # Chichen Itza
        if v[OFFERED] & BIT[action] != 0:
            return -99.0
        pc: i64 = state.tables.space[gear * 11 + action]
        worth: float = self.program(pc)
        if v[self.b + LEVEL + THEOLOGY] >= 2:
            worth += max(0.0, self.best_up(1) - 1.2)
        if v[self.b + SKULL] > 0:
            return worth - self.skull
        return -99.0 if strict else 0.35 * worth - 1.0

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
            cost = self.cheapest_block()
            if cost > 90.0 and not strict:
                cost = 1.5
            return self.best_up(2) - cost
        found: float = self.best_building(0, 0)
        if action == 4:
            if found > 0.0:
                found += self.second_building() * self.ahead
            for slot in range(SLOTS):
                found = max(found, self.monument(slot))
        if strict:
            return found
        return max(found, (self.w[BUILD_W] if action == 2 else self.w[WIDE_W]) * self.ahead + 0.5)

    def reach(self, gear: i64, position: i64) -> float:
        """The best that a worker on this position can do now; nothing at all is 0."""
        state = self.state
        best: float = 0.0
        corn: i64 = state.v[self.b + CORN]
        for action in range(1, ACTIONS[gear] + 1):
            fee = state.fee_of(self.b, gear, position, action)
            if 0 <= fee <= corn:
                found = self.space(gear, action, corn - fee, True)
                if fee > 0:
                    found += self.corn_gain(-fee)
                best = max(best, found)
        return best

    def hopes(self) -> vec[float]:
        """What each space may bring later, at gear * 11 + action."""
        out = vec[float](capacity=56)
        corn: i64 = self.state.v[self.b + CORN]
        for gear in range(GEARS):
            for action in range(11):
                if action == 0 or action > ACTIONS[gear]:
                    out = append(out, 0.0)
                else:
                    out = append(out, self.space(gear, action, corn, False))
        return out

    def stay(self, hopes: vec[float], gear: i64, position: i64) -> float:
        """What a worker left on this position is worth: the best action to ride to, less the waiting."""
        best: float = 0.0
        back: float = self.w[BACK_W]
        free: i64 = FREE_CHOICE[gear]
        last: i64 = 10 if gear == CHICHEN else 7
        top: float = 0.0
        for action in range(1, min(position, free - 1) + 1):
            # Lower actions cost a corn each step; one step is what it mostly is.
            if hopes[gear * 11 + action] - back * float(position - action) > top:
                top = hopes[gear * 11 + action] - back * float(position - action)
        for days in range(1, min(self.turns, 6) + 1):
            at: i64 = position + days
            if at > last:
                break
            if at >= free:
                for action in range(1, free if gear == CHICHEN else 6):
                    top = max(top, hopes[gear * 11 + action])
            else:
                top = max(top - back, hopes[gear * 11 + at])
            best = max(best, top - self.w[WAIT_W] * float(days - 1))
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
        found: float = float(v[b + SCORE]) + self.corn_worth(v[b + CORN])
        if v[b + CORN] < self.due:
            found -= 0.3 * float(self.due - v[b + CORN])
        for r in range(3):
            found += self.blocks[r] * float(v[b + WOOD + r])
        found += self.skull * float(v[b + SKULL])
        for temple in range(3):
            found += self.step(temple, v[b + STEP + temple])
        for track in range(4):
            for level in range(v[b + LEVEL + track]):
                found += self.w[LEVEL_W + track] * LEVEL_WORTH[3 * track + level] * self.ahead
        found += self.w[WORKER_W] * float(self.turns) * float(v[b + WORKERS] - 3) - self.meals * 0.5 * float(self.due)
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
                found += max(self.stay(hopes, gear, position), 0.9 * self.reach(gear, position))
        return found + self.hand() * float(v[b + HAND])


class TzolkinSense(Sense):
    """Feeds its workers, learns early, climbs temples, and picks workers up when waiting no longer pays."""

    def __init__(self, weights: vec[float] = WEIGHTS) -> None:
        self.w: vec[float] = weights

    def weigh(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Tzolkin)
        ledger = Ledger(state, seat, self.w)
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
        placings: float = 0.0
        best_place: float = -99.0
        for i in range(len(moves)):
            move: i64 = moves[i]
            found: float = 0.0
            if move == END:
                found = 0.0
            elif move >= PICK:
                gear: i64 = min((move - PICK) // 8, CHICHEN)
                position: i64 = move - FIRST_PICK[gear]
                found = ledger.reach(gear, position) + hand - ledger.stay(hopes, gear, position)
                if found > 0.0:
                    picks += found
            elif move >= PLACE:
                found = self._placing(ledger, hopes, move - PLACE)
                best_place = max(best_place, found)
            else:
                found = self._begging(ledger, move - BEG)
            out = append(out, found)
        if v[MODE] == UNDECIDED:
            if best_place > 0.0:
                # More workers follow the first one, each a little dearer.
                more: float = best_place
                for k in range(1, v[b + HAND]):
                    more -= 0.6 * float(k)
                    if more > 0.0:
                        placings += more
            for i in range(len(moves)):
                if moves[i] >= PICK:
                    out[i] += max(0.0, picks - max(0.0, out[i])) * self.w[PICK_W]
                elif moves[i] >= PLACE:
                    out[i] += placings * self.w[PLACE_W]
        return out

    def _placing(self, ledger: Ledger, hopes: vec[float], gear: i64) -> float:
        state = ledger.state
        v = state.v
        b: i64 = ledger.b
        price: i64 = min(state.price(gear), v[b + CORN])
        found: float = ledger.corn_gain(-price) - ledger.hand()
        if gear == GEARS:
            # The pile, the first turn, and the worker back at once.
            found += ledger.corn * float(v[PILE]) + ledger.hand()
            found += self.w[CLAIM_W] * min(1.0, 0.3 * float(ledger.turns)) - 0.3
            return found
        empty: i64 = ~v[TAKEN + gear] & NUMBERED[gear]
        return found + ledger.stay(hopes, gear, WHICH[(empty & -empty) % 37])

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
            worth: float = (
                ledger.blocks[0] * float(MIX_WOOD[mix])
                + ledger.blocks[1] * float(MIX_STONE[mix])
                + ledger.blocks[2] * float(MIX_GOLD[mix])
            )
            if kind == TAKE:
                return worth
            return ledger.best_up(1) - worth if kind == OFFERING else -worth
        if kind == BUILD:
            if move >= RAISE_MONUMENT:
                return ledger.monument(move - RAISE_MONUMENT)
            if move >= RAISE_PLAIN:
                return ledger.building(v[ROW + move - RAISE_PLAIN], a | 16, corn) + 0.3
            return ledger.building(v[ROW + move - RAISE], a, corn)
        if kind == SAVE:
            return ledger.blocks[move - SAVING]
        if kind == MARKET:
            r: i64 = move - BUY if move >= BUY else move - SELL
            if move >= BUY:
                return ledger.blocks[r] + ledger.corn_gain(-(r + 2)) - 0.05
            return ledger.corn_gain(r + 2) - ledger.blocks[r] - 0.05
        if kind == ANY:
            gear: i64 = (move - COPY) // 5
            return ledger.space(gear, (move - COPY) % 5 + 1, corn - b, True) + ledger.corn_gain(-b)
        if kind == DAYS:
            if move == TWO_DAYS:
                return self._leap(ledger)
            return 0.0
        return 0.0

    def _leap(self, ledger: Ledger) -> float:
        """Two days help whose workers ride and whose corn suffices."""
        state = ledger.state
        others: float = 0.0
        for seat in range(state.seats):
            if seat != ledger.seat:
                others += float(state.on_gears(seat))
        mine: float = float(state.on_gears(ledger.seat))
        found: float = self.w[LEAP_W] * (mine - others / float(state.seats - 1)) - 0.6
        if ledger.due > state.v[ledger.b + CORN]:
            found -= 1.0
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
