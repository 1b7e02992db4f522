"""What travels when something has happened, and which places it has changed: tiles from racks and reserves onto the
map, crops and points to the players.

A place is named as the pictures name it (`data-spot`): "3,-2" is what lies on that space, "1-rack", "1-reserve" and
"1-points" are what the second seat has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.drawing.animation import Animation, Flight

BACK = "my-fly-court-0"  # a tile seen from behind shows the city side


def animate(events: Sequence[Mapping[str, Any]], since: int) -> Animation:
    """What travels because of the events from number `since` on."""
    flights: list[Flight] = []
    places: list[str] = []
    for event in events[since:]:
        flights += _flights(event)
        places += _places(event)
    return Animation(tuple(flights), places=tuple(dict.fromkeys(places)))


def _place(space: Sequence[int]) -> str:
    return "{},{}".format(*space)


def _flights(event: Mapping[str, Any]) -> list[Flight]:
    kind, seat = event["kind"], event.get("seat", 0)
    if kind == "planted":
        face = 2 * event["crop"] + event["number"] - 1
        return [Flight(f"{seat}-rack", _place(event["space"]), f"my-fly-tile-{seat}-{face}", lands=True)]
    if kind == "expanded":
        start = f"{seat}-{'reserve' if event['blind'] else 'rack'}"
        return [Flight(start, _place(event["space"]), BACK, lands=True)]
    if kind == "drew":
        return [Flight(f"{seat}-reserve", f"{seat}-rack", BACK, event["count"])]
    if kind == "harvest":
        # A crop from each tile of the group, so that one sees what has been counted.
        crop = f"my-fly-crop-{event['crop']}"
        return [Flight(_place(space), f"{seat}-points", crop) for space in event["group"]]
    if kind == "closed":
        # From a tile of the city, not from its temple: that is a place which has changed, and it has lost nothing.
        place = _place(event["spaces"][-1])
        return [Flight(place, f"{to}-points", "my-fly-point", n) for to, n in enumerate(event["points"]) if n]
    return []


def _places(event: Mapping[str, Any]) -> list[str]:
    kind = event["kind"]
    if kind in ("planted", "expanded", "founded"):
        return [_place(event["space"])]
    if kind == "harvest":
        return [f"{event['seat']}-points"]
    if kind == "drew":
        return [f"{event['seat']}-rack"]
    if kind == "closed":
        return [_place(event["space"]), *(f"{seat}-points" for seat, n in enumerate(event["points"]) if n)]
    return []
