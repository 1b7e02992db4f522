"""Keys: what a person gives to programs that act in their name, each with the scopes that it opens. A key counts as long as its row is there."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, update

from tablero.store import schema
from tablero.store.progress import Connecting
from tablero.table import Refusal

SCOPES = ("read", "play", "talk")  # look; open, join and play; speak at tables
MOST = 20  # keys of one person
LIFE = 5.0  # seconds until a key that another process has revoked is noticed
COARSE = 3600.0  # seconds: the time of the last use is not written more often
K = schema.keys.c


@dataclass(frozen=True)
class Key:
    """A key of a person: what it is called, what it opens, when it was made and last used."""

    id: str
    person: str
    label: str
    scopes: tuple[str, ...]
    made: float
    used: float | None


class Keys:
    """The keys of all people. One in use is looked up again every few seconds, so that a move costs no question to the database."""

    def __init__(self, reading: Connecting, writing: Connecting, clock: Callable[[], float]) -> None:
        self._reading = reading
        self._writing = writing
        self._clock = clock
        self._good: dict[str, tuple[float, Key]] = {}
        self._asking = asyncio.Lock()

    async def make(self, person: str, label: str, scopes: Collection[str]) -> Key:
        """A new key. Refusal when somebody has too many, or a scope is unknown."""
        chosen = tuple(scope for scope in SCOPES if scope in scopes)
        if len(chosen) != len(set(scopes)) or not chosen:
            raise Refusal("a key opens one or more of these: read, play, talk")
        key = Key(secrets.token_urlsafe(12), person, label, chosen, self._clock(), None)
        async with self._writing() as connection:
            if (await connection.scalar(select(func.count()).where(K.person == person)) or 0) >= MOST:
                raise Refusal("you have twenty keys: revoke one that you do not need any more")
            row = {"id": key.id, "person": person, "label": label, "scopes": " ".join(chosen), "made": key.made}
            await connection.execute(insert(schema.keys).values(row))
        return key

    async def of(self, person: str) -> list[Key]:
        """The keys of a person, the newest first."""
        async with self._reading() as connection:
            found = await connection.execute(select(schema.keys).where(K.person == person).order_by(K.made.desc()))
            return [_key(row) for row in found.mappings()]

    async def revoke(self, person: str, id: str) -> bool:
        """Make a key worth nothing; whether it was one of this person's."""
        async with self._writing() as connection:
            gone = await connection.execute(delete(schema.keys).where(K.id == id, K.person == person))
        self._good.pop(id, None)
        return gone.rowcount > 0

    async def counts(self, id: str) -> Key | None:
        """The key, as long as it counts."""
        now = self._clock()
        known = self._good.get(id)
        if known is not None and now - known[0] < LIFE:
            return known[1]
        async with self._asking:
            async with self._reading() as connection:
                row = (await connection.execute(select(schema.keys).where(K.id == id))).mappings().first()
            if row is None:
                self._good.pop(id, None)
                return None
            key = _key(row)
            self._good = {other: held for other, held in self._good.items() if now - held[0] < LIFE}
            self._good[id] = now, key
        if key.used is None or now - key.used > COARSE:
            async with self._writing() as connection:
                await connection.execute(update(schema.keys).where(K.id == id).values(used=now))
        return key


def _key(row: object) -> Key:
    held: dict[str, object] = dict(row)  # type: ignore[call-overload]
    return Key(
        str(held["id"]), str(held["person"]), str(held["label"]), tuple(str(held["scopes"]).split()),
        float(str(held["made"])), None if held["used"] is None else float(str(held["used"])),
    )  # fmt: skip
