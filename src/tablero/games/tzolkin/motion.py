"""What travels when something has happened: workers between hands and gears, goods between boards and players.

A place is named as the pictures name it (`data-spot`): "0-3" is the plate of Palenque 3, "on-0-3" the worker there,
"1-corn" what the second seat has of corn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.motion import Flight, Motion

BLOCKS = ("wood", "stone", "gold")
TWO_DAYS = "two-days"


def motion(events: Sequence[Mapping[str, Any]], since: int) -> Motion:
    """What travels because of the events from number `since` on."""
    flights: list[Flight] = []
    style = ""
    place = ""
    for number, event in enumerate(events):
        place = _source(event, place)
        if number >= since:
            flights += _flights(event, place)
            if event["kind"] == "calendar" and event["days"] == 2:
                style = TWO_DAYS
    return Motion(tuple(flights), style)


def _source(event: Mapping[str, Any], before: str) -> str:
    """Where the goods of this event and of those that follow come from, and where payments go."""
    kind = event["kind"]
    if kind in ("acted", "copied"):
        return f"{event['gear']}-{event['action']}"
    if kind == "beyond":
        return f"track-{event['track']}"
    return {
        "built": "buildings", "monument": "monuments", "claimed": "claim", "turn-over": "claim", "begged": "calendar", "food-day": "calendar",
    }.get(kind, before)  # fmt: skip


def _flights(event: Mapping[str, Any], place: str) -> list[Flight]:
    kind, seat = event["kind"], event.get("seat", 0)
    hand = f"{seat}-hand"
    if kind in ("placed", "claimed"):
        end = "on-claim" if kind == "claimed" else f"on-{event['gear']}-{event['position']}"
        return [Flight(hand, end, f"tz-peg-{seat}", lands=True)]
    if kind == "picked":
        return [Flight(f"{event['gear']}-{event['position']}", hand, f"tz-peg-{seat}")]
    if kind == "skull":
        return [_goods(seat, "skull", -1, f"4-{event['space']}")]
    if kind in ("sold", "bought"):
        sign = -1 if kind == "sold" else 1
        return [_goods(seat, event["what"], sign, place), _goods(seat, "corn", -sign * event["corn"], place)]
    if kind in ("blocks-paid", "blocks-taken"):
        sign = -1 if kind == "blocks-paid" else 1
        return [_goods(seat, m, sign * n, place) for m, n in zip(BLOCKS, event["blocks"], strict=True) if n]
    if kind in ("built", "monument"):
        return [_goods(seat, m, -n, place) for m, n in event["paid"].items()]
    if kind == "gifts":
        return [_goods(seat, m, n, "temples") for m, n in event["goods"].items()]
    if kind in ("gained", "scored", "paid", "begged", "fed"):
        what = {"gained": event.get("what", ""), "scored": "points"}.get(kind, "corn")
        n = event["corn"] if kind == "fed" else event["n"]
        return [_goods(seat, what, -n if kind in ("paid", "fed") else n, place)] if n and place else []
    return []


def _goods(seat: int, what: str, n: int, place: str) -> Flight:
    """So much for a seat, or from it when it is less than nothing."""
    own = f"{seat}-{what}"
    start, end = (place, own) if n > 0 else (own, place)
    return Flight(start, end, "tz-vp" if what == "points" else f"tz-{what}", abs(n))
