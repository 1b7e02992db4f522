"""Value functions: how well each seat stands; and the value network, which is learned.

Its NetworkInput is the same row of numbers for every seat and one row for what they share. For each seat the hidden
layer takes its own row, the mean of the others' and the shared row, and the output layer gives one number; the chances
are a softmax over the seats. Most inputs are 0 and cost nothing. The order of every addition is fixed, so that compiled
and plain Python give the same numbers.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.state import State

BLANK: Final[vec[float]] = vec[float]([0.0] * 4096)


class ValueFunction:
    """Base of everything that evaluates positions."""

    def win_chances(self, state: State) -> vec[float]:
        """Return how well each seat stands, from 0 (sure to lose) to 1 (sure to win)."""
        raise NotImplementedError

    def nearby(self) -> ValueFunction:
        """Return an equivalent function that reuses hidden-layer sums across similar positions of one search."""
        return self


class NetworkInput:
    """Input of the value network of one game."""

    def __init__(self, own: i64, shared: i64) -> None:
        self.own: i64 = own  # numbers of a seat
        self.shared: i64 = shared  # numbers that all seats have in common

    def encode(self, state: State, out: vec[float]) -> None:
        """Write all numbers that are not 0: the row of seat s begins at s * own, the shared row follows the last
        seat's."""
        raise NotImplementedError

    def encoded(self, state: State) -> list[float]:
        """`encode` for callers that are not compiled."""
        out = BLANK[0 : state.seats * self.own + self.shared]
        self.encode(state, out)
        return [out[i] for i in range(len(out))]


class ValueNetwork(ValueFunction):
    """A network with one hidden layer. Solo games, against the rules themselves, are left to `solo`."""

    def __init__(self, encoder: NetworkInput, hidden: i64, weights: list[float], solo: ValueFunction) -> None:
        """`weights`: for each number of a seat what it adds to its own hidden values and then what it adds to the
        others', for each shared number what it adds to all seats', then the biases of the hidden values and the
        weights of the output."""
        self.encoder: NetworkInput = encoder
        self.hidden: i64 = hidden
        self.solo: ValueFunction = solo
        self.rows: i64 = 2 * hidden * encoder.own  # where the shared numbers' weights begin
        self.ends: i64 = self.rows + hidden * encoder.shared
        self.w: vec[float] = vec[float](weights)
        assert len(self.w) == self.ends + 2 * hidden

    def win_chances(self, state: State) -> vec[float]:
        n: i64 = state.seats
        if n == 1:
            return self.solo.win_chances(state)
        return self.chances(self.sums(self.inputs(state), BLANK, self.sums_of_nothing(n), n), n)

    def nearby(self) -> ValueFunction:
        return IncrementalValueNetwork(self)

    def inputs(self, state: State) -> vec[float]:
        """Return the input rows of a position."""
        seen = BLANK[0 : state.seats * self.encoder.own + self.encoder.shared]
        self.encoder.encode(state, seen)
        return seen

    def sums_of_nothing(self, n: i64) -> vec[float]:
        """Return the hidden sums of rows of zeros."""
        h: i64 = self.hidden
        out = BLANK[0 : 2 * h * n + h]
        for j in range(h):
            out[2 * h * n + j] = self.w[self.ends + j]
        return out

    def sums(self, seen: vec[float], known: vec[float], start: vec[float], n: i64) -> vec[float]:
        """Return for each seat what its row adds to its own hidden values and then to the others', then what they have
        in common: the sums `start` of the rows `known`, and what differs."""
        own: i64 = self.encoder.own
        h: i64 = self.hidden
        wide: i64 = 2 * h
        w = self.w
        out = start[:]
        for seat in range(n):
            to: i64 = wide * seat
            for i in range(own):
                x: float = seen[seat * own + i] - known[seat * own + i]
                if x != 0.0:
                    at: i64 = wide * i
                    for j in range(wide):
                        out[to + j] += x * w[at + j]
        to = wide * n
        for i in range(self.encoder.shared):
            x = seen[n * own + i] - known[n * own + i]
            if x != 0.0:
                at = self.rows + i * h
                for j in range(h):
                    out[to + j] += x * w[at + j]
        return out

    def chances(self, sums: vec[float], n: i64) -> vec[float]:
        """Return the softmax over the outputs of the seats."""
        h: i64 = self.hidden
        w = self.w
        others = BLANK[0:h]
        for seat in range(n):
            for j in range(h):
                others[j] += sums[2 * h * seat + h + j]
        share: float = 1.0 / float(n - 1)
        out = vec[float](capacity=n)
        top: float = 0.0
        for seat in range(n):
            total: float = 0.0
            for j in range(h):
                to: i64 = 2 * h * seat + j
                value: float = sums[2 * h * n + j] + sums[to] + share * (others[j] - sums[to + h])
                if value > 0.0:
                    total += value * w[self.ends + h + j]
            out = append(out, total)
            if seat == 0 or total > top:
                top = total
        whole: float = 0.0
        for seat in range(n):
            out[seat] = math.exp(out[seat] - top)
            whole += out[seat]
        for seat in range(n):
            out[seat] /= whole
        return out


class IncrementalValueNetwork(ValueFunction):
    """Value network of one search: keeps the hidden sums of the first position and adds what differs in the others.
    That is less work, and the same but for the last digits."""

    def __init__(self, network: ValueNetwork) -> None:
        self.network: ValueNetwork = network
        self.seen: vec[float] = vec[float]()  # the rows of the first position
        self.sums: vec[float] = vec[float]()

    def win_chances(self, state: State) -> vec[float]:
        network = self.network
        n: i64 = state.seats
        if n == 1:
            return network.win_chances(state)
        seen = network.inputs(state)
        if len(self.seen) == 0:
            self.seen = seen
            self.sums = network.sums(seen, BLANK, network.sums_of_nothing(n), n)
            return network.chances(self.sums, n)
        return network.chances(network.sums(seen, self.seen, self.sums, n), n)

    def nearby(self) -> ValueFunction:
        return IncrementalValueNetwork(self.network)
