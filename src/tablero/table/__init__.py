"""One match: seats, the log of its rows, undo, clocks, and who may see what. No files, no network."""

from tablero.table.clock import MAX_LAG, Clocks
from tablero.table.delayed_view import DelayedTable
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
from tablero.table.history import PastTable
from tablero.table.holder import Holder
from tablero.table.invitations import Invitations, check_may_join, may_join, may_see, was_sent_away
from tablero.table.log_row import OPENER_SEAT, SEATING_KINDS, SETUP_KINDS, LogRow
from tablero.table.participation import Cause
from tablero.table.table import HINT_CHOICES, Table
from tablero.table.terms import Terms

__all__ = [
    "HINT_CHOICES",
    "MAX_LAG",
    "OPENER_SEAT",
    "SEATING_KINDS",
    "SETUP_KINDS",
    "Begun",
    "CannotUndo",
    "Cause",
    "Clocks",
    "DelayedTable",
    "Holder",
    "Invitations",
    "LogRow",
    "NoSuchSeat",
    "NoSuchTable",
    "NotInvited",
    "NotStarted",
    "NotYours",
    "OtherRules",
    "OutOfTurn",
    "PastTable",
    "Refusal",
    "SeatTaken",
    "StaleVersion",
    "StoodIn",
    "Table",
    "Terms",
    "check_may_join",
    "may_join",
    "may_see",
    "was_sent_away",
]
