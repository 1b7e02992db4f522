"""Balance: luck and skill apart. What moved a seat's chance to win: its own decisions, the others', and what was drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from tablero.insight.calibration import Curve

Halves = tuple[Sequence[float], Sequence[float]]


@dataclass(frozen=True)
class Step:
    """From one moment to the next: who moved, how each chance changed, and which part of that was luck."""

    movers: Sequence[int]
    changes: Sequence[float]
    luck: Sequence[float]


@dataclass(frozen=True)
class Balance:
    """How a seat's chance came from where it began to where it ended: together the four are the whole way."""

    own: float
    others: float
    together: float  # what several seats decided at once, and what came of it: nobody can tell these apart
    luck: float
    error: float  # of the first, about: the standard error


def balances(steps: Sequence[Step], noise: Sequence[float]) -> list[Balance]:
    """For each seat its balance; `noise` is the error of one of its chances.

    >>> balances([Step([0], [0.2, -0.2], [0.05, -0.05]), Step([1], [0.3, -0.3], [0.0, 0.0])], [0.01, 0.01])[0]
    Balance(own=0.15, others=0.3, together=0.0, luck=0.05, error=0.014)
    """
    out = []
    for seat, one in enumerate(noise):
        own = others = together = luck = 0.0
        turns = 0
        for step in steps:
            change, drawn = step.changes[seat], step.luck[seat]
            if len(step.movers) > 1:
                together += change
                continue
            luck += drawn
            if list(step.movers) == [seat]:
                own += change - drawn
                turns += 1
            else:
                others += change - drawn
        error = one * math.sqrt(2 * turns)
        out.append(Balance(*(round(each, 3) for each in (own, others, together, luck, error))))
    return out


def noise_of(curve: Curve, thoughts: Sequence[tuple[float, Halves]]) -> list[float]:
    """How far each seat's chances are off by too little thought: what two halves of it say, compared at every moment."""
    pairs = [[curve.chances(progress, half) for half in halves] for progress, halves in thoughts]
    seats = range(len(pairs[0][0])) if pairs else range(0)
    return [math.sqrt(fmean((one[seat] - two[seat]) ** 2 for one, two in pairs)) / 2 for seat in seats]
