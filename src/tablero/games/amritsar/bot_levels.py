"""Strength of the bot levels in Amritsar, found by matches of every level against the one below (docs/bots.md)."""

from __future__ import annotations

from tablero.core.evaluation.strength import Strength

LEVELS = (
    Strength(blur=1.48),
    Strength(blur=1.05),
    Strength(blur=0.58),
    Strength(),
    Strength(iterations=28),
    Strength(iterations=150),
    Strength(iterations=500),
    Strength(seconds=1.0),
)
# Levels that later versions keep, by version (`level5@0.8`): write their numbers out here before LEVELS change.
FROZEN = {"0.8": LEVELS}
