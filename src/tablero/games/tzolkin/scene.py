"""Scene: what every part of a picture asks of a view and a look."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from tablero.core.look import Look
from tablero.games.tzolkin import words

PLACING, PICKING = "placing", "picking"
WAYS = {"place": PLACING, "claim": PLACING, "pick": PICKING}  # by the kind of an offer


class Scene:
    """A view, seen by somebody."""

    def __init__(self, view: Mapping[str, Any], look: Look) -> None:
        self.view = view
        self.look = look
        self.say = look.say
        self.seats = range(int(view["seats"]))
        self.me: int | None = view["seat"]
        self.phase: str = view["phase"]
        self.offers: dict[int, Mapping[str, Any]] = {offer["move"]: offer for offer in view["offers"]}
        self.places = {o["gear"]: o for o in view["offers"] if o["kind"] == "place"}
        self.picks = {(o["gear"], o["position"]): o for o in view["offers"] if o["kind"] == "pick"}
        self.claim = next((o for o in view["offers"] if o["kind"] == "claim"), None)

    def name(self, seat: int) -> str:
        """Who sits there."""
        if seat < 0:
            return self.say("unassigned worker")
        if seat < len(self.look.names):
            return self.look.names[seat]
        return self.say("Seat {number}").format(number=seat + 1)

    def player(self, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["players"][seat]
        return found

    def of_kind(self, *kinds: str) -> list[Mapping[str, Any]]:
        return [offer for offer in self.view["offers"] if offer["kind"] in kinds]

    def choice(self, move: int) -> str:
        """The attributes of something that may be chosen: `<g {…}>`."""
        label = escape(words.move(move, self.view, self.say))
        hot = " hot" if self.look.hot == move else ""
        way = WAYS.get(self.offers[move]["kind"], "") if move in self.offers else ""
        of = f' data-colour="{way}"' if way else ""
        return f'class="can{hot}" data-move="{move}"{of} role="button" tabindex="-1" aria-label="{label}"'
