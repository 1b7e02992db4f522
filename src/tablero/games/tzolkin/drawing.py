"""Tzolk'in as pictures: the panels of the table page, one picture that stands alone, and text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tablero.core.ink import settle_colours
from tablero.core.drawing import Panels
from tablero.core.look import Look
from tablero.games.tzolkin import gears, names
from tablero.games.tzolkin import panels as parts
from tablero.games.tzolkin.layout import MATERIALS
from tablero.games.tzolkin.marks import glyph, icon, n, seal, tag, words
from tablero.games.tzolkin.scene import Scene
from tablero.games.tzolkin.scenery import (
    buildings, claim, heading, lintel, lintel_art, monuments, technologies, temples,
)  # fmt: skip

DEFAULT_LOOK = Look()
WIDE, HIGH = 1104, 728


def _source(name: str) -> str:
    return files("tablero.games.tzolkin").joinpath(name).read_text("utf-8")


@cache
def symbols() -> str:
    """Icons, gradients, filters and the stones that never change, sent once."""
    u, cx, cy = gears.WIDE_AT
    stones = gears.static_art() + lintel_art(cx, cy - (gears.TEETH + gears.ADDENDUM) * u - 3)
    return _source("art.svg").replace("</defs>", f"{stones}</defs>")


def panels(view: Mapping[str, Any], look: Look) -> Panels:
    """The picture in parts for the table page: slot -> HTML."""
    scene = Scene(view, look)
    narrow = f'<div class="tz tz-narrow">{parts.strip(scene)}{_wheel(scene)}{parts.unrolled(scene)}</div>'
    slots = {
        "status": parts.status(scene),
        "left": "",
        "above": parts.choices(scene, dock=False) + parts.market(scene),
        "board": f'<div class="tz tz-wide">{_board(scene)}</div>{narrow}{parts.final(scene)}',
        "right": parts.players(scene),
        "hand": parts.hand(scene),
        "ways": parts.ways(scene),
    }
    return Panels(slots, frozenset(int(move) for html in slots.values() for move in re.findall(r'data-move="(\d+)"', html)))


# ---------------------------------------------------------------- the board


def _ground() -> str:
    box = {"width": WIDE - 1, "height": HIGH - 1, "rx": 12}
    out = tag("rect", x=0.5, y=0.5, class_="tz-ground", **box)
    return out + tag("rect", x=5.5, y=5.5, width=WIDE - 11, height=HIGH - 11, rx=8, class_="tz-ground-line")


def _scene_inside(scene: Scene) -> str:
    u, cx, cy = gears.WIDE_AT
    places = gears.layout(u, cx, cy)
    out = _ground() + gears.jungle(scene, places[0])
    rings = [gears.ring(scene, place) for place in places]
    bodies = [gears.gear(scene, place, wide=True) for place in places]
    calendar = gears.calendar(scene, u, cx, cy, wide=True)
    out += "".join(plates for plates, _ in rings)
    out += calendar.under + "".join(body.under for body, _ in bodies)
    out += calendar.face + "".join(body.face for body, _ in bodies)
    out += "".join(prints for _, prints in rings) + "".join(glow for _, glow in bodies)
    stone, on_stone = lintel(scene, cx)
    out += stone.under + stone.face + on_stone
    say = scene.say
    out += heading(20, 33, say("Jungle")) + words(20, 50, say("tiles for Palenque 2 to 5"), 12.5, "tm", "start")
    column, low = 774, 592
    out += temples(scene, column, 14, WIDE - 14 - column, 272)
    out += technologies(scene, column, 302, WIDE - 14 - column, 278)
    out += monuments(scene, 14, low, 250, HIGH - 14 - low)
    return out + buildings(scene, 528, low, WIDE - 14 - 528, HIGH - 14 - low)


def _board(scene: Scene) -> str:
    label = scene.say("Board of Tzolk'in")
    box = f"0 0 {WIDE} {HIGH}"
    return tag("svg", _scene_inside(scene), class_="tz-board", viewBox=box, role="group", aria_label=label)


def _wheel(scene: Scene) -> str:
    """The gears alone, small."""
    w, h = 374, 348
    u, cx, cy = gears.NARROW_AT
    places = gears.layout(u, cx, cy)
    bodies = [gears.gear(scene, place, wide=False) for place in places]
    calendar = gears.calendar(scene, u, cx, cy, wide=False)
    out = calendar.under + "".join(body.under for body, _ in bodies) + calendar.face
    # A tap on a gear unrolls it below; the ring says which one is.
    for place, (body, _) in zip(places, bodies, strict=True):
        out += tag("g", body.face, data_part=place.number)
        reach = (place.teeth + gears.ADDENDUM) * u + 4
        ring = {"cx": n(place.cx), "cy": n(place.cy), "r": n(reach)}
        out += tag("circle", class_=f"tz-chosen p{place.number}", **ring)
    out += "".join(glow for _, glow in bodies)
    tip = cy - (gears.TEETH + gears.ADDENDUM) * u
    out += tag("path", d=f"M{n(cx - 9)} {n(tip - 14)}H{n(cx + 9)}L{n(cx)} {n(tip - 2)}Z", class_="tz-pointer")
    shifts = ((-46, 62, "start"), (-4, 62, "middle"), (48, 36, "start"), (4, 62, "middle"), (59, 74, "end"))
    for place, (dx, dy, anchor) in zip(places, shifts, strict=True):
        out += words(place.cx + dx, place.cy + dy, names.gear(place.number), 14, "gname", anchor)
    out += _small_claim(scene)
    label = scene.say("Gears")
    return tag("svg", out, class_="tz-board", viewBox=f"0 0 {w} {h}", role="group", aria_label=label)


def _small_claim(scene: Scene) -> str:
    plaque = tag("rect", x=8, y=8, width=142, height=40, rx=9, fill="url(#tz-plaque)", class_="tz-edge")
    text = scene.say("takes {n}").format(n=scene.view["pile"])
    out = plaque + claim(scene, 29, 28, 11.5) + words(48, 25, scene.say("First player"), 14, "gname", "start")
    return out + words(48, 40, text, 13, "td", "start") + icon("corn", 56 + 7 * len(text), 36, 14)


# ---------------------------------------------------------------- a picture that stands alone


@cache
def _daylight() -> tuple[str, dict[str, str]]:
    """The style sheet without what belongs to the page, and the daylight values of its tokens."""
    css = _source("style.css")
    tokens = dict(re.findall(r"--(tz-[\w-]+): light-dark\(([^,()]+), [^()]+\);", css))
    tokens.update(re.findall(r"--(tz-[\w-]+): (#?[\w.]+);", css))
    picture = css[css.index("/* ---- board") : css.index("/* ---- end of board")]
    return picture, tokens


def draw(view: Mapping[str, Any], look: Look = DEFAULT_LOOK) -> str:
    """The board and what everybody owns, an SVG document."""
    scene = Scene(view, look)
    css, tokens = _daylight()
    rows = len(scene.seats)
    foot = "".join(_strip(scene, seat, 14 + seat * 26) for seat in scene.seats)
    height = HIGH + 16 + 26 * rows
    inside = re.sub(r"^.*?<defs>|</defs>\s*</svg>\s*$", "", symbols(), flags=re.DOTALL)
    body = (
        f"<defs>{inside}</defs><style>{css}</style>"
        + tag("rect", width=WIDE, height=height, fill="var(--paper)")
        + _scene_inside(scene)
        + tag("g", foot, transform=f"translate(0 {HIGH})")
    )
    title = tag("title", "Tzolk'in")
    size = {"viewBox": f"0 0 {WIDE} {height}", "width": WIDE, "height": height}
    picture = tag("svg", title, body, xmlns="http://www.w3.org/2000/svg", class_="tz-board", role="img", **size)
    return settle_colours(settle_colours(picture, tokens), tokens)


def _strip(scene: Scene, seat: int, y: float) -> str:
    """A seat's goods in one line."""
    shown = scene.player(seat)
    out = glyph(seat, 28, y + 2, 8, fill=f"var(--seat-{seat + 1})")
    out += words(46, y + 7, scene.name(seat), 15, "gname", "start")
    for k, material in enumerate(MATERIALS):
        out += words(240 + k * 64, y + 7, shown[material], 15, "tb", "end") + icon(material, 253 + k * 64, y + 2, 18)
    out += seal(600, y + 2, shown["score"], 24)
    tiles = ", ".join([*shown["buildings"], *[tile["id"] for tile in shown["monuments"]]])
    hand = scene.say("{n}/{all} in hand").format(n=shown["hand"], all=shown["workers"])
    return out + words(630, y + 7, hand, 14, "td", "start") + words(740, y + 7, tiles, 13, "tm", "start")


def text(view: Mapping[str, Any]) -> str:
    """The position as a text board."""
    food = view["food"]
    when = "over" if food is None else f"food day in {food['in']}"
    lines = [f"Tzolk'in, round {view['round']} of {view['rounds']}, {when}, {view['pile']} corn on the calendar"]
    for number, gear in enumerate(view["gears"]):
        on = {p: "x" if seat < 0 else str(seat) for p, seat in gear["on"]}
        row = " ".join(on.get(p, ".") for p in range(gear["teeth"]))
        lines.append(f"{names.gear(number):13}{row}")
    jungle = "  ".join(f"{k + 2}: {wood} wood {corn} corn" for k, (wood, corn) in enumerate(view["jungle"]))
    lines.append(f"jungle       {jungle}")
    lines.append("buildings    " + " ".join(tile or "-" for tile in view["row"]))
    lines.append("monuments    " + " ".join(tile or "-" for tile in view["monuments"]))
    for seat, shown in enumerate(view["players"]):
        goods = " ".join(f"{shown[m]} {m}" for m in ("corn", "wood", "stone", "gold", "skull"))
        steps, levels = "/".join(map(str, shown["temples"])), "/".join(map(str, shown["levels"]))
        hand = f"{shown['hand']}/{shown['workers']} workers"
        lines.append(f"seat {seat}: {shown['score']} points, {goods}, {hand}, temples {steps}, levels {levels}")
    return "\n".join(lines)
