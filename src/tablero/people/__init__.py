"""People: what belongs to a person rather than to a table. Rules without web and without database."""

from tablero.people.errors import BadName, BadPassword, NameTaken, NotAdmitted, TooManyTries
from tablero.people.preferences import Preferences
from tablero.people.ratings import Rating, Side, bot_rating, rated
from tablero.people.shares import Share

__all__ = [
    "BadName", "BadPassword", "NameTaken", "NotAdmitted", "Preferences", "Rating", "Share", "Side", "TooManyTries", "bot_rating", "rated",
]  # fmt: skip
