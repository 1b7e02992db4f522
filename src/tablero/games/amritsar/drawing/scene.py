"""Scene: what all parts of a picture ask of a view and its render options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablero.core.drawing import drawing
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.drawing.shapes import escape
from tablero.games.amritsar import layout as at
from tablero.games.amritsar import names
from tablero.games.amritsar import words as sentences


def round_of_decade(view: Mapping[str, Any]) -> int:
    """Rounds are counted through the whole game; on the board each decade begins with 1."""
    return int((view["round"] - 1) % at.ROUNDS + 1)


class Scene(drawing.Scene):
    """A view of Amritsar with render options."""

    words: ClassVar[drawing.Names] = sentences

    def __init__(self, view: Mapping[str, Any], render: RenderOptions) -> None:
        super().__init__(view, render)
        self.moves: set[int] = set(view["moves"])
        self.box: Mapping[str, Any] = view["box"]
        # All who have counters on the board; the maharaja of the solo game is -1.
        self.donors: list[int] = [*self.seats, *([-1] if view["solo"] is not None else [])]
        # An illegal move for places that can never be chosen: its refusal says what is asked instead.
        self.idle = int(at.FOLLOW if at.FOLLOW not in self.moves else at.STAY)

    def name(self, seat: int) -> str:
        return escape(self.say("The maharaja")) if seat < 0 else super().name(seat)

    def words_of(self, event: Mapping[str, Any]) -> str:
        """What the log says of an event, with the names of the seats, safe in HTML."""
        return self.with_names(sentences.line(event, self.say))

    def can(self, move: int, inside: str, kind: str) -> str:
        """A part of the picture; a button when the move is legal, else a place that answers why not."""
        if move not in self.moves:
            return f"<g {self.tried(move)}>{inside}</g>"
        return f"<g {self.choice(move, kind)}><title>{self.label(move)}</title>{inside}</g>"

    def option(self, move: int, kind: str) -> str:
        """The attributes of a button in HTML, which is named by the words on it."""
        self.placed.add(move)
        hot = " hot" if self.render.hot == move else ""
        return f'class="can {kind}{hot}" data-move="{move}" tabindex="-1"'

    def district(self, number: int) -> str:
        return escape(names.district(number, self.say))

    def player(self, seat: int) -> Mapping[str, Any]:
        """A seat, or the maharaja of the solo game."""
        found: Mapping[str, Any] = self.view["solo"] if seat < 0 else self.view["players"][seat]
        return found

    def objective(self, one: Mapping[str, Any]) -> str:
        """What is known of an objective, safe in HTML: its text, or its type alone."""
        if one["id"] is None:
            return str(one["type"])
        return escape(names.objective(self.box["objectives"][one["id"]], self.say))

    def opens(self, district: int) -> bool:
        """Whether the sowing that is looked at ends there."""
        drops, _ = self.route()
        return bool(drops) and drops[-1][1] // 2 == district

    def route(self) -> tuple[list[tuple[int, int]], int]:
        """The sowing that is looked at or under way: (colour, section) of each drop, and where it starts."""
        if self.hot is None:
            return [], 0
        move = self.hot["move"]
        if "route" in self.hot:
            start = move - at.PICK if move < at.DROP else self.view["hand"]["origin"]
            return list(zip(self.hot["workers"], self.hot["route"], strict=True)), start
        if at.LAND <= move < at.MAIN:
            return [(self.view["hand"]["workers"][0], move - at.LAND)], self.view["hand"]["origin"]
        return [], 0
