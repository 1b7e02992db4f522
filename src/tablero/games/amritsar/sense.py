"""What a bot feels about a position of Amritsar."""

from __future__ import annotations

from tablero.core.sense import Sense


class AmritsarSense(Sense):
    """Not written yet."""
