"""Behaviour cloning: a network learns a searching bot's moves in Maya from a dataset, then plays in the arena.

    pip install "tablero[lab]"
    python examples/cloning.py                  learn from the dataset that ships with Tablero, keep cloning.npz
    python examples/cloning.py --data FOLDER    the same from what `tablero dataset maya --seats 2 --out FOLDER` wrote
    cd examples && tablero arena maya --seats 2 --bots cloning:clone,level1    play what was kept

One hidden layer, softmax over legal moves, cross-entropy with the search's shares of visits, Adam: NumPy is enough.
"""

from __future__ import annotations

import argparse
import functools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Before NumPy is imported: with more threads than free cores, small products wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from tablero.bots import Glimpse
from tablero.lab.arena import match
from tablero.lab.datasets import Dataset, Decisions
from tablero.lab.tensors import Tensors

KEPT = Path(__file__).with_name("cloning.npz")
HELD_OUT = 8  # one game in so many is never learned from
MEASURED = 950_000  # measured from this seed on: no deal of the dataset is met again

Floats = NDArray[np.float32]


class Network:
    """What it thinks of every move, from rows of numbers."""

    def __init__(self, parts: list[Floats]) -> None:
        self.parts = parts

    @classmethod
    def drawn(cls, inputs: int, hidden: int, moves: int, luck: np.random.Generator) -> Network:
        """A network that knows nothing yet: at first all moves please it alike."""
        first = 0.1 * luck.standard_normal((inputs, hidden))  # some hundred of the inputs are not 0
        parts = [first, np.zeros(hidden), np.zeros((hidden, moves)), np.zeros(moves)]
        return cls([part.astype(np.float32) for part in parts])

    def think(self, inputs: Floats) -> tuple[Floats, Floats]:
        """The hidden values, and how much each move pleases."""
        within, within_bias, out, out_bias = self.parts
        hidden = np.maximum(inputs @ within + within_bias, 0)
        return hidden, hidden @ out + out_bias

    def slopes(self, inputs: Floats, mask: NDArray[np.bool_], target: Floats) -> list[Floats]:
        """The derivatives of the cross-entropy by every weight."""
        hidden, liking = self.think(inputs)
        wrong = (softmax(liking, mask) - target) / np.float32(len(inputs))
        back = (wrong @ self.parts[2].T) * (hidden > 0)
        return [inputs.T @ back, back.sum(axis=0), hidden.T @ wrong, wrong.sum(axis=0)]


def softmax(liking: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Shares that sum to 1, nothing for moves that are not legal."""
    legal = np.where(mask, liking, np.float32(-1e9))
    powers = np.exp(legal - legal.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def learn(
    data: Dataset, hidden: int = 64, epochs: int = 6, seed: int = 1
) -> Iterator[tuple[Network, dict[str, float]]]:
    """The network after each time through the games, and how well it foretells those that were held out."""
    apart = set(data.seeds[::HELD_OUT])
    known, asked = set(data.seeds) - apart, data.all(games=apart, forced=False)
    network = Network.drawn(data.numbers.unfolded, hidden, data.moves, np.random.default_rng(seed))
    means = [np.zeros_like(part) for part in network.parts]
    squares = [np.zeros_like(part) for part in network.parts]
    step = 0
    for epoch in range(epochs):
        for some in data.batches(128, games=known, forced=False, shuffle=seed + epoch):
            step += 1
            slopes = network.slopes(data.numbers.unfold(some.observation), some.mask, some.policy)
            for part, slope, mean, square in zip(network.parts, slopes, means, squares, strict=True):  # Adam
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                part -= 0.002 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        yield network, foretold(network, data, asked)


def foretold(network: Network, data: Dataset, asked: Decisions) -> dict[str, float]:
    """Return accuracy and cross-entropy of the network, each beside those of guessing."""
    _, liking = network.think(data.numbers.unfold(asked.observation))
    shares = softmax(liking, asked.mask)
    return {
        "agrees": float((shares.argmax(axis=1) == asked.action).mean()),
        "guessing agrees": float((1 / asked.mask.sum(axis=1)).mean()),
        "cross-entropy": float(-(asked.policy * np.log(shares + 1e-9)).sum(axis=1).mean()),
        "guessing": float(np.log(asked.mask.sum(axis=1)).mean()),
    }


class Clone:
    """A bot that plays what the network likes best."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.numbers = Tensors("maya", seats=2)

    def shares(self, glimpse: Glimpse) -> dict[int, float]:
        """How much it likes each legal move."""
        # What a seat may know is the same in every position that it imagines.
        row = self.numbers.observation(glimpse.state, glimpse.seat)
        mask = self.numbers.mask(glimpse.state, glimpse.seat).astype(bool)
        _, liking = self.network.think(self.numbers.unfold(row))
        liked = softmax(liking[None], mask[None])[0]
        return {move: float(liked[move]) for move in glimpse.moves}

    def choose(self, glimpse: Glimpse, luck: Any, stop: Any = None) -> int:
        shares = self.shares(glimpse)
        return max(shares, key=lambda move: shares[move])


@functools.cache
def clone() -> Clone:
    """The bot that was kept, for the arena."""
    return Clone(Network(list(np.load(KEPT).values())))


def main() -> None:
    options = argparse.ArgumentParser(description="Learn from a dataset of Maya what a search would do.")
    options.add_argument("--data", type=Path, help="the folder of a dataset; else the one that ships with Tablero")
    options.add_argument("--hidden", type=int, default=64)
    options.add_argument("--epochs", type=int, default=6)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--games", type=int, default=400, help="games of each measured match")
    given = options.parse_args()
    data = Dataset(given.data) if given.data else Dataset.sample()
    for network, measured in learn(data, given.hidden, given.epochs, given.seed):
        print(", ".join(f"{what} {number:.3f}" for what, number in measured.items()))
    np.savez(KEPT, *network.parts)
    for rival in ("random", "level1", "level2"):
        seeds = range(MEASURED, MEASURED + given.games // 2)
        print(f"against {rival}:", match(data.game, Clone(network), rival, seats=2, seeds=seeds))


if __name__ == "__main__":
    main()
