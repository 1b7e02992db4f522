"""Ratings of people after each rated game."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Update, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.people import RatedPlayer, Rating, bot_rating, rated
from tablero.store.database import schema
from tablero.store.database.repository import Repository

R = schema.results.c
K = schema.ratings.c
ALL_GAMES = ""  # the rating over all games
LOCK = 0x7AB1E21  # advisory lock of PostgreSQL
TOGETHER = 20  # games rated in one transaction
HISTORY = 120  # the latest ones in a plot

logger = logging.getLogger("tablero.store")

# A literal, so that the partial index is used.
WAITING = select(R.match).where(R.rated == text("1"), R.seat == 0).order_by(R.ended, R.match)


@dataclass(frozen=True)
class RatingStanding:
    """Rating of a person in a game, number of rated games, and latest ratings."""

    rating: Rating
    games: int
    history: tuple[Rating, ...] = ()


class RatingStore(Repository):
    """Ratings by person and game."""

    async def of(self, person: str) -> dict[str, RatingStanding]:
        """Return the ratings of a person by game, and over all games as ALL_GAMES."""
        counted = select(K.game, func.count()).where(K.person == person).group_by(K.game)
        found: dict[str, RatingStanding] = {}
        async with self._reading() as connection:
            for game, number in (await connection.execute(counted)).all():
                query = select(K.mu, K.sigma).where(K.person == person, K.game == game)
                latest = (await connection.execute(query.order_by(K.ended.desc(), K.match).limit(HISTORY))).all()
                history = tuple(Rating(*row) for row in reversed(latest))
                found[game] = RatingStanding(history[-1], number, history)
        return found

    async def catch_up(self) -> int:
        """Rate the finished games that are not rated yet, in the order of their ends, and return how many. Several
        processes may do so at once: each game is rated once."""
        async with self._reading() as connection:  # mostly there are none: then do not lock
            if (await connection.execute(WAITING.limit(1))).first() is None:
                return 0
        done = 0
        while some := await self._rate_some():
            done += some
        return done

    async def _rate_some(self) -> int:
        async with self._writing() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            matches = list((await connection.execute(WAITING.limit(TOGETHER))).scalars())
            for match in matches:
                try:
                    async with connection.begin_nested():
                        await self._rate(connection, match)
                except (IntegrityError, ArithmeticError, LookupError, ValueError):
                    # One game that cannot be rated must not keep all later ones from it.
                    logger.exception("table %s cannot be rated: it is set aside", match)
                    await connection.execute(_mark(match, rated=False))
        return len(matches)

    async def _rate(self, connection: AsyncConnection, match: str) -> None:
        query = select(R.person, R.level, R.place, R.game, R.ended, R.absent).where(R.match == match).order_by(R.seat)
        seats = (await connection.execute(query)).all()
        people = [seat.person for seat in seats if not seat.level]
        counts = len(seats) > 1 and len(set(people)) == len(people) and await _have_accounts(connection, people)
        await connection.execute(_mark(match, counts))
        if not counts:
            return
        places = places_of([(seat.place, seat.absent) for seat in seats])
        for game in (seats[0].game, ALL_GAMES):
            before = await _latest(connection, people, game)
            sides = [
                RatedPlayer(bot_rating(seat.level), place, bot=True)
                if seat.level
                else RatedPlayer(before[seat.person], place)
                for seat, place in zip(seats, places, strict=True)
            ]
            rows = [
                {
                    "person": seat.person,
                    "game": game,
                    "match": match,
                    "mu": after.mu,
                    "sigma": after.sigma,
                    "ended": seat.ended,
                }
                for seat, after in zip(seats, rated(sides), strict=True)
                if not seat.level
            ]
            await connection.execute(insert(schema.ratings), rows)


def _mark(match: str, rated: bool) -> Update:
    """Return the statement that says whether a finished game counts for ratings."""
    return update(schema.results).where(R.match == match).values(rated=2 if rated else 0)


def places_of(ended: Sequence[tuple[int, str]]) -> list[int]:
    """Return the places that count for a rating: players who left come after those who stayed.

    >>> places_of([(1, ""), (2, "resigned"), (3, ""), (4, "left")])
    [1, 5, 3, 5]
    """
    last = len(ended) + 1
    return [last if absent in ("left", "resigned") else place for place, absent in ended]


async def _have_accounts(connection: AsyncConnection, people: Sequence[str]) -> bool:
    """Whether all people at a table have accounts."""
    known = select(func.count()).select_from(schema.accounts).where(schema.accounts.c.person.in_(people))
    return int(await connection.scalar(known) or 0) == len(set(people)) > 0


async def _latest(connection: AsyncConnection, people: Iterable[str], game: str) -> dict[str, Rating]:
    """Return the latest rating of each person."""
    found = {}
    for person in people:
        query = (
            select(K.mu, K.sigma).where(K.person == person, K.game == game).order_by(K.ended.desc(), K.match).limit(1)
        )
        row = (await connection.execute(query)).first()
        found[person] = Rating() if row is None else Rating(row.mu, row.sigma)
    return found
