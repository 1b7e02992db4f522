"""Ratings: what people's ratings were after each rated game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.people import Rating, Side, bot_rating, rated
from tablero.store import schema
from tablero.store.progress import Connecting

R = schema.results.c
K = schema.ratings.c
OVERALL = ""  # the rating over all games
LOCK = 0x7AB1E21  # of those who rate; PostgreSQL
TOGETHER = 20  # games that are rated in one transaction
HISTORY = 120  # the latest ones in a plot

# As a literal, so that the index of what waits is used.
WAITING = select(R.match).where(R.rated == text("1"), R.seat == 0).order_by(R.ended, R.match)


@dataclass(frozen=True)
class Standing:
    """Somebody's rating in a game, after so many games, and how it came about."""

    rating: Rating
    games: int
    history: tuple[Rating, ...] = ()


class Ratings:
    """The ratings of all people."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading = reading
        self._writing = writing

    async def of(self, person: str) -> dict[str, Standing]:
        """A person's ratings, by game, and over all games under the name OVERALL."""
        counted = select(K.game, func.count()).where(K.person == person).group_by(K.game)
        found: dict[str, Standing] = {}
        async with self._reading() as connection:
            for game, number in (await connection.execute(counted)).all():
                query = select(K.mu, K.sigma).where(K.person == person, K.game == game)
                latest = (await connection.execute(query.order_by(K.ended.desc(), K.match).limit(HISTORY))).all()
                history = tuple(Rating(*row) for row in reversed(latest))
                found[game] = Standing(history[-1], number, history)
        return found

    async def catch_up(self) -> int:
        """Rate the games that wait for it, in the order in which they ended; how many. Several may try at once: each game is rated
        by one."""
        async with self._reading() as connection:  # mostly there are none, and nobody has to wait
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
                await self._rate(connection, match)
        return len(matches)

    async def _rate(self, connection: AsyncConnection, match: str) -> None:
        query = select(R.person, R.level, R.place, R.game, R.ended, R.absent).where(R.match == match).order_by(R.seat)
        seats = (await connection.execute(query)).all()
        people = [seat.person for seat in seats if not seat.level]
        counts = len(seats) > 1 and await _have_accounts(connection, people)
        await connection.execute(update(schema.results).where(R.match == match).values(rated=2 if counts else 0))
        if not counts:
            return
        places = places_of([(seat.place, seat.absent) for seat in seats])
        for game in (seats[0].game, OVERALL):
            before = await _latest(connection, people, game)
            sides = [
                Side(bot_rating(seat.level), place, bot=True) if seat.level else Side(before[seat.person], place)
                for seat, place in zip(seats, places, strict=True)
            ]
            rows = [
                {"person": seat.person, "game": game, "match": match, "mu": after.mu, "sigma": after.sigma, "ended": seat.ended}
                for seat, after in zip(seats, rated(sides), strict=True)
                if not seat.level
            ]  # fmt: skip
            await connection.execute(insert(schema.ratings), rows)


def places_of(ended: Sequence[tuple[int, str]]) -> list[int]:
    """The places that count for a rating: whoever left for good comes after those who stayed.

    >>> places_of([(1, ""), (2, "resigned"), (3, ""), (4, "left")])
    [1, 5, 3, 5]
    """
    last = len(ended) + 1
    return [last if absent in ("left", "resigned") else place for place, absent in ended]


async def _have_accounts(connection: AsyncConnection, people: Sequence[str]) -> bool:
    """Whether ratings can be kept for everybody at a table: whoever sits down at a rated one has agreed to it."""
    known = select(func.count()).select_from(schema.accounts).where(schema.accounts.c.person.in_(people))
    return int(await connection.scalar(known) or 0) == len(set(people)) > 0


async def _latest(connection: AsyncConnection, people: Iterable[str], game: str) -> dict[str, Rating]:
    """The ratings that people have so far."""
    found = {}
    for person in people:
        query = (
            select(K.mu, K.sigma).where(K.person == person, K.game == game).order_by(K.ended.desc(), K.match).limit(1)
        )
        row = (await connection.execute(query)).first()
        found[person] = Rating() if row is None else Rating(row.mu, row.sigma)
    return found
