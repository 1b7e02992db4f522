"""Maya as pictures: the panels of the table page, one picture that stands alone, and text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from tablero.core.drawing.drawing import Panels
from tablero.core.drawing.render_options import RenderOptions
from tablero.games.maya.drawing import panels as parts
from tablero.games.maya.drawing.pieces import definitions, travelling
from tablero.games.maya.drawing.scene import Scene
from tablero.games.maya.drawing.sheet import sheet
from tablero.games.maya.drawing.standalone import draw, glance, text

__all__ = ["draw", "glance", "panels", "sheet", "symbols", "text"]


def panels(view: Mapping[str, Any], render: RenderOptions) -> Panels:
    """The picture in parts for the table page. The slot above is shown below the map."""
    scene = Scene(view, render)
    return scene.panels(
        {
            "status": parts.status(scene),
            "left": "",
            "above": parts.rack(scene),
            "board": parts.board(scene),
            "right": parts.right(scene),
            "hand": parts.hand(scene),
        }
    )


@cache
def symbols() -> str:
    """The pieces and everything else that stays the same, sent once."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" data-css="position:absolute" aria-hidden="true">'
        f"<defs>{definitions()}{travelling()}</defs></svg>"
    )
