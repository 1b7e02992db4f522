"""Row: one line of the log that a table is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RowKind = Literal[
    "sit", "rise", "set", "move", "undo", "restart", "away", "back", "resign", "end", "go on", "close", "pause", "resume", "vacation", "show",
    "hide",
]  # fmt: skip

SEATING = frozenset({"sit", "rise"})  # somebody else sits there now: the seats have to be read anew
LAYING = frozenset({"set", "rise"})  # the table is laid anew: all of it has to be read
OPENER = -1  # the seat of rows that whoever opened the table, or administers the house, has asked for


@dataclass(frozen=True)
class Row:
    """`number` counts from 1. A `move` row carries the move; an `undo` or `restart` row carries how many of the seat's
    own moves were taken back, so that the moves in force follow from the rows alone.

    Somebody comes to a seat (`sit`), leaves it or is sent away (`rise`, with the seat that is free now as its move), and who
    sits where or what is agreed on changes (`set`), before the start only. A bot
    stands in for a person (`away`, with the cause) until that one is `back`, or for good (`resign`). A person agrees to an end
    (`end`) or no longer does (`go on`), lets whoever has a link see their hand (`show`) or no longer (`hide`);
    whoever administers the house ends a game (`close`, seat -1); before the start whoever opened the table cancels it so, and
    one that nobody has started is forgotten (`close` with the cause).

    A person asks for a `pause` or agrees to one, and ends it or says no (`resume`); a person is on `vacation` until the minute since 1970 that
    the row carries, and no longer when that is 0."""

    number: int
    seat: int
    kind: RowKind
    move: int
    action_id: str
    time: float
