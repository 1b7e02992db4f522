"""How well each seat of Yaxha stands."""

from __future__ import annotations

import math

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.state import State
from tablero.games.yaxha import layout as at
from tablero.games.yaxha.evaluation.features import FEATURES, ZEROS, Pyramid
from tablero.games.yaxha.evaluation.policy import Policy
from tablero.games.yaxha.rules import Yaxha


class YaxhaEvaluator(Policy):
    """The worth of a lead, by rounds left."""

    def __init__(self, weights: list[float], tile_weights: list[float], scale: list[float]) -> None:
        super().__init__(weights, tile_weights)
        self.scale: vec[float] = vec[float](scale)

    def win_chances(self, state: State) -> vec[float]:
        assert isinstance(state, Yaxha)
        n: i64 = state.seats
        values = self.values(state)
        out = vec[float]()
        for seat in range(n):
            rival: float = 0.0
            found = False
            for other in range(n):
                if other != seat and (not found or values[other] > rival):
                    rival = values[other]
                    found = True
            lead: float = (values[seat] - rival) * self.scale[at.ROUNDS - state.round]
            out = append(out, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, lead)))))
        return out

    def values(self, state: State) -> vec[float]:
        """The weighted features of each seat's pyramid."""
        assert isinstance(state, Yaxha)
        surveys = state.survey_all()
        row = ZEROS[0:FEATURES]
        out = vec[float]()
        for seat in range(state.seats):
            pyramid = Pyramid(state, seat, surveys)
            pyramid.measure(row, 0)
            out = append(out, self.value(row))
        return out

    def is_quiet(self, state: State) -> bool:
        """At the opening of a market no seat holds cubes."""
        assert isinstance(state, Yaxha)
        if state.phase == at.OVER:
            return True
        if state.phase != at.CHOOSE:
            return False
        chosen: i64 = 0
        for seat in range(state.seats):
            if state.v[at.SEAT + seat * at.STRIDE + at.CHOSEN] != at.NONE:
                chosen += 1
        return chosen == 0
