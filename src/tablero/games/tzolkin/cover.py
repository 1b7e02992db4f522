"""The picture of Tzolk'in in the lobby."""

from __future__ import annotations

import math
import random

from tablero.core.drawing.cover import COVER_HEIGHT, COVER_WIDTH, INK_COLOUR, Cover, seat_shape, tree
from tablero.core.drawing.shapes import circle, corners, short


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
    shadow = _gear(x, y, r, teeth, INK_COLOUR, "none", start)
    out = f'<g transform="translate(0 2.5)" opacity=".35">{shadow}</g>' + _gear(x, y, r, teeth, fill, edge, start)
    out += (
        f'<circle cx="{short(x)}" cy="{short(y)}" r="{r - 2}" fill="none" stroke="#fffaf0" stroke-opacity=".55" '
        f'stroke-width="1.4"/><circle cx="{short(x)}" cy="{short(y)}" r="{short(r * 0.3)}" fill="#fbf4e4" '
        f'stroke="{edge}" stroke-width="1.6"/>'
    )
    holes = [start + (k + 0.5) * 2 * math.pi / teeth for k in range(teeth)]
    places = [(x + (r - 7.5) * math.cos(a), y + (r - 7.5) * math.sin(a)) for a in holes]
    out += "".join(circle(short(hx), short(hy), 2.6, 'fill="#fffaf0" fill-opacity=".7"') for hx, hy in places)
    return out + "".join(
        seat_shape(number, *places[(hole + index) % teeth], 4.4, 1.6) for hole, number in ((1, 0), (2, 1), (4, 2))
    )


def cover() -> Cover:
    """What the lobby shows of Tzolk'in."""
    luck = random.Random(2)
    out = ""
    for _ in range(26):
        x, y = luck.uniform(0, COVER_WIDTH), luck.uniform(0, COVER_HEIGHT)
        out += f'<g opacity=".5">{tree(x, y, luck.uniform(0.8, 1.3), "#8fb07c")}</g>'
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
    out += f'<g transform="translate(0 3)" opacity=".35">{_gear(x, y, 52, 26, INK_COLOUR, "none")}</g>'
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
    out += (
        f'<g transform="translate({x} {y})" stroke="{edge}"><circle r="44" fill="#cbb98f" stroke-width="1.3"/>'
        f'<circle r="31" fill="#e9dfc6" stroke-width="1.3"/>{marks}{rays}<circle r="15" fill="#dfa226" '
        f'stroke-width="1.5"/><path d="M-6-2h4v-4h4v4h4v4h-4v4h-4v-4h-4z" fill="#8e1c3b" stroke="none"/></g>'
    )
    return Cover(out, "#cbdab2")
