"""Maya in one piece: an SVG that stands alone, for notebooks, files and the documentation; and a text board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.drawing.shapes import escape, rect, seat_glyph, settle_colours, short
from tablero.games.maya import names
from tablero.games.maya.drawing.board import chart
from tablero.games.maya.drawing.pieces import definitions, tile
from tablero.games.maya.drawing.scene import Scene

DEFAULT_RENDER = RenderOptions()
SIDE = 310
MARKER = (
    ".can-case,.can-line{fill:none;stroke-linejoin:round}.can-case{stroke:#1d140c;"
    "stroke-width:4}.can-line{stroke:#ffd24a;stroke-width:2}"
)
LETTERS = "mpsk"  # maize, potato, squash, pepper (kind of chilli)
_PAIR = re.compile(r"light-dark\(([^,]+),[^)]*\)")


@cache
def daylight() -> dict[str, str]:
    """The light values of the custom properties in style.css, and of the site's that only the map uses."""
    css = files("tablero.games.maya").joinpath("style.css").read_text("utf-8")
    block = css[css.index("{") + 1 : css.index("}")]
    found = {name: _PAIR.sub(r"\1", value).strip() for name, value in re.findall(r"--([\w-]+):([^;]+);", block)}
    darker = {"seat-1-dark": "#8f2b18", "seat-2-dark": "#124a7e", "seat-3-dark": "#9a6c06", "seat-4-dark": "#3c2259"}
    return {**found, **darker, "card": "#fbf4e4", "edge": "#d8c299"}


def _text(x: float, y: float, words: str, size: float = 15, kind: str = "", anchor: str = "start") -> str:
    """A line of text; `kind` holds b for bold, t for the title face, m for muted."""
    face = "var(--title)" if "t" in kind else "var(--text)"
    ink = "var(--ink-2)" if "m" in kind else "var(--ink)"
    return (
        f'<text x="{short(x)}" y="{short(y)}" font-family="{face}" font-size="{short(size)}" '
        f'font-weight="{800 if "b" in kind else 500}" fill="{ink}" text-anchor="{anchor}">{words}</text>'
    )


def _players(scene: Scene, x: float, y: float) -> str:
    out = ""
    winners = scene.view["result"]["winners"] if scene.view["result"] else scene.view["actors"]
    for seat in scene.seats:
        player = scene.view["players"][seat]
        mark = "#fdeccf" if seat in winners else "var(--card)"
        out += rect(short(x), short(y), SIDE, 52, f'rx="10" fill="{mark}" stroke="var(--edge)"')
        out += seat_glyph(seat, x + 24, y + 27, 10) + _text(x + 46, y + 23, scene.name(seat), 18, "bt")
        tiles = escape(scene.say("{rack} in the rack, {reserve} in reserve")).format(**player)
        out += _text(x + 46, y + 42, tiles, 13.5, "m") + _text(
            x + SIDE - 14, y + 36, str(player["score"]), 26, "bt", "end"
        )
        y += 58
    return out


def _cities(scene: Scene, x: float, y: float) -> str:
    out = _text(x, y + 16, escape(scene.say("Cities")), 18, "bt")
    y += 26
    for city in sorted(scene.view["cities"], key=lambda city: (city["closed"], -city["size"])):
        state = "✓" if city["closed"] else str(len(city["free"]))
        out += _text(x, y + 17, f"{escape(names.city(city['name'], scene.say))} · {city['size']}", 15.5, "bt")
        at = x + 136
        for seat in scene.seats:
            values = city["points"] if city["closed"] else city["crops"]
            if values[seat]:
                out += seat_glyph(seat, at, y + 12, 5) + _text(at + 9, y + 17, str(values[seat]), 14.5, "b")
            at += 39
        out += _text(x + SIDE, y + 17, state, 14, "m", "end")
        y += 24
    return out


def _rack(scene: Scene, x: float, y: float) -> str:
    if scene.me is None:
        return ""
    out = ""
    kinds = [kind for kind in range(8) for _ in range(scene.view["mine"]["rack"][kind])]
    for place, kind in enumerate(kinds):
        out += tile(x + 30 + (place % 4) * 62, y + 34 + (place // 4) * 70, scene.me, kind // 2, kind % 2 + 1)
    return out


def glance(view: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """The spaces filled last, else the first temple, with some six spaces round them."""
    scene = Scene(view, DEFAULT_RENDER)
    left, top, width, height = scene.land.box
    spaces = view["new"] or view["old"] or [city["spaces"][0] for city in view["cities"]][:1]
    shown = min(330, width), min(280, height)
    points = [scene.at(space) for space in spaces] or [(left + width / 2, top + height / 2)]
    x = sum(point[0] for point in points) / len(points) - left - shown[0] / 2
    y = sum(point[1] for point in points) / len(points) - top - shown[1] / 2
    # The map is drawn in the middle of the room that the columns beside it may make higher.
    lower = (_height(scene) - 32 - height) / 2
    return 16 + min(max(0, x), width - shown[0]), 16 + lower + min(max(0, y), height - shown[1]), *shown


def _height(scene: Scene) -> float:
    return max(scene.land.box[3] + 32, 52 + 58 * len(scene.seats) + 40 + 24 * len(scene.view["cities"]) + 170)


def draw(view: Mapping[str, Any], render: RenderOptions = DEFAULT_RENDER) -> str:
    """Map, players and cities as one SVG document in daylight colours."""
    scene = Scene(view, render)
    left, top, width, height = scene.land.box
    high = _height(scene)
    wide = width + SIDE + 48
    x = width + 32
    heading = escape(scene.say("Round {round}")).format(round=view["round"])
    body = (
        f'<svg x="16" y="16" width="{short(width)}" height="{short(high - 32)}" '
        f'viewBox="{short(left)} {short(top)} {short(width)} {short(height)}">{"".join(chart(scene))}</svg>'
        + _text(x, 38, "Maya", 24, "bt")
        + _text(x + SIDE, 38, heading, 15, "m", "end")
        + _players(scene, x, 52)
        + _cities(scene, x, 58 + 58 * len(scene.seats))
        + _rack(scene, x, high - 170)
    )
    return settle_colours(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{short(wide)}" height="{short(high)}" '
        f'viewBox="0 0 {short(wide)} {short(high)}" role="img" aria-label="{escape(scene.say("Maya"))}">'
        f"<style>{MARKER}</style>"
        f'<defs>{definitions()}</defs><rect width="{short(wide)}" height="{short(high)}" fill="var(--paper)"/>'
        f"{body}</svg>",
        daylight(),
    )


# ---------------------------------------------------------------- text


def _signs(view: Mapping[str, Any]) -> dict[int, str]:
    """Two letters for each space in play."""
    names = view["map"]["areas"]
    used = {number for number, name in enumerate(names) if name in view["in_play"]}
    signs = {space: " ." for space, (_, _, area) in enumerate(view["map"]["spaces"]) if area in used}
    for _, space in view["map"]["temples"]:
        if space in signs:
            signs[space] = " ^"
    for city in view["cities"]:
        for space in city["spaces"]:
            signs[space] = " #"
        signs[city["spaces"][0]] = " @"
    for space, seat, crop, number in view["tiles"]:
        letter = LETTERS[crop]
        signs[space] = f"{seat}{letter.upper() if number == 2 else letter}"
    return signs


def text(view: Mapping[str, Any]) -> str:
    """The position as text: a seat and m, p, s or k for maize, potato, squash or pepper, a capital for two; @ is a
    temple, # its city, ^ an empty temple space."""
    out = [f"Maya, turn {view['turn']}, {view['phase']}, areas {' '.join(view['in_play'])}"]
    signs = _signs(view)
    where = {(q, r): signs[space] for space, (q, r, _) in enumerate(view["map"]["spaces"]) if space in signs}
    rows = sorted({r for _, r in where})
    first = min(2 * q + r for q, r in where)
    for r in rows:
        line = ""
        for q in sorted(q for q, row in where if row == r):
            line = line.ljust((2 * q + r - first) * 2) + where[q, r]
        out.append(line.rstrip())
    for city in view["cities"]:
        state = "closed" if city["closed"] else f"{len(city['free'])} open"
        crops = " ".join(map(str, city["crops"]))
        out.append(f"{city['name']}: size {city['size']}, {state}, crops {crops}")
    for seat, player in enumerate(view["players"]):
        out.append(f"seat {seat}: {player['score']} points, rack {player['rack']}, reserve {player['reserve']}")
    if view["result"] is not None:
        out.append("winners: " + ", ".join(f"seat {seat}" for seat in view["result"]["winners"]))
    return "\n".join(out)
