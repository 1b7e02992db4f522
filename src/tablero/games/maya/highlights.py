"""What is remembered of a finished game of Maya: the first turn, and what cities rarely do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablero.core.highlights import Achievement, Event, Found, Highlights, first_of
from tablero.core.i18n.translator import Translator
from tablero.games.maya import names

CROPS = ("maize", "potato", "squash", "pepper")


def opening(events: Sequence[Event], seat: int) -> str:
    """What the first turn planted, or that it let a city grow."""
    first = first_of(events, seat, "harvest", "expanded")
    if first is None:
        return ""
    return "expand" if first["kind"] == "expanded" else CROPS[first["crop"]]


def opened(tag: str, say: Translator) -> str:
    if tag in CROPS:
        return say("{crop} first", crop=names.crop(CROPS.index(tag), say))
    return say("a city first") if tag == "expand" else tag


def find(events: Sequence[Event], view: Mapping[str, Any], seat: int) -> Iterator[Found]:
    last = None  # whose turn it was
    closed: list[int] = []  # cities in a row
    for number, event in enumerate(events):
        kind = event["kind"]
        if kind == "closed":
            closed.append(number)
            if last == seat and len(closed) == 2:
                yield "two-cities", number
            if event["points"][seat] >= 30:
                yield "great-city", number
        elif "seat" in event:
            last = event["seat"]
            closed = []
            if kind == "harvest" and last == seat and event["points"] >= 10:
                yield "harvest-10", number


HIGHLIGHTS = Highlights(
    opening,
    opened,
    (
        Achievement("two-cities", "Two cities in a turn", "both closed by your own tiles", "block"),
        Achievement("great-city", "A great city", "thirty points or more with one city", "arch"),
        Achievement("harvest-10", "A rich harvest", "ten points or more with one group", "steps"),
    ),
    find,
)
