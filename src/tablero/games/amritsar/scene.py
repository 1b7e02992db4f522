"""Scene: what every part of a picture asks of a view and a look."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from tablero.core.ink import fill
from tablero.core.look import Look
from tablero.games.amritsar import names, words

PLACES = "NESW"


class Scene:
    """A view, seen by somebody."""

    def __init__(self, view: Mapping[str, Any], look: Look) -> None:
        self.view = view
        self.look = look
        self.say = look.say
        self.seats = range(int(view["seats"]))
        self.me: int | None = view["seat"]
        self.main: int = 0 if self.me is None else self.me  # whose board is shown large
        self.stage: str = view["stage"]
        self.moves: set[int] = set(view["moves"])
        self.offers: dict[int, Mapping[str, Any]] = {offer["move"]: offer for offer in view["offers"]}
        self.hot: Mapping[str, Any] | None = None if look.hot is None else self.offers.get(look.hot)
        # Everybody with counters on the board; the maharaja of the solo game is -1.
        self.donors: list[int] = [*self.seats, *([-1] if view["solo"] is not None else [])]

    def name(self, seat: int) -> str:
        """Who sits there, safe in HTML."""
        if seat < 0:
            return escape(self.say("The maharaja"))
        if seat < len(self.look.names):
            return escape(self.look.names[seat])
        return fill(self.say("Seat {number}"), number=seat + 1)

    def label(self, move: int) -> str:
        """The accessible name of a move, safe in an attribute."""
        return escape(words.move(move, self.view, self.say))

    def can(self, move: int, inside: str, kind: str = "", tag: str = "g") -> str:
        """A part of the picture; a button when the move is legal."""
        if move not in self.moves:
            return f"<{tag}>{inside}</{tag}>" if tag != "g" or kind else inside
        hot = " hot" if self.look.hot == move else ""
        style = f"can {kind}{hot}".strip()
        return (
            f'<{tag} class="{style}" data-move="{move}" role="button" tabindex="-1" aria-label="{self.label(move)}">'
            f"<title>{self.label(move)}</title>{inside}</{tag}>"
        )

    def district(self, number: int) -> str:
        return escape(names.district(number, self.say))

    def player(self, seat: int) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.view["players"][seat]
        return found

    def slots(self, house: str) -> int:
        return int(self.view["warehouses"][house][0])

    def tax(self, house: str) -> int:
        return int(self.view["warehouses"][house][1])

    def route(self) -> tuple[list[tuple[int, int]], int]:
        """The sowing that is looked at or under way: (colour, section) of each drop, and where it starts."""
        if self.hot is not None and "route" in self.hot:
            start = self.hot["move"] - 13 if self.hot["move"] < 21 else self.view["hand"]["origin"]
            return list(zip(self.hot["workers"], self.hot["route"], strict=True)), start
        if self.hot is not None and 25 <= self.hot["move"] < 33:
            return [(self.view["hand"]["workers"][0], self.hot["move"] - 25)], self.view["hand"]["origin"]
        return [], 0
