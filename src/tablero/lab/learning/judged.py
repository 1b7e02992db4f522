"""A search that brings its own judge, and judges written as text, as they travel between processes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

import tablero
from tablero.bots import Glimpse, Searcher
from tablero.bots.search import Search
from tablero.core import Game, Luck
from tablero.core.judge import Judge
from tablero.core.judgement import Judgement

HAND_MADE = ""  # instead of weights: the game's sense judges


@dataclass(frozen=True)
class Judged(Searcher):
    """A searcher whose positions are judged by this judge, whatever the game has."""

    judge: Judge = field(default_factory=Judge, repr=False)

    def begin(self, glimpse: Glimpse, luck: Luck) -> Search:
        state = glimpse.state
        horizon = self.horizon * int(state.seats)
        return Search(state, glimpse.seat, state.game.sense, self.judge, luck, self.exploration, horizon)

    def thinking(self, iterations: int, softness: float = 0.0) -> Judged:
        """The same judge with other limits."""
        return replace(self, iterations=iterations, softness=softness)


@lru_cache(maxsize=8)
def judge_of(game: str, weights: str) -> Judge:
    """The judge that a text of weights means."""
    rules: Game = tablero.game(game)
    if weights == HAND_MADE:
        return rules.sense
    assert rules.sight is not None
    return Judgement.read(weights).judge(rules.sight, alone=rules.sense)
