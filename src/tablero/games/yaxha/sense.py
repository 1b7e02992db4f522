"""What a bot feels about a position of Yaxha."""

from __future__ import annotations

from tablero.core.sense import Sense


class YaxhaSense(Sense):
    """Not written yet."""
