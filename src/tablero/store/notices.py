"""Notices: what is to be told to people and what has been told. Several processes may look after them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from tablero.people.notices import Channel, Kind, Notice, due
from tablero.store import schema
from tablero.store.progress import Connecting

N = schema.notices.c
TOGETHER = 500  # people who are looked after in one go


@dataclass(frozen=True)
class Noted:
    """A notice of somebody, for one channel."""

    person: str
    channel: Channel
    notice: Notice


@dataclass(frozen=True)
class Untold:
    """Somebody whom something is to be told by a channel, and when the first of it is due."""

    person: str
    channel: Channel
    due: float


class Notices:
    """The notices of all people."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing

    async def of_table(self, table: str) -> set[tuple[str, Channel, Kind]]:
        """What is noted or told about a table: (person, channel, kind)."""
        async with self._reading() as connection:
            found = await connection.execute(select(N.person, N.channel, N.kind).where(N.match == table))
            return {(row.person, row.channel, row.kind) for row in found}

    async def add(self, noted: Sequence[Noted]) -> None:
        """Note things to tell. What is noted or told already is not told again."""
        try:
            await self._add(noted)
        except IntegrityError:  # another process has noted the same at this moment
            await self._add(noted)

    async def _add(self, noted: Sequence[Noted]) -> None:
        rows = {
            (one.person, one.channel, one.notice.kind, one.notice.table): {
                "person": one.person, "channel": one.channel, "kind": one.notice.kind, "match": one.notice.table,
                "game": one.notice.game, "made": one.notice.made,
                "due": due(one.notice.kind, one.channel, one.notice.made),
            }
            for one in noted
        }  # fmt: skip
        if not rows:
            return
        known = select(N.person, N.channel, N.kind, N.match).where(
            tuple_(N.person, N.channel, N.kind, N.match).in_(list(rows))
        )
        async with self._writing() as connection:
            there = {tuple(row) for row in await connection.execute(known)}
            new = [row for key, row in rows.items() if key not in there]
            if new:
                await connection.execute(insert(schema.notices), new)

    async def untold(self, before: float) -> list[Untold]:
        """Who has not been told something that is due before a moment."""
        first = func.min(N.due).label("due")
        query = select(N.person, N.channel, first).where(N.sent.is_(None)).group_by(N.person, N.channel)
        async with self._reading() as connection:
            found = await connection.execute(query.having(first <= before).order_by(first).limit(TOGETHER))
            return [Untold(*row) for row in found]

    async def untold_of(self, person: str, channel: Channel) -> list[Notice]:
        """All that one person has not been told yet by one channel."""
        query = select(N.kind, N.match, N.game, N.made).order_by(N.made)
        async with self._reading() as connection:
            found = await connection.execute(query.where(N.sent.is_(None), N.person == person, N.channel == channel))
            return [Notice(row.kind, row.match, row.game, row.made) for row in found]

    async def told(self, person: str, channel: Channel, notices: Iterable[Notice], now: float) -> None:
        """These have been told."""
        async with self._writing() as connection:
            for notice in notices:
                done = update(schema.notices).where(*_same(person, channel, notice)).values(sent=now)
                await connection.execute(done)

    async def drop(self, person: str, channel: Channel, notices: Sequence[Notice]) -> None:
        """These need not be told; should the same happen again, it counts."""
        if not notices:
            return
        async with self._writing() as connection:
            for notice in notices:
                await connection.execute(delete(schema.notices).where(*_same(person, channel, notice)))

    async def put_off(self, person: str, channel: Channel, until: float) -> None:
        """Look at nothing of this before a moment."""
        later = update(schema.notices).where(N.person == person, N.channel == channel, N.sent.is_(None), N.due < until)
        async with self._writing() as connection:
            await connection.execute(later.values(due=until))

    async def forget(self, person: str, table: str, kinds: Collection[Kind] = ()) -> None:
        """Whoever has looked at a table knows; what happens there next is told anew."""
        here = [N.person == person, N.match == table]
        if kinds:
            here.append(N.kind.in_(list(kinds)))
        async with self._reading() as connection:
            if await connection.scalar(select(N.kind).where(*here).limit(1)) is None:
                return
        async with self._writing() as connection:
            await connection.execute(delete(schema.notices).where(*here))

    async def prune(self, before: float) -> None:
        """Forget what was told before a moment."""
        async with self._writing() as connection:
            await connection.execute(delete(schema.notices).where(N.sent < before))


def _same(person: str, channel: Channel, notice: Notice) -> tuple[ColumnElement[bool], ...]:
    return (N.person == person, N.channel == channel, N.kind == notice.kind, N.match == notice.table)
