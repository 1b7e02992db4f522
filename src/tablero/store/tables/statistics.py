"""Statistics of games, counted over all finished tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Integer, cast, func, select

from tablero.people import Share
from tablero.store.database import schema
from tablero.store.database.repository import Repository

R = schema.results.c
OPENINGS = 12  # the most frequent ones are returned
MINUTE = 60.0


@dataclass(frozen=True)
class ValueSpread:
    """Distribution of a figure: number of values, minimum, quartiles and maximum."""

    number: int
    least: int
    quarter: int
    middle: int
    three_quarters: int
    most: int

    @classmethod
    def of(cls, counted: Mapping[int, int]) -> ValueSpread:
        """Compute it from the number of times each value occurs."""
        values = sorted(counted)
        number = sum(counted.values())

        def at(share: float) -> int:
            wanted, passed = share * number, 0
            for value in values:
                passed += counted[value]
                if passed >= wanted:
                    return value
            return values[-1]

        return cls(number, values[0], at(0.25), at(0.5), at(0.75), values[-1])


@dataclass(frozen=True)
class SeatsStatistics:
    """Statistics of one game with one number of seats."""

    games: int = 0
    minutes: ValueSpread | None = None
    moves: ValueSpread | None = None
    scores: ValueSpread | None = None
    winning: ValueSpread | None = None  # scores of winners
    by_seat: tuple[Share, ...] = ()
    openings: Mapping[str, Share] = field(default_factory=dict)


@dataclass(frozen=True)
class LevelStatistics:
    """Share of wins of bots of a level, and the share expected if all seats were equal."""

    share: Share
    due: float


class StatisticsStore(Repository):
    """Statistics of games. Each query is answered from one index, whatever the number of tables."""

    async def games(self) -> dict[str, int]:
        """Count finished tables by game."""
        query = select(R.game, func.count()).where(R.seat == 0).group_by(R.game)
        async with self._reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    async def played(self, game: str) -> dict[int, SeatsStatistics]:
        """Return the statistics of a game by number of seats."""
        scores, winning, shares = await self._scores(game)
        minutes = await self._counted(game, cast(func.round(R.seconds / MINUTE), Integer))
        moves = await self._counted(game, R.moves)
        openings = await self._openings(game)
        return {
            seats: SeatsStatistics(
                games=sum(moves[seats].values()),
                minutes=ValueSpread.of(minutes[seats]),
                moves=ValueSpread.of(moves[seats]),
                scores=ValueSpread.of(scores[seats]),
                winning=ValueSpread.of(winning[seats]) if winning.get(seats) else None,
                by_seat=tuple(shares[seats][seat] for seat in sorted(shares[seats])),
                openings=openings.get(seats, {}),
            )
            for seats in sorted(moves)
        }

    async def _scores(
        self, game: str
    ) -> tuple[dict[int, Counter[int]], dict[int, Counter[int]], dict[int, dict[int, Share]]]:
        """Return, by number of seats: all scores, scores of winners, and wins of each seat."""
        score = cast(func.round(R.score), Integer).label("score")
        query = select(R.seats, R.seat, score, func.count(), func.sum(R.won), func.count().filter(R.won > 0))
        query = query.where(R.game == game).group_by(R.seats, R.seat, score)
        all_scores: dict[int, Counter[int]] = {}
        winning: dict[int, Counter[int]] = {}
        shares: dict[int, dict[int, Share]] = {}
        async with self._reading() as connection:
            for seats, seat, points, number, won, winners in await connection.execute(query):
                all_scores.setdefault(seats, Counter())[points] += number
                if winners:
                    winning.setdefault(seats, Counter())[points] += winners
                known = shares.setdefault(seats, {}).get(seat, Share(0, 0.0))
                shares[seats][seat] = Share(known.games + number, known.won + float(won))
        return all_scores, winning, shares

    async def _counted(self, game: str, figure: object) -> dict[int, Counter[int]]:
        """Count the values of a figure by number of seats, each table once."""
        query = select(R.seats, figure, func.count()).where(R.game == game, R.seat == 0).group_by(R.seats, figure)  # type: ignore[call-overload]
        found: dict[int, Counter[int]] = {}
        async with self._reading() as connection:
            for seats, value, number in await connection.execute(query):
                found.setdefault(seats, Counter())[int(value)] += number
        return found

    async def _openings(self, game: str) -> dict[int, dict[str, Share]]:
        number = func.count().label("number")
        query = select(R.seats, R.opening, number, func.sum(R.won)).where(R.game == game, R.opening != "")
        query = query.group_by(R.seats, R.opening).order_by(number.desc(), R.opening)
        found: dict[int, dict[str, Share]] = {}
        async with self._reading() as connection:
            for seats, opening, games, won in await connection.execute(query):
                if len(found.setdefault(seats, {})) < OPENINGS:
                    found[seats][opening] = Share(games, float(won))
        return found

    async def levels(self, game: str) -> dict[int, LevelStatistics]:
        """Return the wins of bots by level, and of people (level 0), at tables of more than one seat."""
        query = select(R.level, func.count(), func.sum(R.won), func.sum(1.0 / R.seats)).where(
            R.game == game, R.seats > 1
        )
        async with self._reading() as connection:
            found = (await connection.execute(query.group_by(R.level).order_by(R.level))).all()
        return {
            level: LevelStatistics(Share(games, float(won)), float(due) / games) for level, games, won, due in found
        }
