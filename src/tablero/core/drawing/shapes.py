"""Shared drawing functions: numbers, seats, the initiative stone, the logo, bark paper.

Colours are CSS custom properties, so that one drawing serves both themes; `settle_colours` writes the values of the
light theme into a standalone picture.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape as _escape
from typing import Final

Point = tuple[float, float]

SEAT_SHAPES: Final = ("triangle", "circle", "square", "diamond")  # by seat

# The site's colours of the light theme, for pictures outside the site.
LIGHT_THEME: Final[Mapping[str, str]] = {
    "paper": "#f6ecd8",
    "paper-2": "#ecdcbd",
    "paper-3": "#dcc69b",
    "card": "#fbf4e4",
    "card-2": "#fffaf0",
    "edge": "#d8c299",
    "hair": "#e8d9b8",
    "ink": "#2a2018",
    "ink-2": "#5b4a39",
    "line": "#b79a6b",
    "jade": "#1f7a5c",
    "jade-ink": "#14573f",
    "terracotta": "#b5492b",
    "turquoise": "#1f8f9c",
    "maize": "#dfa226",
    "cochineal": "#8e1c3b",
    "lapis": "#2c4a9a",
    "limestone": "#cfc6b4",
    "obsidian": "#1b191c",
    "focus": "#0b62d6",
    "can": "#e8b10e",
    "can-fill": "#fff0bd",
    "can-ink": "#6b4f00",
    "gain-fill": "#d4e8d8",
    "gain-ink": "#0f4a36",
    "me": "#fdeccf",
    "seat-1": "#c8452c",
    "seat-2": "#1d6fb8",
    "seat-3": "#e3a517",
    "seat-4": "#5d3a86",
    "text": "Alegreya Sans, system-ui, sans-serif",
    "title": "Alegreya, Georgia, serif",
}

_TOKEN = re.compile(r"var\(--([\w-]+)(?:, *([^()]+))?\)")


@lru_cache(16384)  # a page escapes the same hundred words each time it is drawn
def escape(text: str) -> str:
    """Escape a text for HTML, in ASCII."""
    return in_ascii(_escape(text))


def in_ascii(html: str) -> str:
    """Return HTML with references for all other letters: Python takes twice the memory and time for a text in which a
    single one of them is not of Latin 1.

    >>> in_ascii("<b>\N{MINUS SIGN}1</b>")
    '<b>&#8722;1</b>'
    """
    return html if html.isascii() else html.encode("ascii", "xmlcharrefreplace").decode()


def fill(sentence: str, **parts: object) -> str:
    """Return a translated sentence, escaped for HTML, with its {places} filled by `parts`, which are HTML already."""
    return escape(sentence).format(**parts)


def settle_colours(picture: str, more: Mapping[str, str] | None = None) -> str:
    """Return the picture with every custom property replaced by its value of the light theme.

    >>> settle_colours('<path fill="var(--jade)" stroke="var(--unheard-of, red)"/>')
    '<path fill="#1f7a5c" stroke="red"/>'
    """
    known = {**LIGHT_THEME, **(more or {})}
    return _TOKEN.sub(lambda found: known.get(found[1]) or found[2] or "currentColor", picture)


@lru_cache(16384)  # a board has the same places in every drawing
def short(value: float) -> str:
    """Return a number with at most two decimals and no needless zeros.

    >>> short(2.0), short(-0.001), short(1.239)
    ('2', '0', '1.24')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def corners(points: Iterable[Point]) -> str:
    """Return points as a `points` attribute; also good after an M in a path."""
    return " ".join(f"{short(x)},{short(y)}" for x, y in points)


def seat_path(seat: int, x: float = 0, y: float = 0, r: float = 7) -> str:
    """Return the outline of a seat's shape; the four look equally large."""
    if seat == 0:
        a = r * 1.16
        foot = short(y + a * 0.72)
        return f"M{short(x)} {short(y - a * 0.92)}L{short(x + a)} {foot}L{short(x - a)} {foot}Z"
    if seat == 1:
        d = short(2 * r)
        return f"M{short(x - r)} {short(y)}a{short(r)} {short(r)} 0 1 0 {d} 0a{short(r)} {short(r)} 0 1 0 -{d} 0Z"
    if seat == 2:
        a = r * 0.88
        return f"M{short(x - a)} {short(y - a)}H{short(x + a)}V{short(y + a)}H{short(x - a)}Z"
    a = r * 1.2
    return f"M{short(x)} {short(y - a)}L{short(x + a)} {short(y)}L{short(x)} {short(y + a)}L{short(x - a)} {short(y)}Z"


def seat_glyph(seat: int, x: float = 0, y: float = 0, r: float = 7, ring: str = "var(--seat-ring, #fff8ec)") -> str:
    """Draw a seat's shape in its colour with a pale ring, inside a picture."""
    return (
        f'<path d="{seat_path(seat, x, y, r)}" fill="var(--seat-{seat + 1})" stroke="{ring}" '
        f'stroke-width="{short(r * 0.28)}" stroke-linejoin="round" paint-order="stroke"/>'
    )


def marker(shape: str) -> str:
    """Draw the outline of a place that can be chosen: the shape in ink and, thinner, in gold, visible on any ground.
    `shape` is an element without fill and stroke (`circle r="9"`); draw it right after the place itself.

    >>> marker('circle r="9"')
    '<circle r="9" class="can-case"/><circle r="9" class="can-line"/>'
    """
    return f'<{shape} class="can-case"/><{shape} class="can-line"/>'


def rect(x: object, y: object, width: object, height: object, more: str) -> str:
    """Draw a rectangle; `more` holds its other attributes."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {more}/>'


def circle(x: object, y: object, r: object, more: str) -> str:
    """Draw a circle; `more` holds its other attributes."""
    return f'<circle cx="{x}" cy="{y}" r="{r}" {more}/>'


@lru_cache(maxsize=1024)
def seat_mark(seat: int, size: float = 18, label: str = "") -> str:
    """Draw a seat's shape as an SVG element; without a label it is hidden from screen readers."""
    heard = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg class="seat" width="{short(size)}" height="{short(size)}" viewBox="-10 -10 20 20" {heard}>'
        f"{seat_glyph(seat, 0, 0.4)}</svg>"
    )


def empty_seat_mark(seat: int, size: float = 18) -> str:
    """Draw the dashed outline of a free seat."""
    return (
        f'<svg class="seat" width="{short(size)}" height="{short(size)}" viewBox="-10 -10 20 20" aria-hidden="true">'
        f'<path d="{seat_path(seat, 0, 0.4)}" fill="none" stroke="var(--line)" stroke-width="1.6" '
        f'stroke-dasharray="2.6 2.2" stroke-linejoin="round"/></svg>'
    )


def logo(size: float = 30) -> str:
    """Draw the logo: a stepped pyramid from above."""
    return (
        f'<svg class="logo" width="{short(size)}" height="{short(size)}" viewBox="0 0 32 32" aria-hidden="true">'
        '<rect x="1.5" y="1.5" width="29" height="29" rx="7" fill="#1f7a5c"/>'
        '<path d="M16 5.5 26.5 16 16 26.5 5.5 16z" fill="#f6ecd8"/>'
        '<path d="M16 9.5 22.5 16 16 22.5 9.5 16z" fill="#dfa226"/>'
        '<path d="M16 13 19 16 16 19 13 16z" fill="#8e1c3b"/></svg>'
    )


def _octagon(r: float) -> list[Point]:
    angles = [math.pi / 8 + i * math.pi / 4 for i in range(8)]
    return [(13 + r * math.cos(a), 13 + r * math.sin(a)) for a in angles]


def medal_glyph(number: int) -> str:
    """Draw the eight-sided initiative stone in a 26 x 26 box, the same in both themes."""
    return (
        f'<polygon points="{corners(_octagon(11.6))}" fill="#efe6d2" stroke="#5b4a39" stroke-width="1.5"/>'
        f'<polygon points="{corners(_octagon(9.3))}" fill="none" stroke="#b79a6b" stroke-width=".8"/>'
        '<text x="13" y="17.8" text-anchor="middle" font-family="var(--title)" font-weight="800" font-size="14.5" '
        f'fill="#2a2018">{number}</text>'
    )


@lru_cache(maxsize=1024)
def medal(number: int, size: float = 26, label: str = "") -> str:
    """Draw the initiative stone as an SVG element."""
    heard = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg class="medal" width="{short(size)}" height="{short(size)}" viewBox="0 0 26 26" {heard}>'
        f"{medal_glyph(number)}</svg>"
    )


@lru_cache(maxsize=1024)
def fibres(width: float, height: float, count: int, seed: int = 3, strength: float = 0.05) -> str:
    """Draw bark-paper fibres as long thin curves."""
    luck = random.Random(seed)
    out = []
    for _ in range(count):
        x, y = luck.uniform(-40, width), luck.uniform(0, height)
        length, slope = luck.uniform(40, 190), luck.uniform(-0.35, 0.35)
        dx, dy = length * math.cos(slope), length * math.sin(slope)
        bend = luck.uniform(-16, 16)
        out.append(
            f'<path d="M{short(x)} {short(y)}q{short(dx / 2)} {short(dy / 2 + bend)} {short(dx)} {short(dy)}" '
            f'stroke-width="{short(luck.uniform(0.5, 1.6))}"/>'
        )
    return (
        f'<g fill="none" stroke="var(--fibre, #8a6a3a)" stroke-opacity="{strength}" stroke-linecap="round">'
        f"{''.join(out)}</g>"
    )
