"""Tables at which the server does something for people by itself."""

from __future__ import annotations

from sqlalchemy import select

from tablero.store.database import schema
from tablero.store.database.repository import Repository


class AutomaticTables(Repository):
    """Read which tables have to be looked at when a server starts, or when another process may have died."""

    async def running(self) -> list[str]:
        """Return the running tables at which a player has made such a choice."""
        chosen, m = schema.automatic.c, schema.matches.c
        query = select(chosen.match).distinct().join(schema.matches, m.id == chosen.match).where(m.stage == "running")
        async with self._reading() as connection:
            return list((await connection.scalars(query)).all())
