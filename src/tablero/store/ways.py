"""Ways: how people can be reached while they do not look. Devices that take push messages, a webhook, a mail address."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tablero.people.notices import Channel
from tablero.store import schema
from tablero.store.progress import Connecting
from tablero.store.reading import is_key

W = schema.ways.c
D = schema.push_devices.c
MOST_DEVICES = 20  # of one person: the oldest makes room
TIRELESS = 20  # failures in a row after which a device has gone, although nobody said so


@dataclass(frozen=True)
class Way:
    """A channel of one person. It counts once it is confirmed and as long as it is not broken."""

    person: str
    channel: Channel
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
class Device:
    """A browser that takes push messages."""

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
    """What a device is called where its endpoint must not be told: that is a key to it."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


class Ways:
    """The ways to all people."""

    def __init__(self, reading: Connecting, writing: Connecting, clock: Callable[[], float] = time.time) -> None:
        self._reading = reading
        self._writing = writing
        self._clock = clock

    # ---------------------------------------------------------------- channels

    async def of(self, person: str) -> dict[Channel, Way]:
        """The channels that a person has set up."""
        return {way.channel: way for way in await self._find(W.person == person)}

    async def by_key(self, key: str) -> Way | None:
        """The channel to which a link in a mail belongs."""
        found = await self._find(W.key == key) if is_key(key) else []
        return found[0] if found else None

    async def open_to(self, people: Collection[str]) -> dict[str, set[Channel]]:
        """By which channels each of these people can be told something; those who have none are not named."""
        query = select(W.person, W.channel).where(W.person.in_(list(people)), W.confirmed, W.broken == "")
        found: dict[str, set[Channel]] = defaultdict(set)
        async with self._reading() as connection:
            for row in await connection.execute(query):
                found[row.person].add(row.channel)
        return dict(found)

    async def _find(self, where: ColumnElement[bool]) -> list[Way]:
        query = select(*(W[field.name] for field in fields(Way))).where(where)
        async with self._reading() as connection:
            return [Way(**row) for row in (await connection.execute(query)).mappings()]

    async def keep(
        self, person: str, channel: Channel, address: str, language: str, origin: str, confirmed: bool = True
    ) -> Way:
        """Set up a channel, or another address for it; it begins anew."""
        row = {
            "address": address, "key": secrets.token_urlsafe(16), "language": language, "origin": origin,
            "made": self._clock(), "confirmed": confirmed, "failures": 0, "broken": "",
        }  # fmt: skip
        known = update(schema.ways).where(W.person == person, W.channel == channel).values(row)
        new = insert(schema.ways).values(person=person, channel=channel, last=0.0, claimed=0.0, **row)
        try:
            async with self._writing() as connection:
                if (await connection.execute(known)).rowcount == 0:
                    await connection.execute(new)
        except IntegrityError:  # another window of the same person was quicker
            async with self._writing() as connection:
                await connection.execute(known)
        return (await self.of(person))[channel]

    async def confirm(self, key: str) -> None:
        """Somebody reads what is sent there."""
        async with self._writing() as connection:
            await connection.execute(update(schema.ways).where(W.key == key).values(confirmed=True))

    async def remove(self, person: str, channel: Channel) -> None:
        """Forget a channel and what was to be told by it."""
        notices = schema.notices
        async with self._writing() as connection:
            await connection.execute(delete(schema.ways).where(W.person == person, W.channel == channel))
            gone = delete(notices).where(notices.c.person == person, notices.c.channel == channel)
            await connection.execute(gone)

    async def claim(self, person: str, channel: Channel, now: float, until: float) -> Way | None:
        """Be the only one to look after a channel for a while; None when somebody else does, or when there is none."""
        free = update(schema.ways).where(W.person == person, W.channel == channel, W.claimed <= now)
        async with self._writing() as connection:
            if (await connection.execute(free.values(claimed=until))).rowcount == 0:
                return None
        return (await self.of(person)).get(channel)

    async def release(self, person: str, channel: Channel, used: float | None = None) -> None:
        """Let others look after it again; `used`: a message was sent then, and has arrived."""
        values = {"claimed": 0.0} if used is None else {"claimed": 0.0, "last": used, "failures": 0}
        async with self._writing() as connection:
            here = update(schema.ways).where(W.person == person, W.channel == channel)
            await connection.execute(here.values(values))

    async def failed(self, person: str, channel: Channel) -> int:
        """A message did not arrive; how often that happened in a row."""
        here = (W.person == person, W.channel == channel)
        async with self._writing() as connection:
            await connection.execute(update(schema.ways).where(*here).values(failures=W.failures + 1))
            return int(await connection.scalar(select(W.failures).where(*here)) or 0)

    async def break_off(self, person: str, channel: Channel, reason: str) -> None:
        """Switch a channel off, and remember why."""
        async with self._writing() as connection:
            here = update(schema.ways).where(W.person == person, W.channel == channel)
            await connection.execute(here.values(broken=reason[:200] or "?"))

    # ---------------------------------------------------------------- devices

    async def devices(self, person: str) -> list[Device]:
        """The devices of a person that take push messages, the newest first."""
        query = select(schema.push_devices).where(D.person == person).order_by(D.made.desc(), D.id)
        async with self._reading() as connection:
            return [Device(**row) for row in (await connection.execute(query)).mappings()]

    async def add_device(
        self, person: str, endpoint: str, p256dh: str, auth: str, name: str, language: str, origin: str
    ) -> str:
        """Name a device; its id. A browser is one person's: who uses it now."""
        id = device_id(endpoint)
        row = {"id": id, "person": person, "endpoint": endpoint, "p256dh": p256dh, "auth": auth, "name": name,
               "language": language, "made": self._clock(), "used": None, "failures": 0}  # fmt: skip
        older = select(D.id).where(D.person == person).order_by(D.made.desc(), D.id).offset(MOST_DEVICES).limit(100)
        async with self._writing() as connection:
            await connection.execute(delete(schema.push_devices).where(D.id == id))
            await connection.execute(insert(schema.push_devices).values(row))
            gone = list((await connection.execute(older)).scalars())
            if gone:
                await connection.execute(delete(schema.push_devices).where(D.id.in_(gone)))
        if "push" not in await self.of(person):
            await self.keep(person, "push", "", language, origin)
        return id

    async def remove_device(self, id: str, person: str) -> bool:
        """Send nothing to a device any more; whether it was one of this person's."""
        async with self._writing() as connection:
            gone = await connection.execute(delete(schema.push_devices).where(D.id == id, D.person == person))
            left = await connection.scalar(select(func.count()).select_from(schema.push_devices).where(D.person == person))
        if not left:
            await self.remove(person, "push")
        return gone.rowcount > 0

    async def note_device(self, id: str, arrived: bool) -> None:
        """A message has arrived at a device, or has not."""
        here = update(schema.push_devices).where(D.id == id)
        values = {"used": self._clock(), "failures": 0} if arrived else {"failures": D.failures + 1}
        async with self._writing() as connection:
            await connection.execute(here.values(values))
            await connection.execute(delete(schema.push_devices).where(D.id == id, D.failures >= TIRELESS))
