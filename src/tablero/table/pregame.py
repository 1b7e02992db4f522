"""Changes of a table before its game begins. Each function checks a request and returns the row to append together with
the table in its new setup: holders, number of seats, options, terms, invitations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.table.errors import Begun, NoSuchSeat, NoSuchTable, NotStarted, NotYours, Refusal, SeatTaken
from tablero.table.holder import Holder
from tablero.table.invitations import Invitations
from tablero.table.log_row import OPENER_SEAT, LogRow, RowKind
from tablero.table.table import HINT_CHOICES, Table
from tablero.table.terms import Terms

SetupRow = tuple[LogRow, Table]
OPEN_SEAT = Holder("open")


@dataclass(frozen=True)
class SetupChange:
    """What the opener of a table may change; None stays as it is."""

    seats: int | None = None
    options: Mapping[str, str] | None = None
    hints: str | None = None
    terms: Terms | None = None


def check_not_started(table: Table) -> None:
    """Raise NoSuchTable or Begun if nothing can be changed any more."""
    if table.closed:
        raise NoSuchTable("this table has been given up: open another one")
    if table.started:
        raise Begun


def check_opener(table: Table, person: str) -> None:
    """Raise NotYours unless `person` has opened the table."""
    check_not_started(table)
    if not person or person != table.host:
        raise NotYours


# ---------------------------------------------------------------- any player


def change_seat(table: Table, person: str, to: int, action_id: str) -> SetupRow:
    """Move a person to an open seat."""
    check_not_started(table)
    seat = table.seat_of(person)
    if seat is None:
        raise NoSuchSeat("you do not sit at this table")
    if _holder(table, to).kind != "open":
        raise SeatTaken("this seat is taken: choose an open one")
    holders = list(table.holders)
    holders[to], holders[seat] = holders[seat], OPEN_SEAT
    return _with_setup(table, "set", seat, 0, action_id, holders=holders)


def leave_seat(table: Table, person: str, action_id: str) -> SetupRow:
    """Free the seat of a person. After the opener, the next person becomes the opener; without one, close the table."""
    check_not_started(table)
    seat = table.seat_of(person)
    if seat is None:
        raise NoSuchSeat("you do not sit at this table")
    others = [holder.person for holder in table.holders if holder.kind == "person" and holder.person != person]
    if person != table.host:
        return _free_seats(table, seat, seat, action_id)
    if not others:
        return _closed(table, seat, action_id)
    return _free_seats(table, seat, seat, action_id, host=others[0])


def _free_seats(table: Table, by: int, seat: int, action_id: str, **changes: Any) -> SetupRow:
    """Free all seats of a person, several if people share a device."""
    person = table.holders[seat].person
    holders = [OPEN_SEAT if holder.kind == "person" and holder.person == person else holder for holder in table.holders]
    return _with_setup(table, "rise", by, seat, action_id, holders=holders, **changes)


# ---------------------------------------------------------------- the opener


def send_away(table: Table, person: str, seat: int, action_id: str) -> SetupRow:
    """Remove a person from a seat, who can come back only when invited again."""
    check_opener(table, person)
    holder = _holder(table, seat)
    if holder.kind != "person":
        raise NoSuchSeat("nobody sits there who could be sent away")
    if holder.person == person:
        raise Refusal("this is your own seat: to leave it, leave the table")
    return _free_seats(table, OPENER_SEAT, seat, action_id, invitations=table.invitations.send_away(holder.person))


def add_bot(table: Table, person: str, seat: int, bot: Holder, action_id: str) -> SetupRow:
    """Put a bot on an open seat or on that of another bot."""
    check_opener(table, person)
    if not 1 <= bot.level <= len(LEVELS):
        raise BadOption("bots play at level 1 to {most}, not {level}", most=len(LEVELS), level=bot.level)
    if _holder(table, seat).kind == "person":
        raise SeatTaken("a person sits there: bots take open seats")
    return _put(table, seat, bot, action_id)


def remove_bot(table: Table, person: str, seat: int, action_id: str) -> SetupRow:
    """Open the seat of a bot."""
    check_opener(table, person)
    if _holder(table, seat).kind != "bot":
        raise NoSuchSeat("no bot sits there")
    return _put(table, seat, OPEN_SEAT, action_id)


def _put(table: Table, seat: int, holder: Holder, action_id: str) -> SetupRow:
    holders = [holder if number == seat else other for number, other in enumerate(table.holders)]
    return _with_setup(table, "set", OPENER_SEAT, 0, action_id, holders=holders)


def reorder_seats(table: Table, person: str, order: Sequence[int], action_id: str) -> SetupRow:
    """Reorder the holders: seat n gets that of order[n]."""
    check_opener(table, person)
    if sorted(order) != list(range(table.seats)):
        raise BadOption("an order of seats names each of the {seats} seats once", seats=table.seats)
    return _with_setup(table, "set", OPENER_SEAT, 0, action_id, holders=[table.holders[seat] for seat in order])


def change_setup(table: Table, person: str, what: SetupChange, action_id: str) -> SetupRow:
    """Change options, number of seats, hints or terms. Open seats are removed first, then bots, never people. If no
    seat is open then, the game is held until `start`: a change must not begin it."""
    check_opener(table, person)
    seats = table.seats if what.seats is None else what.seats
    hints = table.hints if what.hints is None else what.hints
    if table.start is not None and (seats != table.seats or what.options is not None):
        raise Refusal("this table begins with a position: its seats and options stay as they are")
    if hints not in HINT_CHOICES:
        raise BadOption("hints are chosen from {known}, not '{hints}'", known=", ".join(HINT_CHOICES), hints=hints)
    if what.terms is not None:
        what.terms.check()
    options = table.game.settle_options(seats, table.options if what.options is None else what.options)
    holders, terms = _fitted(table.holders, seats), what.terms or table.terms
    if all(holder.kind != "open" for holder in holders):
        terms = replace(terms, held=True)
    return _with_setup(
        table, "set", OPENER_SEAT, 0, action_id, holders=holders, seats=seats, options=options, hints=hints, terms=terms
    )


def _fitted(holders: Sequence[Holder], seats: int) -> list[Holder]:
    fitted = list(holders)
    for kind in ("open", "bot"):
        for seat in reversed(range(len(fitted))):
            if len(fitted) > seats and fitted[seat].kind == kind:
                del fitted[seat]
    if len(fitted) > seats:
        raise Refusal("more people sit here than that: ask somebody to leave first")
    return fitted + [OPEN_SEAT] * (seats - len(fitted))


def start(table: Table, person: str, action_id: str) -> SetupRow:
    """Start a game that is held."""
    check_opener(table, person)
    if any(holder.kind == "open" for holder in table.holders):
        raise NotStarted
    return _with_setup(table, "set", OPENER_SEAT, 0, action_id, terms=replace(table.terms, held=False))


def invite(table: Table, person: str, invitations: Invitations, action_id: str) -> SetupRow:
    """Replace the invitations."""
    check_opener(table, person)
    return _with_setup(table, "set", OPENER_SEAT, 0, action_id, invitations=invitations)


def decline(table: Table, person: str, action_id: str) -> SetupRow:
    """Decline an invitation by name."""
    check_not_started(table)
    if person not in table.invitations.named or table.seat_of(person) is not None:
        raise Refusal("you are not invited to this table")
    return _with_setup(table, "set", OPENER_SEAT, 0, action_id, invitations=table.invitations.withdraw(person))


def cancel(table: Table, person: str, action_id: str) -> SetupRow:
    """Close the table."""
    check_opener(table, person)
    return _closed(table, OPENER_SEAT, action_id)


def _closed(table: Table, seat: int, action_id: str) -> SetupRow:
    row = table.row(seat, "close", 0, action_id)
    after = table.copy()
    after.apply(row)
    return row, after


# ---------------------------------------------------------------- setup


def _holder(table: Table, seat: int) -> Holder:
    if not 0 <= seat < table.seats:
        raise NoSuchSeat(f"this table has the seats 0 to {table.seats - 1}, not {seat}")
    return table.holders[seat]


def _with_setup(table: Table, kind: RowKind, seat: int, move: int, action_id: str, **changes: Any) -> SetupRow:
    row = table.row(seat, kind, move, action_id)
    same = {"created": table.created, "invitations": table.invitations, "rows": [*table.rows, row]}
    return row, table.rebuilt(**same | changes)
