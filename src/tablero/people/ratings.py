"""Ratings: how strong somebody is at a game, and how sure that is. openskill does the sums; what they mean is told in docs/ratings.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

MIDDLE = 25.0
UNSURE = MIDDLE / 3
SHOWN, EACH = 1500, 30  # the middle as people read it, and what one step of openskill's scale is worth there
BOTS = 0.5  # how sure a bot's rating is: it does not move, and is measured by thousands of games
STEP = 5.0  # between two levels: 150 points, seven games of ten
EVEN = 4  # the level that stands in the middle
TOO_EARLY = 10  # games of a game before which no figure is told


@dataclass(frozen=True)
class Rating:
    """A strength on openskill's scale. Somebody new stands in the middle, and nothing is known."""

    mu: float = MIDDLE
    sigma: float = UNSURE

    @property
    def points(self) -> int:
        """As people read it.

        >>> Rating().points, bot_rating(8).points
        (1500, 2100)
        """
        return round(SHOWN + EACH * (self.mu - MIDDLE))

    @property
    def give_or_take(self) -> int:
        """In nineteen cases of twenty the true strength lies within so many points.

        >>> Rating().give_or_take
        500
        """
        return round(2 * EACH * self.sigma)


@dataclass(frozen=True)
class Side:
    """Somebody at a rated table: what the rating was before, which place it became; bots keep theirs."""

    rating: Rating
    place: int
    bot: bool = False


def bot_rating(level: int) -> Rating:
    """The rating of a bot: fixed by its level, so that ratings of people mean the same next year."""
    return Rating(MIDDLE + STEP * (level - EVEN), BOTS)


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull  # loaded when a rated game ends, not before

    return BradleyTerryFull()


def rated(sides: Sequence[Side]) -> list[Rating]:
    """The ratings of everybody after a game; those of bots are as before. With nobody to compare with, nothing changes."""
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
