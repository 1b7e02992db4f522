"""The chart of a review: how likely each seat wins, or how many points it may expect, from the first moment to the last. SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablero.core.ink import escape, seat_glyph, short

WIDE, NARROW = (860, 236), (348, 122)
ROOM = 24.0  # between the figures of two rounds
MARKS = 9  # shapes along a line, so that colour never speaks alone
Point = tuple[float, float]
Scale = Callable[[float], float]


@dataclass(frozen=True)
class Lines:
    """What is drawn: for each moment every seat's value and how far it may be off; the top of the scale; which seat's band."""

    values: Sequence[Sequence[float]]
    errors: Sequence[Sequence[float]]
    low: float
    high: float
    unit: str  # behind the figures of the scale
    main: Sequence[int]  # seats whose give-or-take is shown as a band
    rounds: Sequence[int]  # the round of each moment
    diamonds: Sequence[tuple[int, int, int]]  # the number of a decision, its moment, its seat


def chart(lines: Lines, label: str, narrow: bool = False) -> str:
    """The picture. The page lights the column of the chosen moment."""
    width, height = NARROW if narrow else WIDE
    left, right, top, bottom = (
        (0.0, float(width), 6.0, height - 6.0) if narrow else (46.0, width - 12.0, 12.0, height - 28.0)
    )
    last = max(1, len(lines.values) - 1)

    def x(moment: float) -> float:
        return left + (right - left) * moment / last

    def y(value: float) -> float:
        share = (value - lines.low) / ((lines.high - lines.low) or 1.0)
        return bottom - (bottom - top) * min(1.0, max(0.0, share))

    plot = (left, right, top, bottom)
    seats = range(len(lines.values[0]))
    out = _ground(lines, plot, x, y, narrow)
    out += f'<rect class="rv-column" x="{short(left)}" y="{short(top)}" width="0" height="{short(bottom - top)}"/>'
    for seat in lines.main:
        out += _band(
            [
                (x(m), y(v[seat] - e[seat]), y(v[seat] + e[seat]))
                for m, (v, e) in enumerate(zip(lines.values, lines.errors, strict=True))
            ],
            seat,
        )
    order = [seat for seat in seats if seat not in lines.main] + list(lines.main)
    for seat in order:
        points = [(x(m), y(values[seat])) for m, values in enumerate(lines.values)]
        out += f'<polyline class="rv-line" points="{" ".join(f"{short(a)},{short(b)}" for a, b in points)}" stroke="var(--seat-{seat + 1})"/>'
        out += _shapes(points, seat, len(seats), 5.0 if narrow else 6.0)
    for number, moment, seat in reversed(lines.diamonds):
        out += _diamond(x(moment), y(lines.values[moment][seat]), number, moment)
    size = f'data-left="{short(left)}" data-right="{short(right)}" data-last="{last}"'
    kind = "rv-narrow" if narrow else "rv-wide"
    return f'<svg class="rv-chart {kind}" viewBox="0 0 {width} {height}" {size} role="img" aria-label="{escape(label)}">{out}</svg>'


def _ground(lines: Lines, plot: tuple[float, float, float, float], x: Scale, y: Scale, narrow: bool) -> str:
    left, right, top, bottom = plot
    out = f'<rect class="rv-plot" x="{short(left)}" y="{short(top)}" width="{short(right - left)}" height="{short(bottom - top)}"/>'
    begins = [m for m, round in enumerate(lines.rounds) if m == 0 or round != lines.rounds[m - 1]]
    ends = [*begins[1:], len(lines.rounds) - 1]
    told = -ROOM
    for number, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        a, b = x(begin), x(end)
        if number % 2:
            out += f'<rect class="rv-stripe" x="{short(a)}" y="{short(top)}" width="{short(b - a)}" height="{short(bottom - top)}"/>'
        if not narrow and (middle := (a + b) / 2) - told >= ROOM and b - a > 8:
            out += (
                f'<text x="{short(middle)}" y="{short(bottom + 19)}" text-anchor="middle">{lines.rounds[begin]}</text>'
            )
            told = middle
    for step in range(5):
        value = lines.low + (lines.high - lines.low) * step / 4
        at = short(y(value))
        out += f'<path class="rv-rule" d="M{short(left)} {at}H{short(right)}"/>'
        if not narrow:
            out += f'<text x="{short(left - 8)}" y="{short(y(value) + 4.5)}" text-anchor="end">{round(value)}{escape(lines.unit)}</text>'
    return out


def _band(edges: Sequence[tuple[float, float, float]], seat: int) -> str:
    there = " ".join(f"{short(x)},{short(low)}" for x, low, _ in edges)
    back = " ".join(f"{short(x)},{short(high)}" for x, _, high in reversed(edges))
    return f'<polygon class="rv-band" points="{there} {back}" fill="var(--seat-{seat + 1})"/>'


def _shapes(points: Sequence[Point], seat: int, seats: int, size: float) -> str:
    """A seat's shape now and then along its line, not where the others have theirs, and at the end."""
    step = max(1, math.ceil(len(points) / MARKS))
    places = [m for m in range(len(points) - 1) if m % step == (seat * step) // max(1, seats) % step and m]
    return "".join(seat_glyph(seat, *points[m], size) for m in (*places, len(points) - 1))


def _diamond(x: float, y: float, number: int, moment: int) -> str:
    r = 12
    return (
        f'<g class="rv-diamond" data-number="{number}" data-moment="{moment}"><path d="M{short(x)} {short(y - r)}L{short(x + r)} {short(y)}L{short(x)} {short(y + r)}L{short(x - r)} {short(y)}Z"/>'
        f'<text x="{short(x)}" y="{short(y + 4.5)}" text-anchor="middle">{number}</text></g>'
    )
