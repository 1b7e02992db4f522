"""Glimpse: what a bot gets instead of the true state."""

from __future__ import annotations

from typing import SupportsIndex

from tablero.core.integers import whole
from tablero.core.luck import Luck
from tablero.core.state import State


class Glimpse:
    """An information set with one sampled state: the legal moves of a seat and positions that it holds possible.

    `state` is an imagined one (determinization), so a bot cannot use what its seat cannot know. `glimpse` makes it from
    any position.
    """

    __slots__ = ("moves", "seat", "state")

    seat: int
    state: State
    moves: list[int]

    def __init__(self, *_: object) -> None:
        raise TypeError("a glimpse is made by glimpse(state, seat, luck), so that no bot is handed a true state")

    @classmethod
    def of_imagined(cls, imagined: State, seat: SupportsIndex) -> Glimpse:
        """Return a glimpse around a position that was imagined for the seat already."""
        found = cls.__new__(cls)
        found.seat = whole(seat, "a seat")
        found.state = imagined
        found.moves = imagined.moves(seat)
        return found

    def imagine(self, luck: Luck) -> State:
        """Return another position that agrees with everything this seat knows."""
        return self.state.imagine(self.seat, luck)


def glimpse(state: State, seat: SupportsIndex, luck: Luck) -> Glimpse:
    """Return what a seat knows of a position. `luck` must be the bot's own stream, never that of the game.

    >>> import tablero
    >>> state = tablero.game("yaxha").start(seats=2, seed=1)
    >>> glimpse(state, 0, tablero.seeded(5)).moves
    [0, 1]
    """
    return Glimpse.of_imagined(state.imagine(seat, luck), seat)
