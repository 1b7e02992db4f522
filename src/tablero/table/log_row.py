"""Row of the log of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RowKind = Literal[
    "sit",
    "rise",
    "set",
    "move",
    "undo",
    "restart",
    "away",
    "back",
    "resign",
    "end",
    "go on",
    "close",
    "pause",
    "resume",
    "vacation",
    "show",
    "hide",
    "auto",
]

SEATING_KINDS = frozenset({"sit", "rise"})  # the holders have changed: read the seats again
SETUP_KINDS = frozenset({"set", "rise"})  # the setup has changed: read the whole table again
OPENER_SEAT = -1  # seat of rows that the opener of the table or an administrator has asked for


@dataclass(frozen=True)
class LogRow:
    """One row. `number` counts from 1. The kinds, and what `move` carries:

    move: the move. undo, restart: how many moves of the seat are undone. So the moves in force follow from the rows.
    sit: a person takes the seat. rise: a person leaves or is sent away (the free seat). set: the setup changes.
    away: a bot stands in for a person (the Cause), until `back`. resign: for good.
    end, go on: a person agrees to end the game, or no longer. pause, resume: the same for a pause.
    show, hide: a person shows the hand to spectators with a link, or no longer.
    close: an administrator ends the game, or the opener cancels the table (0); a table was not started in time (1).
    vacation: until this minute since 1970; 0: no longer.
    auto: what the server does for a person from now on (bits of `table/automatic.py`); only that person is shown it."""

    number: int
    seat: int
    kind: RowKind
    move: int
    action_id: str
    time: float


@dataclass(frozen=True)
class AppendResult:
    """Number of an appended row; `repeated` if the same request had been answered before."""

    number: int
    repeated: bool
