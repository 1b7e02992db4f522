"""What a bot feels about Maya."""

from __future__ import annotations

from tablero.games.maya.sense.outlook import MayaSense
from tablero.games.maya.sense.weights import LEARNED


def learned() -> MayaSense:
    """The sense with the weights that were learned."""
    return MayaSense(list(LEARNED.values()))
