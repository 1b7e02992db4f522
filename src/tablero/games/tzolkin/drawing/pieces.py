"""Small marks that every part of the picture uses: tags, text, icons, seats, tokens."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from tablero.core.drawing import shapes
from tablero.core.drawing.shapes import escape, seat_path, short
from tablero.games.tzolkin.names import remembered

Point = tuple[float, float]
n = short
STEPS = ("step-rain", "step-sun", "step-snake")  # by temple
PRINT = 0.86  # the height of a number beside an icon
SEAL = 1.42  # how much larger than an icon a seal is, so that its number can be read


def tag(name: str, *inner: str, **given: Any) -> str:
    """An element; `class_` is class, other underscores are hyphens, numbers are shortened, None is left out."""
    out = f"<{name}"
    for key, value in given.items():
        if value is not None:
            out += f'{_attribute(key)}"{n(value) if isinstance(value, float) else _quoted(str(value))}"'
    body = "".join(inner)
    return f"{out}>{body}</{name}>" if body or name in ("g", "text") else f"{out}/>"


# A board says the same few hundred things again and again.
_quoted = remembered(escape)


@cache
def _attribute(key: str) -> str:
    return f" {key.rstrip('_').replace('_', '-')}="


def polar(cx: float, cy: float, r: float, angle: float) -> Point:
    """The point at a radius and an angle, in degrees clockwise from the right."""
    a = math.radians(angle)
    return cx + r * math.cos(a), cy + r * math.sin(a)


def xy(*points: Point) -> str:
    return "L".join(f"{n(x)} {n(y)}" for x, y in points)


@remembered
def icon(name: str, x: float, y: float, size: float, **more: Any) -> str:
    half = size / 2
    return tag("use", href=f"#tz-{name}", x=n(x - half), y=n(y - half), width=n(size), height=n(size), **more)


@remembered
def picture(name: str, size: int = 18, label: str = "") -> str:
    """An icon as an element of its own."""
    heard = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    use = (tag("title", escape(label)) if label else "") + tag("use", href=f"#tz-{name}")
    return tag("svg", use, class_="tz-ico", width=size, height=size, viewBox="0 0 24 24", **heard)


@remembered
def words(
    x: float, y: float, text: object, size: float, kind: str = "", anchor: str = "middle", fit: float | None = None
) -> str:
    """Text; a line that is wider than `fit` is pressed together."""
    css = f"tz-t {kind}".strip()
    press = {}
    if fit is not None and _width(str(text), size) > fit:
        press = {"textLength": n(fit), "lengthAdjust": "spacingAndGlyphs"}
    return tag("text", escape(str(text)), class_=css, x=n(x), y=n(y), font_size=n(size), text_anchor=anchor, **press)


def _width(text: str, size: float) -> float:
    """About how wide a line is: narrow and wide letters count as such."""
    return size * sum(0.29 if c in "iljtfr.,'1 \N{NO-BREAK SPACE}" else 0.8 if c in "mwMW" else 0.5 for c in text)


@remembered
def glyph(seat: int, x: float, y: float, r: float, **more: Any) -> str:
    """A seat's shape."""
    return tag("path", d=seat_path(seat, x, y, r), stroke_linejoin="round", **more)


@remembered
def marker(track: str, seat: int, x: float, y: float, r: float, label: str) -> str:
    """A flat marker, as on temples and tracks. The page knows it again by its id and lets it climb."""
    shade = glyph(seat, 0, 1.2, r, fill="var(--tz-shade)")
    face = glyph(seat, 0, 0, r, fill=f"var(--seat-{seat + 1})", class_="tz-mk")
    place = {"id": f"tz-{track}-{seat}", "class_": "tz-climber", "transform": f"translate({n(x)} {n(y)})"}
    return tag("g", shade, face, role="img", aria_label=label, data_spot=f"{track}-{seat}", **place)


def worker(seat: int, x: float, y: float, r: float) -> str:
    """A carved peg; seat -1 is an unassigned worker of plain stone."""
    size = r * 24 / 10
    name = f"peg-{seat}" if seat >= 0 else "peg-x"
    return icon(name, x, y, size)


def peg_art(seat: int) -> str:
    """A peg, lit from the upper left, to be used in any size."""
    colour = f"var(--seat-{seat + 1})" if seat >= 0 else "var(--tz-stone-3)"
    parts = [
        tag("circle", cx=0.6, cy=2.2, r=10, fill="var(--tz-shade)"),
        tag("circle", cy=1.2, r=10, fill=colour),
        tag("circle", cy=1.2, r=10, fill="#000", fill_opacity=".42"),
        tag("circle", r=10, fill=colour),
        tag("circle", r=10, fill="url(#tz-peg)"),
        tag("circle", r=9.5, fill="none", class_="tz-rim"),
    ]
    if seat >= 0:
        parts.append(glyph(seat, 0, 0, 4.6, fill="#2a2018" if seat == 2 else "#fff8ea"))
    else:
        parts.append(tag("path", d="M-4 0H4", class_="tz-idle"))
    name = f"tz-peg-{seat}" if seat >= 0 else "tz-peg-x"
    return tag("symbol", *parts, id=name, viewBox="-12 -12 24 24", overflow="visible")


@remembered
def seal(x: float, y: float, value: object, size: float = 22) -> str:
    """Points in their scalloped seal."""
    text = str(value)
    print_ = size * (0.62 if len(text) < 2 else 0.6)
    return icon("vp", x, y, size) + words(x, y + print_ * 0.34, text, print_, "tw")


@remembered
def chip(x: float, y: float, value: object) -> str:
    """The corn price of a space that may be chosen."""
    text = str(value)
    w, h = 23 + len(text) * 7, 19
    box = tag("rect", x=n(x - w / 2), y=n(y - h / 2), width=w, height=h, rx=9.5, class_="tz-chip")
    left = x - w / 2 + 6 + len(text) * 3.6
    return box + words(left, y + 5, text, 15, "tk") + icon("corn", x + w / 2 - 10, y, 13.5)


@remembered
def ring(x: float, y: float, r: float) -> str:
    """The marker of a round place that may be chosen."""
    return shapes.marker(f'circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}"')


@remembered
def reach(x: float, y: float, r: float) -> str:
    """What a pointer meets of a round place: more than is drawn, because the smallest board is still a board."""
    return tag("circle", cx=n(x), cy=n(y), r=n(r * 1.45), class_="tz-tip")


@remembered
def frame(x: float, y: float, w: float, h: float, rx: float = 7) -> str:
    """The marker of a box that may be chosen; all of it can be clicked."""
    box = f'x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" rx="{n(rx)}"'
    return f'<rect {box} class="tz-tip"/>{shapes.marker("rect " + box)}'


class Token(NamedTuple):
    """An icon with a number before it; a cost is red; the icon "or" is the sign between two tokens."""

    name: str
    number: str = ""
    cost: bool = False


def token_width(token: Token, size: float) -> float:
    if token.name == "vp":
        return size * SEAL
    if token.name == "or":
        return size * 0.62
    return size + (len(token.number) * size * 0.44 + 1 if token.number else 0)


def draw_token(token: Token, x: float, y: float, size: float) -> str:
    if token.name == "vp":
        return seal(x, y, token.number, size * SEAL)
    if token.name == "or":
        return words(x, y + size * 0.3, token.number, size * 0.9, "ti")
    left, out = x - token_width(token, size) / 2, ""
    if token.number:
        wide = len(token.number) * size * 0.44
        out = words(left + wide / 2, y + size * 0.29, token.number, size * PRINT, "tc" if token.cost else "tb")
        left += wide + 1
    return out + icon(token.name, left + size / 2, y, size)


def token_row(tokens: list[Token], x: float, y: float, size: float, gap: float = 4) -> str:
    """Tokens side by side, centred."""
    widths = [token_width(token, size) for token in tokens]
    at = x - (sum(widths) + gap * (len(widths) - 1)) / 2
    out = ""
    for token, wide in zip(tokens, widths, strict=True):
        out += draw_token(token, at + wide / 2, y, size)
        at += wide + gap
    return out


def token_arc(tokens: list[Token], cx: float, cy: float, r: float, angle: float, size: float) -> str:
    """Tokens along a circle, in reading order."""
    a = math.radians(angle)
    tx, ty = -math.sin(a), math.cos(a)
    if (abs(tx) > 0.35 and tx < 0) or (abs(tx) <= 0.35 and ty < 0):
        tx, ty = -tx, -ty
    widths = [token_width(token, size) for token in tokens]
    places = [0.0]
    for before, after in pairwise(widths):
        need = min((before + after) / 2 / max(abs(tx), 1e-6), size / max(abs(ty), 1e-6))
        places.append(places[-1] + need + 1.5)
    middle = (places[0] + places[-1]) / 2
    x, y = polar(cx, cy, r, angle)
    out = ""
    for token, place in zip(tokens, places, strict=True):
        off = place - middle
        sag = -(off * off) / (2 * r)  # follow the circle rather than its tangent
        out += draw_token(token, x + tx * off + math.cos(a) * sag, y + ty * off + math.sin(a) * sag, size)
    return out


# ---------------------------------------------------------------- carved stone

ADDENDUM, DEDENDUM, PRESSURE, BACKLASH = 1.50, 1.82, math.radians(21), 0.30


def outline(teeth: int, u: float, cx: float, cy: float, phase: float) -> list[Point]:
    """Involute teeth; `phase` is the angle of the middle of tooth 0."""
    pitch = teeth * u
    base, tip, root = pitch * math.cos(PRESSURE), pitch + ADDENDUM * u, pitch - DEDENDUM * u
    half = math.pi / (2 * teeth) - BACKLASH * u / (2 * pitch)

    def involute(a: float) -> float:
        return math.tan(a) - a

    def width(r: float) -> float:
        return math.degrees(half + involute(PRESSURE) - involute(math.acos(min(1, base / r))))

    start = max(base, root)
    flank = []
    if root < base:
        flank += [(root, width(base) + 12 / teeth), (root + 0.35 * u, width(base))]
    for k in range(7):
        r = start + (tip - 0.22 * u - start) * k / 6
        flank.append((r, width(r)))
    flank.append((tip, width(tip) - 10 / teeth))
    points = []
    for tooth in range(teeth):
        c = phase + tooth * 360 / teeth
        points += [polar(cx, cy, r, c - h) for r, h in flank]
        points += [polar(cx, cy, r, c + h) for r, h in reversed(flank)]
        low, high = c + flank[0][1], c + 360 / teeth - flank[0][1]
        points += [polar(cx, cy, flank[0][0], low + (high - low) * k / 3) for k in (1, 2)]
    return points


def sector(cx: float, cy: float, r0: float, r1: float, a0: float, a1: float, round_: float = 5) -> str:
    """A ring sector with round corners, as a path."""
    d0, d1 = math.degrees(round_ / r0), math.degrees(round_ / r1)
    big = 1 if a1 - a0 > 180 else 0

    def at(r: float, a: float) -> str:
        return xy(polar(cx, cy, r, a))

    return (
        f"M{at(r0, a0 + d0)}A{n(r0)} {n(r0)} 0 {big} 1 {at(r0, a1 - d0)}Q{at(r0, a1)} {at(r0 + round_, a1)}"
        f"L{at(r1 - round_, a1)}Q{at(r1, a1)} {at(r1, a1 - d1)}A{n(r1)} {n(r1)} 0 {big} 0 {at(r1, a0 + d1)}"
        f"Q{at(r1, a0)} {at(r1 - round_, a0)}L{at(r0 + round_, a0)}Q{at(r0, a0)} {at(r0, a0 + d0)}Z"
    )


class Slab(NamedTuple):
    """A carved slab in layers: shadows and side walls of all slabs lie below every face."""

    under: str
    face: str


@remembered
def slab(key: str) -> Slab:
    """A slab whose shape is among the symbols."""
    return Slab(tag("use", href=f"#tz-under-{key}"), tag("use", href=f"#tz-face-{key}"))


def slab_art(key: str, d: str, wall: int, cx: float, cy: float, r: float) -> str:
    """The shape of a slab, drawn once and used in layers."""

    def layer(**more: str) -> str:
        return tag("use", href=f"#tz-d-{key}", **more)

    under = layer(transform=f"translate(2 {wall + 4})", fill="var(--tz-shade)", filter="url(#tz-soft)")
    under += "".join(layer(transform=f"translate(0 {k})", class_="tz-wall") for k in range(wall, 0, -1))
    grain = tag("rect", x=n(cx - r), y=n(cy - r), width=n(2 * r), height=n(2 * r), class_="tz-grain")
    bevel = layer(transform="translate(-1 -1.5)", class_="tz-bevel-lo")
    bevel += layer(transform="translate(.9 1.3)", class_="tz-bevel-hi")
    light = (
        '<stop offset="0" stop-color="var(--tz-stone-1)"/><stop offset=".55" stop-color="var(--tz-stone-2)"/>'
        '<stop offset="1" stop-color="var(--tz-stone-3)"/>'
    )
    spot = {"cx": n(cx - r * 0.4), "cy": n(cy - r * 0.5), "r": n(r * 1.6)}
    return (
        tag("path", id=f"tz-d-{key}", d=d)
        + tag("clipPath", layer(), id=f"tz-c-{key}")
        + tag("radialGradient", light, id=f"tz-g-{key}", gradientUnits="userSpaceOnUse", **spot)
        + tag("g", under, id=f"tz-under-{key}")
        + tag(
            "g",
            layer(fill=f"url(#tz-g-{key})"),
            tag("g", grain, bevel, clip_path=f"url(#tz-c-{key})"),
            layer(class_="tz-edge"),
            id=f"tz-face-{key}",
        )
    )


@remembered
def hole(x: float, y: float, r: float) -> str:
    lip = tag("circle", cx=n(x), cy=n(y + 1), r=n(r + 0.9), class_="tz-lip")
    return lip + tag("circle", cx=n(x), cy=n(y), r=n(r), class_="tz-hole")


def groove(cx: float, cy: float, r: float) -> str:
    low = tag("circle", cx=n(cx), cy=n(cy + 1.1), r=n(r), class_="tz-groove-hi")
    return low + tag("circle", cx=n(cx), cy=n(cy), r=n(r), class_="tz-groove")


def carve(inner: str) -> str:
    """Engraved line work: a light lower lip below a dark cut."""
    return tag("g", inner, transform="translate(.3 1.1)", class_="tz-cv-hi") + tag("g", inner, class_="tz-cv")


def bar_and_dot(number: int) -> str:
    """A Maya numeral, centred, about 20 wide."""
    bars, dots = divmod(number, 5)
    rows = ([dots] if dots else []) + [0] * bars
    y = -sum(4.4 if row else 4.6 for row in rows) / 2
    out = ""
    for row in rows:
        if row:
            out += "".join(tag("circle", cx=n((j - (row - 1) / 2) * 5), cy=n(y + 2.2), r=1.75) for j in range(row))
            y += 4.4
        else:
            out += tag("rect", x=-9.5, y=n(y + 0.7), width=19, height=3.1, rx=1.5)
            y += 4.6
    return out
