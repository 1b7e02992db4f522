"""Actions of players other than moves: leaving, coming back, resigning, ending, pausing, showing a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import IntEnum

from tablero.core.result import Result
from tablero.table.clock import Clocks
from tablero.table.errors import Begun, NoSuchSeat, OutOfTurn, Refusal, StoodIn
from tablero.table.holder import Holder
from tablero.table.log_row import OPENER_SEAT, LogRow, RowKind
from tablero.table.terms import MINUTE_SECONDS, Terms
from tablero.table.undo import LEAVING_KINDS, in_force

SECRET_KINDS = frozenset({"move", "undo", "restart", "auto"})  # rows that others may not notice


class Cause(IntEnum):
    """Why a bot stands in for a player."""

    WISH = 0  # the player left for a while
    ABSENCE = 1  # the player was away for longer than `Terms.absence_limit`
    TIME = 2  # the time of the player has run out


class Participation:
    """Part of a table beside the game. Each method checks a request and returns the row to append;
    `_apply_participation` applies it."""

    holders: tuple[Holder, ...]
    terms: Terms
    clocks: Clocks
    clock: Callable[[], float]
    rows: list[LogRow]
    stood_in: Mapping[int, Cause] = {}  # seats of people for whom a bot plays until they are back
    resigned: frozenset[int] = frozenset()
    departed: bool = False  # whether a player has ever left or resigned
    for_end: frozenset[int] = frozenset()  # seats of people who agree to end it
    declined: int | None = None  # seat that has just declined to end it, until the next row
    closed: bool = False  # by an administrator, or before the start
    for_pause: frozenset[int] = frozenset()  # seats of people who ask for a pause
    arranged: bool = False  # whether a person has ever had something done by itself
    automatic: Mapping[int, int] = {}  # seats for whose people something is done by itself, with the bits of it
    shown: Mapping[int, int] = {}  # seats whose hands spectators with a link may see, with the numbers of the rows

    @property
    def started(self) -> bool:
        raise NotImplementedError

    @property
    def over(self) -> bool:
        raise NotImplementedError

    def deciding(self) -> frozenset[int]:
        raise NotImplementedError

    def row(self, seat: int, kind: RowKind, move: int, action_id: str, lag: float = 0.0) -> LogRow:
        raise NotImplementedError

    def _check_ready(self, seat: int) -> None:
        raise NotImplementedError

    def playing(self) -> frozenset[int]:
        """Return the seats of people for whom no bot plays."""
        return frozenset(
            seat for seat, holder in enumerate(self.holders) if holder.kind == "person" and not self.represented(seat)
        )

    @property
    def paused(self) -> bool:
        """Whether all people who play have agreed to a pause."""
        return bool(self.for_pause) and self.playing() <= self.for_pause

    def represented(self, seat: int) -> bool:
        """Whether a bot plays for the person at this seat."""
        return seat in self.stood_in or seat in self.resigned

    def leave(self, seat: int, cause: Cause, action_id: str) -> LogRow:
        """Return the row after which a bot stands in for the person at a seat."""
        self._check_person(seat)
        if self.represented(seat):
            raise Refusal("a bot plays at this seat already")
        if cause != Cause.WISH and seat not in self.deciding():
            raise Refusal("nobody waits for this seat")
        if cause == Cause.TIME and (self.clocks.left(seat, self.clock()) or 0.0) > 0:
            raise Refusal("there is time left at this seat")
        return self.row(seat, "away", cause, action_id)

    def come_back(self, seat: int, action_id: str) -> LogRow:
        """Return the row after which a person decides again, also in the middle of a turn of the bot."""
        self._check_person(seat)
        if seat in self.resigned:
            raise Refusal("you have resigned: the bot plays this game to its end")
        if seat not in self.stood_in:
            raise Refusal("nobody stands in for you: it is your own seat")
        return self.row(seat, "back", 0, action_id)

    def resign(self, seat: int, action_id: str) -> LogRow:
        """Return the row by which a person resigns; a bot plays on."""
        self._check_person(seat)
        if seat in self.resigned:
            raise Refusal("you have resigned already")
        return self.row(seat, "resign", 0, action_id)

    def agree_to_end(self, seat: int, agrees: bool, action_id: str) -> LogRow:
        """Return the row by which a person agrees to end the game, withdraws that, or declines the offer of others. The
        game ends when all people agree who still play."""
        self._check_person(seat)
        if self.represented(seat):
            raise StoodIn
        if agrees and seat in self.for_end:
            raise Refusal("you have said so already")
        if not agrees and not self.for_end:
            raise Refusal("nobody has offered to end the game")
        return self.row(seat, "end" if agrees else "go on", 0, action_id)

    def pause(self, seat: int, asks: bool, action_id: str) -> LogRow:
        """Return the row by which a person asks for a pause or agrees to one, or ends it."""
        self._check_person(seat)
        if self.represented(seat):
            raise StoodIn
        if asks and seat in self.for_pause:
            raise Refusal("you have said so already")
        if not asks and not self.for_pause:
            raise Refusal("nobody has asked for a pause")
        return self.row(seat, "pause" if asks else "resume", 0, action_id)

    def vacation(self, seat: int, until: float, action_id: str) -> LogRow:
        """Return the row after which a person is on vacation until a moment; 0: no longer."""
        self._check_person(seat)
        return self.row(seat, "vacation", int(until // MINUTE_SECONDS), action_id)

    def show_hand(self, seat: int, shown: bool, action_id: str) -> LogRow:
        """Return the row after which spectators with the link see what a seat sees, or no longer."""
        self._check_person(seat)
        if shown and not self.terms.watched:
            raise Refusal("nobody may watch this table")
        if not shown and seat not in self.shown:
            raise Refusal("nobody sees your hand")
        return self.row(seat, "show" if shown else "hide", 0, action_id)

    def automate(self, seat: int, choices: int, action_id: str) -> LogRow:
        """Return the row after which the server does `choices` (bits of `table/automatic.py`) for a person."""
        self._check_person(seat)
        return self.row(seat, "auto", choices, action_id)

    def close(self, action_id: str, forgotten: bool = False) -> LogRow:
        """Return the row by which an administrator ends a game, or by which a table that was not started expires."""
        if self.over or self.closed:
            raise OutOfTurn("the game is over")
        if forgotten and self.started:
            raise Begun
        return self.row(OPENER_SEAT, "close", int(forgotten), action_id)

    def resigned_after(self, seat: int) -> int:
        """Return how many moves were in force when a seat resigned."""
        at = next(number for number, row in enumerate(self.rows) if row.kind == "resign" and row.seat == seat)
        return len(in_force(self.rows[:at]))

    def _check_person(self, seat: int) -> None:
        self._check_ready(seat)
        if self.over:
            raise OutOfTurn("the game is over")
        if self.holders[seat].kind != "person":
            raise NoSuchSeat("nobody but a bot sits there")

    def _apply_participation(self, row: LogRow) -> None:
        """Apply a row to who decides, who agrees, and whether the table is closed."""
        if row.kind not in SECRET_KINDS:  # the table itself knows when these show
            self.declined = None
        if row.kind in LEAVING_KINDS:
            self.departed = True
        if row.kind == "away":
            self.stood_in = {**self.stood_in, row.seat: Cause(row.move)}
            self.for_end -= {row.seat}
            self.for_pause -= {row.seat}
        elif row.kind == "back":
            self.stood_in = {seat: cause for seat, cause in self.stood_in.items() if seat != row.seat}
        elif row.kind == "resign":
            self.resigned |= {row.seat}
            self.for_end -= {row.seat}
            self.for_pause -= {row.seat}
        elif row.kind == "end":
            self.for_end |= {row.seat}
        elif row.kind == "go on":
            self.declined = None if row.seat in self.for_end else row.seat
            self.for_end = frozenset() if self.declined is not None else self.for_end - {row.seat}
        elif row.kind == "close":
            self.closed = True
        elif row.kind == "pause":
            self.for_pause |= {row.seat}
        elif row.kind == "resume":
            self.for_pause = frozenset()
        elif row.kind == "show":
            self.shown = {**self.shown, row.seat: row.number}
        elif row.kind == "auto":
            self.arranged = True
            others = {seat: choices for seat, choices in self.automatic.items() if seat != row.seat}
            self.automatic = others | ({row.seat: row.move} if row.move else {})
        elif row.kind == "hide":
            self.shown = {seat: number for seat, number in self.shown.items() if seat != row.seat}


def resigned_last(result: Result, resigned: frozenset[int]) -> Result:
    """Return a result in which those who resigned come after the others."""
    keys = [(seat in resigned, rank) for seat, rank in enumerate(result.ranks)]
    ranks = tuple(1 + sum(other < own for other in keys) for own in keys)
    return replace(result, ranks=ranks, winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1))
