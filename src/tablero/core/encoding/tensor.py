"""Tensors: what a seat may know of a position, as a row of small whole numbers for machine learning.

A row begins with what all seats share; then comes one block for each seat, the observer's own first, the others in the
order of seats. Numbers that name seats count from the observer too. What is hidden from the observer (`State.hides`) is
written as if it had not happened, as views show it. The game's `tensor_fields` say what each number means.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from tablero.core.encoding.cells import point
from tablero.core.state import State

NO_SEAT: Final = 7
# For each number of seats and each observer a dictionary for `translate`: a seat's place counted from the observer.
RELATIVE_SEATS: Final[vec[i64]] = vec[i64](
    [
        -1 if other == 7 else (other - observer) % seats if other < seats else other
        for seats in range(1, 5)
        for observer in range(4)
        for other in range(8)
    ]
)
ZEROS: Final[vec[i16]] = vec[i16]([0] * 4096)


def seen_by(seats: i64, observer: i64) -> i64:
    """Return where the dictionary of this observer begins in RELATIVE_SEATS."""
    return ((seats - 1) * 4 + observer) * (NO_SEAT + 1)


def relative(seats: i64, observer: i64, seat: i64) -> i16:
    """Return a seat's place counted from this observer, or -1 for no seat."""
    return i16(RELATIVE_SEATS[seen_by(seats, observer) + (seat & NO_SEAT)])


class Tensor:
    """Writes rows of one game."""

    def __init__(self, version: i64, shared: i64, own: i64) -> None:
        self.version: i64 = version  # raised whenever a number changes its place or its meaning
        self.shared: i64 = shared  # numbers that all seats have in common
        self.own: i64 = own  # numbers of a seat

    def blocks(self, seats: i64) -> i64:
        """Return how many seats have a block; a solo game may have one for its opponent."""
        return seats

    def size(self, seats: i64) -> i64:
        """Return how many numbers a row has."""
        return self.shared + self.own * self.blocks(seats)

    def write(self, state: State, seat: i64, out: vec[i16], to: i64) -> None:
        """Write what this seat may know into the cells from `to` on: all of them, whatever was there."""
        raise NotImplementedError

    def rewrite(self, state: State, seat: i64, out: vec[i16], to: i64) -> None:
        """Update the row of this seat after its own move. The row holds the position before the move, and nothing has
        been settled since: what such a move cannot change may be left."""
        self.write(state, seat, out, to)

    def row(self, state: State, seat: i64) -> list[int]:
        """Return the row as a list, for callers that are not compiled and have no NumPy."""
        out = ZEROS[0 : self.size(state.seats)]
        self.write(state, seat, out, 0)
        return [int(out[i]) for i in range(len(out))]


class Slate:
    """A reused row and mask, which NumPy reads without copying."""

    def __init__(self, tensor: Tensor, seats: i64, moves: i64) -> None:
        self.tensor: Tensor = tensor
        self.cells: vec[i16] = vec[i16]([0] * int(tensor.size(seats)))
        self.mask: vec[u8] = vec[u8]([0] * int(moves))
        self.open: vec[i64] = vec[i64]()  # the moves that the mask allows

    def observe(self, state: State, seat: i64) -> None:
        """Write what this seat may know."""
        self.tensor.write(state, seat, self.cells, 0)

    def allow(self, state: State, seat: i64) -> None:
        """Write which moves this seat may make."""
        point(self.mask, 0, self.open, 0)
        self.open = state.legal(seat)
        point(self.mask, 0, self.open, 1)
