"""Scene: what all parts of a picture ask of a view and its render options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from tablero.core.drawing import drawing
from tablero.core.drawing.render_options import RenderOptions
from tablero.games.tzolkin.layout import FIRST_PICK, RESOURCES
from tablero.games.tzolkin.moves import FAMILIES
from tablero.games.tzolkin.names import Names

PLACING, PICKING = "placing", "picking"
WAYS = {"place": PLACING, "claim": PLACING, "pick": PICKING}  # by the kind of an offer
FIRST = {name: first for name, first, _ in FAMILIES}  # the first move of each family
# Where the workers of each gear begin among the picks
OFFSET = tuple(int(first) - FIRST["pick"] for first in FIRST_PICK)


class Scene(drawing.Scene):
    """A view of Tzolk'in with render options, the names in play, and those that the symbols were drawn for."""

    def __init__(
        self, view: Mapping[str, Any], render: RenderOptions, words: drawing.Names, names: Names, symbols: Names
    ) -> None:
        super().__init__(view, render)
        self._words = words
        self.names = names
        self._symbols = symbols
        self.places = {o["gear"]: o for o in view["offers"] if o["kind"] == "place"}
        self.picks = {(o["gear"], o["position"]): o for o in view["offers"] if o["kind"] == "pick"}
        self.everybody = tuple(self.who(seat) for seat in self.seats)
        self.claim = next((o for o in view["offers"] if o["kind"] == "claim"), None)
        self.acts = {(o["gear"], o["action"]): o for o in view["offers"] if o["kind"] in ("act", "copy")}
        self.asked: Mapping[str, Any] = view["frame"] or {}
        self._attempts: dict[int, tuple[str, ...]] = {}
        self._offers_on: list[list[Mapping[str, Any]]] = [[], [], [], [], []]
        for offer in view["offers"]:
            if offer["kind"] in ("place", "pick", "act", "copy"):
                self._offers_on[offer["gear"]].append(offer)

    def called(self, move: int) -> str:
        return self._words.move(move, self.view, self.say)

    def usual(self, part: str) -> bool:
        """Whether this part of the facts is what the symbols show, and no option has changed it."""
        return self.names.facts[part] is self._symbols.facts[part]

    def who(self, seat: int) -> str:
        """Who sits there, as plain text; -1 is an unassigned worker."""
        if seat < 0:
            return self.say("unassigned worker")
        if seat < len(self.render.names):
            return self.render.names[seat]
        return self.say("Seat {number}", number=seat + 1)

    def player(self, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["players"][seat]
        return found

    def of_kind(self, *kinds: str) -> list[Mapping[str, Any]]:
        return [offer for offer in self.view["offers"] if offer["kind"] in kinds]

    def ways(self, gear: int) -> list[str]:
        """The kinds of a turn that something on this gear belongs to."""
        picks = any(number == gear for number, _ in self.picks)
        return ([PLACING] if gear in self.places else []) + ([PICKING] if picks else [])

    def asks_on(self, gear: int) -> tuple[list[str], bool]:
        """The kinds of a turn that something on this gear belongs to, and whether an action of it can be chosen."""
        return self.ways(gear), any(number == gear for number, _ in self.acts)

    def about(self, gear: int) -> tuple[Any, ...]:
        """Everything that the picture of a gear and its spaces shows, and what a click on them means."""
        view, kind = self.view, self.asked.get("kind")
        asked = kind if kind == "any" or (kind == "action" and self.asked["gear"] == gear) else None
        lying = (view["skulls"], view["offered"]) if gear == 4 else view["jungle"] if gear == 0 else None
        return view["gears"][gear]["on"], self._offers_on[gear], asked, lying, view["turned"]

    def attempt(self, family: str, number: int = 0) -> str:
        """The attribute of a place that cannot be chosen now: the move that a click there means. Nothing for a
        spectator, and nothing where that very move is legal and has its place elsewhere."""
        move = FIRST[family] + number
        return self.tried(move) if self.me is not None and move not in self.offers else ""

    def attempts(self, gear: int) -> tuple[str, ...]:
        """The same for each space of a gear: what a click there means depends on what is asked."""
        if gear not in self._attempts:
            self._attempts[gear] = self._each_attempt(gear)
        return self._attempts[gear]

    def _each_attempt(self, gear: int) -> tuple[str, ...]:
        out = [self.attempt("place", gear)] * (11 if gear == 4 else 8)
        for p, seat in self.view["gears"][gear]["on"]:
            if seat == self.me and p < len(out):
                out[p] = self.attempt("pick", OFFSET[gear] + p)
        actions = range(1, 10 if gear == 4 else 6)
        if self.asked.get("kind") == "action" and gear == self.asked["gear"]:
            out[1 : actions.stop] = [self.attempt("act", p - 1) for p in actions]
        elif self.asked.get("kind") == "any" and gear < 4:
            out[1 : actions.stop] = [self.attempt("copy", 5 * gear + p - 1) for p in actions]
        return tuple(out)

    @cached_property
    def in_vain(self) -> dict[str, str]:
        """What a click on one's own goods and workers means: to beg for corn, to sell a block, to offer a skull, to
        place."""
        blocks = {block: self.attempt("sell", number) for number, block in enumerate(RESOURCES)}
        corn, skull = self.attempt("beg"), self.attempt("place", 4)
        return {**blocks, "corn": corn, "skull": skull, "hand": self.attempt("place")}

    def choice(self, move: int, kind: str = "") -> str:
        """The attributes of something that may be chosen, with the kind of turn that it belongs to."""
        given = super().choice(move, kind)
        way = WAYS.get(self.offers[move]["kind"], "") if move in self.offers else ""
        here = f'data-move="{move}"'
        return given.replace(here, f'{here} data-colour="{way}"', 1) if way else given
