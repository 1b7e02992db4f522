"""Match: one game at a time for learning programs: dealt, observed, moved and paid. Every environment is made of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Literal, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tablero.core import Game, IllegalMove, State
from tablero.core.numbers import whole
from tablero.lab.rows import rewards
from tablero.lab.tensors import Mask, Row, Tensors

Reward = Literal["win", "lead"]
Illegal = Literal["refuse", "lose"]
RENDERS = ["ansi", "svg"]  # how a position can be shown


class Match(Tensors):
    """Games of one kind, one after the other.

    `reward`: "win" brings 1 for a win, shared by those who share it, and takes as much from the others; "lead" the points by which a
    seat leads the best of the others. All of it comes at the end. `illegal`: whether a move that is not legal raises IllegalMove, or
    loses the game at once.
    """

    state: State

    def __init__(
        self, game: Game | str, seats: SupportsIndex = 2, options: Mapping[str, str] | None = None, reward: Reward = "win",
        illegal: Illegal = "refuse",
    ) -> None:  # fmt: skip
        super().__init__(game, seats)
        if reward not in ("win", "lead"):
            raise ValueError(f'reward is "win" or "lead", not {reward!r}')
        if illegal not in ("refuse", "lose"):
            raise ValueError(f'illegal is "refuse" or "lose", not {illegal!r}')
        self.options = self.game.settle_options(self.seats, options)
        self.by_lead = reward == "lead"
        self.loses = illegal == "lose"
        self.seed: int | None = None  # of the game that is played

    def deal(self, seed: SupportsIndex | None = None) -> None:
        """Begin the game of a seed; without one, the game of the next seed, or of any at first."""
        if seed is not None:
            self.seed = whole(seed, "a seed")
        else:
            self.seed = int.from_bytes(os.urandom(6), "big") if self.seed is None else self.seed + 1
        self.put(self.game.start(self.seats, self.seed, self.options))

    def put(self, state: State) -> None:
        """Go on from a position."""
        self.state = state
        self._allowed = -1  # whose moves the slate's mask shows

    def __setstate__(self, kept: dict[str, Any]) -> None:
        super().__setstate__(kept)
        self._allowed = -1  # the new slate shows nobody's moves yet

    def seen(self, seat: int) -> Row:
        """What a seat may know now."""
        self._slate.look(self.state, seat)
        return self._row.copy()

    def allowed(self, seat: int) -> Mask:
        """Which moves a seat may make now."""
        self._allow(seat)
        return self._mask.copy()

    def _allow(self, seat: int) -> None:
        if self._allowed != seat:
            self._slate.allow(self.state, seat)
            self._allowed = seat

    def move(self, seat: int, action: Any) -> list[float] | None:
        """Make a move of a seat; what everybody is paid when it was the last one."""
        state = self.state
        move = whole(action, "a move")
        self._allow(seat)
        if not 0 <= move < self.moves or not self._mask[move]:
            if self.loses:
                return lost(seat, self.seats)
            rule = state.why_not(seat, move)
            raise IllegalMove(
                rule or "turn",
                f"move {move} is not legal for seat {seat} (rule {rule!r} of the guide); the mask says which moves are",
            )
        return self.make(seat, move)

    def make(self, seat: int, move: int) -> list[float] | None:
        """Make a move that is known to be legal, as a bot's is; what everybody is paid when it was the last one."""
        state = self.state
        state.apply(seat, move)
        self._allowed = -1
        return rewards(state, self.by_lead) if state.actor() < 0 else None

    # ---------------------------------------------------------------- spaces

    def rows_space(self) -> spaces.Box:
        """The space of rows."""
        return spaces.Box(self.low, self.high, dtype=np.int16)

    def masks_space(self) -> spaces.Box:
        return spaces.Box(0, 1, (self.moves,), np.int8)

    def moves_space(self) -> spaces.Discrete[np.int64]:
        return spaces.Discrete(self.moves)

    def no_moves(self) -> Mask:
        """The mask of a seat that has nothing to decide."""
        return np.zeros(self.moves, np.int8)


def render_mode_of(name: str | None) -> str | None:
    """One of the ways in which a position can be shown, or none."""
    if name is not None and name not in RENDERS:
        raise ValueError(f'render_mode is "ansi", "svg" or None, not {name!r}')
    return name


def lost(seat: int, seats: int) -> list[float]:
    """What is paid when a seat loses because of an illegal move."""
    return [-1.0 if other == seat else 1.0 / (seats - 1) for other in range(seats)]


Observation = dict[str, NDArray[Any]] | Row
