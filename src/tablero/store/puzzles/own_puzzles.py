"""Puzzles from users' own games: each is for its user alone and changes no rating."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import insert, select, update

from tablero.analysis.puzzles import Puzzle
from tablero.store.database import schema
from tablero.store.database.repository import Repository

P = schema.own_puzzles.c
MOST = 60  # the latest ones of a person that are shown


@dataclass(frozen=True)
class OwnPuzzle:
    """A moment of an own game: the table, how many moves were made before, and what the turn played there cost."""

    game: str
    id: str
    match: str
    at: int
    cost: float
    made: float
    solved: bool


class OwnPuzzles(Repository):
    """Puzzles by person, game and id."""

    async def add(self, person: str, match: str, at: int, cost: float, puzzle: Puzzle) -> None:
        """Keep a puzzle for a person, once."""
        here = (P.person == person, P.game == puzzle.game, P.puzzle == puzzle.id)
        found = {"match": match, "at": at, "cost": cost, "body": json.dumps(puzzle.written()), "made": self._clock()}
        new = insert(schema.own_puzzles).values(
            person=person, game=puzzle.game, puzzle=puzzle.id, solved=False, **found
        )
        await self._upsert(update(schema.own_puzzles).where(*here).values(found), new)

    async def of(self, person: str, match: str = "") -> list[OwnPuzzle]:
        """Return the puzzles of a person, of one table or of all, those first that are not solved."""
        query = select(P.game, P.puzzle, P.match, P.at, P.cost, P.made, P.solved).where(P.person == person)
        if match:
            query = query.where(P.match == match)
        async with self._reading() as connection:
            rows = (await connection.execute(query.order_by(P.solved, P.made.desc(), P.at).limit(MOST))).all()
        return [OwnPuzzle(*row) for row in rows]

    async def find(self, person: str, game: str, id: str) -> tuple[OwnPuzzle, Puzzle] | None:
        """Return a puzzle of a person."""
        query = select(P.game, P.puzzle, P.match, P.at, P.cost, P.made, P.solved, P.body)
        async with self._reading() as connection:
            here = query.where(P.person == person, P.game == game, P.puzzle == id)
            row = (await connection.execute(here)).first()
        return None if row is None else (OwnPuzzle(*row[:-1]), Puzzle.read(json.loads(row.body)))

    async def solve(self, person: str, game: str, id: str) -> None:
        """Note that a person has solved an own puzzle."""
        here = (P.person == person, P.game == game, P.puzzle == id)
        await self._execute(update(schema.own_puzzles).where(*here).values(solved=True))
