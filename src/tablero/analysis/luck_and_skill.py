"""Luck and skill: split the changes of a seat's win chance into own decisions, others' decisions, and luck."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from tablero.analysis.win_curve import WinCurve

Halves = tuple[Sequence[float], Sequence[float]]


@dataclass(frozen=True)
class ChanceStep:
    """From one moment to the next: seats that moved, change of each chance, and the part of it that was luck."""

    movers: Sequence[int]
    changes: Sequence[float]
    luck: Sequence[float]


@dataclass(frozen=True)
class Balance:
    """The change of a seat's chance over a game in four parts, which sum to the whole change."""

    own: float
    others: float
    together: float  # simultaneous decisions with their luck, which cannot be separated
    luck: float
    error: float  # standard error of `own`, approximately


def balances(steps: Sequence[ChanceStep], noise: Sequence[float]) -> list[Balance]:
    """Return the balance of each seat; `noise` holds the standard error of one of its chances.

    >>> steps = [ChanceStep([0], [0.2, -0.2], [0.05, -0.05]), ChanceStep([1], [0.3, -0.3], [0.0, 0.0])]
    >>> balances(steps, [0.01, 0.01])[0]
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


def noise_of(curve: WinCurve, searches: Sequence[tuple[float, Halves]]) -> list[float]:
    """Return the standard error of each seat's chances, estimated from the two half searches of every moment."""
    pairs = [[curve.chances(progress, half) for half in halves] for progress, halves in searches]
    seats = range(len(pairs[0][0])) if pairs else range(0)
    return [math.sqrt(fmean((one[seat] - two[seat]) ** 2 for one, two in pairs)) / 2 for seat in seats]
