"""Bots: programs that choose a move. A bot gets a Glimpse, never the true state.

>>> import tablero
>>> from tablero.bots import bot, glimpse
>>> state = tablero.game("yaxha").start(seats=2, seed=1)
>>> luck = tablero.seeded(5)
>>> bot("search:50").choose(glimpse(state, 0, luck), luck) in state.moves(0)
True
"""

from tablero.bots.glimpse import Glimpse, glimpse
from tablero.bots.levels import LEVELS, Level, OfLevel, bot, strongest
from tablero.bots.mind import Mind
from tablero.bots.players import Bot, Classic, Greedy, Random, Searcher

__all__ = [
    "LEVELS",
    "Bot",
    "Classic",
    "Glimpse",
    "Greedy",
    "Level",
    "Mind",
    "OfLevel",
    "Random",
    "Searcher",
    "bot",
    "glimpse",
    "strongest",
]
