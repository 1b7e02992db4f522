"""Yaxha as pictures: the panels of the table page, the sheet of a reveal, one picture that stands alone, and text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tablero.core.drawing.drawing import Panels
from tablero.core.drawing.render_options import RenderOptions
from tablero.games.yaxha.drawing import panels as parts
from tablero.games.yaxha.drawing.board import board
from tablero.games.yaxha.drawing.pieces import definitions, travelling_art
from tablero.games.yaxha.drawing.scene import Scene
from tablero.games.yaxha.drawing.sheet import sheet as reveal
from tablero.games.yaxha.drawing.standalone import draw, glance, sketches, text

__all__ = ["draw", "glance", "panels", "sheet", "sketches", "symbols", "text"]


def panels(view: Mapping[str, Any], render: RenderOptions) -> Panels:
    """The picture in parts for the table page."""
    scene = Scene(view, render)
    sheet = parts.score_sheet(scene) if scene.phase == "over" else ""
    return scene.panels(
        {
            "status": parts.status(scene),
            "left": parts.left(scene, sheet),
            "above": parts.market(scene),
            "board": board(scene, sheet),
            "right": parts.right(scene),
            "hand": parts.hand(scene),
        }
    )


@cache
def symbols() -> str:
    """The cubes and everything else that stays the same, sent once."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" data-css="position:absolute" aria-hidden="true">'
        f"<defs>{definitions()}{travelling_art()}</defs></svg>"
    )


def sheet(view: Mapping[str, Any], render: RenderOptions, events: Sequence[Mapping[str, Any]]) -> str:
    """Return the sheet of secret choices turned over, if some clashed; an empty string for all other events."""
    return reveal(lambda: Scene(view, render), events)
