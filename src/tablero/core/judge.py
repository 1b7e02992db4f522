"""Judge: how well each seat stands, and the learned one: a small network that looks at every seat.

What it looks at is a game's Sight: the same row of numbers for every seat and one row for what they share. Of its own row, the
mean of the others' and the shared one each seat makes a few hidden values, and of those one number; the chances are a
softmax over the seats. Most inputs are nought and cost nothing. The order of every addition is fixed, so that compiled and plain
Python give the same numbers.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablero.core.state import State

BLANK: Final[vec[float]] = vec[float]([0.0] * 4096)


class Judge:
    """Judges positions."""

    def outlook(self, state: State) -> vec[float]:
        """How well each seat stands, from 0 (sure to lose) to 1 (sure to win)."""
        raise NotImplementedError


class Sight:
    """What a network looks at in a position of one game."""

    def __init__(self, own: i64, shared: i64) -> None:
        self.own: i64 = own  # numbers of a seat
        self.shared: i64 = shared  # numbers that all seats have in common

    def look(self, state: State, out: vec[float]) -> None:
        """Fill in what is not nought: the row of seat s begins at s * own, the shared one follows after the last seat."""
        raise NotImplementedError

    def seen(self, state: State) -> list[float]:
        """What `look` finds, for callers that are not compiled."""
        out = BLANK[0 : state.seats * self.own + self.shared]
        self.look(state, out)
        return [out[i] for i in range(len(out))]


class Learned(Judge):
    """A network with one hidden layer. A lone seat plays against the rules themselves: that is left to another judge."""

    def __init__(self, sight: Sight, hidden: i64, weights: list[float], alone: Judge) -> None:
        """`weights`: for each number of a seat what it adds to its own hidden values and then what it adds to the others', for
        each shared number what it adds to everybody's, then the biases of the hidden values and the weights of the output."""
        self.sight: Sight = sight
        self.hidden: i64 = hidden
        self.alone: Judge = alone
        self.rows: i64 = 2 * hidden * sight.own  # where the shared numbers' weights begin
        self.ends: i64 = self.rows + hidden * sight.shared
        self.w: vec[float] = vec[float](weights)
        assert len(self.w) == self.ends + 2 * hidden

    def outlook(self, state: State) -> vec[float]:
        n: i64 = state.seats
        if n == 1:
            return self.alone.outlook(state)
        h: i64 = self.hidden
        w = self.w
        seen = BLANK[0 : n * self.sight.own + self.sight.shared]
        self.sight.look(state, seen)
        common = self._in_common(seen, n)
        adds = self._added(seen, n)
        others = BLANK[0:h]
        for seat in range(n):
            for j in range(h):
                others[j] += adds[2 * h * seat + h + j]
        share: float = 1.0 / float(n - 1)
        out = vec[float](capacity=n)
        top: float = 0.0
        for seat in range(n):
            total: float = 0.0
            for j in range(h):
                to: i64 = 2 * h * seat + j
                value: float = common[j] + adds[to] + share * (others[j] - adds[to + h])
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

    def _in_common(self, seen: vec[float], n: i64) -> vec[float]:
        """The part of the hidden values that all seats have in common."""
        h: i64 = self.hidden
        w = self.w
        out = w[self.ends : self.ends + h]
        first: i64 = n * self.sight.own
        for i in range(self.sight.shared):
            x: float = seen[first + i]
            if x != 0.0:
                at: i64 = self.rows + i * h
                for j in range(h):
                    out[j] += x * w[at + j]
        return out

    def _added(self, seen: vec[float], n: i64) -> vec[float]:
        """For each seat what its row adds to its own hidden values, and then to the others'."""
        own: i64 = self.sight.own
        wide: i64 = 2 * self.hidden
        w = self.w
        out = BLANK[0 : wide * n]
        for seat in range(n):
            to: i64 = wide * seat
            for i in range(own):
                x: float = seen[seat * own + i]
                if x != 0.0:
                    at: i64 = wide * i
                    for j in range(wide):
                        out[to + j] += x * w[at + j]
        return out
