"""Amritsar as pictures: the panels of the table page, one picture that stands alone, and text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tablero.core.drawing import Panels
from tablero.core.ink import settle_colours
from tablero.core.look import Look
from tablero.games.amritsar import boards, names
from tablero.games.amritsar.art import definitions
from tablero.games.amritsar.lake import BH, BW, gradients, temple
from tablero.games.amritsar.scene import Scene
from tablero.games.amritsar.stage import board, frame, ground, picture

__all__ = ["draw", "panels", "symbols", "text"]

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


def _definitions() -> str:
    return (
        f'{definitions()}{gradients()}<symbol id="am-ground" overflow="visible">{ground()}</symbol><symbol id="am-frame" overflow="visible">{frame()}</symbol>'
        + "".join(f'<symbol id="am-temple{built}" overflow="visible">{temple(built)}</symbol>' for built in range(4))
    )


@cache
def symbols() -> str:
    """Icons, gradients and the ground of the board, sent once."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true">'
        f"<defs>{_definitions()}</defs></svg>"
    )


def panels(view: Mapping[str, Any], look: Look) -> Panels:
    """The picture in parts for the table page: slot -> HTML."""
    scene = Scene(view, look)
    slots = {
        "status": boards.status(scene),
        "left": "",
        "above": "",
        "board": board(scene, boards.own_narrow(scene)),
        "right": boards.right(scene),
        "hand": boards.hand(scene),
    }
    return Panels(slots, frozenset(int(move) for html in slots.values() for move in re.findall(r'data-move="(\d+)"', html)))


def draw(view: Mapping[str, Any], look: Look = DEFAULT_LOOK) -> str:
    """The board as a picture that stands alone, in daylight."""
    scene = Scene(view, look)
    css = "".join(part for part in re.findall(r"/\* picture \*/(.*?)/\* end \*/", style(), re.S))
    inside = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BW} {BH}" width="{BW}" height="{BH}" role="img" '
        f'aria-label="Amritsar"><style>{css}</style><defs>{_definitions()}</defs>{picture(scene)}</svg>'
    )
    return settle_colours(inside, daylight())


def text(view: Mapping[str, Any]) -> str:
    """The position as a text board."""
    say = DEFAULT_LOOK.say
    letters = "ybwg"
    lines = [
        f"Decade {view['decade'] + 1}, round {view['round'] + 1}; maharaja before {names.district(view['maharaja']['space'], say)}"
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
