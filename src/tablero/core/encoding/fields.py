"""Layout, fields and boards: what the numbers of a tensor's row mean, by name.

A layout is the one description of a game's rows: documents, spaces of environments, decoding and planes are all made
from it.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Field:
    """Consecutive numbers of the same meaning."""

    name: str
    length: int
    low: int  # the lowest number
    high: int  # the highest number
    meaning: str
    names: bool = False  # the numbers are names of things: 3 is another one than 2, not more
    unit: int = 0  # divides amounts to about 1; 0: by `high`
    start: int = 0  # where it begins in the row


@dataclass(frozen=True)
class Board:
    """A field that has a shape: cell i of it lies at places[i] = (layer, row, column).

    With `layers`, a number x there sets layers[x] layers further to 1 and all others to 0; numbers that are not named
    set none. Without, the number itself stands there. `ground` is what lies there in every position.
    """

    name: str
    field: str
    shape: tuple[int, int, int]  # layers, rows, columns
    places: tuple[tuple[int, int, int], ...]
    meaning: str
    layers: Mapping[int, int] = dataclasses.field(default_factory=dict)
    ground: tuple[tuple[int, int, int], ...] = ()


class Layout:
    """All fields of a row in their order: those that all seats share, then those of each seat, the observer first."""

    def __init__(
        self,
        game: str,
        version: int,
        seats: int,
        shared: Sequence[Field],
        own: Sequence[Field],
        blocks: int = 0,
        boards: Sequence[Board] = (),
    ) -> None:
        self.game = game
        self.version = version
        self.seats = seats
        self.blocks = blocks or seats
        self.shared = _placed(shared, 0)
        self.own = _placed(own, 0)
        self._common = sum(one.length for one in shared)
        self._block = sum(one.length for one in own)
        every = list(self.shared)
        for place in range(self.blocks):
            start = self._common + place * self._block
            every += [replace(one, name=f"seat{place}.{one.name}", start=start + one.start) for one in self.own]
        self.fields: tuple[Field, ...] = tuple(every)
        self.size = self._common + self.blocks * self._block
        self.boards = tuple(boards)
        self._named = {one.name: one for one in self.fields}

    def __getitem__(self, name: str) -> Field:
        return self._named[name]

    def __repr__(self) -> str:
        return f"<layout {self.mark} of {self.size} numbers>"

    @property
    def mark(self) -> str:
        """Permanent name of this layout: rows of the same mark mean the same."""
        parts = [(one.name, one.start, one.length, one.low, one.high, one.names) for one in self.fields]
        return f"{self.game}-{self.seats}-v{self.version}-{hashlib.sha256(repr(parts).encode()).hexdigest()[:8]}"

    def read(self, row: Sequence[int]) -> dict[str, Any]:
        """Return the numbers of a row by name; those of the seats in the list `seats`, the observer first."""
        if len(row) != self.size:
            raise ValueError(f"a row of {self.mark} has {self.size} numbers, not {len(row)}")
        found = _read(row, 0, self.shared)
        starts = [self._common + place * self._block for place in range(self.blocks)]
        found["seats"] = [_read(row, start, self.own) for start in starts]
        return found


def _placed(fields: Sequence[Field], start: int) -> tuple[Field, ...]:
    found = []
    for one in fields:
        found.append(replace(one, start=start))
        start += one.length
    return tuple(found)


def _read(row: Sequence[int], start: int, fields: Sequence[Field]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in fields:
        numbers = [int(x) for x in row[start + one.start : start + one.start + one.length]]
        found[one.name] = numbers[0] if one.length == 1 else numbers
    return found
