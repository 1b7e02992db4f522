"""What a bot feels about a position of Tzolk'in."""

from __future__ import annotations

from tablero.core.sense import Sense


class TzolkinSense(Sense):
    """Not written yet."""
