"""Tzolk'in as pictures: the panels of the table page, one picture that stands alone, and text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from tablero.core.drawing.drawing import Panels
from tablero.core.drawing.render_options import RenderOptions
from tablero.games.tzolkin.drawing import (
    board,
    choices,
    monument_cards,
    panels,
    pieces,
    places,
    sheet,
    side_panels,
    standalone,
)
from tablero.games.tzolkin.drawing.scene import Scene
from tablero.games.tzolkin.names import Names
from tablero.games.tzolkin.words import TzolkinWords

DEFAULT_RENDER = RenderOptions()


class TzolkinDrawing:
    """The pictures of a game of Tzolk'in; `names` knows what tiles and spaces do under the options chosen."""

    def __init__(self, names: Callable[[Mapping[str, str]], Names], words: TzolkinWords) -> None:
        self._names = names
        self._words = words

    def _scene(self, view: Mapping[str, Any], render: RenderOptions) -> Scene:
        return Scene(view, render, self._words, self._names(view["options"]), self._names({}))

    @cached_property
    def _art(self) -> str:
        u, cx, cy = places.WIDE_AT
        tip = cy - (places.TEETH + pieces.ADDENDUM) * u - 3
        stones = board.static_art(self._names({})) + side_panels.lintel_art(cx, tip)
        return standalone.source("art.svg").replace("</defs>", f"{stones}</defs>")

    def symbols(self) -> str:
        """Icons, gradients, filters and the stones that never change, sent once."""
        return self._art

    def panels(self, view: Mapping[str, Any], render: RenderOptions) -> Panels:
        """The picture in parts for the table page: slot -> HTML."""
        scene = self._scene(view, render)
        asked = choices.open_choices(scene, dock=False)
        place = [*board.board(scene, choices.beside_gears(scene, asked)), *panels.narrow(scene)]
        return scene.panels(
            {
                "status": panels.status(scene),
                "left": "",
                "above": [asked, panels.market(scene)],
                "board": ['<div class="tz tz-place">', *place, "</div>"],
                "right": [*panels.players(scene), *monument_cards.monument_cards(scene)],
                "hand": panels.hand(scene),
                "ways": panels.ways(scene),
            }
        )

    def sheet(self, view: Mapping[str, Any], render: RenderOptions, events: Sequence[Mapping[str, Any]]) -> str:
        """What has just happened, where it deserves a sheet of its own."""
        return sheet.sheet(lambda: self._scene(view, render), events)

    def draw(self, view: Mapping[str, Any], render: RenderOptions = DEFAULT_RENDER) -> str:
        """Return the board and what all seats own as an SVG document."""
        return standalone.picture(self._scene(view, render), self.symbols())

    def glance(self, view: Mapping[str, Any]) -> tuple[float, float, float, float]:
        """The gears."""
        return 0.0, 0.0, places.WHEEL[0], places.WHEEL[1]

    def text(self, view: Mapping[str, Any]) -> str:
        """The position as a text board."""
        return standalone.text(view)
