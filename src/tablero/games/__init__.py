"""The games of this house, one folder each."""

from __future__ import annotations

from importlib import import_module

from tablero.core.errors import BadOption
from tablero.core.game import Game

NAMES = ("yaxha", "amritsar")


def game(name: str) -> Game:
    """The game of this name.

    >>> game("yaxha").title
    'Yaxha'
    """
    if name not in NAMES:
        raise BadOption(f"there is no game {name!r}; there are {', '.join(NAMES)}")
    found: Game = import_module(f"tablero.games.{name}").GAME
    return found


def games() -> list[Game]:
    """All games."""
    return [game(name) for name in NAMES]
