"""What travels when something has happened: workers round the lake, elephants, counters, goods and points.

A place is named as the pictures name it (`data-spot`): "section-2" is east 1, "tile-0-1" the centre tile of the north,
"cell-3-7" the counter on a cell of the west, "1-gold" what the second seat has of gold; the maharaja of the solo game
is "m".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.motion import Flight, Motion

GOODS = ("coin", "marble", "copper", "gold")


def motion(events: Sequence[Mapping[str, Any]], since: int) -> Motion:
    """What travels because of the events from number `since` on."""
    flights: list[Flight] = []
    place = "temple"
    for number, event in enumerate(events):
        place = _source(event, place)
        if number >= since:
            flights += _flights(event, place)
    return Motion(tuple(flights))


def _key(event: Mapping[str, Any]) -> str:
    return "m" if event["seat"] < 0 else str(event["seat"])


def _source(event: Mapping[str, Any], before: str) -> str:
    """Where the goods and points of this event and of those that follow come from."""
    kind = event["kind"]
    if kind == "action" and event["by"] != "mahout":
        return f"tile-{event['district']}-{event['slot']}"
    if kind in ("action", "followed"):
        return f"{_key(event)}-load"
    if kind in ("picked", "landed"):
        return f"section-{event['section']}"
    if kind == "donated":
        return f"cell-{event['district']}-{event['cell']}"
    if kind in ("bought", "sold"):
        return "market"
    return "temple" if kind in ("turn", "taxed", "decade", "maharaja_turn") else before


def _flights(event: Mapping[str, Any], place: str) -> list[Flight]:
    kind = event["kind"]
    if kind in ("picked", "dropped", "landed"):
        return _workers(event)
    if kind == "elephant" and event["before"] >= 0 and event["how"] != "stay":
        seat = _key(event)
        return [Flight(f"path-{event['before']}", f"elephant-{seat}", f"am-e{seat}", lands=True)]
    if kind == "maharaja":
        return [Flight(f"pavilion-{(event['space'] + 3) % 4}", "maharaja", "am-parasol", lands=True)]
    if kind == "donated":
        seat = _key(event)
        return [Flight(f"{seat}-load", place, f"am-c{seat}", lands=True), *_points(event, place)]
    if kind == "recovered":
        seat = _key(event)
        return [Flight("market", f"{seat}-load", f"am-c{seat}")]
    if kind == "majority":
        return _points(event, f"district-{event['district']}")
    if kind in ("points", "supported", "no_counter", "knowledge", "objective"):
        return _points(event, place)
    return _goods(event, place)


def _workers(event: Mapping[str, Any]) -> list[Flight]:
    """A group goes to the hand, and one by one to the sections; coins lie there."""
    place = f"section-{event['section']}"
    if event["kind"] == "picked":
        out = [Flight(place, "hand", f"am-w{colour}", n) for colour, n in enumerate(event["workers"]) if n]
    else:
        out = [Flight("hand", place, f"am-w{event['colour']}")]
    if event.get("coins"):
        out.append(Flight(place, f"{event['seat']}-coin", "am-coin", event["coins"]))
    return out


def _goods(event: Mapping[str, Any], place: str) -> list[Flight]:
    kind = event["kind"]
    if kind == "gained":
        return [_good(event, k, n, place) for k, n in enumerate(event["items"]) if n]
    if kind == "bought":
        return [_good(event, 1 + event["resource"], 1, place), _good(event, 0, -event["price"], place)]
    if kind == "sold":
        given = [_good(event, 1 + event["resource"], -1, place), _good(event, 0, event["price"], place)]
        return [*given, *_points(event, place)]
    if kind == "taxed" and event["paid"]:
        return [_good(event, 0, -event["paid"], place)]
    if kind == "maharaja_takes":
        good = GOODS[1 + event["resource"]]
        return [Flight(place, f"m-{good}", f"am-{good}")]
    return []


def _good(event: Mapping[str, Any], number: int, n: int, place: str) -> Flight:
    """So much for a seat, or from it when it is less than nothing."""
    own = f"{event['seat']}-{GOODS[number]}"
    start, end = (place, own) if n > 0 else (own, place)
    return Flight(start, end, f"am-{GOODS[number]}", abs(n))


def _points(event: Mapping[str, Any], place: str) -> list[Flight]:
    return [Flight(place, f"{_key(event)}-points", "am-pp", event["points"])] if event["points"] > 0 else []
