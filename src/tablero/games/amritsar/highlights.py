"""What is remembered of a finished game of Amritsar: the first worker, and what few donations reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablero.core.highlights import Achievement, Event, Found, Highlights, first_of
from tablero.core.i18n.translator import Translator

COLOURS = ("yellow", "blue", "white", "green")
TOP = 3  # the fourth level, counted from 0


def opening(events: Sequence[Event], seat: int) -> str:
    """The colour of the worker that was active in the first turn."""
    ended = first_of(events, seat, "ended")
    return "" if ended is None else COLOURS[ended["colour"]]


def opened(tag: str, say: Translator) -> str:
    return {
        "yellow": say("a yellow worker first"),
        "blue": say("a blue worker first"),
        "white": say("a white worker first"),
        "green": say("a green worker first"),
    }.get(tag, tag)


def find(events: Sequence[Event], view: Mapping[str, Any], seat: int) -> Iterator[Found]:
    districts: set[int] = set()
    for number, event in enumerate(events):
        if event.get("seat") != seat or event["kind"] != "donated":
            continue
        districts.add(event["district"])
        if event["level"] >= TOP:
            yield "top", number
        if len(districts) == 4:
            yield "four-districts", number
    if view["solo"] is not None and seat in view["result"]["winners"]:
        yield "maharaja", len(events) - 1


HIGHLIGHTS = Highlights(
    opening,
    opened,
    (
        Achievement("top", "The top of the temple", "a donation on level 4", "arch"),
        Achievement("four-districts", "In every district", "donations in all four districts of one game", "block"),
        Achievement("maharaja", "Ahead of the maharaja", "a game alone, won against him", "peak"),
    ),
    find,
)
