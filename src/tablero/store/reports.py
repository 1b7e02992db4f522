"""Reports: what people tell the house about others, until somebody has settled it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import RowMapping, insert, select, update

from tablero.store import schema
from tablero.store.progress import Connecting

LIST_LENGTH = 200
LONGEST = 1000  # letters that are kept of what somebody said or says about it

ReportKind = Literal["person", "line", "table"]
R = schema.reports.c


@dataclass(frozen=True)
class Report:
    """What somebody has reported: a person, a line of talk or the name of a table. `person` and `by` are secrets."""

    id: str
    kind: str
    by: str
    person: str
    table: str
    name: str  # of the person, or of the table, as it was then
    words: str  # what was said
    why: str
    made: float
    settled: float | None


class Reports:
    """What has been reported, until somebody has settled it."""

    def __init__(self, reading: Connecting, writing: Connecting, clock: Callable[[], float]) -> None:
        self._reading = reading
        self._writing = writing
        self._clock = clock

    async def file(
        self, kind: ReportKind, by: str, person: str, table: str = "", name: str = "", words: str = "", why: str = ""
    ) -> str:
        """Keep a report by somebody about a person; its id. The same about the same is kept once."""
        row = {
            "kind": kind, "by": by, "person": person, "match": table, "name": name[:LONGEST], "words": words[:LONGEST],
            "why": why[:LONGEST],
        }  # fmt: skip
        same = select(R.id).where(
            *(R[key] == row[key] for key in ("kind", "by", "person", "match", "words")), R.settled.is_(None)
        )
        async with self._writing() as connection:
            known: str | None = await connection.scalar(same)
            if known is not None:
                return known
            id = secrets.token_urlsafe(12)
            await connection.execute(insert(schema.reports).values(id=id, made=self._clock(), **row))
        return id

    async def waiting(self) -> list[Report]:
        """What nobody has settled yet, the oldest first."""
        query = select(*schema.reports.columns).where(R.settled.is_(None)).order_by(R.made).limit(LIST_LENGTH)
        async with self._reading() as connection:
            return [_report(row) for row in (await connection.execute(query)).mappings()]

    async def find(self, id: str) -> Report | None:
        async with self._reading() as connection:
            found = await connection.execute(select(*schema.reports.columns).where(R.id == id))
            row = found.mappings().first()
        return None if row is None else _report(row)

    async def settle(self, id: str) -> None:
        """Nothing more is to be done about it."""
        async with self._writing() as connection:
            await connection.execute(update(schema.reports).where(R.id == id).values(settled=self._clock()))


def _report(row: RowMapping) -> Report:
    return Report(**{"table" if key == "match" else str(key): value for key, value in row.items()})
