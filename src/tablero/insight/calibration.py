"""Calibration: from what a search thinks of a position and how the games went that were played out from it, to chances.

A search is steady but its worth is no chance of winning; games played out are honest but few. So the worth is turned into
chances by the one curve that explains all games of a review best (steeper towards the end), and each moment's own games then
pull its chances as far as they deserve: the more of them there are, and the worse the curve fits this game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST, MOST = 0.02, 0.98  # of a worth: beyond it a search knows no difference
SURE = 0.015  # the curve is never trusted more than this
STEPS = (1.0, 0.3, 0.1)
TRIES = 40


@dataclass(frozen=True)
class Seen:
    """One moment: how far the game is (0 to 1), what a search gives each seat, and how the games played out from it went."""

    progress: float
    worths: Sequence[float]
    won: Sequence[float]  # each seat's share of the victories
    games: int


@dataclass(frozen=True)
class Chance:
    """How likely each seat wins, and give or take how much (the standard error)."""

    chances: list[float]
    errors: list[float]


@dataclass(frozen=True)
class Curve:
    """Worth as chances: a softmax over the seats of the worths' log odds, times a steepness that grows with the game. A lone
    seat plays against the rules, who stand at even odds."""

    early: float = 2.0
    late: float = 2.0
    error: float = SURE  # how far its chances are off, besides what few games explain

    def chances(self, progress: float, worths: Sequence[float]) -> list[float]:
        steep = max(0.0, self.early + self.late * progress)
        odds = [steep * math.log(each / (1 - each)) for each in (min(MOST, max(LEAST, worth)) for worth in worths)]
        rivals = odds if len(odds) > 1 else [*odds, 0.0]
        top = max(rivals)
        whole = sum(math.exp(each - top) for each in rivals)
        return [math.exp(each - top) / whole for each in odds]

    def likelihood(self, seen: Sequence[Seen]) -> float:
        """How well it explains the games, as a logarithm."""
        total = 0.0
        for moment in seen:
            chances = self.chances(moment.progress, moment.worths)
            total += moment.games * sum(
                won * math.log(max(1e-6, p)) for won, p in zip(moment.won, chances, strict=True)
            )
            if len(chances) == 1:
                total += moment.games * (1 - moment.won[0]) * math.log(max(1e-6, 1 - chances[0]))
        return total

    def judged(self, moment: Seen) -> Chance:
        """The chances at a moment, from its worth and its own games."""
        chances, errors = [], []
        for p, won in zip(self.chances(moment.progress, moment.worths), moment.won, strict=True):
            noise = spread(p) / max(1, moment.games)
            trust = self.error**2 / (self.error**2 + noise)
            chances.append(p + trust * (won - p))
            errors.append(math.sqrt(trust * noise))
        whole = sum(chances) if len(chances) > 1 else 1.0
        return Chance([each / whole for each in chances], errors)


def spread(p: float) -> float:
    """The variance of winning one game with this chance; a chance that was never seen to fail is not quite sure."""
    return max(LEAST * MOST, p * (1 - p))


def fitted(seen: Sequence[Seen]) -> Curve:
    """The curve that explains these games best."""
    best = Curve()
    mark = best.likelihood(seen)
    for step in STEPS:
        for _ in range(TRIES):
            nearby = [
                Curve(best.early + dx, best.late + dy) for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step), (step, -step), (-step, step))
            ]  # fmt: skip
            found = max(nearby, key=lambda curve: curve.likelihood(seen))
            if (likely := found.likelihood(seen)) <= mark:
                break
            best, mark = found, likely
    return Curve(best.early, best.late, _error(best, seen))


def _error(curve: Curve, seen: Sequence[Seen]) -> float:
    """How far the games lie from the curve on average, beyond what their number explains."""
    beyond = [
        (won - p) ** 2 - spread(p) / moment.games
        for moment in seen if moment.games
        for p, won in zip(curve.chances(moment.progress, moment.worths), moment.won, strict=True)
    ]  # fmt: skip
    return max(SURE, math.sqrt(max(0.0, sum(beyond) / max(1, len(beyond)))))
