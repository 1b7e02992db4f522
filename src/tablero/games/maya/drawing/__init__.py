"""Maya as pictures: the panels of the table page, one picture that stands alone, and text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from tablero.core.drawing import Panels
from tablero.core.look import Look
from tablero.games.maya.drawing import panels as parts
from tablero.games.maya.drawing.picture import draw, text
from tablero.games.maya.drawing.pieces import definitions
from tablero.games.maya.drawing.scene import Scene

__all__ = ["draw", "panels", "symbols", "text"]


def panels(view: Mapping[str, Any], look: Look) -> Panels:
    """The picture in parts for the table page: slot -> HTML. The slot above is shown below the map."""
    scene = Scene(view, look)
    slots = {
        "status": parts.status(scene),
        "left": "",
        "above": parts.rack(scene),
        "board": parts.board(scene),
        "right": parts.right(scene),
        "hand": parts.hand(scene),
    }
    return Panels(
        slots, frozenset(int(move) for html in slots.values() for move in re.findall(r'data-move="(\d+)"', html))
    )


@cache
def symbols() -> str:
    """The pieces and everything else that stays the same, sent once."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true">'
        f"<defs>{definitions()}</defs></svg>"
    )
