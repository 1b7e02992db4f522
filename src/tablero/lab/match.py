"""Match: one game at a time for learning programs, with observations, masks and rewards; base of the environments."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Literal, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tablero.core import Game, IllegalMove, State
from tablero.core.integers import whole
from tablero.lab.tensors import Mask, Row, Tensors
from tablero.lab.vectorized import rewards

Reward = Literal["win", "lead"]
Illegal = Literal["refuse", "lose"]
RENDER_MODES = ["ansi", "svg"]


class Match(Tensors):
    """Games of one kind, one after the other.

    `reward`: "win" is 1 for a win, shared by winners who tie, and the others lose as much; "lead" is the points by
    which a seat leads the best of the others. Rewards come at the end. `illegal`: whether an illegal move raises
    IllegalMove, or loses the game at once.
    """

    state: State

    def __init__(
        self,
        game: Game | str,
        seats: SupportsIndex = 2,
        options: Mapping[str, str] | None = None,
        reward: Reward = "win",
        illegal: Illegal = "refuse",
    ) -> None:
        super().__init__(game, seats)
        if reward not in ("win", "lead"):
            raise ValueError(f'reward is "win" or "lead", not {reward!r}')
        if illegal not in ("refuse", "lose"):
            raise ValueError(f'illegal is "refuse" or "lose", not {illegal!r}')
        self.options = self.game.settle_options(self.seats, options)
        self.by_lead = reward == "lead"
        self.loses = illegal == "lose"
        self.seed: int | None = None  # of the current game

    def deal(self, seed: SupportsIndex | None = None) -> None:
        """Start the game of a seed; without one, the game of the next seed, or of a random one at first."""
        if seed is not None:
            self.seed = whole(seed, "a seed")
        else:
            self.seed = int.from_bytes(os.urandom(6), "big") if self.seed is None else self.seed + 1
        self.put(self.game.start(self.seats, self.seed, self.options))

    def put(self, state: State) -> None:
        """Go on from a position."""
        self.state = state
        self._allowed = -1  # the seat whose moves the mask shows

    def __setstate__(self, kept: dict[str, Any]) -> None:
        super().__setstate__(kept)
        self._allowed = -1  # the new mask is empty

    def seen(self, seat: int) -> Row:
        """Return the observation of a seat."""
        self._slate.observe(self.state, seat)
        return self._row.copy()

    def allowed(self, seat: int) -> Mask:
        """Return the mask of a seat's legal moves."""
        self._allow(seat)
        return self._mask.copy()

    def _allow(self, seat: int) -> None:
        if self._allowed != seat:
            self._slate.allow(self.state, seat)
            self._allowed = seat

    def move(self, seat: int, action: Any) -> list[float] | None:
        """Make a move of a seat; return the rewards of all seats if it was the last one."""
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
        """Make a move that is known to be legal; return the rewards of all seats if it was the last one."""
        state = self.state
        state.apply(seat, move)
        self._allowed = -1
        return rewards(state, self.by_lead) if state.actor() < 0 else None

    # ---------------------------------------------------------------- spaces

    def rows_space(self) -> spaces.Box:
        return spaces.Box(self.low, self.high, dtype=np.int16)

    def masks_space(self) -> spaces.Box:
        return spaces.Box(0, 1, (self.moves,), np.int8)

    def moves_space(self) -> spaces.Discrete[np.int64]:
        return spaces.Discrete(self.moves)

    def no_moves(self) -> Mask:
        """Return the mask of a seat that owes no decision."""
        return np.zeros(self.moves, np.int8)


def render_mode_of(name: str | None) -> str | None:
    """Return a valid render mode, or None. Raise ValueError for another name."""
    if name is not None and name not in RENDER_MODES:
        raise ValueError(f'render_mode is "ansi", "svg" or None, not {name!r}')
    return name


def lost(seat: int, seats: int) -> list[float]:
    """Return the rewards if a seat loses by an illegal move."""
    return [-1.0 if other == seat else 1.0 / (seats - 1) for other in range(seats)]


Observation = dict[str, NDArray[Any]] | Row
