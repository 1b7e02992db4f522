"""The art of Amritsar: icons on a grid of 24, workers, elephants, counters, rosettes. Everything is drawn, nothing
loaded.

The same pieces lie in the same places in picture after picture: what was drawn is remembered. Nothing here can be
chosen; that is added where a piece lies.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from tablero.core.drawing.shapes import corners, escape, rect, seat_path, short

f = short
DARK: Final = "#2a2018"
LEAST: Final = 17.2  # the smallest letters: on a phone of 360 pixels the board is drawn at seven tenths

# Workers and tile colours by number: body, edge, light, mark.
PAINT: Final = (
    ("#f3c93a", "#8f6a05", "#ffe88f", "#5a4100"),
    ("#3560c4", "#16306f", "#7fa0ee", "#ffffff"),
    ("#fffdf7", "#7d7361", "#ffffff", "#5b4a39"),
    ("#2f8f5b", "#124a2d", "#84cfa4", "#ffffff"),
)
EDGE: Final = ("#8f2b18", "#124a7e", "#9a6c06", "#3c2259", "#5c0e24")  # of a seat's pieces; the last is the maharaja's
RESOURCES: Final = ("marble", "copper", "gold")


def key(seat: int) -> str:
    """A seat in the names of pieces and places; m is the maharaja of the solo game."""
    return "m" if seat < 0 else str(seat)


def hue(seat: int) -> str:
    """The colour of a seat; -1 is the maharaja of the solo game."""
    return "#8e1c3b" if seat < 0 else f"var(--seat-{seat + 1})"


@lru_cache(2048)
def shape(seat: int, x: float, y: float, r: float) -> str:
    """The shape of a seat; the maharaja's is a crown."""
    if seat >= 0:
        return seat_path(seat, x, y, r)
    a = r * 1.1
    return (
        f"M{f(x - a)} {f(y + a * 0.7)}L{f(x - a)} {f(y - a * 0.6)}L{f(x - a * 0.45)} {f(y)}L{f(x)} {f(y - a)}"
        f"L{f(x + a * 0.45)} {f(y)}L{f(x + a)} {f(y - a * 0.6)}L{f(x + a)} {f(y + a * 0.7)}Z"
    )


@lru_cache(1024)
def emblem(col: int, x: float, y: float, r: float, ink: str = "") -> str:
    """Second mark of a worker colour: sun, drop, ring, leaf."""
    k = ink or PAINT[col][3]
    if col == 0:
        rays = "".join(
            f"M{f(x + math.cos(a) * r * 0.72)} {f(y + math.sin(a) * r * 0.72)}L{f(x + math.cos(a) * r * 1.08)} "
            f"{f(y + math.sin(a) * r * 1.08)}"
            for a in [i * math.pi / 4 for i in range(8)]
        )
        return (
            f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(r * 0.48)}" fill="{k}"/>'
            f'<path d="{rays}" stroke="{k}" stroke-width="{f(r * 0.26)}" stroke-linecap="round"/>'
        )
    if col == 1:
        return (
            f'<path d="M{f(x)} {f(y - r * 1.1)}C{f(x + r * 0.25)} {f(y - r * 0.45)} {f(x + r * 0.8)} '
            f"{f(y - r * 0.05)} {f(x + r * 0.8)} {f(y + r * 0.35)}"
            f"A{f(r * 0.8)} {f(r * 0.72)} 0 0 1 {f(x - r * 0.8)} {f(y + r * 0.35)}C{f(x - r * 0.8)} {f(y - r * 0.05)} "
            f'{f(x - r * 0.25)} {f(y - r * 0.45)} {f(x)} {f(y - r * 1.1)}Z" fill="{k}"/>'
        )
    if col == 2:
        return (
            f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(r * 0.78)}" fill="none" stroke="{k}" stroke-width="{f(r * 0.36)}"/>'
            f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(r * 0.2)}" fill="{k}"/>'
        )
    return (
        f'<path d="M{f(x - r * 0.75)} {f(y + r * 0.85)}C{f(x - r * 1.15)} {f(y - r * 0.5)} {f(x)} {f(y - r * 1.1)} '
        f"{f(x + r * 0.95)} {f(y - r * 0.95)}"
        f"C{f(x + r * 1.05)} {f(y + r * 0.25)} {f(x + r * 0.3)} {f(y + r * 1.05)} {f(x - r * 0.75)} "
        f'{f(y + r * 0.85)}Z" fill="{k}"/>'
        f'<path d="M{f(x - r * 0.8)} {f(y + r * 0.95)}L{f(x + r * 0.4)} {f(y - r * 0.4)}" stroke="{PAINT[col][0]}" '
        f'stroke-width="{f(r * 0.2)}" stroke-linecap="round"/>'
    )


def _worker(col: int, ghost: bool) -> str:
    """A worker: bundled headcloth, shoulders, emblem on the chest. In a box of 28 x 32."""
    body, edge, light, _ = PAINT[col]
    op = ' opacity=".74"' if ghost else ""
    dash = ' stroke-dasharray="2.6 2"' if ghost else ""
    return (
        f"<g{op}>"
        + ("" if ghost else '<ellipse cx="14" cy="30.4" rx="11" ry="2.2" fill="#2a2018" opacity=".28"/>')
        + f'<path d="M3 30C2.6 21 7 17.2 14 17.2S25.4 21 25 30Q14 32.2 3 30Z" fill="{body}" stroke="{edge}" '
        f'stroke-width="1.4" stroke-linejoin="round"{dash}/>'
        f'<path d="M4.7 27C5 21.5 8 19 12 18.7" stroke="{light}" stroke-width="1.4" fill="none" '
        f'stroke-linecap="round" opacity=".8"/>'
        f'<circle cx="14" cy="10.6" r="5.8" fill="#b98259" stroke="{edge}" stroke-width="1.2"/>'
        f'<path d="M7.2 10.2C6 3.6 10 1.4 14.3 1.4S22 3.8 20.8 10.2C18.4 7.5 16.6 6.7 14 6.7S9.6 7.5 7.2 10.2Z" '
        f'fill="{body}" stroke="{edge}" stroke-width="1.3" stroke-linejoin="round"{dash}/>'
        f'<path d="M8.6 6.8C11 3.9 15.5 3.3 19 5.2" stroke="{edge}" stroke-width=".8" fill="none" opacity=".6"/>'
        + emblem(col, 14, 24.3, 4.3)
        + "</g>"
    )


@lru_cache(1024)
def worker(col: int, x: float, y: float, h: float = 32, ghost: bool = False) -> str:
    """A worker centred on (x, y); a ghost stands where one will come."""
    w = h * 28 / 32
    return (
        f'<use href="#am-w{col}{"g" if ghost else ""}" x="{f(x - w / 2)}" y="{f(y - h / 2)}" width="{f(w)}" '
        f'height="{f(h)}"/>'
    )


def _elephant(seat: int) -> str:
    """An elephant from the side with a howdah cloth in the seat's colour and its shape, in a box of 50 x 38."""
    c, d = hue(seat), EDGE[seat]
    return (
        '<ellipse cx="22" cy="35.8" rx="18" ry="2.2" fill="#2a2018" opacity=".3"/>'
        # far legs
        '<path d="M12.5 25h5.5v10h-5.5zM26 25h5.5v10H26z" fill="#6f6a6c"/>'
        # body, head and trunk in one outline
        '<path d="M5.5 20C4.5 10.5 11 5.5 20.5 5.3 25.5 5.2 29 6.3 31.5 8.3 33.5 5.8 38 5.2 41 7.8 44.5 11 44.3 15.5 '
        "44.2 20 44.1 24.5 44.2 27.5 45.2 29 46 30.2 47.6 30 48.3 28.8 49.3 31.6 47.3 34 44.7 33.7 41.5 33.3 40.5 30 "
        "40.3 26.5 40.2 24.8 39.9 23.7 39.2 22.8 37.5 24.3 35 24.8 32.8 24.3L32.5 35H25.8L25.3 27.3C21.5 28.3 17 28.3 "
        '13.3 27.5L12.8 35H6.2L6.3 26C5.8 24.3 5.6 22 5.5 20Z" fill="#a39d9c" stroke="#3a3436" stroke-width="1.3" '
        'stroke-linejoin="round"/>'
        '<path d="M7 17C7 11 12 7 20 6.7" stroke="#cfc9c6" stroke-width="1.3" fill="none" stroke-linecap="round"/>'
        # tail
        '<path d="M5.6 18.5C3.3 20 2.8 23 3.3 26.5" stroke="#3a3436" stroke-width="1.3" fill="none" '
        'stroke-linecap="round"/>'
        # toes
        '<path d="M7.5 34.3h4M26.8 34.3h4.5" stroke="#e9e2d8" stroke-width="1" stroke-linecap="round"/>'
        # ear
        '<path d="M30.5 9.5C27.5 9.5 26.8 13.5 28 17.5 29 20.7 32 22.3 33.8 20 35.8 17.5 36.5 13.5 35.5 11.3 34.5 9.3 '
        '32.5 9.3 30.5 9.5Z" fill="#8c8586" stroke="#3a3436" stroke-width="1.1"/>'
        # eye, tusk
        '<circle cx="38.8" cy="13.2" r="1.15" fill="#241f20"/>'
        '<path d="M38.3 20.8C39.5 23.8 42 24.6 45.3 23.6 43 26.4 38.5 26.3 36.6 22.6Z" fill="#fff8e6" '
        'stroke="#5b4a39" stroke-width=".8"/>'
        # head cloth
        f'<path d="M33.5 7.3C36 5.6 39 5.9 40.8 7.7L38.6 11.2 36.6 9.2 34.6 10.6Z" fill="{c}" stroke="{d}" '
        f'stroke-width=".8" stroke-linejoin="round"/>'
        # howdah cloth
        f'<path d="M10.3 7.6C14.5 4.3 22.5 3.6 27 5.7L26.7 21.5C22 23.3 15.5 23.3 10.8 21.8Z" fill="{c}" stroke="{d}" '
        f'stroke-width="1.2" stroke-linejoin="round"/>'
        '<path d="M10.9 19.3C15.5 20.8 22 20.8 26.7 19" stroke="#f4d676" stroke-width="1.3" fill="none"/>'
        '<path d="M11 22.4l.9 2 1.6-1.5 1.5 1.9 1.7-1.7 1.7 1.8 1.7-1.8 1.7 1.7 1.5-1.9 1.5 1.5.9-2" stroke="#f4d676" '
        'stroke-width="1" fill="none" stroke-linejoin="round"/>'
        f'<path d="{shape(seat, 18.7, 12.6, 4.2)}" fill="#fffaf0"/>'
    )


@lru_cache(1024)
def elephant(seat: int, x: float, y: float, h: float = 34, flip: bool = False, load: int | None = None) -> str:
    """An elephant centred on (x, y), with the number of counters it carries."""
    s = h / 38
    turn = f' transform="translate({f(2 * x)} 0) scale(-1 1)"' if flip else ""
    d = EDGE[seat]
    g = (
        f'<use href="#am-e{key(seat)}" x="{f(x - 25 * s)}" y="{f(y - 19 * s)}" width="{f(50 * s)}" '
        f'height="{f(h)}"{turn}/>'
    )
    if load is not None:
        bx, by = x + (-1 if flip else 1) * -18 * s, y + 9 * s
        g += (
            f'<g><circle cx="{f(bx)}" cy="{f(by)}" r="9" fill="#fffaf0" stroke="{d}" stroke-width="1.3"/>'
            f'<text x="{f(bx)}" y="{f(by + 5.6)}" text-anchor="middle" font-size="{LEAST}" font-weight="800" '
            f'fill="{DARK}">{load}</text></g>'
        )
    return g


def _counter(seat: int) -> str:
    """Donation counter: seat colour, octagonal rim, glyph in ivory; readable by shape alone. Radius 10."""
    turns = [math.pi / 8 + i * math.pi / 4 for i in range(8)]
    rim = [(10 * math.cos(a), 10 * math.sin(a)) for a in turns]
    return (
        f'<polygon points="{corners([(a, b + 1.3) for a, b in rim])}" fill="{EDGE[seat]}"/>'
        f'<polygon points="{corners(rim)}" fill="{hue(seat)}" stroke="{EDGE[seat]}" stroke-width=".9"/>'
        f'<path d="{shape(seat, 0, 0, 5)}" fill="{"#2a2018" if seat == 2 else "#fffaf0"}"/>'
    )


@lru_cache(2048)
def counter(seat: int, x: float, y: float, r: float = 9, extra: str = "") -> str:
    """A donation counter centred on (x, y)."""
    return f'<use href="#am-c{key(seat)}" x="{f(x - r)}" y="{f(y - r)}" width="{f(2 * r)}" height="{f(2 * r)}"{extra}/>'


TONES: Final = {"gold": ("#f2c64c", "#9a6a08", "#3d2704"), "pale": ("#f7ead0", "#b79a6b", "#5b4a39")}


def _lotus(tone: str) -> str:
    """Prestige: an eight-petalled rosette of radius 10."""
    body, edge, _ = TONES[tone]
    path = ""
    for i in range(8):
        middle = i * math.pi / 4 - math.pi / 2
        p0, p1 = ((7.4 * math.cos(a), 7.4 * math.sin(a)) for a in (middle - math.pi / 8, middle + math.pi / 8))
        t1, t2 = ((11.3 * math.cos(a), 11.3 * math.sin(a)) for a in (middle - 0.22, middle + 0.22))
        path += f"M{f(p0[0])} {f(p0[1])}" if i == 0 else ""
        path += f"C{f(t1[0])} {f(t1[1])} {f(t2[0])} {f(t2[1])} {f(p1[0])} {f(p1[1])}"
    return f'<path d="{path}Z" fill="{body}" stroke="{edge}" stroke-linejoin="round"/>'


@lru_cache(2048)
def lotus(x: float, y: float, r: float, n: int | None = None, tone: str = "gold", least: float = 0) -> str:
    """A rosette centred on (x, y), with a number of points in letters that are not smaller than `least`."""
    out = f'<use href="#am-l-{tone}" x="{f(x - r)}" y="{f(y - r)}" width="{f(2 * r)}" height="{f(2 * r)}"/>'
    if n is not None:
        size = max(least, r * (1.22 if len(str(n)) == 1 else 1.08))
        out += (
            f'<text x="{f(x)}" y="{f(y + size * 0.35)}" text-anchor="middle" font-family="var(--text)" '
            f'font-weight="800" font-size="{f(size)}" fill="{TONES[tone][2]}">{n}</text>'
        )
    return out


SYMBOLS: Final[dict[str, str]] = {
    "marble": '<path d="M12 2.8 21 7.3 12 11.8 3 7.3Z" fill="#fff"/>'
    '<path d="M3 7.3 12 11.8V21.6L3 17Z" fill="#dfe3e8"/><path d="M21 7.3 12 11.8V21.6L21 17Z" fill="#bcc4ce"/>'
    '<path d="M7 6.7c2 .2 3.4 1.3 5.6 1s2.5-1.2 4-1M5 11c1 1.5 1 3.5 3.5 5M17 12.5c-.3 1.5-2 2.5-2.3 5" '
    'stroke="#9aa4b2" stroke-width=".8" fill="none"/>'
    '<path d="M12 2.8 21 7.3V17L12 21.6 3 17V7.3Z" fill="none" stroke="#4f5968" stroke-width="1.3" '
    'stroke-linejoin="round"/>'
    '<path d="M3 7.3 12 11.8 21 7.3M12 11.8V21.6" stroke="#4f5968" stroke-width=".9" fill="none"/>',
    "copper": '<path d="M1.8 19.3 5 11.5H19L22.2 19.3Z" fill="#c2622c"/>'
    '<path d="M5 11.5 7.6 6.5H16.4L19 11.5Z" fill="#eda66f"/>'
    '<path d="M7.5 14h9M6.7 16.5h10.6" stroke="#8a3c12" stroke-width="1" opacity=".7"/>'
    '<path d="M1.8 19.3 5 11.5 7.6 6.5H16.4L19 11.5 22.2 19.3Z" fill="none" stroke="#6b2e0d" stroke-width="1.4" '
    'stroke-linejoin="round"/><path d="M5 11.5H19" stroke="#6b2e0d" stroke-width="1"/>',
    "gold": '<path d="M3.5 6.5 17.3 3 21 16.8 13 18.9 10.5 21 6.9 20.5Z" fill="#f7cd46"/>'
    '<path d="M5.5 8.2 16 5.5 18.5 15" fill="none" stroke="#fff2b8" stroke-width="1.6" stroke-linecap="round"/>'
    '<path d="M21 16.8 13 18.9 10.5 21 14.5 14.5Z" fill="#c98d10"/>'
    '<path d="M3.5 6.5 17.3 3 21 16.8 10.5 21 6.9 20.5Z" fill="none" stroke="#7d5305" stroke-width="1.4" '
    'stroke-linejoin="round"/><path d="M21 16.8 14.5 14.5 10.5 21" fill="none" stroke="#7d5305" stroke-width="1"/>',
    "any": '<path d="M12 2.8 21 7.3 12 11.8 3 7.3Z" fill="#fff"/><path d="M3 7.3 12 11.8V21.6L3 17Z" fill="#d9783c"/>'
    '<path d="M21 7.3 12 11.8V21.6L21 17Z" fill="#f3c53c"/>'
    '<path d="M12 2.8 21 7.3V17L12 21.6 3 17V7.3Z" fill="none" stroke="#2a2018" stroke-width="1.4" '
    'stroke-linejoin="round"/>'
    '<path d="M3 7.3 12 11.8 21 7.3M12 11.8V21.6" stroke="#2a2018" stroke-width="1.1" fill="none"/>'
    '<path d="M6.5 13.2v3M17.5 13.2v3M10.5 7.3h3" stroke="#2a2018" stroke-width="1.3" stroke-linecap="round"/>',
    "coin": '<circle cx="12" cy="12.7" r="9.3" fill="#6b4a0c"/>'
    '<circle cx="12" cy="11.7" r="9.3" fill="#d9b75f" stroke="#6b4a0c" stroke-width="1.3"/>'
    '<circle cx="12" cy="11.7" r="6.7" fill="#f0d68a" stroke="#8d6a1c" stroke-width="1"/>'
    '<rect x="9.7" y="9.4" width="4.6" height="4.6" fill="#6b4a0c"/>',
    "up": '<circle cx="12" cy="12" r="9.5" fill="#1f7a5c" stroke="#0f4a37" stroke-width="1.2"/>'
    '<path d="M7 12.2 12 7.2 17 12.2M7 17 12 12 17 17" fill="none" stroke="#fffaf0" stroke-width="2.2" '
    'stroke-linecap="round" stroke-linejoin="round"/>',
    "warehouse": '<path d="M3 21V9.5L12 3.5 21 9.5V21Z" fill="#e8cfa6" stroke="#5b4a39" stroke-width="1.4" '
    'stroke-linejoin="round"/><path d="M3 9.5h18" stroke="#5b4a39" stroke-width="1.2"/>'
    '<path d="M8 21V15.5C8 13 10.5 12.8 12 11.3 13.5 12.8 16 13 16 15.5V21Z" fill="#6b4a2c"/>'
    '<path d="M5 13v5M19 13v5" stroke="#b0885a" stroke-width="1.6" stroke-linecap="round"/>',
    "objective": '<path d="M6 3.5H16.5C18.5 3.5 19.5 4.8 19.5 6.5H16.5V18C16.5 19.7 15.5 20.8 13.8 20.8H5.5C7 20.5 7.5 '
    '19.5 7.5 18V6C7.5 4.5 7 3.7 6 3.5Z" fill="#fff6df" stroke="#5b4a39" stroke-width="1.4" stroke-linejoin="round"/>'
    '<path d="M5.5 20.8C3.8 20.8 3 19.5 3 18H13.5C13.5 19.7 14.2 20.5 15 20.7" fill="#e4cfa3" stroke="#5b4a39" '
    'stroke-width="1.3" stroke-linejoin="round"/>'
    '<path d="m12 7 1.1 2.3 2.5.3-1.9 1.7.5 2.5L12 12.6l-2.2 1.2.5-2.5-1.9-1.7 2.5-.3z" fill="#8e1c3b"/>',
    "mahout": '<path d="M12 4.5C8 4.5 6.8 7.5 6.8 10.5 6.8 13 8 15 9.8 15.8 9.9 18.5 10.2 21 12 21S14.1 18.5 14.2 '
    '15.8C16 15 17.2 13 17.2 10.5 17.2 7.5 16 4.5 12 4.5Z" fill="#a39d9c" stroke="#3a3436" stroke-width="1.3"/>'
    '<path d="M7.3 7C4 4.8 1.5 6.8 1.6 10.3 1.7 13.5 4 15.5 7.3 13.6ZM16.7 7C20 4.8 22.5 6.8 22.4 10.3 22.3 13.5 20 '
    '15.5 16.7 13.6Z" fill="#8c8586" stroke="#3a3436" stroke-width="1.3" stroke-linejoin="round"/>'
    '<path d="M8 6.5C9.5 3.2 14.5 3.2 16 6.5L12 11Z" fill="#b5492b" stroke="#6e2413" stroke-width="1"/>'
    '<circle cx="12" cy="6.8" r="1.3" fill="#f4d676"/><circle cx="9.3" cy="11" r=".9" fill="#241f20"/>'
    '<circle cx="14.7" cy="11" r=".9" fill="#241f20"/>'
    '<path d="M9.6 15c-.9 1.2-2 1.5-3 1.3M14.4 15c.9 1.2 2 1.5 3 1.3" stroke="#fff8e6" stroke-width="1.7" fill="none" '
    'stroke-linecap="round"/>',
    "market": '<path d="M4.5 10.5V21M19.5 10.5V21" stroke="#5b4a39" stroke-width="1.8" stroke-linecap="round"/>'
    '<path d="M4 15.5H20V19H4Z" fill="#c99a5e" stroke="#5b4a39" stroke-width="1.2"/>'
    '<path d="M4 3.5H20L22.5 9.5H1.5Z" fill="#fffaf0" stroke="#5b4a39" stroke-width="1.3" stroke-linejoin="round"/>'
    '<path d="M8 3.5H12V9.5H6.7ZM16 3.5H20L22.5 9.5H17.3Z" fill="#1f8f9c"/>'
    '<path d="M1.5 9.5C1.5 12.5 6.7 12.5 6.7 9.5 6.7 12.5 12 12.5 12 9.5 12 12.5 17.3 12.5 17.3 9.5 17.3 12.5 22.5 '
    '12.5 22.5 9.5Z" fill="#fffaf0" stroke="#5b4a39" stroke-width="1.2" stroke-linejoin="round"/>',
    "book": '<path d="M12 6.5C9.5 4.2 5.5 3.8 2.5 4.5V18.5C5.5 17.8 9.5 18.2 12 20.5 14.5 18.2 18.5 17.8 21.5 '
    '18.5V4.5C18.5 3.8 14.5 4.2 12 6.5Z" fill="#fff6df" stroke="#5b4a39" stroke-width="1.4" stroke-linejoin="round"/>'
    '<path d="M12 6.5V20.5" stroke="#5b4a39" stroke-width="1.2"/>'
    '<path d="M5 8.3c1.7-.2 3.3.1 4.7.8M5 11.5c1.7-.2 3.3.1 4.7.8M5 14.7c1.7-.2 3.3.1 4.7.8M19 '
    '8.3c-1.7-.2-3.3.1-4.7.8M19 11.5c-1.7-.2-3.3.1-4.7.8M19 14.7c-1.7-.2-3.3.1-4.7.8" stroke="#a58a63" '
    'stroke-width="1" fill="none"/>',
    "donate": '<path d="M1.5 21H22.5V17.5H1.5ZM5 17.5H19V14H5ZM8.5 14H15.5V10.5H8.5Z" fill="#fffaf0" stroke="#5b4a39" '
    'stroke-width="1.3" stroke-linejoin="round"/>'
    '<path d="M12 9V2.5M8.8 5.5 12 2.3 15.2 5.5" fill="none" stroke="#8e1c3b" stroke-width="2" stroke-linecap="round" '
    'stroke-linejoin="round"/>',
    "tax": '<path d="M5 2.5H19V21.5L16.7 19.8 14.3 21.5 12 19.8 9.7 21.5 7.3 19.8 5 21.5Z" fill="#fff6df" '
    'stroke="#8e1c3b" stroke-width="1.4" stroke-linejoin="round"/>'
    '<circle cx="12" cy="10" r="4.6" fill="#f0d68a" stroke="#6b4a0c" stroke-width="1.2"/>'
    '<path d="M9.7 10h4.6" stroke="#8e1c3b" stroke-width="1.8" stroke-linecap="round"/>'
    '<path d="M8.5 17h7" stroke="#8e1c3b" stroke-width="1.2" stroke-linecap="round"/>',
    "group4": '<g fill="var(--am-mark)"><circle cx="7" cy="6" r="2.6"/><circle cx="17" cy="6" r="2.6"/>'
    '<circle cx="7" cy="15.5" r="2.6"/><circle cx="17" cy="15.5" r="2.6"/>'
    '<path d="M2.8 12.2c0-4.5 8.4-4.5 8.4 0zM12.8 12.2c0-4.5 8.4-4.5 8.4 0zM2.8 21.8c0-4.5 8.4-4.5 8.4 0zM12.8 '
    '21.8c0-4.5 8.4-4.5 8.4 0z"/></g>',
    "wild-yellow": '<circle cx="12" cy="12" r="9.5" fill="#fffdf7" stroke="#5b4a39" stroke-width="1.2"/>'
    '<path d="M12 2.5a9.5 9.5 0 0 1 0 19z" fill="#f3c93a"/>'
    '<path d="M5 10.5h14M16 7.5l3 3-3 3" transform="translate(-2.5 -2.2) scale(1.05)" stroke="#2a2018" '
    'stroke-width="0" fill="none"/>'
    '<path d="M7.5 9.5h9M14.5 7l2.5 2.5L14.5 12M16.5 14.5h-9M9.5 12 7 14.5 9.5 17" stroke="#2a2018" '
    'stroke-width="1.5" fill="none" stroke-linecap="round" stroke-linejoin="round"/>',
    "wild-blue": '<circle cx="12" cy="12" r="9.5" fill="#fffdf7" stroke="#5b4a39" stroke-width="1.2"/>'
    '<path d="M12 2.5a9.5 9.5 0 0 1 0 19z" fill="#7fa0ee"/>'
    '<path d="M5 10.5h14M16 7.5l3 3-3 3" transform="translate(-2.5 -2.2) scale(1.05)" stroke="#2a2018" '
    'stroke-width="0" fill="none"/>'
    '<path d="M7.5 9.5h9M14.5 7l2.5 2.5L14.5 12M16.5 14.5h-9M9.5 12 7 14.5 9.5 17" stroke="#2a2018" '
    'stroke-width="1.5" fill="none" stroke-linecap="round" stroke-linejoin="round"/>',
    "wild-green": '<circle cx="12" cy="12" r="9.5" fill="#fffdf7" stroke="#5b4a39" stroke-width="1.2"/>'
    '<path d="M12 2.5a9.5 9.5 0 0 1 0 19z" fill="#2f8f5b"/>'
    '<path d="M5 10.5h14M16 7.5l3 3-3 3" transform="translate(-2.5 -2.2) scale(1.05)" stroke="#2a2018" '
    'stroke-width="0" fill="none"/>'
    '<path d="M7.5 9.5h9M14.5 7l2.5 2.5L14.5 12M16.5 14.5h-9M9.5 12 7 14.5 9.5 17" stroke="#2a2018" '
    'stroke-width="1.5" fill="none" stroke-linecap="round" stroke-linejoin="round"/>',
    "jump": '<path d="M3 18C5 6 17 5 20 15" fill="none" stroke="currentColor" stroke-width="2.2" '
    'stroke-linecap="round"/>'
    '<path d="M15.5 13.5 20.3 16 22 11" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" '
    'stroke-linejoin="round"/>',
    "counter": '<path d="M8 3H16L21 8V16L16 21H8L3 16V8Z" fill="#efe6d2" stroke="#5b4a39" stroke-width="1.5" '
    'stroke-linejoin="round"/>'
    '<path d="M12 7.5V16.5M7.5 12H16.5" stroke="#5b4a39" stroke-width="1.8" stroke-linecap="round"/>',
    "unlock": '<rect x="5" y="11" width="14" height="10" rx="2" fill="#f0d68a" stroke="#5b4a39" stroke-width="1.4"/>'
    '<path d="M8 11V7.5a4 4 0 0 1 7.6-1.7" fill="none" stroke="#5b4a39" stroke-width="1.8" stroke-linecap="round"/>'
    '<path d="M9.5 16h5M12.5 14l2 2-2 2" stroke="#5b4a39" stroke-width="1.4" fill="none" stroke-linecap="round" '
    'stroke-linejoin="round"/>',
    "column": '<path d="M5 21H19M6.5 18.5H17.5M8.5 18.5V8.5M12 18.5V8.5M15.5 18.5V8.5M6 8.5H18L16.5 5.5H7.5Z" '
    'fill="none" stroke="var(--am-mark)" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>',
    "teleport": '<circle cx="12" cy="12" r="9.5" fill="#e6f1f2" stroke="#1f6f7c" stroke-width="1.3"/>'
    '<path d="M12 4.5v15M4.5 12h15M12 4.5l-2 2.5M12 4.5l2 2.5M12 19.5l-2-2.5M12 19.5l2-2.5M4.5 12 7 10M4.5 12 7 '
    '14M19.5 12 17 10M19.5 12 17 14" stroke="#1f6f7c" stroke-width="1.4" fill="none" stroke-linecap="round"/>',
    "exchange": '<path d="M4 8.5h14M14.5 5 18 8.5 14.5 12M20 15.5H6M9.5 12 6 15.5 9.5 19" fill="none" '
    'stroke="var(--am-mark)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
    "nomaha": '<path d="M3.5 12C5 5 19 5 20.5 12 18 10.5 16.5 10.5 14.8 12 13.3 10.7 10.7 10.7 9.2 12 7.5 10.5 6 10.5 '
    '3.5 12Z" fill="#f2c64c" stroke="#7d5305" stroke-width="1.3" stroke-linejoin="round"/>'
    '<path d="M12 7V3.5M12 11v10" stroke="#7d5305" stroke-width="1.7" stroke-linecap="round"/>'
    '<path d="M4 20.5 20 4.5" stroke="#8e1c3b" stroke-width="2.2" stroke-linecap="round"/>',
    "parasol": '<path d="M3 12.5C4.5 4.5 19.5 4.5 21 12.5 18.5 11 16.8 11 15 12.5 13.4 11.2 10.6 11.2 9 12.5 7.2 11 '
    '5.5 11 3 12.5Z" fill="#8e1c3b" stroke="#4d0b1d" stroke-width="1.2" stroke-linejoin="round"/>'
    '<path d="M12 6.3V3" stroke="#4d0b1d" stroke-width="1.7" stroke-linecap="round"/>'
    '<path d="M12 11.5V21" stroke="#4d0b1d" stroke-width="1.9" stroke-linecap="round"/>'
    '<path d="M7.5 10C8 8 10 6.8 12 6.6 14 6.8 16 8 16.5 10" stroke="#f4d676" stroke-width="1.1" fill="none"/>'
    '<circle cx="12" cy="2.8" r="1.2" fill="#f4d676" stroke="#4d0b1d" stroke-width=".6"/>',
    "bridges": '<path d="M2 16C7 8 17 8 22 16" fill="none" stroke="var(--am-mark)" stroke-width="2"/>'
    '<path d="M2 19h20M7 12.5V19M12 10.5V19M17 12.5V19" stroke="var(--am-mark)" stroke-width="1.5"/>',
    "minus1": '<circle cx="12" cy="12" r="9" fill="#f0d68a" stroke="#6b4a0c" stroke-width="1.3"/>'
    '<path d="M6 12h4.5" stroke="#6b4a0c" stroke-width="2.2" stroke-linecap="round"/>'
    '<path d="M13 9l3-1.5V17" stroke="#6b4a0c" stroke-width="2.2" fill="none" stroke-linecap="round" '
    'stroke-linejoin="round"/>',
}


def definitions() -> str:
    """The icons as symbols."""
    return "".join(f'<symbol id="am-{k}" viewBox="0 0 24 24">{v}</symbol>' for k, v in SYMBOLS.items()) + (
        f'<symbol id="am-pp" viewBox="-12 -12 24 24">{_lotus("gold")}</symbol>'
        + "".join(
            f'<symbol id="am-l-{tone}" viewBox="-10 -10 20 20" overflow="visible">{_lotus(tone)}</symbol>'
            for tone in TONES
        )
        + "".join(
            f'<symbol id="am-c{key(seat)}" viewBox="-10 -10 20 20" overflow="visible">{_counter(seat)}</symbol>'
            for seat in range(-1, 4)
        )
        + "".join(
            f'<symbol id="am-w{c}{mark}" viewBox="0 0 28 32" overflow="visible">{_worker(c, mark == "g")}</symbol>'
            for c in range(4)
            for mark in ("", "g")
        )
        + "".join(
            f'<symbol id="am-e{key(seat)}" viewBox="0 0 50 38" overflow="visible">{_elephant(seat)}</symbol>'
            for seat in range(-1, 4)
        )
        + '<symbol id="am-arch" viewBox="-17 -18 34 36" overflow="visible">'
        '<path class="am-niche" d="M-17 18V-4C-17-13-6-12 0-18 6-12 17-13 17-4V18Z"/></symbol>'
    )


@lru_cache(4096)
def use(name: str, x: float, y: float, s: float, extra: str = "") -> str:
    """An icon centred on (x, y), s wide."""
    return f'<use href="#am-{name}" x="{f(x - s / 2)}" y="{f(y - s / 2)}" width="{f(s)}" height="{f(s)}" {extra}/>'


@lru_cache(256)
def icon(name: str, size: int = 18) -> str:
    """An icon for HTML."""
    return (
        f'<svg class="am-icon" width="{size}" height="{size}" viewBox="0 0 24 24" aria-hidden="true">'
        f'<use href="#am-{name}"/></svg>'
    )


# ---------------------------------------------------------------- what a deed looks like

GOODS: Final = ("coin", *RESOURCES, "any", "pp")
UPGRADES: Final = ("warehouse", "objective", "mahout")
STUDIES: Final = ("column", "marble", "coin", "*")  # by track; any track last
ROOM: Final = 4  # icons that a tile has room for
BENEFITS: Final = {
    "wild-yellow": ("wild-yellow",),
    "wild-blue": ("wild-blue",),
    "wild-green": ("wild-green",),
    "discount": ("market", "minus1"),
    "less-tax": ("tax", "minus1"),
    "free-jump": ("jump",),
    "no-penalty": ("nomaha",),
    "all-bridges": ("bridges",),
    "swap-track": ("book", "exchange"),
    "exchange": ("exchange",),
    "any-payment": ("up", "any"),
    "leap": ("teleport",),
}
TRIGGERS: Final = {"group": "group4", "donation": "donate", "upgrade": "up", "market": "market"}


Frozen = tuple[str, int, int, int, int, int, int, int]


def frozen(deed: Mapping[str, Any]) -> Frozen:
    """A deed as a key to remember what was drawn by."""
    return (deed["do"], deed["coin"], *deed["goods"], deed["any"], deed["points"], deed["arg"])


def thawed(key: Frozen) -> Mapping[str, Any]:
    do, coin, marble, copper, gold, choose, points, arg = key
    return {"do": do, "coin": coin, "goods": [marble, copper, gold], "any": choose, "points": points, "arg": arg}


class House(NamedTuple):
    """A warehouse as a key to remember what was drawn by."""

    slots: int
    flipped: int
    tax: int
    benefit: str
    deed: Frozen

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> House:
        return cls(data["slots"], data["flipped"], data["tax"], data["benefit"], frozen(data["deed"]))

    def as_dict(self) -> Mapping[str, Any]:
        """Return the same as a dictionary of the view."""
        return {**self._asdict(), "deed": thawed(self.deed)}


def icons_of(deed: Mapping[str, Any]) -> tuple[str, ...]:
    """A deed as icons and signs for `row`."""
    do = deed["do"]
    if do in ("gain", "either"):
        amounts = (deed["coin"], *deed["goods"], deed["any"], deed["points"])
        each = [(name,) * n for name, n in zip(GOODS, amounts, strict=True) if n]
        if sum(map(len, each)) + (len(each) - 1 if do == "either" else 0) > ROOM:
            each = [names[:1] for names in each]  # the words say how much
        if do == "either":
            return tuple(name for k, names in enumerate(each) for name in (("/", *names) if k else names))
        return tuple(name for names in each for name in names)[:ROOM]
    if do == "trade":
        return ("coin", "+", "market") if deed["coin"] else ("market",)
    if do == "improve":
        kinds = [name for k, name in enumerate(UPGRADES) if deed["arg"] >> k & 1]
        return ("up", *kinds) if len(kinds) != 2 else ("up", kinds[0], "/", kinds[1])
    if do == "learn":
        return ("book", STUDIES[deed["arg"]])
    return {"mahout": ("mahout",), "donate": ("donate",)}.get(do, ("up",))


def mahout_icons(deed: Mapping[str, Any]) -> tuple[str, ...]:
    return ("up",) if deed["do"] == "improve" else icons_of(deed)


def house_icons(data: Mapping[str, Any]) -> tuple[str, ...]:
    """A warehouse by its benefit."""
    if data["benefit"]:
        return BENEFITS[data["benefit"]]
    return ("book", "book") if data["deed"]["do"] == "learn" else icons_of(data["deed"])


SIGNS: Final = {"/": 0.36, "+": 0.46, "*": 0.5}  # how wide a sign is beside an icon
GAP: Final = 0.06


def wide(items: tuple[str, ...], s: float) -> float:
    """How wide a row of icons and signs is."""
    return s * (sum(SIGNS.get(i, 1) for i in items) + GAP * (len(items) - 1))


@lru_cache(1024)
def row(items: tuple[str, ...], cx: float, cy: float, s: float, ink: str = DARK) -> str:
    """Draw an action as a centred row of icons and signs."""
    gap = s * GAP
    x, out = cx - wide(items, s) / 2, ""
    for i in items:
        w = SIGNS.get(i, 1) * s
        if i == "/":
            out += (
                f'<path d="M{f(x + w * 0.75)} {f(cy - s * 0.32)}L{f(x + w * 0.25)} {f(cy + s * 0.32)}" stroke="{ink}" '
                f'stroke-width="{f(max(1.2, s * 0.08))}" stroke-linecap="round"/>'
            )
        elif i == "+":
            out += (
                f'<path d="M{f(x + w / 2)} {f(cy - s * 0.16)}v{f(s * 0.32)}M{f(x + w / 2 - s * 0.16)} '
                f'{f(cy)}h{f(s * 0.32)}" stroke="{ink}" stroke-width="{f(max(1.4, s * 0.09))}" stroke-linecap="round"/>'
            )
        elif i == "*":
            out += (
                f'<text x="{f(x + w / 2)}" y="{f(cy + s * 0.36)}" text-anchor="middle" font-size="{f(s * 1.05)}" '
                f'font-weight="800" fill="{ink}">?</text>'
            )
        else:
            out += use(i, x + w / 2, cy, w)
        x += w + gap
    return out


@lru_cache(256)
def cusp(x: float, y: float, w: float, h: float, r: float = 8) -> str:
    """Panel with concave corners, the cartouche of marble inlay."""
    return (
        f"M{f(x + r)} {f(y)}H{f(x + w - r)}A{r} {r} 0 0 0 {f(x + w)} {f(y + r)}V{f(y + h - r)}A{r} {r} 0 0 0 "
        f"{f(x + w - r)} {f(y + h)}"
        f"H{f(x + r)}A{r} {r} 0 0 0 {f(x)} {f(y + h - r)}V{f(y + r)}A{r} {r} 0 0 0 {f(x + r)} {f(y)}Z"
    )


@lru_cache(8192)
def text(
    x: float,
    y: float,
    words: object,
    size: float = 12,
    weight: int = 700,
    fill: str = "var(--ink)",
    anchor: str = "middle",
    face: str = "var(--text)",
) -> str:
    """A line of text in the picture."""
    return (
        f'<text x="{f(x)}" y="{f(y)}" text-anchor="{anchor}" font-family="{face}" font-weight="{weight}" '
        f'font-size="{f(size)}" fill="{fill}">{escape(str(words))}</text>'
    )


def flower(x: float, y: float, s: float = 1, leaf: str = "#2b7d63", pet: str = "#b5492b") -> str:
    """Inlay flower with two tendrils (own drawing)."""
    p = "".join(f'<ellipse cx="0" cy="-3.6" rx="1.7" ry="3" transform="rotate({a})"/>' for a in range(0, 360, 60))
    return (
        f'<g transform="translate({f(x)} {f(y)}) scale({s})">'
        f'<path d="M-5 0C-10 -5 -15 3 -20 -1M5 0C10 -5 15 3 20 -1" fill="none" stroke="{leaf}" stroke-width="1"/>'
        f'<path d="M-11-2.5q-2-3.5-5-3 1 3.5 5 3zM11-2.5q2-3.5 5-3-1 3.5-5 3z" fill="{leaf}"/><g fill="{pet}">{p}</g>'
        f'<circle r="1.6" fill="#f2c64c"/></g>'
    )


def chhatri(x: float, y: float, s: float = 1) -> str:
    """Corner cupola seen from above and in front."""
    return (
        f'<g transform="translate({f(x)} {f(y)}) scale({s})">'
        f'<rect x="-7" y="-2" width="14" height="9" fill="#c48d20" stroke="#7d5305" stroke-width=".8"/>'
        '<path d="M-4.5 7V2.5C-4.5.5-2.3.500-2.3 2.5V7ZM2.3 7V2.5C2.3.5 4.5.500 4.5 2.5V7Z" fill="#6b4407"/>'
        '<path d="M-8.5-2H8.5L7-4H-7Z" fill="#f4d676" stroke="#7d5305" stroke-width=".7"/>'
        '<path d="M-7-4C-8-10-3-12 0-15.5 3-12 8-10 7-4Z" fill="url(#am-dome)" stroke="#7d5305" stroke-width=".8"/>'
        '<path d="M0-15.5V-19" stroke="#7d5305" stroke-width="1.2" stroke-linecap="round"/></g>'
    )


def storey(x: float, y: float, w: float, h: float, n: int, marble: bool = False) -> str:
    """Front face of a temple piece: n cusped arches between pilasters."""
    a, b = ("#fbf7ee", "#d9cfbb") if marble else ("#f3d371", "#bd861b")
    o = rect(f(x), f(y), f(w), f(h), f'fill="{a}" stroke="#7d5305" stroke-width="1"')
    o += rect(f(x), f(y + h * 0.8), f(w), f(h * 0.2), f'fill="{b}" opacity=".6"')
    c = w / n
    for i in range(n):
        ax, aw, top, bot = x + c * i + c * 0.2, c * 0.6, y + h * 0.2, y + h
        o += (
            f'<path d="M{f(ax)} {f(bot)}V{f(top + h * 0.32)}C{f(ax)} {f(top + h * 0.1)} {f(ax + aw * 0.3)} '
            f"{f(top + h * 0.14)} {f(ax + aw / 2)} {f(top)}C{f(ax + aw * 0.7)} {f(top + h * 0.14)} {f(ax + aw)} "
            f'{f(top + h * 0.1)} {f(ax + aw)} {f(top + h * 0.32)}V{f(bot)}Z" '
            f'fill="{"#6b4407" if not marble else "#8a6212"}"/>'
        )
    return o


def dome_piece(bx: float, by: float) -> str:
    """The dome, the last piece of the temple."""
    o = ""
    o += f'<ellipse cx="{bx}" cy="{by + 2}" rx="24" ry="4" fill="#2a2018" opacity=".25"/>'
    o += storey(bx - 20, by - 17, 40, 17, 4)
    o += (
        f'<path d="M{bx - 23} {by - 22}H{bx + 23}L{bx + 21} {by - 17}H{bx - 21}Z" fill="#f9e29a" stroke="#7d5305" '
        f'stroke-width="1"/>'
    )
    dome = (
        f"M{bx - 17} {by - 22}C{bx - 25} {by - 38} {bx - 18} {by - 54} {bx} {by - 66}C{bx + 18} {by - 54} {bx + 25} "
        f"{by - 38} {bx + 17} {by - 22}Z"
    )
    o += f'<path d="{dome}" fill="url(#am-dome)" stroke="#7d5305" stroke-width="1.1"/>'
    for k in (-9, 0, 9):
        o += (
            f'<path d="M{bx + k * 0.9} {by - 22}C{bx + k * 1.9} {by - 40} {bx + k * 1.2} {by - 52} {bx} {by - 66}" '
            f'stroke="#a8761a" stroke-width=".9" fill="none" opacity=".75"/>'
        )
    pet = "".join(
        f'<path d="M{f(bx - 17 + i * 8.5 - 4.5)} {by - 22}q4.5 -10 9 0z" fill="#f4d676" stroke="#7d5305" '
        f'stroke-width=".7"/>'
        for i in range(5)
    )
    o += (
        pet + f'<path d="M{bx} {by - 66}V{by - 78}" stroke="#7d5305" stroke-width="1.8" stroke-linecap="round"/>'
        f'<circle cx="{bx}" cy="{by - 71}" r="2.4" fill="#f4d676" stroke="#7d5305" stroke-width=".8"/>'
    )
    return o
