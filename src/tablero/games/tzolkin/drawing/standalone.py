"""The picture of Tzolk'in that stands alone, and the position as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tablero.core.drawing.shapes import settle_colours
from tablero.core.i18n.translator import untranslated
from tablero.games.tzolkin import names
from tablero.games.tzolkin.drawing.board import beside, gears
from tablero.games.tzolkin.drawing.pieces import glyph, icon, seal, tag, words
from tablero.games.tzolkin.drawing.places import SIDES, WHEEL
from tablero.games.tzolkin.drawing.scene import Scene
from tablero.games.tzolkin.layout import MATERIALS

WIDE, HIGH = WHEEL[0] + 6 + SIDES[0], WHEEL[1]
# The marker of what may be chosen, which the site's own style sheet draws on its pages.
MARKER = (
    ".can-case, .can-line { fill: none; stroke: #1d140c; stroke-width: 5; } .can-line { stroke: #ffd24a; "
    "stroke-width: 2.5; }"
)


def source(name: str) -> str:
    """A file of the game's folder."""
    return files("tablero.games.tzolkin").joinpath(name).read_text("utf-8")


@cache
def _daylight() -> tuple[str, dict[str, str]]:
    """The style sheet without what belongs to the page, and the daylight values of its tokens."""
    css = source("style.css")
    tokens = dict(re.findall(r"--(tz-[\w-]+): light-dark\(([^,()]+), [^()]+\);", css))
    tokens.update(re.findall(r"--(tz-[\w-]+): (#?[\w.]+);", css))
    picture = css[css.index("/* ---- board") : css.index("/* ---- end of board")]
    return picture, tokens


def picture(scene: Scene, symbols: str) -> str:
    """Return the board and what all seats own as an SVG document."""
    css, tokens = _daylight()
    rows = len(scene.seats)
    foot = "".join(_strip(scene, seat, 14 + seat * 26) for seat in scene.seats)
    height = HIGH + 16 + 26 * rows
    art = re.sub(r"^.*?<defs>|</defs>\s*</svg>\s*$", "", symbols, flags=re.DOTALL)
    body = (
        f"<defs>{art}</defs><style>{css}{MARKER}</style>"
        + tag("rect", width=WIDE, height=height, fill="var(--paper)")
        + "".join(gears(scene))
        + tag("g", *beside(scene), transform=f"translate({WHEEL[0] + 6} 0)")
        + tag("g", foot, transform=f"translate(0 {HIGH})")
    )
    title = tag("title", "Tzolk'in")
    size = {"viewBox": f"0 0 {WIDE} {height}", "width": WIDE, "height": height}
    drawn = tag("svg", title, body, xmlns="http://www.w3.org/2000/svg", class_="tz-board", role="img", **size)
    still = re.sub(r' data-css="[^"]*"', "", drawn)  # what says how far the gears of a page have turned
    return settle_colours(settle_colours(still, tokens), tokens)


def _strip(scene: Scene, seat: int, y: float) -> str:
    """A seat's goods in one line."""
    shown = scene.player(seat)
    out = glyph(seat, 28, y + 2, 8, fill=f"var(--seat-{seat + 1})")
    out += words(46, y + 7, scene.who(seat), 15, "gname", "start")
    for k, material in enumerate(MATERIALS):
        out += words(240 + k * 64, y + 7, shown[material], 15, "tb", "end") + icon(material, 253 + k * 64, y + 2, 18)
    out += seal(600, y + 2, shown["score"], 24)
    tiles = ", ".join([*shown["buildings"], *[tile["id"] for tile in shown["monuments"]]])
    hand = scene.say("{n}/{all} in hand", n=shown["hand"], all=shown["workers"])
    return out + words(630, y + 7, hand, 14, "td", "start") + words(740, y + 7, tiles, 13, "tm", "start")


def text(view: Mapping[str, Any]) -> str:
    """The position as a text board."""
    food = view["food"]
    when = "over" if food is None else f"food day in {food['in']}"
    lines = [f"Tzolk'in, round {view['round']} of {view['rounds']}, {when}, {view['pile']} corn on the calendar"]
    for number, gear in enumerate(view["gears"]):
        on = {p: "x" if seat < 0 else str(seat) for p, seat in gear["on"]}
        row = " ".join(on.get(p, ".") for p in range(gear["teeth"]))
        lines.append(f"{names.gear(number, untranslated):13}{row}")
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
