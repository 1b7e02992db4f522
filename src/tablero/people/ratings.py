"""Ratings of players and bots, computed by openskill; docs/ratings.md explains them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

MIDDLE = 25.0
NEW_SIGMA = MIDDLE / 3
MIDDLE_POINTS, POINTS_PER_STEP = 1500, 30  # the displayed scale: MIDDLE, and one step of openskill's scale
BOT_SIGMA = 0.5  # bots' ratings are fixed, and measured by thousands of games
LEVEL_STEP = 5.0  # between two levels: 150 points, seven games of ten
MIDDLE_LEVEL = 4
MIN_RATED_GAMES = 10  # of one game before its rating is shown


@dataclass(frozen=True)
class Rating:
    """Strength on openskill's scale; the default is that of a new player."""

    mu: float = MIDDLE
    sigma: float = NEW_SIGMA

    @property
    def points(self) -> int:
        """The rating on the displayed scale.

        >>> Rating().points, bot_rating(8).points
        (1500, 2100)
        """
        return round(MIDDLE_POINTS + POINTS_PER_STEP * (self.mu - MIDDLE))

    @property
    def give_or_take(self) -> int:
        """Half the width of the 95 % confidence interval, in points.

        >>> Rating().give_or_take
        500
        """
        return round(2 * POINTS_PER_STEP * self.sigma)


@dataclass(frozen=True)
class RatedPlayer:
    """A participant of a rated game: rating before the game, and place; bots keep their rating."""

    rating: Rating
    place: int
    bot: bool = False


def bot_rating(level: int) -> Rating:
    """Return the rating of a bot. It is fixed by the level, so that ratings of players keep their meaning."""
    return Rating(MIDDLE + LEVEL_STEP * (level - MIDDLE_LEVEL), BOT_SIGMA)


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull  # loaded when a rated game ends, not before

    return BradleyTerryFull()


def rated(sides: Sequence[RatedPlayer]) -> list[Rating]:
    """Return the ratings of all participants after a game; those of bots, and of a solo game, are unchanged."""
    before = [side.rating for side in sides]
    if len(sides) < 2:
        return before
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=[side.place for side in sides])
    return [
        side.rating if side.bot else Rating(float(team[0].mu), float(team[0].sigma))
        for side, team in zip(sides, after, strict=True)
    ]
