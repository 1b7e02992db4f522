"""The lobby's pictures: one for each game, as complete SVG documents, and their small crops for lists."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from tablero.core.ink import LIGHT, Point, corners, seat_path, settle_colours, short
from tablero.games.yaxha.isometric import definitions, project, pyramid
from tablero.games.yaxha.picture import daylight

WIDTH: Final = 336
HEIGHT: Final = 172
INK = LIGHT["ink"]
SEATS = tuple(LIGHT[f"seat-{seat + 1}"] for seat in range(4))
SEATS_DARK = ("#8f2b18", "#124a7e", "#9a6c06", "#3c2259")


def _seat(seat: int, x: float, y: float, r: float, ring: float = 1.2) -> str:
    return (
        f'<path d="{seat_path(seat, x, y, r)}" fill="{SEATS[seat]}" stroke="#fffaf0" stroke-width="{short(ring)}" '
        f'stroke-linejoin="round" paint-order="stroke"/>'
    )


def _tree(x: float, y: float, scale: float, tone: str) -> str:
    return (
        f'<g transform="translate({short(x)} {short(y)}) scale({short(scale)})"><path d="M0 5V11" stroke="#5f4423" '
        f'stroke-width="2.4"/><g fill="{tone}"><circle cx="-4.5" cy="2" r="5"/><circle cx="4.5" cy="2" r="5"/>'
        f'<circle cy="-3.5" r="6.2"/></g><path d="M-3.5-5.5a4.5 4.5 0 0 1 4-2.5M-7 .5a3 3 0 0 1 1.6-1.7" fill="none" '
        f'stroke="#fff" stroke-opacity=".45" stroke-width="1.4" stroke-linecap="round"/></g>'
    )


# ---------------------------------------------------------------- Yaxha

_LEVELS = (
    ("GGWW", "GBWB", "BBYY", "BYOO"),
    ("BWW", "BWW", "YYO"),
    ("YO", "YO"),
    ("Y",),
)


def _yaxha() -> tuple[str, str]:
    cubes = [
        (x, y, z, "OBGYW".index(letter))
        for z, rows in enumerate(_LEVELS)
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
    ]
    scene = (
        '<circle cx="282" cy="38" r="17" fill="#f3cf60"/>'
        '<path d="M0 96C50 70 90 92 140 78S260 60 336 88V172H0Z" fill="#b9cfa4"/>'
        '<path d="M0 120C70 96 120 124 190 110S290 100 336 118V172H0Z" fill="#a3c08f"/>'
    )
    drawn = pyramid(cubes, (0, 3, 0, 3), 0, stepped=False)
    body = f'{scene}<g transform="translate(168 111) scale(.23)">{drawn}</g>'
    return settle_colours(f"<defs>{definitions(range(5))}</defs>{body}", daylight()), "#f3e6c6"


# ---------------------------------------------------------------- Maya

_HEX = 30.0
_HEX_AT = (154.0, 86.0)
_SOIL = {"maize": "#f3e3a4", "potato": "#e2cfae", "squash": "#d5e0b0", "pepper": "#f0cdb9"}
_FURROW = {"maize": "#cfae4c", "potato": "#b1925f", "squash": "#93ac5b", "pepper": "#cf8a6a"}
_LAND = {"blue": ("#bcd3dc", "#8fb0bf"), "yellow": ("#e6d39a", "#bf9f4f"), "red": ("#ecc9b2", "#c99778")}
_FIELDS = {
    (1, -1): (0, "pepper", 1),
    (2, -1): (1, "maize", 1),
    (-1, 0): (1, "maize", 2),
    (0, -1): (1, "maize", 1),
    (-1, 1): (0, "squash", 1),
    (0, 1): (2, "potato", 2),
    (1, 1): (0, "squash", 1),
    (2, 0): (2, "potato", 1),
}
_CITY = ((0, 0), (1, 0))
_EMPTY = (
    *((-2, 1), (-2, 0), (3, -1), (3, 0), (-1, -1), (2, 1), (-3, 1), (3, -2), (2, -2), (-2, 2)),
    *((-3, 2), (1, 2), (0, 2), (-1, 2), (1, -2), (0, -2), (4, -2), (4, -1)),
)
_KERNELS = "".join(
    f'<circle cx="{short(x)}" cy="{short(y)}" r="1.25"/>' for y in (-6.5, -3.7, -0.9, 1.9, 4.7) for x in (-2.5, 0, 2.5)
)
_CROPS = {
    "maize": (
        '<path d="M0-11c4.3 1.5 5 9 4.2 14.5C3.6 8 2 10 0 10s-3.6-2-4.2-6.5C-5-2-4.3-9.5 0-11Z" fill="#f0b71f" '
        f'stroke="#8a5a05" stroke-width="1.3"/><g fill="#b9790b">{_KERNELS}</g>'
        '<path d="M0 11.5C-6.5 10-9 3-7.2-3.5-3.5-1 0 4 0 11.5Z" fill="#4f9a52" stroke="#1f5a2c" stroke-width="1.2"/>'
        '<path d="M0 11.5C6.5 10 9 3 7.2-3.5 3.5-1 0 4 0 11.5Z" fill="#3c8544" stroke="#1f5a2c" stroke-width="1.2"/>'
    ),
    "potato": (
        '<path d="M-9.5 1C-10-5.5-4-9.5 2-8.5 8-7.5 11-3 10 2.5 9 8 3.5 9.5-1 9-6 8.5-9.2 6-9.5 1Z" fill="#b98550" '
        'stroke="#5f3b17" stroke-width="1.4"/><path d="M-6.5-.5C-6-4-3-6 .5-6" fill="none" stroke="#e3bd8b" '
        'stroke-width="1.7" stroke-linecap="round"/><g fill="#5f3b17"><ellipse cx="3.5" cy="-2.8" rx="1.5" ry="1"/>'
        '<ellipse cx="-3" cy="4" rx="1.5" ry="1"/><ellipse cx="5.3" cy="3.7" rx="1.3" ry=".9"/></g>'
    ),
    "squash": (
        '<path d="M-10.5 2C-10.5-4-6-6.5-3-5.5-1-7 1-7 3-5.5 6-6.5 10.5-4 10.5 2S6 10 3 9C1 10.2-1 10.2-3 9-6 10-10.5 8'
        '-10.5 2Z" fill="#e58427" stroke="#84400a" stroke-width="1.4"/><path d="M-3-5.5C-6.5-2-6.5 6-3 9M3-5.5C6.5-2 '
        '6.5 6 3 9M0-6.5V9.8" fill="none" stroke="#a8560f" stroke-width="1.3"/><path d="M0-6C0-9 1.5-10.5 4-11" '
        'fill="none" stroke="#2f6d36" stroke-width="2.7" stroke-linecap="round"/>'
    ),
    "pepper": (
        '<path d="M-5.5-6C-9 0-7 8.5 6.5 11 3.5 8 2.8 5 3.2 1.5 3.5-2 4.5-5 1.5-7.2-1-8.8-4-8.5-5.5-6Z" fill="#c92f25" '
        'stroke="#6c0f10" stroke-width="1.4"/><path d="M-4.2-3.5C-5.5.5-4 4.5-.5 7" fill="none" stroke="#f58f74" '
        'stroke-width="1.6" stroke-linecap="round"/><path d="M-6.5-5.5C-5-9-1-10 2.5-7.5.5-6-3.5-5-6.5-5.5Z" '
        'fill="#3c8544" stroke="#1f5a2c" stroke-width="1.1"/><path d="M-2.5-8.5C-2.5-10.5-1.5-11.5.5-12" fill="none" '
        'stroke="#2f6d36" stroke-width="2.2" stroke-linecap="round"/>'
    ),
}
_TEMPLE = (
    '<rect x="-19" y="6.5" width="38" height="7.5" fill="#b9ad94"/><rect x="-14.5" y="0" width="29" height="6.5" '
    'fill="#cbc0a8"/><rect x="-10.5" y="-6.5" width="21" height="6.5" fill="#ddd3bd"/><rect x="-6.5" y="-13.5" '
    'width="13" height="7" fill="#b5492b"/><path d="M-8-13.5H8L5.5-17H-5.5Z" fill="#dfa226"/>'
    '<path d="M-3.8 14V-6.5H3.8V14Z" fill="#efe7d5"/>'
    '<path d="M-3.8 11H3.8M-3.8 8H3.8M-3.8 5H3.8M-3.8 2H3.8M-3.8-1H3.8M-3.8-4H3.8" stroke-width=".9"/>'
    '<rect x="-2" y="-11.5" width="4" height="5" fill="#2a2018" stroke="none"/>'
)


def _hex_centre(cell: tuple[int, int]) -> Point:
    q, r = cell
    return _HEX_AT[0] + _HEX * math.sqrt(3) * (q + r / 2), _HEX_AT[1] + _HEX * 1.5 * r


def _hexagon(x: float, y: float, r: float) -> list[Point]:
    angles = [math.radians(60 * i - 90) for i in range(6)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]


def _rounded(x: float, y: float, r: float, bend: float) -> str:
    """A hexagon with rounded corners, as a path."""
    points = _hexagon(x, y, r)
    share = bend / r
    out = ""
    for i, (bx, by) in enumerate(points):
        (ax, ay), (cx, cy) = points[i - 1], points[(i + 1) % 6]
        start = (bx + (ax - bx) * share, by + (ay - by) * share)
        end = (bx + (cx - bx) * share, by + (cy - by) * share)
        out += f"{'L' if out else 'M'}{corners([start])}Q{corners([(bx, by), end])}"
    return out + "Z"


def _field(cell: tuple[int, int], seat: int, crop: str, count: int) -> str:
    """A plantation: the seat's rim and shape, furrows, one or two plants."""
    x, y = _hex_centre(cell)
    k = _HEX / 32
    swing = f"q{short(9.5 * k)} {short(-3.2 * k)} {short(19 * k)} 0t{short(19 * k)} 0"
    furrows = "".join(f"M{short(x - 19 * k)} {short(y + d * k)}{swing}" for d in (-8, 0, 8))
    plants = ((0.0, -2.5, 1.22),) if count == 1 else ((-10.0, -5.5, 0.9), (9.5, -1.0, 0.9))
    inner = _rounded(x, y, _HEX * 0.8, 3 * k)
    out = (
        f'<path d="{_rounded(x, y, _HEX * 0.965, 4 * k)}" fill="{SEATS[seat]}" stroke="{SEATS_DARK[seat]}" '
        f'stroke-width="1.4"/><path d="{inner}" fill="{_SOIL[crop]}"/><path d="{furrows}" fill="none" '
        f'stroke="{_FURROW[crop]}" stroke-opacity=".55" stroke-width="1.4"/><path d="{inner}" fill="none" '
        f'stroke="#fffaf0" stroke-opacity=".75" stroke-width="1.3"/>'
    )
    for dx, dy, size in plants:
        at = f"translate({short(x + dx * k)} {short(y + dy * k)}) scale({short(size * k)})"
        out += f'<g transform="{at}">{_CROPS[crop]}</g>'
    badge = y + _HEX * 0.76
    out += (
        f'<circle cx="{short(x)}" cy="{short(badge)}" r="7.1" fill="#fffaf0" stroke="{SEATS_DARK[seat]}" '
        f'stroke-width="1.1"/>'
    )
    return out + _seat(seat, x, badge, 3.9, 0)


def _land_mark(kind: str, x: float, y: float) -> str:
    tone = _LAND[kind][1]
    if kind == "yellow":
        dots = ((-7, -4), (0, -4), (7, -4), (-3.5, 3), (3.5, 3))
        return "".join(f'<circle cx="{short(x + dx)}" cy="{short(y + dy)}" r="1.6" fill="{tone}"/>' for dx, dy in dots)
    if kind == "blue":
        lines = f"M{short(x - 8)} {short(y - 3)}q4-5 8 0t8 0M{short(x - 8)} {short(y + 4)}q4-5 8 0t8 0"
    else:
        lines = f"M{short(x - 8)} {short(y + 2)}l4-5 4 5 4-5 4 5"
    return (
        f'<path d="{lines}" fill="none" stroke="{tone}" stroke-width="1.5" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
    )


def _houses(x: float, y: float) -> str:
    out = ""
    for hx, hy in ((2, -10), (-8, 3), (9, 6)):
        out += (
            f'<path d="M{hx - 6.5} {hy + 1}h13v6.5h-13Z" fill="#f2e9d6"/>'
            f'<path d="M{hx - 7.5} {hy + 1.5}l3-6.5h9l3 6.5Z" fill="#b5492b"/>'
            f'<rect x="{hx - 1.6}" y="{hy + 3}" width="3.2" height="4.5" fill="#2a2018" stroke="none"/>'
        )
    at = f"translate({short(x)} {short(y)})"
    return f'<g transform="{at}" stroke="#4a3a2a" stroke-width="1.1" stroke-linejoin="round">{out}</g>'


def _maya() -> tuple[str, str]:
    cells = [*_CITY, *_FIELDS, *_EMPTY]
    ground = "".join(f"M{corners(_hexagon(*_hex_centre(cell), _HEX))}Z" for cell in cells)
    out = "".join(
        f'<path d="{ground}" fill="none" stroke="{tone}" stroke-opacity="{opacity}" stroke-width="{width}" '
        f'stroke-linejoin="round"/>'
        for width, tone, opacity in ((40, "#d6eee8", 0.45), (22, "#e6f4ec", 0.7), (10, "#efe1bb", 1))
    )
    for cell in cells:
        x, y = _hex_centre(cell)
        west = cell[0] + cell[1] / 2 < 0 and cell[1] < 1
        kind = "yellow" if west else "blue" if cell[1] > -1 else "red"
        out += (
            f'<polygon points="{corners(_hexagon(x, y, _HEX))}" fill="{_LAND[kind][0]}" stroke="#fffaf0" '
            f'stroke-opacity=".65" stroke-width="1.5"/>'
        )
        if cell in _EMPTY:
            out += _land_mark(kind, x, y)
    city = "".join(f"M{corners(_hexagon(*_hex_centre(cell), _HEX))}Z" for cell in _CITY)
    out += f'<path d="{city}" fill="#d9cdb3" stroke="{INK}" stroke-width="2.6" stroke-linejoin="round"/>'
    out += f'<path d="{city}" fill="#d9cdb3"/>'
    out += "".join(_field(cell, *field) for cell, field in _FIELDS.items())
    out += _houses(*_hex_centre(_CITY[1]))
    x, y = _hex_centre(_CITY[0])
    out += (
        f'<g transform="translate({short(x)} {short(y + 1)}) scale(1.2)" stroke="{INK}" stroke-width="1.2" '
        f'stroke-linejoin="round">{_TEMPLE}</g>'
    )
    return out, "#a5d2d0"


# ---------------------------------------------------------------- Tzolk'in


def _gear(x: float, y: float, r: float, teeth: int, fill: str, edge: str, angle: float = 0.0) -> str:
    step = 2 * math.pi / teeth
    points = [
        (x + reach * math.cos(angle + (i + at) * step), y + reach * math.sin(angle + (i + at) * step))
        for i in range(teeth)
        for at, reach in ((-0.3, r), (-0.17, r + 7), (0.17, r + 7), (0.3, r))
    ]
    return f'<path d="M{corners(points)}Z" fill="{fill}" stroke="{edge}" stroke-width="1.6" stroke-linejoin="round"/>'


def _small_gear(index: int, tooth: int, fill: str, edge: str) -> str:
    """One of the five wheels that the calendar drives, with three workers on it."""
    teeth = 10
    angle = tooth * 2 * math.pi / 26
    r = 21 if index < 3 else 27
    x, y = 166 + (60 + r) * math.cos(angle), 86 + (60 + r) * math.sin(angle)
    start = angle + math.pi / teeth
    shadow = _gear(x, y, r, teeth, INK, "none", start)
    out = f'<g transform="translate(0 2.5)" opacity=".35">{shadow}</g>' + _gear(x, y, r, teeth, fill, edge, start)
    out += (
        f'<circle cx="{short(x)}" cy="{short(y)}" r="{r - 2}" fill="none" stroke="#fffaf0" stroke-opacity=".55" '
        f'stroke-width="1.4"/><circle cx="{short(x)}" cy="{short(y)}" r="{short(r * 0.3)}" fill="#fbf4e4" '
        f'stroke="{edge}" stroke-width="1.6"/>'
    )
    holes = [start + (k + 0.5) * 2 * math.pi / teeth for k in range(teeth)]
    places = [(x + (r - 7.5) * math.cos(a), y + (r - 7.5) * math.sin(a)) for a in holes]
    out += "".join(
        f'<circle cx="{short(hx)}" cy="{short(hy)}" r="2.6" fill="#fffaf0" fill-opacity=".7"/>' for hx, hy in places
    )
    return out + "".join(
        _seat(seat, *places[(hole + index) % teeth], 4.4, 1.6) for hole, seat in ((1, 0), (2, 1), (4, 2))
    )


def _tzolkin() -> tuple[str, str]:
    luck = random.Random(2)
    out = ""
    for _ in range(26):
        x, y = luck.uniform(0, WIDTH), luck.uniform(0, HEIGHT)
        out += f'<g opacity=".5">{_tree(x, y, luck.uniform(0.8, 1.3), "#8fb07c")}</g>'
    tones = (
        ("#d8a13a", "#7d5510"),
        ("#b5492b", "#6d2413"),
        ("#8e6aa8", "#4b2f66"),
        ("#3f8f6e", "#1a5540"),
        ("#2f8b96", "#135058"),
    )
    for i, (tooth, (fill, edge)) in enumerate(zip((10, 13, 16, -2, 2), tones, strict=True)):
        out += _small_gear(i, tooth, fill, edge)
    x, y = 166, 86
    edge = "#6b5836"
    out += f'<g transform="translate(0 3)" opacity=".35">{_gear(x, y, 52, 26, INK, "none")}</g>'
    out += _gear(x, y, 52, 26, "#e2d5b8", edge)
    marks = ""
    for k in range(20):
        c, s = math.cos(k * math.pi / 10), math.sin(k * math.pi / 10)
        line = corners([(33 * c, 33 * s), (42 * c, 42 * s)])
        marks += f'<path d="M{line}" stroke-width="{2.6 if k % 5 == 0 else 1.2}"/>'
    rays = "".join(
        f'<path transform="rotate({k * 45})" d="M-5-15L0-28 5-15Z" fill="{"#dfa226" if k % 2 else "#b5492b"}"/>'
        for k in range(8)
    )
    return (
        out + f'<g transform="translate({x} {y})" stroke="{edge}"><circle r="44" fill="#cbb98f" stroke-width="1.3"/>'
        f'<circle r="31" fill="#e9dfc6" stroke-width="1.3"/>{marks}{rays}<circle r="15" fill="#dfa226" '
        f'stroke-width="1.5"/><path d="M-6-2h4v-4h4v4h4v4h-4v4h-4v-4h-4z" fill="#8e1c3b" stroke="none"/></g>'
    ), "#cbdab2"


# ---------------------------------------------------------------- Amritsar

_ELEPHANT = (
    '<ellipse cy="1" rx="13" ry="4" fill="#2a2018" fill-opacity=".2"/><path d="M-11 0V-9C-11-16-6-18 0-18 3-18 4-20 '
    '8-20 13-20 14.5-15 14-11L15-3H12.5L11.5-9 8-8V0H4V-5H-3V0Z" fill="#a89f92" stroke="#4a4038" stroke-width="1.3" '
    'stroke-linejoin="round"/><circle cx="10" cy="-15" r="1" fill="#2a2018"/><path d="M5-18q-3 5 1 8" fill="none" '
    'stroke="#4a4038" stroke-width="1.2"/>'
)


def _at(a: float, b: float, height: float) -> Point:
    x, y = project(a, b, height)
    return 168 + x * 0.152, 31 + y * 0.152


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


def _amritsar() -> tuple[str, str]:
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
            f'<path d="M-8-17.5h10v7h-10Z" fill="{SEATS[seat]}" stroke="{SEATS_DARK[seat]}" stroke-width="1.1"/>'
            f"{_seat(seat, -3, -13.8, 2.3, 1)}"
        )
        out += f'<g transform="translate({short(x)} {short(y)}) scale(1.15)">{_ELEPHANT}{cloth}</g>'
    return out, "#f2dfc0"


# ---------------------------------------------------------------- what the site asks for

_PICTURES: Final[dict[str, Callable[[], tuple[str, str]]]] = {
    "yaxha": _yaxha,
    "maya": _maya,
    "tzolkin": _tzolkin,
    "amritsar": _amritsar,
}
NAMES: Final = tuple(_PICTURES)


def _document(game: str, view_box: str, width: int, height: int) -> str:
    body, ground = _PICTURES[game]()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view_box}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{ground}"/>{body}</svg>'
    )


@cache
def picture(game: str) -> str:
    """The picture on a game's card, a document that stands alone: serve it as an image."""
    return _document(game, f"0 0 {WIDTH} {HEIGHT}", WIDTH, HEIGHT)


@cache
def crop(game: str, size: int = 48) -> str:
    """The middle of the picture as a small square."""
    side = HEIGHT - 28
    return _document(game, f"{(WIDTH - HEIGHT) // 2 + 14} 14 {side} {side}", size, size)
