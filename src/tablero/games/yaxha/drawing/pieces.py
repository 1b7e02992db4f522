"""Wooden cubes in true isometry: the geometry of four views, the cube art, the pictures of the bonus cards.

All pictures use one unit: a cube's edge is 100. A cell (x, y, z) is a unit square on level z, upper levels are shifted
by half a cube; a turn rotates everything by a quarter around the first cube's corner, and a camera shifts and scales
the whole so that the part of the ground which the base may still use fills the picture. Cubes therefore keep their
place while the base floats; only the camera moves.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Sequence
from functools import cache
from typing import Final, NamedTuple

from tablero.core.drawing.shapes import Point, corners, medal_glyph, seat_glyph, short
from tablero.games.yaxha.names import COLOURS, NEIGHBOUR
from tablero.games.yaxha.options import CHOSEN

Cell = tuple[int, int, int]
Frame = tuple[int, int, int, int]  # lowest and highest column, lowest and highest row

EDGE: Final = 100.0
HALF_WIDTH: Final = EDGE * math.cos(math.pi / 6)
HALF_HEIGHT: Final = EDGE / 2
GRAINS: Final = 3  # each colour is cut from three pieces of wood

#        top light, top, left, left dark, right, right dark, engraving; they stay the same at night
TONES: Final = (
    ("#f39a5c", "#ea8140", "#d8662a", "#c75920", "#ad4a18", "#9b4013", "#7a2d08"),
    ("#6fa8dd", "#5191cf", "#3576b8", "#2d6aa9", "#215890", "#1b4c7f", "#0f325a"),
    ("#62ac7f", "#47976a", "#307d54", "#297149", "#1e5f3d", "#194f33", "#0c3320"),
    ("#f9df86", "#f3cf60", "#e2b53c", "#d6a930", "#bb8e20", "#a97f19", "#77550a"),
    ("#f4efe4", "#e7e0d1", "#cfc6b4", "#c3b9a5", "#aaa08b", "#9c927d", "#635a48"),
)
ANY_COLOUR: Final = 5  # a cube of bare wood, for bonus cards that ask for no certain colour
_BARE = ("#e9cfa6", "#dcbb8b", "#c9a26c", "#bf9862", "#a67f4b", "#99733f", "#6b4c22")
_WOODS = (*TONES, _BARE)

# The picture of a pyramid on a base of 4 x 4, slab included.
BOX: Final = (-490, -470, 980, 800)
MARGIN = 0.55  # of the slab around the base
STEP = 0.28  # of the lower slab around the upper
THICK = 0.34


def project(a: float, b: float, height: float) -> Point:
    """A point of space on paper."""
    return (a - b) * HALF_WIDTH, (a + b) * HALF_HEIGHT - height * EDGE


def turned(a: float, b: float, turn: int) -> Point:
    """A point of the ground after some quarter turns."""
    for _ in range(turn % 4):
        a, b = -b, a
    return a, b


# ---------------------------------------------------------------- geometry of the cells


class Spot(NamedTuple):
    """Where a cell lies in one of the four views."""

    order: int  # painter's order: the farthest and lowest first
    x: float  # the far corner of the cube's top face
    y: float
    at: str  # the same as attributes


@cache
def spots(turn: int) -> dict[Cell, Spot]:
    """All cells as they lie in a view."""
    found: list[tuple[int, float, float, float, Cell]] = []
    for z in range(4):
        for x in range(-3, 4 - z):
            for y in range(-3, 4 - z):
                a, b = turned(x + z / 2 + 0.5, y + z / 2 + 0.5, turn)
                found.append((z, a + b, a, b, (x, y, z)))
    found.sort()
    out = {}
    for order, (z, _, a, b, cell) in enumerate(found):
        px, py = project(a - 0.5, b - 0.5, z + 1)
        out[cell] = Spot(order, px, py, f'x="{short(px)}" y="{short(py)}"')
    return out


def covers(cube: Spot, cell: Spot) -> bool:
    """Whether a cube stands in front of a cell: it is painted later, and the two outlines overlap."""
    across, down = abs(cube.x - cell.x), abs(cube.y - cell.y)
    return (
        cube.order > cell.order
        and across < 2 * HALF_WIDTH - 1
        and down + across * HALF_HEIGHT / HALF_WIDTH < 2 * EDGE - 1
    )


class Camera(NamedTuple):
    """How the ground is shifted and scaled to fill the box."""

    x: float
    y: float
    scale: float

    def see(self, x: float, y: float) -> Point:
        """A point of the picture's own coordinates inside the box."""
        return self.x + x * self.scale, self.y + y * self.scale


def levels_within(frame: Frame) -> int:
    """How many levels a pyramid can have so far: the narrower the ground still is in use, the wider the frame."""
    return max(1, 8 - max(frame[1] - frame[0] + 1, frame[3] - frame[2] + 1))


@cache
def camera(frame: Frame, turn: int) -> Camera:
    """Puts the middle of the frame into the middle of the box, as large as it fits."""
    around = (frame[1] - frame[0] + 1) + (frame[3] - frame[2] + 1)
    rim = 2 * (MARGIN + STEP)
    half_width = (around + rim * 2) / 2 * HALF_WIDTH
    above = max(around * HALF_HEIGHT / 2, HALF_HEIGHT + levels_within(frame) * EDGE) + 20
    below = (around + rim * 2) * HALF_HEIGHT / 2 + THICK * EDGE + 13
    _, top, width, height = BOX
    scale = min(width / 2 / half_width, height / (above + below))
    a, b = turned((frame[0] + frame[1] + 1) / 2, (frame[2] + frame[3] + 1) / 2, turn)
    x, y = project(a, b, 0)
    spare = height - scale * (above + below)
    return Camera(-x * scale, top + spare / 2 + (above - y) * scale, scale)


# ---------------------------------------------------------------- cube art, sent once

_TOP = [(0.0, 0.0), (HALF_WIDTH, HALF_HEIGHT), (0.0, EDGE), (-HALF_WIDTH, HALF_HEIGHT)]
_LEFT = [(-HALF_WIDTH, HALF_HEIGHT), (0.0, EDGE), (0.0, 2 * EDGE), (-HALF_WIDTH, HALF_HEIGHT + EDGE)]
_RIGHT = [(0.0, EDGE), (HALF_WIDTH, HALF_HEIGHT), (HALF_WIDTH, HALF_HEIGHT + EDGE), (0.0, 2 * EDGE)]
_HULL = [_TOP[0], _TOP[1], _RIGHT[2], _LEFT[2], _LEFT[3], _TOP[3]]
_ON_TOP = f"matrix({short(HALF_WIDTH)} 50 -{short(HALF_WIDTH)} 50 0 0)"
_ON_LEFT = f"matrix({short(HALF_WIDTH)} 50 0 100 -{short(HALF_WIDTH)} 50)"
_ON_RIGHT = f"matrix({short(HALF_WIDTH)} -50 0 100 0 100)"


def _shrunk(points: Sequence[Point], by: float) -> list[Point]:
    mx = sum(x for x, _ in points) / len(points)
    my = sum(y for _, y in points) / len(points)
    return [(mx + (x - mx) * by, my + (y - my) * by) for x, y in points]


def hull(shrink: float = 1.0) -> str:
    """The outline of a cube as a path."""
    return f"M{corners(_shrunk(_HULL, shrink))}Z"


HULL: Final = hull(0.97)  # of a cell that can be chosen


def mark(colour: int, ink: str) -> str:
    """The sign of a colour in a box from -0.5 to 0.5: flame, wave, leaf, sun, moon."""
    if colour == 0:
        return (
            f'<path d="M0-.46C.1-.26.34-.12.34.14.34.36.18.46 0 .46S-.34.36-.34.14C-.34-.02-.24-.1-.2-.22'
            f'-.12-.14-.08-.1-.06-.02.04-.14.06-.3 0-.46Z" fill="{ink}"/>'
        )
    if colour == 1:
        wave = "c.1-.16.2-.16.3 0s.2.16.3 0 .2-.16.3 0"
        return (
            f'<path d="M-.45-.22{wave}M-.45.03{wave}M-.45.28{wave}" fill="none" stroke="{ink}" '
            f'stroke-width=".11" stroke-linecap="round"/>'
        )
    if colour == 2:
        return f'<path d="M0-.47C.36-.24.4.1.06.36L.06.47-.06.47-.06.36C-.4.1-.36-.24 0-.47Z" fill="{ink}"/>'
    if colour == 3:
        rays = ""
        for i in range(8):
            c, s = math.cos(i * math.pi / 4), math.sin(i * math.pi / 4)
            rays += f"M{short(0.33 * c)} {short(0.33 * s)}L{short(0.47 * c)} {short(0.47 * s)}"
        return (
            f'<circle r=".215" fill="{ink}"/><path d="{rays}" stroke="{ink}" stroke-width=".1" stroke-linecap="round"/>'
        )
    if colour == 4:
        return f'<path d="M.16-.43A.44.44 0 1 0 .16.43.36.36 0 0 1 .16-.43Z" fill="{ink}"/>'
    return ""


def _engraving(colour: int, place: str, ink: str, light: str, opacity: float) -> str:
    if colour == ANY_COLOUR:
        return ""
    return (
        f'<g transform="{place}" opacity="{opacity}"><g transform="translate(0 .045)">{mark(colour, light)}</g>'
        f"{mark(colour, ink)}</g>"
    )


def _grain(luck: random.Random, ink: str) -> str:
    lines = ""
    for i in range(5):
        y = (i + 0.5 + luck.uniform(-0.28, 0.28)) / 5
        bends = [short(y + luck.uniform(-0.05, 0.05)) for _ in range(2)]
        lines += f"M.02 {short(y)}C.3 {bends[0]} .7 {bends[1]} .98 {short(y + luck.uniform(-0.03, 0.03))}"
    return f'<path d="{lines}" fill="none" stroke="{ink}" stroke-opacity=".2" stroke-width=".014"/>'


def _end_grain(luck: random.Random, ink: str) -> str:
    """Year rings, kept inside the face."""
    x, y = luck.uniform(0.1, 0.9), luck.uniform(1.05, 1.3)
    rings = "".join(
        f"M.01 {short(y - k)}Q{short(x)} {short(y - k - 0.2)} .99 {short(y - k + 0.04)}"
        for k in (0.32, 0.5, 0.68, 0.86)
        if 0.12 < y - k < 0.95
    )
    return f'<path d="{rings}" fill="none" stroke="{ink}" stroke-opacity=".2" stroke-width=".014"/>'


def cube_art(colour: int, grain: int) -> str:
    """One cube; its origin is the far corner of the top face."""
    wood = _WOODS[colour]
    ink = wood[6]
    luck = random.Random(colour * 10 + grain)
    side = "translate(.5 .5) scale(.52)"
    edges = f"M{short(-HALF_WIDTH)} 50L0 100L{short(HALF_WIDTH)} 50"
    return (
        f'<g id="yx-c{colour}{grain}" stroke-linejoin="round">'
        f'<polygon points="{corners(_RIGHT)}" fill="url(#yx-r{colour})" stroke="{wood[5]}" stroke-width="2"/>'
        f'<polygon points="{corners(_LEFT)}" fill="url(#yx-l{colour})" stroke="{wood[3]}" stroke-width="2"/>'
        f'<polygon points="{corners(_TOP)}" fill="url(#yx-t{colour})" stroke="{wood[1]}" stroke-width="2"/>'
        f'<g transform="{_ON_TOP}">{_grain(luck, ink)}</g><g transform="{_ON_LEFT}">{_grain(luck, ink)}</g>'
        f'<g transform="{_ON_RIGHT}">{_end_grain(luck, ink)}</g>'
        f"{_engraving(colour, f'{_ON_TOP} translate(.5 .5) rotate(-45) scale(.5)', ink, '#ffffff66', 0.78)}"
        f"{_engraving(colour, f'{_ON_LEFT} {side}', ink, '#ffffff66', 0.8)}"
        f"{_engraving(colour, f'{_ON_RIGHT} {side}', ink, '#ffffff44', 0.8)}"
        f'<path d="{edges}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2.6"/>'
        f'<path d="M0 100V200" stroke="#fff" stroke-opacity=".22" stroke-width="2"/>'
        f'<path d="{hull()}" fill="none" stroke="{ink}" stroke-opacity=".55" stroke-width="1.8"/></g>'
    )


def wood_gradients(colour: int) -> str:
    """The light on the three faces of a colour's cubes."""
    wood = _WOODS[colour]
    faces = (("t", "0", "0", "1", 0), ("l", "0", ".25", "1", 2), ("r", ".2", "0", "1", 4))
    return "".join(
        f'<linearGradient id="yx-{face}{colour}" x1="{x1}" y1="0" x2="{x2}" y2="{y2}">'
        f'<stop offset="0" stop-color="{wood[k]}"/><stop offset="1" stop-color="{wood[k + 1]}"/></linearGradient>'
        for face, x1, x2, y2, k in faces
    )


def _ghost_art(colour: int) -> str:
    """A legal cell: tinted glass, whose marker is drawn where it stands; and the cube itself as it would stand
    there."""
    wood = TONES[colour]
    faces = (
        f'<polygon points="{corners(_shrunk(_RIGHT, 0.97))}" fill="{wood[4]}" fill-opacity=".34"/>'
        f'<polygon points="{corners(_shrunk(_LEFT, 0.97))}" fill="{wood[2]}" fill-opacity=".34"/>'
        f'<polygon points="{corners(_shrunk(_TOP, 0.97))}" fill="#fff3c4" fill-opacity=".62"/>'
    )
    return (
        f'<g id="yx-g{colour}" stroke="#1d140c" stroke-opacity=".45" stroke-width="2.2" '
        f'stroke-linejoin="round">{faces}</g>'
        f'<g id="yx-h{colour}"><use href="#yx-shadow"/><use href="#yx-c{colour}1" opacity=".93"/></g>'
    )


def _shadow_art() -> str:
    """The shadow of a cube on the level below; light comes from the left."""
    k = 0.26
    ground = [(0, 0), (1 + k, 0), (1 + k, 1 + k * 0.35), (k * 0.2, 1 + k * 0.35), (0, 1)]
    points = [project(a, b, -1) for a, b in ground]
    return f'<polygon id="yx-shadow" points="{corners(points)}" fill="#1d1208" fill-opacity=".22"/>'


def _outline_art() -> str:
    inner = "".join(f'<polygon points="{corners(_shrunk(face, 0.84))}"/>' for face in (_TOP, _LEFT, _RIGHT))
    return (
        f'<g id="yx-grow" fill="none" stroke-linejoin="round"><g stroke="#fffaf0" stroke-opacity=".9" '
        f'stroke-width="6.2">{inner}</g><g stroke="#1f7a5c" stroke-width="3.6">{inner}</g></g>'
        f'<g id="yx-last" fill="none" stroke-linejoin="round"><path d="{hull()}" stroke="#fffaf0" stroke-width="4.5"/>'
        f'<path d="{hull()}" stroke="#2a2018" stroke-width="1.6"/></g>'
        f'<path id="yx-xray" d="{hull(0.95)}" fill="none" stroke="#fff8dc" stroke-opacity=".85" stroke-width="2.2" '
        f'stroke-dasharray="2 7" stroke-linecap="round"/>'
    )


def _flat_art(colour: int) -> str:
    """A cube from above in a 20 x 20 box, and the same as a hidden cube."""
    wood = TONES[colour]
    box = 'x=".8" y=".8" width="18.4" height="18.4" rx="3"'
    return (
        f'<g id="yx-f{colour}"><rect {box} fill="{wood[1]}" stroke="{wood[3]}" stroke-width=".9"/>'
        f'<g transform="translate(10 10) scale(12.4)">{mark(colour, wood[6])}</g></g>'
        f'<g id="yx-k{colour}"><rect {box} fill="{wood[1]}" opacity=".5"/>'
        f'<rect {box} fill="url(#yx-hatch)" stroke="var(--yx-hatch)" stroke-width="1.4"/></g>'
    )


_EFFECTS = (
    '<radialGradient id="yx-soft"><stop offset=".5" stop-color="var(--yx-ground)"/><stop offset=".78" '
    'stop-color="var(--yx-ground)" stop-opacity=".55"/><stop offset="1" stop-color="var(--yx-ground)" '
    'stop-opacity="0"/></radialGradient>'
    '<pattern id="yx-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V5" stroke="var(--yx-hatch)" stroke-width="1.8" stroke-opacity=".6"/></pattern>'
    '<pattern id="yx-weave" width="12" height="9" patternUnits="userSpaceOnUse"><path d="M0 7.5L6 1.5L12 7.5" '
    'fill="none" stroke="#fff6e0" stroke-opacity=".8" stroke-width="1.6"/></pattern>'
)


def definitions(colours: Collection[int] = range(6)) -> str:
    """Everything that pictures of cubes in these colours refer to."""
    parts = [_EFFECTS, _shadow_art(), _outline_art()]
    for colour in sorted(colours):
        parts.append(wood_gradients(colour))
        parts += [cube_art(colour, grain) for grain in range(GRAINS)]
        if colour != ANY_COLOUR:
            parts += [_ghost_art(colour), _flat_art(colour)]
    return "".join(parts)


def travelling_art() -> str:
    """What flies across the page or stands in a list, each in a box of its own: a cube of each colour, the seats, the
    initiative stones, the bonus cards."""
    parts = [
        f'<symbol id="yx-fly-{colour}" viewBox="-89 -2 178 204"><use href="#yx-c{colour}0"/></symbol>'
        for colour in range(len(COLOURS))
    ]
    for seat in range(4):
        parts.append(f'<symbol id="yx-fly-seat-{seat}" viewBox="-10 -10 20 20">{seat_glyph(seat, 0, 0.4)}</symbol>')
        parts.append(f'<symbol id="yx-fly-stone-{seat + 1}" viewBox="0 0 26 26">{medal_glyph(seat + 1)}</symbol>')
    parts += [f'<symbol id="yx-card-{card}" viewBox="0 0 54 54">{card_glyph(card)}</symbol>' for card in CHOSEN.among]
    return "".join(parts)


# ---------------------------------------------------------------- one cube


@cache
def loose_cube(colour: int, size: float, grain: int = 0) -> str:
    """A cube as an SVG element of its own; the size is its edge in pixels."""
    width, height = short(2 * HALF_WIDTH / EDGE * size + 2), short(2 * size + 2)
    return (
        f'<svg class="yx-cube" width="{width}" height="{height}" viewBox="-89 -2 178 204" aria-hidden="true">'
        f'<use href="#yx-c{colour}{grain}"/></svg>'
    )


@cache
def gone_cube(size: float) -> str:
    """The empty outline of a cube that has been placed."""
    width, height = short(2 * HALF_WIDTH / EDGE * size + 2), short(2 * size + 2)
    return (
        f'<svg class="yx-cube yx-gone" width="{width}" height="{height}" viewBox="-89 -2 178 204" aria-hidden="true">'
        f'<path d="{hull(0.95)}" fill="none" stroke="var(--line)" stroke-width="5" stroke-dasharray="11 11"/>'
        '<path d="M-26 102l19 19 34-38" fill="none" stroke="var(--jade-ink)" stroke-width="10" stroke-linecap="round" '
        'stroke-linejoin="round"/></svg>'
    )


# ---------------------------------------------------------------- bonus cards

# What a card needs of a seat's value, where the number alone would not tell.
GOALS: Final = {"five_colours_level_1": 5, "five_colours_level_2": 5}


def worth(card: str, value: int) -> str:
    """A seat's value for a card, short enough for a badge."""
    if card == "one_colour_side":
        return "1" if value else "0"
    goal = GOALS.get(card)
    return f"{value}/{goal}" if goal else str(value)


def _scene(card: str) -> tuple[list[tuple[Cell, int]], str]:
    """The cubes of a card's picture and the number beside them."""
    square: list[Cell] = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
    if card.startswith("largest_") and card[8:] in COLOURS:
        colour = COLOURS.index(card[8:])
        return [(cell, colour) for cell in (*square, (0, 0, 1))], ""
    scenes: dict[str, tuple[list[tuple[Cell, int]], str]] = {
        "largest_any": ([(cell, ANY_COLOUR) for cell in (*square, (0, 0, 1))], ""),
        "largest_level_1": ([(cell, ANY_COLOUR) for cell in (*square, (2, 0, 0))], "1"),
        "most_levels": ([((0, 0, 0), 1), ((1, 0, 0), 1), ((0, 1, 0), 1), ((1, 1, 0), 0), ((0, 0, 1), 0)], "↕"),
        "second_largest": ([(cell, ANY_COLOUR) for cell in ((0, 0, 0), (1, 0, 0), (0, 1, 0))], "2."),
        "five_colours_level_1": ([((0, 0, 0), 3), ((1, 0, 0), 0), ((0, 1, 0), 1), ((1, 1, 0), 2), ((2, 1, 0), 4)], "1"),
        "five_colours_level_2": ([((0, 0, 0), 0), ((1, 0, 0), 1), ((0, 1, 0), 4), ((1, 1, 0), 2), ((0, 0, 1), 3)], "2"),
        "one_colour_side": ([((0, 0, 0), 4), ((1, 0, 0), 1), ((0, 1, 0), 0), ((1, 1, 0), 0), ((0, 0, 1), 0)], ""),
        "three_colours": ([((0, 0, 0), 0), ((1, 0, 0), 1), ((0, 1, 0), 3)], "3"),
    }
    return scenes[card]


def _note(words: str, x: float, y: float) -> str:
    return (
        f'<text x="{short(x)}" y="{short(y)}" text-anchor="middle" font-family="var(--title)" font-weight="800" '
        f'font-size="16" fill="var(--ink)" stroke="var(--card-2)" stroke-width="3" paint-order="stroke">{words}</text>'
    )


def _comparison(colour: int) -> str:
    """Two cubes on one another beside a single one: at least as many."""
    cubes = ((12, 26, 0), (12, 15, 1), (42, 21, 2))
    uses = "".join(
        f'<use href="#yx-c{colour}{grain}" transform="translate({x} {y}) scale(.11)"/>' for x, y, grain in cubes
    )
    return uses + _note("≥", 27.5, 36)


@cache
def card_glyph(card: str) -> str:
    """A card's picture in a 54 x 54 box."""
    if card.startswith(NEIGHBOUR):
        return _comparison(COLOURS.index(card.removeprefix(NEIGHBOUR)))
    cubes, note = _scene(card)
    where = spots(0)
    cubes = sorted(cubes, key=lambda cube: where[cube[0]].order)
    left = min(where[cell].x for cell, _ in cubes) - 87
    right = max(where[cell].x for cell, _ in cubes) + 87
    top = min(where[cell].y for cell, _ in cubes)
    bottom = max(where[cell].y for cell, _ in cubes) + 200
    scale = min(50 / (right - left), 46 / (bottom - top), 0.125)
    x, y = 27 - (left + right) / 2 * scale, 27 - (top + bottom) / 2 * scale
    uses = "".join(f'<use href="#yx-c{colour}{i % 3}" {where[cell].at}/>' for i, (cell, colour) in enumerate(cubes))
    out = f'<g transform="translate({short(x)} {short(y)}) scale({scale:.4f})">{uses}</g>'
    if note:
        out += _note(note, 46, 50)
    return out


@cache
def card_art(card: str, size: int = 54) -> str:
    """A card's picture as an SVG element of its own."""
    return (
        f'<svg class="yx-card-art" width="{size}" height="{size}" viewBox="0 0 54 54" aria-hidden="true">'
        f'<use href="#yx-card-{card}"/></svg>'
    )
