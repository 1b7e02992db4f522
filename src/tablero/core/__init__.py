"""Base of every game: Game, State, moves, random numbers, refusals, records."""

from tablero.core.errors import BadFacts, BadOption, BadRecord, IllegalMove
from tablero.core.evaluation.evaluator import Evaluator
from tablero.core.game import Card, Game, MoveSpace
from tablero.core.luck import Luck, seeded
from tablero.core.option import Option
from tablero.core.record import Record, commitment
from tablero.core.result import Result
from tablero.core.state import State

__all__ = [
    "BadFacts",
    "BadOption",
    "BadRecord",
    "Card",
    "Evaluator",
    "Game",
    "IllegalMove",
    "Luck",
    "MoveSpace",
    "Option",
    "Record",
    "Result",
    "State",
    "commitment",
    "seeded",
]
