"""What one client sees of a table: its perspective, and the page that it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

from tablero.table import Refusal, Table, may_join, may_see, was_sent_away
from tablero.ui.frames import framed
from tablero.ui.playback import Playback
from tablero.ui.table_page import EncodedMessage, Perspective, TablePage

RELOAD_MESSAGE = EncodedMessage(framed({"reload": True}))  # the new page explains why the table is gone


@dataclass(frozen=True)
class SeatAccess:
    """The seat whose view is shown, whether only to look over that player's shoulder, and the own seat whose player
    has to take the shared device over first."""

    seat: int | None
    over_shoulder: bool = False
    handover_seat: int | None = None


class SeatResolver(Protocol):
    """Decides through which seat a client sees a table."""

    def access(self, table: Table) -> SeatAccess:
        """Return what the client may see now."""

    def hand_over(self, table: Table, seat: int) -> bool:
        """Confirm that the player of an own seat has the device; return whether that seat is shown now."""


class PageSource(Protocol):
    """Builds the pages of a table."""

    def page(self, table: Table, perspective: Perspective, rematch: str | None) -> TablePage:
        """Return the page for a perspective; the same object while nothing has changed for it."""


class ClientView:
    """What one client sees. Without `seats` it sees the table from the seat of `person`."""

    def __init__(
        self, person: str, perspective: Perspective, pages: PageSource, seats: SeatResolver | None = None
    ) -> None:
        self.person = person
        self.perspective = perspective
        self.seats = seats
        self.table: Table | None = None  # whose position was shown last
        self.shown: TablePage | None = None  # the page that the client has
        self._pages = pages

    def change(self, **fields: Any) -> None:
        """Change fields of the perspective."""
        if any(getattr(self.perspective, name) != value for name, value in fields.items()):
            self.perspective = replace(self.perspective, **fields)

    def may_see(self, table: Table) -> bool:
        return may_see(table, self.person) and not table.given_up

    def check_sight(self) -> None:
        """Raise Refusal if the table that was shown last may no longer be seen: its game has begun without spectators,
        or the client was sent away."""
        if self.table is not None and not self.may_see(self.table):
            raise Refusal("those who play at this table want to be among themselves")

    def next_message(self, table: Table, rematch: str | None) -> EncodedMessage | None:
        """Return what to send so that the client shows a position; None when nothing changes for it."""
        access = self.access(table)
        self.change(
            seat=access.seat,
            over_shoulder=access.over_shoulder,
            handover_seat=access.handover_seat,
            welcome=may_join(table, self.person),
            sent_away=was_sent_away(table, self.person),
        )
        after = self._pages.page(table, self.perspective, rematch)
        if after is self.shown:
            return None
        message = after.message(self.shown)
        self.shown = after
        return message

    def playback(self, table: Table, rematch: str | None) -> Playback | None:
        """Return the playback that leads to the present position."""
        now = replace(self.perspective, seat=self.access(table).seat, at=None, hot=None)
        return self._pages.page(table, now, rematch).playback

    def access(self, table: Table) -> SeatAccess:
        return SeatAccess(table.seat_of(self.person)) if self.seats is None else self.seats.access(table)

    def own_seat(self, table: Table) -> int:
        """Return the seat that the client plays now. Raise Refusal for spectators, and during a handover."""
        access = self.access(table)
        seat = None if access.over_shoulder else access.seat
        if access.handover_seat is not None:
            raise Refusal("somebody else has the device: lift the curtain first")
        if seat is None:
            raise Refusal("you are watching this game: only those who sit at the table can move")
        return seat
