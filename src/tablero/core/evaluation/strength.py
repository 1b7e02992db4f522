"""Strength: search settings of a bot level in one game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Strength:
    """Without iterations and seconds a bot looks one step ahead and chooses the more randomly the greater `blur` is;
    with them it searches, for at most that many iterations and seconds a turn."""

    blur: float = 0.0
    iterations: int = 0
    seconds: float = 0.0
    candidates: int = 0  # with two seats: how many moves are compared by sequential halving; 0: all, by PUCT
