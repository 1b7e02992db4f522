"""The picture of Amritsar in the lobby."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tablero.core.drawing.cover import SEAT_COLOURS, SEATS_DARK, Cover, seat_shape
from tablero.core.drawing.shapes import Point, corners, short

_ELEPHANT = (
    '<ellipse cy="1" rx="13" ry="4" fill="#2a2018" fill-opacity=".2"/><path d="M-11 0V-9C-11-16-6-18 0-18 3-18 4-20 '
    '8-20 13-20 14.5-15 14-11L15-3H12.5L11.5-9 8-8V0H4V-5H-3V0Z" fill="#a89f92" stroke="#4a4038" stroke-width="1.3" '
    'stroke-linejoin="round"/><circle cx="10" cy="-15" r="1" fill="#2a2018"/><path d="M5-18q-3 5 1 8" fill="none" '
    'stroke="#4a4038" stroke-width="1.2"/>'
)

EDGE = 15.2


def _at(a: float, b: float, height: float) -> Point:
    """A point of space on paper, seen from a corner."""
    return 168 + (a - b) * EDGE * math.cos(math.pi / 6), 31 + (a + b) * EDGE / 2 - height * EDGE


def _flat(points: Iterable[tuple[float, float, float]], fill: str, edge: str = "#8c7d62", width: float = 1.1) -> str:
    drawn = corners(_at(*point) for point in points)
    return f'<polygon points="{drawn}" fill="{fill}" stroke="{edge}" stroke-width="{width}" stroke-linejoin="round"/>'


def _floor(a: float, b: float, c: float, d: float, z: float, fill: str, edge: str, width: float) -> str:
    return _flat([(a, b, z), (c, b, z), (c, d, z), (a, d, z)], fill, edge, width)


def _block(low: Point, high: Point, z0: float, z1: float, tones: tuple[str, str, str]) -> str:
    (a, b), (c, d) = low, high
    top, left, right = tones
    return (
        _flat([(c, d, z1), (c, b, z1), (c, b, z0), (c, d, z0)], right, "#5b4a39")
        + _flat([(a, d, z1), (c, d, z1), (c, d, z0), (a, d, z0)], left, "#5b4a39")
        + _flat([(a, b, z1), (c, b, z1), (c, d, z1), (a, d, z1)], top, "#5b4a39")
    )


def _house(a: float, b: float, roof: str) -> str:
    top = (a + 0.45, b + 0.45, 1.6)
    return (
        _block((a, b), (a + 0.9, b + 0.9), 0, 0.9, ("#fbf4e4", "#e2d5b8", "#c9b98f"))
        + _flat([(a - 0.1, b + 1, 0.9), top, (a + 1, b + 1, 0.9)], roof, "#5b4a39")
        + _flat([(a + 1, b + 1, 0.9), top, (a + 1, b - 0.1, 0.9)], roof, "#5b4a39")
    )


def _temple() -> str:
    out = _block((2.4, 2.4), (5.6, 5.6), 0.12, 0.5, ("#f6f0e2", "#ded2b8", "#c6b99b"))
    out += _block((2.9, 2.9), (5.1, 5.1), 0.5, 2.1, ("#f0c64e", "#e0ad2e", "#bd8818"))
    for k in range(3):
        a = 3.1 + k * 0.65
        door = ((a, 0.6), (a + 0.4, 0.6), (a + 0.4, 1.5), (a, 1.5))
        out += _flat([(s, 5.1, z) for s, z in door], "#6d4a08", "none")
        out += _flat([(5.1, s, z) for s, z in door], "#573a05", "none")
    out += _block((3.3, 3.3), (4.7, 4.7), 2.1, 2.7, ("#f6d466", "#e3b437", "#c3901e"))
    x, y = _at(4, 4, 2.75)
    out += (
        f'<g transform="translate({short(x)} {short(y)})" stroke="#7a560a"><path d="M-14 0C-19-13-7-20 0-27 7-20 '
        '19-13 14 0Z" fill="#f3c846" stroke-width="1.3"/><path d="M-6-1C-9-12-3-19 0-25" fill="none" stroke="#fff3c4" '
        'stroke-width="2" stroke-linecap="round"/><path d="M0-27v-9" stroke-width="2" stroke-linecap="round"/>'
        '<circle cy="-36" r="2" fill="#f3c846"/></g>'
    )
    for a, b in ((2.9, 2.9), (5.1, 2.9), (2.9, 5.1), (5.1, 5.1)):
        x, y = _at(a, b, 2.1)
        out += f'<path d="M{short(x - 4)} {short(y)}q-1.5-6 4-9q5.5 3 4 9Z" fill="#f6d466" stroke="#7a560a"/>'
    return out


def cover() -> Cover:
    """What the lobby shows of Amritsar."""
    quarters = (
        ((-2.6, -2.6, 8, 0.2), "#e7cf9a"),
        ((-2.6, 0.2, 0.2, 8.0), "#d9b9a0"),
        ((7.8, -2.6, 10.6, 8), "#c3cfb0"),
        ((-2.6, 8, 10.6, 10.6), "#c6c3d6"),
    )
    out = "".join(_floor(a, b, c, d, 0, tone, "#fffaf0", 1.6) for (a, b, c, d), tone in quarters)
    houses = (
        *((0.2, -1.6, "#b5492b"), (4.0, -1.6, "#b5492b"), (-1.6, 2.4, "#8e1c3b")),
        *((-1.6, 5.4, "#8e1c3b"), (8.7, 0.7, "#1f7a5c")),
    )
    out += "".join(_house(a, b, roof) for a, b, roof in houses)
    out += _block((-0.1, -0.1), (8.1, 8.1), -0.2, 0.12, ("#f6f0e2", "#d8ccb2", "#c2b596"))
    out += _floor(0.8, 0.8, 7.2, 7.2, 0.12, "#4fa9b5", "#2b7a86", 1.2)
    for i in range(6):
        x, y = _at(1.4 + i, 1.6 + (i * 1.7) % 5, 0.12)
        out += (
            f'<path d="M{short(x - 7)} {short(y)}q3.5-3 7 0t7 0" fill="none" stroke="#d8f1f0" stroke-width="1.3" '
            f'stroke-linecap="round"/>'
        )
    out += _floor(3.4, 5.2, 4.6, 7.4, 0.12, "#f6f0e2", "#8c7d62", 1) + _temple()
    for (a, b), seat in (((6.0, 9.4), 1), ((9.5, 5.0), 3), ((1.4, 9.4), 0)):
        x, y = _at(a, b, 0)
        cloth = (
            f'<path d="M-8-17.5h10v7h-10Z" fill="{SEAT_COLOURS[seat]}" stroke="{SEATS_DARK[seat]}" stroke-width="1.1"/>'
            f"{seat_shape(seat, -3, -13.8, 2.3, 1)}"
        )
        out += f'<g transform="translate({short(x)} {short(y)}) scale(1.15)">{_ELEPHANT}{cloth}</g>'
    return Cover(out, "#f2dfc0")


# ---------------------------------------------------------------- what the site asks for
