"""A linear evaluator: least squares on random games of Amritsar tells what a position is worth, and a bot plays by it.

    pip install "tablero[lab]"
    python examples/linear.py                                              learns, keeps linear.npy, measures
    cd examples && tablero arena amritsar --seats 2 --bots linear:evaluator,level1     plays what was kept

The worth of a position is a weighted sum of the numbers that the seat to move sees: the lead with which it may expect
to end. A turn of Amritsar is made of several choices, so the bot finishes its turn in some random ways for each move
and takes the best end.
"""

from __future__ import annotations

import argparse
import functools
import os
from pathlib import Path
from typing import Any

# Before NumPy is imported: with more threads than free cores, small products wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from tablero.bots import Glimpse
from tablero.core import Luck, State
from tablero.lab.arena import match
from tablero.lab.batches import Batch
from tablero.lab.tensors import Row, Tensors

KEPT = Path(__file__).with_name("linear.npy")
GAMES = 256  # at the same time
MEASURED = 900_000  # measured from this seed on; learning begins far above, so that no deal is met twice
LEARNED = 10_000_000

numbers = Tensors("amritsar", seats=2)


def random_games(steps: int, seed: int = LEARNED) -> tuple[NDArray[np.int16], NDArray[np.float64]]:
    """Positions in which a turn begins, as the seat to move sees them, and the lead with which that seat ended."""
    batch = Batch(numbers.game, GAMES, seats=2, seed=seed, reward="lead")
    walked = []
    before = np.full(GAMES, -1)
    for _ in range(steps):
        seat, begins = batch.seat.copy(), batch.seat != before
        row = batch.observation.copy()
        batch.step(batch.random_moves())
        walked.append((row, seat, begins, batch.done.copy(), batch.reward.copy()))
        before = np.where(batch.done, -1, seat)
    # Backwards: what a position led to is known once a later step has ended its game.
    final, known = np.zeros((GAMES, 2)), np.zeros(GAMES, bool)
    rows, leads = [], []
    for row, seat, begins, done, reward in reversed(walked):
        final[done] = reward[done]
        known |= done
        wanted = known & begins
        rows.append(row[wanted])
        leads.append(final[wanted, seat[wanted]])
    return np.concatenate(rows), np.concatenate(leads)


def fit(rows: NDArray[np.int16], leads: NDArray[np.float64], decay: float = 10.0) -> NDArray[np.float32]:
    """The weights whose sums come nearest to the leads (ridge regression); the last one is added to every sum."""
    size = numbers.unfolded + 1
    squares, products = decay * np.eye(size), np.zeros(size)
    for first in range(0, len(rows), 4096):
        inputs = widened(rows[first : first + 4096])
        squares += inputs.T @ inputs
        products += inputs.T @ leads[first : first + 4096]
    return np.linalg.solve(squares, products).astype(np.float32)


def widened(rows: Any) -> NDArray[np.float32]:
    """Rows as inputs of the sum, with a 1 at the end."""
    inputs = numbers.unfold(rows)
    return np.concatenate([inputs, np.ones((len(inputs), 1), np.float32)], axis=1)


class Evaluator:
    """A bot that plays what may lead to the best end of its turn."""

    def __init__(self, weights: NDArray[np.float32], tries: int = 24) -> None:
        self.weights = weights
        self.tries = tries

    def worth(self, rows: Any) -> NDArray[np.float32]:
        """The lead that the seat to move may expect."""
        return widened(rows) @ self.weights

    def choose(self, glimpse: Glimpse, luck: Luck, stop: Any = None) -> int:
        ends: list[tuple[int, Row]] = []
        final: dict[int, int] = {}  # moves that end the game, and the lead that they bring
        for move in glimpse.moves:
            for _ in range(self.tries):
                after = glimpse.state.copy()
                after.apply(glimpse.seat, move)
                choices = finish_turn(after, glimpse.seat, luck)
                if after.actor() < 0:
                    final[move] = max(lead(after, glimpse.seat), final.get(move, -999))
                else:
                    ends.append((move, numbers.observation(after, after.actor())))
                if choices == 0:
                    break  # there was only one way
        best: dict[int, float] = {**final}
        if ends:
            for (move, _), theirs in zip(ends, self.worth([row for _, row in ends]), strict=True):
                best[move] = max(
                    best.get(move, -999.0), -float(theirs)
                )  # the other one is to move: its lead is our loss
        return max(best, key=lambda move: best[move])


def finish_turn(state: State, seat: int, luck: Luck) -> int:
    """Choose at random until another seat has to; how many choices there were."""
    choices = 0
    while state.actor() == seat:
        moves = state.moves(seat)
        choices += len(moves) > 1
        state.apply(seat, moves[luck.below(len(moves))])
    return choices


def lead(state: State, seat: int) -> int:
    points = state.standing()
    return int(points[seat] - points[1 - seat])


@functools.cache
def evaluator() -> Evaluator:
    """The bot that was kept, for the arena."""
    return Evaluator(np.load(KEPT))


def main() -> None:
    options = argparse.ArgumentParser(description="Learn from random games what positions of Amritsar are worth.")
    options.add_argument("--steps", type=int, default=800, help=f"moves in each of {GAMES} games")
    options.add_argument("--tries", type=int, default=24, help="ways in which the bot finishes its turn, for each move")
    options.add_argument("--games", type=int, default=200, help="games of each measured match")
    given = options.parse_args()
    weights = fit(*random_games(given.steps))
    np.save(KEPT, weights)
    for rival in ("random", "level1", "greedy"):
        seeds = range(MEASURED, MEASURED + given.games // 2)
        bot = Evaluator(weights, given.tries)
        print(f"against {rival}:", match(numbers.game, bot, rival, seats=2, seeds=seeds))


if __name__ == "__main__":
    main()
