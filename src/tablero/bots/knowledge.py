"""Glimpse: the only thing a bot is handed."""

from __future__ import annotations

from tablero.core.luck import Luck
from tablero.core.state import State


class Glimpse:
    """What one seat knows of a position: its legal moves and any number of positions that it holds possible.

    It is made from an imagined state, never from the true one, so a bot cannot look where its seat cannot.
    """

    __slots__ = ("moves", "seat", "state")

    def __init__(self, imagined: State, seat: int) -> None:
        self.seat = seat
        self.state = imagined
        self.moves: list[int] = imagined.moves(seat)

    def imagine(self, luck: Luck) -> State:
        """Another position that agrees with everything this seat knows."""
        return self.state.imagine(self.seat, luck)


def glimpse(state: State, seat: int, luck: Luck) -> Glimpse:
    """What a seat knows of a position. `luck` must be the bot's own stream, never that of the game.

    >>> import tablero
    >>> state = tablero.game("yaxha").start(seats=2, seed=1)
    >>> glimpse(state, 0, tablero.seeded(5)).moves
    [0, 1]
    """
    return Glimpse(state.imagine(seat, luck), seat)
