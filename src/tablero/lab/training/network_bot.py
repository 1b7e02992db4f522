"""Search with a given value function, and value functions as text that is sent to other processes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import tablero
from tablero.bots import Glimpse, Searcher
from tablero.bots.search import Search
from tablero.core import Game, Luck
from tablero.core.evaluation.network_file import NetworkFile
from tablero.core.evaluation.value_network import ValueFunction

HAND_MADE = ""  # instead of weights: the game's hand-made evaluator


@dataclass(frozen=True)
class NetworkBot(Searcher):
    """A searcher with a value function of its own instead of the game's."""

    value_function: ValueFunction = field(default_factory=ValueFunction, repr=False)

    def begin(self, glimpse: Glimpse, luck: Luck) -> Search:
        state = glimpse.state
        horizon = self.horizon * int(state.seats)
        return Search(state, glimpse.seat, state.game.sense, self.value_function, luck, self.exploration, horizon)

    def limited(self, iterations: int, softness: float = 0.0) -> NetworkBot:
        """Return the same bot with other limits."""
        return replace(self, iterations=iterations, softness=softness)


@lru_cache(maxsize=8)
def value_function_of(game: str, weights: str) -> ValueFunction:
    """Return the value function of a text of weights."""
    rules: Game = tablero.game(game)
    if weights == HAND_MADE:
        return rules.sense
    assert rules.sight is not None
    return NetworkFile.read(weights).network(rules.sight, solo=rules.sense)
