"""Secrets: random words that a house keeps for itself."""

from __future__ import annotations

import contextlib
import secrets

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from tablero.store import schema
from tablero.store.progress import Connecting


class Secrets:
    """The secrets of a house, each made when it is asked for first."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing

    async def of(self, name: str) -> str:
        """A random secret of this house, made once and kept in the database."""
        found = await self.find(name)
        if found is None:
            # Where another process makes the same secret at the same moment, the first one counts.
            with contextlib.suppress(IntegrityError):
                async with self._writing() as connection:
                    made = insert(schema.secrets).values(name=name, value=secrets.token_hex(32))
                    await connection.execute(made)
            found = await self.find(name)
        return str(found)

    async def find(self, name: str) -> str | None:
        async with self._reading() as connection:
            known: str | None = await connection.scalar(
                select(schema.secrets.c.value).where(schema.secrets.c.name == name)
            )
            return known

    async def change(self, name: str) -> str:
        """Another secret in place of the known one, which is worth nothing from now on."""
        await self.of(name)
        made = secrets.token_hex(32)
        async with self._writing() as connection:
            changed = update(schema.secrets).where(schema.secrets.c.name == name)
            await connection.execute(changed.values(value=made))
        return made
