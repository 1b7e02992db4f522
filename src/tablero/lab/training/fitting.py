"""Fit the weights of a value network to the results of positions: Adam on cross-entropy, in NumPy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
BATCH_ROWS = 512
HELD_OUT = 8  # one game in so many is held out
LEARNING_RATE = 3e-3
WEIGHT_DECAY = 1e-4
MIN_CHANCE = 1e-6


@dataclass(frozen=True)
class TrainingRows:
    """Positions with the same number of seats."""

    own: Floats  # position, seat, number
    shared: Floats  # position, number
    target: Floats  # position, seat
    won: Floats
    hand_made: Floats

    def __len__(self) -> int:
        return len(self.own)

    def __getitem__(self, some: Any) -> TrainingRows:
        return TrainingRows(self.own[some], self.shared[some], self.target[some], self.won[some], self.hand_made[some])


@dataclass
class Network:
    """Weights of `core.evaluation.ValueNetwork` as arrays."""

    parts: list[Floats]  # own, others', shared, biases of the hidden layer, output

    @classmethod
    def drawn(cls, own: int, shared: int, hidden: int, draw: np.random.Generator) -> Network:
        """Return a network with small random weights."""
        shapes = ((own, hidden), (own, hidden), (shared, hidden), (hidden,), (hidden,))
        spread = (own + shared) ** -0.5
        parts = [(spread * draw.standard_normal(shape)).astype(np.float32) for shape in shapes]
        parts[3][:] = 0.0
        parts[4][:] = draw.standard_normal(hidden) * hidden**-0.5
        return cls(parts)

    def hidden_values(self, rows: TrainingRows) -> tuple[Floats, Floats]:
        """Return the mean of the others' rows, and the hidden layer before its rectifier."""
        own, others, shared, bias, _ = self.parts
        rivals = rows.own.shape[1] - 1
        mean = (rows.own.sum(axis=1, keepdims=True) - rows.own) / np.float32(rivals)
        return mean, rows.own @ own + mean @ others + (rows.shared @ shared)[:, None, :] + bias

    def chances(self, rows: TrainingRows) -> Floats:
        """Return the chances of each seat."""
        out = [softmax(np.maximum(self.hidden_values(some)[1], 0) @ self.parts[4]) for some in batches(rows, 8192)]
        return np.concatenate(out)

    def gradients(self, rows: TrainingRows) -> list[Floats]:
        """Return the derivatives of the cross-entropy by all weights."""
        mean, before = self.hidden_values(rows)
        after = np.maximum(before, 0)
        error = (softmax(after @ self.parts[4]) - rows.target) / np.float32(len(rows))
        back = error[:, :, None] * self.parts[4] * (before > 0)
        flat = back.reshape(-1, back.shape[2])
        total = back.sum(axis=1)
        return [
            rows.own.reshape(len(flat), -1).T @ flat,
            mean.reshape(len(flat), -1).T @ flat,
            rows.shared.T @ total,
            total.sum(axis=0),
            np.einsum("ps,psh->h", error, after),
        ]

    def weights(self) -> list[float]:
        """Return the weights in the order of `core.evaluation.ValueNetwork`."""
        own, others, shared, bias, output = self.parts
        both = np.concatenate([own, others], axis=1)
        return [float(x) for x in np.concatenate([both.ravel(), shared.ravel(), bias, output])]


def softmax(values: Floats) -> Floats:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    found: Floats = powers / powers.sum(axis=1, keepdims=True)
    return found


def batches(rows: TrainingRows, size: int) -> Iterator[TrainingRows]:
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


def rows_of(shard: Mapping[str, NDArray[Any]], own: int, margin: float, root: float) -> tuple[TrainingRows, Bools]:
    """Return the rows of a self-play file with their targets, and which of them are held out."""
    won = shard["won"]
    count, seats = won.shape
    seen = shard["seen"].astype(np.float32)
    result = (1 - margin) * won + margin * shard["worth"]
    expected = np.where(np.isnan(shard["expected"]), result, shard["expected"])
    target = ((1 - root) * result + root * expected).astype(np.float32)
    rows = TrainingRows(
        seen[:, : seats * own].reshape(count, seats, own), seen[:, seats * own :], target, won, shard["hand_made"]
    )
    return rows, shard["game"] % HELD_OUT == 0


def concatenated(parts: Sequence[TrainingRows]) -> TrainingRows:
    names = ("own", "shared", "target", "won", "hand_made")
    return TrainingRows(*[np.concatenate([getattr(part, name) for part in parts]) for name in names])


def fit(
    known: Sequence[TrainingRows],
    held_out: Sequence[TrainingRows],
    own: int,
    shared: int,
    hidden: int,
    epochs: int,
    seed: int,
) -> Iterator[tuple[Network, float]]:
    """Yield the best network so far after each epoch, and its log loss on the held-out positions. `known` and
    `held_out` have an entry for each number of seats."""
    draw = np.random.default_rng(seed)
    network = Network.drawn(own, shared, hidden, draw)
    first = [np.zeros_like(part) for part in network.parts]
    second = [np.zeros_like(part) for part in network.parts]
    best, lowest = network, np.inf
    steps = epochs * sum(-(-len(rows) // BATCH_ROWS) for rows in known)
    step = 0
    for _ in range(epochs):
        for rows in shuffled_batches(known, draw):
            step += 1
            # Linear warm-up, then cosine decay.
            rate = LEARNING_RATE * min(1.0, 20 * step / steps) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
            for part, gradient, mean, square in zip(network.parts, network.gradients(rows), first, second, strict=True):
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient * gradient - square)
                level = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                part -= (rate * (mean / (1 - 0.9**step) / level + WEIGHT_DECAY * part)).astype(np.float32)
        loss = mean_loss(network, held_out)
        if loss <= lowest:
            best, lowest = Network([part.copy() for part in network.parts]), loss
        yield best, lowest


def shuffled_batches(known: Sequence[TrainingRows], draw: np.random.Generator) -> Iterator[TrainingRows]:
    """Yield all positions in random order, in batches of one number of seats each."""
    chosen = []
    for k, rows in enumerate(known):
        order = draw.permutation(len(rows))
        chosen += [(k, order[first : first + BATCH_ROWS]) for first in range(0, len(rows), BATCH_ROWS)]
    for at in draw.permutation(len(chosen)):
        k, some = chosen[at]
        yield known[k][some]


def mean_loss(network: Network, held_out: Sequence[TrainingRows]) -> float:
    """Return the log loss over all positions, against the target."""
    total = sum(log_loss(network.chances(rows), rows.target) * len(rows) for rows in held_out)
    return total / max(1, sum(map(len, held_out)))


def log_loss(chances: Floats, target: Floats) -> float:
    return float(-(target * np.log(np.maximum(chances, MIN_CHANCE))).sum(axis=1).mean())


def area(chances: Floats, won: Floats) -> float:
    """Return the area under the ROC curve: how often a seat that won had better chances than one that did not."""
    clear = (won == 0) | (won == 1)
    values, wins = chances[clear], won[clear] == 1
    if wins.all() or not wins.any():
        return 0.5
    order = np.argsort(values, kind="stable")
    ranks = np.empty(len(values))
    ranks[order] = np.arange(1, len(values) + 1)
    ones = int(wins.sum())
    return float((ranks[wins].sum() - ones * (ones + 1) / 2) / (ones * (len(values) - ones)))


def report(network: Network, held_out: Sequence[TrainingRows]) -> dict[str, dict[str, float]]:
    """Return log loss and area of the network and of the hand-made evaluator on held-out games, by number of seats."""
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
