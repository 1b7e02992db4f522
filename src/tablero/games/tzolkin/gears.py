"""The calendar and its five gears. All teeth have one module, so they really mesh: `u` is half of it, and a gear with
N teeth has the pitch radius N * u. Angles are in degrees, clockwise from the right.

A gear is drawn at rest. Its worker slots are in a group of their own that a style sheet turns by one tooth when the
day changes, with the workers riding on it; rings, numbers, hubs and light stand still.
"""

from __future__ import annotations

import math
import random
from html import escape
from typing import NamedTuple

from tablero.core.speech import Speech
from tablero.games.tzolkin import names
from tablero.games.tzolkin.marks import (
    STEPS, Point, Token, chip, glyph, icon, n, peg_art, polar, tag, token_arc, words, worker, xy,
)  # fmt: skip
from tablero.games.tzolkin.scene import Scene

ADDENDUM, DEDENDUM, PRESSURE, BACKLASH = 1.50, 1.82, math.radians(21), 0.30
TEETH = 26
PITCH = 360 / TEETH
FOOD = {7: "midage", 13: "endage", 20: "midage", 0: "endage"}  # teeth with a food day
EMBLEMS = ("corn", "wood", "build", "market", "skull")
TINTS = ("jade", "terracotta", "lapis", "maize", "turquoise")
# Where each gear meshes, in calendar teeth clockwise from the day marker.
OFFSETS = (-5, -9, -13, 9, 4)
COUNTS = (10, 10, 10, 10, 13)


class Place(NamedTuple):
    """Where a gear lies and how many teeth it has; `mesh` is the angle towards the calendar."""

    number: int
    teeth: int
    cx: float
    cy: float
    mesh: float
    u: float

    @property
    def last(self) -> int:
        return 10 if self.teeth == 13 else 7

    @property
    def outer(self) -> float:
        return (self.teeth + ADDENDUM) * self.u

    def angle(self, position: int) -> float:
        """A calendar tooth enters the gap between the two unnumbered slots."""
        return self.mesh + (position - (self.teeth - 1.5)) * 360 / self.teeth

    def slot(self, position: int, wide: bool) -> Point:
        return polar(self.cx, self.cy, (self.teeth - (3.72 if wide else 3.5)) * self.u, self.angle(position))


def layout(u: float, cx: float, cy: float) -> list[Place]:
    out = []
    for number in range(5):
        a = -90 + OFFSETS[number] * PITCH
        x, y = polar(cx, cy, (TEETH + COUNTS[number]) * u, a)
        out.append(Place(number, COUNTS[number], x, y, a + 180, u))
    return out


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


# ---------------------------------------------------------------- the ring of actions


def action_tokens(number: int, action: int) -> tuple[Token, ...]:
    """What is printed beside a position."""
    given = names.facts()["gears"][number]["actions"][action]
    kind = given["effect"]
    if kind == "fish":
        return Token("fish"), Token("corn", str(given["corn"]))
    if kind == "harvest":
        corn = Token("corn", str(given["corn"]))
        return (corn, Token("or", "/"), Token("wood", str(given["wood"]))) if "wood" in given else (corn,)
    if kind == "gain":
        order = ("gold", "wood", "stone", "skull", "corn")
        return tuple(Token(m, str(given[m]) if given[m] > 1 else "") for m in order if m in given)
    if kind == "technology":
        return (Token("tech", "" if given["max"] == 1 else "1–2"),)
    if kind == "build":
        if not given["monument"]:
            return (Token("build"),)
        return Token("build", "2"), Token("or", "/"), Token("monument")
    if kind == "temples":
        if "pay_corn" in given:
            return Token("corn", "−3", True), Token("step-any")
        return Token("any", "−1", True), Token("step-any", "2")
    if kind == "skull":
        return Token("vp", str(given["vp"])), Token(STEPS[("brown", "yellow", "green").index(given["temple"])])
    return {
        "market": (Token("market"),),
        "worker": (Token("worker-plus"),),
        "build_with_corn": (Token("corn", "×2", True), Token("build")),
        "paid_action": (Token("corn", "−1", True), Token("cog")),
    }[kind]


def _token_size(tokens: tuple[Token, ...], number: int) -> float:
    if number == 4:
        return 18
    real = [token for token in tokens if token.name != "or"]
    longest = max(len(token.number) for token in real)
    if longest > 1:
        return {1: 18, 2: 16.5, 3: 16}[len(real)]
    if len(real) < len(tokens):
        return 16 if number == 0 else 18
    sizes = {1: 25, 2: 20, 3: 17} if longest == 0 else {1: 21, 2: 17.5, 3: 16.5}
    return sizes[len(real)]


def _arc_text(key: str, place: Place, r: float, angle: float, text: str) -> str:
    """Text along an arc, flipped in the lower half so that it reads from left to right."""
    angle %= 360
    lower = 0 < angle < 180
    rr = r + 4 if lower else r - 4
    ends = (angle + 60, angle - 60) if lower else (angle - 60, angle + 60)
    first, last = (xy(polar(place.cx, place.cy, rr, a)) for a in ends)
    path = tag("path", id=key, d=f"M{first}A{n(rr)} {n(rr)} 0 0 {0 if lower else 1} {last}", fill="none")
    along = tag("textPath", escape(text), href=f"#{key}", startOffset="50%", text_anchor="middle")
    return path + tag("text", along, class_="tz-t ta", font_size=11.5)


def ring(scene: Scene, place: Place) -> tuple[str, str]:
    """The plates around a gear, and what lies on them: prints, filled skull spaces and a tooltip for each space."""
    offered = tuple(scene.view["offered"]) if place.teeth == 13 else ()
    plates = tag("use", href=f"#tz-plates-{place.number}")
    return plates, tag("use", href=f"#tz-prints-{place.number}") + _tips(place, offered, scene.say)


@names.remembered
def _tips(place: Place, offered: tuple[int, ...], say: Speech) -> str:
    grand = place.teeth == 13
    tips = ""
    for p in range(place.last + 1):
        text = f"{names.gear(place.number)} {p}: {names.space(place.number, p, say)}"
        if p in offered:
            text += f" ({say('offered already')})"
        x, y = polar(place.cx, place.cy, place.outer + 3.6 * place.u, place.angle(p))
        spot = f"{place.number}-{p}"
        tips += tag("circle", tag("title", escape(text)), cx=n(x), cy=n(y), r=18, class_="tz-tip", data_spot=spot)
        if grand and 0 < p < 10:
            tips += _skull_space(place, p, p in offered)
    return tips


def ring_art(place: Place) -> str:
    cx, cy, u = place.cx, place.cy, place.u
    grand = place.teeth == 13
    half, outer = 180 / place.teeth, place.outer
    inner, rim, slim = outer + 0.55 * u, outer + (7.25 if grand else 6.6) * u, outer + 4.0 * u
    free = 10 if grand else 6
    plates, prints = "", ""
    for p in range(place.last + 1):
        a = place.angle(p)
        if p == 0:
            d = sector(cx, cy, inner, outer + 2.75 * u, a - half * 0.62, a + half - 0.9)
            plates += tag("path", d=d, class_="tz-plate dim")
        elif p < free:
            d = sector(cx, cy, inner, rim, a - half + 0.9, a + half - 0.9)
            plates += tag("path", d=d, transform="translate(.6 2.2)", class_="tz-plate-sh")
            plates += tag("path", d=d, class_="tz-plate")
            tokens = action_tokens(place.number, p)
            depth = outer + (3.42 if grand else 4.38) * u
            prints += token_arc(list(tokens), cx, cy, depth, a, _token_size(tokens, place.number))
        x, y = polar(cx, cy, outer + 1.18 * u, a)
        prints += tag("circle", cx=n(x), cy=n(y), r=n(u), class_="tz-num-bg") + words(x, y + 3.7, p, 11, "num")
    a0, a1 = place.angle(free), place.angle(place.last)
    d = sector(cx, cy, inner, slim, a0 - half + 0.9, a1 + half * 0.72)
    plates += tag("path", d=d, class_="tz-plate dim")
    text = "1–9" if grand else "1–5"
    plates += _arc_text(f"tz-ft-{place.number}", place, outer + 3.05 * u, (a0 + a1) / 2 - 1, text)
    return tag("g", plates, id=f"tz-plates-{place.number}") + tag("g", prints, id=f"tz-prints-{place.number}")


def _skull_space(place: Place, action: int, filled: bool) -> str:
    given = names.facts()["gears"][4]["actions"][action]
    r, angle = place.outer + 6.02 * place.u, place.angle(action)
    x, y = polar(place.cx, place.cy, r, angle - (5.6 if given["any_resource"] else 0))
    out = tag("circle", cx=n(x), cy=n(y), r=6.6, class_="tz-sock")
    out += icon("skull", x, y, 14) if filled else tag("g", icon("skull", x, y, 10.5), opacity=".34")
    if given["any_resource"]:
        out += icon("any", *polar(place.cx, place.cy, r, angle + 5.8), 13.5)
    return out


# ---------------------------------------------------------------- a gear


def gear(scene: Scene, place: Place, wide: bool) -> tuple[Slab, str]:
    """The slab of a gear with its slots and workers, and what glows on it."""
    cx, cy = place.cx, place.cy
    key = f"{'w' if wide else 'p'}{place.number}"
    body = slab(key)
    size = (1.66 if wide else 1.75) * place.u
    riders = tag("use", href=f"#tz-holes-{key}")
    shown = scene.view["gears"][place.number]["on"]
    for p, seat in shown:
        if (place.number, p) in scene.picks:
            continue
        label = f"{names.gear(place.number)} {p}: {scene.name(seat)}"
        title = tag("title", escape(f"{label}. {names.space(place.number, p, scene.say)}"))
        peg = worker(seat, *place.slot(p, wide), size)
        riders += tag("g", title, peg, role="img", aria_label=label, data_spot=f"on-{place.number}-{p}")
    turning = _turning(scene, riders, 360 / place.teeth, cx, cy)
    face = body.face + turning + _hub(scene, place, wide, size)
    return Slab(body.under, face), _glow(scene, place, wide, size)


def _turning(scene: Scene, inner: str, tooth: float, cx: float, cy: float) -> str:
    """What turns by a tooth each day. The page turns it on by all the days gone by, and back again within: so it stands
    where it is drawn, but a page that showed an earlier day sees it turn, by one day or by two."""
    style = f"--turn:{n(tooth * scene.view['turned'])}deg;--axis:{n(cx)}px {n(cy)}px"
    return tag("g", tag("g", inner), class_="tz-turn", style=style)


def _hub(scene: Scene, place: Place, wide: bool, size: float) -> str:
    cx, cy, number = place.cx, place.cy, place.number
    r = (place.teeth - (3.72 if wide else 3.5)) * place.u - size - 0.34 * place.u
    out = tag("circle", cx=n(cx), cy=n(cy + 1.6), r=n(r), class_="tz-hub-sh")
    out += tag("circle", cx=n(cx), cy=n(cy), r=n(r), class_="tz-hub")
    out += tag("circle", cx=n(cx), cy=n(cy), r=n(r - 1), fill="none", stroke=f"var(--{TINTS[number]})", stroke_width=2)
    if not wide:
        return out + icon(EMBLEMS[number], cx, cy, r * 1.15)
    if number < 4:
        return out + icon(EMBLEMS[number], cx, cy - 8, 19) + words(cx, cy + 12, names.gear(number), 10.9, "gname")
    left = scene.say("{n} skulls left").format(n=scene.view["skulls"])
    out += icon("skull", cx, cy - 15, 27) + words(cx, cy + 15, names.gear(4), 14, "gname")
    return out + words(cx, cy + 30, left, 11.5, "tm", fit=1.35 * r)


def _glow(scene: Scene, place: Place, wide: bool, size: float) -> str:
    """What may be chosen on a gear now."""
    out = ""
    offer = scene.places.get(place.number)
    if offer is not None:
        x, y = place.slot(offer["position"], wide)
        reach = "" if wide else tag("circle", cx=n(x), cy=n(y), r=21, fill="transparent")  # for a thumb
        parts = reach + tag("circle", cx=n(x), cy=n(y), r=n(size + 2.5), class_="tz-halo")
        parts += tag("circle", cx=n(x), cy=n(y), r=n(size), class_="tz-legal")
        if scene.me is not None:
            parts += glyph(scene.me, x, y, size * 0.5, class_="tz-ghost")
        if wide:
            parts += chip(*_beside(place, offer["position"]), offer["corn"])
        out += f"<g {scene.choice(offer['move'])}>{parts}</g>"
    for (number, p), pick in scene.picks.items():
        if number == place.number and scene.me is not None:
            x, y = place.slot(p, wide)
            parts = tag("circle", cx=n(x), cy=n(y), r=n(size + 3.2), class_="tz-halo") + worker(scene.me, x, y, size)
            parts += tag("circle", cx=n(x), cy=n(y), r=n(size + 1.6), class_="tz-lift")
            if wide:
                bx, by = _beside(place, p)
                parts += tag("circle", cx=n(bx), cy=n(by), r=7.4, class_="tz-chip") + icon(
                    "lift", bx, by, 9.5, class_="tz-on-chip"
                )
            out += f"<g {scene.choice(pick['move'])}>{parts}</g>"
    return out


def _beside(place: Place, position: int) -> Point:
    return polar(place.cx, place.cy, (place.teeth + 0.2) * place.u, place.angle(position))


# ---------------------------------------------------------------- the calendar


def calendar(scene: Scene, u: float, cx: float, cy: float, wide: bool) -> Slab:
    day = min(scene.view["round"], scene.view["rounds"]) - 1
    key = "cal" + ("w" if wide else "p")
    body = slab(key)
    teeth = tag("use", href=f"#tz-teeth-{key}", transform=f"rotate({n(-day * PITCH)} {n(cx)} {n(cy)})")
    today = tag("use", href=f"#tz-today-{key}")
    if wide:
        x, y = polar(cx, cy, (TEETH - 0.62) * u, -90)
        today += words(x, y + 4.2, day + 1, 12, "tn-day")
    turning = _turning(scene, teeth, -PITCH, cx, cy)
    dial = tag("use", href=f"#tz-dial-{key}") + _dial(scene, cx, cy, wide)
    return Slab(body.under, body.face + turning + today + dial)


def _tooth(points: list[Point], u: float, cx: float, cy: float, tooth: int, colour: str) -> str:
    """A tooth painted over, down to the first groove."""
    r = (TEETH - 4.55) * u
    each = len(points) // TEETH
    a = -90 + tooth * PITCH
    flank = xy(*points[tooth * each : tooth * each + each - 2])
    foot = xy(polar(cx, cy, r, a + PITCH * 0.4)), xy(polar(cx, cy, r, a - PITCH * 0.4))
    d = f"M{flank}L{foot[0]}A{n(r)} {n(r)} 0 0 0 {foot[1]}Z"
    return tag("path", d=d, fill=f"var(--tz-{colour})") + tag("path", d=d, fill="url(#tz-sheen)")


def _teeth(u: float, cx: float, cy: float, wide: bool) -> str:
    """The numbered teeth with the food days, the first one on top."""
    out = ""
    r = TEETH * u
    for tooth in range(TEETH):
        a = -90 + tooth * PITCH
        turn = f"rotate({n(a + 90)})"

        def at(depth: float, a: float = a) -> str:
            x, y = polar(cx, cy, r - depth * u, a)
            return f"translate({n(x)} {n(y)})"

        numeral = carve(bar_and_dot(tooth % 13 + 1))
        if wide:
            number = words(0, 4.2, tooth + 1, 12, "tn-on" if tooth in FOOD else "tn")
            out += tag("g", number, transform=f"{at(0.62)} {turn}")
            out += tag("g", numeral, transform=f"{at(6.32)} {turn}")
            p0, p1 = (polar(cx, cy, r - depth * u, a + PITCH / 2) for depth in (8.1, 4.55))
            out += tag("path", d=f"M{xy(p0, p1)}", class_="tz-spoke")
        else:
            out += tag("g", numeral, transform=f"{at(6.75)} {turn} scale(.62)")
        if tooth in FOOD:
            out += icon("bowl", *polar(cx, cy, r - (3.25 if wide else 2.2) * u, a), 15 if wide else 12)
    return out


def calendar_art(u: float, cx: float, cy: float, wide: bool) -> str:
    key = "cal" + ("w" if wide else "p")
    r = TEETH * u
    points = outline(TEETH, u, cx, cy, -90)
    painted = "".join(_tooth(points, u, cx, cy, tooth, colour) for tooth, colour in FOOD.items())
    dial = "".join(groove(cx, cy, r - depth * u) for depth in ((4.55, 8.1) if wide else (4.4, 9.2)))
    hub = r - (14.4 if wide else 10.4) * u
    if wide:
        dial += carve(_frets(cx, cy, r - 13.6 * u, r - 8.9 * u))
    dial += tag("circle", cx=n(cx), cy=n(cy + 2), r=n(hub + 2), class_="tz-hub-sh")
    dial += tag("circle", cx=n(cx), cy=n(cy), r=n(hub), class_="tz-hub")
    body = slab_art(key, "M" + xy(*points) + "Z", 5 if wide else 3, cx, cy, r + ADDENDUM * u)
    body += tag("g", painted, _teeth(u, cx, cy, wide), id=f"tz-teeth-{key}")
    body += tag("g", _tooth(points, u, cx, cy, 0, "today"), id=f"tz-today-{key}")
    return body + tag("g", dial, id=f"tz-dial-{key}")


def _dial(scene: Scene, cx: float, cy: float, wide: bool) -> str:
    say, view = scene.say, scene.view
    age = say("Age I · round") if view["age"] == 1 else say("Age II · round")
    out = words(cx, cy - (31 if wide else 20), age, 13, "tm")
    out += words(cx, cy + (13 if wide else 17), view["round"], 50 if wide else 42, "big")
    out += words(cx, cy + (31 if wide else 35), say("of {n}").format(n=view["rounds"]), 13, "tm")
    return tag("g", out, data_spot="calendar")


def _frets(cx: float, cy: float, r0: float, r1: float) -> str:
    """Thirteen stepped frets."""
    hook = (
        (0.10, 0.06), (0.10, 0.34), (0.22, 0.34), (0.22, 0.62), (0.34, 0.62), (0.34, 0.9), (0.88, 0.9), (0.88, 0.34),
        (0.56, 0.34), (0.56, 0.64), (0.72, 0.64),
    )  # fmt: skip
    out = ""
    for k in range(13):
        a = -90 - PITCH + k * 360 / 13
        points = [polar(cx, cy, r0 + (r1 - r0) * high, a + along * 360 / 13) for along, high in hook]
        out += tag("path", d="M" + xy(*points), class_="st")
    return out


# ---------------------------------------------------------------- the jungle


def _leaves(cx: float, cy: float, u: float, r: float, a0: float, a1: float) -> str:
    luck = random.Random(7)
    out = ""
    layers = (("1", r + 0.3 * u, 3.0), ("2", r - 0.5 * u, 2.6), ("3", r - 1.1 * u, 2.1))
    for layer, (shade, rr, length) in enumerate(layers):
        a = a0 - 2 + layer * 1.7
        while a < a1 + 3:
            x, y = polar(cx, cy, rr - 1.2 * u, a)
            s = u * length * luck.uniform(0.82, 1.15)
            d = (
                f"M{n(-s * 0.35)} 0C0 {n(-s * 0.55)} {n(s * 0.8)} {n(-s * 0.5)} {n(s * 1.25)} 0"
                f"C{n(s * 0.8)} {n(s * 0.5)} 0 {n(s * 0.55)} {n(-s * 0.35)} 0Z"
            )
            turn = n(a + luck.uniform(-34, 34))
            place = f"translate({n(x)} {n(y)}) rotate({turn})"
            out += tag("path", d=d, transform=place, fill=f"var(--tz-leaf-{shade})")
            a += luck.uniform(4.2, 6.2)
    return out


def jungle(scene: Scene, place: Place) -> str:
    """The fields of Palenque 2 to 5: wood over corn, open corn, or a hole."""
    fields = "".join(_fields(place, group, kinds, scene.say) for group, kinds in enumerate(field_rows(scene)))
    return tag("g", tag("use", href="#tz-jungle"), fields, role="img", aria_label=jungle_words(scene))


@names.remembered
def _fields(place: Place, group: int, kinds: str, say: Speech) -> str:
    inner, outer = place.outer + 7.1 * place.u, place.outer + 11.0 * place.u
    r, size = (inner + outer) / 2 - 0.15 * place.u, 18.5
    out = ""
    for j, kind in enumerate(kinds):
        a = place.angle(group + 2) + (j - (len(kinds) - 1) / 2) * 8.1
        x, y = polar(place.cx, place.cy, r, a)
        turn = a + 90 if math.sin(math.radians(a)) < 0.2 else a - 90
        tip = tag("title", escape(names.field(group, kind, say)))
        tile = tag("g", _field(kind, size), transform=f"translate({n(x)} {n(y)}) rotate({n(turn)})")
        if kind != ".":
            tile += icon("corn" if kind == "c" else "wood", x, y, 14.5)
        out += tag("g", tip, tile)
    return out


def jungle_words(scene: Scene) -> str:
    say = scene.say
    parts = []
    for group, (wood, corn) in enumerate(scene.view["jungle"]):
        text = say("Palenque {n}: {wood} wood tiles, {corn} open corn tiles")
        parts.append(text.format(n=group + 2, wood=wood, corn=corn))
    return say("Jungle") + ". " + "; ".join(parts)


def field_rows(scene: Scene) -> list[str]:
    """Each group as a word: w is wood over corn, c is open corn, a dot is empty."""
    size = scene.view["fields"]
    return [("w" * wood + "c" * corn).ljust(size, ".") for wood, corn in scene.view["jungle"]]


def _field(kind: str, size: float) -> str:
    h = size / 2
    if kind == ".":
        return tag("rect", x=n(1 - h), y=n(1 - h), width=n(size - 2), height=n(size - 2), rx=4, class_="tz-gone")
    below = tag("rect", x=n(2 - h), y=n(2.6 - h), width=n(size), height=n(size), rx=4, class_="tz-below")
    colour = "#f7e3a4" if kind == "c" else "#dcb083"
    top = tag("rect", x=n(-h), y=n(-h), width=n(size), height=n(size), rx=4, fill=colour, class_="tz-field")
    return (below if kind == "w" else "") + top


# ---------------------------------------------------------------- what never changes

WIDE_AT = (6.75, 396.0, 312.0)  # half a module and the middle of the calendar
NARROW_AT = (3.86, 186.0, 155.0)


def static_art() -> str:
    """Every slab, plate, peg, tooth and leaf in both sizes, to be sent once."""
    out = "".join(peg_art(seat) for seat in range(-1, 4))
    for wide, (u, cx, cy) in ((True, WIDE_AT), (False, NARROW_AT)):
        for place in layout(u, cx, cy):
            key = f"{'w' if wide else 'p'}{place.number}"
            d = "M" + xy(*outline(place.teeth, u, place.cx, place.cy, place.angle(0))) + "Z"
            out += slab_art(key, d, 4 if wide else 3, place.cx, place.cy, place.outer)
            size = (1.66 if wide else 1.75) * u
            holes = "".join(hole(*place.slot(p, wide), size) for p in range(place.teeth))
            out += tag("g", holes, id=f"tz-holes-{key}")
            if wide:
                out += ring_art(place)
        out += calendar_art(u, cx, cy, wide)
    palenque = layout(*WIDE_AT)[0]
    u = palenque.u
    inner, outer = palenque.outer + 7.1 * u, palenque.outer + 11.0 * u
    a0, a1 = palenque.angle(2) - 18, palenque.angle(5) + 18
    floor = sector(palenque.cx, palenque.cy, inner, outer - 0.35 * u, a0, a1, 8)
    leaves = _leaves(palenque.cx, palenque.cy, u, outer, a0, a1)
    return out + tag("g", leaves, tag("path", d=floor, fill="var(--tz-leaf-1)"), id="tz-jungle")
