"""Amritsar as pictures: the panels of the table page, one picture that stands alone, and text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from tablero.core.drawing.drawing import Panels
from tablero.core.drawing.render_options import RenderOptions
from tablero.games.amritsar.drawing import choices
from tablero.games.amritsar.drawing import panels as slots
from tablero.games.amritsar.drawing import sheet as sheets
from tablero.games.amritsar.drawing.scene import Scene
from tablero.games.amritsar.drawing.standalone import board, definitions, draw, glance, text

__all__ = ["draw", "glance", "panels", "sheet", "symbols", "text"]


@cache
def symbols() -> str:
    """Icons, gradients and the ground of the board, sent once."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" data-css="position:absolute" aria-hidden="true">'
        f"<defs>{definitions()}</defs></svg>"
    )


def panels(view: Mapping[str, Any], render: RenderOptions) -> Panels:
    """The picture in parts for the table page."""
    scene = Scene(view, render)
    return scene.panels(
        {
            "status": slots.status(scene),
            "left": "",
            "above": choices.panel(scene),
            "board": [slots.seats(scene), *board(scene)],
            "right": slots.right(scene),
            "hand": slots.hand(scene),
            "ways": choices.ways(scene),
        }
    )


def sheet(view: Mapping[str, Any], render: RenderOptions, events: Sequence[Mapping[str, Any]]) -> str:
    """What has just happened, where it deserves a sheet of its own."""
    return sheets.sheet(lambda: Scene(view, render), events)
