"""The bots: random, greedy and search."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tablero.bots.glimpse import Glimpse
from tablero.bots.search import Search
from tablero.core.evaluation.character import Character
from tablero.core.evaluation.evaluator import Evaluator
from tablero.core.evaluation.leaning import Leaning
from tablero.core.evaluation.value_network import ValueFunction
from tablero.core.luck import Luck

Stop = Callable[[], bool]
UNLIMITED_ITERATIONS = 1 << 40


class Bot(Protocol):
    """A program that chooses a move."""

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """Return one of `glimpse.moves`. Once `stop`, which is called now and then, is True: the best one so far."""


def weighted_choice(moves: list[int], shares: list[float], luck: Luck) -> int:
    """Return one of the moves, with probabilities proportional to their shares."""
    left = sum(shares) * float(luck.next()) / 4294967296.0
    for move, share in zip(moves, shares, strict=True):
        left -= share
        if left < 0.0:
            return move
    return moves[-1]


def leaning_of(character: Character | None, glimpse: Glimpse) -> Leaning | None:
    """Return what a character values in the game of the glimpse."""
    cast = glimpse.state.game.cast
    return None if character is None or cast is None else cast.leaning_of(character)


@dataclass(frozen=True)
class Random:
    """Uniformly random legal moves."""

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """Return a random legal move."""
        return glimpse.moves[luck.below(len(glimpse.moves))]


@dataclass(frozen=True)
class Greedy:
    """The move with the highest score of the game's evaluator. With `blur` above 0 moves are drawn from a softmax of
    the scores divided by `blur`."""

    blur: float = 0.0
    character: Character | None = None

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """Return the move with the highest score, or with blur one drawn by the scores."""
        moves = glimpse.moves
        if len(moves) == 1:
            return moves[0]
        evaluator: Evaluator = glimpse.state.game.sense
        weights = evaluator.score_legal_moves(glimpse.state, glimpse.seat)
        if (leaning := leaning_of(self.character, glimpse)) is not None:
            weights = leaning.lean_legal_moves(glimpse.state, glimpse.seat, weights)
        top = max(weights)
        if self.blur <= 0.0:
            return moves[weights.index(top)]
        return weighted_choice(moves, [math.exp((weight - top) / self.blur) for weight in weights], luck)


@dataclass(frozen=True)
class Searcher:
    """Tree search over imagined positions, limited by iterations, by seconds (0: no limit) or by both.

    With a limit of iterations alone the same seed gives the same move, compiled and plain.
    """

    iterations: int = UNLIMITED_ITERATIONS
    seconds: float = 0.0
    exploration: float = 0.5
    horizon: int = 0  # least decisions of each seat after the end of the tree
    softness: float = 0.0  # above 0 moves are drawn by their visits to the power of 1 / softness
    learned: bool = True  # evaluate positions with the game's value network, else with its hand-made evaluator
    candidates: int = 0  # of sequential halving, with two seats; 0: PUCT alone
    character: Character | None = None

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """Return the most visited move of a search; a forced one without a search."""
        if len(glimpse.moves) == 1:
            return glimpse.moves[0]
        return self.pick(self.think(glimpse, luck, stop), glimpse.moves, luck)

    def think(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> Search:
        """Return the finished search, which has the visits and values of all moves."""
        search = self.begin(glimpse, luck)
        search.run(self.iterations, self.seconds, stop, candidates=self.candidates_at(glimpse))
        return search

    def candidates_at(self, glimpse: Glimpse) -> int:
        """Return how many moves are compared by sequential halving: it has won nothing with three or four seats."""
        return self.candidates if int(glimpse.state.seats) == 2 else 0

    def begin(self, glimpse: Glimpse, luck: Luck) -> Search:
        """Return a search without iterations."""
        state = glimpse.state
        evaluator: Evaluator = state.game.sense
        values: ValueFunction = state.game.judge if self.learned else evaluator
        horizon = self.horizon * int(state.seats)
        leaning = leaning_of(self.character, glimpse)
        return Search(state, glimpse.seat, evaluator, values, luck, self.exploration, horizon, leaning)

    def pick(self, search: Search, moves: list[int], luck: Luck) -> int:
        """Return the most visited move, or with softness one drawn by the visits."""
        if self.softness <= 0.0:
            return int(search.best(moves))
        visits = search.visits(moves)
        most = max(1, *visits)
        return weighted_choice(moves, [(count / most) ** (1.0 / self.softness) for count in visits], luck)


@dataclass(frozen=True)
class Classic:
    """The search of version 0.1, as a yardstick: limits for every decision, no reused tree, hand-made evaluator."""

    iterations: int = UNLIMITED_ITERATIONS
    seconds: float = 0.0

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Stop | None = None) -> int:
        """Return the most visited move of a search; a forced one without a search."""
        return Searcher(self.iterations, self.seconds, learned=False).choose(glimpse, luck, stop)
