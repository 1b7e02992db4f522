"""Access to tables: who may see a table, as which seat, and how many turns late."""

from __future__ import annotations

from collections import OrderedDict
from itertools import permutations

from litestar.exceptions import NotFoundException, PermissionDeniedException

from tablero.site.table.qr_code import qr_code
from tablero.site.web.identity import Connection, Guest, Signer, guest_of
from tablero.site.web.language import language_of
from tablero.site.web.proxy import address_of
from tablero.site.web.services import services_of
from tablero.table import DelayedTable, NoSuchTable, Table, may_join, may_see, was_sent_away
from tablero.ui.client_view import SeatAccess
from tablero.ui.table_page import Perspective

MAX_DELAYED = 500  # delayed tables in memory; any other is replayed up to where it is shown


class GivenUp(NotFoundException):
    """A table that was cancelled before its game began, or removed because it never began."""

    def __init__(self, forgotten: bool) -> None:
        words = (
            "this table was cleared away, because nobody began the game"
            if forgotten
            else "this table was cancelled before the game began"
        )
        super().__init__(words)
        self.forgotten = forgotten


class Withdrawn(NotFoundException):
    """An invitation that leads to no table: replaced by a new link, or cut off."""


class Private(PermissionDeniedException):
    """A table whose players admit no spectators."""

    detail = "those who play at this table want to be among themselves"


class SentAway(Private):
    """A table whose opener has removed this visitor."""

    detail = "you were asked to leave this table: you can sit here again when you are invited again"


def check_watching(table: Table, guest: Guest) -> None:
    """Raise Private or SentAway if the visitor may not see the table."""
    if not may_see(table, guest.id):
        raise SentAway(SentAway.detail) if was_sent_away(table, guest.id) else Private(Private.detail)


async def find_table(connection: Connection, id: str) -> Table:
    """Return a table that the visitor may see; raises NoSuchTable, GivenUp or Private."""
    table = await services_of(connection).store.table(id)
    if table.given_up:
        raise GivenUp(table.forgotten)
    check_watching(table, guest_of(connection, id))
    return table


async def find_page(connection: Connection, id: str) -> Table:
    """Return the table of a page: as `find_table`, with NotFoundException for a table that does not exist."""
    try:
        return await find_table(connection, id)
    except NoSuchTable:
        raise NotFoundException from None


class DelayedTables:
    """Tables as spectators see them, some turns late."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, DelayedTable] = OrderedDict()

    def shown_to(self, table: Table, seat: int | None) -> Table:
        """Return the table as this seat, or a spectator (None), is shown it now."""
        if seat is not None or not table.terms.delay or table.over or not table.started:
            return table
        delayed = self._tables.pop(table.id, None) or DelayedTable(table)
        self._tables[table.id] = delayed
        while len(self._tables) > MAX_DELAYED:
            self._tables.popitem(last=False)
        return delayed.of(table)


class VisitorSeatResolver:
    """As which seat a visitor sees a table. Several players at one device lift a curtain when it is their turn, so that
    none sees another's hand; a visitor with a link (`hand`) sees the view of the player who gave it."""

    def __init__(self, guest: Guest, signer: Signer, hand: str = "") -> None:
        self._guest = guest
        self._hand = signer.read("hand", hand) if hand else None
        self._lifted: int | None = None

    def hand_over(self, table: Table, seat: int) -> bool:
        """Lift the curtain for one of the visitor's own seats; return whether it is up for that seat."""
        if seat in table.seats_of(self._guest.id):
            self._lifted = seat
        return self._lifted == seat

    def access(self, table: Table) -> SeatAccess:
        own = () if self._guest.table else table.seats_of(self._guest.id)
        if len(own) > 1:
            return self._in_turn(table, own)
        seat = self._guest.seat_at(table)
        if seat is None and self._hand is not None:
            shown = hand_of(table, self._hand)
            return SeatAccess(shown, over_shoulder=shown is not None)
        return SeatAccess(seat)

    def _in_turn(self, table: Table, own: tuple[int, ...]) -> SeatAccess:
        due = [seat for seat in table.actors() if seat in own]
        if not table.started or (not due and self._lifted is None):
            return SeatAccess(own[0] if table.over or not table.started else None)
        if not due or self._lifted in due:
            return SeatAccess(self._lifted)
        if any(table.state.hides(one, other) for one, other in permutations(own, 2)):
            return SeatAccess(None, handover_seat=due[0])
        self._lifted = due[0]  # there is nothing to hide now
        return SeatAccess(due[0])


async def perspective_of(
    connection: Connection, guest: Guest, table: Table, access: SeatAccess, turn: int = 0, at: int | None = None
) -> Perspective:
    """Return how a visitor's page shows a table, its board turned by `turn` quarters, after `at` moves or now
    (None)."""
    return Perspective(
        seat=access.seat,
        over_shoulder=access.over_shoulder,
        handover_seat=access.handover_seat,
        language=language_of(connection),
        turn=turn,
        at=at,
        coached=True,
        address=address_of(connection),
        qr_code=qr_code,
        welcome=may_join(table, guest.id),
        sent_away=was_sent_away(table, guest.id),
        guest=guest.account is None,
        tournament=await services_of(connection).store.tournaments.of_table(table.id) or "",
    )


def hand_key(table: Table, seat: int, signer: Signer) -> str:
    """Return the signed key of a link to a seat's view, valid as long as the log row that shows the hand."""
    return signer.sign("hand", {"table": table.id, "seat": seat, "row": table.shown[seat]})


def hand_of(table: Table, content: dict[str, object]) -> int | None:
    """Return the seat that a link shows; None if the link is for another table or is no longer valid."""
    seat = content["seat"]
    good = content["table"] == table.id and isinstance(seat, int) and table.shown.get(seat) == content["row"]
    return seat if good and isinstance(seat, int) else None
