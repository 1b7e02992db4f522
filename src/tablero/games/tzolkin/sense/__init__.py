"""What a bot feels about a position of Tzolk'in."""

from tablero.games.tzolkin.sense.appeal import TzolkinSense

__all__ = ["TzolkinSense"]
