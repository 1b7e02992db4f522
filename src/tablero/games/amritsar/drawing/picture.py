"""The whole board as one picture, in the page or standing alone, and the position as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from tablero.core.ink import settle_colours
from tablero.core.look import Look
from tablero.games.amritsar import names
from tablero.games.amritsar.drawing import sides
from tablero.games.amritsar.drawing.board import BH, BW, CX, CY, centre, frame, gradients, ground, temple
from tablero.games.amritsar.drawing.pieces import definitions as icons
from tablero.games.amritsar.drawing.scene import Scene, round_of_decade

DEFAULT_LOOK = Look()


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
        f'{icons()}{gradients()}<symbol id="am-ground" overflow="visible">{ground()}</symbol><symbol id="am-frame" overflow="visible">{frame()}</symbol>'
        + "".join(f'<symbol id="am-temple{built}" overflow="visible">{temple(built)}</symbol>' for built in range(4))
    )


@dataclass(frozen=True)
class Parts:
    """What stands in the page twice, drawn once: for wide screens and for narrow ones."""

    districts: list[str]
    centre: str
    decade: str
    market: str
    offers: str


def parts(scene: Scene) -> Parts:
    districts = [sides.district(scene, d) for d in range(4)]
    return Parts(districts, centre(scene), sides.decade(scene), sides.market(scene), sides.offers(scene))


def picture(scene: Scene, drawn: Parts) -> list[str]:
    """The inside of the board's SVG, in parts: they are long, and joined once."""
    return [
        '<use href="#am-frame"/><use href="#am-ground"/>', *drawn.districts, drawn.centre, drawn.decade, drawn.market,
        drawn.offers, sides.pieces(scene), sides.marks(scene),
    ]  # fmt: skip


def board(scene: Scene, own: str) -> str:
    """The board slot: the whole board, and for narrow screens the lake with its districts one by one."""
    title = escape(scene.say("Board of Amritsar"))
    drawn = parts(scene)
    return "".join(
        (
            '<div class="am am-stage">',
            f'<svg class="am-board" viewBox="0 0 {BW} {BH}" preserveAspectRatio="xMidYMin meet" role="group" aria-label="{title}">',
            *picture(scene, drawn),
            "</svg>",
            *narrow(scene, drawn, title, own),
            "</div>",
        )
    )


def narrow(scene: Scene, drawn: Parts, title: str, own: str) -> list[str]:
    """For narrow screens: the lake, the districts one by one, the own board, then market and warehouses."""
    a = 250
    lake_side = (
        f'<svg class="am-lake" viewBox="{CX - a} {CY - a} {2 * a} {2 * a}" role="group" aria-label="{title}">'
        f'<use href="#am-ground"/>{drawn.centre}</svg>'
    )
    boxes = ("160 12 484 111", "639 172 153 376", "160 597 484 111", "12 172 153 376")
    active = scene.view["active"]
    first = active["district"] if active is not None else scene.player(scene.main)["at"] or 0
    strips = [
        f'<details class="am-strip"{" open" if d == first else ""}><summary>{scene.district(d)}: {escape(names.points(scene.view["districts"][d]["value"], scene.say))}</summary>'
        f'<svg viewBox="{boxes[d]}" class="am-{"flat" if d % 2 == 0 else "tall"}">{drawn.districts[d]}</svg></details>'
        for d in [*range(first, 4), *range(first)]
    ]
    corners = (
        f'<div class="am-corners"><svg viewBox="640 12 152 166">{drawn.market}</svg><svg viewBox="640 542 152 166">{drawn.offers}</svg>'
        f'<svg viewBox="12 12 152 166">{drawn.decade}</svg></div>'
    )
    return ['<div class="am-narrow">', lake_side, *strips, own, corners, "</div>"]


@cache
def _static() -> str:
    """The style and the definitions of a picture that stands alone, in daylight."""
    css = "".join(part for part in re.findall(r"/\* picture \*/(.*?)/\* end \*/", style(), re.S))
    return settle_colours(f"<style>{css}</style><defs>{definitions()}</defs>", daylight())


def draw(view: Mapping[str, Any], look: Look = DEFAULT_LOOK) -> str:
    """The board as a picture that stands alone, in daylight."""
    scene = Scene(view, look)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BW} {BH}" width="{BW}" height="{BH}" role="img" '
        f'aria-label="Amritsar">{_static()}{settle_colours("".join(picture(scene, parts(scene))), daylight())}</svg>'
    )


def text(view: Mapping[str, Any]) -> str:
    """The position as a text board."""
    say = DEFAULT_LOOK.say
    letters = "ybwg"
    lines = [
        f"Decade {view['decade'] + 1}, round {round_of_decade(view)}; maharaja before {names.district(view['maharaja']['space'], say)}"
    ]
    for number, district in enumerate(view["districts"]):
        groups = [view["sections"][2 * number + k] for k in (0, 1)]
        told = "  ".join(
            ("".join(letters[c] for c in group["workers"]) or "-") + "o" * group["coins"] for group in groups
        )
        cells = " / ".join(
            "".join(
                "." if cell["owner"] is None else "M" if cell["owner"] < 0 else str(cell["owner"]) for cell in level
            )
            for level in district["levels"]
        )
        tiles = ", ".join(tile["id"] for tile in district["tiles"])
        lines.append(f"{names.district(number, say):<6}{district['value']}  {told:<12} {cells:<28} {tiles}")
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
            f"Maharaja: {solo['score']} points, store {solo['store']}, quarry {solo['quarry']}, elephant {names.district(solo['at'], say)} with {solo['load']}"
        )
    return "\n".join(lines)
