"""How well each seat of Tzolk'in stands.

A worker on a gear is worth the best action it can still ride to, less what waiting costs. `Ledger` is the price list of
one seat in one position; every judgement is read from it.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.games.tzolkin import layout as at
from tablero.games.tzolkin.evaluation import weights as by
from tablero.games.tzolkin.evaluation.features import Features
from tablero.games.tzolkin.rules import Tzolkin

NOTHING: Final[vec[float]] = vec[float]([0.0] * 55)


class Ledger(Features):
    """The price list of a seat: what can be had, and what workers on their way are worth."""

    # ---------------------------------------------------------------- workers on the gears

    def reach(self, gear: i64, position: i64) -> float:
        """The best that a worker on this position can do now; nothing at all is 0."""
        state = self.state
        best: float = 0.0
        corn: i64 = state.v[self.b + at.CORN]
        coming: float = self.coming
        if gear == at.PALENQUE:
            self.coming -= self.brings(position)  # not to count its corn twice
        for action in range(1, at.ACTIONS[gear] + 1):
            fee = state.fee_of(self.b, gear, position, action)
            if 0 <= fee <= corn:
                found = self.space(gear, action, corn - fee, True)
                if fee > 0:
                    found += self.corn_gain(-fee)
                best = max(best, found)
        self.coming = coming
        return best

    def hopes(self, gear: i64) -> vec[float]:
        """What each space of a gear may bring later, at gear * 11 + action; meals for the next food day not counted.
        Only gears that were asked for are filled in."""
        if len(self.hoped) == 0:
            self.hoped = NOTHING[:]
        out = self.hoped
        if self.hoped_gears & at.BIT[gear] != 0:
            return out
        self.hoped_gears |= at.BIT[gear]
        corn: i64 = self.state.v[self.b + at.CORN]
        hunger: float = self.hunger
        self.hunger = 0.0
        for action in range(1, at.ACTIONS[gear] + 1):
            found: float = 0.0
            if gear == at.UXMAL and action == 5:
                for other in range(at.UXMAL):
                    self.hopes(other)
                for k in range(at.UXMAL * 11):
                    found = max(found, out[k])
                found = found * self.w[by.COPY_W]
            else:
                found = self.space(gear, action, corn, False)
            out[gear * 11 + action] = found
        self.hunger = hunger
        return out

    def stay(self, gear: i64, position: i64, placed: bool) -> float:
        """What a worker on this position is worth: the best action to ride to, less the waiting. `placed` is off for
        one that is still to be placed."""
        if gear == at.CHICHEN and self.state.v[self.b + at.SKULL] < at.count(
            self.state.v[self.b + at.ON + at.CHICHEN]
        ) + (0 if placed else 1):
            return self.w[by.PROMISE_W] * self._ride(gear, position, 0.0)
        have: float = 0.0
        if gear == at.PALENQUE:
            have = float(self.state.v[self.b + at.CORN]) + self.coming
            if placed:
                have -= self.brings(position)
        return self._ride(gear, position, have)

    def _ride(self, gear: i64, position: i64, have: float) -> float:
        hopes = self.hopes(gear)
        best: float = 0.0
        back: float = self.w[by.BACK_W]
        free: i64 = at.FREE_CHOICE[gear]
        last: i64 = 10 if gear == at.CHICHEN else 7
        top: float = 0.0
        for action in range(1, min(position, free - 1) + 1):
            # Lower actions cost a corn each step; one step is what it mostly is.
            top = max(top, hopes[gear * 11 + action] - back * float(position - action))
        for days in range(1, min(self.turns, last - position) + 1):
            here: i64 = position + days
            if here >= free:
                for action in range(1, free if gear == at.CHICHEN else 6):
                    top = max(top, hopes[gear * 11 + action])
            else:
                top = max(top - back, hopes[gear * 11 + here])
            found: float = top - self.w[by.WAIT_W] * float(days - 1)
            if gear == at.PALENQUE and days <= self.wait:
                corn: i64 = self.state.tables.fish if here == 1 else self.reaped(min(here, 5) - 2)
                found += self.meal(have, float(corn))
            best = max(best, found)
        return best * self.w[by.LATER_W]

    def hand(self) -> float:
        """A worker in hand."""
        return min(self.w[by.HAND_W], 0.5 * float(self.turns))

    # ---------------------------------------------------------------- the whole position

    def worth(self) -> float:
        """How the seat stands, in points."""
        state = self.state
        v = state.v
        b: i64 = self.b
        self.take_aim()
        found: float = float(v[b + at.SCORE]) + self.corn * float(v[b + at.CORN])
        found += self.purse * min(float(v[b + at.CORN]), self.w[by.ENOUGH_W])
        found += self.meal(0.0, float(v[b + at.CORN]) + self.coming) - self.hunger * float(self.due)
        for r in range(3):
            have: i64 = v[b + at.WOOD + r]
            found += self.blocks[r] * float(have) + self.aim * float(min(have, self.need[r]))
        found += self.skull * float(v[b + at.SKULL])
        for temple in range(3):
            found += self.step(temple, v[b + at.STEP + temple])
        for track in range(4):
            for level in range(v[b + at.LEVEL + track]):
                found += self.w[by.LEVEL_W + 3 * track + level] * self.ahead
        found += self.w[by.WORKER_W] * float(self.turns) * float(v[b + at.WORKERS] - 3)
        found -= 0.5 * self.w[by.MEAL_W] * self.meals * float(self.due)
        tiles: i64 = v[b + at.MONUMENTS]
        while tiles != 0:
            low: i64 = tiles & -tiles
            tiles ^= low
            found += float(state.monument_points(self.seat, at.WHICH[low % 37]))
        if v[b + at.LIGHT] == 1:
            found += 0.6 * min(1.0, self.ahead * 4.0)
        for gear in range(at.GEARS):
            on: i64 = v[b + at.ON + gear]
            while on != 0:
                low = on & -on
                on ^= low
                position: i64 = at.WHICH[low % 37]
                found += max(self.stay(gear, position, True), 0.9 * self.reach(gear, position))
        return found + self.hand() * float(v[b + at.HAND])


# ---------------------------------------------------------------- all seats


def win_chances(state: Tzolkin, w: vec[float]) -> vec[float]:
    """How well each seat stands, from 0 to 1."""
    n: i64 = state.seats
    worths = vec[float](capacity=4)
    # What can be paid is asked of the seat on the move, so each has the move while it is judged.
    active: i64 = state.v[at.ACTIVE]
    for seat in range(n):
        state.v[at.ACTIVE] = seat
        worths = append(worths, Ledger(state, seat, w).worth())
    state.v[at.ACTIVE] = active
    out = vec[float](capacity=4)
    # A lead weighs more when little is left to be played.
    scale: float = 6.0 + 12.0 * float(max(0, state.tables.rounds - state.v[at.DAY])) / 26.0
    for seat in range(n):
        rival: float = -999.0
        for other in range(n):
            if other != seat:
                rival = max(rival, worths[other])
        out = append(out, 1.0 / (1.0 + math.exp((rival - worths[seat]) / scale)))
    return out
