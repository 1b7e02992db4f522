"""All data that belongs to a person's id: moved when a guest signs in, exported, deleted with an account.

Every column that holds a person's id is named here; a test looks for missing ones.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Column, Table, and_, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.people.names import DELETED_NAME, GONE_PREFIX
from tablero.store.database import schema
from tablero.store.database.repository import ConnectionFactory
from tablero.store.people.accounts import give_name, remove_account

Change = Callable[[AsyncConnection], Awaitable[None]]


@dataclass(frozen=True)
class PersonalColumn:
    """A column that holds a person's id. A person has one row for each value of `one_for` (any number if it is None).

    twice: what happens to a guest's row if the account has one already.
    leaving: what happens to the rows of a person whose account is deleted.
    named: whether the column `name` holds the name of the person.
    exported: whether the owner is given a copy; `secret`: columns that are left out of it."""

    column: Column[Any]
    one_for: Sequence[Column[Any]] | None = None
    twice: Literal["stays", "goes"] = "goes"
    leaving: Literal["stays", "goes", "empty"] = "goes"
    named: bool = False
    exported: bool = True
    secret: Sequence[str] = ()

    @property
    def table(self) -> Table:
        return self.column.table


s = schema
PERSONAL_COLUMNS = (
    PersonalColumn(s.seats.c.person, (s.seats.c.match,), twice="stays", leaving="stays", named=True),
    PersonalColumn(s.matches.c.host, leaving="stays", secret=("seed", "salt", "actors", "start")),
    PersonalColumn(s.invitations.c.person, (s.invitations.c.match,), named=True, exported=False),
    PersonalColumn(s.results.c.person, (s.results.c.match,), twice="stays", leaving="empty"),
    PersonalColumn(s.ratings.c.person, (s.ratings.c.game, s.ratings.c.match)),
    PersonalColumn(s.tournaments.c.host, leaving="stays", secret=("seed",)),
    PersonalColumn(
        s.tournament_players.c.person, (s.tournament_players.c["cup"],), twice="stays", leaving="stays", named=True
    ),
    PersonalColumn(s.tokens.c.person, (s.tokens.c.match, s.tokens.c.seat), secret=("id",)),
    PersonalColumn(s.keys.c.person, secret=("id",)),
    PersonalColumn(s.progress.c.person, (s.progress.c.game, s.progress.c.lesson)),
    PersonalColumn(
        s.puzzle_attempts.c.person, (s.puzzle_attempts.c.game, s.puzzle_attempts.c.puzzle), secret=("card",)
    ),
    PersonalColumn(s.own_puzzles.c.person, (s.own_puzzles.c.game, s.own_puzzles.c.puzzle)),
    PersonalColumn(s.puzzle_ratings.c.person, (s.puzzle_ratings.c.game,)),
    PersonalColumn(s.forks.c.owner),
    PersonalColumn(s.settings.c.person, ()),
    PersonalColumn(s.channel_addresses.c.person, (s.channel_addresses.c.channel,), secret=("key", "claimed")),
    PersonalColumn(s.push_devices.c.person, secret=("endpoint", "p256dh", "auth")),
    PersonalColumn(
        s.notifications.c.person, (s.notifications.c.channel, s.notifications.c.kind, s.notifications.c.match)
    ),
    PersonalColumn(s.talk.c.person, leaving="stays", named=True),
    PersonalColumn(s.notes.c.person, (s.notes.c.match,)),
    PersonalColumn(s.mutes.c.person, (s.mutes.c.muted,), exported=False),
    PersonalColumn(s.mutes.c.muted, (s.mutes.c.person,), exported=False),
    PersonalColumn(s.reports.c.by, secret=("person", "settled")),
    PersonalColumn(s.reports.c.person, leaving="stays", exported=False),
    PersonalColumn(s.bans.c.person, (s.bans.c.kind,), secret=("id",)),
)
# They belong to an account and are never moved: accounts.py deletes them.
OF_ACCOUNTS = (s.accounts.c.person, s.devices.c.person, s.recovery.c.person)


class PersonalData:
    """Data of people. Changes of who sits at a table are published to its viewers."""

    def __init__(
        self, reading: ConnectionFactory, changing: Callable[[Change, Collection[str]], Awaitable[None]]
    ) -> None:
        self._reading = reading
        self._changing = changing

    async def move_guest(self, guest: str, person: str, name: str) -> None:
        """Give everything of a guest to a person with an account, under the name of the account. If both sit at one
        table, each keeps the seat."""

        async def change(connection: AsyncConnection) -> None:
            await _move(connection, guest, person)
            await _name(connection, person, name)

        await self._changing(change, (guest, person))

    async def rename(self, person: str, name: str) -> None:
        """Rename an account, also at every table where the person sits. Raise NameTaken."""

        async def change(connection: AsyncConnection) -> None:
            await give_name(connection, person, name)
            await _name(connection, person, name)

        await self._changing(change, (person,))

    async def delete_account(self, person: str) -> None:
        """Delete an account and all that belongs to the person alone. Games of others stay, without the name."""

        async def change(connection: AsyncConnection) -> None:
            await _leave(connection, person)
            await remove_account(connection, person)

        await self._changing(change, (person,))

    async def running_seats(self, person: str) -> list[tuple[str, int]]:
        """Return the tables and seats of a person at running games."""
        seats, matches = schema.seats.c, schema.matches.c
        query = select(seats.match, seats.seat).join(schema.matches, matches.id == seats.match)
        async with self._reading() as connection:
            found = await connection.execute(query.where(seats.person == person, matches.stage == "running"))
            return [(row.match, row.seat) for row in found]

    async def all_of(self, person: str) -> dict[str, list[Mapping[str, Any]]]:
        """Return all rows of a person by database table, for their owner."""
        found: dict[str, list[Mapping[str, Any]]] = {}
        async with self._reading() as connection:
            for each in PERSONAL_COLUMNS:
                if each.exported:
                    secret = (each.column.name, *each.secret)
                    columns = [column for column in each.table.columns if column.name not in secret]
                    rows = await connection.execute(select(*columns).where(each.column == person))
                    found.setdefault(each.table.name, []).extend(dict(row) for row in rows.mappings())
        return found


async def _move(connection: AsyncConnection, guest: str, person: str) -> None:
    """Change the id of a guest to that of a person; rows with `twice="stays"` keep the guest's where both have one."""
    await _merge_lessons(connection, guest, person)
    for each in PERSONAL_COLUMNS:
        column, table = each.column, each.table
        moving = update(table).where(column == guest).values({column: person})
        if each.one_for is not None:
            other = table.alias()
            same = [other.c[column.name] == person, *(other.c[c.name] == c for c in each.one_for)]
            moving = moving.where(~exists(select(other.c[column.name]).where(and_(*same))))
        await connection.execute(moving)
        if each.one_for is not None and each.twice == "goes":
            await connection.execute(delete(table).where(column == guest))


async def _merge_lessons(connection: AsyncConnection, guest: str, person: str) -> None:
    """Mark the lessons of a person as finished that the guest has finished."""
    p, theirs = schema.progress.c, schema.progress.alias()
    finished = select(theirs.c.person).where(
        theirs.c.person == guest, theirs.c.game == p.game, theirs.c.lesson == p.lesson, theirs.c.finished.is_(True)
    )
    await connection.execute(update(schema.progress).where(p.person == person, exists(finished)).values(finished=True))


async def _name(connection: AsyncConnection, person: str, name: str) -> None:
    """Change the name of a person wherever it is stored."""
    for each in PERSONAL_COLUMNS:
        if each.named:
            await connection.execute(update(each.table).where(each.column == person).values(name=name))


async def _leave(connection: AsyncConnection, person: str) -> None:
    """Delete what belongs to a person alone; seats at open tables become free, other rows get a random id."""
    seats, matches = schema.seats.c, schema.matches.c
    waiting = select(matches.id).where(matches.stage == "open")
    free = update(schema.seats).where(seats.person == person, seats.match.in_(waiting))
    await connection.execute(free.values(kind="open", name="", person=""))
    await _name(connection, person, DELETED_NAME)
    nobody = f"{GONE_PREFIX}{secrets.token_urlsafe(16)}"  # one id for all rows: others can tell it was one person
    for each in PERSONAL_COLUMNS:
        if each.leaving == "goes":
            await connection.execute(delete(each.table).where(each.column == person))
        else:
            changed = update(each.table).where(each.column == person)
            await connection.execute(changed.values({each.column: nobody if each.leaving == "stays" else ""}))
