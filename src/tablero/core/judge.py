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

    def nearby(self) -> Judge:
        """A judge with the same opinion for the positions of one search, which lie near each other."""
        return self


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
        return self.chances(self.sums(self.look(state), BLANK, self.sums_of_nothing(n), n), n)

    def nearby(self) -> Judge:
        return Nearby(self)

    def look(self, state: State) -> vec[float]:
        """The rows of a position."""
        seen = BLANK[0 : state.seats * self.sight.own + self.sight.shared]
        self.sight.look(state, seen)
        return seen

    def sums_of_nothing(self, n: i64) -> vec[float]:
        """The sums of rows of noughts."""
        h: i64 = self.hidden
        out = BLANK[0 : 2 * h * n + h]
        for j in range(h):
            out[2 * h * n + j] = self.w[self.ends + j]
        return out

    def sums(self, seen: vec[float], known: vec[float], start: vec[float], n: i64) -> vec[float]:
        """For each seat what its row adds to its own hidden values and then to the others', then what they have in common:
        the sums `start` of the rows `known`, and what differs."""
        own: i64 = self.sight.own
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
        for i in range(self.sight.shared):
            x = seen[n * own + i] - known[n * own + i]
            if x != 0.0:
                at = self.rows + i * h
                for j in range(h):
                    out[to + j] += x * w[at + j]
        return out

    def chances(self, sums: vec[float], n: i64) -> vec[float]:
        """The softmax of what the hidden values say of each seat."""
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


class Nearby(Judge):
    """The learned judge of one search: it keeps the sums of the first position, and adds what differs in the others. That is
    less work, and the same but for the last digits."""

    def __init__(self, learned: Learned) -> None:
        self.learned: Learned = learned
        self.seen: vec[float] = vec[float]()  # the rows of the first position
        self.sums: vec[float] = vec[float]()

    def outlook(self, state: State) -> vec[float]:
        learned = self.learned
        n: i64 = state.seats
        if n == 1:
            return learned.outlook(state)
        seen = learned.look(state)
        if len(self.seen) == 0:
            self.seen = seen
            self.sums = learned.sums(seen, BLANK, learned.sums_of_nothing(n), n)
            return learned.chances(self.sums, n)
        return learned.chances(learned.sums(seen, self.seen, self.sums, n), n)

    def nearby(self) -> Judge:
        return Nearby(self.learned)
