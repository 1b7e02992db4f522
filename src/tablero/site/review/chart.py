"""Chart of a review as SVG: the win chances or the expected points of each seat over the game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablero.core.drawing.shapes import escape, seat_glyph, short

WIDE, NARROW = (860, 200), (348, 122)  # width and height
MIN_LABEL_DISTANCE = 24.0  # between the numbers of two rounds
MAX_SHAPES = 9  # along a line, so that seats differ by more than their colour
Point = tuple[float, float]
Plot = tuple[float, float, float, float]  # left, right, top, bottom
Scale = Callable[[float], float]


@dataclass(frozen=True)
class Lines:
    """Data of a chart: `values` and `errors` of all seats for each moment, and the ends of the scale."""

    values: Sequence[Sequence[float]]
    errors: Sequence[Sequence[float]]
    low: float
    high: float
    unit: str  # behind the numbers of the scale
    main: Sequence[int]  # seats whose error is drawn as a band
    rounds: Sequence[int]  # the round of each moment
    diamonds: Sequence[tuple[int, int, int, str]]  # the number of a turning point, its moment, the seat, its colour


def chart(lines: Lines, label: str, narrow: bool = False) -> str:
    """Return the chart. The script of the page moves `rv-column` to the chosen moment."""
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
    out = _background(lines, plot, x, y, narrow)
    out += _column("rv-column", left, left, plot)
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
        path = " ".join(f"{short(a)},{short(b)}" for a, b in points)
        out += f'<polyline class="rv-line" points="{path}" stroke="var(--seat-{seat + 1})"/>'
        out += _shapes(points, seat, len(seats), 5.0 if narrow else 6.0)
    for number, moment, seat, colour in reversed(lines.diamonds):
        out += _diamond(x(moment), y(lines.values[moment][seat]), number, moment, colour)
    size = f'data-left="{short(left)}" data-right="{short(right)}" data-last="{last}"'
    shape = f'class="rv-chart {"rv-narrow" if narrow else "rv-wide"}" viewBox="0 0 {width} {height}"'
    return f'<svg {shape} {size} role="img" aria-label="{escape(label)}">{out}</svg>'


def _background(lines: Lines, plot: Plot, x: Scale, y: Scale, narrow: bool) -> str:
    left, right, _, bottom = plot
    out = _column("rv-plot", left, right, plot)
    begins = [m for m, round in enumerate(lines.rounds) if m == 0 or round != lines.rounds[m - 1]]
    ends = [*begins[1:], len(lines.rounds) - 1]
    labelled = -MIN_LABEL_DISTANCE
    for number, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        a, b = x(begin), x(end)
        if number % 2:
            out += _column("rv-stripe", a, b, plot)
        if not narrow and (middle := (a + b) / 2) - labelled >= MIN_LABEL_DISTANCE and b - a > 8:
            out += _label(middle, bottom + 19, "middle", lines.rounds[begin])
            labelled = middle
    for step in range(5):
        value = lines.low + (lines.high - lines.low) * step / 4
        at = short(y(value))
        out += f'<path class="rv-rule" d="M{short(left)} {at}H{short(right)}"/>'
        if not narrow:
            out += _label(left - 8, y(value) + 4.5, "end", f"{round(value)}{escape(lines.unit)}")
    return out


def _column(kind: str, left: float, right: float, plot: Plot) -> str:
    """Return a rectangle over the whole height of the plot."""
    _, _, top, bottom = plot
    size = f'width="{short(right - left)}" height="{short(bottom - top)}"'
    return f'<rect class="{kind}" x="{short(left)}" y="{short(top)}" {size}/>'


def _label(x: float, y: float, anchor: str, text: object) -> str:
    return f'<text x="{short(x)}" y="{short(y)}" text-anchor="{anchor}">{text}</text>'


def _band(edges: Sequence[tuple[float, float, float]], seat: int) -> str:
    there = " ".join(f"{short(x)},{short(low)}" for x, low, _ in edges)
    back = " ".join(f"{short(x)},{short(high)}" for x, _, high in reversed(edges))
    return f'<polygon class="rv-band" points="{there} {back}" fill="var(--seat-{seat + 1})"/>'


def _shapes(points: Sequence[Point], seat: int, seats: int, size: float) -> str:
    """Return the shapes of a seat along its line, apart from those of other seats, and at its end."""
    step = max(1, math.ceil(len(points) / MAX_SHAPES))
    places = [m for m in range(len(points) - 1) if m % step == (seat * step) // max(1, seats) % step and m]
    return "".join(seat_glyph(seat, *points[m], size) for m in (*places, len(points) - 1))


def _diamond(x: float, y: float, number: int, moment: int, colour: str) -> str:
    corners = "L".join(f"{short(x + dx)} {short(y + dy)}" for dx, dy in ((0, -12), (12, 0), (0, 12), (-12, 0)))
    head = f'<g class="rv-diamond gem-{colour}" data-number="{number}" data-moment="{moment}">'
    return f'{head}<path d="M{corners}Z"/>{_label(x, y + 4.5, "middle", number)}</g>'
