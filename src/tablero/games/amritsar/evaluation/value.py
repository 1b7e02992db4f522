"""How well each seat of Amritsar stands."""

from __future__ import annotations

import math

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.state import State
from tablero.games.amritsar import layout as at
from tablero.games.amritsar.evaluation import weights as learned
from tablero.games.amritsar.evaluation.policy import Policy
from tablero.games.amritsar.rules import Amritsar


class AmritsarEvaluator(Policy):
    """Scores moves and positions by a list of weights."""

    def value(self, state: Amritsar, seat: i64) -> float:
        """The points that a seat may expect from what it has."""
        v = state.v
        b: i64 = at.SEAT + seat * at.STRIDE
        turns = self.left(state, seat)
        worth: float = float(state.total(seat))
        if v[at.STAGE] == at.OVER:
            return worth
        for r in range(at.RESOURCES):
            for k in range(min(v[b + at.RES + r], 3)):
                worth += self.resource(state, seat, r, k, turns)
        coins: i64 = v[b + at.COIN]
        due = state.tax_due(seat)
        penalty: float = float(state.tables.tax_penalty[v[at.DECADE]])
        missing: i64 = max(due - coins, 0)
        soon: float = 0.35 + 0.15 * float(v[at.ROUND])
        worth -= penalty * float(missing) * soon
        worth += self.w[learned.N_COIN] * self.use(turns) * float(coins)
        worth -= self.taxing(state, seat, v[b + at.TAX]) * 0.5
        load: i64 = v[b + at.LOAD]
        worth += self.w[learned.N_COUNTER] * float(min(load, 2)) * self.use(turns) + self.w[learned.N_FULL] * float(
            max(load - 2, 0)
        )
        for district in range(at.DISTRICTS):
            worth += self.majority(state, seat, district, 0)
        for track in range(at.TRACKS):
            worth += self.w[learned.N_STEP] * float(v[b + at.TRACK + track]) * self.use(turns)
            for n in range(1, v[b + at.TRACK + track] + 1):
                if state.tables.cell_kind[track * at.CELLS_OF_A_TRACK + n] == at.EACH_DECADE:
                    worth += 1.0 * float(at.DECADES - v[at.DECADE])
        for colour in range(at.COLOURS):
            if v[b + at.MAHOUTS + colour] != at.NONE:
                worth += self.w[learned.N_MAHOUT] * turns
        for space in range(at.HOUSE_SPACES):
            if v[b + at.HOUSES + space] != at.NONE:
                worth += (self.w[learned.N_HOUSE] / 12.0 + 0.12) * turns
        for space in range(4):
            kind: i64 = v[b + at.PLACED + space]
            if kind != at.NONE:
                worth += self.w[learned.N_AIM] * 3.0 * turns / 12.0
        return worth

    def win_chances(self, state: State) -> vec[float]:
        assert isinstance(state, Amritsar)
        n: i64 = state.seats
        values = vec[float]()
        for seat in range(n):
            values = append(values, self.value(state, seat))
        out = vec[float]()
        turns = self.left(state, 0)
        if n == 1:
            # The maharaja's points come as steadily as his turns.
            mine: float = values[0] + self.w[learned.N_PACE] * turns
            his: float = float(state.total(at.MAHARAJA_SEAT)) + self.w[learned.N_BOT_PACE] * turns
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
        return self.w[learned.N_SLOPE] / (1.0 + 0.25 * turns)

    def is_quiet(self, state: State) -> bool:
        """Between two turns no seat holds workers or owes a choice."""
        assert isinstance(state, Amritsar)
        return state.v[at.DEPTH] == 0 and (state.v[at.STAGE] == at.ELEPHANT or state.v[at.STAGE] == at.OVER)


def chance(lead: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, lead))))
