"""Row: one line of the log that a table is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RowKind = Literal["sit", "move", "undo", "restart"]


@dataclass(frozen=True)
class Row:
    """`number` counts from 1. A `move` row carries the move; an `undo` or `restart` row carries how many of the seat's
    own moves were taken back, so that the moves in force follow from the rows alone."""

    number: int
    seat: int
    kind: RowKind
    move: int
    action_id: str
    time: float
