"""Random secrets of a site: keys that sign cookies and tokens."""

from __future__ import annotations

import contextlib
import secrets

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from tablero.store.database import schema
from tablero.store.database.repository import Repository


class Secrets(Repository):
    """Secrets by name, each created when it is first asked for."""

    async def of(self, name: str) -> str:
        """Return the secret of this name; create it on the first call."""
        found = await self.find(name)
        if found is None:
            # Of two processes that create the same secret, the first one counts.
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
        """Replace a secret by a new one and return it."""
        await self.of(name)
        made = secrets.token_hex(32)
        async with self._writing() as connection:
            changed = update(schema.secrets).where(schema.secrets.c.name == name)
            await connection.execute(changed.values(value=made))
        return made
