"""Queue notifications about tables and send those that are due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from tablero.people.notification_policy import (
    LOBBY_ID,
    DeliveryContext,
    DeliveryDecision,
    Kind,
    Notification,
    decide,
    retry_after,
)
from tablero.site.notifications.channel import DeliveryFailure, NotificationChannel
from tablero.site.notifications.safe_http import SafeHttpClient
from tablero.site.notifications.text import NotificationText, message_of
from tablero.site.table.presence import Presence
from tablero.store import Store, StoreError
from tablero.store.notifications.channels import ChannelAddress
from tablero.store.notifications.outbox import QueuedNotification
from tablero.table import Cause, LogRow, NoSuchTable, OtherRules, Table
from tablero.table.automatic import STOP_PREFIX, plays_plan
from tablero.ui.language import Language

SEND_INTERVAL = 5.0  # seconds
CLAIM_SECONDS = 180.0  # after which another process may take over a channel
MAX_SENDING = 10  # users at the same time
SENT_KEPT_SECONDS = 14 * 24 * 3600.0
PRUNE_INTERVAL = 3600.0  # seconds

logger = logging.getLogger("tablero.site")


class NotificationDispatcher:
    """Queues and delivers notifications of this process. Call `notify` to queue one."""

    def __init__(
        self, store: Store, presence: Presence, http: SafeHttpClient, channels: Mapping[str, NotificationChannel]
    ) -> None:
        self._store = store
        self._presence = presence
        self.http = http
        self.channels = channels
        self._changed: dict[str, int] = {}  # tables, and the first row of each that is not evaluated yet
        self._news = asyncio.Event()
        self._visited: set[str] = set()  # tables where a user has come or gone
        self._room = asyncio.Semaphore(MAX_SENDING)
        self._pruned = 0.0
        self._unsubscribe = store.subscribe(self._on_row, own=True)
        presence.subscribe(self._on_presence)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._follow()), asyncio.create_task(self._send_forever())]

    async def close(self) -> None:
        self._unsubscribe()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.http.close()

    # ---------------------------------------------------------------- queueing

    async def notify(self, person: str, kind: Kind, table: str = "", game: str = "", but: str = "") -> None:
        """Queue a notification for all channels of a user `but` one; dropped if the user sees the table in time."""
        open_to = (await self._store.channels.working([person])).get(person, set())
        notification = Notification(kind, table, game, self._store.now())
        await self._store.outbox.add(self._queued(person, notification, open_to - {but}))

    def _queued(self, person: str, notification: Notification, channels: Collection[str]) -> list[QueuedNotification]:
        """Return a notification once for each channel. Rows of channels that this version lacks are left alone."""
        return [
            QueuedNotification(
                person, name, notification, self.channels[name].policy.due(notification.kind, notification.made)
            )
            for name in channels
            if name in self.channels
        ]

    def _on_row(self, table: str, version: int) -> None:
        self._changed.setdefault(table, version)
        self._news.set()

    def _on_presence(self, table: str) -> None:
        if table != LOBBY_ID:
            self._visited.add(table)
            self._news.set()

    async def _follow(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self.follow()
            except Exception:
                logger.exception("notifications about some tables could not be queued")

    async def follow(self) -> None:
        """Queue what has happened since the last call; forget what users see now."""
        visited, self._visited = self._visited, set()
        changed, self._changed = self._changed, {}
        for table in visited:
            with suppress(StoreError):  # at worst users are notified of what they know
                for person in {person for person, _, _ in await self._store.outbox.of_table(table)}:
                    if self._presence.is_looking(person, table):
                        await self._store.outbox.forget(person, table)
        for id, first in changed.items():
            try:
                await self._record(await self._store.table(id), first)
            except (NoSuchTable, OtherRules):
                continue
            except StoreError as error:
                logger.error("no notifications of table %s: %s", id, error)

    async def _record(self, table: Table, first: int) -> None:
        """Queue notifications of a table's rows from number `first` on, for users who do not see the table."""
        people = {
            person: seat
            for person, seat in _concerned(table).items()
            if not self._presence.is_looking(person, table.id)
        }
        open_to = await self._store.channels.working(people) if people else {}
        if not open_to:
            return
        known = await self._store.outbox.of_table(table.id)
        rows = [row for row in table.rows if row.number >= first]
        now, new = self._store.now(), []
        for person, channels in open_to.items():
            seat = people[person]
            if not _owes(table, seat) and any(whose == person and kind == "turn" for whose, _, kind in known):
                await self._store.outbox.forget(person, table.id, ["turn"])
            for kind in _kinds(table, person, seat, rows):
                due = {channel for channel in channels if (person, channel, kind) not in known}
                new += self._queued(person, Notification(kind, table.id, table.game.name, now), due)
        if new:
            await self._store.outbox.add(new)

    # ---------------------------------------------------------------- sending

    async def _send_forever(self) -> None:
        while True:
            await asyncio.sleep(SEND_INTERVAL)
            try:
                await self.send_due()
            except StoreError as error:
                logger.error("no notifications are sent: %s", error)
            except Exception:
                logger.exception("no notifications are sent")

    async def send_due(self) -> None:
        """Send all notifications that are due."""
        now = self._store.now()
        due = await self._store.outbox.due_recipients(now)
        await asyncio.gather(*(self._deliver(one.person, one.channel) for one in due if one.channel in self.channels))
        if now - self._pruned > PRUNE_INTERVAL:
            self._pruned = now
            await self._store.outbox.prune(now - SENT_KEPT_SECONDS)

    async def _deliver(self, person: str, channel: str) -> None:
        store, now = self._store, self._store.now()
        async with self._room:
            recipient = await store.channels.claim(person, channel, now, now + CLAIM_SECONDS)
            if recipient is not None:
                try:
                    await self._send_to(recipient, now)
                finally:
                    await store.channels.release(person, channel)
            elif channel not in await store.channels.of(person):
                await store.outbox.drop(person, channel, await store.outbox.unsent_of(person, channel))

    async def _send_to(self, recipient: ChannelAddress, now: float) -> None:
        person, channel = recipient.person, recipient.channel
        # Read now: another process may have sent some before this one claimed the channel.
        notifications = await self._store.outbox.unsent_of(person, channel)
        chosen = await self._store.preferences.of(person)
        waiting = await self._store.waiting_for(person)
        looking = {
            table
            for table in (LOBBY_ID, *(one.table for one in notifications))
            if self._presence.is_looking(person, table)
        }
        how = DeliveryContext(now, {table.id for table in waiting}, looking, recipient.last)
        sender = self.channels[channel]
        decision = (
            decide(notifications, chosen, sender.policy, how)
            if recipient.works
            else DeliveryDecision(drop=tuple(notifications))
        )
        await self._store.outbox.drop(person, channel, decision.drop)
        if decision.send:
            tables = {table.id: table for table in await self._store.summaries([one.table for one in decision.send])}

            def words(code: str) -> NotificationText:
                language = Language(chosen.language or code or "en")
                return message_of(decision.send, tables, len(waiting), person, language)

            failure = await sender.send(recipient, words, Language(chosen.language or recipient.language or "en"))
            if failure is not None:
                await self._failed(recipient, failure, now)
                return
            await self._store.outbox.mark_sent(person, channel, decision.send, now)
            await self._store.channels.release(person, channel, used=now)
        if decision.again is not None:
            await self._store.outbox.put_off(person, channel, decision.again)

    async def _failed(self, recipient: ChannelAddress, failure: DeliveryFailure, now: float) -> None:
        failures = await self._store.channels.record_failure(recipient.person, recipient.channel)
        logger.info(
            "a notification was not delivered",
            extra={"fields": {"channel": recipient.channel, "reason": failure.reason}},
        )
        channel = self.channels[recipient.channel]
        if failure.for_good or (channel.max_failures is not None and failures >= channel.max_failures):
            await self._store.channels.disable(recipient.person, recipient.channel, failure.reason)
            if channel.kind_when_broken is not None:
                await self.notify(recipient.person, channel.kind_when_broken, but=recipient.channel)
        await self._store.outbox.put_off(recipient.person, recipient.channel, now + retry_after(failures))


# ---------------------------------------------------------------- what has happened at a table


def _offered(table: Table) -> list[str]:
    """Return the users to whom a seat of the waiting table is offered."""
    return [] if table.started else [person for person in table.invitations.named if table.seat_of(person) is None]


def _concerned(table: Table) -> dict[str, int]:
    """Return the seats of the users at the table, and -1 for users to whom one is offered."""
    seated = {holder.person: seat for seat, holder in enumerate(table.holders) if holder.kind == "person"}
    return {**dict.fromkeys(_offered(table), -1), **seated}


def _owes(table: Table, seat: int) -> bool:
    return seat in table.actors() and not table.represented(seat)


def _kinds(table: Table, person: str, seat: int, rows: Sequence[LogRow]) -> list[Kind]:
    """Return the kinds of notifications for one user after new rows."""
    mover = rows[-1].seat if rows and rows[-1].kind in ("move", "undo", "restart") else -1
    stood_in = any(row.kind == "away" and row.seat == seat and row.move != Cause.WISH for row in rows)
    plan_ended = any(row.seat == seat and row.action_id.startswith(STOP_PREFIX) for row in rows)
    offered = person in _offered(table)
    given = not offered and table.version == 0 and table.host != person
    happened: dict[Kind, bool] = {
        "turn": _owes(table, seat) and seat != mover and not plays_plan(table, seat) and not plan_ended,
        "plan": _owes(table, seat) and plan_ended,
        "over": table.over and seat != mover,
        "invited": offered or (given and bool(table.host)),
        "round": given and not table.host,  # the tables of a tournament have no host
        "stood_in": stood_in,
    }
    return [kind for kind, is_so in happened.items() if is_so]
