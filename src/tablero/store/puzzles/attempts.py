"""What people made of puzzles, their ratings as solvers, and the figures of the puzzles."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.people.puzzle_practice import after_try, next_review, rating_of_puzzle
from tablero.people.ratings import Rating
from tablero.store.database import schema
from tablero.store.database.repository import Repository

A = schema.puzzle_attempts.c
R = schema.puzzle_ratings.c
F = schema.puzzle_figures.c


@dataclass(frozen=True)
class PuzzleTry:
    """A try at a puzzle. `points` is the difficulty that the set measured; `day` is set if it was a puzzle of today."""

    game: str
    puzzle: str
    points: int
    share: float  # 1 at once, 0.5 after a hint, else 0
    solved: bool
    seconds: float
    day: date | None = None


@dataclass(frozen=True)
class KeptAttempt:
    """The first try of a person at a puzzle."""

    share: float
    solved: bool
    seconds: float
    change: int
    tried: float
    due: float | None


@dataclass(frozen=True)
class PuzzleFigures:
    """How many people have tried a puzzle, how many of them solved it at once, and its rating."""

    tried: int
    solved: int
    rating: Rating


@dataclass(frozen=True)
class SolverRating:
    """Rating of a solver in a game, and the number of puzzles behind it."""

    rating: Rating
    tries: int


class PuzzleAttempts(Repository):
    """Attempts by person, game and puzzle. The first try of each counts; later ones only solve it in the end."""

    async def of(self, person: str, game: str) -> dict[str, KeptAttempt]:
        """Return the attempts of a person in a game, by puzzle."""
        query = select(A.puzzle, A.share, A.solved, A.seconds, A.change, A.tried, A.due)
        async with self._reading() as connection:
            rows = (await connection.execute(query.where(A.person == person, A.game == game))).all()
        return {row.puzzle: KeptAttempt(*row[1:]) for row in rows}

    async def ratings(self, person: str) -> dict[str, SolverRating]:
        """Return the ratings of a person by game."""
        async with self._reading() as connection:
            rows = (await connection.execute(select(R.game, R.mu, R.sigma, R.tries).where(R.person == person))).all()
        return {row.game: SolverRating(Rating(row.mu, row.sigma), row.tries) for row in rows}

    async def figures(self, game: str, puzzles: Collection[str]) -> dict[str, PuzzleFigures]:
        """Return the figures of puzzles that have been tried."""
        query = select(F.puzzle, F.tried, F.solved, F.mu, F.sigma).where(F.game == game, F.puzzle.in_(puzzles))
        async with self._reading() as connection:
            rows = (await connection.execute(query)).all()
        return {row.puzzle: PuzzleFigures(row.tried, row.solved, Rating(row.mu, row.sigma)) for row in rows}

    async def days(self, person: str) -> Mapping[date, Collection[str]]:
        """Return the games of which a person solved the puzzle of the day, by day."""
        query = select(A.day, A.game).where(A.person == person, A.day != "", A.solved)
        found: dict[date, list[str]] = {}
        async with self._reading() as connection:
            for row in await connection.execute(query):
                found.setdefault(date.fromisoformat(row.day), []).append(row.game)
        return found

    async def solved_on(self, day: date) -> dict[str, int]:
        """Return how many people solved the puzzle of a day on that day, by game."""
        query = select(A.game, func.count()).where(A.day == day.isoformat(), A.solved).group_by(A.game)
        async with self._reading() as connection:
            return {game: int(count) for game, count in (await connection.execute(query)).all()}

    async def add(self, person: str, tried: PuzzleTry) -> KeptAttempt:
        """Keep a try. The first one moves both ratings; later ones that solve the puzzle are noted."""
        now = self._clock()
        try:
            async with self._writing() as connection:
                known = await _known(connection, person, tried)
                if known is None:
                    await self._first(connection, person, tried, now)
                else:
                    await _again(connection, person, tried, known, now)
        except IntegrityError:  # another window was faster: then this is a later try
            async with self._writing() as connection:
                known = await _known(connection, person, tried)
                assert known is not None
                await _again(connection, person, tried, known, now)
        return (await self.of(person, tried.game))[tried.puzzle]

    async def _first(self, connection: AsyncConnection, person: str, tried: PuzzleTry, now: float) -> None:
        own = (R.person == person, R.game == tried.game)
        its = (F.game == tried.game, F.puzzle == tried.puzzle)
        solver = (await connection.execute(select(R.mu, R.sigma, R.tries).where(*own))).first()
        figures = (await connection.execute(select(F.mu, F.sigma, F.tried, F.solved).where(*its))).first()
        before = Rating() if solver is None else Rating(solver.mu, solver.sigma)
        puzzle = rating_of_puzzle(tried.points) if figures is None else Rating(figures.mu, figures.sigma)
        after, other = after_try(before, puzzle, tried.share)
        review = next_review(None, tried.share == 1.0, now)
        await connection.execute(
            insert(schema.puzzle_attempts).values(
                person=person,
                game=tried.game,
                puzzle=tried.puzzle,
                share=tried.share,
                solved=tried.solved,
                seconds=tried.seconds,
                day="" if tried.day is None else tried.day.isoformat(),
                change=after.points - before.points,
                tried=now,
                card=review and review[0],
                due=review and review[1],
            )
        )
        mine = {"mu": after.mu, "sigma": after.sigma, "tries": 1 if solver is None else solver.tries + 1}
        if solver is None:
            await connection.execute(insert(schema.puzzle_ratings).values(person=person, game=tried.game, **mine))
        else:
            await connection.execute(update(schema.puzzle_ratings).where(*own).values(mine))
        at_once = int(tried.share == 1.0)
        if figures is None:
            first = {"tried": 1, "solved": at_once, "mu": other.mu, "sigma": other.sigma}
            await connection.execute(
                insert(schema.puzzle_figures).values(game=tried.game, puzzle=tried.puzzle, **first)
            )
        else:
            counted = {"tried": F.tried + 1, "solved": F.solved + at_once, "mu": other.mu, "sigma": other.sigma}
            await connection.execute(update(schema.puzzle_figures).where(*its).values(counted))


async def _known(connection: AsyncConnection, person: str, tried: PuzzleTry) -> Row[Any, Any] | None:
    here = (A.person == person, A.game == tried.game, A.puzzle == tried.puzzle)
    return (await connection.execute(select(A.card, A.due).where(*here))).first()


async def _again(connection: AsyncConnection, person: str, tried: PuzzleTry, known: Row[Any, Any], now: float) -> None:
    """Note a later try: that it was solved in the end, on which day, and when it comes back if it was due."""
    here = (A.person == person, A.game == tried.game, A.puzzle == tried.puzzle)
    values: dict[str, object] = {}
    if tried.solved:
        values["solved"] = True
        if tried.day is not None:
            values["day"] = tried.day.isoformat()
    if known.card is not None and known.due <= now and (tried.share == 1.0 or not tried.solved):
        review = next_review(known.card, tried.share == 1.0, now)
        values |= {"card": review and review[0], "due": review and review[1]}
    if values:
        await connection.execute(update(schema.puzzle_attempts).where(*here).values(values))
