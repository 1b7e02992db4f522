"""Scene: what all parts of a picture ask of a view and its render options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablero.core.drawing import drawing
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.drawing.shapes import Point
from tablero.games.maya import words
from tablero.games.maya.drawing.places import land_of


class Scene(drawing.Scene):
    """A view of Maya with render options."""

    words: ClassVar[drawing.Names] = words

    def __init__(self, view: Mapping[str, Any], render: RenderOptions) -> None:
        super().__init__(view, render)
        kept = render.kept
        self.land = (
            land_of(view) if kept is None else kept.part("land", (view["map"], view["in_play"]), lambda: land_of(view))
        )
        self.temples: dict[int, str] = {space: name for name, space in view["map"]["temples"]}
        if self.hot is not None and "space" not in self.hot:
            self.hot = None

    def at(self, space: int) -> Point:
        return self.land.middles[space]

    @property
    def answers(self) -> bool:
        """Whether a click on what cannot be chosen is answered: a spectator and a finished game have nothing to
        choose."""
        return self.me is not None and self.phase != "over"

    @property
    def held(self) -> tuple[int, int] | None:
        """The tile in the viewer's hand as (crop, number)."""
        number = self.view["mine"]["held"] if self.view["mine"] else None
        return None if number is None or number > 7 else (number // 2, number % 2 + 1)

    def hot_crops(self, city: Mapping[str, Any]) -> int:
        """How many crops of the viewer the hot space adds to a city."""
        if self.hot is None or self.phase != "plant" or self.held is None or self.hot["space"] not in city["free"]:
            return 0
        return self.held[1]
