"""What a game is: Game, State, moves, luck, reasons, records."""

from tablero.core.errors import BadFacts, BadOption, BadRecord, IllegalMove
from tablero.core.game import Card, Game, MoveSpace
from tablero.core.luck import Luck, seeded
from tablero.core.option import Option
from tablero.core.record import Record, commitment
from tablero.core.result import Result
from tablero.core.sense import Sense
from tablero.core.state import State

__all__ = [
    "BadFacts", "BadOption", "BadRecord", "Card", "Game", "IllegalMove", "Luck", "MoveSpace", "Option", "Record", "Result",
    "Sense", "State", "commitment", "seeded",
]  # fmt: skip
