"""Strength of the bot levels in Yaxha, found by matches of every level against the one below (docs/bots.md).

All choose at the same time here, and one bot may have to wait for the others: the strongest searches for a quarter of
a second.
"""

from __future__ import annotations

from tablero.core.evaluation.strength import Strength

LEVELS = (
    Strength(blur=10.9),
    Strength(blur=3.5),
    Strength(blur=1.6),
    Strength(),
    Strength(iterations=100, candidates=8),
    Strength(iterations=500, candidates=8),
    Strength(iterations=2500, candidates=8),
    Strength(seconds=0.25, candidates=8),
)
LEVELS_0_8 = (
    Strength(blur=10.9),
    Strength(blur=3.5),
    Strength(blur=1.6),
    Strength(),
    Strength(iterations=100),
    Strength(iterations=500),
    Strength(iterations=2500),
    Strength(seconds=0.25),
)
# Levels that later versions keep, by version (`level5@0.8`): write their numbers out here before LEVELS change.
FROZEN = {"0.8": LEVELS_0_8}
