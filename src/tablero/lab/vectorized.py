"""Vectorized games: a row of every array for each game, stepped, observed and restarted in compiled code.

The arrays belong to this class; NumPy views them without copying (`lab.batches`). A row is the observation of the seat
to move. The same seeds and moves give the same games as one by one.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from tablero.core.encoding.cells import (
    NOTHING_SHOWN,
    fetch_cells,
    fetch_mask,
    fetch_numbers,
    fetch_object,
    point,
    unfold,
)
from tablero.core.encoding.tensor import Tensor
from tablero.core.errors import IllegalMove
from tablero.core.luck import Luck, seeded
from tablero.core.state import State

WIN_REWARD = 0
LEAD_REWARD = 1
AHEAD: Final = 2  # rows that are loaded into the processor's cache before they are stepped
NEVER: Final = struct.pack("=h", NOTHING_SHOWN)
AHEAD_OF_LUCK: Final = 8  # the same for choosing at random, which is short


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
        inputs: list[int] | None = None,
        wide: i64 = 0,
    ) -> None:
        """The first game of row i is dealt by seeds[i], each further one by a seed that is greater by `stride`.

        `inputs` says what `unfold` makes of each number, and in the end how many inputs there are; `wide` is the bytes
        of each, 0 for none at all.
        """
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
        self.restarts: bool = True  # whether a game that is over is followed by the next one in the same step
        many = len(seeds)
        cells = many * int(self.width)
        self.observation: vec[i16] = vec[i16](memoryview(bytes(2 * cells)).cast("h"))
        self.mask: vec[u8] = vec[u8](bytes(many * int(self.space)))
        self.reward: vec[float] = vec[float]([0.0] * (many * int(seats)))
        self.done: vec[u8] = vec[u8]([0] * many)
        self.seat: vec[i64] = vec[i64]([0] * many)
        self.settled: vec[i64] = vec[i64]([-1] * many)  # `State.settled` of each row when it was written
        self.open: vec[vec[i64]] = vec[vec[i64]]()  # the legal moves of each row
        table = inputs if inputs is not None and wide > 0 else [0]
        self.wide: i64 = wide
        self.unfolded: i64 = table[len(table) - 1]
        self.table: vec[i64] = vec[i64](table)
        self.inputs: vec[u8] = vec[u8](bytes(many * int(self.unfolded * wide)))
        self.shown: vec[i16] = vec[i16](memoryview(NEVER * (cells if wide > 0 else 0)).cast("h"))
        self.flat: vec[vec[i64]] = vec[vec[i64]]()  # the flat state of each row, so that it can be loaded ahead
        self.states: list[State] = []
        self.dice: list[Luck] = []
        for i in range(many):
            self.states.append(self._dealt(i))
            self.flat = append(self.flat, self.states[i].v)
            self.dice.append(seeded(-1 - seeds[i]))
            self.open = append(self.open, vec[i64]())
            self._write(i, self.states[i], self.states[i].actor())

    def _dealt(self, i: int) -> State:
        """Return a new game for this row, as `game.start` deals it with the same seed."""
        state: State = self.game.blank(self.game, int(self.seats), seeded(self.seeds[i]), self.options, self.game.rules)
        state.start()
        return state

    def restart(self, i: int, seed: int) -> None:
        """Deal a row anew by a seed; its further games follow from that."""
        self.seeds[i] = seed
        self.dice[i] = seeded(-1 - seed)
        self.put(i, self._dealt(i))

    def put(self, i: int, state: State) -> None:
        """Go on from a position in a row; nothing has been paid yet. A position that is over shows no moves."""
        self.states[i] = state
        self.flat[i64(i)] = state.v
        self.settled[i64(i)] = -1
        self.done[i64(i)] = 0
        for s in range(self.seats):
            self.reward[i64(i) * self.seats + s] = 0.0
        self._write(i, state, max(0, state.actor()))

    def pay(self, i: int, paid: list[float], done: bool) -> None:
        """Set what the latest step has paid in a row, and whether it ended a game."""
        self.done[i64(i)] = 1 if done else 0
        for s in range(self.seats):
            self.reward[i64(i) * self.seats + s] = paid[s]

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
        if self.wide > 0:
            o: i64 = i * self.unfolded * self.wide
            unfold(self.inputs, o, self.wide, self.observation, i * self.width, self.shown, self.width, self.table)

    def step(self, moves: Iterable[i64]) -> None:
        """Make one move in every row. Raise IllegalMove before any row has moved if one is not legal."""
        self._step(self.check(moves))

    def check(self, moves: Iterable[i64]) -> vec[i64]:
        """Return these moves, one for each row, if all of them are legal."""
        given = vec[i64](moves)
        if len(given) != self.count:
            raise ValueError(f"a move for each of {self.count} games is needed, not {len(given)}")
        for i in range(self.count):
            self._check(i, given[i])
        return given

    def _check(self, i: i64, move: i64) -> None:
        if move < 0 or move >= self.space or self.mask[i * self.space + move] == 0:
            rule = self.states[i].why_not(int(self.seat[i]), int(move))
            raise IllegalMove(
                rule or "turn", f"move {move} is not legal in game {self.first + i}; its mask says which are"
            )

    def _step(self, moves: vec[i64]) -> None:
        for i in range(self.count):
            self._fetch(i + AHEAD)
            self._move(i, moves[i])

    def step_beside_random(self, moves: Iterable[i64], learners: Iterable[i64]) -> None:
        """Make the moves of one seat in each row, which are known to be legal, then random ones of the other seats
        until it owes a decision again or the game is over. Rows show what that seat sees."""
        made, seats = vec[i64](moves), vec[i64](learners)
        for i in range(self.count):
            self._fetch(i + AHEAD)
            self.make(i, seats[i], made[i])
            self.move_others_at_random(i, seats[i])

    def move_others_at_random(self, i: i64, learner: i64) -> None:
        """Make random moves of all seats but one until it owes a decision or the game is over; show what it sees."""
        state: State = self.states[i]
        die: Luck = self.dice[i]
        while self.done[i] == 0 and not state.owes(learner):
            seat = state.actor()
            found = state.legal(seat)
            self.make(i, seat, found[die.below(len(found))])
            self.settled[i] = -1  # what others did is not in the row yet
        self._write(i, state, learner)

    def make(self, i: i64, seat: i64, move: i64) -> None:
        """Make a legal move of a seat in a row without showing what follows; pay if it ended the game, which stays."""
        self._begin(i)
        state: State = self.states[i]
        state.apply(seat, move)
        if state.actor() < 0:
            self._pay(i, state)

    def show(self, i: i64, seat: i64) -> None:
        """Let a row show what a seat sees and may do."""
        self.settled[i] = -1
        self._write(i, self.states[i], seat)

    def _begin(self, i: i64) -> None:
        """Forget what the step before has paid in a row."""
        if self.done[i] != 0:
            self.done[i] = 0
            for s in range(self.seats):
                self.reward[i * self.seats + s] = 0.0

    def _move(self, i: i64, move: i64) -> None:
        self._begin(i)
        state: State = self.states[i]
        state.apply(self.seat[i], move)
        seat = state.actor()
        if seat < 0:
            self._pay(i, state)
            if not self.restarts:
                self.settled[i] = -1
                self._write(i, state, self.seat[i])
                return
            self.seeds[i] += self.stride
            state = self._dealt(int(i))
            self.states[i] = state
            self.flat[i] = state.v
            self.settled[i] = -1
            seat = state.actor()
        self._write(i, state, seat)

    def _fetch(self, i: i64) -> None:
        """Load what a step of row i needs while the rows before it are stepped."""
        fetch_object(self.states, i)
        fetch_numbers(self.flat, i)
        fetch_numbers(self.open, i)
        fetch_cells(self.observation, i * self.width, self.width)
        fetch_mask(self.mask, i * self.space, self.space)

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
            fetch_object(self.dice, i + AHEAD_OF_LUCK)
            fetch_numbers(self.open, i + AHEAD_OF_LUCK)
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
