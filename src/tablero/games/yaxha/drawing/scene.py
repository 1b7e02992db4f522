"""Scene: what all parts of a picture ask of a view and its render options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from tablero.core.drawing import drawing
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.drawing.shapes import escape
from tablero.games.yaxha import layout as at
from tablero.games.yaxha import names, words
from tablero.games.yaxha.drawing.pieces import Cell, Frame


class Scene(drawing.Scene):
    """A view of Yaxha with render options."""

    words: ClassVar[drawing.Names] = words

    def __init__(self, view: Mapping[str, Any], render: RenderOptions) -> None:
        super().__init__(view, render)
        self.turn = render.turn % 4
        self._hand: list[int] | None = None  # the colours that the viewer may still place
        self._legal: set[tuple[int, ...]] = set()  # the cells for one of them
        if self.hot is not None and "cube" not in self.hot:
            self.hot = None  # only a cube changes what is shown of a pyramid
        self.growing: set[Cell] = set() if self.hot is None else self._group_of(self.hot["cube"])

    def barred(self, cell: Cell) -> str:
        """What a click on a cell means in which not every cube of the hand can be placed; nothing for a spectator."""
        if self.me is None or self.phase == "over":
            return ""
        if self._hand is None:
            self._hand = [colour for colour, n in enumerate(self.view["mine"]["hand"]) if n] or [0]
            self._legal = {tuple(offer["cube"][:3]) for offer in self.view["offers"] if "cube" in offer}
        if cell not in self._legal:
            return _tried(cell, self._hand[0])
        for colour in self._hand:
            move = _move(cell, colour)
            if move not in self.offers:
                return _tried(cell, colour)
        return ""

    def _group_of(self, cube: Sequence[int]) -> set[Cell]:
        """The visible cubes that would hang together with one more cube, itself included."""
        x, y, z, colour = cube
        colours = {(i, j, k): c for i, j, k, c in self.pyramid(self.main)["cubes"]} | {(x, y, z): colour}
        filled, same = [0] * 4, [0] * 4
        for (i, j, k), c in colours.items():
            filled[k] |= _bit(i, j)
            same[k] |= _bit(i, j) if c == colour else 0
        buried = [*(int(at.hidden(above)) for above in filled[1:]), 0]
        if self.view["options"]["hidden_bridge"] != "connects":
            same = [cells & ~under for cells, under in zip(same, buried, strict=True)]
        first = [_bit(x, y) if k == z else 0 for k in range(4)]
        group = at.flood(*same, *first)
        return {(i, j, k) for i, j, k in colours if group[k] & ~buried[k] & _bit(i, j)}

    def called(self, move: int) -> str:
        offer = self.offers.get(move)
        return super().called(move) if offer is None else words.offered(offer, self.view, self.say)

    def card(self, name: str) -> str:
        """What a bonus card asks for; a player reads there with whom it compares."""
        if self.me is None:
            return escape(names.card(name, self.say))
        return self.with_names(names.card_for(name, self.me, len(self.seats), self.say))

    def about(self, name: str) -> str:
        """Who scores a bonus card at the end."""
        return escape(names.card_about(name, self.say))

    def colour(self, colour: int) -> str:
        return escape(names.colour(colour, self.say))

    def pyramid(self, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["pyramids"][seat]
        return found

    def frame(self, seat: int) -> Frame:
        x0, x1, y0, y1 = self.pyramid(seat)["frame"]
        return x0, x1, y0, y1

    def rises(self, colour: int) -> int:
        """What the hot move changes in a colour's points."""
        if self.hot is None:
            return 0
        before: int = self.pyramid(self.main)["points"][colour]
        after: int = self.hot["points"][colour]
        return after - before

    def bonus(self, seat: int) -> int:
        """What the cards bring a seat as things stand."""
        total: int = self.view["standing"][seat] - sum(self.pyramid(seat)["points"])
        return total

    def state(self, seat: int) -> str:
        """What a seat is doing."""
        say = self.say
        if self.phase == "over":
            if seat in self.view["result"]["winners"]:
                return say("winner")
            return say("place {rank}").format(rank=self.view["result"]["ranks"][seat])
        if self.phase == "choose":
            return say("has chosen") if self.view["ready"][seat] else say("choosing…")
        if self.phase == "leftover":
            return say("picking…") if seat in self.view["actors"] else say("waiting")
        return say("ready") if self.view["ready"][seat] else say("building…")

    def settled(self, seat: int) -> bool:
        """Whether a seat has done its part for now."""
        if self.phase == "over":
            return seat in self.view["result"]["winners"]
        ready: bool = self.view["ready"][seat]
        return ready


@cache
def _move(cell: Cell, colour: int) -> int:
    return int(at.move_of([*cell, colour]))


@cache
def _tried(cell: Cell, colour: int) -> str:
    return drawing.tried(_move(cell, colour))


def _bit(x: int, y: int) -> int:
    """A cell of a level among its cells, in outside coordinates."""
    return 1 << int(8 * (y + at.CENTRE) + x + at.CENTRE)
