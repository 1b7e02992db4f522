"""What a bot feels about a position of Yaxha: features and their learned weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.games.yaxha.sense.appeal import TILE_NAMES
from tablero.games.yaxha.sense.features import NAMES
from tablero.games.yaxha.sense.outlook import Outlook as YaxhaSense
from tablero.games.yaxha.sense.weights import LEARNED

__all__ = ["LEARNED", "NAMES", "TILE_NAMES", "YaxhaSense", "learned"]


def learned(numbers: Mapping[str, Any] = LEARNED) -> YaxhaSense:
    """The sense with these numbers, the house's unless others are given."""
    weights = [float(numbers["pyramid"][name]) for name in NAMES]
    tile_weights = [float(numbers["tile"][name]) for name in TILE_NAMES]
    return YaxhaSense(weights, tile_weights, [float(x) for x in numbers["scale"]])
