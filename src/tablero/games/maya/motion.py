"""What travels when something has happened: tiles from racks and reserves onto the map, crops and points to the players.

A place is named as the pictures name it (`data-spot`): "3,-2" is what lies on that space, "1-rack", "1-reserve" and
"1-points" are what the second seat has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.motion import Flight, Motion

BACK = "my-fly-court-0"  # a tile seen from behind shows the city side


def motion(events: Sequence[Mapping[str, Any]], since: int) -> Motion:
    """What travels because of the events from number `since` on."""
    flights: list[Flight] = []
    latest = ""  # where the latest tile lies
    for number, event in enumerate(events):
        if event["kind"] in ("planted", "expanded"):
            latest = "{},{}".format(*event["space"])
        if number >= since:
            flights += _flights(event, latest)
    return Motion(tuple(flights))


def _flights(event: Mapping[str, Any], latest: str) -> list[Flight]:
    kind, seat = event["kind"], event.get("seat", 0)
    if kind == "planted":
        face = 2 * event["crop"] + event["number"] - 1
        return [Flight(f"{seat}-rack", latest, f"my-fly-tile-{seat}-{face}", lands=True)]
    if kind == "expanded":
        return [Flight(f"{seat}-{'reserve' if event['blind'] else 'rack'}", latest, BACK, lands=True)]
    if kind == "drew":
        return [Flight(f"{seat}-reserve", f"{seat}-rack", BACK, event["count"])]
    if kind == "harvest":
        return [Flight(latest, f"{seat}-points", f"my-fly-crop-{event['crop']}", event["points"])]
    if kind == "closed":
        place = "{},{}".format(*event["space"])
        return [Flight(place, f"{to}-points", "my-fly-point", n) for to, n in enumerate(event["points"]) if n]
    return []
