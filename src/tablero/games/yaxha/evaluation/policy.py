"""Scores of the moves of Yaxha.

A placement is scored by the pyramid that it leaves, a market tile by the pyramid that its three cubes would give when
each is put where it looks best.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.evaluation.evaluator import Evaluator
from tablero.core.state import State
from tablero.games.yaxha import layout as at
from tablero.games.yaxha.evaluation.features import FEATURES, ZEROS, Pyramid
from tablero.games.yaxha.rules import Yaxha

TILE_NAMES: Final = (
    "worth",  # the pyramid that it would give, or what is left over would give when it is lost
    "beaten",  # the chance that a seat with a better stone wants it too
    "outranked",  # the same early in the game: the beaten seat gets the better stone
    "robbed",  # the chance to lose the own stone by being wanted, early in the game
)
WANT: Final = 0.5  # how strongly points draw a rival to a tile


class Policy(Evaluator):
    """The weighted features of moves; other weights can be tried."""

    def __init__(self, weights: list[float], tile_weights: list[float]) -> None:
        self.weights: vec[float] = vec[float](weights)  # by feature of a pyramid
        self.tile_weights: vec[float] = vec[float](tile_weights)  # by feature of a market tile

    # ---------------------------------------------------------------- moves

    def score_moves(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        assert isinstance(state, Yaxha)
        out = vec[float]()
        n: i64 = len(moves)
        rows = self.features(state, seat, moves)
        weights = self.weights if state.phase == at.BUILD else self.tile_weights
        width: i64 = len(weights)
        for i in range(n):
            total: float = 0.0
            for k in range(width):
                total += weights[k] * rows[i * width + k]
            out = append(out, total)
        return out

    def features(self, state: State, seat: i64, moves: vec[i64]) -> vec[float]:
        """The features of each of these moves, one row after another: what the weights are learned on."""
        assert isinstance(state, Yaxha)
        if state.phase != at.BUILD:
            return self._tiles(state, seat, moves)
        pyramid = Pyramid(state, seat, state.survey_all())
        n: i64 = len(moves)
        out = ZEROS[0 : n * FEATURES]
        for i in range(n):
            if moves[i] == at.FINISH:
                pyramid.measure(out, i * FEATURES)
            else:
                pyramid.judge_with(
                    (moves[i] - at.PLACE) // at.CELLS, (moves[i] - at.PLACE) % at.CELLS, out, i * FEATURES
                )
        return out

    def value(self, row: vec[float]) -> float:
        """The weighted features of a pyramid."""
        total: float = 0.0
        for k in range(FEATURES):
            total += self.weights[k] * row[k]
        return total

    # ---------------------------------------------------------------- market

    def _tiles(self, state: Yaxha, seat: i64, moves: vec[i64]) -> vec[float]:
        """What a tile is worth to this seat, and what the others may do about it."""
        n: i64 = state.seats
        v = state.v
        surveys = state.survey_all()
        values = vec[float]()
        total: float = 0.0
        for i in range(len(moves)):
            values = append(values, self._tile_worth(state, seat, moves[i], surveys))
            total += values[i]
        out = vec[float]()
        wanted = vec[float]()  # how likely each rival is to choose each tile
        if state.phase == at.CHOOSE:
            for rival in range(n):
                chances = self._tile_chances(state, rival, surveys) if rival != seat else ZEROS[0:n]
                for tile in range(n):
                    wanted = append(wanted, chances[tile])
        own: i64 = v[at.SEAT + seat * at.STRIDE + at.INITIATIVE]
        for i in range(len(moves)):
            tile_: i64 = moves[i]
            free: float = 1.0  # that no seat with a better stone chooses it
            safe: float = 1.0  # that no seat with a worse stone chooses it
            if state.phase == at.CHOOSE:
                for rival in range(n):
                    if rival == seat:
                        continue
                    if v[at.SEAT + rival * at.STRIDE + at.INITIATIVE] < own:
                        free *= 1.0 - wanted[rival * n + tile_]
                    else:
                        safe *= 1.0 - wanted[rival * n + tile_]
            rest: float = values[i]
            if len(moves) > 1:
                rest = (total - values[i]) / float(len(moves) - 1)
            out = append(out, values[i] * free + rest * (1.0 - free))
            out = append(out, 1.0 - free)
            out = append(out, (1.0 - free) * early_of(state))
            out = append(out, free * (1.0 - safe) * early_of(state))
        return out

    def _tile_worth(self, state: Yaxha, seat: i64, tile: i64, surveys: vec[i64]) -> float:
        """The value of the pyramid after the three cubes of a tile were put where they look best, one by one."""
        pyramid = Pyramid(state, seat, surveys)
        for c in range(at.COLOURS):
            pyramid.hand[c] = state.v[at.MARKET + tile * at.COLOURS + c]
        pyramid.coming -= 3
        row = ZEROS[0:FEATURES]
        while True:
            best: float = 0.0
            best_colour: i64 = at.NONE
            best_cell: i64 = at.NONE
            for colour in range(at.COLOURS):
                if pyramid.hand[colour] == 0:
                    continue
                for level in range(at.LEVELS):
                    left = pyramid.spots(colour, level)
                    while left != 0:
                        low: i64 = left & -left
                        left ^= low
                        cell: i64 = at.CELL_AT[64 * level + at.WHICH[low % 67]]
                        pyramid.judge_with(colour, cell, row, 0)
                        value = self.value(row)
                        if best_cell == at.NONE or value > best:
                            best = value
                            best_colour = colour
                            best_cell = cell
            if best_cell == at.NONE:
                pyramid.measure(row, 0)
                return self.value(row)
            pyramid.put(best_colour, best_cell)

    def _tile_chances(self, state: Yaxha, seat: i64, surveys: vec[i64]) -> vec[float]:
        """How likely a seat is to choose each tile, from what its cubes could add to the groups there are."""
        points = state.tables.points
        out = vec[float]()
        total: float = 0.0
        for tile in range(state.seats):
            gain: i64 = 0
            for colour in range(at.COLOURS):
                size: i64 = surveys[seat * at.SURVEY + at.SIZES + colour]
                more: i64 = size + state.v[at.MARKET + tile * at.COLOURS + colour]
                gain += points[more] - points[size]
            out = append(out, math.exp(WANT * float(gain)))
            total += out[tile]
        for tile in range(state.seats):
            out[tile] /= total
        return out


def early_of(state: Yaxha) -> float:
    """1 in the first round, 0 in the last."""
    return float(at.ROUNDS - state.round) / 9.0
