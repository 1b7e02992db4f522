"""Base class of the repositories: each reads and writes one subject of the database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple

from sqlalchemy import Executable, Insert, Update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

Clock = Callable[[], float]  # returns the time in seconds since 1970
ConnectionFactory = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class Database(NamedTuple):
    """How to open a connection for reading and a transaction for writing, and the clock that dates what is written."""

    reading: ConnectionFactory
    writing: ConnectionFactory
    clock: Clock


class Repository:
    """Access to one subject of a database."""

    def __init__(self, database: Database) -> None:
        self._reading, self._writing, self._clock = database

    async def _execute(self, *statements: Executable) -> None:
        """Execute statements in one transaction."""
        async with self._writing() as connection:
            for statement in statements:
                await connection.execute(statement)

    async def _upsert(self, change: Update, new: Insert) -> None:
        """Execute `change`, or `new` if no row is there; of two requests that insert at once, the second changes."""
        try:
            async with self._writing() as connection:
                if (await connection.execute(change)).rowcount == 0:
                    await connection.execute(new)
        except IntegrityError:
            async with self._writing() as connection:
                await connection.execute(change)
