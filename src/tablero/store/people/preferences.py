"""Preferences of people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from tablero.people import Preferences
from tablero.store.database import schema
from tablero.store.database.repository import Repository

S = schema.settings.c


class PreferencesStore(Repository):
    """Preferences by person."""

    async def of(self, person: str) -> Preferences:
        """Return the preferences of a person; the defaults if none are stored."""
        async with self._reading() as connection:
            body = await connection.scalar(select(S.body).where(S.person == person))
        return Preferences.from_json(body or "")

    async def change(self, person: str, **changes: Any) -> Preferences:
        """Change some preferences of a person and return all."""
        try:
            return await self._change(person, changes)
        except IntegrityError:  # another window of the same person wrote the first row
            return await self._change(person, changes)

    async def _change(self, person: str, changes: dict[str, Any]) -> Preferences:
        async with self._writing() as connection:
            # The row is locked, so that changes of two windows are both kept.
            known = await connection.scalar(select(S.body).where(S.person == person).with_for_update())
            chosen = replace(Preferences.from_json(known or ""), **changes)
            row = {"person": person, "body": chosen.to_json()}
            if known is None:
                await connection.execute(insert(schema.settings).values(row))
            else:
                await connection.execute(update(schema.settings).where(S.person == person).values(row))
        return chosen
