"""Settings: what people have chosen about the house."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from tablero.people import Preferences
from tablero.store import schema
from tablero.store.progress import Connecting

S = schema.settings.c


class Settings:
    """The preferences of all people."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing

    async def of(self, person: str) -> Preferences:
        """What a person has chosen; the defaults for everybody else."""
        async with self._reading() as connection:
            body = await connection.scalar(select(S.body).where(S.person == person))
        return Preferences.from_json(body or "")

    async def change(self, person: str, **changes: Any) -> Preferences:
        """Choose otherwise about some things, and leave the others as they are."""
        try:
            return await self._change(person, changes)
        except IntegrityError:  # another window of the same person was quicker to write the first row
            return await self._change(person, changes)

    async def _change(self, person: str, changes: dict[str, Any]) -> Preferences:
        async with self._writing() as connection:
            # The row is held, so that two windows that change different things both count.
            known = await connection.scalar(select(S.body).where(S.person == person).with_for_update())
            chosen = replace(Preferences.from_json(known or ""), **changes)
            row = {"person": person, "body": chosen.to_json()}
            if known is None:
                await connection.execute(insert(schema.settings).values(row))
            else:
                await connection.execute(update(schema.settings).where(S.person == person).values(row))
        return chosen
