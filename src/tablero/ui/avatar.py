"""Avatars: pictures of accounts, computed from their public keys (there are no uploads), and of bots' characters.

An account has one of six shapes, six colours and a ring of 12 or 24 carved teeth; at a table the seat's own shape is
shown instead. A character has a carved mask: headdress, eyes, mouth and colour differ within a game.
"""

from __future__ import annotations

import math
from functools import lru_cache
from hashlib import sha256

from markupsafe import Markup

from tablero.core.drawing.shapes import Point, corners, escape, seat_path, short
from tablero.core.evaluation.character import Character
from tablero.core.game import Game
from tablero.games import GAME_NAMES

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


# ---------------------------------------------------------------- characters

# Filled with the dark tone, the tone and the ground of a colour: {0}, {1}, {2}.
HEADDRESSES = (
    # Feathers.
    '<path d="M-30 -20L-46 -44L-22 -36L-16 -56L0 -38L16 -56L22 -36L46 -44L30 -20z" fill="{1}"/>'
    '<path d="M-32 -22h64v9h-64z" fill="{0}"/>',
    # Steps of a temple.
    '<path d="M-34 -14v-12h10v-12h12v-12h24v12h12v12h10v12z" fill="{0}"/><path d="M-8 -40h16v12h-16z" fill="{2}"/>',
    # A wound cloth.
    '<path d="M-36 -14c-6 -26 14 -42 36 -42s42 16 36 42z" fill="{1}"/>'
    '<path d="M-34 -24c20 -4 40 -14 54 -28M-20 -15c18 -4 36 -12 50 -26" fill="none" stroke="{0}" stroke-width="4"/>'
    '<circle cy="-30" r="6" fill="{2}"/>',
    # A broad hat with a plume.
    '<path d="M-46 -16c10 -12 20 -10 24 -26c6 -14 38 -14 44 0c4 16 14 14 24 26z" fill="{0}"/>'
    '<path d="M20 -38c14 -4 20 -12 22 -18c-12 -2 -22 4 -28 14z" fill="{1}"/>',
)
EYES = (
    '<circle cx="-13" cy="-2" r="6" fill="{2}"/><circle cx="13" cy="-2" r="6" fill="{2}"/>'
    '<circle cx="-13" cy="-2" r="2.6" fill="{0}"/><circle cx="13" cy="-2" r="2.6" fill="{0}"/>',
    '<path d="M-21 -2q8 -9 16 0zM5 -2q8 -9 16 0z" fill="{2}"/>',
    '<path d="M-21 -5h16v6h-16zM5 -5h16v6h-16z" fill="{2}"/><path d="M-15 -5h5v6h-5zM11 -5h5v6h-5z" fill="{0}"/>',
    '<path d="M-21 0q8 7 16 0M5 0q8 7 16 0" fill="none" stroke="{2}" stroke-width="4" stroke-linecap="round"/>',
)
MOUTHS = (
    '<path d="M-14 22q14 14 28 0z" fill="{2}"/>',
    '<path d="M-13 22h26v9h-26z" fill="{2}"/><path d="M-6.5 22v9M0 22v9M6.5 22v9" stroke="{0}" stroke-width="2"/>',
    '<ellipse cy="27" rx="6" ry="7" fill="{2}"/>',
    '<path d="M-13 28q13 -9 26 0" fill="none" stroke="{2}" stroke-width="4" stroke-linecap="round"/>',
)


@lru_cache(maxsize=256)
def _drawn(number: int, size: float) -> Markup:
    """Return the face of a number: four to a game, no two of a game alike."""
    which, game = number % 4, number // 4
    dark, tone, ground = AVATAR_COLOURS[(which + game) % len(AVATAR_COLOURS)]
    head = (
        f'<path d="M-30 -20h60v34q0 30 -30 30t-30 -30z" fill="{tone}" stroke="{dark}" stroke-width="3"/>'
        f'<circle cx="-35" cy="8" r="8" fill="{dark}"/><circle cx="35" cy="8" r="8" fill="{dark}"/>'
        f'<path d="M-4 0h8l4 16h-16z" fill="{dark}"/>'
    )
    parts = (EYES[(which + game) % 4], MOUTHS[(which + 2 * game) % 4], HEADDRESSES[which])
    carved = "".join(parts).format(dark, tone, ground)
    return Markup(
        f'<svg class="face" width="{short(size)}" height="{short(size)}" viewBox="-60 -60 120 120" aria-hidden="true">'
        f'<circle r="58" fill="#fffaf0" stroke="#b79a6b" stroke-width="2"/>{head}{carved}</svg>'
    )


def face(game: Game, character: Character, size: float) -> Markup:
    """Return the face of a game's character as an SVG element; the name stands beside it."""
    assert game.cast is not None
    number = [one.key for one in game.cast.all].index(character.key)
    return _drawn(4 * GAME_NAMES.index(game.name) + number, size)
