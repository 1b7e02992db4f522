"""One match: seats, the log of its moves, taking back, and who may see what. No files, no network."""

from tablero.table.agreeing import Cause
from tablero.table.clock import LAG, Clocks
from tablero.table.errors import (
    Begun,
    CannotUndo,
    NoSuchSeat,
    NoSuchTable,
    NotInvited,
    NotStarted,
    NotYours,
    OtherRules,
    OutOfTurn,
    Refusal,
    SeatTaken,
    StaleVersion,
    StoodIn,
)
from tablero.table.history import Moment
from tablero.table.holder import Holder
from tablero.table.invitations import Invitations, check_coming, may_come, may_look, was_sent_away
from tablero.table.later import Later
from tablero.table.row import LAYING, OPENER, SEATING, Row
from tablero.table.table import HINTS, Table
from tablero.table.terms import Terms

__all__ = [
    "HINTS", "LAG", "LAYING", "OPENER", "SEATING", "Begun", "CannotUndo", "Cause", "Clocks", "Holder", "Invitations", "Later",
    "Moment", "NoSuchSeat", "NoSuchTable", "NotInvited", "NotStarted", "NotYours", "OtherRules", "OutOfTurn", "Refusal", "Row",
    "SeatTaken", "StaleVersion", "StoodIn", "Table", "Terms", "check_coming", "may_come", "may_look", "was_sent_away",
]  # fmt: skip
