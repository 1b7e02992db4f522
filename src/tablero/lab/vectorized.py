"""Vectorized games: a row of every array for each game, stepped, observed and restarted in compiled code.

The arrays belong to this class; NumPy views them without copying (`lab.batches`). A row is the observation of the seat
to move. The same seeds and moves give the same games as one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from tablero.core.encoding.cells import point
from tablero.core.encoding.tensor import Tensor
from tablero.core.errors import IllegalMove
from tablero.core.luck import Luck, seeded
from tablero.core.state import State

WIN_REWARD = 0
LEAD_REWARD = 1


class VectorizedGames:
    """Games of one kind, each restarted as soon as it is over."""

    def __init__(
        self,
        game: Any,
        tensor: Tensor,
        seats: i64,
        options: Mapping[str, str],
        seeds: list[int],
        stride: int,
        reward: i64,
    ) -> None:
        """The first game of row i is dealt by seeds[i], each further one by a seed that is greater by `stride`."""
        self.game: Any = game
        self.tensor: Tensor = tensor
        self.seats: i64 = seats
        self.options = options
        self.seeds: list[int] = list(seeds)
        self.stride: int = stride
        self.by_lead: bool = reward == LEAD_REWARD
        self.first: i64 = 0  # number of the first row in a larger batch
        self.count: i64 = len(seeds)
        self.width: i64 = tensor.size(seats)
        self.space: i64 = game.moves.size
        many = len(seeds)
        self.observation: vec[i16] = vec[i16]([0] * (many * int(self.width)))
        self.mask: vec[u8] = vec[u8]([0] * (many * int(self.space)))
        self.reward: vec[float] = vec[float]([0.0] * (many * int(seats)))
        self.done: vec[u8] = vec[u8]([0] * many)
        self.seat: vec[i64] = vec[i64]([0] * many)
        self.settled: vec[i64] = vec[i64]([-1] * many)  # `State.settled` of each row when it was written
        self.open: vec[vec[i64]] = vec[vec[i64]]()  # the legal moves of each row
        self.states: list[State] = []
        self.dice: list[Luck] = []
        for i in range(many):
            self.states.append(self._dealt(i))
            self.dice.append(seeded(-1 - seeds[i]))
            self.open = append(self.open, vec[i64]())
            self._write(i, self.states[i], self.states[i].actor())

    def _dealt(self, i: int) -> State:
        """Return a new game for this row, as `game.start` deals it with the same seed."""
        state: State = self.game.blank(self.game, int(self.seats), seeded(self.seeds[i]), self.options, self.game.rules)
        state.start()
        return state

    def _write(self, i: i64, state: State, seat: i64) -> None:
        """Write the observation and the mask of the seat to move."""
        if self.seat[i] == seat and self.settled[i] == state.settled:
            self.tensor.rewrite(state, seat, self.observation, i * self.width)
        else:
            self.tensor.write(state, seat, self.observation, i * self.width)
        self.seat[i] = seat
        self.settled[i] = state.settled
        point(self.mask, i * self.space, self.open[i], 0)
        found = state.legal(seat)
        point(self.mask, i * self.space, found, 1)
        self.open[i] = found

    def step(self, moves: Iterable[i64]) -> None:
        """Make one move in every row. Raise IllegalMove before any row has moved if one is not legal."""
        self._step(self.check(moves))

    def check(self, moves: Iterable[i64]) -> vec[i64]:
        """Return these moves, one for each row, if all of them are legal."""
        given = vec[i64](moves)
        if len(given) != self.count:
            raise ValueError(f"a move for each of {self.count} games is needed, not {len(given)}")
        mask = self.mask
        size: i64 = self.space
        for i in range(self.count):
            move: i64 = given[i]
            if move < 0 or move >= size or mask[i * size + move] == 0:
                rule = self.states[i].why_not(int(self.seat[i]), int(move))
                raise IllegalMove(
                    rule or "turn", f"move {move} is not legal in game {self.first + i}; its mask says which are"
                )
        return given

    def _step(self, moves: vec[i64]) -> None:
        done = self.done
        for i in range(self.count):
            state: State = self.states[i]
            if done[i] != 0:
                done[i] = 0
                for s in range(self.seats):
                    self.reward[i * self.seats + s] = 0.0
            state.apply(self.seat[i], moves[i])
            seat = state.actor()
            if seat < 0:
                self._pay(i, state)
                self.seeds[i] += self.stride
                state = self._dealt(int(i))
                self.states[i] = state
                self.settled[i] = -1
                seat = state.actor()
            self._write(i, state, seat)

    def _pay(self, i: i64, state: State) -> None:
        """Write the rewards of a finished game."""
        self.done[i] = 1
        paid = rewards(state, self.by_lead)
        for s in range(self.seats):
            self.reward[i * self.seats + s] = paid[s]

    def play_at_random(self, steps: i64) -> i64:
        """Step every row `steps` times with random legal moves; return the number of moves."""
        for step in range(steps):
            self._step(self.chosen())
        return steps * self.count

    def chosen(self) -> vec[i64]:
        """Return a random legal move for each row, from the luck of the row."""
        out = vec[i64](capacity=self.count)
        for i in range(self.count):
            found = self.open[i]
            die: Luck = self.dice[i]
            out = append(out, found[die.below(len(found))])
        return out


def rewards(state: State, by_lead: bool) -> list[float]:
    """Return the rewards of a finished game: 1 for a win, shared by winners who tie, and equal losses for the others,
    so that the sum is 0; or the points by which a seat leads the best of the others. A single seat gets 1 or -1, and 0
    for a shared end."""
    result = state.result()
    assert result is not None
    seats = len(result.scores)
    if seats == 1:
        return [1.0 if result.winners else 0.0 if result.ranks == (1,) else -1.0]
    if by_lead:
        return [
            float(result.scores[seat] - max(points for other, points in enumerate(result.scores) if other != seat))
            for seat in range(seats)
        ]
    share = seats / len(result.winners)
    return [((share if seat in result.winners else 0.0) - 1.0) / (seats - 1) for seat in range(seats)]
