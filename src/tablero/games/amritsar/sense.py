"""What a bot feels about a position of Amritsar: what coins, resources, counters, steps and actions are worth.

Actions are weighed by what they bring; a group of workers by the best it can do where it may land, the elephant by the
best group it leaves. `NAMES` and `weights.json` belong together.
"""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.sense import Sense
from tablero.core.state import State
from tablero.games.amritsar.layout import (
    ACT_COLOUR,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_TILE,
    ACTIONS,
    ACTIVATE,
    AIM,
    ALL_BRIDGES,
    AT,
    AT_ONCE,
    BIT,
    BRIDGE,
    BUILD,
    BUY,
    CELL,
    CELLS,
    CELLS_OF_A_TRACK,
    CHOICE,
    CHOOSE_MAHOUT,
    CHOOSE_OBJECTIVE,
    COIN,
    COIN_FIRST,
    COLOURS,
    COMMAND,
    DECADE,
    DECADES,
    DEPTH,
    DISCARD,
    DISTRICTS,
    DONATE,
    DONATE_ON,
    DONATE_TILE,
    DONE,
    DROP,
    E_ANY,
    E_ARG,
    E_COIN,
    E_MARBLE,
    E_POINTS,
    EACH_COUNTER,
    EACH_DECADE,
    EITHER,
    EITHER_OF,
    ELEPHANT,
    ELEPHANT_DONE,
    ELEPHANT_ROOM,
    EXCHANGE,
    EXCHANGE_FROM,
    EXCHANGE_TO,
    EXCHANGER,
    FILLED,
    FIRST,
    FOLLOWING,
    FREE,
    FREE_JUMP,
    GAIN,
    GIVE,
    GROUND,
    GROUP_OF_4,
    HAND,
    HELD,
    HIRE,
    HOUSE_SPACES,
    HOUSES,
    IMPROVE,
    IN_DISTRICT,
    IN_LEVEL,
    LAND,
    LANDING,
    LASTING,
    LEARN,
    LESS_TAX,
    LEVELS,
    LOAD,
    LYING,
    MAHARAJA_SEAT,
    MAHOUTS,
    MAIN,
    MAIN_DONE,
    MARKET,
    NONE,
    O_A,
    O_KIND,
    O_PP,
    OBJECTIVES,
    OP,
    OVER,
    PASS,
    PAY,
    PAYING,
    PICK,
    PICK_UP,
    PLACE_MAHOUT,
    PLACE_OBJECTIVE,
    PLACED,
    RECOVER,
    RES,
    RESOURCES,
    ROOM,
    ROUND,
    ROW,
    SEAT,
    SECOND,
    SECOND_DONE,
    SECOND_WALK,
    SECTION,
    SECTION_ROOM,
    SECTIONS,
    SELL,
    SKIP,
    SLOTS_OF_A_DISTRICT,
    SOW,
    SOW_AT,
    SPACE,
    SPEND_TOKEN,
    STAGE,
    STALL,
    STAY,
    STEP,
    STRIDE,
    STUDY,
    SUPPORTS,
    SURPLUS,
    SWAP_TRACK,
    TAKE,
    TAX,
    TEMPLE,
    TILE,
    TILE_CLOSED,
    TRACK,
    TRACK_END,
    TRACKS,
    TRADING,
    TURNS,
    UNLOCK,
    UPGRADE,
    USE,
    USE_MAHOUT,
    WALK,
    WHITE,
    WIDEST,
)
from tablero.games.amritsar.rules import Amritsar

NAMES: Final = (
    "coin",  # a coin, in points
    "marble",
    "copper",
    "gold",
    "second",  # the part of its worth that a second resource of the same type keeps
    "counter",  # a counter on the elephant that has few
    "full",  # a counter on the elephant that has many
    "majority",  # the part of a majority that is counted before the decade ends
    "lead",  # each counter more in a district, by its value
    "step",  # a step of knowledge beyond what its cell brings
    "house",  # a warehouse, beyond its benefit, while turns are left
    "mahout",  # a new mahout, while turns are left
    "aim",  # an objective that is placed, of the points it may still bring
    "tax",  # a step of the tax marker, for each decade left
    "market",  # a market action
    "feed",  # what others gain by following
    "sharp",  # how much differences count
    "slope",  # how sure a lead is
    "pace",  # points of the human a turn in the solo game
    "bot_pace",  # points of the maharaja a turn
)
N_COIN: Final[i64] = 0
N_MARBLE: Final[i64] = 1
N_SECOND: Final[i64] = 4
N_COUNTER: Final[i64] = 5
N_FULL: Final[i64] = 6
N_MAJORITY: Final[i64] = 7
N_LEAD: Final[i64] = 8
N_STEP: Final[i64] = 9
N_HOUSE: Final[i64] = 10
N_MAHOUT: Final[i64] = 11
N_AIM: Final[i64] = 12
N_TAX: Final[i64] = 13
N_MARKET: Final[i64] = 14
N_FEED: Final[i64] = 15
N_SHARP: Final[i64] = 16
N_SLOPE: Final[i64] = 17
N_PACE: Final[i64] = 18
N_BOT_PACE: Final[i64] = 19

TURNS_OF_A_SEAT: Final[i64] = 12


class AmritsarSense(Sense):
    """Judges by a list of weights in the order of NAMES."""

    def __init__(self, weights: list[float]) -> None:
        self.w: vec[float] = vec[float](weights)

    # ---------------------------------------------------------------- time

    def left(self, state: Amritsar, seat: i64) -> float:
        """Turns that this seat still has, the one it is in included."""
        v = state.v
        done: i64 = v[TURNS] // state.seats
        order: i64 = (seat - v[FIRST] + state.seats) % state.seats
        if order < v[TURNS] % state.seats:
            done += 1
        return float(max(TURNS_OF_A_SEAT - done, 0))

    def use(self, turns: float) -> float:
        """How much of a thing's worth can still be realised."""
        return min(1.0, turns / 3.0)

    # ---------------------------------------------------------------- things

    def resource(self, state: Amritsar, seat: i64, r: i64, have: i64, turns: float) -> float:
        """One more resource of this type beside those at hand."""
        worth: float = self.w[N_MARBLE + r]
        for _ in range(min(have, 4)):
            worth *= self.w[N_SECOND]
        worth *= self.use(turns)
        if state.v[SEAT + seat * STRIDE + TRACK + 1] == state.tables.track_end[1]:
            worth = max(worth, 1.0)
        return worth

    def coin(self, state: Amritsar, seat: i64, turns: float) -> float:
        """Coins pay taxes: what is missing then costs points."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        worth: float = self.w[N_COIN] * self.use(turns)
        if v[b + COIN] < state.tax_due(seat) and v[DECADE] < DECADES:
            worth = max(worth, 0.75 * float(state.tables.tax_penalty[v[DECADE]]))
        if v[b + TRACK + 2] == state.tables.track_end[2]:
            worth = max(worth, 1.0)
        return worth

    def counter(self, state: Amritsar, seat: i64, turns: float) -> float:
        load: i64 = state.v[SEAT + seat * STRIDE + LOAD]
        if load >= ELEPHANT_ROOM:
            return 0.0
        worth: float = self.w[N_COUNTER] if load < 2 else self.w[N_FULL]
        if float(load) >= turns + 1.0:
            worth = 0.0
        if state.v[SEAT + seat * STRIDE + TRACK] == state.tables.track_end[0]:
            worth = max(worth, 1.0)
        return worth

    def goods(self, state: Amritsar, seat: i64, coins: i64, m: i64, c: i64, g: i64, choose: i64, turns: float) -> float:
        """A gain, with what the slots can hold."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        room: i64 = v[b + ROOM] - state.stored(seat)
        worth: float = 0.0
        if room > 0 or coins + m + c + g + choose > 0:
            worth += float(coins) * self.coin(state, seat, turns)
            for k in range(m):
                worth += self.resource(state, seat, 0, v[b + RES] + k, turns)
            for k in range(c):
                worth += self.resource(state, seat, 1, v[b + RES + 1] + k, turns)
            for k in range(g):
                worth += self.resource(state, seat, 2, v[b + RES + 2] + k, turns)
            for k in range(choose):
                best: float = 0.0
                for r in range(RESOURCES):
                    best = max(best, self.resource(state, seat, r, v[b + RES + r] + k, turns))
                worth += best
        count: i64 = coins + m + c + g + choose
        if count > room:
            worth *= 0.4 + 0.6 * float(max(room, 0)) / float(count)
        return worth

    # ---------------------------------------------------------------- donations

    def majority(self, state: Amritsar, seat: i64, district: i64, more: i64) -> float:
        """What this seat may expect of a district's majority with so many counters more."""
        v = state.v
        own: i64 = v[SEAT + seat * STRIDE + IN_DISTRICT + district] + more
        other: i64 = 0
        for rival in range(state.players):
            if rival != seat:
                other = max(other, v[SEAT + rival * STRIDE + IN_DISTRICT + district])
        if own == 0:
            return 0.0
        lead: float = float(own - other)
        chance: float = 1.0 / (1.0 + math.exp(-1.4 * (lead + 0.4)))
        worth: float = 0.0
        decade: i64 = v[DECADE]
        sure: float = 1.0
        while decade < DECADES:
            value: float = float(state.tables.temple[v[TEMPLE + decade] * DISTRICTS + district])
            worth += value * chance * sure
            sure *= self.w[N_MAJORITY]
            decade += 1
        return worth + self.w[N_LEAD] * float(own)

    def donation(self, state: Amritsar, seat: i64, district: i64, m: i64, c: i64, g: i64, turns: float) -> float:
        """The best donation in a district with so many resources at hand, net of what it costs."""
        v = state.v
        filled: i64 = v[FILLED + district]
        best: float = 0.0
        for level in range(LEVELS):
            at: i64 = level * RESOURCES
            cost = state.tables.cost
            if m < cost[at] or c < cost[at + 1] or g < cost[at + 2]:
                continue
            first: i64 = level * WIDEST
            price: float = 0.0
            if cost[at] > 0:
                price += self.resource(state, seat, 0, m - cost[at], turns)
            if cost[at + 1] > 0:
                price += self.resource(state, seat, 1, c - cost[at + 1], turns)
            if cost[at + 2] > 0:
                price += self.resource(state, seat, 2, g - cost[at + 2], turns)
            for i in range(state.tables.width[(state.players - 2) * LEVELS + level]):
                cell: i64 = first + i
                if filled & BIT[cell] == 0 and filled & SUPPORTS[cell] == SUPPORTS[cell]:
                    net: float = float(state.cell_value(district, cell)) - price
                    net += self.support(state, seat, district, cell)
                    best = max(best, net)
        if best == 0.0:
            return 0.0
        best += self.majority(state, seat, district, 1) - self.majority(state, seat, district, 0)
        return max(best - 0.5 * self.counter(state, seat, turns), 0.0)

    def support(self, state: Amritsar, seat: i64, district: i64, cell: i64) -> float:
        """Own supports pay the donor, others' pay a rival; a base cell may support later ones."""
        if cell < WIDEST:
            return 0.3
        worth: float = 0.0
        for k in range(2):
            owner: i64 = state.v[CELL + district * CELLS + cell - WIDEST + k]
            worth += 1.0 if owner == seat else -1.0 / float(state.players)
        return worth

    # ---------------------------------------------------------------- actions

    def effect(self, state: Amritsar, seat: i64, effect: i64, turns: float) -> float:
        """What an action is worth now; nothing when it cannot be done."""
        if not state.possible(seat, effect):
            return 0.0
        rows = state.tables.effects
        at: i64 = effect * ROW
        op: i64 = rows[at + OP]
        if op == GAIN:
            m: i64 = rows[at + E_MARBLE]
            c: i64 = rows[at + E_MARBLE + 1]
            g: i64 = rows[at + E_MARBLE + 2]
            worth = self.goods(state, seat, rows[at + E_COIN], m, c, g, rows[at + E_ANY], turns)
            return worth + float(rows[at + E_POINTS])
        if op == EITHER_OF:
            best: float = 0.0
            for r in range(RESOURCES):
                n: i64 = rows[at + E_MARBLE + r]
                if n > 0:
                    a: i64 = n if r == 0 else 0
                    b: i64 = n if r == 1 else 0
                    best = max(best, self.goods(state, seat, 0, a, b, n if r == 2 else 0, 0, turns))
            return best
        if op == TRADING:
            coins: float = float(rows[at + E_COIN]) * self.coin(state, seat, turns)
            deal: float = self.w[N_MARKET] * self.use(turns) + self.recovery(state, seat, turns)
            return coins + (deal if state.can_deal_soon(seat, rows[at + E_COIN]) else 0.0)
        if op == USE_MAHOUT:
            return self.best_mahout(state, seat, turns)
        if op == IMPROVE:
            return self.best_upgrade(state, seat, rows[at + E_ARG], turns)
        if op == LEARN:
            arg: i64 = rows[at + E_ARG]
            if arg < TRACKS and state.v[SEAT + seat * STRIDE + LASTING] & SWAP_TRACK == 0:
                return self.step(state, seat, arg, turns)
            top: float = 0.0
            for track in range(TRACKS):
                top = max(top, self.step(state, seat, track, turns))
            return top * float(rows[at + E_ANY])
        if op == GIVE:
            v = state.v
            k: i64 = SEAT + seat * STRIDE
            return self.donation(state, seat, v[k + AT], v[k + RES], v[k + RES + 1], v[k + RES + 2], turns)
        if op == RECOVER:
            return self.recovery(state, seat, turns)
        return 1.5 * self.use(turns) if op == UNLOCK else 0.0

    def recovery(self, state: Amritsar, seat: i64, turns: float) -> float:
        return 1.0 if state.v[SEAT + seat * STRIDE + STALL] == 0 else self.counter(state, seat, turns)

    def best_mahout(self, state: Amritsar, seat: i64, turns: float) -> float:
        best: float = 0.0
        for colour in range(COLOURS):
            tile: i64 = state.v[SEAT + seat * STRIDE + MAHOUTS + colour]
            if tile != NONE:
                best = max(best, self.effect(state, seat, state.tables.mahout_effect[tile], turns))
        return best

    def step(self, state: Amritsar, seat: i64, track: i64, turns: float) -> float:
        """A step on a track: what its cell brings, and the way to those that pay every decade or at the end."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        at: i64 = v[b + TRACK + track]
        if at == state.tables.track_end[track]:
            return self.effect(state, seat, state.tables.overflow[track], turns)
        cell: i64 = track * CELLS_OF_A_TRACK + at + 1
        ends: float = float(DECADES - v[DECADE])
        worth: float = self.w[N_STEP] * self.use(turns)
        kind: i64 = state.tables.cell_kind[cell]
        if kind == AT_ONCE:
            worth += self.effect(state, seat, state.tables.cell_effect[cell], turns)
        elif kind == EACH_DECADE:
            if state.tables.cell_tax[cell] > 0:
                worth += ends * 1.2
            else:
                worth += ends * 0.8 * self.effect(state, seat, state.tables.cell_effect[cell], turns)
        else:
            worth += 2.0
            if track == 0:
                worth += 0.5 * float(v[b + LOAD])
        for space in range(4):
            aim: i64 = v[b + PLACED + space]
            if aim == 1:
                row: i64 = v[b + OBJECTIVES + 1] * ROW
                if v[b + OBJECTIVES + 1] != NONE:
                    worth += self.toward(state, row, track, at)
        return worth

    def toward(self, state: Amritsar, row: i64, track: i64, at: i64) -> float:
        """How much a step helps a placed knowledge objective."""
        rows = state.tables.objectives
        if rows[row + O_KIND] == TRACK_END:
            return float(rows[row + O_PP]) / 5.0 if rows[row + O_A] == track else 0.0
        need: i64 = rows[row + O_A + track]
        return float(rows[row + O_PP]) / 7.0 if at < need else 0.0

    # ---------------------------------------------------------------- upgrades

    def taxing(self, state: Amritsar, seat: i64, tax: i64) -> float:
        return float(tax) * self.w[N_TAX] * float(DECADES - state.v[DECADE])

    def house(self, state: Amritsar, seat: i64, house: i64, turns: float) -> float:
        lasting: i64 = state.tables.house_lasting[house]
        worth: float = self.w[N_HOUSE] * turns / 12.0 * (0.7 + 0.15 * float(state.tables.house_slots[house]))
        if lasting == 0:
            rows = state.tables.effects
            at: i64 = state.tables.house_effect[house] * ROW
            if rows[at + OP] == LEARN:
                # Not looked at step by step: a step may bring an upgrade, which may bring steps.
                worth += 2.0 * (self.w[N_STEP] + 1.0) * self.use(turns)
            else:
                worth += float(rows[at + E_COIN]) * self.coin(state, seat, turns)
                worth += float(rows[at + E_MARBLE]) * self.w[N_MARBLE] * self.use(turns)
                worth += float(rows[at + E_ANY]) * self.w[N_MARBLE + 1] * self.use(turns)
        elif lasting == EXCHANGER or lasting == FREE_JUMP or lasting == ALL_BRIDGES:
            worth += 0.25 * turns
        elif lasting == LESS_TAX:
            worth += 1.2 * float(DECADES - state.v[DECADE])
        else:
            worth += 0.12 * turns
        return worth - self.taxing(state, seat, state.tables.house_tax[house])

    def aim(self, state: Amritsar, seat: i64, kind: i64, turns: float) -> float:
        """An objective: what it would bring now and part of what it may still bring."""
        objective: i64 = state.v[SEAT + seat * STRIDE + OBJECTIVES + kind]
        if objective == NONE:
            return 0.0
        now: float = float(state.objective_points(seat, objective))
        most: float = 0.0
        for k in range(4):
            most = max(most, float(state.tables.objectives[objective * ROW + O_PP + k]))
        if state.tables.objectives[objective * ROW + O_KIND] == EACH_COUNTER:
            most = 4.0
        hope: float = max(most - now, 0.0) * self.w[N_AIM] * turns / 12.0
        return 0.9 * now + hope - self.taxing(state, seat, state.tables.objective_tax)

    def hire(self, state: Amritsar, seat: i64, tile: i64, turns: float) -> float:
        better: float = 0.15 if tile == 1 else 0.0
        worth: float = (self.w[N_MAHOUT] + better) * turns
        return worth - self.taxing(state, seat, state.tables.mahout_tax[tile])

    def price(self, state: Amritsar, seat: i64, kind: i64, arg: i64, turns: float) -> float:
        """What an upgrade costs, less the counter it frees."""
        free: float = self.counter(state, seat, turns)
        if arg & FREE != 0:
            return -free
        r: i64 = state.tables.upgrade_cost[kind]
        return self.resource(state, seat, r, max(state.v[SEAT + seat * STRIDE + RES + r] - 1, 0), turns) - free

    def best_upgrade(self, state: Amritsar, seat: i64, arg: i64, turns: float) -> float:
        best: float = 0.0
        moves = state.upgrades(seat, arg)
        for i in range(len(moves)):
            best = max(best, self.upgrade(state, seat, moves[i], arg, turns))
        return best

    def upgrade(self, state: Amritsar, seat: i64, move: i64, arg: i64, turns: float) -> float:
        if move < AIM:
            return self.house(state, seat, move - BUILD, turns) - self.price(state, seat, 0, arg, turns)
        if move < HIRE:
            space: float = 1.4 * self.use(turns) + 0.4
            return self.aim(state, seat, move - AIM, turns) + space - self.price(state, seat, 1, arg, turns)
        return self.hire(state, seat, move - HIRE, turns) - self.price(state, seat, 2, arg, turns)

    # ---------------------------------------------------------------- a turn

    def at_district(self, state: Amritsar, seat: i64, district: i64, colour: i64, at: i64, turns: float) -> float:
        """The best turn in a district with an active worker of this colour and the elephant at `at`."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        here: bool = at == district
        rest: float = 0.0
        gives: bool = False
        mains = vec[float]()
        for slot in range(SLOTS_OF_A_DISTRICT):
            tile: i64 = v[TILE + district * SLOTS_OF_A_DISTRICT + slot]
            mains = append(mains, self.effect(state, seat, state.tables.tile_main[tile], turns))
            if here:
                rest = max(rest, mains[slot])
        if here:
            for c in range(COLOURS):
                mahout: i64 = v[b + MAHOUTS + c]
                if mahout == DONATE_TILE:
                    gives = v[b + LOAD] > 0
                elif mahout != NONE:
                    rest = max(rest, self.effect(state, seat, state.tables.mahout_effect[mahout], turns))
        best: float = rest
        for slot in range(SLOTS_OF_A_DISTRICT):
            tile = v[TILE + district * SLOTS_OF_A_DISTRICT + slot]
            worth: float = mains[slot]
            second: float = 0.0
            fits: bool = self.fits(state, seat, state.tables.tile_colour[tile], colour)
            if fits:
                second = self.effect(state, seat, state.tables.tile_second[tile], turns)
            elephant: float = rest
            if gives:
                elephant = max(elephant, self.give_after(state, seat, district, tile, fits, turns))
            best = max(best, worth + second + elephant)
        return best

    def fits(self, state: Amritsar, seat: i64, colour: i64, active: i64) -> bool:
        if colour == active:
            return True
        wild: i64 = state.v[SEAT + seat * STRIDE + LASTING]
        return (active == WHITE and wild & BIT[colour] != 0) or (colour == WHITE and wild & BIT[active] != 0)

    def give_after(self, state: Amritsar, seat: i64, district: i64, tile: i64, second: bool, turns: float) -> float:
        """A donation of the elephant after the gains of a tile."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE + RES
        rows = state.tables.effects
        m: i64 = v[b]
        c: i64 = v[b + 1]
        g: i64 = v[b + 2]
        wild: i64 = 0
        for side in range(2):
            if side == 1 and not second:
                break
            at: i64 = (state.tables.tile_main[tile] if side == 0 else state.tables.tile_second[tile]) * ROW
            if rows[at + OP] == GAIN:
                m += rows[at + E_MARBLE]
                c += rows[at + E_MARBLE + 1]
                g += rows[at + E_MARBLE + 2]
                wild += rows[at + E_ANY]
            elif rows[at + OP] == EITHER_OF:
                wild += 1
        best = self.donation(state, seat, district, m, c, g, turns)
        if wild > 0:
            best = max(best, self.donation(state, seat, district, m + 1, c, g, turns))
            best = max(best, self.donation(state, seat, district, m, c + 1, g, turns))
            best = max(best, self.donation(state, seat, district, m, c, g + 1, turns))
        return best

    def landing(self, state: Amritsar, seat: i64, colour: i64, at: i64, turns: float, known: vec[float]) -> float:
        """The best place for the last worker, sown from SOW_AT on; `known` keeps what was judged before."""
        moves = state.landings(seat)
        free: bool = state.v[SEAT + seat * STRIDE + LASTING] & FREE_JUMP != 0
        best: float = -99.0
        for i in range(len(moves)):
            section: i64 = moves[i] - LAND
            jumps: i64 = max(i - 1, 0) if free else i
            worth = self.turn_at(state, seat, section // 2, colour, at, turns, known)
            worth += float(state.v[LYING + section] - jumps) * self.coin(state, seat, turns)
            best = max(best, worth)
        return best

    def turn_at(self, state: Amritsar, seat: i64, district: i64, colour: i64, at: i64, turns: float,
                known: vec[float]) -> float:  # fmt: skip
        key: i64 = district * COLOURS + colour
        if known[key] < -50.0:
            known[key] = self.at_district(state, seat, district, colour, at, turns) + self.fed(state, seat, colour)
        return known[key]

    def fed(self, state: Amritsar, seat: i64, colour: i64) -> float:
        """Each follower pays a point, and gains an action."""
        worth: float = 0.0
        for other in range(state.seats):
            if other != seat and state.mahout_possible(other, colour):
                worth += 1.0 - self.w[N_FEED] / float(max(state.seats - 1, 1))
        return worth

    def best_group(self, state: Amritsar, seat: i64, at: i64, turns: float) -> float:
        """The best turn that any group gives."""
        known = unknown()
        best: float = -99.0
        for section in range(SECTIONS):
            if state.v[SECTION + section * GROUND + COLOURS] > 0:
                best = max(best, self.group(state, seat, section, at, turns, known))
        return best

    def group(self, state: Amritsar, seat: i64, section: i64, at: i64, turns: float, known: vec[float]) -> float:
        """The best turn that a group gives: any of its colours may come last."""
        after = state.copy()
        v = after.v
        at_section: i64 = SECTION + section * GROUND
        count: i64 = v[at_section + COLOURS]
        coins: i64 = v[LYING + section]
        v[LYING + section] = 0
        v[SEAT + seat * STRIDE + COIN] += coins
        v[at_section + COLOURS] = 0
        v[SOW_AT] = section
        for _ in range(count - 1):
            section_next = after.next_open(v[SOW_AT])
            v[SECTION + section_next * GROUND + COLOURS] += 1
            v[SOW_AT] = section_next
        best: float = -99.0
        for colour in range(COLOURS):
            if state.v[at_section + colour] > 0:
                best = max(best, self.landing(after, seat, colour, at, turns, known))
        best += float(coins) * self.coin(state, seat, turns)
        if count == SECTION_ROOM and state.tables.bridge_trigger[v[BRIDGE + v[DECADE]]] == GROUP_OF_4:
            best += 1.0
        return best

    # ---------------------------------------------------------------- the contract

    def weigh(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Amritsar)
        turns = self.left(state, seat)
        kind = state.asking()
        out = vec[float](capacity=len(moves))
        known = unknown()
        sharp: float = self.w[N_SHARP]
        for i in range(len(moves)):
            out = append(out, sharp * self.judge(state, seat, moves[i], kind, turns, known))
        return out

    def judge(self, state: Amritsar, seat: i64, move: i64, kind: i64, turns: float, known: vec[float]) -> float:
        """What one move brings, in points."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        tables = state.tables
        if kind == ELEPHANT:
            return self.elephant(state, seat, move, turns)
        if kind == SECOND_WALK:
            return self.second_walk(state, seat, move, turns)
        if kind == PICK_UP:
            return self.group(state, seat, move - PICK, v[b + AT], turns, known)
        if kind == SOW:
            return self.dropping(state, seat, move - DROP, turns, known)
        if kind == LANDING:
            colour: i64 = 0
            while v[HAND + colour] == 0:
                colour += 1
            section: i64 = move - LAND
            worth = self.turn_at(state, seat, section // 2, colour, v[b + AT], turns, known)
            jumps: i64 = 0
            here = state.next_open(v[SOW_AT])
            while here != section:
                jumps += 1
                here = state.next_open(here)
            if v[b + LASTING] & FREE_JUMP != 0 and jumps > 0:
                jumps -= 1
            return worth + float(v[LYING + section] - jumps) * self.coin(state, seat, turns)
        if kind == ACTIONS:
            return self.acting(state, seat, move, turns)
        if kind == FOLLOWING or kind == COMMAND:
            if move == PASS:
                return 0.0
            tile: i64 = v[b + MAHOUTS + state.followed_colour()]
            gift: float = 0.3 if kind == FOLLOWING else 0.0
            return self.effect(state, seat, tables.mahout_effect[tile], turns) - gift
        if kind == DONATE:
            return self.giving(state, seat, move - DONATE_ON, turns)
        if kind == CHOICE or kind == EITHER:
            r: i64 = move - TAKE
            n: i64 = 1 if kind == CHOICE else tables.effects[v[state.top() + 2] * ROW + E_MARBLE + r]
            return self.taking(state, seat, r, n, turns)
        if kind == SURPLUS:
            item: i64 = move - DISCARD
            if item == 0:
                return -self.coin(state, seat, turns)
            return -self.resource(state, seat, item - 1, v[b + COIN + item] - 1, turns)
        if kind == MARKET:
            return self.dealing(state, seat, move, turns)
        if kind == CHOOSE_MAHOUT:
            return self.effect(state, seat, tables.mahout_effect[v[b + MAHOUTS + move - USE]], turns)
        if kind == UPGRADE:
            if move == SKIP or EXCHANGE <= move < BUY:
                return -0.2 if move != SKIP else 0.0
            return self.upgrade(state, seat, move, v[state.top() + 2], turns)
        if kind == STUDY:
            return self.step(state, seat, move - STEP, turns)
        if kind == PLACE_OBJECTIVE:
            return self.effect(state, seat, tables.space_effect[move - SPACE], turns)
        if kind == PAYING:
            return -self.resource(state, seat, move - PAY, v[b + RES + move - PAY] - 1, turns)
        if kind == PLACE_MAHOUT:
            return self.space(state, seat, move - SPACE)
        if kind == CHOOSE_OBJECTIVE:
            return self.aim(state, seat, move - AIM, turns)
        return 0.0

    def space(self, state: Amritsar, seat: i64, colour: i64) -> float:
        """A colour that others will use brings more chances to follow; beside the maharaja all come up alike."""
        worth: float = 0.0
        for district in range(DISTRICTS):
            for slot in range(SLOTS_OF_A_DISTRICT):
                if state.tables.tile_colour[state.v[TILE + district * SLOTS_OF_A_DISTRICT + slot]] == colour:
                    worth += 0.05
        return worth

    def elephant(self, state: Amritsar, seat: i64, move: i64, turns: float) -> float:
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        if move == STAY:
            return self.best_group(state, seat, v[b + AT], turns)
        district: i64 = (move - WALK) % DISTRICTS
        after = state.copy()
        after.v[b + AT] = district
        cost: float = 0.0
        if move >= SPEND_TOKEN:
            cost = 1.2 * self.use(turns - 1.0)
        elif v[b + AT] != NONE:
            coins: i64 = state.steps_to(seat, district) - 1
            after.v[b + COIN] -= coins
            cost = float(coins) * self.coin(state, seat, turns) + float(state.walk_penalty(seat, district))
        return self.best_group(after, seat, district, turns) - cost

    def second_walk(self, state: Amritsar, seat: i64, move: i64, turns: float) -> float:
        """Before the next turn the elephant may stand where a donation is worth most."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        if move == STAY or move == DONE:
            return self.waiting(state, seat, v[b + AT], turns)
        district: i64 = (move - WALK) % DISTRICTS
        if move >= SPEND_TOKEN:
            return self.waiting(state, seat, district, turns) - 1.5 * self.use(turns)
        cost: float = float(state.steps_to(seat, district) - 1) * self.coin(state, seat, turns)
        return self.waiting(state, seat, district, turns) - cost - float(state.walk_penalty(seat, district)) - 0.05

    def waiting(self, state: Amritsar, seat: i64, district: i64, turns: float) -> float:
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        return 0.4 * self.donation(state, seat, district, v[b + RES], v[b + RES + 1], v[b + RES + 2], turns)

    def dropping(self, state: Amritsar, seat: i64, colour: i64, turns: float, known: vec[float]) -> float:
        """Drop this colour now: the best of those that stay in hand comes last."""
        after = state.copy()
        v = after.v
        v[HAND + colour] -= 1
        v[HELD] -= 1
        while v[HELD] > 0:
            section = after.next_open(v[SOW_AT])
            v[SOW_AT] = section
            v[SECTION + section * GROUND + COLOURS] += 1
            v[HELD] -= 1
        best: float = -99.0
        for last in range(COLOURS):
            if v[HAND + last] > 0:
                best = max(best, self.landing(after, seat, last, v[SEAT + seat * STRIDE + AT], turns, known))
        return best

    def acting(self, state: Amritsar, seat: i64, move: i64, turns: float) -> float:
        """An action, less what it closes; what is better done later waits."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        tables = state.tables
        if move == DONE:
            return 0.05
        if EXCHANGE <= move < BUY:
            return self.exchanging(state, seat, move - EXCHANGE, turns)
        district: i64 = v[ACT_DISTRICT]
        if move < ACTIVATE:
            slot: i64 = (move - MAIN) % SLOTS_OF_A_DISTRICT
            tile = state.tile_here(slot)
            own: i64 = tables.tile_main[tile] if move < SECOND else tables.tile_second[tile]
            worth = self.effect(state, seat, own, turns)
            # The other side of the same tile stays open.
            if v[ACT_TILE] == NONE:
                if move < SECOND:
                    if self.fits(state, seat, tables.tile_colour[tile], v[ACT_COLOUR]):
                        worth += self.effect(state, seat, tables.tile_second[tile], turns)
                else:
                    worth += self.effect(state, seat, tables.tile_main[tile], turns)
                if v[ACT_DONE] & ELEPHANT_DONE == 0 and v[b + AT] == district and v[b + LOAD] > 0:
                    worth += 0.5 * self.give_after(state, seat, district, tile, False, turns)
            return worth + 0.3
        effect: i64
        if move < USE:
            effect = tables.tile_main[state.tile_here(move - ACTIVATE)]
        else:
            effect = tables.mahout_effect[v[b + MAHOUTS + move - USE]]
        worth = self.effect(state, seat, effect, turns)
        if v[ACT_TILE] == NONE:
            # Gains first: the elephant usually acts after the tile.
            return worth * 0.6
        if v[ACT_DONE] & TILE_CLOSED == 0:
            tile = state.tile_here(v[ACT_TILE])
            if v[ACT_DONE] & MAIN_DONE == 0:
                worth -= self.effect(state, seat, tables.tile_main[tile], turns)
            elif v[ACT_DONE] & SECOND_DONE == 0 and self.fits(state, seat, tables.tile_colour[tile], v[ACT_COLOUR]):
                worth -= self.effect(state, seat, tables.tile_second[tile], turns)
        return worth

    def exchanging(self, state: Amritsar, seat: i64, k: i64, turns: float) -> float:
        """An exchange for the sake of what it allows: judged by the best donation before and after."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        lost: i64 = EXCHANGE_FROM[k]
        won: i64 = EXCHANGE_TO[k]
        change: float = self.resource(state, seat, won, v[b + RES + won], turns)
        change -= self.resource(state, seat, lost, v[b + RES + lost] - 1, turns)
        after = state.copy()
        after.v[b + RES + lost] -= 1
        after.v[b + RES + won] += 1
        if v[b + AT] == NONE:
            return change
        return change + self.best_mahout(after, seat, turns) - self.best_mahout(state, seat, turns)

    def giving(self, state: Amritsar, seat: i64, cell: i64, turns: float) -> float:
        """A donation on one cell, objectives included."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        district: i64 = v[b + AT]
        level: i64 = cell // WIDEST
        worth: float = float(state.cell_value(district, cell)) + self.support(state, seat, district, cell)
        for r in range(RESOURCES):
            if state.tables.cost[level * RESOURCES + r] > 0:
                worth -= self.resource(state, seat, r, v[b + RES + r] - 1, turns)
        after = state.copy()
        before: float = self.aims(state, seat)
        after.v[b + IN_DISTRICT + district] += 1
        after.v[b + IN_LEVEL + level] += 1
        return worth + self.aims(after, seat) - before

    def aims(self, state: Amritsar, seat: i64) -> float:
        """What all objectives would bring: placed ones in full, those in hand by half."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        worth: float = 0.0
        for kind in range(4):
            objective: i64 = v[b + OBJECTIVES + kind]
            if objective != NONE:
                share: float = 1.0 if state.is_placed(b + PLACED, kind) else 0.4
                worth += share * float(state.objective_points(seat, objective))
        return worth

    def taking(self, state: Amritsar, seat: i64, r: i64, n: i64, turns: float) -> float:
        """A resource to choose: its worth, and the donation or upgrade that it completes."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        worth: float = 0.0
        for k in range(n):
            worth += self.resource(state, seat, r, v[b + RES + r] + k, turns)
        if v[b + AT] == NONE or v[b + LOAD] == 0:
            return worth
        m: i64 = v[b + RES] + (n if r == 0 else 0)
        c: i64 = v[b + RES + 1] + (n if r == 1 else 0)
        g: i64 = v[b + RES + 2] + (n if r == 2 else 0)
        return worth + 0.6 * self.donation(state, seat, v[b + AT], m, c, g, turns)

    def dealing(self, state: Amritsar, seat: i64, move: i64, turns: float) -> float:
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        at = state.top()
        purse = self.coin(state, seat, turns)
        first: float = 0.0
        if v[at + 2] == 0:
            first = self.recovery(state, seat, turns) + 0.3
        if move == DONE:
            return 0.0
        if move == COIN_FIRST:
            return 0.3 + first
        if EXCHANGE <= move < BUY:
            return -0.2
        if move < SELL:
            r: i64 = move - BUY
            worth = self.taking(state, seat, r, 1, turns)
            if v[b + AT] != NONE and v[b + LOAD] > 0:
                held: i64 = v[b + RES]
                now = self.donation(state, seat, v[b + AT], held, v[b + RES + 1], v[b + RES + 2], turns)
                worth -= 0.6 * now
            return worth + first - purse * float(state.price_now(seat, r, v[at + 2]))
        r = move - SELL
        loss = self.resource(state, seat, r, v[b + RES + r] - 1, turns)
        gain: float = purse * float(state.sell_price(r)) + float(state.sell_points(r))
        return gain + first - loss

    # ---------------------------------------------------------------- positions

    def value(self, state: Amritsar, seat: i64) -> float:
        """The points that a seat may expect from what it has."""
        v = state.v
        b: i64 = SEAT + seat * STRIDE
        turns = self.left(state, seat)
        worth: float = float(state.total(seat))
        if v[STAGE] == OVER:
            return worth
        for r in range(RESOURCES):
            for k in range(min(v[b + RES + r], 3)):
                worth += self.resource(state, seat, r, k, turns)
        coins: i64 = v[b + COIN]
        due = state.tax_due(seat)
        penalty: float = float(state.tables.tax_penalty[v[DECADE]])
        missing: i64 = max(due - coins, 0)
        soon: float = 0.35 + 0.15 * float(v[ROUND])
        worth -= penalty * float(missing) * soon
        worth += self.w[N_COIN] * self.use(turns) * float(coins)
        worth -= self.taxing(state, seat, v[b + TAX]) * 0.5
        load: i64 = v[b + LOAD]
        worth += self.w[N_COUNTER] * float(min(load, 2)) * self.use(turns) + self.w[N_FULL] * float(max(load - 2, 0))
        for district in range(DISTRICTS):
            worth += self.majority(state, seat, district, 0)
        for track in range(TRACKS):
            worth += self.w[N_STEP] * float(v[b + TRACK + track]) * self.use(turns)
            for n in range(1, v[b + TRACK + track] + 1):
                if state.tables.cell_kind[track * CELLS_OF_A_TRACK + n] == EACH_DECADE:
                    worth += 1.0 * float(DECADES - v[DECADE])
        for colour in range(COLOURS):
            if v[b + MAHOUTS + colour] != NONE:
                worth += self.w[N_MAHOUT] * turns
        for space in range(HOUSE_SPACES):
            if v[b + HOUSES + space] != NONE:
                worth += (self.w[N_HOUSE] / 12.0 + 0.12) * turns
        for space in range(4):
            kind: i64 = v[b + PLACED + space]
            if kind != NONE:
                worth += self.w[N_AIM] * 3.0 * turns / 12.0
        return worth

    def outlook(self, state: State) -> vec[float]:
        assert isinstance(state, Amritsar)
        n: i64 = state.seats
        values = vec[float]()
        for seat in range(n):
            values = append(values, self.value(state, seat))
        out = vec[float]()
        turns = self.left(state, 0)
        if n == 1:
            # The maharaja's points come as steadily as his turns.
            mine: float = values[0] + self.w[N_PACE] * turns
            his: float = float(state.total(MAHARAJA_SEAT)) + self.w[N_BOT_PACE] * turns
            return append(out, chance((mine - his) * self.slope(turns)))
        for seat in range(n):
            rival: float = 0.0
            found = False
            for other in range(n):
                if other != seat and (not found or values[other] > rival):
                    rival = values[other]
                    found = True
            out = append(out, chance((values[seat] - rival) * self.slope(turns)))
        return out

    def slope(self, turns: float) -> float:
        return self.w[N_SLOPE] / (1.0 + 0.25 * turns)

    def calm(self, state: State) -> bool:
        """Between two turns nobody holds workers or owes a choice."""
        assert isinstance(state, Amritsar)
        return state.v[DEPTH] == 0 and (state.v[STAGE] == ELEPHANT or state.v[STAGE] == OVER)


def unknown() -> vec[float]:
    """A turn has been judged for no district and colour yet."""
    return UNKNOWN[:]


UNKNOWN: Final[vec[float]] = vec[float]([-99.0] * 16)


def chance(lead: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, lead))))


def learned() -> AmritsarSense:
    """The sense with the weights in weights.json."""
    numbers = json.loads(files("tablero.games.amritsar").joinpath("weights.json").read_text("utf-8"))
    return AmritsarSense([float(numbers[name]) for name in NAMES])
