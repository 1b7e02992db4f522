"""What is remembered of a finished game of Tzolk'in: where the first workers went, and what few manage in one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablero.core.highlights import Achievement, Event, Found, Highlights
from tablero.core.i18n.translator import Translator
from tablero.games.tzolkin.names import gear

TOP = 3  # the highest level of a technology


def opening(events: Sequence[Event], seat: int) -> str:
    """The gears that got workers in the first turn."""
    gears = set()
    for event in events:
        if event.get("seat") != seat:
            continue
        if event["kind"] == "placed":
            gears.add(event["gear"])
        elif event["kind"] == "turn-over":
            break
    return "-".join(map(str, sorted(gears)))


def opened(tag: str, say: Translator) -> str:
    numbers = tag.split("-")
    if not all(number.isdecimal() and len(number) == 1 for number in numbers):
        return tag
    return say("first to {gears}", gears=say.every([gear(int(number), say) for number in numbers]))


def find(events: Sequence[Event], view: Mapping[str, Any], seat: int) -> Iterator[Found]:
    levels = [0, 0, 0, 0]
    fed = True
    for number, event in enumerate(events):
        if event.get("seat") != seat:
            continue
        kind = event["kind"]
        if kind == "advanced":
            levels[event["track"]] = event["level"]
            if min(levels) >= TOP:
                yield "full-tracks", number
        elif kind == "monument":
            yield "monument", number
        elif kind == "fed":
            fed = fed and not event["unfed"]
    if fed:
        yield "all-fed", len(events) - 1


HIGHLIGHTS = Highlights(
    opening,
    opened,
    (
        Achievement("full-tracks", "Full tracks", "all four technologies in one game", "tracks"),
        Achievement("monument", "A monument", "built before the calendar came round", "arch"),
        Achievement("all-fed", "Nobody hungry", "every worker fed on all four food days", "steps"),
    ),
    find,
)
