"""Aspects: quantities that matter to players, measured on a position. Reason: a difference that explains a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tablero.core.i18n.translator import Translator
from tablero.core.state import State


@dataclass(frozen=True)
class Reason:
    """One difference between two moves: the average of an aspect after each of them."""

    aspect: str
    better: float
    other: float
    moment: int = 0  # what `Aspect.moment` returned at the decision

    @property
    def change(self) -> float:
        """Return the difference: above 0 an argument for the better move, below 0 its price."""
        return self.better - self.other

    @property
    def n(self) -> int:
        """Return the change as a whole number, at least 1."""
        return max(1, round(abs(self.change)))


def of_no_matter(state: State, seat: int) -> int:
    """Default of `Aspect.moment`: the wording does not depend on the moment."""
    return 0


@dataclass(frozen=True)
class Aspect:
    """A quantity that helps to decide a game.

    `measure` returns how much of it a seat has; more is always better. The state's journal begins with the move in
    question. Aspects are compared by their units: one unit of each matters about as much. `tell` puts a reason into
    words as the end of a sentence about the move: "brings 3 corn more".
    """

    name: str
    unit: float
    measure: Callable[[State, int], float]
    tell: Callable[[Reason, Translator], str]
    moment: Callable[[State, int], int] = of_no_matter


def plural(one: str, many: str) -> tuple[str, str]:
    """Return both forms of a phrase; tests find translatable phrases by this name."""
    return one, many


def counting(
    more: tuple[str, str], fewer: tuple[str, str], **parts: Callable[[Translator], str]
) -> Callable[[Reason, Translator], str]:
    """Return a `tell` function: `more` if the change is positive, else `fewer`, filled with {n} and `parts`."""

    def tell(reason: Reason, say: Translator) -> str:
        forms, filled = more if reason.change > 0 else fewer, {name: part(say) for name, part in parts.items()}
        return say.plural(*forms, reason.n, n=reason.n, **filled)

    return tell


def own_points(state: State, seat: int) -> float:
    """Return the points of a seat as the table counts them."""
    return float(state.standing()[seat])


def others_points(state: State, seat: int) -> float:
    """Return the points of the best other seat, negated: fewer are better."""
    points = state.standing()
    return -float(max((points[other] for other in range(int(state.seats)) if other != seat), default=0))
