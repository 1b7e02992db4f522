"""Gathering: what can be changed at a table before its game begins. Each function checks, and gives the row to append and
the table as it is laid then: who sits where, how many seats there are, what is agreed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.table.errors import Begun, NoSuchSeat, NoSuchTable, NotStarted, NotYours, Refusal, SeatTaken
from tablero.table.holder import Holder
from tablero.table.invitations import Invitations
from tablero.table.row import OPENER, Row, RowKind
from tablero.table.table import HINTS, Table
from tablero.table.terms import Terms

Laid = tuple[Row, Table]
OPEN = Holder("open")


@dataclass(frozen=True)
class Agreement:
    """What whoever opened a table may change; None stays as it is."""

    seats: int | None = None
    options: Mapping[str, str] | None = None
    hints: str | None = None
    terms: Terms | None = None


def check_gathering(table: Table) -> None:
    """NoSuchTable or Begun when nothing can be changed any more."""
    if table.closed:
        raise NoSuchTable("this table has been given up: open another one")
    if table.started:
        raise Begun


def check_opener(table: Table, person: str) -> None:
    """NotYours when somebody else has opened the table."""
    check_gathering(table)
    if not person or person != table.host:
        raise NotYours


# ---------------------------------------------------------------- anybody


def move(table: Table, person: str, to: int, action_id: str) -> Laid:
    """Somebody takes an open seat instead of the own one."""
    check_gathering(table)
    seat = table.seat_of(person)
    if seat is None:
        raise NoSuchSeat("you do not sit at this table")
    if _holder(table, to).kind != "open":
        raise SeatTaken("this seat is taken: choose an open one")
    holders = list(table.holders)
    holders[to], holders[seat] = holders[seat], OPEN
    return _laid(table, "set", seat, 0, action_id, holders=holders)


def rise(table: Table, person: str, action_id: str) -> Laid:
    """Somebody leaves. When whoever opened the table does, the next person who sits there has it; alone, it is closed."""
    check_gathering(table)
    seat = table.seat_of(person)
    if seat is None:
        raise NoSuchSeat("you do not sit at this table")
    others = [holder.person for holder in table.holders if holder.kind == "person" and holder.person != person]
    if person != table.host:
        return _rise(table, seat, seat, action_id)
    if not others:
        return _closed(table, seat, action_id)
    return _rise(table, seat, seat, action_id, host=others[0])


def _rise(table: Table, by: int, seat: int, action_id: str, **changes: Any) -> Laid:
    """A person's seats are free again, all of them where several people share a device."""
    person = table.holders[seat].person
    holders = [OPEN if holder.kind == "person" and holder.person == person else holder for holder in table.holders]
    return _laid(table, "rise", by, seat, action_id, holders=holders, **changes)


# ---------------------------------------------------------------- whoever opened it


def send_away(table: Table, person: str, seat: int, action_id: str) -> Laid:
    """Somebody loses the seat, and comes back only when invited again."""
    check_opener(table, person)
    holder = _holder(table, seat)
    if holder.kind != "person":
        raise NoSuchSeat("nobody sits there who could be sent away")
    if holder.person == person:
        raise Refusal("this is your own seat: to leave it, leave the table")
    return _rise(table, OPENER, seat, action_id, invitations=table.invitations.send_away(holder.person))


def fill(table: Table, person: str, seat: int, bot: Holder, action_id: str) -> Laid:
    """A bot takes an open seat, or another bot's."""
    check_opener(table, person)
    if not 1 <= bot.level <= len(LEVELS):
        raise BadOption("bots play at level 1 to {most}, not {level}", most=len(LEVELS), level=bot.level)
    if _holder(table, seat).kind == "person":
        raise SeatTaken("a person sits there: bots take open seats")
    return _put(table, seat, bot, action_id)


def free(table: Table, person: str, seat: int, action_id: str) -> Laid:
    """A bot's seat is open again."""
    check_opener(table, person)
    if _holder(table, seat).kind != "bot":
        raise NoSuchSeat("no bot sits there")
    return _put(table, seat, OPEN, action_id)


def _put(table: Table, seat: int, holder: Holder, action_id: str) -> Laid:
    holders = [holder if number == seat else other for number, other in enumerate(table.holders)]
    return _laid(table, "set", OPENER, 0, action_id, holders=holders)


def arrange(table: Table, person: str, order: Sequence[int], action_id: str) -> Laid:
    """Everybody sits elsewhere: at seat n whoever sat at order[n]."""
    check_opener(table, person)
    if sorted(order) != list(range(table.seats)):
        raise BadOption("an order of seats names each of the {seats} seats once", seats=table.seats)
    return _laid(table, "set", OPENER, 0, action_id, holders=[table.holders[seat] for seat in order])


def agree(table: Table, person: str, what: Agreement, action_id: str) -> Laid:
    """Other options, another number of seats, other terms. Open seats go first, then bots; nobody is sent away by that. Where
    no seat is open then, the game waits for a word: nobody meant to begin it by changing the table."""
    check_opener(table, person)
    seats = table.seats if what.seats is None else what.seats
    hints = table.hints if what.hints is None else what.hints
    if table.start is not None and (seats != table.seats or what.options is not None):
        raise Refusal("this table begins with a position: its seats and options stay as they are")
    if hints not in HINTS:
        raise BadOption("hints are chosen from {known}, not '{hints}'", known=", ".join(HINTS), hints=hints)
    if what.terms is not None:
        what.terms.check()
    options = table.game.settle_options(seats, table.options if what.options is None else what.options)
    holders, terms = _fitted(table.holders, seats), what.terms or table.terms
    if all(holder.kind != "open" for holder in holders):
        terms = replace(terms, held=True)
    return _laid(
        table, "set", OPENER, 0, action_id, holders=holders, seats=seats, options=options, hints=hints, terms=terms,
    )  # fmt: skip


def _fitted(holders: Sequence[Holder], seats: int) -> list[Holder]:
    fitted = list(holders)
    for kind in ("open", "bot"):
        for seat in reversed(range(len(fitted))):
            if len(fitted) > seats and fitted[seat].kind == kind:
                del fitted[seat]
    if len(fitted) > seats:
        raise Refusal("more people sit here than that: ask somebody to leave first")
    return fitted + [OPEN] * (seats - len(fitted))


def begin(table: Table, person: str, action_id: str) -> Laid:
    """The game begins, where that waits for a word."""
    check_opener(table, person)
    if any(holder.kind == "open" for holder in table.holders):
        raise NotStarted
    return _laid(table, "set", OPENER, 0, action_id, terms=replace(table.terms, held=False))


def invite(table: Table, person: str, invitations: Invitations, action_id: str) -> Laid:
    """Somebody is named or no longer, or the link is another one."""
    check_opener(table, person)
    return _laid(table, "set", OPENER, 0, action_id, invitations=invitations)


def decline(table: Table, person: str, action_id: str) -> Laid:
    """Somebody who was named does not come."""
    check_gathering(table)
    if person not in table.invitations.named or table.seat_of(person) is not None:
        raise Refusal("you are not invited to this table")
    return _laid(table, "set", OPENER, 0, action_id, invitations=table.invitations.withdraw(person))


def cancel(table: Table, person: str, action_id: str) -> Laid:
    """The table is given up."""
    check_opener(table, person)
    return _closed(table, OPENER, action_id)


def _closed(table: Table, seat: int, action_id: str) -> Laid:
    row = table.row(seat, "close", 0, action_id)
    after = table.fork()
    after.take(row)
    return row, after


# ---------------------------------------------------------------- laying it anew


def _holder(table: Table, seat: int) -> Holder:
    if not 0 <= seat < table.seats:
        raise NoSuchSeat(f"this table has the seats 0 to {table.seats - 1}, not {seat}")
    return table.holders[seat]


def _laid(table: Table, kind: RowKind, seat: int, move: int, action_id: str, **changes: Any) -> Laid:
    row = table.row(seat, kind, move, action_id)
    kept = {
        name: changes.get(name, getattr(table, name))
        for name in ("seats", "options", "holders", "host", "hints", "terms", "invitations")
    }
    after = Table(
        table.id, table.game, seed=table.seed, salt=table.salt, rows=[*table.rows, row], rules=table.rules,
        start=table.start, clock=table.clock, created=table.created, **kept,
    )  # fmt: skip
    return row, after
