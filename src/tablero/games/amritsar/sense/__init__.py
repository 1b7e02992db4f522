"""What a bot feels about a position of Amritsar."""

from __future__ import annotations

from tablero.games.amritsar.sense.outlook import AmritsarSense
from tablero.games.amritsar.sense.weights import LEARNED


def learned() -> AmritsarSense:
    """The sense with the learned weights."""
    return AmritsarSense(list(LEARNED.values()))
