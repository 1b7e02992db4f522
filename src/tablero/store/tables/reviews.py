"""Reviews of finished games, stored with their tables."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from tablero.store.database import schema
from tablero.store.database.repository import Repository

R = schema.reviews.c


class ReviewStore(Repository):
    """Reviews of tables, as text."""

    async def of(self, match: str, version: int) -> str | None:
        """Return the review of a table by this version of the reviewer; None if there is none."""
        query = select(R.body).where(R.match == match, R.version == version)
        async with self._reading() as connection:
            body: str | None = await connection.scalar(query)
        return body

    async def save(self, match: str, version: int, body: str) -> None:
        """Save a review in place of an older one. Does nothing if the table has been deleted."""
        known = update(schema.reviews).where(R.match == match).values(version=version, body=body)
        await self._upsert(known, insert(schema.reviews).values(match=match, version=version, body=body))
