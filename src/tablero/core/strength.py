"""Strength: how a level of bots thinks in one game, as plain numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Strength:
    """Without iterations and seconds a bot looks one step ahead and chooses the more softly the greater `blur` is; with them it
    searches, so long for a turn."""

    blur: float = 0.0
    iterations: int = 0
    seconds: float = 0.0
