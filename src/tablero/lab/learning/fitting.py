"""Fitting: the weights whose chances agree best with what came of the positions. Adam on cross-entropy, in NumPy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
BATCH = 512
HELD_OUT = 8  # one game in so many is never learned from
RATE = 3e-3
DECAY = 1e-4
LEAST = 1e-6


@dataclass(frozen=True)
class Rows:
    """Positions with the same number of seats."""

    own: Floats  # position, seat, number
    shared: Floats  # position, number
    target: Floats  # position, seat
    won: Floats
    hand_made: Floats

    def __len__(self) -> int:
        return len(self.own)

    def __getitem__(self, some: Any) -> Rows:
        return Rows(self.own[some], self.shared[some], self.target[some], self.won[some], self.hand_made[some])


@dataclass
class Network:
    """The weights of `core.judge.Learned`, in the shapes of arithmetic."""

    parts: list[Floats]  # own, others', shared, biases of the hidden values, output

    @classmethod
    def drawn(cls, own: int, shared: int, hidden: int, draw: np.random.Generator) -> Network:
        """Small numbers to begin with."""
        shapes = ((own, hidden), (own, hidden), (shared, hidden), (hidden,), (hidden,))
        spread = (own + shared) ** -0.5
        parts = [(spread * draw.standard_normal(shape)).astype(np.float32) for shape in shapes]
        parts[3][:] = 0.0
        parts[4][:] = draw.standard_normal(hidden) * hidden**-0.5
        return cls(parts)

    def hidden_values(self, rows: Rows) -> tuple[Floats, Floats]:
        """The mean of the others' rows, and the hidden values before they are cut off at nought."""
        own, others, shared, bias, _ = self.parts
        rivals = rows.own.shape[1] - 1
        mean = (rows.own.sum(axis=1, keepdims=True) - rows.own) / np.float32(rivals)
        return mean, rows.own @ own + mean @ others + (rows.shared @ shared)[:, None, :] + bias

    def chances(self, rows: Rows) -> Floats:
        """How well each seat stands."""
        out = [softmax(np.maximum(self.hidden_values(some)[1], 0) @ self.parts[4]) for some in pieces(rows, 8192)]
        return np.concatenate(out)

    def slopes(self, rows: Rows) -> list[Floats]:
        """Which way each weight must go: the derivatives of the cross-entropy."""
        mean, before = self.hidden_values(rows)
        after = np.maximum(before, 0)
        wrong = (softmax(after @ self.parts[4]) - rows.target) / np.float32(len(rows))
        back = wrong[:, :, None] * self.parts[4] * (before > 0)
        flat = back.reshape(-1, back.shape[2])
        together = back.sum(axis=1)
        return [
            rows.own.reshape(len(flat), -1).T @ flat,
            mean.reshape(len(flat), -1).T @ flat,
            rows.shared.T @ together,
            together.sum(axis=0),
            np.einsum("ps,psh->h", wrong, after),
        ]

    def weights(self) -> list[float]:
        """In the order of `core.judge.Learned`."""
        own, others, shared, bias, output = self.parts
        both = np.concatenate([own, others], axis=1)
        return [float(x) for x in np.concatenate([both.ravel(), shared.ravel(), bias, output])]


def softmax(values: Floats) -> Floats:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    found: Floats = powers / powers.sum(axis=1, keepdims=True)
    return found


def pieces(rows: Rows, size: int) -> Iterator[Rows]:
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


def rows_of(shard: Mapping[str, NDArray[Any]], own: int, margin: float, root: float) -> tuple[Rows, Bools]:
    """What self-play wrote down, as rows with a target, and which of them are held out."""
    won = shard["won"]
    count, seats = won.shape
    seen = shard["seen"].astype(np.float32)
    result = (1 - margin) * won + margin * shard["worth"]
    expected = np.where(np.isnan(shard["expected"]), result, shard["expected"])
    target = ((1 - root) * result + root * expected).astype(np.float32)
    rows = Rows(
        seen[:, : seats * own].reshape(count, seats, own), seen[:, seats * own :], target, won, shard["hand_made"]
    )
    return rows, shard["game"] % HELD_OUT == 0


def together(parts: Sequence[Rows]) -> Rows:
    names = ("own", "shared", "target", "won", "hand_made")
    return Rows(*[np.concatenate([getattr(part, name) for part in parts]) for name in names])


def fit(
    known: Sequence[Rows], held_out: Sequence[Rows], own: int, shared: int, hidden: int, epochs: int, seed: int
) -> Iterator[tuple[Network, float]]:
    """The best network so far after each time through all positions, and its log loss on those that were held out. `known`
    and `held_out` have an entry for each number of seats."""
    draw = np.random.default_rng(seed)
    network = Network.drawn(own, shared, hidden, draw)
    first = [np.zeros_like(part) for part in network.parts]
    second = [np.zeros_like(part) for part in network.parts]
    best, lowest = network, np.inf
    steps = epochs * sum(-(-len(rows) // BATCH) for rows in known)
    step = 0
    for _ in range(epochs):
        for rows in shuffled(known, draw):
            step += 1
            # Slow at first, fast, and slower and slower towards the end.
            rate = RATE * min(1.0, 20 * step / steps) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
            for part, slope, mean, square in zip(network.parts, network.slopes(rows), first, second, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                level = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                part -= (rate * (mean / (1 - 0.9**step) / level + DECAY * part)).astype(np.float32)
        loss = mean_loss(network, held_out)
        if loss <= lowest:
            best, lowest = Network([part.copy() for part in network.parts]), loss
        yield best, lowest


def shuffled(known: Sequence[Rows], draw: np.random.Generator) -> Iterator[Rows]:
    """All positions in small batches, each with one number of seats, in a new order."""
    batches = []
    for k, rows in enumerate(known):
        order = draw.permutation(len(rows))
        batches += [(k, order[first : first + BATCH]) for first in range(0, len(rows), BATCH)]
    for at in draw.permutation(len(batches)):
        k, some = batches[at]
        yield known[k][some]


def mean_loss(network: Network, held_out: Sequence[Rows]) -> float:
    """By position, over all numbers of seats, against the target."""
    total = sum(log_loss(network.chances(rows), rows.target) * len(rows) for rows in held_out)
    return total / max(1, sum(map(len, held_out)))


def log_loss(chances: Floats, target: Floats) -> float:
    return float(-(target * np.log(np.maximum(chances, LEAST))).sum(axis=1).mean())


def area(chances: Floats, won: Floats) -> float:
    """The area under the curve: how often a seat that won was given better chances than one that did not."""
    clear = (won == 0) | (won == 1)
    values, wins = chances[clear], won[clear] == 1
    if wins.all() or not wins.any():
        return 0.5
    order = np.argsort(values, kind="stable")
    ranks = np.empty(len(values))
    ranks[order] = np.arange(1, len(values) + 1)
    ones = int(wins.sum())
    return float((ranks[wins].sum() - ones * (ones + 1) / 2) / (ones * (len(values) - ones)))


def report(network: Network, held_out: Sequence[Rows]) -> dict[str, dict[str, float]]:
    """By seats, on games that were not learned from: log loss and area of the network and of the hand-made judge."""
    found = {}
    for rows in held_out:
        chances = network.chances(rows)
        by_hand = rows.hand_made / rows.hand_made.sum(axis=1, keepdims=True)
        found[str(rows.won.shape[1])] = {
            "positions": len(rows),
            "log_loss": round(log_loss(chances, rows.won), 4),
            "log_loss_hand_made": round(log_loss(by_hand, rows.won), 4),
            "area": round(area(chances, rows.won), 4),
            "area_hand_made": round(area(by_hand, rows.won), 4),
        }
    return found
