"""The calendar and its five gears. All teeth have one module, so they really mesh: `u` is half of it, and a gear with
N teeth has the pitch radius N * u. Angles are in degrees, clockwise from the right.

A gear is drawn at rest. Its worker slots are in a group of their own that a style sheet turns by one tooth when the
day changes, with the workers riding on it; rings, numbers, hubs and light stand still.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tablero.core.drawing.shapes import escape, marker
from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin import names as called
from tablero.games.tzolkin.drawing import pieces, side_panels
from tablero.games.tzolkin.drawing.pieces import Slab, icon, n, polar, reach, sector, tag, words, xy
from tablero.games.tzolkin.drawing.places import NARROW_AT, PITCH, SIDES, SMALL, TEETH, WHEEL, WIDE_AT, Place, layout
from tablero.games.tzolkin.drawing.scene import OFFSET, Scene
from tablero.games.tzolkin.names import Names, remembered, remembered_of_late

EMBLEMS = ("corn", "wood", "build", "market", "skull")
TINTS = ("jade", "terracotta", "lapis", "maize", "turquoise")


# ---------------------------------------------------------------- the ring of actions


def _token_size(tokens: tuple[pieces.Token, ...], number: int) -> float:
    """As large as the plate allows; never so small that a number could not be read."""
    real = [token for token in tokens if token.name != "or"]
    longest = max(len(token.number) for token in real)
    if number == 4 or longest > 1 or len(real) < len(tokens):
        return 17
    sizes = {1: 25, 2: 20, 3: 17} if longest == 0 else {1: 21, 2: 18, 3: 17}
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
    return path + tag("text", along, class_="tz-t ta", font_size=SMALL)


def ring_of(scene: Scene, place: Place) -> tuple[str, list[str]]:
    """The plates around a gear, and what lies on them: prints, filled skull spaces and a tooltip for each space."""
    offered = tuple(scene.view["offered"]) if place.teeth == 13 else ()
    plates = f'<use href="#tz-plates-{place.number}" data-spot="gear-{place.number}"/>'
    prints = f'<use href="#tz-prints-{place.number}"/>' if scene.usual("gears") else _prints(scene.names, place)
    return plates, [prints, *_tips(scene.names, place, offered, scene.attempts(place.number), scene.say)]


@remembered_of_late
def _tips(
    names: Names, place: Place, offered: tuple[int, ...], attempts: tuple[str, ...], say: Translator
) -> tuple[str, ...]:
    grand = place.teeth == 13
    tips = []
    for p in range(place.last + 1):
        text = f"{called.gear(place.number, say)} {p}: {names.space(place.number, p, say)}"
        if p in offered:
            text += f" ({say('offered already')})"
        tips.append(
            f'<use href="#tz-r{place.number}-{p}" class="tz-tip" data-spot="{place.number}-{p}" role="img" '
            f'aria-label="{escape(text)}" {attempts[p]}><title>{escape(text)}</title></use>'
        )
        if grand and 0 < p < 10:
            tips[-1] += _skull_space(place, p, p in offered, bool(names.action(4, p)["any_resource"]))
    return tuple(tip.replace('" >', '">') for tip in tips)  # where nothing is tried


def _reach(place: Place, p: int) -> str:
    """Where a click means a space: its plate, as far as the next ones."""
    half, a, grand = 180 / place.teeth, place.angle(p), place.teeth == 13
    rim = 4.0 if p in (0, *range(10 if grand else 6, 11)) else 7.25 if grand else 6.6
    return sector(place.cx, place.cy, place.outer, place.outer + rim * place.u, a - half, a + half)


@remembered
def _plate(place: Place, p: int) -> str:
    """The outline of the plate of a space that has an action."""
    half, a = 180 / place.teeth - 0.9, place.angle(p)
    rim = place.outer + (7.25 if place.teeth == 13 else 6.6) * place.u
    return sector(place.cx, place.cy, place.outer + 0.55 * place.u, rim, a - half, a + half)


def _plates(place: Place) -> str:
    """The plates of the spaces around a gear."""
    cx, cy, u = place.cx, place.cy, place.u
    grand = place.teeth == 13
    half, outer = 180 / place.teeth, place.outer
    inner, slim = outer + 0.55 * u, outer + (5.0 if grand else 4.0) * u
    free = 10 if grand else 6
    plates = ""
    for p in range(free):
        a = place.angle(p)
        if p == 0:
            d = sector(cx, cy, inner, outer + 2.75 * u, a - half * 0.62, a + half - 0.9)
            plates += tag("path", d=d, class_="tz-plate dim")
        else:
            d = _plate(place, p)
            plates += tag("path", d=d, transform="translate(.6 2.2)", class_="tz-plate-sh")
            plates += tag("path", d=d, class_="tz-plate")
    a0, a1 = place.angle(free), place.angle(place.last)
    d = sector(cx, cy, inner, slim, a0 - half + 0.9, a1 + half * 0.72)
    plates += tag("path", d=d, class_="tz-plate dim")
    text = "1–9" if grand else "1–5"
    return plates + _arc_text(
        f"tz-ft-{place.number}", place, outer + (4.1 if grand else 3.05) * u, (a0 + a1) / 2 - 1, text
    )


@remembered
def _prints(names: Names, place: Place) -> str:
    """What is printed on the plates."""
    cx, cy, u = place.cx, place.cy, place.u
    grand = place.teeth == 13
    prints = ""
    for p in range(place.last + 1):
        a = place.angle(p)
        if 0 < p < (10 if grand else 6):
            tokens = side_panels.action_tokens(names, place.number, p)
            depth = place.outer + (3.5 if grand else 4.6) * u
            prints += pieces.token_arc(list(tokens), cx, cy, depth, a, _token_size(tokens, place.number))
        prints += _number(place, p)
    return prints


@remembered
def _number(place: Place, p: int) -> str:
    x, y = polar(place.cx, place.cy, place.outer + 1.3 * place.u, place.angle(p))
    return tag("circle", cx=n(x), cy=n(y), r=8.8, class_="tz-num-bg") + words(x, y + 4.9, p, SMALL, "num")


def ring_art(names: Names, place: Place) -> str:
    plates = tag("g", _plates(place), id=f"tz-plates-{place.number}")
    plates += "".join(tag("path", id=f"tz-r{place.number}-{p}", d=_reach(place, p)) for p in range(place.last + 1))
    return plates + tag("g", _prints(names, place), id=f"tz-prints-{place.number}")


def _skull_space(place: Place, action: int, filled: bool, block: bool) -> str:
    r, angle = place.outer + 6.02 * place.u, place.angle(action)
    x, y = polar(place.cx, place.cy, r, angle - (5.6 if block else 0))
    out = tag("circle", cx=n(x), cy=n(y), r=6.6, class_="tz-sock")
    out += icon("skull", x, y, 14) if filled else tag("g", icon("skull", x, y, 10.5), opacity=".34")
    if block:
        out += icon("any", *polar(place.cx, place.cy, r, angle + 5.8), 13.5)
    return out


# ---------------------------------------------------------------- a gear


def gear(scene: Scene, place: Place, wide: bool) -> tuple[Slab, str]:
    """The slab of a gear with its slots and workers, and what glows on it."""
    key = f"{'w' if wide else 'p'}{place.number}"
    body = pieces.slab(key)
    riders = f'<use href="#tz-holes-{key}"/>'
    for p, seat in scene.view["gears"][place.number]["on"]:
        if not wide or (place.number, p) not in scene.picks:
            vain = scene.attempt("pick", OFFSET[place.number] + p) if wide and p <= place.last else ""
            riders += _rider(scene.names, place, p, seat, scene.who(seat), wide, vain, scene.say)
    turning = _turning(scene, riders, 360 / place.teeth, place.cx, place.cy)
    skulls = scene.view["skulls"] if wide and place.number == 4 else 0
    face = body.face + turning + _hub(place, wide, skulls, scene.say)
    return Slab(body.under, face), _marked(scene, place) if wide else _hub_marks(scene, place)


def _slot_size(place: Place, wide: bool) -> float:
    return (1.66 if wide else 1.75) * place.u


@remembered
def _rider(
    names: Names, place: Place, position: int, seat: int, who: str, wide: bool, vain: str, say: Translator
) -> str:
    """A worker on a gear; `vain` is what a click on it means."""
    label = f"{called.gear(place.number, say)} {position}: {who}"
    title = tag("title", escape(f"{label}. {names.space(place.number, position, say)}"))
    peg = pieces.worker(seat, *place.slot(position, wide), _slot_size(place, wide))
    named = f'role="img" aria-label="{escape(label)}" data-spot="on-{place.number}-{position}" {vain}'
    return f"<g {named.rstrip()}>{title}{peg}</g>"


def _turning(scene: Scene, inner: str, tooth: float, cx: float, cy: float) -> str:
    """What turns by a tooth each day. The page turns it on by all the days gone by, and back again within: so it stands
    where it is drawn, but a page that showed an earlier day sees it turn, by one day or by two."""
    style = f"--turn:{n(tooth * scene.view['turned'])}deg;--axis:{n(cx)}px {n(cy)}px"
    return f'<g class="tz-turn" data-css="{style}"><g>{inner}</g></g>'


@remembered
def _hub(place: Place, wide: bool, skulls: int, say: Translator) -> str:
    cx, cy, number = place.cx, place.cy, place.number
    r = (place.teeth - (3.72 if wide else 3.5)) * place.u - _slot_size(place, wide) - 0.34 * place.u
    out = tag("circle", cx=n(cx), cy=n(cy + 1.6), r=n(r), class_="tz-hub-sh")
    out += tag("circle", cx=n(cx), cy=n(cy), r=n(r), class_="tz-hub")
    out += tag("circle", cx=n(cx), cy=n(cy), r=n(r - 1), fill="none", stroke=f"var(--{TINTS[number]})", stroke_width=2)
    if not wide:
        return out + icon(EMBLEMS[number], cx, cy, r * 1.15)
    name = called.gear(number, say)
    if number < 4:
        return out + icon(EMBLEMS[number], cx, cy - 10, 19) + words(cx, cy + 13, name, SMALL, "gname", fit=1.62 * r)
    left = say.plural("{n} skull left", "{n} skulls left", skulls, n=skulls)
    out += icon("skull", cx, cy - 16, 27) + words(cx, cy + 15, name, 15.5, "gname", fit=1.8 * r)
    return out + words(cx, cy + 32, left, SMALL, "tm", fit=1.4 * r)


def _marked(scene: Scene, place: Place) -> str:
    """What may be chosen on a gear and around it now."""
    out = ""
    size = _slot_size(place, wide=True)
    offer = scene.places.get(place.number)
    if offer is not None and scene.me is not None:
        x, y = place.slot(offer["position"], wide=True)
        parts = (
            reach(x, y, size) + tag("circle", cx=n(x), cy=n(y), r=n(size), class_="tz-open") + pieces.ring(x, y, size)
        )
        parts += pieces.glyph(scene.me, x, y, size * 0.42, class_="tz-ghost")
        parts += pieces.chip(*_beside(place, offer["position"]), offer["corn"])
        out += f"<g {scene.choice(offer['move'])}>{parts}</g>"
    for (number, p), pick in scene.picks.items():
        if number == place.number and scene.me is not None:
            x, y = place.slot(p, wide=True)
            bx, by = _beside(place, p)
            parts = reach(x, y, size) + pieces.worker(scene.me, x, y, size) + pieces.ring(x, y, size + 1.5)
            parts += tag("circle", cx=n(bx), cy=n(by), r=9, class_="tz-chip")
            parts += icon("lift", bx, by, 11.5, class_="tz-on-chip")
            out += f'<g {scene.choice(pick["move"])} data-spot="on-{number}-{p}">{parts}</g>'
    for (number, action), act in scene.acts.items():
        if number == place.number:
            shape = f'path d="{_plate(place, action)}"'
            fee = pieces.chip(*_beside(place, action), act["corn"]) if act["corn"] and act["kind"] == "act" else ""
            hit = tag("path", d=_plate(place, action), class_="tz-tip tz-hit")
            shown = f"{marker(shape)}{_number(place, action)}{fee}"
            out += f"<g {scene.choice(act['move'])}>{hit}{shown}</g>"
    return out


def _hub_marks(scene: Scene, place: Place) -> str:
    """On a small wheel a gear itself is marked when something may be chosen on it; what it is stands below,
    unrolled."""
    ways, acts = scene.asks_on(place.number)
    if not ways and not acts:
        return ""
    marked = pieces.ring(place.cx, place.cy, (place.teeth - 3.5) * place.u - _slot_size(place, wide=False) - 1.5)
    return marked if acts else "".join(f'<g data-colour="{way}">{marked}</g>' for way in ways)


@remembered
def _beside(place: Place, position: int) -> pieces.Point:
    return polar(place.cx, place.cy, (place.teeth - 0.45) * place.u, place.angle(position))


# ---------------------------------------------------------------- the calendar


def calendar(scene: Scene, u: float, cx: float, cy: float, wide: bool) -> Slab:
    day = min(scene.view["round"], scene.view["rounds"]) - 1
    key = "cal" + ("w" if wide else "p")
    body = pieces.slab(key)
    turn = f"rotate({n(-day * PITCH)} {n(cx)} {n(cy)})"
    teeth = f'<use href="#tz-teeth-{key}" transform="{turn}"/>'
    if not scene.usual("calendar"):
        teeth = f'<g transform="{turn}">{_teeth(scene.names, u, cx, cy, wide)}</g>'
    today = f'<use href="#tz-today-{key}"/>'
    if wide:
        x, y = polar(cx, cy, (TEETH - 0.62) * u, -90)
        today += words(x, y + 5, day + 1, SMALL, "tn-day")
    turning = _turning(scene, teeth, -PITCH, cx, cy)
    dial = _dial(cx, cy, wide, scene.view["age"], scene.view["round"], scene.view["rounds"], scene.say)
    face = f'{body.face}{turning}{today}<use href="#tz-dial-{key}"/>{dial}'
    return Slab(body.under, f"<g {scene.attempt('days')}>{face}</g>" if wide else face)


def _tooth(points: list[pieces.Point], u: float, cx: float, cy: float, tooth: int, colour: str) -> str:
    """A tooth painted over, down to the first groove."""
    r = (TEETH - 4.55) * u
    each = len(points) // TEETH
    a = -90 + tooth * PITCH
    flank = xy(*points[tooth * each : tooth * each + each - 2])
    foot = xy(polar(cx, cy, r, a + PITCH * 0.4)), xy(polar(cx, cy, r, a - PITCH * 0.4))
    d = f"M{flank}L{foot[0]}A{n(r)} {n(r)} 0 0 0 {foot[1]}Z"
    return tag("path", d=d, fill=f"var(--tz-{colour})") + tag("path", d=d, fill="url(#tz-sheen)")


def food_teeth(names: Names) -> dict[int, str]:
    """The teeth with a food day, and the colours of these."""
    days = names.facts["calendar"]["food_days"]
    return {(day["round"] - 1) % TEETH: "midage" if day["kind"] == "mid_age" else "endage" for day in days}


@remembered
def _teeth(names: Names, u: float, cx: float, cy: float, wide: bool) -> str:
    """The numbered teeth with the food days, the first one on top."""
    food = food_teeth(names)
    points = pieces.outline(TEETH, u, cx, cy, -90)
    out = "".join(_tooth(points, u, cx, cy, tooth, colour) for tooth, colour in food.items())
    r = TEETH * u
    for tooth in range(TEETH):
        a = -90 + tooth * PITCH
        turn = f"rotate({n(a + 90)})"

        def at(depth: float, a: float = a) -> str:
            x, y = polar(cx, cy, r - depth * u, a)
            return f"translate({n(x)} {n(y)})"

        numeral = pieces.carve(pieces.bar_and_dot(tooth % 13 + 1))
        if wide:
            number = words(0, 5, tooth + 1, SMALL, "tn-on" if tooth in food else "tn")
            out += tag("g", number, transform=f"{at(0.62)} {turn}")
            out += tag("g", numeral, transform=f"{at(6.32)} {turn}")
            p0, p1 = (polar(cx, cy, r - depth * u, a + PITCH / 2) for depth in (8.1, 4.55))
            out += tag("path", d=f"M{xy(p0, p1)}", class_="tz-spoke")
        else:
            out += tag("g", numeral, transform=f"{at(6.75)} {turn} scale(.62)")
        if tooth in food:
            out += icon("bowl", *polar(cx, cy, r - (3.25 if wide else 2.2) * u, a), 15 if wide else 12)
    return out


def calendar_art(names: Names, u: float, cx: float, cy: float, wide: bool) -> str:
    key = "cal" + ("w" if wide else "p")
    r = TEETH * u
    points = pieces.outline(TEETH, u, cx, cy, -90)
    dial = "".join(pieces.groove(cx, cy, r - depth * u) for depth in ((4.55, 8.1) if wide else (4.4, 9.2)))
    hub = r - (14.4 if wide else 10.4) * u
    if wide:
        dial += pieces.carve(_frets(cx, cy, r - 13.6 * u, r - 8.9 * u))
    dial += tag("circle", cx=n(cx), cy=n(cy + 2), r=n(hub + 2), class_="tz-hub-sh")
    dial += tag("circle", cx=n(cx), cy=n(cy), r=n(hub), class_="tz-hub")
    body = pieces.slab_art(key, "M" + xy(*points) + "Z", 5 if wide else 3, cx, cy, r + pieces.ADDENDUM * u)
    body += tag("g", _teeth(names, u, cx, cy, wide), id=f"tz-teeth-{key}")
    body += tag("g", _tooth(points, u, cx, cy, 0, "today"), id=f"tz-today-{key}")
    return body + tag("g", dial, id=f"tz-dial-{key}")


@remembered
def _dial(cx: float, cy: float, wide: bool, age: int, day: int, days: int, say: Translator) -> str:
    if wide:
        title = say("Age I · round") if age == 1 else say("Age II · round")
    else:
        title = say("Age I") if age == 1 else say("Age II")
    size = 16 if wide else 28  # a small wheel may be shown very small
    out = words(cx, cy - (31 if wide else 23), title, size, "tm", fit=84)
    out += words(cx, cy + (14 if wide else 16), day, 50 if wide else 46, "big")
    out += words(cx, cy + (34 if wide else 46), say("of {n}", n=days), size, "tm", fit=80)
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
    return _jungle(scene.names, place, field_rows(scene), scene.attempts(place.number), scene.say)


@remembered_of_late
def _jungle(names: Names, place: Place, rows: tuple[str, ...], attempts: tuple[str, ...], say: Translator) -> str:
    fields = "".join(
        f'<g data-spot="jungle-{group + 2}" {attempts[group + 2]}>{_fields(names, place, group, kinds, say)}</g>'
        for group, kinds in enumerate(rows)
    )
    return tag("g", tag("use", href="#tz-jungle"), fields, role="img", aria_label=_jungle_words(rows, say))


@remembered
def _fields(names: Names, place: Place, group: int, kinds: str, say: Translator) -> str:
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


def _jungle_words(rows: tuple[str, ...], say: Translator) -> str:
    parts = []
    for group, kinds in enumerate(rows):
        wood, corn = kinds.count("w"), kinds.count("c")
        tiles = [say.plural("{n} wood tile", "{n} wood tiles", wood, n=wood)] if wood else []
        if corn or not wood:
            tiles.append(say.plural("{n} open corn tile", "{n} open corn tiles", corn, n=corn))
        parts.append(say("Palenque {n}: {tiles}", n=group + 2, tiles=say.every(tiles)))
    return say("Jungle") + ". " + say.separated(parts)


def field_rows(scene: Scene) -> tuple[str, ...]:
    """Each group as a word: w is wood over corn, c is open corn, a dot is empty."""
    size = scene.view["fields"]
    return tuple(("w" * wood + "c" * corn).ljust(size, ".") for wood, corn in scene.view["jungle"])


def _field(kind: str, size: float) -> str:
    h = size / 2
    if kind == ".":
        return tag("rect", x=n(1 - h), y=n(1 - h), width=n(size - 2), height=n(size - 2), rx=4, class_="tz-gone")
    below = tag("rect", x=n(2 - h), y=n(2.6 - h), width=n(size), height=n(size), rx=4, class_="tz-below")
    colour = "#f7e3a4" if kind == "c" else "#dcb083"
    top = tag("rect", x=n(-h), y=n(-h), width=n(size), height=n(size), rx=4, fill=colour, class_="tz-field")
    return (below if kind == "w" else "") + top


# ---------------------------------------------------------------- what never changes


def static_art(names: Names) -> str:
    """Every slab, plate, peg, tooth and leaf in both sizes, to be sent once."""
    out = "".join(pieces.peg_art(seat) for seat in range(-1, 4))
    for wide, (u, cx, cy) in ((True, WIDE_AT), (False, NARROW_AT)):
        for place in layout(u, cx, cy):
            key = f"{'w' if wide else 'p'}{place.number}"
            d = "M" + xy(*pieces.outline(place.teeth, u, place.cx, place.cy, place.angle(0))) + "Z"
            out += pieces.slab_art(key, d, 4 if wide else 3, place.cx, place.cy, place.outer)
            holes = "".join(pieces.hole(*place.slot(p, wide), _slot_size(place, wide)) for p in range(place.teeth))
            out += tag("g", holes, id=f"tz-holes-{key}")
            if wide:
                out += ring_art(names, place)
        out += calendar_art(names, u, cx, cy, wide)
    palenque = layout(*WIDE_AT)[0]
    u = palenque.u
    inner, outer = palenque.outer + 7.1 * u, palenque.outer + 11.0 * u
    a0, a1 = palenque.angle(2) - 18, palenque.angle(5) + 18
    floor = sector(palenque.cx, palenque.cy, inner, outer - 0.35 * u, a0, a1, 8)
    leaves = _leaves(palenque.cx, palenque.cy, u, outer, a0, a1)
    return out + tag("g", leaves, tag("path", d=floor, fill="var(--tz-leaf-1)"), id="tz-jungle")


# ---------------------------------------------------------------- the whole board


@remembered
def _ground(box: tuple[int, int]) -> str:
    w, h = box
    out = tag("rect", x=0.5, y=0.5, width=w - 1, height=h - 1, rx=12, class_="tz-ground")
    return out + tag("rect", x=5.5, y=5.5, width=w - 11, height=h - 11, rx=8, class_="tz-ground-line")


@remembered
def _jungle_heading(say: Translator) -> str:
    return side_panels.heading(16, 30, say("Jungle")) + words(
        16, 48, say("tiles for Palenque 2 to 5"), SMALL, "tm", "start", 262
    )


def while_waiting(scene: Scene, draw: Callable[[Scene], list[str]]) -> list[str]:
    """Draw the calendar and its gears; for a viewer who has no choice only where something there has changed."""
    view = scene.view
    if view["moves"]:
        return draw(scene)
    days = view["round"], view["turned"], view["age"]
    lying = view["skulls"], view["jungle"], view["offered"], view["claimed"], view["pile"]
    return scene.once(draw, view["gears"], *days, *lying, view["frame"])


class _Layers(NamedTuple):
    """A gear with its spaces: each layer of all gears lies over the one before."""

    plates: str
    under: str
    face: str
    prints: list[str]
    marks: str


def _layers(scene: Scene, number: int) -> _Layers:
    place = layout(*WIDE_AT)[number]
    plates, prints = ring_of(scene, place)
    body, marks = gear(scene, place, wide=True)
    return _Layers(plates, body.under, body.face, prints, marks)


def gears(scene: Scene) -> list[str]:
    """The calendar, its five gears with their spaces, the jungle and the starting-player space."""
    u, cx, cy = WIDE_AT
    drawn = [scene.each(_layers, number, *scene.about(number)) for number in range(5)]
    middle = calendar(scene, u, cx, cy, wide=True)
    stone, on_stone = side_panels.lintel(scene, cx)
    return [
        _ground(WHEEL),
        jungle(scene, layout(u, cx, cy)[0]),
        *[layers.plates for layers in drawn],
        middle.under,
        *[layers.under for layers in drawn],
        middle.face,
        *[layers.face for layers in drawn],
        *[piece for layers in drawn for piece in layers.prints],
        *[layers.marks for layers in drawn],
        stone.under + stone.face,
        on_stone,
        _jungle_heading(scene.say),
    ]


def beside(scene: Scene) -> list[str]:
    """Temples, technologies, buildings and monuments; the same at every moment at which nothing there changes or may be
    chosen."""
    if scene.of_kind("climb", "descend", "advance", "raise", "raise-monument"):
        return _beside_gears(scene)
    view = scene.view
    marks = [(player["temples"], player["levels"]) for player in view["players"]]
    down = scene.asked.get("kind") == "anger"  # what a click on a temple means
    seen = view["row"], view["deck"], view["age"], view["monuments"], marks, view["options"], down
    return scene.once(_beside_gears, *seen)


def _beside_gears(scene: Scene) -> list[str]:
    w, h = SIDES
    x, wide = 10, w - 20
    return [
        _ground(SIDES),
        side_panels.temples(scene, x, 8, wide, 208),
        side_panels.technologies(scene, x, 219, wide, 194),
        side_panels.buildings(scene, x, 417, wide, 168),
        side_panels.monuments(scene, x, 589, wide, h - 8 - 589),
    ]


def _svg(css: str, box: tuple[int, int], label: str, inner: Sequence[str]) -> list[str]:
    given = f'viewBox="0 0 {box[0]} {box[1]}" role="group" aria-label="{escape(label)}"'
    return [f'<svg class="tz-board {css}" {given}>', *inner, "</svg>"]


def board(scene: Scene, asked: str = "") -> list[str]:
    """The wide board with what is asked on its free ground, and what lies beside the gears: a narrower page shows the
    second without the first."""
    say = scene.say
    wheel_ = _svg("tz-wheel", WHEEL, say("Board of Tzolk'in"), while_waiting(scene, gears))
    sides = _svg("tz-sides", SIDES, say("Temples, technologies, buildings and monuments"), beside(scene))
    return ['<div class="tz-wide">', *wheel_, asked, "</div>", *sides]


def _small(scene: Scene, number: int) -> tuple[str, str]:
    place = layout(*NARROW_AT)[number]
    body, marks = gear(scene, place, wide=False)
    return body.under, f'<g data-part="{number}">{body.face}{marks}</g>{_ring_of_chosen(place)}'


def wheel(scene: Scene) -> list[str]:
    """The small board of a narrow page. A tap on a gear unrolls it below; a ring says which one is."""
    u, cx, cy = NARROW_AT
    shown = [(gear["on"], scene.asks_on(number)) for number, gear in enumerate(scene.view["gears"])]
    bodies = [scene.each(_small, number, *shown[number], scene.view["turned"]) for number in range(5)]
    middle = calendar(scene, u, cx, cy, wide=False)
    start = side_panels.claim(scene, 26, 26, 14, small=True)
    if scene.view["claimed"] is None and scene.claim is None:
        start += icon("first", 26, 26, 19)
    layers = [middle.under, *[under for under, _ in bodies], middle.face, *[face for _, face in bodies], _pointer()]
    return _svg("tz-small", (366, 348), scene.say("Gears"), [*layers, f'<g data-part="5">{start}</g>'])


@remembered
def _ring_of_chosen(place: Place) -> str:
    reach = (place.teeth + pieces.ADDENDUM) * place.u + 4
    circle = {"cx": n(place.cx), "cy": n(place.cy), "r": n(reach)}
    return tag("circle", class_=f"tz-chosen p{place.number}", **circle)


@remembered
def _pointer() -> str:
    """It shows today's tooth."""
    u, cx, cy = NARROW_AT
    tip = cy - (TEETH + pieces.ADDENDUM) * u
    return tag("path", d=f"M{n(cx - 9)} {n(tip - 14)}H{n(cx + 9)}L{n(cx)} {n(tip - 2)}Z", class_="tz-pointer")
