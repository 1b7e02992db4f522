"""Lists: which tables there are, for a lobby, for somebody, for bots."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import AbstractAsyncContextManager

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.store import schema
from tablero.store.reading import (
    count_finished,
    read_running,
    read_summaries,
    read_waiting_for,
    read_waiting_for_bots,
)
from tablero.store.summary import Summary


class Lists:
    """What a house can say about its tables without loading them."""

    def _reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def tables_of(self, person: str) -> list[Summary]:
        """The tables where a person sits or that a person has opened, the latest first."""
        m = schema.matches.c
        mine = select(schema.seats.c.match).where(schema.seats.c.person == person)
        async with self._reading() as connection:
            return await read_summaries(connection, (m.id.in_(mine) | (m.host == person)) & (m.stage != "gone"))

    async def invitations_of(self, person: str) -> list[Summary]:
        """The tables that wait for a person who was named, the latest first."""
        m, i = schema.matches.c, schema.invitations.c
        named = select(i.match).where(i.person == person, i.sent_away == "")
        seated = select(schema.seats.c.match).where(schema.seats.c.person == person)
        async with self._reading() as connection:
            return await read_summaries(connection, (m.stage == "open") & m.id.in_(named) & m.id.not_in(seated))

    async def summaries(self, ids: Collection[str]) -> list[Summary]:
        """What lists show of these tables; of those that are gone, nothing."""
        async with self._reading() as connection:
            return await read_summaries(connection, schema.matches.c.id.in_(list(ids)))

    async def waiting_for(self, person: str) -> list[Summary]:
        """The tables where a person owes a decision, first the one that has waited longest."""
        async with self._reading() as connection:
            return await read_waiting_for(connection, person)

    async def finished_by(self, person: str, game: str) -> int:
        """How many tables of a game a person has played to their end."""
        async with self._reading() as connection:
            return await count_finished(connection, person, game)

    async def open_tables(self) -> list[Summary]:
        """The tables that wait for anybody."""
        m = schema.matches.c
        async with self._reading() as connection:
            return await read_summaries(connection, (m.stage == "open") & (m.visibility == "listed"))

    async def watchable(self) -> list[Summary]:
        """The running tables that everybody may hear of."""
        m = schema.matches.c
        async with self._reading() as connection:
            return await read_summaries(connection, (m.stage == "running") & (m.visibility == "listed"))

    async def running(self) -> AsyncIterator[Summary]:
        """All tables where somebody owes a decision, however many: read by and by, in the order of their ids."""
        last = ""
        while True:
            async with self._reading() as connection:
                found = await read_running(connection, last)
            for summary in found:
                yield summary
            if not found:
                return
            last = found[-1].id

    async def waiting_for_bots(self, before: float) -> list[str]:
        """Tables of people where bots have owed a decision since before that moment, as many as a list is long."""
        async with self._reading() as connection:
            return await read_waiting_for_bots(connection, before)

    async def finished(self, person: str = "") -> list[Summary]:
        """The games that are over and that anybody may look at, and a person's own."""
        m = schema.matches.c
        mine = select(schema.seats.c.match).where(schema.seats.c.person == person)
        shown = (m.visibility == "listed") | m.id.in_(mine) if person else m.visibility == "listed"
        async with self._reading() as connection:
            found = await read_summaries(connection, (m.stage == "over") & shown)
        return [one for one in found if one.terms.watched or any(h.person == person for h in one.holders if h.person)]
