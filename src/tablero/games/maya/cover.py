"""The picture of Maya in the lobby."""

from __future__ import annotations

import math

from tablero.core.drawing.cover import INK_COLOUR, SEAT_COLOURS, SEATS_DARK, Cover, seat_shape
from tablero.core.drawing.shapes import Point, circle, corners, short

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
        f'<path d="{_rounded(x, y, _HEX * 0.965, 4 * k)}" fill="{SEAT_COLOURS[seat]}" stroke="{SEATS_DARK[seat]}" '
        f'stroke-width="1.4"/><path d="{inner}" fill="{_SOIL[crop]}"/><path d="{furrows}" fill="none" '
        f'stroke="{_FURROW[crop]}" stroke-opacity=".55" stroke-width="1.4"/><path d="{inner}" fill="none" '
        f'stroke="#fffaf0" stroke-opacity=".75" stroke-width="1.3"/>'
    )
    for dx, dy, size in plants:
        at = f"translate({short(x + dx * k)} {short(y + dy * k)}) scale({short(size * k)})"
        out += f'<g transform="{at}">{_CROPS[crop]}</g>'
    badge = y + _HEX * 0.76
    out += circle(short(x), short(badge), 7.1, f'fill="#fffaf0" stroke="{SEATS_DARK[seat]}" stroke-width="1.1"')
    return out + seat_shape(seat, x, badge, 3.9, 0)


def _land_mark(kind: str, x: float, y: float) -> str:
    tone = _LAND[kind][1]
    if kind == "yellow":
        dots = ((-7, -4), (0, -4), (7, -4), (-3.5, 3), (3.5, 3))
        return "".join(circle(short(x + dx), short(y + dy), 1.6, f'fill="{tone}"') for dx, dy in dots)
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


def cover() -> Cover:
    """What the lobby shows of Maya."""
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
    out += f'<path d="{city}" fill="#d9cdb3" stroke="{INK_COLOUR}" stroke-width="2.6" stroke-linejoin="round"/>'
    out += f'<path d="{city}" fill="#d9cdb3"/>'
    out += "".join(_field(cell, *field) for cell, field in _FIELDS.items())
    out += _houses(*_hex_centre(_CITY[1]))
    x, y = _hex_centre(_CITY[0])
    out += (
        f'<g transform="translate({short(x)} {short(y + 1)}) scale(1.2)" stroke="{INK_COLOUR}" stroke-width="1.2" '
        f'stroke-linejoin="round">{_TEMPLE}</g>'
    )
    return Cover(out, "#a5d2d0")
