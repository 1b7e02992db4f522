"""Scene: what every part of a picture asks of a view and a look."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from tablero.core.ink import fill
from tablero.core.look import Look
from tablero.games.yaxha.groups import Pyramid, points_of
from tablero.games.yaxha.isometric import Cell, Frame
from tablero.games.yaxha.words import colour as colour_word


class Scene:
    """A view, seen by somebody."""

    def __init__(self, view: Mapping[str, Any], look: Look) -> None:
        self.view = view
        self.look = look
        self.say = look.say
        self.seats = range(int(view["seats"]))
        self.me: int | None = view["seat"]
        self.main: int = 0 if self.me is None else self.me  # whose pyramid is shown large
        self.phase: str = view["phase"]
        self.turn = look.turn % 4
        self.moves: set[int] = {offer["move"] for offer in view["offers"]}
        self.hot: Mapping[str, Any] | None = None
        self.growing: set[Cell] = set()
        self.sizes_after: list[int] = view["pyramids"][self.main]["sizes"]
        if look.hot is not None:
            self.hot = next((o for o in view["offers"] if o["move"] == look.hot and "cube" in o), None)
        if self.hot is not None:
            x, y, z, colour = self.hot["cube"]
            after = Pyramid(view, self.main, (x, y, z, colour))
            self.growing = after.group((x, y, z))
            self.sizes_after = after.sizes()

    def name(self, seat: int) -> str:
        """Who sits there, safe in HTML."""
        if seat < len(self.look.names):
            return escape(self.look.names[seat])
        return fill(self.say("Seat {number}"), number=seat + 1)

    def colour(self, colour: int) -> str:
        return escape(colour_word(colour, self.say))

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
        return points_of(self.sizes_after[colour]) - before

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


def signed(points: int) -> str:
    """Points gained or lost, with a true minus sign."""
    return f"+{points}" if points >= 0 else f"−{-points}"
