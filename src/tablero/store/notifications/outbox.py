"""Outbox of notifications, sent and unsent, shared by all processes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from tablero.people.notification_policy import Kind, Notification
from tablero.store.database import schema
from tablero.store.database.repository import Repository

N = schema.notifications.c
TOGETHER = 500  # recipients that are read together


@dataclass(frozen=True)
class QueuedNotification:
    """A notification of a person for one channel, and when it is due."""

    person: str
    channel: str
    notification: Notification
    due: float


@dataclass(frozen=True)
class DueRecipient:
    """A person with unsent notifications of one channel, and when the first is due."""

    person: str
    channel: str
    due: float


class NotificationOutbox(Repository):
    """Notifications of all people."""

    async def of_table(self, table: str) -> set[tuple[str, str, Kind]]:
        """Return (person, channel, kind) of all notifications about a table."""
        async with self._reading() as connection:
            found = await connection.execute(select(N.person, N.channel, N.kind).where(N.match == table))
            return {(row.person, row.channel, row.kind) for row in found}

    async def add(self, queued: Sequence[QueuedNotification]) -> None:
        """Queue notifications; those that are queued or sent already are skipped."""
        try:
            await self._add(queued)
        except IntegrityError:  # another process has queued the same
            await self._add(queued)

    async def _add(self, queued: Sequence[QueuedNotification]) -> None:
        rows = {
            (one.person, one.channel, one.notification.kind, one.notification.table): {
                "person": one.person,
                "channel": one.channel,
                "kind": one.notification.kind,
                "match": one.notification.table,
                "game": one.notification.game,
                "made": one.notification.made,
                "due": one.due,
            }
            for one in queued
        }
        if not rows:
            return
        known = select(N.person, N.channel, N.kind, N.match).where(
            tuple_(N.person, N.channel, N.kind, N.match).in_(list(rows))
        )
        async with self._writing() as connection:
            there = {tuple(row) for row in await connection.execute(known)}
            new = [row for key, row in rows.items() if key not in there]
            if new:
                await connection.execute(insert(schema.notifications), new)

    async def due_recipients(self, before: float) -> list[DueRecipient]:
        """Return recipients of unsent notifications that are due before a moment."""
        first = func.min(N.due).label("due")
        query = select(N.person, N.channel, first).where(N.sent.is_(None)).group_by(N.person, N.channel)
        async with self._reading() as connection:
            found = await connection.execute(query.having(first <= before).order_by(first).limit(TOGETHER))
            return [DueRecipient(*row) for row in found]

    async def unsent_of(self, person: str, channel: str) -> list[Notification]:
        """Return the unsent notifications of a person for one channel."""
        query = select(N.kind, N.match, N.game, N.made).order_by(N.made)
        async with self._reading() as connection:
            found = await connection.execute(query.where(N.sent.is_(None), N.person == person, N.channel == channel))
            return [Notification(row.kind, row.match, row.game, row.made) for row in found]

    async def mark_sent(self, person: str, channel: str, notifications: Iterable[Notification], now: float) -> None:
        """Mark notifications as sent."""
        async with self._writing() as connection:
            for notification in notifications:
                done = update(schema.notifications).where(*_same(person, channel, notification)).values(sent=now)
                await connection.execute(done)

    async def drop(self, person: str, channel: str, notifications: Sequence[Notification]) -> None:
        """Delete notifications; the same can be queued again."""
        if not notifications:
            return
        async with self._writing() as connection:
            for notification in notifications:
                await connection.execute(delete(schema.notifications).where(*_same(person, channel, notification)))

    async def put_off(self, person: str, channel: str, until: float) -> None:
        """Postpone the unsent notifications of a person for one channel."""
        later = update(schema.notifications).where(
            N.person == person, N.channel == channel, N.sent.is_(None), N.due < until
        )
        await self._execute(later.values(due=until))

    async def forget(self, person: str, table: str, kinds: Collection[Kind] = ()) -> None:
        """Delete the notifications of a person about a table, so that the next one is sent again."""
        here = [N.person == person, N.match == table]
        if kinds:
            here.append(N.kind.in_(list(kinds)))
        async with self._reading() as connection:
            if await connection.scalar(select(N.kind).where(*here).limit(1)) is None:
                return
        await self._execute(delete(schema.notifications).where(*here))

    async def prune(self, before: float) -> None:
        """Delete notifications that were sent before a moment."""
        await self._execute(delete(schema.notifications).where(N.sent < before))


def _same(person: str, channel: str, notification: Notification) -> tuple[ColumnElement[bool], ...]:
    return (N.person == person, N.channel == channel, N.kind == notification.kind, N.match == notification.table)
