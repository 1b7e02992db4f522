"""Notification channels of each person: push devices, webhook, mail address."""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from tablero.store.database import schema
from tablero.store.database.keys import is_key
from tablero.store.database.repository import Repository

W = schema.channel_addresses.c
D = schema.push_devices.c
PUSH_CHANNEL = "push"  # the channel that sends to devices; it exists as long as a person has one
MOST_DEVICES = 20  # of one person; the oldest is deleted
MAX_DEVICE_FAILURES = 20  # failures in a row after which a device is deleted


@dataclass(frozen=True)
class ChannelAddress:
    """A channel of one person. It works once it is confirmed and as long as it is not broken."""

    person: str
    channel: str
    address: str
    key: str
    language: str
    origin: str
    confirmed: bool
    last: float
    failures: int
    broken: str

    @property
    def works(self) -> bool:
        return self.confirmed and not self.broken


@dataclass(frozen=True)
class PushDevice:
    """A browser that receives push messages."""

    id: str
    person: str
    endpoint: str
    p256dh: str
    auth: str
    name: str
    language: str
    made: float
    used: float | None
    failures: int


def device_id(endpoint: str) -> str:
    """Return the public id of a device; the endpoint itself is a secret."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


class ChannelStore(Repository):
    """Channels of all people."""

    # ---------------------------------------------------------------- channels

    async def of(self, person: str) -> dict[str, ChannelAddress]:
        """Return the channels of a person by name."""
        return {recipient.channel: recipient for recipient in await self._find(W.person == person)}

    async def by_key(self, key: str) -> ChannelAddress | None:
        """Return the channel to which a link in a mail belongs; None if there is none."""
        found = await self._find(W.key == key) if is_key(key) else []
        return found[0] if found else None

    async def working(self, people: Collection[str]) -> dict[str, set[str]]:
        """Return the working channels of these people, by person; people without any are left out."""
        query = select(W.person, W.channel).where(W.person.in_(list(people)), W.confirmed, W.broken == "")
        found: dict[str, set[str]] = defaultdict(set)
        async with self._reading() as connection:
            for row in await connection.execute(query):
                found[row.person].add(row.channel)
        return dict(found)

    async def _find(self, where: ColumnElement[bool]) -> list[ChannelAddress]:
        query = select(*(W[field.name] for field in fields(ChannelAddress))).where(where)
        async with self._reading() as connection:
            return [ChannelAddress(**row) for row in (await connection.execute(query)).mappings()]

    async def save(
        self, person: str, channel: str, address: str, language: str, origin: str, confirmed: bool = True
    ) -> ChannelAddress:
        """Insert a channel, or replace its address and reset its failures."""
        row = {
            "address": address,
            "key": secrets.token_urlsafe(16),
            "language": language,
            "origin": origin,
            "made": self._clock(),
            "confirmed": confirmed,
            "failures": 0,
            "broken": "",
        }
        known = update(schema.channel_addresses).where(W.person == person, W.channel == channel).values(row)
        new = insert(schema.channel_addresses).values(person=person, channel=channel, last=0.0, claimed=0.0, **row)
        await self._upsert(known, new)
        return (await self.of(person))[channel]

    async def confirm(self, key: str) -> None:
        """Mark the address of a channel as confirmed."""
        await self._execute(update(schema.channel_addresses).where(W.key == key).values(confirmed=True))

    async def remove(self, person: str, channel: str) -> None:
        """Delete a channel with its notifications."""
        notifications = schema.notifications
        async with self._writing() as connection:
            await connection.execute(delete(schema.channel_addresses).where(W.person == person, W.channel == channel))
            gone = delete(notifications).where(notifications.c.person == person, notifications.c.channel == channel)
            await connection.execute(gone)

    async def claim(self, person: str, channel: str, now: float, until: float) -> ChannelAddress | None:
        """Claim a channel for this process until `until`; None if another process has it or there is none."""
        free = update(schema.channel_addresses).where(W.person == person, W.channel == channel, W.claimed <= now)
        async with self._writing() as connection:
            if (await connection.execute(free.values(claimed=until))).rowcount == 0:
                return None
        return (await self.of(person)).get(channel)

    async def release(self, person: str, channel: str, used: float | None = None) -> None:
        """Release a channel; `used` is the time at which a message was delivered."""
        values = {"claimed": 0.0} if used is None else {"claimed": 0.0, "last": used, "failures": 0}
        async with self._writing() as connection:
            here = update(schema.channel_addresses).where(W.person == person, W.channel == channel)
            await connection.execute(here.values(values))

    async def record_failure(self, person: str, channel: str) -> int:
        """Count a failed delivery and return the number of failures in a row."""
        here = (W.person == person, W.channel == channel)
        async with self._writing() as connection:
            await connection.execute(update(schema.channel_addresses).where(*here).values(failures=W.failures + 1))
            return int(await connection.scalar(select(W.failures).where(*here)) or 0)

    async def disable(self, person: str, channel: str, reason: str) -> None:
        """Mark a channel as broken, with the reason."""
        async with self._writing() as connection:
            here = update(schema.channel_addresses).where(W.person == person, W.channel == channel)
            await connection.execute(here.values(broken=reason[:200] or "?"))

    # ---------------------------------------------------------------- devices

    async def devices(self, person: str) -> list[PushDevice]:
        """Return the push devices of a person, the newest first."""
        query = select(schema.push_devices).where(D.person == person).order_by(D.made.desc(), D.id)
        async with self._reading() as connection:
            return [PushDevice(**row) for row in (await connection.execute(query)).mappings()]

    async def add_device(
        self, person: str, endpoint: str, p256dh: str, auth: str, name: str, language: str, origin: str
    ) -> str:
        """Add a push device and return its id. A browser belongs to the person who uses it now."""
        id = device_id(endpoint)
        row = {
            "id": id,
            "person": person,
            "endpoint": endpoint,
            "p256dh": p256dh,
            "auth": auth,
            "name": name,
            "language": language,
            "made": self._clock(),
            "used": None,
            "failures": 0,
        }
        older = select(D.id).where(D.person == person).order_by(D.made.desc(), D.id).offset(MOST_DEVICES).limit(100)
        async with self._writing() as connection:
            await connection.execute(delete(schema.push_devices).where(D.id == id))
            await connection.execute(insert(schema.push_devices).values(row))
            gone = list((await connection.execute(older)).scalars())
            if gone:
                await connection.execute(delete(schema.push_devices).where(D.id.in_(gone)))
        if PUSH_CHANNEL not in await self.of(person):
            await self.save(person, PUSH_CHANNEL, "", language, origin)
        return id

    async def remove_device(self, id: str, person: str) -> bool:
        """Delete a device; return whether it belonged to this person."""
        async with self._writing() as connection:
            gone = await connection.execute(delete(schema.push_devices).where(D.id == id, D.person == person))
            left = await connection.scalar(
                select(func.count()).select_from(schema.push_devices).where(D.person == person)
            )
        if not left:
            await self.remove(person, PUSH_CHANNEL)
        return gone.rowcount > 0

    async def record_delivery(self, id: str, arrived: bool) -> None:
        """Record whether a message arrived at a device; delete it after MAX_DEVICE_FAILURES."""
        here = update(schema.push_devices).where(D.id == id)
        values = {"used": self._clock(), "failures": 0} if arrived else {"failures": D.failures + 1}
        async with self._writing() as connection:
            await connection.execute(here.values(values))
            await connection.execute(delete(schema.push_devices).where(D.id == id, D.failures >= MAX_DEVICE_FAILURES))
