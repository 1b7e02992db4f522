"""Turning points of a reviewed game for one seat, and the parts by which its chance went from the start to the end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tablero.analysis.review import Costly, Moment, Review

MOST, FEWEST = 5, 3  # turning points of a game, where it has so many moments
MIN_COST = 0.01  # of a compared decision; none can cost more than the chance that there was
MIN_CHANGE = 0.05  # of a chance, below which a change is shown only so that there are FEWEST
PART_KINDS = ("own", "others", "together", "luck")


@dataclass(frozen=True)
class ChancePart:
    """What changed a seat's chance in one moment: by its decisions, the others', all at the same time, or luck."""

    moment: int
    kind: str
    change: float


@dataclass(frozen=True)
class TurningPoint:
    """A moment after which the chance of the seat was another one.

    With a comparison `change` is what the seat's own decision cost against the better one; else it is the change of the
    chance from the moment before.
    """

    moment: int  # the number of the moment after it
    at: int  # moves made before it
    kind: str  # the largest part of the change
    seat: int  # whose move it was; at the same time: the seat itself, if it moved
    change: float
    error: float  # standard error
    compared: Costly | None = None


def known_moments(review: Review) -> list[Moment]:
    """Return the moments of a review as pages show them. The start is that of the searches alone, which see how alike
    the seats are."""
    first, *rest = review.moments
    start = Moment(**{**vars(first), "chances": first.thought})
    return [start if rest else first, *rest]


def chance_parts(review: Review, seat: int) -> list[ChancePart]:
    """Return all changes of a seat's chance; with the chance at the start they sum to the one at the end.

    Where several seats decided at the same time, what the seat's own decision cost is known if it was compared; the
    rest of the change cannot be told apart.
    """
    out = []
    for number, (before, after) in enumerate(pairwise(known_moments(review)), 1):
        change = after.chances[seat] - before.chances[seat]
        if len(after.movers) > 1:
            own = -min(before.chances[seat], sum(one.chance_cost for one in _compared(review, seat, before, after)))
            found = {"own": own, "together": change - own}
        else:
            drawn = after.luck[seat]
            found = {"own" if after.movers == [seat] else "others": change - drawn, "luck": drawn}
        out += [ChancePart(number, kind, part) for kind, part in found.items() if part]
    return out


def turning_points(review: Review, seat: int) -> list[TurningPoint]:
    """Return three to five turning points for a seat, the weightiest first."""
    parts, found = chance_parts(review, seat), []
    for number, (before, after) in enumerate(pairwise(known_moments(review)), 1):
        change = after.chances[seat] - before.chances[seat]
        error = math.hypot(before.errors[seat], after.errors[seat])
        here = [part for part in parts if part.moment == number]
        kind = max(here, key=lambda part: abs(part.change)).kind if here else "others"
        mover = seat if seat in after.movers else after.movers[0]
        compared = max(_compared(review, seat, before, after), key=lambda one: one.chance_cost, default=None)
        cost = 0.0 if compared is None else min(before.chances[seat], compared.chance_cost)
        if compared is not None and cost >= max(MIN_COST, abs(change) / 2):
            found.append(TurningPoint(number, compared.at, "own", seat, -cost, compared.chances_error, compared))
        elif change:
            found.append(TurningPoint(number, before.at, kind, mover, change, error))
    found.sort(key=lambda one: (-abs(one.change), one.moment))
    clear = [one for one in found if abs(one.change) >= MIN_CHANGE]
    return found[: max(FEWEST, min(MOST, len(clear)))]


def _compared(review: Review, seat: int, before: Moment, after: Moment) -> list[Costly]:
    return [one for one in review.costliest if one.seat == seat and before.at <= one.at < after.at]


def whole_parts(start: float, parts: Sequence[float], end: float) -> tuple[int, list[int], int]:
    """Return a start, parts and an end in whole units that add up exactly; the largest part takes the rest.

    >>> whole_parts(33.4, [-9.4, 1.4, -25.4], 0.0)
    (33, [-9, 1, -25], 0)
    >>> whole_parts(33.4, [-9.6, -24.6], 0.0)
    (33, [-10, -23], 0)
    """
    first, last, out = round(start), round(end), [round(part) for part in parts]
    if out:
        largest = max(range(len(parts)), key=lambda number: abs(parts[number]))
        out[largest] += last - first - sum(out)
    return first, out, last
