"""Avatars: pictures of accounts, computed from their public keys; there are no uploads.

Six shapes, six colours, a ring of 12 or 24 carved teeth. At a table the seat's own shape is shown instead.
"""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import sha256

from markupsafe import Markup

from tablero.core.drawing.shapes import Point, corners, escape, seat_path, short

SMALL = 48  # pixels; smaller avatars have plain teeth

# The ring's dark tone, the shape's tone, the ground: carved and painted, the same by day and by night.
AVATAR_COLOURS = (
    ("#8f2b18", "#c8452c", "#fbe9dc"),
    ("#124a7e", "#1d6fb8", "#e3eef8"),
    ("#7d5a08", "#a97807", "#fbf0d2"),
    ("#3c2259", "#5d3a86", "#efe7f6"),
    ("#155640", "#1f7a5c", "#e0f0e6"),
    ("#6e1530", "#8e1c3b", "#f8e4e9"),
)
SHAPE_COUNT = 6
RING_TEETH = (12, 24)
PERIOD = {12: 4, 24: 6}  # teeth after which the carving repeats, so that the ring is in balance


def _star(points: int, outer: float, inner: float) -> list[Point]:
    turns = [(outer if k % 2 == 0 else inner, math.pi * (k / points - 0.5)) for k in range(2 * points)]
    return [(r * math.cos(a), r * math.sin(a)) for r, a in turns]


def _shape(number: int, r: float) -> str:
    """Return the outline of a shape of about radius `r`: those of the four seats, a hexagon, a star."""
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
def avatar(key: str, size: float, label: str = "") -> Markup:
    """Return the SVG element for a public key, the same for the same key. Without a label it is hidden from screen
    readers, because a name stands beside it."""
    bits = int.from_bytes(sha256(f"medallion:{key}".encode()).digest()[:8])
    bits, shape = divmod(bits, SHAPE_COUNT)
    bits, colour = divmod(bits, len(AVATAR_COLOURS))
    bits, ring = divmod(bits, len(RING_TEETH))
    dark, tone, ground = AVATAR_COLOURS[colour]
    teeth, plain = RING_TEETH[ring], size < SMALL
    period = PERIOD[teeth]
    carved = bits % (1 << period) or 1  # at least one tall tooth
    slot = 360 / teeth
    around = "".join(
        f'{_tooth(bool(carved >> (k % period) & 1), plain)} transform="rotate({short(k * slot)})"/>'
        for k in range(teeth)
    )
    spoken = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    middle = "" if plain else f'<path d="{_shape(shape, 10)}" fill="{ground}"/>'
    disc = 38 if not plain else 36
    return Markup(
        f'<svg class="medallion" width="{short(size)}" height="{short(size)}" viewBox="-60 -60 120 120" {spoken}>'
        f'<circle r="58" fill="#fffaf0" stroke="#b79a6b" stroke-width="2"/><g fill="{dark}">{around}</g>'
        f'<circle r="{disc}" fill="{ground}" stroke="{tone}" stroke-width="2"/>'
        f'<path d="{_shape(shape, 22 if not plain else 24)}" fill="{tone}"/>{middle}</svg>'
    )
