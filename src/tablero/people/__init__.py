"""Rules about users rather than tables, without I/O: names, passwords, preferences, ratings, notifications."""

from tablero.people.errors import BadName, BadPassword, NameTaken, NotAdmitted, TooManyAttempts
from tablero.people.preferences import Preferences
from tablero.people.proportions import Share
from tablero.people.ratings import RatedPlayer, Rating, bot_rating, rated

__all__ = [
    "BadName",
    "BadPassword",
    "NameTaken",
    "NotAdmitted",
    "Preferences",
    "RatedPlayer",
    "Rating",
    "Share",
    "TooManyAttempts",
    "bot_rating",
    "rated",
]
