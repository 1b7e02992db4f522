"""The geometry of the map: pointy-top hexagons on axial coordinates."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from tablero.core.ink import Point, short

Corner = tuple[int, int]
SIZE = 31.0  # from the middle of a hexagon to its corner
WIDE = SIZE * math.sqrt(3)


def middle(q: int, r: int) -> Point:
    """Where the middle of a space lies."""
    return WIDE * (q + r / 2), SIZE * 1.5 * r


def hexagon(x: float, y: float, radius: float) -> list[Point]:
    angles = [math.radians(60 * i - 90) for i in range(6)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


@lru_cache(maxsize=256)
def rounded(x: float, y: float, radius: float, corner: float = 4) -> str:
    """A hexagon with rounded corners, as path data."""
    points = hexagon(x, y, radius)
    d = ""
    for i, at in enumerate(points):
        start, end = _towards(at, points[i - 1], corner), _towards(at, points[(i + 1) % 6], corner)
        d += f"{'L' if i else 'M'}{short(start[0])} {short(start[1])}"
        d += f"Q{short(at[0])} {short(at[1])} {short(end[0])} {short(end[1])}"
    return d + "Z"


def _towards(start: Point, end: Point, step: float) -> Point:
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + (end[0] - start[0]) * step / length, start[1] + (end[1] - start[1]) * step / length


@lru_cache(maxsize=512)
def outline(spaces: frozenset[tuple[int, int]]) -> str:
    """The border of a set of spaces as closed paths."""
    sides: dict[tuple[Corner, Corner], Point] = {}
    for q, r in spaces:
        points = hexagon(*middle(q, r), SIZE)
        for start, end in zip(points, points[1:] + points[:1], strict=True):
            # An inner side is met twice, once in each direction.
            if sides.pop((_corner(end), _corner(start)), None) is None:
                sides[_corner(start), _corner(end)] = start
    # Three hexagons meet in a corner, so at most one outer side begins there.
    following = {a: (b, start) for (a, b), start in sides.items()}
    d = ""
    while following:
        path = []
        at = next(iter(following))
        while at in following:
            at, point = following.pop(at)
            path.append(point)
        d += "M" + "L".join(f"{short(x)} {short(y)}" for x, y in path) + "Z"
    return d


def _corner(point: Point) -> Corner:
    return round(point[0] * 4), round(point[1] * 4)


def bounds(spaces: Iterable[tuple[int, int]], margin: float) -> tuple[float, float, float, float]:
    """Left, top, width and height of a box round some spaces."""
    points = [middle(q, r) for q, r in spaces]
    left, right = min(x for x, _ in points) - WIDE / 2, max(x for x, _ in points) + WIDE / 2
    top, bottom = min(y for _, y in points) - SIZE, max(y for _, y in points) + SIZE
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin
