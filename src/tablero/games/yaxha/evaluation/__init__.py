"""Heuristics of Yaxha's bots (features and their learned weights) and the input of its value network."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.games.yaxha.evaluation.features import NAMES
from tablero.games.yaxha.evaluation.policy import TILE_NAMES
from tablero.games.yaxha.evaluation.value import YaxhaEvaluator
from tablero.games.yaxha.evaluation.weights import LEARNED

__all__ = ["LEARNED", "NAMES", "TILE_NAMES", "YaxhaEvaluator", "learned"]


def learned(numbers: Mapping[str, Any] = LEARNED) -> YaxhaEvaluator:
    """Return the evaluator with these numbers, by default the learned ones."""
    weights = [float(numbers["pyramid"][name]) for name in NAMES]
    tile_weights = [float(numbers["tile"][name]) for name in TILE_NAMES]
    return YaxhaEvaluator(weights, tile_weights, [float(x) for x in numbers["scale"]])
