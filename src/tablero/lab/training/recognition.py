"""How well characters of bots are told apart by their moves.

A classifier learns from games of every character which of them has played, and names who played other games. It is
handed what the seat had after each of its moves (the measures of the game's leaning: means over each quarter of its
moves, and the last), never the character's numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tablero.bots import bot
from tablero.core import Game, State
from tablero.lab.arena import play_out
from tablero.lab.errors import ArenaError
from tablero.lab.seeds import RESERVED_SEEDS, refuse_reserved

PARTS = 4  # of a game
DECAY = 3e-3  # of the weights of the classifier
STEPS = 600
STEP_SIZE = 0.3

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Recognition:
    """How often the classifier named the right character."""

    keys: tuple[str, ...]
    named: tuple[tuple[int, ...], ...]  # by the character that played, then by the one that was named

    @property
    def games(self) -> int:
        return sum(map(sum, self.named))

    @property
    def right(self) -> float:
        """The share of games in which the right character was named."""
        return sum(row[number] for number, row in enumerate(self.named)) / self.games

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of `right` (Wilson)."""
        n, p, z = self.games, self.right, 1.96
        middle, width = p + z * z / (2 * n), z * float(np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)))
        return (middle - width) / (1 + z * z / n), (middle + width) / (1 + z * z / n)


def recognition(game: Game, level: int, learned: int, tested: int, seed: int, seats: int = 2) -> Recognition:
    """Play games of every character of a level against plain bots of that level: `learned` of each to learn from, under
    the seeds from `seed` on, and `tested` of each to be named, under those reserved for evaluation. Return how often
    the right one was named."""
    refuse_reserved(seed, learned)
    if game.cast is None:
        raise ArenaError(f"{game.title} has no characters")
    keys = tuple(one.key for one in game.cast.all)

    def rows(seeds: Sequence[int]) -> Floats:
        plain = f"level{level}"
        return np.array(
            [traits(game, f"{plain}:{key}", plain, one, one % seats, seats) for one in seeds for key in keys]
        )

    classifier = Classifier(rows(range(seed, seed + learned)), np.tile(np.arange(len(keys)), learned), len(keys))
    named = [[0] * len(keys) for _ in keys]
    for number, found in enumerate(classifier.name(rows(RESERVED_SEEDS[:tested]))):
        named[number % len(keys)][found] += 1
    return Recognition(keys, tuple(map(tuple, named)))


def traits(game: Game, hero: str, rival: str, seed: int, seat: int, seats: int) -> Floats:
    """Play one game; return what the hero had in each part of it and at last."""
    assert game.cast is not None
    leaning = game.cast.leaning([0.0] * len(game.cast.names), 0.0)
    seen = list[list[float]]()

    def witness(state: State, mover: int, move: int, visits: list[int] | None) -> None:
        if mover == seat and len(state.moves(seat)) > 1:
            after = state.copy()
            after.apply(seat, move)
            seen.append(leaning.measured(after, seat))

    bots = [bot(hero if place == seat else rival) for place in range(seats)]
    play_out(game.start(seats, seed), bots, seed, witness=witness)
    parts = [np.mean(part, axis=0) for part in np.array_split(np.array(seen), PARTS)]
    return np.concatenate([*parts, seen[-1]])


class Classifier:
    """Multinomial logistic regression."""

    def __init__(self, rows: Floats, answers: NDArray[np.int64], classes: int) -> None:
        self._mean, self._scale = rows.mean(axis=0), rows.std(axis=0) + 1e-9
        seen, wanted = self._seen(rows), np.eye(classes)[answers]
        self._weights = np.zeros((seen.shape[1], classes))
        for _ in range(STEPS):
            slope = seen.T @ (self._chances(seen) - wanted) / len(seen) + DECAY * self._weights
            self._weights -= STEP_SIZE * slope

    def name(self, rows: Floats) -> NDArray[np.int64]:
        """Return the most likely class of each row."""
        named: NDArray[np.int64] = np.argmax(self._chances(self._seen(rows)), axis=1)
        return named

    def _seen(self, rows: Floats) -> Floats:
        return np.column_stack([(rows - self._mean) / self._scale, np.ones(len(rows))])

    def _chances(self, seen: Floats) -> Floats:
        scores = seen @ self._weights
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares: Floats = powers / powers.sum(axis=1, keepdims=True)
        return shares
