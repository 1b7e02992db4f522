"""Vacation: days in a year on which a player's clocks in games by days stand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from tablero.core.errors import BadOption
from tablero.people.preferences import Preferences

DAYS_A_YEAR = 20
DAY = 86400.0


def vacation_until(preferences: Preferences, now: float) -> float:
    """Return the end of the current vacation, 0 if there is none."""
    return preferences.vacation_until if preferences.vacation_until > now else 0.0


def days_left(preferences: Preferences, now: float) -> int:
    """Return the days of vacation left in this year.

    >>> days_left(Preferences(vacation_days=5, vacation_year=1970), now=0.0), days_left(Preferences(), now=0.0)
    (15, 20)
    """
    taken = preferences.vacation_days if preferences.vacation_year == _year(now) else 0
    return max(0, DAYS_A_YEAR - taken)


def begin(preferences: Preferences, days: int, now: float) -> Preferences:
    """Begin a vacation now. Raise BadOption if fewer days are left.

    >>> begin(Preferences(), 7, now=0.0).vacation_until == 7 * DAY
    True
    """
    if vacation_until(preferences, now):
        raise BadOption("you are on vacation already: end it first")
    most = days_left(preferences, now)
    if not most:
        raise BadOption("you have taken all days of vacation of this year")
    if not 1 <= days <= most:
        raise BadOption("a vacation takes 1 to {most} days, not {days}", most=most, days=days)
    taken = DAYS_A_YEAR - most + days
    return replace(preferences, vacation_until=now + days * DAY, vacation_days=taken, vacation_year=_year(now))


def end(preferences: Preferences, now: float) -> Preferences:
    """End a vacation; whole days that were not used are given back.

    >>> back = end(begin(Preferences(), 7, now=0.0), now=2.5 * DAY)
    >>> back.vacation_until, days_left(back, now=2.5 * DAY)
    (0.0, 17)
    """
    unused = int(max(0.0, vacation_until(preferences, now) - now) // DAY)
    return replace(preferences, vacation_until=0.0, vacation_days=max(0, preferences.vacation_days - unused))


def _year(now: float) -> int:
    return datetime.fromtimestamp(now, UTC).year
