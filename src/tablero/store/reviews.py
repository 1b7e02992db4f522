"""Reviews: what was found out about finished games, kept with their tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.store import schema

Connecting = Callable[[], AbstractAsyncContextManager[AsyncConnection]]
R = schema.reviews.c


class Reviews:
    """The reviews of all tables, as text."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing

    async def of(self, match: str, version: int) -> str | None:
        """The review of a table by the reviewer of this version; None when there is none yet."""
        query = select(R.body).where(R.match == match, R.version == version)
        async with self._reading() as connection:
            body: str | None = await connection.scalar(query)
        return body

    async def keep(self, match: str, version: int, body: str) -> None:
        """Write a review down in the place of an older one."""
        known = update(schema.reviews).where(R.match == match).values(version=version, body=body)
        try:
            async with self._writing() as connection:
                if (await connection.execute(known)).rowcount == 0:
                    await connection.execute(insert(schema.reviews).values(match=match, version=version, body=body))
        except IntegrityError:  # another process was quicker, or the table has been taken away
            async with self._writing() as connection:
                await connection.execute(known)
