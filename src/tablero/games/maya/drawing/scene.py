"""Scene: what every part of a picture asks of a view and a look."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from tablero.core.ink import Point, fill
from tablero.core.look import Look
from tablero.games.maya import words
from tablero.games.maya.drawing.pieces import middle


class Scene:
    """A view, seen by somebody."""

    def __init__(self, view: Mapping[str, Any], look: Look) -> None:
        self.view = view
        self.look = look
        self.say = look.say
        self.seats = range(int(view["seats"]))
        self.me: int | None = view["seat"]
        self.phase: str = view["phase"]
        self.spaces: list[tuple[int, int]] = [(q, r) for q, r, _ in view["map"]["spaces"]]
        self.areas: list[int] = [area for _, _, area in view["map"]["spaces"]]
        names = view["map"]["areas"]
        self.used: set[int] = {number for number, name in enumerate(names) if name in view["in_play"]}
        self.temples: dict[int, str] = {space: name for name, space in view["map"]["temples"]}
        self.offers: dict[int, Mapping[str, Any]] = {offer["move"]: offer for offer in view["offers"]}
        self.hot: Mapping[str, Any] | None = None
        if look.hot is not None:
            found = self.offers.get(look.hot)
            self.hot = found if found is not None and "space" in found else None

    def name(self, seat: int) -> str:
        """Who sits there, safe in HTML."""
        if seat < len(self.look.names):
            return escape(self.look.names[seat])
        return fill(self.say("Seat {number}"), number=seat + 1)

    def label(self, move: int) -> str:
        """The accessible name of a move, with the names of the seats."""
        text = escape(words.move(move, self.view, self.say))
        for seat in self.seats:
            text = text.replace(f"@{seat}", self.name(seat))
        return text

    def at(self, space: int) -> Point:
        return middle(*self.spaces[space])

    def in_play(self, space: int) -> bool:
        return self.areas[space] in self.used

    def set_of(self, spaces: list[int]) -> frozenset[tuple[int, int]]:
        return frozenset(self.spaces[space] for space in spaces)

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
