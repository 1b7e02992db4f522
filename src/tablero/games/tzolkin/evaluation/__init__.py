"""Heuristics of Tzolk'in's bots and the input of its value network."""

from tablero.games.tzolkin.evaluation.policy import TzolkinEvaluator

__all__ = ["TzolkinEvaluator"]
