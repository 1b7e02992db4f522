"""Heuristics of Amritsar's bots and the input of its value network."""

from __future__ import annotations

from tablero.games.amritsar.evaluation.value import AmritsarEvaluator
from tablero.games.amritsar.evaluation.weights import LEARNED


def learned() -> AmritsarEvaluator:
    """Return the evaluator with the learned weights."""
    return AmritsarEvaluator(list(LEARNED.values()))
