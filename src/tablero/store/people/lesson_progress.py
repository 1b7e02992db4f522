"""Progress of people in lessons."""

from __future__ import annotations

import json
import time

from sqlalchemy import insert, select, update

from tablero.store.database import schema
from tablero.store.database.repository import Repository
from tablero.table.lesson_session import LessonProgress

P = schema.progress.c


class LessonProgressStore(Repository):
    """Progress by person, game and lesson."""

    async def of(self, person: str) -> dict[tuple[str, str], LessonProgress]:
        """Return the progress of a person in all lessons begun, by game and lesson."""
        query = select(P.game, P.lesson, P.step, P.version, P.finished, P.ways).where(P.person == person)
        async with self._reading() as connection:
            found = (await connection.execute(query)).all()
        return {
            (row.game, row.lesson): LessonProgress(row.step, row.version, row.finished, json.loads(row.ways))
            for row in found
        }

    async def save(self, person: str, game: str, lesson: str, progress: LessonProgress) -> None:
        """Save the progress of a person; a lesson that was finished once stays finished."""
        now = {
            "version": progress.version,
            "step": progress.step,
            "ways": json.dumps(progress.ways),
            "updated": time.time(),
        }
        here = (P.person == person, P.game == game, P.lesson == lesson)
        known = update(schema.progress).where(*here).values(now)
        if progress.finished:
            known = known.values(finished=True)
        new = insert(schema.progress).values(person=person, game=game, lesson=lesson, finished=progress.finished, **now)
        await self._upsert(known, new)
