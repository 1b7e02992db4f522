"""Belongings: all that hangs on a person's id. Moved when a guest signs in, given back as a file, taken away with an account.

Whoever adds a column that holds a person's id names it here; a test looks for those that nobody has named.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Column, Table, and_, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.people.names import GONE, SOMEBODY
from tablero.store import schema
from tablero.store.accounts import give_name, remove_account
from tablero.store.progress import Connecting

Change = Callable[[AsyncConnection], Awaitable[None]]


@dataclass(frozen=True)
class Belonging:
    """A column that holds a person's id. A person has one row for each value of `one_for` (all rows may be theirs when that is
    None). `twice`: what happens to a guest's row where the account has one already. `leaving`: what happens to rows
    of somebody who leaves. `named`: whether the person's name stands beside it. `told`: whether their
    owner is given a copy; `secret`: the columns that are left out."""

    column: Column[Any]
    one_for: Sequence[Column[Any]] | None = None
    twice: Literal["stays", "goes"] = "goes"
    leaving: Literal["stays", "goes", "empty"] = "goes"
    named: bool = False
    told: bool = True
    secret: Sequence[str] = ()

    @property
    def table(self) -> Table:
        return self.column.table


s = schema
BELONGINGS = (
    Belonging(s.seats.c.person, (s.seats.c.match,), twice="stays", leaving="stays", named=True),
    Belonging(s.matches.c.host, leaving="stays", secret=("seed", "salt", "actors", "start")),
    Belonging(s.invitations.c.person, (s.invitations.c.match,), named=True, told=False),
    Belonging(s.results.c.person, (s.results.c.match,), twice="stays", leaving="empty"),
    Belonging(s.ratings.c.person, (s.ratings.c.game, s.ratings.c.match)),
    Belonging(s.cups.c.host, leaving="stays", secret=("seed",)),
    Belonging(s.cup_players.c.person, (s.cup_players.c.cup,), twice="stays", leaving="stays", named=True),
    Belonging(s.tokens.c.person, (s.tokens.c.match, s.tokens.c.seat), secret=("id",)),
    Belonging(s.keys.c.person, secret=("id",)),
    Belonging(s.progress.c.person, (s.progress.c.game, s.progress.c.lesson)),
    Belonging(s.forks.c.owner),
    Belonging(s.settings.c.person, ()),
    Belonging(s.ways.c.person, (s.ways.c.channel,), secret=("key", "claimed")),
    Belonging(s.push_devices.c.person, secret=("endpoint", "p256dh", "auth")),
    Belonging(s.notices.c.person, (s.notices.c.channel, s.notices.c.kind, s.notices.c.match)),
    Belonging(s.talk.c.person, leaving="stays", named=True),
    Belonging(s.notes.c.person, (s.notes.c.match,)),
    Belonging(s.mutes.c.person, (s.mutes.c.muted,), told=False),
    Belonging(s.mutes.c.muted, (s.mutes.c.person,), told=False),
    Belonging(s.reports.c.by, secret=("person", "settled")),
    Belonging(s.reports.c.person, leaving="stays", told=False),
    Belonging(s.bans.c.person, (s.bans.c.kind,), secret=("id",)),
)
# They belong to an account alone, so nobody ever moves them: store/accounts.py takes them away.
OF_ACCOUNTS = (s.accounts.c.person, s.devices.c.person, s.recovery.c.person)


class Belongings:
    """What hangs on people's ids. Where it changes who sits at a table, everybody there sees it at once."""

    def __init__(self, reading: Connecting, changing: Callable[[Change, Collection[str]], Awaitable[None]]) -> None:
        self._reading = reading
        self._changing = changing

    async def move(self, guest: str, person: str, name: str) -> None:
        """Give everything that a guest has to somebody with an account, under that one's name. Where both sit at one table,
        each keeps the own seat."""

        async def change(connection: AsyncConnection) -> None:
            await _move(connection, guest, person)
            await _name(connection, person, name)

        await self._changing(change, (guest, person))

    async def rename(self, person: str, name: str) -> None:
        """Another name for an account, and at every table where the person sits; NameTaken when somebody else has it."""

        async def change(connection: AsyncConnection) -> None:
            await give_name(connection, person, name)
            await _name(connection, person, name)

        await self._changing(change, (person,))

    async def leave(self, person: str) -> None:
        """Take away an account and all that belongs to the person alone. Games stay with somebody."""

        async def change(connection: AsyncConnection) -> None:
            await _leave(connection, person)
            await remove_account(connection, person)

        await self._changing(change, (person,))

    async def running_seats(self, person: str) -> list[tuple[str, int]]:
        """Where a person sits at games that have begun and are not over: tables and seats."""
        seats, matches = schema.seats.c, schema.matches.c
        query = select(seats.match, seats.seat).join(schema.matches, matches.id == seats.match)
        async with self._reading() as connection:
            found = await connection.execute(query.where(seats.person == person, matches.stage == "running"))
            return [(row.match, row.seat) for row in found]

    async def all_of(self, person: str) -> dict[str, list[Mapping[str, Any]]]:
        """All rows of a person by table, for their owner."""
        found: dict[str, list[Mapping[str, Any]]] = {}
        async with self._reading() as connection:
            for belonging in BELONGINGS:
                if belonging.told:
                    secret = (belonging.column.name, *belonging.secret)
                    told = [column for column in belonging.table.columns if column.name not in secret]
                    rows = await connection.execute(select(*told).where(belonging.column == person))
                    found.setdefault(belonging.table.name, []).extend(dict(row) for row in rows.mappings())
        return found


async def _move(connection: AsyncConnection, guest: str, person: str) -> None:
    """Give everything that a guest has to somebody else. Where both sit at one table, each keeps the own seat."""
    await _learned_by_either(connection, guest, person)
    for belonging in BELONGINGS:
        column, table = belonging.column, belonging.table
        moving = update(table).where(column == guest).values({column: person})
        if belonging.one_for is not None:
            other = table.alias()
            same = [other.c[column.name] == person, *(other.c[c.name] == c for c in belonging.one_for)]
            moving = moving.where(~exists(select(other.c[column.name]).where(and_(*same))))
        await connection.execute(moving)
        if belonging.one_for is not None and belonging.twice == "goes":
            await connection.execute(delete(table).where(column == guest))


async def _learned_by_either(connection: AsyncConnection, guest: str, person: str) -> None:
    """A lesson that the guest has finished is finished."""
    p, theirs = schema.progress.c, schema.progress.alias()
    finished = select(theirs.c.person).where(
        theirs.c.person == guest, theirs.c.game == p.game, theirs.c.lesson == p.lesson, theirs.c.finished.is_(True)
    )
    await connection.execute(update(schema.progress).where(p.person == person, exists(finished)).values(finished=True))


async def _name(connection: AsyncConnection, person: str, name: str) -> None:
    """Call a person by another name wherever the name is written."""
    for belonging in BELONGINGS:
        if belonging.named:
            await connection.execute(update(belonging.table).where(belonging.column == person).values(name=name))


async def _leave(connection: AsyncConnection, person: str) -> None:
    """Take away what belongs to a person alone. Games stay with somebody; a seat that nobody has needed yet is free again."""
    seats, matches = schema.seats.c, schema.matches.c
    waiting = select(matches.id).where(matches.stage == "open")
    free = update(schema.seats).where(seats.person == person, seats.match.in_(waiting))
    await connection.execute(free.values(kind="open", name="", person=""))
    await _name(connection, person, SOMEBODY)
    nobody = f"{GONE}{secrets.token_urlsafe(16)}"  # the same for all, so that those who stay can tell it was one person
    for belonging in BELONGINGS:
        if belonging.leaving == "goes":
            await connection.execute(delete(belonging.table).where(belonging.column == person))
        else:
            changed = update(belonging.table).where(belonging.column == person)
            await connection.execute(changed.values({belonging.column: nobody if belonging.leaving == "stays" else ""}))
