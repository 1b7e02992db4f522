"""The whole board as one picture, in the page or standing alone, and the position as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.drawing.shapes import escape, settle_colours
from tablero.core.i18n.translator import Translator
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing import side_panels
from tablero.games.amritsar.drawing.board import BH, BW, CX, CY, centre, frame, gradients, ground, temple
from tablero.games.amritsar.drawing.pieces import definitions as icons
from tablero.games.amritsar.drawing.scene import Scene, round_of_decade

DEFAULT_RENDER = RenderOptions()


@cache
def style() -> str:
    return files("tablero.games.amritsar").joinpath("style.css").read_text("utf-8")


@cache
def daylight() -> dict[str, str]:
    """The light values of the custom properties in style.css."""
    css = style()
    block = css[css.index("{") + 1 : css.index("}")]
    return dict(re.findall(r"--([\w-]+): *(?:light-dark\()?([^;,)]+)", block))


@cache
def definitions() -> str:
    return (
        f'{icons()}{gradients()}<symbol id="am-ground" overflow="visible">{ground()}</symbol>'
        f'<symbol id="am-frame" overflow="visible">{frame()}</symbol>'
        + "".join(f'<symbol id="am-temple{built}" overflow="visible">{temple(built)}</symbol>' for built in range(4))
    )


# The parts of the board: left, top, width and height in the whole picture. On a wide screen they lie together as one
# board, on a phone they are shown one by one.
A = 257  # half a side of the lake with its arcade
PARTS = {
    "north": (160, 12, 484, 111),
    "east": (639, 172, 153, 376),
    "south": (160, 597, 484, 111),
    "west": (12, 172, 153, 376),
    "decade": (12, 12, 153, 166),
    "market": (639, 12, 153, 166),
    "offers": (639, 542, 153, 166),
    "pieces": (12, 542, 153, 166),
    "lake": (CX - A, CY - A, 2 * A, 2 * A),
}
DISTRICTS = ("north", "east", "south", "west")


def parts(scene: Scene) -> dict[str, list[str]]:
    """What is drawn in each part, in pieces."""
    view = scene.view
    out = {name: side_panels.district(scene, d) for d, name in enumerate(DISTRICTS)}
    out |= {"decade": [side_panels.decade(scene)], "pieces": [side_panels.pieces(scene)]}
    if scene.moves:
        market, offers, lake = side_panels.market(scene), side_panels.offers(scene), centre(scene)
        return out | {"market": [market], "offers": [offers], "lake": lake}
    stalls = [scene.player(seat)["stall"] for seat in scene.seats]
    walks = [(scene.player(seat)["at"], scene.player(seat)["load"]) for seat in scene.donors]
    shown = view["sections"], view["hand"], view["temple"], view["bridge"], view["maharaja"], walks, scene.phase
    return out | {
        "market": [scene.once(side_panels.market, view["market"], stalls)],
        "offers": [scene.once(side_panels.offers, view["offer"])],
        "lake": scene.once(centre, *shown),
    }


def board(scene: Scene) -> list[str]:
    """The board slot: every part once. The style sheet says where it lies."""
    drawn = parts(scene)
    title = escape(scene.say("Board of Amritsar"))
    svg = {name: _part(name, inside) for name, inside in drawn.items()}
    shown = None if scene.phase in ("market", "upgrade") else _shown_district(scene)
    strips = []
    for d, name in enumerate(DISTRICTS):
        lying = _part(f"{name} am-lying", side_panels.district(scene, d, lying=True)) if d % 2 else []
        strips += _strip(
            name, _tab(d, scene.view["districts"][d]["value"], scene.say), [*svg[name], *lying], d == shown
        )
    strips += _strip("market", f"<b>{escape(scene.say('Market'))}</b>", svg["market"], scene.phase == "market")
    strips += _strip("offers", f"<b>{escape(scene.say('Warehouses'))}</b>", svg["offers"], scene.phase == "upgrade")
    temple = f"<b>{escape(scene.say('Temple'))}</b>"
    strips += _strip("decade", temple, [*svg["decade"], *svg["pieces"]], False)
    return [
        f'<div class="am am-stage" role="group" aria-label="{title}"><div class="am-board">'
        f'<svg class="am-whole" viewBox="0 0 {BW} {BH}" aria-hidden="true"><use href="#am-frame"/>'
        '<use href="#am-ground"/>',
        side_panels.marks(scene),
        "</svg>",
        *svg["lake"],
        *strips,
        "</div></div>",
    ]


@lru_cache(256)
def _tab(district: int, points: int, say: Translator) -> str:
    """The title of a district on a phone."""
    about = escape(say("majority: {points}", points=names.points(points, say)))
    name = escape(names.district(district, say))
    return f'<b>{name}</b><i role="img" title="{about}" aria-label="{about}">{points}</i>'


def _shown_district(scene: Scene) -> int:
    """The district that a phone shows: where the last worker acts, else where the elephant is."""
    drops, _ = scene.route()
    active = scene.view["active"]
    if drops:
        return int(drops[-1][1] // 2)
    return int(active["district"] if active is not None else scene.player(scene.main)["at"] or 0)


@cache
def _frame(name: str) -> str:
    """Where a part lies, in hundredths of the board, and the window through which it is seen."""
    x, y, w, h = PARTS["north" if name.endswith(" am-lying") else name]
    place = ";".join(
        f"--{side}:{100 * length / whole:.3f}%"
        for side, length, whole in (("x", x, BW), ("y", y, BH), ("w", w, BW), ("h", h, BH))
    )
    return f'class="am-piece am-at-{name}" data-css="{place}" viewBox="{x} {y} {w} {h}"'


def _part(name: str, inside: list[str]) -> list[str]:
    ground = '<use class="am-shore" href="#am-ground"/>' if name == "lake" else ""
    return [f"<svg {_frame(name)}>{ground}", *inside, "</svg>"]


def _strip(name: str, title: str, inside: list[str], first: bool) -> list[str]:
    """A part with its title, which only a phone shows; one of them is open there."""
    head = f'<details class="am-strip am-strip-{name}" name="am-strip"{" open" if first else ""}>'
    return [f"{head}<summary>{title}</summary>", *inside, "</details>"]


@cache
def _static() -> str:
    """The style and the definitions of a picture that stands alone, in daylight."""
    css = "".join(part for part in re.findall(r"/\* picture \*/(.*?)/\* end \*/", style(), re.S))
    return settle_colours(f"<style>{css}</style><defs>{definitions()}</defs>", daylight())


def picture(scene: Scene) -> str:
    """The inside of one SVG with the whole board."""
    drawn = "".join(piece for part in parts(scene).values() for piece in part)
    return f'<use href="#am-frame"/><use href="#am-ground"/>{drawn}{side_panels.marks(scene)}'


def draw(view: Mapping[str, Any], render: RenderOptions = DEFAULT_RENDER) -> str:
    """The board as a picture that stands alone, in daylight."""
    scene = Scene(view, render)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BW} {BH}" width="{BW}" height="{BH}" role="img" '
        f'aria-label="Amritsar">{_static()}{settle_colours(picture(scene), daylight())}</svg>'
    )


def glance(view: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """The lake with the elephants and workers round it."""
    width, height = 484.0, 410.0
    return (BW - width) / 2, (BH - height) / 2, width, height


def text(view: Mapping[str, Any]) -> str:
    """The position as a text board."""
    say = DEFAULT_RENDER.say
    letters = "ybwg"
    lines = [
        f"Decade {view['decade'] + 1}, round {round_of_decade(view)}; maharaja before "
        f"{names.district(view['maharaja']['space'], say)}"
    ]
    for number, district in enumerate(view["districts"]):
        groups = [view["sections"][2 * number + k] for k in (0, 1)]
        label = "  ".join(
            ("".join(letters[c] for c in group["workers"]) or "-") + "o" * group["coins"] for group in groups
        )
        cells = " / ".join(
            "".join(
                "." if cell["owner"] is None else "M" if cell["owner"] < 0 else str(cell["owner"]) for cell in level
            )
            for level in district["levels"]
        )
        tiles = ", ".join(tile["id"] for tile in district["tiles"])
        lines.append(f"{names.district(number, say):<6}{district['value']}  {label:<12} {cells:<28} {tiles}")
    market = view["market"]
    lines.append(
        "Market " + ", ".join(f"{names.resource(r, say)} {market['stock'][r]} for {market['buy'][r]}" for r in range(3))
    )
    for seat, player in enumerate(view["players"]):
        at = "-" if player["at"] is None else names.district(player["at"], say)
        lines.append(
            f"Seat {seat}: {player['score']} points, {player['coins']} coins, {player['resources']} goods, "
            f"elephant {at} with {player['load']}, tracks {player['tracks']}, tax {player['tax']}"
        )
    if view["solo"] is not None:
        solo = view["solo"]
        lines.append(
            f"Maharaja: {solo['score']} points, store {solo['store']}, quarry {solo['quarry']}, elephant "
            f"{names.district(solo['at'], say)} with {solo['load']}"
        )
    return "\n".join(lines)
