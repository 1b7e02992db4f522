"""Lists of tables: for the lobby, for a person, for bots."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection

from sqlalchemy import func, select, text

from tablero.store.database import schema
from tablero.store.database.repository import Repository
from tablero.store.tables.reading import LIST_LENGTH, read_list, read_summaries
from tablero.store.tables.summary import Summary

WAITING_FOR_BOTS = text("""
    SELECT m.id FROM matches m WHERE m.stage = 'running' AND m.updated < :before
    AND EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND s.kind = 'person')
    AND EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND m.actors::jsonb @> to_jsonb(s.seat)
                AND (s.kind = 'bot' OR m.represented::jsonb @> to_jsonb(s.seat)))
    ORDER BY m.updated LIMIT :most""")


class TableQueries(Repository):
    """Queries that answer from the summaries of tables, without loading them."""

    async def tables_of(self, person: str) -> list[Summary]:
        """Return the tables where a person sits or that the person has opened, the latest first."""
        m = schema.matches.c
        mine = select(schema.seats.c.match).where(schema.seats.c.person == person)
        async with self._reading() as connection:
            return await read_summaries(connection, (m.id.in_(mine) | (m.host == person)) & (m.stage != "gone"))

    async def invitations_of(self, person: str) -> list[Summary]:
        """Return the open tables to which a person was invited by name and has not come, the latest first."""
        m, i = schema.matches.c, schema.invitations.c
        named = select(i.match).where(i.person == person, i.sent_away == "")
        seated = select(schema.seats.c.match).where(schema.seats.c.person == person)
        async with self._reading() as connection:
            return await read_summaries(connection, (m.stage == "open") & m.id.in_(named) & m.id.not_in(seated))

    async def summaries(self, ids: Collection[str]) -> list[Summary]:
        """Return the summaries of these tables; deleted ones are left out."""
        async with self._reading() as connection:
            return await read_summaries(connection, schema.matches.c.id.in_(list(ids)))

    async def waiting_for(self, person: str) -> list[Summary]:
        """Return the tables where a person owes a decision that no bot makes, the longest waiting first."""
        m, mine = schema.matches.c, select(schema.seats.c.match).where(schema.seats.c.person == person)
        running = select(schema.matches).where(m.stage == "running", m.id.in_(mine)).order_by(m.updated)
        async with self._reading() as connection:
            found = await read_list(connection, running)
        return [
            summary
            for summary in found
            if any(summary.holders[s].person == person and not summary.bot_plays(s) for s in summary.actors)
        ]

    async def finished_by(self, person: str, game: str) -> int:
        """Count the finished tables of a game at which a person sits."""
        m, mine = schema.matches.c, select(schema.seats.c.match).where(schema.seats.c.person == person)
        query = select(func.count()).select_from(schema.matches)
        async with self._reading() as connection:
            return int(await connection.scalar(query.where(m.id.in_(mine), m.game == game, m.stage == "over")) or 0)

    async def open_tables(self) -> list[Summary]:
        """Return the listed tables with open seats."""
        m = schema.matches.c
        async with self._reading() as connection:
            return await read_summaries(connection, (m.stage == "open") & (m.visibility == "listed"))

    async def watchable(self) -> list[Summary]:
        """Return the listed running tables."""
        m = schema.matches.c
        async with self._reading() as connection:
            return await read_summaries(connection, (m.stage == "running") & (m.visibility == "listed"))

    async def running(self) -> AsyncIterator[Summary]:
        """Yield all running tables in the order of their ids, read in pages."""
        m, last = schema.matches.c, ""
        while True:
            async with self._reading() as connection:
                query = select(schema.matches).where(m.stage == "running", m.id > last).order_by(m.id)
                found = await read_list(connection, query)
            for summary in found:
                yield summary
            if not found:
                return
            last = found[-1].id

    async def waiting_for_bots(self, before: float) -> list[str]:
        """Return tables of people where bots have owed a decision since `before` (PostgreSQL only)."""
        async with self._reading() as connection:
            return list((await connection.scalars(WAITING_FOR_BOTS, {"before": before, "most": LIST_LENGTH})).all())

    async def finished(self, person: str = "") -> list[Summary]:
        """Return the finished tables that are listed and may be watched, and those of a person."""
        m = schema.matches.c
        mine = select(schema.seats.c.match).where(schema.seats.c.person == person)
        shown = (m.visibility == "listed") | m.id.in_(mine) if person else m.visibility == "listed"
        async with self._reading() as connection:
            found = await read_summaries(connection, (m.stage == "over") & shown)
        return [one for one in found if one.terms.watched or any(h.person == person for h in one.holders if h.person)]
