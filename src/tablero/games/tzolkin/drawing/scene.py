"""Scene: what every part of a picture asks of a view and a look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core import drawing
from tablero.core.look import Look
from tablero.games.tzolkin.names import Names

PLACING, PICKING = "placing", "picking"
WAYS = {"place": PLACING, "claim": PLACING, "pick": PICKING}  # by the kind of an offer


class Scene(drawing.Scene):
    """A view, seen by somebody, with the names of what is played with and of what the symbols were drawn for."""

    def __init__(self, view: Mapping[str, Any], look: Look, words: drawing.Names, names: Names, symbols: Names) -> None:
        super().__init__(view, look)
        self._words = words
        self.names = names
        self._symbols = symbols
        self.places = {o["gear"]: o for o in view["offers"] if o["kind"] == "place"}
        self.picks = {(o["gear"], o["position"]): o for o in view["offers"] if o["kind"] == "pick"}
        self.everybody = tuple(self.who(seat) for seat in self.seats)
        self.claim = next((o for o in view["offers"] if o["kind"] == "claim"), None)

    def called(self, move: int) -> str:
        return self._words.move(move, self.view, self.say)

    def usual(self, part: str) -> bool:
        """Whether this part of the facts is what the symbols show, and no option has changed it."""
        return self.names.facts[part] is self._symbols.facts[part]

    def who(self, seat: int) -> str:
        """Who sits there, as plain text; -1 is an unassigned worker."""
        if seat < 0:
            return self.say("unassigned worker")
        if seat < len(self.look.names):
            return self.look.names[seat]
        return self.say("Seat {number}", number=seat + 1)

    def player(self, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["players"][seat]
        return found

    def of_kind(self, *kinds: str) -> list[Mapping[str, Any]]:
        return [offer for offer in self.view["offers"] if offer["kind"] in kinds]

    def choice(self, move: int, kind: str = "") -> str:
        """The attributes of something that may be chosen, with the kind of turn that it belongs to."""
        given = super().choice(move, kind)
        way = WAYS.get(self.offers[move]["kind"], "") if move in self.offers else ""
        here = f'data-move="{move}"'
        return given.replace(here, f'{here} data-colour="{way}"', 1) if way else given
