"""Tzolk'in as pictures: the panels of the table page, one picture that stands alone, and text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from tablero.core.drawing import Panels
from tablero.core.look import Look
from tablero.games.tzolkin.drawing import board, choices, panels, picture, pieces, places, sheet, sides
from tablero.games.tzolkin.drawing.scene import Scene
from tablero.games.tzolkin.names import Names
from tablero.games.tzolkin.words import TzolkinWords

DEFAULT_LOOK = Look()


class TzolkinDrawing:
    """The pictures of a game of Tzolk'in; `names` knows what tiles and spaces do under the options chosen."""

    def __init__(self, names: Callable[[Mapping[str, str]], Names], words: TzolkinWords) -> None:
        self._names = names
        self._words = words

    def _scene(self, view: Mapping[str, Any], look: Look) -> Scene:
        return Scene(view, look, self._words, self._names(view["options"]), self._names({}))

    @cached_property
    def _art(self) -> str:
        u, cx, cy = places.WIDE_AT
        tip = cy - (places.TEETH + pieces.ADDENDUM) * u - 3
        stones = board.static_art(self._names({})) + sides.lintel_art(cx, tip)
        return picture.source("art.svg").replace("</defs>", f"{stones}</defs>")

    def symbols(self) -> str:
        """Icons, gradients, filters and the stones that never change, sent once."""
        return self._art

    def panels(self, view: Mapping[str, Any], look: Look) -> Panels:
        """The picture in parts for the table page: slot -> HTML."""
        scene = self._scene(view, look)
        return scene.panels(
            {
                "status": panels.status(scene),
                "left": "",
                "above": choices.open_choices(scene, dock=False) + panels.market(scene),
                "board": f'<div class="tz tz-place">{board.board(scene)}{panels.narrow(scene)}</div>',
                "right": panels.players(scene),
                "hand": panels.hand(scene),
                "ways": panels.ways(scene),
            }
        )

    def sheet(self, view: Mapping[str, Any], look: Look, events: Sequence[Mapping[str, Any]]) -> str:
        """What has just happened, where it deserves a sheet of its own."""
        return sheet.sheet(self._scene(view, look), events)

    def draw(self, view: Mapping[str, Any], look: Look = DEFAULT_LOOK) -> str:
        """The board and what everybody owns, an SVG document."""
        return picture.picture(self._scene(view, look), self.symbols())

    def text(self, view: Mapping[str, Any]) -> str:
        """The position as a text board."""
        return picture.text(view)
