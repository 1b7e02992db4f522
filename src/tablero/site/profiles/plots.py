"""Small plots of people's results and of games: SVG, each with its content in words for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from markupsafe import Markup

from tablero.core.drawing.shapes import escape, short
from tablero.people import Rating

Point = tuple[float, float]

LINE = (196, 58)
WIDE, NARROW = (640, 150), (320, 132)  # points over time, on a desk and on a phone: figures stay readable
SMOOTH = 9  # games that a trend looks at
TICK = 42.0  # room for the figures of a scale


def _svg(kind: str, size: tuple[float, float], label: str, body: str) -> Markup:
    box = f"0 0 {short(size[0])} {short(size[1])}"
    return Markup(f'<svg class="plot {kind}" viewBox="{box}" role="img" aria-label="{escape(label)}">{body}</svg>')


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


def places(counts: Sequence[int], label: str, size: tuple[float, float] = (150, 22)) -> Markup:
    """Return how often each place was reached as one bar, the first jade, the last brown, numbers where they fit."""
    width, height = size
    parts = [(place, count) for place, count in enumerate(counts) if count]
    total = sum(counts) or 1
    room = width - 1.6 * (len(parts) - 1)
    out, x = "", 0.0
    for place, count in parts:
        wide = room * count / total
        out += (
            f'<rect class="place-{min(place, 3) + 1}" x="{short(x)}" width="{short(wide)}" '
            f'height="{short(height)}" rx="3"/>'
        )
        if wide >= 8 * len(str(count)) + 6:
            out += (
                f'<text class="on-{min(place, 3) + 1}" x="{short(x + wide / 2)}" y="{short(height / 2 + 4.7)}" '
                f'text-anchor="middle">{count}</text>'
            )
        x += wide + 1.6
    return _svg("places", size, label, out)


def rating_line(history: Sequence[Rating], label: str) -> Markup:
    """Return a rating over time with its confidence band."""
    width, height = LINE
    middle = [rating.points for rating in history]
    low = [rating.points - rating.give_or_take for rating in history]
    high = [rating.points + rating.give_or_take for rating in history]
    # The first bands are as wide as the whole scale: what came later says how tall the plot is.
    late = history[len(history) // 3 :]
    bottom = min(min(rating.points - rating.give_or_take for rating in late), *middle)
    top = max(max(rating.points + rating.give_or_take for rating in late), *middle)
    last = max(1, len(history) - 1)

    def at(moment: int, value: float) -> Point:
        share = (value - bottom) / ((top - bottom) or 1)
        return 4 + (width - 12) * moment / last, 5 + (height - 10) * (1 - min(1.0, max(0.0, share)))

    upper = [at(moment, value) for moment, value in enumerate(high)]
    lower = [at(moment, value) for moment, value in enumerate(low)]
    line = [at(moment, value) for moment, value in enumerate(middle)]
    end = line[-1]
    return _svg(
        "rating-line",
        LINE,
        label,
        f'<path class="band" d="{_path([*upper, *reversed(lower)])}Z"/><path class="line" d="{_path(line)}"/>'
        f'<circle class="end" cx="{short(end[0])}" cy="{short(end[1])}" r="4"/>',
    )


def trend(values: Sequence[float]) -> list[float]:
    """Return the moving average over SMOOTH values.

    >>> trend([10, 20, 60])
    [10.0, 15.0, 30.0]
    """
    return [fmean(values[max(0, end - SMOOTH) : end]) for end in range(1, len(values) + 1)]


def points_over_time(scores: Sequence[float], won: Sequence[bool], label: str, narrow: bool = False) -> Markup:
    """Return points by game as dots, filled if won, with the trend as a line."""
    width, height = NARROW if narrow else WIDE
    left, right, top, bottom = TICK, width - 10.0, 10.0, height - 12.0
    low, high, step = _scale(min(scores), max(scores))
    last = max(1, len(scores) - 1)

    def at(moment: int, value: float) -> Point:
        return left + (right - left) * moment / last, bottom - (bottom - top) * (value - low) / (high - low)

    out = ""
    for number in range(round((high - low) / step) + 1):
        figure = low + number * step
        y = at(0, figure)[1]
        out += f'<path class="rule" d="M{short(left - 6)} {short(y)}H{short(right + 6)}"/>'
        out += f'<text x="{short(left - 12)}" y="{short(y + 4.5)}" text-anchor="end">{round(figure)}</text>'
    line = [at(moment, value) for moment, value in enumerate(trend(scores))]
    if len(line) > 1:
        out += f'<path class="line" d="{_path(line)}"/>'
    for moment, score in enumerate(scores):
        x, y = at(moment, score)
        out += f'<circle class="{"dot won" if won[moment] else "dot"}" cx="{short(x)}" cy="{short(y)}" r="3.6"/>'
    return _svg("points narrow" if narrow else "points wide", (width, height), label, out)


def _scale(least: float, most: float) -> tuple[float, float, float]:
    """Return round bounds and the step between two lines, three to six of them."""
    span = max(most - least, 4.0)
    step = next(size * 10**power for power in range(6) for size in (1, 2, 5) if span / (size * 10**power) <= 4)
    low = step * (least // step)
    high = step * -(-most // step)
    return low, max(high, low + step), float(step)


def compared(own: float, others: float, most: float, label: str) -> Markup:
    """Return two bars over each other: one's own, and the table's average."""
    width, height = 200.0, 22.0
    out = ""
    for kind, value, y, tall in (("own", own, 0.0, 13.0), ("others", others, 15.0, 7.0)):
        long = max(1.5, width * abs(value) / most)
        out += (
            f'<rect class="{kind}{" loss" if value < 0 else ""}" y="{short(y)}" width="{short(long)}" '
            f'height="{short(tall)}" rx="2"/>'
        )
    return _svg("compared", (width, height), label, out)


def share_bar(part: float, low: float, high: float, label: str, due: float | None = None) -> Markup:
    """Return a share with its interval, and a mark at `due`, the share if all were equal."""
    width, height = 220.0, 20.0
    x = [short(width * value) for value in (part, low, high, due or 0)]
    mark = "" if due is None else f'<path class="due" d="M{x[3]} 0V20"/>'
    return _svg(
        "share",
        (width, height),
        label,
        f'<rect class="ground" y="4" width="{short(width)}" height="12" rx="3"/>'
        f'<rect class="own" y="4" width="{x[0]}" height="12" rx="3"/>'
        f'<path class="whisker" d="M{x[1]} 10H{x[2]}M{x[1]} 6V14M{x[2]} 6V14"/>{mark}',
    )


def spread_bar(low: float, quarter: float, middle: float, upper: float, high: float, most: float, label: str) -> Markup:
    """Return a box plot: the middle half, the median, and the extremes."""
    width, height = 220.0, 20.0
    least, first, half, third, last = (
        short(1.5 + (width - 3) * value / (most or 1)) for value in (low, quarter, middle, upper, high)
    )
    box = max(2.0, float(third) - float(first))
    return _svg(
        "spread",
        (width, height),
        label,
        f'<path class="reach" d="M{least} 10H{last}M{least} 6V14M{last} 6V14"/>'
        f'<rect class="half" x="{first}" y="3" width="{short(box)}" height="14" rx="3"/>'
        f'<path class="middle" d="M{half} 1V19"/>',
    )
