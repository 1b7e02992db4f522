"""Proportions with confidence intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z_95 = 1.96


@dataclass(frozen=True)
class Share:
    """Share of games won; a shared victory counts as a part."""

    games: int
    won: float

    @property
    def part(self) -> float:
        """The share, from 0 to 1.

        >>> Share(8, 2).part, Share(0, 0).part
        (0.25, 0.0)
        """
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval, by Wilson's score.

        >>> [round(end, 2) for end in Share(8, 2).interval]
        [0.07, 0.59]
        """
        if not self.games:
            return 0.0, 1.0
        n, p, z = self.games, self.part, Z_95
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)
