"""What is read off a position of Amritsar: the worth of coins, resources, counters, steps, actions and upgrades to a
seat."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablero.core.evaluation.evaluator import Evaluator
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.evaluation import weights as learned
from tablero.games.amritsar.rules import Amritsar

TURNS_OF_A_SEAT: Final[i64] = 12


class Features(Evaluator):
    """What things are worth, by a list of weights in the order of weights.py."""

    def __init__(self, weights: list[float]) -> None:
        self.w: vec[float] = vec[float](weights)

    # ---------------------------------------------------------------- time

    def left(self, state: Amritsar, seat: i64) -> float:
        """Turns that this seat still has, the one it is in included."""
        v = state.v
        done: i64 = v[at.TURNS] // state.seats
        order: i64 = (seat - v[at.FIRST] + state.seats) % state.seats
        if order < v[at.TURNS] % state.seats:
            done += 1
        return float(max(TURNS_OF_A_SEAT - done, 0))

    def use(self, turns: float) -> float:
        """How much of a thing's worth can still be realised."""
        return min(1.0, turns / 3.0)

    # ---------------------------------------------------------------- things

    def resource(self, state: Amritsar, seat: i64, r: i64, have: i64, turns: float) -> float:
        """One more resource of this type beside those at hand."""
        worth: float = self.w[learned.N_MARBLE + r]
        for _ in range(min(have, 4)):
            worth *= self.w[learned.N_SECOND]
        worth *= self.use(turns)
        if state.v[at.SEAT + seat * at.STRIDE + at.TRACK + 1] == state.tables.track_end[1]:
            worth = max(worth, 1.0)
        return worth

    def coin(self, state: Amritsar, seat: i64, turns: float) -> float:
        """Coins pay taxes: what is missing then costs points."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        worth: float = self.w[learned.N_COIN] * self.use(turns)
        if v[b + at.COIN] < state.tax_due(seat) and v[at.DECADE] < at.DECADES:
            worth = max(worth, 0.75 * float(state.tables.tax_penalty[v[at.DECADE]]))
        if v[b + at.TRACK + 2] == state.tables.track_end[2]:
            worth = max(worth, 1.0)
        return worth

    def counter(self, state: Amritsar, seat: i64, turns: float) -> float:
        load: i64 = state.v[at.SEAT + seat * at.STRIDE + at.LOAD]
        if load >= at.ELEPHANT_ROOM:
            return 0.0
        worth: float = self.w[learned.N_COUNTER] if load < 2 else self.w[learned.N_FULL]
        if float(load) >= turns + 1.0:
            worth = 0.0
        if state.v[at.SEAT + seat * at.STRIDE + at.TRACK] == state.tables.track_end[0]:
            worth = max(worth, 1.0)
        return worth

    def goods(self, state: Amritsar, seat: i64, coins: i64, m: i64, c: i64, g: i64, choose: i64, turns: float) -> float:
        """A gain, with what the slots can hold."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        room: i64 = v[b + at.ROOM] - state.stored(seat)
        worth: float = 0.0
        if room > 0 or coins + m + c + g + choose > 0:
            worth += float(coins) * self.coin(state, seat, turns)
            for k in range(m):
                worth += self.resource(state, seat, 0, v[b + at.RES] + k, turns)
            for k in range(c):
                worth += self.resource(state, seat, 1, v[b + at.RES + 1] + k, turns)
            for k in range(g):
                worth += self.resource(state, seat, 2, v[b + at.RES + 2] + k, turns)
            for k in range(choose):
                best: float = 0.0
                for r in range(at.RESOURCES):
                    best = max(best, self.resource(state, seat, r, v[b + at.RES + r] + k, turns))
                worth += best
        count: i64 = coins + m + c + g + choose
        if count > room:
            worth *= 0.4 + 0.6 * float(max(room, 0)) / float(count)
        return worth

    # ---------------------------------------------------------------- donations

    def majority(self, state: Amritsar, seat: i64, district: i64, more: i64) -> float:
        """What this seat may expect of a district's majority with so many counters more."""
        v = state.v
        own: i64 = v[at.SEAT + seat * at.STRIDE + at.IN_DISTRICT + district] + more
        other: i64 = 0
        for rival in range(state.players):
            if rival != seat:
                other = max(other, v[at.SEAT + rival * at.STRIDE + at.IN_DISTRICT + district])
        if own == 0:
            return 0.0
        lead: float = float(own - other)
        chance: float = 1.0 / (1.0 + math.exp(-1.4 * (lead + 0.4)))
        worth: float = 0.0
        decade: i64 = v[at.DECADE]
        sure: float = 1.0
        while decade < at.DECADES:
            value: float = float(state.tables.temple[v[at.TEMPLE + decade] * at.DISTRICTS + district])
            worth += value * chance * sure
            sure *= self.w[learned.N_MAJORITY]
            decade += 1
        return worth + self.w[learned.N_LEAD] * float(own)

    def donation(self, state: Amritsar, seat: i64, district: i64, m: i64, c: i64, g: i64, turns: float) -> float:
        """The best donation in a district with so many resources at hand, net of what it costs."""
        v = state.v
        filled: i64 = v[at.FILLED + district]
        best: float = 0.0
        for level in range(at.LEVELS):
            spot: i64 = level * at.RESOURCES
            cost = state.tables.cost
            if m < cost[spot] or c < cost[spot + 1] or g < cost[spot + 2]:
                continue
            first: i64 = level * at.WIDEST
            price: float = 0.0
            if cost[spot] > 0:
                price += self.resource(state, seat, 0, m - cost[spot], turns)
            if cost[spot + 1] > 0:
                price += self.resource(state, seat, 1, c - cost[spot + 1], turns)
            if cost[spot + 2] > 0:
                price += self.resource(state, seat, 2, g - cost[spot + 2], turns)
            for i in range(state.tables.width[(state.players - 2) * at.LEVELS + level]):
                cell: i64 = first + i
                if filled & at.BIT[cell] == 0 and filled & at.SUPPORTS[cell] == at.SUPPORTS[cell]:
                    net: float = float(state.cell_value(district, cell)) - price
                    net += self.support(state, seat, district, cell)
                    best = max(best, net)
        if best == 0.0:
            return 0.0
        best += self.majority(state, seat, district, 1) - self.majority(state, seat, district, 0)
        return max(best - 0.5 * self.counter(state, seat, turns), 0.0)

    def support(self, state: Amritsar, seat: i64, district: i64, cell: i64) -> float:
        """Own supports pay the donor, others' pay a rival; a base cell may support later ones."""
        if cell < at.WIDEST:
            return 0.3
        worth: float = 0.0
        for k in range(2):
            owner: i64 = state.v[at.CELL + district * at.CELLS + cell - at.WIDEST + k]
            worth += 1.0 if owner == seat else -1.0 / float(state.players)
        return worth

    # ---------------------------------------------------------------- actions

    def effect(self, state: Amritsar, seat: i64, effect: i64, turns: float) -> float:
        """What an action is worth now; nothing when it cannot be done."""
        if not state.possible(seat, effect):
            return 0.0
        rows = state.tables.effects
        row: i64 = effect * at.ROW
        op: i64 = rows[row + at.OP]
        if op == at.GAIN:
            m: i64 = rows[row + at.E_MARBLE]
            c: i64 = rows[row + at.E_MARBLE + 1]
            g: i64 = rows[row + at.E_MARBLE + 2]
            worth = self.goods(state, seat, rows[row + at.E_COIN], m, c, g, rows[row + at.E_ANY], turns)
            return worth + float(rows[row + at.E_POINTS])
        if op == at.EITHER_OF:
            best: float = 0.0
            for r in range(at.RESOURCES):
                n: i64 = rows[row + at.E_MARBLE + r]
                if n > 0:
                    a: i64 = n if r == 0 else 0
                    b: i64 = n if r == 1 else 0
                    best = max(best, self.goods(state, seat, 0, a, b, n if r == 2 else 0, 0, turns))
            return best
        if op == at.TRADING:
            coins: float = float(rows[row + at.E_COIN]) * self.coin(state, seat, turns)
            deal: float = self.w[learned.N_MARKET] * self.use(turns) + self.recovery(state, seat, turns)
            return coins + (deal if state.can_deal_soon(seat, rows[row + at.E_COIN]) else 0.0)
        if op == at.USE_MAHOUT:
            return self.best_mahout(state, seat, turns)
        if op == at.IMPROVE:
            return self.best_upgrade(state, seat, rows[row + at.E_ARG], turns)
        if op == at.LEARN:
            arg: i64 = rows[row + at.E_ARG]
            if arg < at.TRACKS and state.v[at.SEAT + seat * at.STRIDE + at.LASTING] & at.SWAP_TRACK == 0:
                return self.step(state, seat, arg, turns)
            top: float = 0.0
            for track in range(at.TRACKS):
                top = max(top, self.step(state, seat, track, turns))
            return top * float(rows[row + at.E_ANY])
        if op == at.GIVE:
            v = state.v
            k: i64 = at.SEAT + seat * at.STRIDE
            return self.donation(state, seat, v[k + at.AT], v[k + at.RES], v[k + at.RES + 1], v[k + at.RES + 2], turns)
        if op == at.RECOVER:
            return self.recovery(state, seat, turns)
        return 1.5 * self.use(turns) if op == at.UNLOCK else 0.0

    def recovery(self, state: Amritsar, seat: i64, turns: float) -> float:
        return 1.0 if state.v[at.SEAT + seat * at.STRIDE + at.STALL] == 0 else self.counter(state, seat, turns)

    def best_mahout(self, state: Amritsar, seat: i64, turns: float) -> float:
        best: float = 0.0
        for colour in range(at.COLOURS):
            tile: i64 = state.v[at.SEAT + seat * at.STRIDE + at.MAHOUTS + colour]
            if tile != at.NONE:
                best = max(best, self.effect(state, seat, state.tables.mahout_effect[tile], turns))
        return best

    def step(self, state: Amritsar, seat: i64, track: i64, turns: float) -> float:
        """A step on a track: what its cell brings, and the way to those that pay every decade or at the end."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        spot: i64 = v[b + at.TRACK + track]
        if spot == state.tables.track_end[track]:
            return self.effect(state, seat, state.tables.overflow[track], turns)
        cell: i64 = track * at.CELLS_OF_A_TRACK + spot + 1
        ends: float = float(at.DECADES - v[at.DECADE])
        worth: float = self.w[learned.N_STEP] * self.use(turns)
        kind: i64 = state.tables.cell_kind[cell]
        if kind == at.AT_ONCE:
            worth += self.effect(state, seat, state.tables.cell_effect[cell], turns)
        elif kind == at.EACH_DECADE:
            if state.tables.cell_tax[cell] > 0:
                worth += ends * 1.2
            else:
                worth += ends * 0.8 * self.effect(state, seat, state.tables.cell_effect[cell], turns)
        else:
            worth += 2.0
            if track == 0:
                worth += 0.5 * float(v[b + at.LOAD])
        for space in range(4):
            aim: i64 = v[b + at.PLACED + space]
            if aim == 1:
                row: i64 = v[b + at.OBJECTIVES + 1] * at.ROW
                if v[b + at.OBJECTIVES + 1] != at.NONE:
                    worth += self.toward(state, row, track, spot)
        return worth

    def toward(self, state: Amritsar, row: i64, track: i64, place: i64) -> float:
        """How much a step helps a placed knowledge objective."""
        rows = state.tables.objectives
        if rows[row + at.O_KIND] == at.TRACK_END:
            return float(rows[row + at.O_PP]) / 5.0 if rows[row + at.O_A] == track else 0.0
        need: i64 = rows[row + at.O_A + track]
        return float(rows[row + at.O_PP]) / 7.0 if place < need else 0.0

    # ---------------------------------------------------------------- upgrades

    def taxing(self, state: Amritsar, seat: i64, tax: i64) -> float:
        return float(tax) * self.w[learned.N_TAX] * float(at.DECADES - state.v[at.DECADE])

    def house(self, state: Amritsar, seat: i64, house: i64, turns: float) -> float:
        lasting: i64 = state.tables.house_lasting[house]
        worth: float = self.w[learned.N_HOUSE] * turns / 12.0 * (0.7 + 0.15 * float(state.tables.house_slots[house]))
        if lasting == 0:
            rows = state.tables.effects
            row: i64 = state.tables.house_effect[house] * at.ROW
            if rows[row + at.OP] == at.LEARN:
                # Not looked at step by step: a step may bring an upgrade, which may bring steps.
                worth += 2.0 * (self.w[learned.N_STEP] + 1.0) * self.use(turns)
            else:
                worth += float(rows[row + at.E_COIN]) * self.coin(state, seat, turns)
                worth += float(rows[row + at.E_MARBLE]) * self.w[learned.N_MARBLE] * self.use(turns)
                worth += float(rows[row + at.E_ANY]) * self.w[learned.N_MARBLE + 1] * self.use(turns)
        elif lasting == at.EXCHANGER or lasting == at.FREE_JUMP or lasting == at.ALL_BRIDGES:
            worth += 0.25 * turns
        elif lasting == at.LESS_TAX:
            worth += 1.2 * float(at.DECADES - state.v[at.DECADE])
        else:
            worth += 0.12 * turns
        return worth - self.taxing(state, seat, state.tables.house_tax[house])

    def aim(self, state: Amritsar, seat: i64, kind: i64, turns: float) -> float:
        """An objective: what it would bring now and part of what it may still bring."""
        objective: i64 = state.v[at.SEAT + seat * at.STRIDE + at.OBJECTIVES + kind]
        if objective == at.NONE:
            return 0.0
        now: float = float(state.objective_points(seat, objective))
        most: float = 0.0
        for k in range(4):
            most = max(most, float(state.tables.objectives[objective * at.ROW + at.O_PP + k]))
        if state.tables.objectives[objective * at.ROW + at.O_KIND] == at.EACH_COUNTER:
            most = 4.0
        hope: float = max(most - now, 0.0) * self.w[learned.N_AIM] * turns / 12.0
        return 0.9 * now + hope - self.taxing(state, seat, state.tables.objective_tax)

    def hire(self, state: Amritsar, seat: i64, tile: i64, turns: float) -> float:
        better: float = 0.15 if tile == 1 else 0.0
        worth: float = (self.w[learned.N_MAHOUT] + better) * turns
        return worth - self.taxing(state, seat, state.tables.mahout_tax[tile])

    def price(self, state: Amritsar, seat: i64, kind: i64, arg: i64, turns: float) -> float:
        """What an upgrade costs, less the counter it frees."""
        free: float = self.counter(state, seat, turns)
        if arg & at.FREE != 0:
            return -free
        r: i64 = state.tables.upgrade_cost[kind]
        return self.resource(state, seat, r, max(state.v[at.SEAT + seat * at.STRIDE + at.RES + r] - 1, 0), turns) - free

    def best_upgrade(self, state: Amritsar, seat: i64, arg: i64, turns: float) -> float:
        best: float = 0.0
        moves = state.upgrades(seat, arg)
        for i in range(len(moves)):
            best = max(best, self.upgrade(state, seat, moves[i], arg, turns))
        return best

    def upgrade(self, state: Amritsar, seat: i64, move: i64, arg: i64, turns: float) -> float:
        if move < at.AIM:
            return self.house(state, seat, move - at.BUILD, turns) - self.price(state, seat, 0, arg, turns)
        if move < at.HIRE:
            space: float = 1.4 * self.use(turns) + 0.4
            return self.aim(state, seat, move - at.AIM, turns) + space - self.price(state, seat, 1, arg, turns)
        return self.hire(state, seat, move - at.HIRE, turns) - self.price(state, seat, 2, arg, turns)
