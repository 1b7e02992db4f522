"""Tablero: temple-building board games, rule-true, as a fast library.

>>> import tablero
>>> state = tablero.game("yaxha").start(seats=2, seed=1)
>>> state.moves(0)
[0, 1]

`tablero.games()` lists the games. A game's own modules lie in `tablero.games.NAME` and are reached with `from`:

>>> from tablero.games.yaxha import rules
"""

from tablero import plain

if not plain.compiled_is_wanted():
    plain.prefer_source()

from tablero.core import BadFacts, BadOption, BadRecord, Game, IllegalMove, Luck, Record, Result, State, seeded
from tablero.games import game, games

__version__ = "0.8.0"

__all__ = [
    "BadFacts",
    "BadOption",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Luck",
    "Record",
    "Result",
    "State",
    "game",
    "games",
    "seeded",
]
