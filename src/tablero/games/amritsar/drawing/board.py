"""The middle of the board: lake, temple and bridge, the sections of workers round it, elephants and the maharaja."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from tablero.core.drawing.shapes import circle, corners, escape, fill, marker, rect, short
from tablero.core.i18n.translator import Translator
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing import pieces
from tablero.games.amritsar.drawing.pieces import LEAST, text, use, worker
from tablero.games.amritsar.drawing.scene import Scene

f = short
BW: Final = 804
BH: Final = 720
CX: Final = 402
CY: Final = 360
LAKE: Final = 156
PROM: Final = 194
RING: Final = 240
FR: Final = 15
GOLD: Final = "var(--am-gold)"
GOLDD: Final = "#8a6212"
# Sections clockwise: x, y, width, height, direction of the niches.
SECTION = (
    (210, 122, 188, 42, (1, 0)),
    (406, 122, 188, 42, (1, 0)),
    (598, 168, 43, 188, (0, 1)),
    (598, 364, 43, 188, (0, 1)),
    (406, 556, 188, 42, (-1, 0)),
    (210, 556, 188, 42, (-1, 0)),
    (163, 364, 43, 188, (0, -1)),
    (163, 168, 43, 188, (0, -1)),
)
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))  # the maharaja's pavilions: before north, east, south, west
NUMERALS = ("I", "II", "III")
MIDDLE = (LAKE + PROM) / 2
PATHS = (  # of the elephants: north, east, south, west
    (CX - 116, CY - MIDDLE - 16, 232, 32),
    (CX + MIDDLE - 16, CY - 116, 32, 232),
    (CX - 116, CY + MIDDLE - 16, 232, 32),
    (CX - MIDDLE - 16, CY - 116, 32, 232),
)


# ---------------------------------------------------------------- what never changes


ACROSS: Final = 'x1="0" y1="0" x2="1" y2="1"'
DOWN: Final = 'x1="0" y1="0" x2="0" y2="1"'
# Id -> the kind of gradient, where it runs, and its stops: offset and colour.
GRADIENTS = {
    "gilt": ("linear", ACROSS, ("0", "#fbe9a6", ".38", "#e5b53f", ".62", "#f8dd85", "1", "#b47d17")),
    "goldv": ("linear", DOWN, ("0", "#f7dc83", "1", "#b07a16")),
    "goldroof": ("linear", ACROSS, ("0", "#fff0b5", ".5", "#e9be4e", "1", "#c48d20")),
    "water": (
        "radial",
        'cx=".5" cy=".47" r=".75"',
        ("0", "#7fcbd0", ".36", "#3fa3b5", ".7", "#1f7799", "1", "#165680"),
    ),
    "shine": ("radial", 'cx=".5" cy=".5" r=".5"', ("0", '#ffe9a0" stop-opacity=".75', "1", '#ffe9a0" stop-opacity="0')),
    "marb": ("linear", ACROSS, ("0", "var(--am-marble-1)", ".5", "var(--am-marble-2)", "1", "var(--am-marble-1)")),
    "sand": ("linear", DOWN, ("0", "var(--am-sand-1)", "1", "var(--am-sand-2)")),
    "niche": ("linear", DOWN, ("0", "var(--am-niche-1)", "1", "var(--am-niche-2)")),
    "lapisf": ("linear", ACROSS, ("0", "#1f4f78", "1", "#163a5c")),
    "dome": ("radial", 'cx=".36" cy=".3" r=".8"', ("0", "#fff6cf", ".4", "#edc454", "1", "#9a6a10")),
}


def gradients() -> str:
    """Gradients, patterns and clips that the board uses."""
    out = "\n"
    for name, (kind, way, stops) in GRADIENTS.items():
        colours = zip(stops[::2], stops[1::2], strict=True)
        drawn = "".join(f'<stop offset="{offset}" stop-color="{colour}"/>' for offset, colour in colours)
        out += f'<{kind}Gradient id="am-{name}" {way}>{drawn}</{kind}Gradient>\n'
    studs = "".join(circle(x, y, 2, 'fill="#b5492b" opacity=".75"') for y in (0, 19) for x in (0, 19))
    return out + (
        '<clipPath id="am-lakeclip">'
        f'<rect x="{CX - LAKE}" y="{CY - LAKE}" width="{2 * LAKE}" height="{2 * LAKE}"/></clipPath>\n'
        '<clipPath id="am-boardclip">'
        f'<rect x="{FR}" y="{FR}" width="{BW - 2 * FR}" height="{BH - 2 * FR}"/></clipPath>\n'
        '<pattern id="am-inlay" width="19" height="19" patternUnits="userSpaceOnUse" x="208" y="166">'
        '<rect width="19" height="19" fill="var(--am-inlay-1)"/>'
        '<path d="M9.5 0 19 9.5 9.5 19 0 9.5Z" fill="var(--am-inlay-2)" stroke="var(--am-inlay-3)" stroke-width=".6"/>'
        '<path d="M9.5 5.5 13.5 9.5 9.5 13.5 5.5 9.5Z" fill="#2c5f86" opacity=".8"/>'
        '<path d="M9.5 7.6 11.4 9.5 9.5 11.4 7.6 9.5Z" fill="#f2c64c"/>'
        f"{studs}</pattern>\n"
    )


def veins(seed: int = 7, n: int = 26) -> str:
    """The veins of the marble."""
    r = random.Random(seed)
    out = ""
    for _ in range(n):
        x, y = r.uniform(0, BW), r.uniform(0, BH)
        a = r.uniform(0.3, 1.1) * r.choice((-1, 1))
        d = f"M{f(x)} {f(y)}"
        for _ in range(r.randint(3, 6)):
            a += r.uniform(-0.5, 0.5)
            long = r.uniform(22, 60)
            mx, my = x + math.cos(a) * long * 0.5 + r.uniform(-9, 9), y + math.sin(a) * long * 0.5 + r.uniform(-9, 9)
            x, y = x + math.cos(a) * long, y + math.sin(a) * long
            d += f"Q{f(mx)} {f(my)} {f(x)} {f(y)}"
        out += f'<path d="{d}" stroke-width="{f(r.uniform(0.5, 1.8))}" opacity="{f(r.uniform(0.14, 0.4))}"/>'
    return f'<g fill="none" stroke="var(--am-vein)" stroke-linecap="round">{out}</g>'


def promenade() -> str:
    """The elephants' path round the lake, with the maharaja's pavilions on its corners."""
    o = (
        f'<path d="M{CX - PROM} {CY - PROM}h{2 * PROM}v{2 * PROM}h-{2 * PROM}zM{CX - LAKE} '
        f'{CY - LAKE}v{2 * LAKE}h{2 * LAKE}v-{2 * LAKE}z" fill="url(#am-inlay)" fill-rule="evenodd" stroke="{GOLDD}" '
        f'stroke-width="1"/>'
    )
    m = (LAKE + PROM) / 2
    for x, y, w, h in PATHS:
        o += f'<path d="{pieces.cusp(x, y, w, h, 7)}" fill="var(--am-path)" stroke="{GOLD}" stroke-width="1.2"/>'
        o += f'<path d="{pieces.cusp(x + 3, y + 3, w - 6, h - 6, 6)}" fill="none" stroke="#e1cd9d" stroke-width=".8"/>'
    for x, y in ((CX, CY - m), (CX + m, CY), (CX, CY + m), (CX - m, CY)):
        o += f'<g opacity=".55" transform="rotate({0 if y != CY else 90} {f(x)} {f(y)})">{pieces.flower(x, y, 0.8)}</g>'
    for a, (x, y) in enumerate(((CX + 98, CY - m), (CX + m, CY + 98), (CX - 98, CY + m), (CX - m, CY - 98))):
        o += (
            f'<g transform="translate({f(x)} {f(y)}) rotate({a * 90})">'
            f'<path d="M-9-4.5-4.5 0-9 4.5M-3-4.5 1.5 0-3 4.5M3-4.5 7.5 0 3 4.5" stroke="{GOLD}" stroke-width="1.6" '
            f'fill="none" stroke-linecap="round" stroke-linejoin="round"/></g>'
        )
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = CX + sx * m, CY + sy * m
        ps = [
            (x + 18 * math.cos(math.pi / 8 + i * math.pi / 4), y + 18 * math.sin(math.pi / 8 + i * math.pi / 4))
            for i in range(8)
        ]
        o += f'<polygon points="{corners(ps)}" fill="var(--am-path)" stroke="#8e1c3b" stroke-width="1.3"/>'
        o += (
            f'<polygon points="{corners([(x + (a - x) * 0.8, y + (b - y) * 0.8) for a, b in ps])}" fill="none" '
            f'stroke="{GOLD}" stroke-width="1"/>'
        )
        o += f'<g opacity=".3">{use("parasol", x, y, 20)}</g>'
    return o


def lake() -> str:
    """Steps down to the water, lilies, carp and the gold of the temple in the waves."""
    r = random.Random(11)
    o = ""
    for off, col in ((0, "var(--am-step-1)"), (4, "var(--am-step-2)"), (8, "var(--am-step-3)")):
        s = LAKE - off
        o += rect(CX - s, CY - s, 2 * s, 2 * s, f'fill="{col}" stroke="#a89a7d" stroke-width=".7"')
    s = LAKE - 12
    o += rect(CX - s, CY - s, 2 * s, 2 * s, 'fill="url(#am-water)"')
    o += (
        f'<g clip-path="url(#am-lakeclip)">'
        f'<path d="M{CX - s} {CY - s}h{2 * s}v7h-{2 * s}zM{CX - s} {CY - s}v{2 * s}h6v-{2 * s}z" fill="#0d3a5c" '
        f'opacity=".35"/></g>'
    )
    ring = ""
    for k in range(1, 6):
        q = 62 + k * 15
        ring += rect(CX - q, CY - q + 2, 2 * q, 2 * q, f'rx="{10 + k * 3}" opacity="{f(0.34 - k * 0.05)}"')
    o += f'<g fill="none" stroke="#dff6f4" stroke-width="1" stroke-dasharray="26 9 8 14 40 11">{ring}</g>'
    w = ""
    for _ in range(120):
        x, y = r.uniform(CX - s + 8, CX + s - 24), r.uniform(CY - s + 10, CY + s - 6)
        long = r.uniform(6, 18)
        w += (
            f'<path d="M{f(x)} {f(y)}q{f(long / 4)} -2 {f(long / 2)} 0t{f(long / 2)} 0" '
            f'opacity="{f(r.uniform(0.12, 0.4))}"/>'
        )
    o += f'<g fill="none" stroke="#eafcff" stroke-width="1" stroke-linecap="round">{w}</g>'
    g = ""
    for k in range(34):
        y = CY + 74 + k * 1.9
        hw = 60 - k * 0.8
        for side in (-1, 1):
            a = r.uniform(36, hw)
            long = r.uniform(5, 20)
            g += (
                f'<path d="M{f(CX + side * a - long / 2)} {f(y)}h{f(long)}" opacity="{f(max(0.08, 0.6 - k * 0.016))}"/>'
            )
    o += f'<g stroke="#ffdf7e" stroke-width="1.3" stroke-linecap="round">{g}</g>'
    lilies: tuple[tuple[float, float, float], ...] = (
        (CX - 118, CY + 112, 1),
        (CX - 92, CY + 126, 0.7),
        (CX + 118, CY - 112, 1),
        (CX + 126, CY - 84, 0.65),
        (CX + 104, CY + 122, 0.85),
        (CX - 120, CY - 104, 0.75),
    )
    for lx, ly, size in lilies:
        pads = "".join(
            f'<path d="M{f(px)} {f(py)}l{f(6 * size)} {f(-2 * size)}a{f(7 * size)} {f(6 * size)} 0 1 1 {f(-4 * size)} '
            f'{f(-4 * size)}z" fill="#2f8f6b" stroke="#176049" stroke-width=".7"/>'
            for px, py in ((lx, ly), (lx + 13 * size, ly + 6 * size), (lx - 11 * size, ly + 8 * size))
        )
        pet = "".join(
            f'<ellipse cx="0" cy="-4" rx="2" ry="4" transform="rotate({a})" fill="{c}"/>'
            for a, c in ((-70, "#e58fa6"), (70, "#e58fa6"), (-35, "#f2b6c4"), (35, "#f2b6c4"), (0, "#fbdde3"))
        )
        o += pads + f'<g transform="translate({f(lx + 2)} {f(ly - 1)}) scale({f(size * 1.15)})">{pet}</g>'
    for x, y, a, c in (
        (CX - 104, CY + 40, 35, "#f08a3c"),
        (CX - 88, CY + 58, 15, "#fff1e0"),
        (CX + 106, CY + 34, 120, "#f08a3c"),
        (CX + 88, CY - 92, -20, "#f6b04d"),
    ):
        o += (
            f'<g transform="translate({x} {y}) rotate({a})" opacity=".9">'
            f'<path d="M-8 0C-4-4 4-4 8 0 4 4-4 4-8 0ZM-7 0-12-3.5-11 0-12 3.5Z" fill="{c}"/>'
            f'<circle cx="5" cy="-.8" r=".8" fill="#2a2018"/></g>'
        )
    return o


def _terrace() -> str:
    x, y = CX, CY - 6
    o = f'<ellipse cx="{x}" cy="{y + 14}" rx="104" ry="96" fill="url(#am-shine)"/>'
    o += rect(x - 68, y - 60, 140, 142, 'fill="#0d3a5c" opacity=".35" rx="4"')
    o += rect(x - 70, y - 66, 140, 136, 'fill="var(--am-terrace)" stroke="#8a7a58" stroke-width="1"')
    o += rect(x - 70, y + 64, 140, 8, 'fill="#cbc1ab" stroke="#8a7a58" stroke-width=".8"')
    o += rect(x - 65, y - 61, 130, 121, f'fill="none" stroke="{GOLD}" stroke-width="1.2"')
    for a in range(12):
        for yy in (y - 63.5, y + 61):
            o += circle(f(x - 62 + a * 11.3), yy, 1.3, f'fill="{GOLD}"')
    return o


def _low_piece() -> str:
    x, y = CX, CY - 6
    o = rect(x - 50, y - 40, 110, 98, 'fill="#2a2018" opacity=".18"')
    o += pieces.storey(x - 55, y + 30, 110, 27, 7)
    o += (
        f'<path d="M{x - 13} {y + 58}V{y + 33}H{x + 13}V{y + 58}Z" fill="#f8df8f" stroke="#7d5305" stroke-width="1"/>'
        f'<path d="M{x - 8.5} {y + 58}V{y + 45}C{x - 8.5} {y + 39} {x - 3} {y + 40} {x} {y + 35.5}C{x + 3} {y + 40} '
        f'{x + 8.5} {y + 39} {x + 8.5} {y + 45}V{y + 58}Z" fill="#5c0e24" stroke="#a8761a" stroke-width="1.2"/>'
        f'<path d="M{x} {y + 37}V{y + 58}" stroke="#d9a93a" stroke-width="1"/>'
    )
    o += (
        f'<path d="M{x - 59} {y + 24}H{x + 59}L{x + 57} {y + 32}H{x - 57}Z" fill="#f9e29a" stroke="#7d5305" '
        f'stroke-width="1"/>'
    )
    o += rect(x - 57, y - 52, 114, 77, 'fill="url(#am-goldroof)" stroke="#7d5305" stroke-width="1.2"')
    o += rect(x - 53, y - 48, 106, 69, 'fill="none" stroke="#fff3c4" stroke-width="1.2"')
    return o


def _middle_piece() -> str:
    x, y = CX, CY - 6
    o = _cupolas(((-53, -44, 0.95), (53, -44, 0.95)))
    o += (
        rect(x - 40, y - 34, 86, 58, 'fill="#2a2018" opacity=".25"')
        + pieces.storey(x - 43, y - 1, 86, 20, 7)
        + f'<path d="M{x - 47} {y - 7}H{x + 47}L{x + 45} {y}H{x - 45}Z" fill="#f9e29a" stroke="#7d5305" '
        f'stroke-width="1"/><rect x="{x - 45}" y="{y - 72}" width="90" height="66" fill="url(#am-goldroof)" '
        f'stroke="#7d5305" stroke-width="1.2"/>'
        f'<rect x="{x - 42}" y="{y - 69}" width="84" height="60" fill="none" stroke="#fff3c4" stroke-width="1.2"/>'
    )
    return o


def _cupolas(places: tuple[tuple[float, float, float], ...]) -> str:
    return "".join(pieces.chhatri(CX + x, CY - 6 + y, size) for x, y, size in places)


def temple(built: int) -> str:
    """The temple as far as it is built: a terrace, then one, two and three pieces."""
    out = _terrace()
    if built >= 1:
        out += _low_piece()
    if built >= 2:
        out += _middle_piece()
    if built == 1:
        out += _cupolas(((-53, -44, 0.95), (53, -44, 0.95), (-54, 27, 1.15), (54, 27, 1.15)))
    elif built >= 2:
        out += _cupolas(
            ((-42, -64, 0.8), (42, -64, 0.8), (-43, -3, 0.95), (43, -3, 0.95), (-54, 27, 1.15), (54, 27, 1.15))
        )
    if built >= 3:
        out += (
            f'<g transform="translate({CX} {CY - 24}) scale(1.15) translate({-CX} '
            f'{-CY + 24})">{pieces.dome_piece(CX, CY - 20)}</g>'
        )
    return out


def _tile(values: Sequence[int], ty: float, h: float) -> str:
    """A temple tile: each number points at its district."""
    tx = CX
    o = rect(tx - h - 2, ty - 33, 2 * h + 4, 66, 'rx="3" fill="#7d5305" opacity=".35"')
    sides = {
        "N": ((tx - h, ty - 34), (tx + h, ty - 34)),
        "E": ((tx + h, ty - 34), (tx + h, ty + 32)),
        "S": ((tx + h, ty + 32), (tx - h, ty + 32)),
        "W": ((tx - h, ty + 32), (tx - h, ty - 34)),
    }
    col = {4: "#8e1c3b", 3: "#b5492b", 2: "#cf8a2b", 1: "#e9d3a0"}
    for side, v in zip("NESW", values, strict=True):
        (ax, ay), (bx, by) = sides[side]
        o += (
            f'<path d="M{tx} {ty - 1}L{ax} {ay}L{bx} {by}Z" fill="{col[v]}" stroke="#f9e7b2" stroke-width="1.4" '
            f'stroke-linejoin="round"/>'
        )
        mx, my = {"N": (tx, ty - 18), "E": (tx + 24, ty + 5), "S": (tx, ty + 26), "W": (tx - 24, ty + 5)}[side]
        o += text(mx, my, v, 18, 800, "#3d2704" if v < 3 else "#fff3dc", face="var(--title)")
    return o + pieces.lotus(tx, ty - 1, 7.5)


def temple_tile(values: Sequence[int], built: int) -> str:
    """The tile in force lies on top of what is built; the dome bears none."""
    if built >= 3:
        return ""
    return _tile(values, CY - 19 if built < 2 else CY - 45, 38 if built < 2 else 33)


Crossing = tuple[
    str, pieces.Frozen, bool, bool
]  # a bridge tile: what sets it off, what it gives, whether it is now or past


@lru_cache(256)
def bridge(tiles: tuple[Crossing, ...]) -> str:
    """Causeway from the south shore to the temple door; shore = decade I."""
    x, o = CX, ""
    o += rect(x - 33, 428, 70, 90, 'fill="#0d3a5c" opacity=".35"')
    o += rect(x - 35, 424, 70, 516 - 424 + 2, 'fill="url(#am-marb)" stroke="#8a7a58" stroke-width="1"')
    for sx in (x - 35, x + 30):
        o += rect(sx, 424, 5, 94, 'fill="#e6ddcb" stroke="#a89a7d" stroke-width=".6"')
        for k in range(7):
            o += circle(sx + 2.5, f(430 + k * 13.5), 2, 'fill="url(#am-dome)" stroke="#7d5305" stroke-width=".5"')
    for i, (trigger, deed, on, past) in enumerate(tiles):
        trig, gain = pieces.TRIGGERS[trigger], pieces.icons_of(pieces.thawed(deed))[0]
        ty = 490 - i * 27.5
        if on:
            o += rect(x - 29, ty - 2, 58, 29, 'rx="5" fill="#f2c64c" opacity=".9"')
        fill = "#dccfb2" if past else "#fffaf0"
        o += (
            f'<rect x="{x - 27}" y="{ty}" width="54" height="25" rx="4" fill="{fill}" '
            f'stroke="{"#8a6212" if on else "#b79a6b"}" stroke-width="{2 if on else 1}"/>'
        )
        o += f'<rect x="{x - 27}" y="{ty}" width="12" height="25" rx="3" fill="{"#8e1c3b" if on else "#b79a6b"}"/>'
        o += text(x - 21, ty + 18, NUMERALS[i], LEAST, 800, "#fff8ec", face="var(--title)")
        if past:
            o += (
                f'<path d="M{x - 9} {ty + 12.5}q6-8 14 0t14 0M{x - 9} {ty + 18}q6-8 14 0t14 0" stroke="#b79a6b" '
                f'stroke-width="1.2" fill="none"/>'
            )
        else:
            o += (
                use(trig, x - 4, ty + 12.5, 17)
                + f'<path d="M{x + 6} {ty + 12.5}h5M{x + 9} {ty + 11}l2.5 2.5-2.5 2.5" stroke="#5b4a39" '
                f'stroke-width="1.3" fill="none" stroke-linecap="round"/>' + use(gain, x + 19, ty + 12.5, 14)
            )
    return o


@lru_cache(256)
def _bridge_words(tiles: tuple[Crossing, ...], why: str, say: Translator) -> str:
    """What each bridge tile gives, where a pointer asks."""
    labels = [names.bridge({"trigger": trigger, "deed": pieces.thawed(deed)}, say) for trigger, deed, _, _ in tiles]
    return "".join(
        f'<g role="img" aria-label="{NUMERALS[i]}: {escape(one)}" {why}><title>{NUMERALS[i]}: {escape(one)}</title>'
        f'<rect data-spot="bridge-{i}" x="{CX - 27}" y="{490 - i * 27.5}" width="54" height="25" fill="transparent"/>'
        f"</g>"
        for i, one in enumerate(labels)
    )


@cache
def ground() -> str:
    """Marble, promenade and water: sent once."""
    out = rect(
        FR - 1,
        FR - 1,
        BW - 2 * FR + 2,
        BH - 2 * FR + 2,
        f'rx="3" fill="url(#am-marb)" stroke="{GOLD}" stroke-width="2"',
    )
    out += f'<g clip-path="url(#am-boardclip)">{veins()}</g>'
    for sx, sy in CORNERS:
        out += (
            f'<g transform="translate({CX + sx * 218} {CY + sy * 217})">'
            f'<path d="M0-15C7-8 7-7 15 0 7 7 7 8 0 15-7 8-7 7-15 0-7-7-7-8 0-15Z" fill="var(--am-path)" '
            f'stroke="{GOLD}" stroke-width="1.2"/>{pieces.flower(0, 0, 0.62)}</g>'
        )
    return out + promenade() + lake()


@cache
def frame() -> str:
    """The prestige track: 100 steps in the lapis frame, clockwise from the top left corner."""
    out = rect(".5", ".5", BW - 1, BH - 1, 'rx="12" fill="url(#am-lapisf)" stroke="#0e2a44"')
    for n in range(100):
        x, y = on_track(n)
        if n % 5 == 0:
            out += text(x, y + 5.6, n, LEAST, 700, "#f4d676")
        else:
            out += circle(f(x), f(y), 1.5, 'fill="#c9a956"')
    return out


def on_track(score: int) -> tuple[float, float]:
    w, h, m = BW - 15, BH - 15, 7.5
    t = (score % 100) / 100 * 2 * (w + h)
    for length, place in ((w, 0), (h, 1), (w, 2), (h, 3)):
        if t < length:
            return ((m + t, m), (m + w, m + t), (m + w - t, m + h), (m, m + h - t))[place]
        t -= length
    return m, m


# ---------------------------------------------------------------- sections and sowing


def niche(section: int, i: int) -> tuple[float, float]:
    x, y, w, h, (dx, dy) = SECTION[section]
    if dx:
        return (x + 40 + i * 42 if dx > 0 else x + w - 40 - i * 42), y + h / 2
    return x + w / 2, (y + 40 + i * 42 if dy > 0 else y + h - 40 - i * 42)


def section(scene: Scene, number: int, steps: Sequence[tuple[int, int]], start: int) -> str:
    """A section of workers; `steps` and `start` tell the sowing that is looked at."""
    view = scene.view["sections"][number]
    moves = [move for move in (at.PICK + number, at.LAND + number) if move in scene.moves]
    chosen = bool(steps) and start == number and scene.view["hand"] is None
    coming = next((colour for colour, where in steps if where == number), None)
    kind = "am-section" + (" am-chosen" if chosen else "")
    drawn, label = _section(number, tuple(view["workers"]), view["coins"], bool(moves), chosen, coming, scene.say)
    if moves:
        return scene.can(moves[0], drawn, kind)
    why = at.LAND if scene.phase in ("sow", "land") else at.PICK
    return (
        f'<g class="{kind}" role="img" aria-label="{label}" {scene.tried(why + number)}>'
        f"<title>{label}</title>{drawn}</g>"
    )


@lru_cache(2048)
def _section(
    number: int, workers: tuple[int, ...], coins: int, legal: bool, chosen: bool, coming: int | None, say: Translator
) -> tuple[str, str]:
    """A section as it is drawn, and in words."""
    x, y, w, h, _ = SECTION[number]
    stone = f'rect x="{x}" y="{y}" width="{w}" height="{h}" rx="7"'
    out = _reach(number) if legal else ""
    out += f'<{stone} class="am-stone" data-spot="section-{number}"/>'
    for i in range(4):
        cx, cy = niche(number, i)
        out += f'<use href="#am-arch" x="{f(cx - 17)}" y="{f(cy - 18)}" width="34" height="36"/>'
    for i, colour in enumerate(workers):
        cx, cy = niche(number, i)
        out += worker(colour, cx, cy, 33, ghost=chosen)
    if coming is not None:
        cx, cy = niche(number, min(len(workers) if not chosen else 0, 3))
        out += worker(coming, cx, cy, 33, ghost=True)
    tx, ty = ((x + 12, y + h / 2), (x + w / 2, y + 11), (x + w - 12, y + h / 2), (x + w / 2, y + h - 11))[number // 2]
    out += text(tx, ty + 5.6, names.tag(number, say), LEAST, 800, "var(--am-tag)")
    if coins:
        cx, cy = niche(number, 3)
        out += circle(f(cx + 11), f(cy + 9), 10, 'fill="#fffaf0" stroke="#a06f00"')
        out += use("coin", cx + 11, cy + 9, 17)
        if coins > 1:
            out += text(cx + 11, cy + 14.5, coins, LEAST, 800, "#2a2018")
    if legal:
        out += marker(stone)
    described = ", ".join(names.colour(colour, say) for colour in workers) or "–"
    return out, f"{escape(names.section(number, say))}: {escape(described)}"


def _reach(number: int) -> str:
    """Room for a finger: the section with some of the ground outside it."""
    x, y, w, h, _ = SECTION[number]
    out, side = 17, number // 2
    left, top = x - out * (side == 3) - 4 * (side == 1), y - out * (side == 0) - 4 * (side == 2)
    wide, high = (w, h + out + 4) if side % 2 == 0 else (w + out + 4, h)
    return f'<rect class="am-reach" x="{left}" y="{top}" width="{wide}" height="{high}"/>'


def route(scene: Scene, steps: Sequence[tuple[int, int]], start: int) -> str:
    """The sowing in preview: a thread along the promenade, one numbered bead for each drop; the last is the active
    one."""
    if not steps:
        return ""
    edge = PROM - 4

    def stop(number: int) -> tuple[float, float]:
        held = len(scene.view["sections"][number]["workers"])
        cx, cy = niche(number, min(held, 3) if number != start else 0)
        return ((cx, CY - edge), (CX + edge, cy), (cx, CY + edge), (CX - edge, cy))[number // 2]

    x, y = stop(start) if scene.view["hand"] is None else stop(_last(scene, start))
    path = f"M{f(x)} {f(y)}"
    side = (start if scene.view["hand"] is None else _last(scene, start)) // 2
    for _, number in steps:
        while side != number // 2:
            sx, sy = CORNERS[(side + 1) % 4]
            path += f"L{f(CX + sx * edge)} {f(CY + sy * edge)}"
            side = (side + 1) % 4
        bx, by = stop(number)
        path += f"L{f(bx)} {f(by)}"
    out = "".join(
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
        for colour, width in (("#fffaf0", 8), ("#2a2018", 5.4), ("#f2c64c", 2.8))
    )
    for n, (_, number) in enumerate(steps, 1):
        out += bead(*stop(number), n, n == len(steps))
    return f'<g class="am-route" aria-hidden="true">{out}</g>'


def _last(scene: Scene, start: int) -> int:
    """The section before the next drop."""
    return int(scene.view["hand"]["next"] + 7) % 8


def bead(x: float, y: float, n: int, last: bool) -> str:
    out = ""
    if last:
        out = (
            f'<circle cx="{f(x)}" cy="{f(y)}" r="13" fill="none" stroke="#f2c64c" stroke-width="3"/>'
            f'<circle cx="{f(x)}" cy="{f(y)}" r="14.6" fill="none" stroke="#a06f00" stroke-width="1.2"/>'
        )
    dark, light = ("#2a2018", "#f2c64c") if last else ("#fffaf0", "#a06f00")
    out += circle(f(x), f(y), 10.6, f'fill="{dark}" stroke="{light}" stroke-width="2"')
    return out + text(x, y + 5.6, n, LEAST, 800, "#ffe28a" if last else "#2a2018")


def hand(scene: Scene) -> str:
    """The workers in hand, over the water; each colour can be dropped next. They are large enough for a thumb."""
    held = scene.view["hand"]
    x0, y, step = CX - 132, CY - 107, 64
    place = f'<rect data-spot="hand" x="{x0}" y="{y - 31}" width="62" height="62" fill="none"/>'
    if held is None:
        return place
    count = len(held["workers"])
    out = rect(x0, y - 34, count * step + 8, 68, f'rx="12" fill="var(--am-card)" stroke="{GOLD}" stroke-width="1.5"')
    for i, colour in enumerate(held["workers"]):
        x = x0 + 36 + i * step
        spot = f'circle cx="{x}" cy="{y}" r="29"'
        drawn = f'<{spot} class="am-spot"/>' + worker(colour, x, y, 46)
        if at.DROP + colour in scene.moves:
            reach = f'<rect class="am-reach" x="{x - 32}" y="{y - 32}" width="64" height="64"/>'
            drawn = reach + drawn + marker(spot)
        out += scene.can(at.DROP + colour, drawn, "am-drop")
    return f"{place}<g>{out}</g>"


# ---------------------------------------------------------------- elephants and the maharaja


@cache
def places() -> str:
    """Where elephants and the maharaja set out from, for what travels."""
    out = ""
    for number, (x, y, w, h) in enumerate(PATHS):
        out += f'<rect data-spot="path-{number}" x="{f(x)}" y="{f(y)}" width="{w}" height="{h}" fill="none"/>'
    for number, (sx, sy) in enumerate(CORNERS):
        x, y = CX + sx * MIDDLE, CY + sy * MIDDLE
        out += f'<circle data-spot="pavilion-{number}" cx="{f(x)}" cy="{f(y)}" r="17" fill="none"/>'
    return out


def elephants(scene: Scene) -> str:
    out = places()
    for number, (x, y, w, h) in enumerate(PATHS):
        if at.WALK + number in scene.moves:
            reach = f'<rect class="am-reach" x="{f(x - 16)}" y="{f(y - 16)}" width="{w + 32}" height="{h + 32}"/>'
            path = f'rect x="{f(x)}" y="{f(y)}" width="{w}" height="{h}" rx="8"'
            out += scene.can(at.WALK + number, f'{reach}<{path} class="am-walk"/>{marker(path)}', "am-path")
        else:
            about = fill(scene.say("Elephants' path, {district}"), district=scene.district(number))
            out += (
                f'<rect class="am-reach" role="img" aria-label="{about}" {scene.tried(at.WALK + number)} x="{f(x)}" '
                f'y="{f(y)}" width="{w}" height="{h}"/>'
            )
    where: dict[int, list[tuple[int, int]]] = {}
    for seat in scene.donors:
        shown = scene.player(seat)
        if shown["at"] is not None:
            where.setdefault(shown["at"], []).append((seat, shown["load"]))
    for number, standing in where.items():
        for i, (seat, load) in enumerate(standing):
            off = -72 + i * 48
            x, y = (
                (CX + off, CY - MIDDLE + 2.5),
                (CX + MIDDLE, CY + off),
                (CX - off, CY + MIDDLE - 1),
                (CX - MIDDLE, CY - off),
            )[number]
            drawn = pieces.elephant(seat, x, y, 35 if number % 2 == 0 else 31, number == 2, load)
            about = fill(scene.say("Elephant of {name}, counters: {n}"), name=scene.name(seat), n=load)
            why = scene.tried(at.WALK + number)
            out += (
                f'<g class="am-elephant" role="img" aria-label="{about}" {why} data-piece="elephant-{seat}" '
                f'data-spot="elephant-{pieces.key(seat)}"><title>{about}</title>{drawn}</g>'
            )
    return out


@lru_cache(1024)
def maharaja(space: int, beside: tuple[int, ...], say: Translator) -> str:
    out = ""
    for corner, colour in enumerate(beside):
        if colour >= 0:
            sx, sy = CORNERS[corner]
            out += f'<g data-spot="beside-{corner}">{worker(colour, CX + sx * 218, CY + sy * 217, 30)}</g>'
    sx, sy = CORNERS[space]
    x, y = CX + sx * MIDDLE, CY + sy * MIDDLE - 2
    title = escape(say("The maharaja"))
    return out + (
        f'<g class="am-maharaja" data-spot="maharaja" role="img" aria-label="{title}"><title>{title}</title>'
        f'<ellipse cx="{f(x)}" cy="{f(y + 4)}" rx="18" ry="17" fill="#2a2018" opacity=".35"/>'
        f'<circle cx="{f(x)}" cy="{f(y + 1.5)}" r="17" fill="#8a6212"/>'
        f'<circle cx="{f(x)}" cy="{f(y)}" r="17" fill="url(#am-gilt)" stroke="#7d5305" stroke-width="1.2"/>'
        f'<circle cx="{f(x)}" cy="{f(y)}" r="13.6" fill="#fff3cf" stroke="#b47d17"/>{use("parasol", x, y - 0.5, 22)}'
        f"</g>"
    )


@lru_cache(256)
def _tower(values: tuple[int, ...], built: int, say: Translator) -> str:
    """The temple with the tile in force."""
    labels = escape(", ".join(f"{names.district(d, say)} {values[d]}" for d in range(4)))
    return (
        f'<g data-spot="temple" role="img" aria-label="{labels}" transform="translate({CX} {CY - 4}) scale(1.08) '
        f'translate({-CX} {-CY + 4})"><title>{labels}</title>'
        f'<use href="#am-temple{built}"/>{temple_tile(values, built)}</g>'
    )


def centre(scene: Scene) -> list[str]:
    """Lake, temple, bridge, arcade and everything that moves there."""
    view, say = scene.view, scene.say
    tiles = tuple((one["trigger"], pieces.frozen(one["deed"]), one["now"], one["past"]) for one in view["bridge"])
    steps, start = scene.route()
    order = sorted(range(8), key=lambda s: at.PICK + s in scene.moves or at.LAND + s in scene.moves)
    return [
        bridge(tiles),
        _tower(tuple(view["temple"]["values"]), view["temple"]["built"], say),
        _bridge_words(tiles, scene.tried(scene.idle), say),
        *[section(scene, s, steps, start) for s in order],
        elephants(scene),
        maharaja(view["maharaja"]["space"], tuple(view["maharaja"]["beside"]), say),
        route(scene, steps, start),
        hand(scene),
    ]
