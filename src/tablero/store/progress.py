"""Progress: how far people are in lessons."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.store import schema

Connecting = Callable[[], AbstractAsyncContextManager[AsyncConnection]]
P = schema.progress.c


@dataclass(frozen=True)
class Learned:
    """How far somebody is in a lesson: at the step of this number, reached in these ways where there were several."""

    step: int
    version: int
    finished: bool = False
    ways: Mapping[str, Sequence[int]] = field(default_factory=dict)


class Progress:
    """The lessons of all people."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing

    async def of(self, person: str) -> dict[tuple[str, str], Learned]:
        """All lessons that a person has begun, by game and lesson."""
        query = select(P.game, P.lesson, P.step, P.version, P.finished, P.ways).where(P.person == person)
        async with self._reading() as connection:
            found = (await connection.execute(query)).all()
        return {
            (row.game, row.lesson): Learned(row.step, row.version, row.finished, json.loads(row.ways)) for row in found
        }

    async def keep(self, person: str, game: str, lesson: str, learned: Learned) -> None:
        """Write down how far a person is; a lesson that was finished once stays finished."""
        now = {
            "version": learned.version, "step": learned.step, "ways": json.dumps(learned.ways), "updated": time.time(),
        }  # fmt: skip
        here = (P.person == person, P.game == game, P.lesson == lesson)
        known = update(schema.progress).where(*here).values(now)
        if learned.finished:
            known = known.values(finished=True)
        new = insert(schema.progress).values(person=person, game=game, lesson=lesson, finished=learned.finished, **now)
        try:
            async with self._writing() as connection:
                if (await connection.execute(known)).rowcount == 0:
                    await connection.execute(new)
        except IntegrityError:  # another window of the same person was quicker
            async with self._writing() as connection:
                await connection.execute(known)
