"""Win curve: turn the values of searches and the results of playouts into chances.

A search is steady, but its value is no chance of winning; playouts are unbiased, but few. So values are turned into
chances by the one curve that explains all playouts of a review best (steeper towards the end), and the playouts of each
moment then correct its chances: the more of them there are, and the worse the curve fits this game, the more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

MIN_VALUE, MAX_VALUE = 0.02, 0.98  # beyond them values of a search make no difference
MIN_CURVE_ERROR = 0.015
FIT_STEPS = (1.0, 0.3, 0.1)
MAX_FIT_ROUNDS = 40  # with each step


@dataclass(frozen=True)
class MomentSample:
    """A moment of a game: its progress from 0 to 1, the value of a search for each seat, and the playouts from it."""

    progress: float
    values: Sequence[float]
    won: Sequence[float]  # each seat's share of the victories
    games: int


@dataclass(frozen=True)
class WinChance:
    """The chance of each seat and its standard error."""

    chances: list[float]
    errors: list[float]


@dataclass(frozen=True)
class WinCurve:
    """Softmax over the seats of the values' log odds, times a steepness that grows with the progress of the game. A
    single seat plays against the rules, which have even odds."""

    early: float = 2.0
    late: float = 2.0
    error: float = MIN_CURVE_ERROR  # of its chances, besides what the small number of playouts explains

    def chances(self, progress: float, values: Sequence[float]) -> list[float]:
        steep = max(0.0, self.early + self.late * progress)
        clipped = (min(MAX_VALUE, max(MIN_VALUE, value)) for value in values)
        odds = [steep * math.log(value / (1 - value)) for value in clipped]
        rivals = odds if len(odds) > 1 else [*odds, 0.0]
        top = max(rivals)
        whole = sum(math.exp(each - top) for each in rivals)
        return [math.exp(each - top) / whole for each in odds]

    def likelihood(self, samples: Sequence[MomentSample]) -> float:
        """Return the log-likelihood of the playouts."""
        total = 0.0
        for sample in samples:
            chances = self.chances(sample.progress, sample.values)
            total += sample.games * sum(
                won * math.log(max(1e-6, p)) for won, p in zip(sample.won, chances, strict=True)
            )
            if len(chances) == 1:
                total += sample.games * (1 - sample.won[0]) * math.log(max(1e-6, 1 - chances[0]))
        return total

    def estimate(self, sample: MomentSample) -> WinChance:
        """Return the chances at a moment, from its values and its playouts."""
        chances, errors = [], []
        for p, won in zip(self.chances(sample.progress, sample.values), sample.won, strict=True):
            noise = variance(p) / max(1, sample.games)
            trust = self.error**2 / (self.error**2 + noise)
            chances.append(p + trust * (won - p))
            errors.append(math.sqrt(trust * noise))
        whole = sum(chances) if len(chances) > 1 else 1.0
        return WinChance([each / whole for each in chances], errors)


def variance(p: float) -> float:
    """Return the variance of one game won with chance `p`, never 0: few playouts are no certainty."""
    return max(MIN_VALUE * MAX_VALUE, p * (1 - p))


def fit_curve(samples: Sequence[MomentSample]) -> WinCurve:
    """Return the curve that explains these playouts best, found by hill climbing."""
    best = WinCurve()
    likelihood = best.likelihood(samples)
    for step in FIT_STEPS:
        for _ in range(MAX_FIT_ROUNDS):
            neighbours = [
                WinCurve(best.early + dx, best.late + dy)
                for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step), (step, -step), (-step, step))
            ]
            found = max(neighbours, key=lambda curve: curve.likelihood(samples))
            if (likely := found.likelihood(samples)) <= likelihood:
                break
            best, likelihood = found, likely
    return WinCurve(best.early, best.late, _error(best, samples))


def _error(curve: WinCurve, samples: Sequence[MomentSample]) -> float:
    """Return the mean distance of the playouts from the curve, beyond what their number explains."""
    beyond = [
        (won - p) ** 2 - variance(p) / sample.games
        for sample in samples
        if sample.games
        for p, won in zip(curve.chances(sample.progress, sample.values), sample.won, strict=True)
    ]
    return max(MIN_CURVE_ERROR, math.sqrt(max(0.0, sum(beyond) / max(1, len(beyond)))))
