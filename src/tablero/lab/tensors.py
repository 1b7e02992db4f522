"""Positions as NumPy arrays: rows of integers, planes of boards, masks of legal moves.

>>> import tablero
>>> from tablero.lab.tensors import Tensors
>>> maya = Tensors("maya", seats=2)
>>> state = maya.game.start(seats=2, seed=7)
>>> row = maya.observation(state, seat=0)
>>> row.dtype, row.shape
(dtype('int16'), (219,))
>>> maya.read(row)["phase"], maya.planes(row)["map"].shape
(1, (19, 12, 21))
>>> maya.mask(state, seat=0).sum() == len(state.moves(0))
np.True_
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

import tablero
from tablero.core import Game, State
from tablero.core.encoding.fields import Layout
from tablero.core.encoding.tensor import Slate
from tablero.core.integers import within

Row = NDArray[np.int16]
Mask = NDArray[np.int8]


class Numbers:
    """Meaning of the numbers in a game's rows, and their form as inputs of networks."""

    def __init__(self, game: Game | str, seats: SupportsIndex) -> None:
        self.game = tablero.game(game) if isinstance(game, str) else game
        self.seats = int(seats)
        self.game.settle_options(self.seats)  # raises for a wrong number of seats
        self.layout: Layout = self.game.layout(self.seats)
        self.moves = int(self.game.moves.size)

    def read(self, row: Any) -> dict[str, Any]:
        """Return the numbers of one row by name; seats are counted from the observer on."""
        return self.layout.read(row)

    @cached_property
    def low(self) -> Row:
        """Lower bound of each number of a row."""
        return self._spread("low")

    @cached_property
    def high(self) -> Row:
        """Upper bound of each number of a row."""
        return self._spread("high")

    def _spread(self, what: str) -> Row:
        return np.concatenate([np.full(one.length, getattr(one, what), np.int16) for one in self.layout.fields])

    # ---------------------------------------------------------------- for networks

    def planes(self, rows: Any) -> Mapping[str, NDArray[np.float32]]:
        """Return the boards of one row, or of many at once: name -> (..., layers, rows, columns)."""
        given = np.asarray(rows)
        found = {}
        for board in self.layout.boards:
            field = self.layout[board.field]
            numbers = given[..., field.start : field.start + field.length]
            out = np.zeros((*given.shape[:-1], *board.shape), np.float32)
            layer, row, column = np.array(board.places).T
            if board.layers:
                for number, further in board.layers.items():
                    # Several numbers may share a layer: one that is set stays set.
                    out[..., layer + further, row, column] += numbers == number
            else:
                out[..., layer, row, column] = numbers
            for place in board.ground:
                out[(..., *place)] = 1.0
            found[board.name] = out
        return found

    def unfold(self, rows: Any) -> NDArray[np.float32]:
        """Return one row, or many at once, as inputs of a network: names one-hot, amounts scaled to about 1."""
        given = np.asarray(rows)
        parts = []
        for field in self.layout.fields:
            numbers = given[..., field.start : field.start + field.length]
            if field.names:
                known = np.arange(field.low, field.high + 1)
                hot = (numbers[..., None] == known).astype(np.float32)
                parts.append(hot.reshape(*given.shape[:-1], -1))
            else:
                parts.append(numbers.astype(np.float32) / np.float32(field.unit or field.high))
        return np.concatenate(parts, axis=-1)

    def inputs_of_cells(self) -> list[int]:
        """Return what `unfold` makes of each number of a row, as compiled code wants it (`core/encoding/cells.py`): its
        first input, its lowest and highest number, by what it is divided; in the end the number of all inputs."""
        found, first = list[int](), 0
        for field in self.layout.fields:
            for _ in range(field.length):
                found += [first, field.low, field.high, 0 if field.names else field.unit or field.high]
                first += field.high - field.low + 1 if field.names else 1
        return [*found, first]

    @cached_property
    def unfolded(self) -> int:
        """Number of inputs that `unfold` makes of a row."""
        fields = self.layout.fields
        return sum(one.length * (one.high - one.low + 1 if one.names else 1) for one in fields)


class Tensors(Numbers):
    """Observations and legal moves of the seats of one game. `layout` says what each number means."""

    def __init__(self, game: Game | str, seats: SupportsIndex) -> None:
        super().__init__(game, seats)
        self._open()

    def _open(self) -> None:
        self._slate = Slate(self.game.tensor, self.seats, self.moves)
        self._row: Row = np.frombuffer(self._slate.cells, np.int16)  # type: ignore[call-overload]
        self._mask: Mask = np.frombuffer(self._slate.mask, np.int8)  # type: ignore[call-overload]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the buffers: each copy or pickle, as other libraries make them, gets its own."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_slate", "_row", "_mask")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._open()

    def observation(self, state: State, seat: SupportsIndex) -> Row:
        """Return the observation of a seat."""
        self._slate.observe(state, within(seat, self.seats, "a seat"))
        return self._row.copy()

    def mask(self, state: State, seat: SupportsIndex) -> Mask:
        """Return 1 for each legal move of a seat, 0 for the others of the game's fixed space."""
        self._slate.allow(state, within(seat, self.seats, "a seat"))
        return self._mask.copy()
