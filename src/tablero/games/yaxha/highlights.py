"""What is remembered of a finished game of Yaxha: the colours of a pyramid's first cubes, and what rarely comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablero.core.highlights import Achievement, Event, Found, Highlights, first_of
from tablero.core.i18n.translator import Translator


def opening(events: Sequence[Event], seat: int) -> str:
    """How many colours the cubes of the first round had."""
    built = first_of(events, seat, "built")
    if built is None:
        return ""
    colours = {*(cube[3] for cube in built["cubes"]), *built["discarded"]}
    return f"colours-{len(colours)}"


def opened(tag: str, say: Translator) -> str:
    return {
        "colours-1": say("first cubes of one colour"),
        "colours-2": say("first cubes of two colours"),
        "colours-3": say("first cubes of three colours"),
    }.get(tag, tag)


def find(events: Sequence[Event], view: Mapping[str, Any], seat: int) -> Iterator[Found]:
    last = len(events) - 1
    if view["cards"] and all(card["won"][seat] for card in view["cards"]):
        yield "all-cards", last
    if max(view["pyramids"][seat]["sizes"]) >= 12:
        yield "twelve", last
    for number, event in enumerate(events):
        if event["kind"] == "claim" and event["seat"] == seat and len(event["rivals"]) >= 2:
            yield "two-rivals", number
            return


HIGHLIGHTS = Highlights(
    opening,
    opened,
    (
        Achievement("all-cards", "Every card", "all three bonus cards in one game", "tracks"),
        Achievement("twelve", "Twelve together", "a visible group of twelve cubes or more", "steps"),
        Achievement("two-rivals", "Three hands, one tile", "a tile won against two others who wanted it", "aim"),
    ),
    find,
)
