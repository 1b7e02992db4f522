"""How well each seat of Maya stands."""

from __future__ import annotations

import math

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.state import State
from tablero.games.maya import layout as at
from tablero.games.maya.evaluation import weights as by
from tablero.games.maya.evaluation.features import Survey
from tablero.games.maya.evaluation.policy import Policy
from tablero.games.maya.rules import Maya


class MayaEvaluator(Policy):
    """Evaluates positions by points, tiles, groups and what cities promise."""

    def win_chances(self, state: State) -> vec[float]:
        assert isinstance(state, Maya)
        w = self.w
        v = state.v
        n: i64 = state.seats
        survey = Survey(state, 0, w, self.ahead, self.fade)
        survey.measure_groups()
        hopes = vec[float]()
        for seat in range(n):
            hope: float = float(v[at.SEAT + seat * at.STRIDE + at.SCORE])
            hope += w[by.HOPE_TILE] * survey.left * float(state.rack_size(seat))
            for crop in range(at.CROPS):
                hope += w[by.HOPE_GROUP] * survey.left * float(survey.largest[seat * at.CROPS + crop])
            hopes = append(hopes, hope)
        for temple in state.tables.usable:
            b: i64 = at.TOWNS + temple * at.TOWN
            if v[b + at.SIZE] == 0 or v[b + at.CLOSED] != 0:
                continue
            crops = state.crops_around(temple)
            free = survey.free(temple)
            for seat in range(n):
                hopes[seat] += w[by.HOPE_CITY] * survey.promise(v[b + at.SIZE], crops, free, seat)
        # The lead counts for more the nearer the end is.
        scale: float = w[by.SCALE] * (0.3 + survey.left)
        top: float = hopes[0]
        for seat in range(n):
            top = max(top, hopes[seat])
        total: float = 0.0
        for seat in range(n):
            hopes[seat] = math.exp((hopes[seat] - top) / scale)
            total += hopes[seat]
        for seat in range(n):
            hopes[seat] /= total
        return hopes

    def is_quiet(self, state: State) -> bool:
        """Between two turns."""
        assert isinstance(state, Maya)
        return state.phase == at.CHOOSE and state.new == 0
