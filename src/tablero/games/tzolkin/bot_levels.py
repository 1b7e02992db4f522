"""Strength of the bot levels in Tzolk'in, found by matches of every level against the one below (docs/bots.md)."""

from __future__ import annotations

from tablero.core.evaluation.strength import Strength

LEVELS = (
    Strength(blur=0.72),
    Strength(blur=0.57),
    Strength(blur=0.37),
    Strength(),
    Strength(iterations=25),
    Strength(iterations=95),
    Strength(iterations=350),
    Strength(seconds=1.0),
)
# Levels that later versions keep, by version (`level5@0.8`): write their numbers out here before LEVELS change.
FROZEN = {"0.8": LEVELS}
