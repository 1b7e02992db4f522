"""Medallion: the picture of somebody with an account, worked out from the account's public key. Nobody uploads one.

Six shapes, six colours, a ring of 12 or 24 carved teeth. It is never a seat's shape at a table: there the seat's own rules.
"""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import sha256

from markupsafe import Markup

from tablero.core.ink import Point, corners, escape, seat_path, short

SMALL = 48  # below that the teeth are plain

# The ring's dark tone, the shape's tone, the ground: carved and painted, the same by day and by night.
COLOURS = (
    ("#8f2b18", "#c8452c", "#fbe9dc"),
    ("#124a7e", "#1d6fb8", "#e3eef8"),
    ("#7d5a08", "#a97807", "#fbf0d2"),
    ("#3c2259", "#5d3a86", "#efe7f6"),
    ("#155640", "#1f7a5c", "#e0f0e6"),
    ("#6e1530", "#8e1c3b", "#f8e4e9"),
)
SHAPES = 6
RINGS = (12, 24)
PERIOD = {12: 4, 24: 6}  # after so many teeth the carving comes again, so that the ring is in balance


def _star(points: int, outer: float, inner: float) -> list[Point]:
    turns = [(outer if k % 2 == 0 else inner, math.pi * (k / points - 0.5)) for k in range(2 * points)]
    return [(r * math.cos(a), r * math.sin(a)) for r, a in turns]


def _shape(number: int, r: float) -> str:
    """The outline of a shape of about this radius: those of the four seats, a hexagon, a star."""
    if number < 4:
        return seat_path(number, 0, r * 0.08 if number == 0 else 0, r)
    if number == 4:
        sides = [(1.08 * r * math.cos(math.pi * k / 3), 1.08 * r * math.sin(math.pi * k / 3)) for k in range(6)]
        return f"M{corners(sides)}Z"
    return f"M{corners(_star(8, 1.24 * r, 0.72 * r))}Z"


def _tooth(tall: bool, plain: bool) -> str:
    if plain:
        return f'<rect x="-5" y="-54" width="10" height="{16 if tall else 9}"'
    if tall:
        return '<path d="M-5 -54h10v7h-3v4h-4v-4h-3z"'
    return '<circle cy="-48.5" r="2.4"'


@lru_cache(maxsize=4096)
def medallion(key: str, size: float, label: str = "") -> Markup:
    """The medallion of a public key as an SVG element; without a label it is silent for screen readers, because a name stands
    beside it. The same key always gives the same one."""
    bits = int.from_bytes(sha256(f"medallion:{key}".encode()).digest()[:8])
    bits, shape = divmod(bits, SHAPES)
    bits, colour = divmod(bits, len(COLOURS))
    bits, ring = divmod(bits, len(RINGS))
    dark, tone, ground = COLOURS[colour]
    teeth, plain = RINGS[ring], size < SMALL
    period = PERIOD[teeth]
    carved = bits % (1 << period) or 1  # at least one tall tooth
    slot = 360 / teeth
    around = "".join(
        f'{_tooth(bool(carved >> (k % period) & 1), plain)} transform="rotate({short(k * slot)})"/>'
        for k in range(teeth)
    )
    heard = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    middle = "" if plain else f'<path d="{_shape(shape, 10)}" fill="{ground}"/>'
    disc = 38 if not plain else 36
    return Markup(
        f'<svg class="medallion" width="{short(size)}" height="{short(size)}" viewBox="-60 -60 120 120" {heard}>'
        f'<circle r="58" fill="#fffaf0" stroke="#b79a6b" stroke-width="2"/><g fill="{dark}">{around}</g>'
        f'<circle r="{disc}" fill="{ground}" stroke="{tone}" stroke-width="2"/>'
        f'<path d="{_shape(shape, 22 if not plain else 24)}" fill="{tone}"/>{middle}</svg>'
    )
