"""Watching: who may look at a table, through whose eyes, and how late."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from itertools import permutations

from litestar.exceptions import PermissionDeniedException

from tablero.site.people import Guest, Seal
from tablero.table import Later, Table, may_look, was_sent_away

KEPT = 500  # delayed tables that are remembered; any other is played again up to where it is shown


class Private(PermissionDeniedException):
    """A table whose people want to be among themselves."""

    detail = "those who play at this table want to be among themselves"


class SentAway(Private):
    """A table whose opener has sent somebody away, who may not see it any more."""

    detail = "you were asked to leave this table: you can sit here again when you are invited again"


def may_watch(table: Table, guest: Guest) -> bool:
    """Whether somebody may see a table."""
    return may_look(table, guest.id)


def check_watching(table: Table, guest: Guest) -> None:
    """Refuse what concerns a table that somebody may not see."""
    if not may_watch(table, guest):
        raise SentAway(SentAway.detail) if was_sent_away(table, guest.id) else Private(Private.detail)


class Delays:
    """Tables as those see them who are shown them some turns late."""

    def __init__(self) -> None:
        self._later: OrderedDict[str, Later] = OrderedDict()

    def seen(self, table: Table, seat: int | None) -> Table:
        """The table as somebody at this seat, or nobody's, is shown it now."""
        if seat is not None or not table.terms.delay or table.over or not table.started:
            return table
        later = self._later.pop(table.id, None) or Later(table)
        self._later[table.id] = later
        while len(self._later) > KEPT:
            self._later.popitem(last=False)
        return later.of(table)


@dataclass(frozen=True)
class Looking:
    """How somebody looks at a table: the seat whose view it is, whether only over that seat's shoulder, and the own seat that has to
    lift the curtain first."""

    seat: int | None
    over_shoulder: bool = False
    curtain: int | None = None


class Eyes:
    """Through which seat somebody looks. Several people at one device lift a curtain when it is their turn, so that nobody sees another's
    hand; whoever was given a link looks over a player's shoulder."""

    def __init__(self, guest: Guest, seal: Seal, hand: str = "") -> None:
        self._guest = guest
        self._hand = seal.read("hand", hand) if hand else None
        self._lifted: int | None = None

    def lift(self, table: Table, seat: int) -> bool:
        """Whether the curtain is up for one of the own seats now."""
        if seat in table.seats_of(self._guest.id):
            self._lifted = seat
        return self._lifted == seat

    def look(self, table: Table) -> Looking:
        own = () if self._guest.table else table.seats_of(self._guest.id)
        if len(own) > 1:
            return self._in_turn(table, own)
        seat = self._guest.seat_at(table)
        if seat is None and self._hand is not None:
            shown = hand_of(table, self._hand)
            return Looking(shown, over_shoulder=shown is not None)
        return Looking(seat)

    def _in_turn(self, table: Table, own: tuple[int, ...]) -> Looking:
        due = [seat for seat in table.actors() if seat in own]
        if not table.started or (not due and self._lifted is None):
            return Looking(own[0] if table.over or not table.started else None)
        if not due or self._lifted in due:
            return Looking(self._lifted)
        if any(table.state.hides(one, other) for one, other in permutations(own, 2)):
            return Looking(None, curtain=due[0])
        self._lifted = due[0]  # there is nothing to hide now
        return Looking(due[0])


def hand_key(table: Table, seat: int, seal: Seal) -> str:
    """What opens a seat's view to whoever has the link, as long as the row counts that has shown it."""
    return seal.sign("hand", {"table": table.id, "seat": seat, "row": table.shown[seat]})


def hand_of(table: Table, content: dict[str, object]) -> int | None:
    """The seat that a link shows; None when it shows another table, or is worth nothing any more."""
    seat = content["seat"]
    good = content["table"] == table.id and isinstance(seat, int) and table.shown.get(seat) == content["row"]
    return seat if good and isinstance(seat, int) else None
