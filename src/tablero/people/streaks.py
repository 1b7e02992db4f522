"""Streaks: days in a row on which a puzzle of the day was solved. One missed day a week is forgiven."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date, timedelta

WEEK = 7
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Streak:
    """A number of days, and the last week day by day: whether a puzzle was solved then."""

    days: int = 0
    week: tuple[tuple[date, bool], ...] = field(default=())


def streak_of(solved: Collection[date], today: date) -> Streak:
    """Return the streak that leads to today; a day that is not over yet breaks nothing.

    >>> days = [date(2026, 3, one) for one in (1, 2, 4, 5)]
    >>> streak_of(days, date(2026, 3, 6)).days
    4
    >>> streak_of(days, date(2026, 3, 8)).days
    0
    """
    days, day, forgiven = 0, today, None
    if day not in solved:
        day -= DAY
    pending = 0  # forgiven days with no solved one before them yet
    while True:
        if day in solved:
            days += 1
            pending = 0
        elif pending == 0 and (forgiven is None or (forgiven - day).days >= WEEK):
            forgiven, pending = day, 1
        else:
            break
        day -= DAY
    last_week = (today - number * DAY for number in range(WEEK - 1, -1, -1))
    return Streak(days, tuple((one, one in solved) for one in last_week))
