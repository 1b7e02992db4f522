"""What a bot feels about a position of Maya."""

from __future__ import annotations

from tablero.core.sense import Sense


class MayaSense(Sense):
    """Not written yet."""
