"""One match: seats, the log of its moves, taking back, and who may see what. No files, no network."""

from tablero.table.errors import (
    CannotUndo,
    NoSuchSeat,
    NoSuchTable,
    NotStarted,
    OtherRules,
    OutOfTurn,
    Refusal,
    SeatTaken,
    StaleVersion,
)
from tablero.table.history import Moment
from tablero.table.holder import Holder
from tablero.table.row import Row
from tablero.table.table import HINTS, Table

__all__ = [
    "HINTS", "CannotUndo", "Holder", "Moment", "NoSuchSeat", "NoSuchTable", "NotStarted", "OtherRules", "OutOfTurn", "Refusal",
    "Row", "SeatTaken", "StaleVersion", "Table",
]  # fmt: skip
