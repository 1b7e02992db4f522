"""The bots: random, greedy and search."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tablero.bots.knowledge import Glimpse
from tablero.bots.search import Search
from tablero.core.judge import Judge
from tablero.core.luck import Luck
from tablero.core.sense import Sense

Stop = Callable[[], bool]
UNLIMITED = 1 << 40


class Bot(Protocol):
    """A program that chooses a move."""

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """One of `glimpse.moves`. `stop` is asked now and then; once it says True the best move so far is taken."""


def drawn(moves: list[int], shares: list[float], luck: Luck) -> int:
    """One of the moves, each as likely as its share."""
    left = sum(shares) * float(luck.next()) / 4294967296.0
    for move, share in zip(moves, shares, strict=True):
        left -= share
        if left < 0.0:
            return move
    return moves[-1]


@dataclass(frozen=True)
class Random:
    """Any legal move, each as likely as the next."""

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """A legal move, drawn from the bot's own luck."""
        return glimpse.moves[luck.below(len(glimpse.moves))]


@dataclass(frozen=True)
class Greedy:
    """One step by the game's sense. With `blur` above 0 a less appealing move is taken at times: the appeal is
    divided by it before the draw, so that a good move stays likelier than a bad one."""

    blur: float = 0.0

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """The move that appeals most, or with blur one that appeals nearly as much."""
        moves = glimpse.moves
        if len(moves) == 1:
            return moves[0]
        sense: Sense = glimpse.state.game.sense
        weights = sense.feel(glimpse.state, glimpse.seat)
        top = max(weights)
        if self.blur <= 0.0:
            return moves[weights.index(top)]
        return drawn(moves, [math.exp((weight - top) / self.blur) for weight in weights], luck)


@dataclass(frozen=True)
class Searcher:
    """Tree search over imagined positions, limited by iterations, by seconds (0: no limit) or by both.

    With a limit of iterations alone the same seed gives the same move, compiled and plain.
    """

    iterations: int = UNLIMITED
    seconds: float = 0.0
    exploration: float = 0.5
    horizon: int = 0  # decisions that each seat makes at least after the tree ends
    softness: float = 0.0  # above 0 a move that was tried less is taken at times, the more often the higher this is
    learned: bool = True  # whether the game's learned judge judges, or its sense

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """The move that the search tried most; a forced one without a thought."""
        if len(glimpse.moves) == 1:
            return glimpse.moves[0]
        return self.pick(self.think(glimpse, luck, stop), glimpse.moves, luck)

    def think(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> Search:
        """The whole search, for those who want to see how often each move was tried."""
        search = self.begin(glimpse, luck)
        search.run(self.iterations, self.seconds, stop)
        return search

    def begin(self, glimpse: Glimpse, luck: Luck) -> Search:
        """A search in which nothing has been thought yet."""
        state = glimpse.state
        sense: Sense = state.game.sense
        judge: Judge = state.game.judge if self.learned else sense
        return Search(state, glimpse.seat, sense, judge, luck, self.exploration, self.horizon * int(state.seats))

    def pick(self, search: Search, moves: list[int], luck: Luck) -> int:
        """The move that was tried most, or with softness one that was tried nearly as often."""
        if self.softness <= 0.0:
            return int(search.best(moves))
        tried = search.visits(moves)
        most = max(1, *tried)
        return drawn(moves, [(visits / most) ** (1.0 / self.softness) for visits in tried], luck)


@dataclass(frozen=True)
class Classic:
    """The search of version 0.1, a yardstick: limits for every decision, nothing remembered, and the game's sense judges."""

    iterations: int = UNLIMITED
    seconds: float = 0.0

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """The move that the search tried most; a forced one without a thought."""
        return Searcher(self.iterations, self.seconds, learned=False).choose(glimpse, luck, stop)
