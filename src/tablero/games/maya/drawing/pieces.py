"""The pieces of Maya as symbols: crops, plantations, temples, houses, trees, the marks of the land; and the geometry of
pointy-top hexagons on axial coordinates."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, lru_cache

from tablero.core.drawing.shapes import Point, corners, marker, seat_path, short

# ---------------------------------------------------------------- hexagons

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


# ---------------------------------------------------------------- what each piece looks like

CHOSEN = rounded(0, 0, SIZE * 0.86)  # the outline of a space that may be chosen


# Each crop in a box of 24 by 24 round its middle.
_KERNELS = "".join(
    f'<circle cx="{x}" cy="{y}" r="1.25"/>' for y in (-6.5, -3.7, -0.9, 1.9, 4.7) for x in (-2.5, 0, 2.5)
)
_CROPS = (
    '<path d="M0-11c4.3 1.5 5 9 4.2 14.5C3.6 8 2 10 0 10s-3.6-2-4.2-6.5C-5-2-4.3-9.5 0-11Z" fill="#f0b71f" '
    f'stroke="#8a5a05" stroke-width="1.3"/><g fill="#b9790b">{_KERNELS}</g>'
    '<path d="M0 11.5C-6.5 10-9 3-7.2-3.5-3.5-1 0 4 0 11.5Z" fill="#4f9a52" stroke="#1f5a2c" stroke-width="1.2"/>'
    '<path d="M0 11.5C6.5 10 9 3 7.2-3.5 3.5-1 0 4 0 11.5Z" fill="#3c8544" stroke="#1f5a2c" stroke-width="1.2"/>',
    '<path d="M-9.5 1C-10-5.5-4-9.5 2-8.5 8-7.5 11-3 10 2.5 9 8 3.5 9.5-1 9-6 8.5-9.2 6-9.5 1Z" fill="#b98550" '
    'stroke="#5f3b17" stroke-width="1.4"/><path d="M-6.5-.5C-6-4-3-6 .5-6" fill="none" stroke="#e3bd8b" '
    'stroke-width="1.7" stroke-linecap="round"/><g fill="#5f3b17"><ellipse cx="3.5" cy="-2.8" rx="1.5" ry="1"/>'
    '<ellipse cx="-3" cy="4" rx="1.5" ry="1"/><ellipse cx="5.3" cy="3.7" rx="1.3" ry=".9"/>'
    '<ellipse cx="-.5" cy=".5" rx="1.1" ry=".8"/></g>',
    '<path d="M-10.5 2C-10.5-4-6-6.5-3-5.5-1-7 1-7 3-5.5 6-6.5 10.5-4 10.5 2S6 10 3 9C1 10.2-1 10.2-3 9-6 10'
    '-10.5 8-10.5 2Z" fill="#e58427" stroke="#84400a" stroke-width="1.4"/>'
    '<path d="M-3-5.5C-6.5-2-6.5 6-3 9M3-5.5C6.5-2 6.5 6 3 9M0-6.5V9.8" fill="none" stroke="#a8560f" '
    'stroke-width="1.3"/><path d="M0-6C0-9 1.5-10.5 4-11" fill="none" stroke="#2f6d36" stroke-width="2.7" '
    'stroke-linecap="round"/><path d="M-1-7C-4-11-8-9.5-8.5-7-5.5-5.8-3-6-1-7Z" fill="#4f9a52" stroke="#1f5a2c"/>',
    '<path d="M-5.5-6C-9 0-7 8.5 6.5 11 3.5 8 2.8 5 3.2 1.5 3.5-2 4.5-5 1.5-7.2-1-8.8-4-8.5-5.5-6Z" '
    'fill="#c92f25" stroke="#6c0f10" stroke-width="1.4"/><path d="M-4.2-3.5C-5.5.5-4 4.5-.5 7" fill="none" '
    'stroke="#f58f74" stroke-width="1.6" stroke-linecap="round"/>'
    '<path d="M-6.5-5.5C-5-9-1-10 2.5-7.5.5-6-3.5-5-6.5-5.5Z" fill="#3c8544" stroke="#1f5a2c" stroke-width="1.1"/>'
    '<path d="M-2.5-8.5C-2.5-10.5-1.5-11.5.5-12" fill="none" stroke="#2f6d36" stroke-width="2.2" '
    'stroke-linecap="round"/>',
)
_TEMPLE = (
    '<g stroke="#2a2018" stroke-width="1.2" stroke-linejoin="round"><rect x="-19" y="6.5" width="38" height="7.5" '
    'fill="#b9ad94"/><rect x="-14.5" y="0" width="29" height="6.5" fill="#cbc0a8"/><rect x="-10.5" y="-6.5" width="21" '
    'height="6.5" fill="#ddd3bd"/><rect x="-6.5" y="-13.5" width="13" height="7" fill="#b5492b"/>'
    '<path d="M-8-13.5H8L5.5-17H-5.5Z" fill="#dfa226"/><path d="M-3.8 14V-6.5H3.8V14Z" fill="#efe7d5"/>'
    '<path d="M-3.8 11H3.8M-3.8 8H3.8M-3.8 5H3.8M-3.8 2H3.8M-3.8-1H3.8M-3.8-4H3.8" stroke-width=".9"/>'
    '<rect x="-2" y="-11.5" width="4" height="5" fill="#2a2018" stroke="none"/></g>'
)
_EMPTY_TEMPLE = (
    f'<path d="{rounded(0, 0, SIZE * 0.84)}" fill="var(--my-plaza)" fill-opacity=".5" stroke="var(--ink-2)" '
    'stroke-opacity=".6" stroke-width="1.3" stroke-dasharray="3 3"/>'
    '<path transform="translate(0 -6) scale(.78)" d="M-17 12V6H-12V0H-8V-6H-4.5V-13H4.5V-6H8V0H12V6H17V12Z" '
    'fill="none" stroke="var(--ink-2)" stroke-opacity=".75" stroke-width="1.3" stroke-dasharray="2.2 2.2" '
    'stroke-linejoin="round"/>'
)
_ROOFS = (((-10, -8), (8, -4), (-3, 9)), ((2, -10), (-8, 3), (9, 6)), ((4, -8), (-11, 5), (7, 9)))
_MARKS = (
    '<path d="M-8-3q4-5 8 0t8 0M-8 4q4-5 8 0t8 0"/>',
    '<path d="M-6 4q0-8 6-9q6 1 6 9M0-5v9"/>',
    '<path d="M-7-4h.1M0-4h.1M7-4h.1M-3.5 3h.1M3.5 3h.1" stroke-width="3.4"/>',
    '<path d="M-8 2l4-5 4 5 4-5 4 5" stroke-linejoin="round"/>',
)


def _symbol(name: str, body: str) -> str:
    return f'<g id="my-{name}">{body}</g>'


def _rim(seat: int) -> str:
    return (
        f'<path d="{rounded(0, 0, SIZE * 0.965)}" fill="var(--seat-{seat + 1})" stroke="var(--seat-{seat + 1}-dark)" '
        f'stroke-width="1.5"/>'
    )


def _badge(seat: int) -> str:
    y = SIZE * 0.76
    return (
        f'<circle cy="{short(y)}" r="7.4" fill="#fffaf0" stroke="var(--seat-{seat + 1}-dark)" stroke-width="1.2"/>'
        f'<path d="{seat_path(seat, 0, y + 0.2, 4.1)}" fill="var(--my-badge-{seat + 1})"/>'
    )


def _face(crop: int, number: int) -> str:
    furrows = "".join(f"M-22 {y}q11-3.2 22 0t22 0" for y in (-15, -7, 1, 9, 17))
    field = rounded(0, 0, SIZE * 0.8, 3)
    places = ((0, -2.5, 1.2),) if number == 1 else ((-9.7, -5.3, 0.88), (9.2, -1, 0.88))
    crops = "".join(
        f'<use href="#my-crop-{crop}" transform="translate({short(x)} {short(y)}) scale({k})"/>' for x, y, k in places
    )
    return (
        f'<path d="{field}" fill="var(--my-soil-{crop})"/>'
        f'<path d="{furrows}" clip-path="url(#my-field)" fill="none" stroke="var(--my-furrow-{crop})" '
        f'stroke-opacity=".55" stroke-width="1.5"/>'
        f'<path d="{field}" fill="none" stroke="#fffaf0" stroke-opacity=".75" stroke-width="1.4"/>{crops}'
    )


def _tile(seat: int, kind: int) -> str:
    """A plantation: the seat's rim and shape, and one or two crops."""
    return f'<use href="#my-rim-{seat}"/><use href="#my-face-{kind}"/><use href="#my-badge-{seat}"/>'


def _band(size: float, tone: str, width: float, core: str) -> str:
    """A ring of two lines that shows on every ground."""
    d = rounded(0, 0, SIZE * size)
    return (
        f'<g fill="none"><path d="{d}" stroke="var(--my-{tone})" stroke-width="{width}"/>'
        f'<path d="{d}" stroke="var(--my-{core})" stroke-width="1.6"/></g>'
    )


def _court(variant: int) -> str:
    """A city tile: a paved court with small stone houses."""
    houses = ""
    for x, y in _ROOFS[variant]:
        houses += (
            f'<path d="M{x - 6.5} {y + 1}h13v6.5h-13Z" fill="#f2e9d6"/><path d="M{x - 7.5} {y + 1.5}l3-6.5h9l3 6.5Z" '
            f'fill="#b5492b"/><path d="M{x} {y + 3}v4.5" stroke="#2a2018" stroke-width="3.2"/>'
        )
    return f'<g stroke="#4a3a2a" stroke-width="1.1" stroke-linejoin="round">{houses}</g>'


def _tree(tone: str) -> str:
    return (
        f'<path d="M0 5V11" stroke="#5f4423" stroke-width="2.4"/><g fill="{tone}"><circle cx="-4.5" cy="2" r="5"/>'
        '<circle cx="4.5" cy="2" r="5"/><circle cy="-3.5" r="6.2"/></g>'
        '<path d="M-3.5-5.5a4.5 4.5 0 0 1 4-2.5" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="1.4" '
        'stroke-linecap="round"/>'
    )


def _thicket() -> str:
    places = ((-11, -10, 1.05, 1), (10, -9, 1.1, 2), (0, -1, 1.2, 3), (-12, 8, 1.05, 2), (11, 9, 1.1, 1))
    return "".join(
        f'<use href="#my-tree-{tone}" transform="translate({x} {y}) scale({k})"/>' for x, y, k, tone in places
    )


def _pavement() -> str:
    lines = "M0-25V25M-22-12.5 22 12.5M-22 12.5 22-12.5"
    return (
        f'<path d="{rounded(0, 0, SIZE * 0.86, 5)}" fill="var(--my-paved)" stroke="var(--my-joint)" '
        f'stroke-width="1.2"/>'
        f'<path d="{lines}" stroke="var(--my-joint)" stroke-opacity=".7"/>'
    )


def _mark(area: int) -> str:
    return f'<g fill="none" stroke="var(--my-mark-{area})" stroke-width="1.5" stroke-linecap="round">{_MARKS[area]}</g>'


def _terrain(name: str, colour: str, lines: str, mark: str) -> str:
    """Land as a pattern that repeats every second row: two hexagons with their borders and marks."""
    width, height = short(WIDE), short(3 * SIZE)
    middles = [(0.0, 0.0), (WIDE, 0.0), (0.0, 3 * SIZE), (WIDE, 3 * SIZE), (WIDE / 2, 1.5 * SIZE)]
    marks = "".join(f'<g transform="translate({short(x)} {short(y)})">{mark}</g>' for x, y in middles if mark)
    borders = "".join(f"M{corners(hexagon(x, y, SIZE))}Z" for x, y in middles)
    return (
        f'<pattern id="my-{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
        f'<rect width="{width}" height="{height}" fill="{colour}"/>{marks}'
        f'<path d="{borders}" fill="none" stroke="{lines}" stroke-opacity=".65" stroke-width="1.6"/></pattern>'
    )


@cache
def definitions() -> str:
    """Everything that stays the same, drawn round 0, 0."""
    parts = [
        f'<clipPath id="my-field"><path d="{rounded(0, 0, SIZE * 0.8, 3)}"/></clipPath>',
        '<pattern id="my-hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(35)">'
        '<path d="M0 0V9" stroke="var(--my-wild-line)" stroke-width="2" stroke-opacity=".4"/></pattern>',
        _symbol("temple", _TEMPLE),
        _symbol("no-temple", _EMPTY_TEMPLE),
        _symbol("paved", _pavement()),
    ]
    parts += [_symbol(f"crop-{crop}", art) for crop, art in enumerate(_CROPS)]
    parts += [_symbol(f"face-{2 * crop + number - 1}", _face(crop, number)) for crop in range(4) for number in (1, 2)]
    parts += [_symbol(f"rim-{seat}", _rim(seat)) for seat in range(4)]
    parts += [_symbol(f"badge-{seat}", _badge(seat)) for seat in range(4)]
    parts += [_symbol(f"tile-{seat}-{kind}", _tile(seat, kind)) for seat in range(4) for kind in range(8)]
    parts += [_symbol(f"court-{variant}", _pavement() + _court(variant)) for variant in range(3)]
    parts += [
        _symbol("hit", f'<path d="{rounded(0, 0, SIZE)}" fill="none" pointer-events="all"/>'),
        _symbol("last", _band(0.97, "last", 4, "last-core")),
        _symbol("grows", _band(0.93, "grow", 4.5, "grow-2")),
        _symbol("pip", f'<path d="{rounded(6.5, 7.5, 7, 1.5)}" stroke-width="1.2"/>'),
    ]
    parts += [_symbol(f"tree-{tone}", _tree(f"var(--my-tree-{tone})")) for tone in range(4)]
    parts.append(_symbol("thicket", _thicket()))
    for number in range(4):
        parts.append(_symbol(f"mark-{number}", _mark(number)))
        parts.append(_terrain(f"land-{number}", f"var(--my-land-{number})", "var(--my-grid)", _mark(number)))
    parts.append(_terrain("wild", "var(--my-wild)", "var(--my-wild-edge)", ""))
    parts.append(_symbol("spot", f'<path d="{CHOSEN}" fill="var(--my-spot)"/>'))
    return "".join(parts)


@cache
def travelling() -> str:
    """The pieces that travel over the page, each in a box of its own: plantations, tiles seen from behind, crops and
    points."""
    hexagonal = "-31 -34 62 71"
    shown = [(f"tile-{seat}-{kind}", hexagonal) for seat in range(4) for kind in range(8)]
    shown += [
        ("court-0", hexagonal),
        ("temple", "-22 -22 44 44"),
        *((f"crop-{crop}", "-14 -14 28 28") for crop in range(4)),
    ]
    boxed = "".join(
        f'<symbol id="my-fly-{name}" viewBox="{box}"><use href="#my-{name}"/></symbol>' for name, box in shown
    )
    return boxed + (
        '<symbol id="my-fly-point" viewBox="-12 -12 24 24"><circle r="9" fill="#dfa226" stroke="#8a5a05" '
        'stroke-width="1.6"/><circle r="5.5" fill="none" stroke="#fff0bd" stroke-width="1.6"/></symbol>'
    )


@lru_cache(4096)
def use(name: str, x: float, y: float, scale: float = 1, more: str = "") -> str:
    """A piece at a place; `more` are further attributes."""
    grown = f" scale({short(scale)})" if scale != 1 else ""
    return f'<use href="#my-{name}" {more}{" " if more else ""}transform="translate({short(x)} {short(y)}){grown}"/>'


def tile(x: float, y: float, seat: int, crop: int, number: int, scale: float = 1) -> str:
    """A plantation on its space."""
    return use(f"tile-{seat}-{2 * crop + number - 1}", x, y, scale)


@lru_cache(256)
def loose_tile(seat: int, crop: int, number: int, size: float, chosen: bool = False, piled: bool = False) -> str:
    """A plantation as an SVG element of its own, with the marker round it where it may be chosen."""
    ring = marker(f'path d="{rounded(0, 0, SIZE * 1.02)}"') if chosen else ""
    below = tile(-4, 4, seat, crop, number) if piled else ""
    return (
        f'<svg class="my-loose" width="{short(size)}" height="{short(size * 1.15)}" viewBox="-33 -37 66 76" '
        f'aria-hidden="true">{below}{tile(0, 0, seat, crop, number)}{ring}</svg>'
    )
