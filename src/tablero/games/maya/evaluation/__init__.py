"""Heuristics of Maya's bots and the input of its value network."""

from __future__ import annotations

from tablero.games.maya.evaluation.value import MayaEvaluator
from tablero.games.maya.evaluation.weights import LEARNED


def learned() -> MayaEvaluator:
    """Return the evaluator with the learned weights."""
    return MayaEvaluator(list(LEARNED.values()))
