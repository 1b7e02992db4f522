"""Reports of people, chat lines and table names to the administrators."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import RowMapping, insert, select, update

from tablero.store.database import schema
from tablero.store.database.repository import Repository

LIST_LENGTH = 200
MAX_TEXT_LENGTH = 1000  # characters that are stored of a line or a reason

ReportKind = Literal["person", "line", "table"]
R = schema.reports.c


@dataclass(frozen=True)
class Report:
    """A report of a person, a chat line or the name of a table. `person` and `by` are secret ids."""

    id: str
    kind: str
    by: str
    person: str
    table: str
    name: str  # of the person or the table at that time
    words: str  # the chat line
    why: str
    made: float
    settled: float | None


class Reports(Repository):
    """Reports, until an administrator settles them."""

    async def file(
        self, kind: ReportKind, by: str, person: str, table: str = "", name: str = "", words: str = "", why: str = ""
    ) -> str:
        """Store a report and return its id; an equal unsettled one is not stored again."""
        row = {
            "kind": kind,
            "by": by,
            "person": person,
            "match": table,
            "name": name[:MAX_TEXT_LENGTH],
            "words": words[:MAX_TEXT_LENGTH],
            "why": why[:MAX_TEXT_LENGTH],
        }
        same = select(R.id).where(
            *(R[key] == row[key] for key in ("kind", "by", "person", "match", "words")), R.settled.is_(None)
        )
        async with self._writing() as connection:
            known: str | None = await connection.scalar(same)
            if known is not None:
                return known
            id = secrets.token_urlsafe(16)
            await connection.execute(insert(schema.reports).values(id=id, made=self._clock(), **row))
        return id

    async def waiting(self) -> list[Report]:
        """Return the unsettled reports, the oldest first."""
        query = select(*schema.reports.columns).where(R.settled.is_(None)).order_by(R.made).limit(LIST_LENGTH)
        async with self._reading() as connection:
            return [_report(row) for row in (await connection.execute(query)).mappings()]

    async def find(self, id: str) -> Report | None:
        async with self._reading() as connection:
            found = await connection.execute(select(*schema.reports.columns).where(R.id == id))
            row = found.mappings().first()
        return None if row is None else _report(row)

    async def settle(self, id: str) -> None:
        """Mark a report as settled."""
        await self._execute(update(schema.reports).where(R.id == id).values(settled=self._clock()))


def _report(row: RowMapping) -> Report:
    return Report(**{"table" if key == "match" else str(key): value for key, value in row.items()})
