"""Aspect: a thing that the players of a game care about, measured on a position. Reason: what it says for a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablero.core.speech import Speech
from tablero.core.state import State


@dataclass(frozen=True)
class Reason:
    """Why one move is better than another: what an aspect comes to after each of them, on average."""

    aspect: str
    better: float
    other: float
    moment: int = 0  # what the aspect has to say of the moment of the decision

    @property
    def change(self) -> float:
        """Above 0 it speaks for the better move; below, it is the price of it."""
        return self.better - self.other

    @property
    def n(self) -> int:
        """The change as a number of things, at least one."""
        return max(1, round(abs(self.change)))


def of_no_matter(state: State, seat: int) -> int:
    """An aspect that is told in the same words at every moment."""
    return 0


@dataclass(frozen=True)
class Aspect:
    """One of the things that decide a game.

    `measure` tells how much of it a seat has; more is always better. What happened on the way there is in the state's journal,
    which begins with the move in question. Aspects are compared by their units, so that one unit of each matters about as much.
    `tell` says a reason as the end of a sentence about the move: "brings 3 corn more".
    """

    name: str
    unit: float
    measure: Callable[[State, int], float]
    tell: Callable[[Reason, Speech], str]
    moment: Callable[[State, int], int] = of_no_matter


def own_points(state: State, seat: int) -> float:
    """The points of a seat as the table counts them."""
    return float(state.standing()[seat])


def others_points(state: State, seat: int) -> float:
    """The points of the best of the others, below zero: the fewer, the better."""
    points = state.standing()
    return -float(max((points[other] for other in range(int(state.seats)) if other != seat), default=0))
