"""What travels when something has happened, and which places have changed: workers round the lake, elephants, counters,
goods and points.

A place is named as the pictures name it (`data-spot`): "section-2" is east 1, "tile-0-1" the centre tile of the north,
"cell-3-7" the counter on a cell of the west, "1-gold" what the second seat has of gold; the maharaja of the solo game
is "m".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from tablero.core.drawing.animation import Animation, Flight

GOODS = ("coin", "marble", "copper", "gold")

Event = Mapping[str, Any]


def animate(events: Sequence[Event], since: int) -> Animation:
    """What travels because of the events from number `since` on, and what has changed."""
    flights: list[Flight] = []
    places: list[str] = []
    place = "temple"
    for number, event in enumerate(events):
        place = _source(event, place)
        if number >= since:
            flights += _flights(event, place)
            places += _places(event)
    return Animation(tuple(flights), places=tuple(dict.fromkeys(places)))


def _key(event: Event) -> str:
    return "m" if event["seat"] < 0 else str(event["seat"])


def _source(event: Event, before: str) -> str:
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
    return "temple" if kind in ("turn", "decade_end", "taxed", "decade", "maharaja_turn", "maharaja_acts") else before


# ---------------------------------------------------------------- what travels


def _flights(event: Event, place: str) -> list[Flight]:
    kind = event["kind"]
    if kind in ("picked", "dropped", "landed"):
        return _workers(event)
    if kind == "elephant" or kind == "maharaja_goes":
        return _elephant(event)
    if kind == "maharaja":
        return [Flight(f"pavilion-{(event['space'] + 3) % 4}", "maharaja", "am-parasol", lands=True)]
    if kind == "donated":
        seat = _key(event)
        return [Flight(f"{seat}-load", place, f"am-c{seat}", lands=True), *_points(event, place)]
    if kind == "recovered":
        seat = _key(event)
        return [Flight("temple" if seat == "m" else "market", f"{seat}-load", f"am-c{seat}")]
    if kind == "majority":
        return _points(event, f"district-{event['district']}")
    if kind in ("points", "supported", "no_counter", "knowledge", "objective"):
        return _points(event, place)
    return _goods(event, place)


def _elephant(event: Event) -> list[Flight]:
    """A walk goes from district to district; a free placement straight there."""
    before, after = event["before"], event["district"]
    if before < 0 or before == after:
        return []
    seat = "m" if event["kind"] == "maharaja_goes" else _key(event)
    steps = (after - before) % 4 if event.get("how") == "walk" else 1
    stops = [f"path-{(before + step) % 4}" for step in range(steps)]
    out = [Flight(start, end, f"am-e{seat}") for start, end in pairwise(stops)]
    return [*out, Flight(stops[-1], f"elephant-{seat}", f"am-e{seat}", lands=True)]


def _workers(event: Event) -> list[Flight]:
    """A group goes to the hand, and one by one to the sections; coins lie there, or are left where a worker jumps."""
    place = f"section-{event['section']}"
    purse = f"{event['seat']}-coin"
    if event["kind"] == "picked":
        out = [Flight(place, "hand", f"am-w{colour}", n) for colour, n in enumerate(event["workers"]) if n]
    else:
        out = [Flight(purse, f"section-{number}", "am-coin") for number in event.get("left", ())]
        out.append(Flight("hand", place, f"am-w{event['colour']}"))
    if event.get("coins"):
        out.append(Flight(place, purse, "am-coin", event["coins"]))
    return out


def _goods(event: Event, place: str) -> list[Flight]:
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


def _good(event: Event, number: int, n: int, place: str) -> Flight:
    """So much for a seat, or from it when it is less than nothing."""
    own = f"{event['seat']}-{GOODS[number]}"
    start, end = (place, own) if n > 0 else (own, place)
    return Flight(start, end, f"am-{GOODS[number]}", abs(n))


def _points(event: Event, place: str) -> list[Flight]:
    return [Flight(place, f"{_key(event)}-points", "am-pp", event["points"])] if event["points"] > 0 else []


# ---------------------------------------------------------------- what has changed


def _places(event: Event) -> list[str]:
    """Where a change can be seen, the cause before what it brought; what lies on no seat's board comes first."""
    kind = event["kind"]
    if kind in ("picked", "dropped", "landed"):
        jumped = [f"section-{number}" for number in event.get("left", ())]
        return [*jumped, f"section-{event['section']}", *_purse(event, 0 if event.get("coins") or jumped else None)]
    if kind == "elephant":
        return _walked(event)
    if kind == "action" and event["by"] != "mahout":
        return [f"tile-{event['district']}-{event['slot']}"]
    if kind == "donated":
        return [f"cell-{event['district']}-{event['cell']}", f"{_key(event)}-points"]
    if kind == "majority":
        return [f"district-{event['district']}", f"{_key(event)}-points"]
    if kind in ("supported", "points", "no_counter", "knowledge", "objective"):
        return [f"{_key(event)}-points"] if event["points"] else []
    if kind in ("recovered", "followed", "built", "aimed", "hired"):
        return [f"{_key(event)}-load"]
    if kind.startswith("maharaja"):
        return _maharaja(event)
    return ["temple"] if kind == "decade" else _dealt(event)


def _walked(event: Event) -> list[str]:
    """The elephant where it stands now; the seats that are passed, and what that costs."""
    if event["how"] == "stay":
        return []
    lost = ["maharaja", f"{event['seat']}-points"] if event["points"] else []
    return [f"elephant-{event['seat']}", *_purse(event, 0 if event["coins"] else None), *lost]


def _purse(event: Event, *goods: int | None) -> list[str]:
    """What a seat has of these goods."""
    return [f"{event['seat']}-{GOODS[good]}" for good in goods if good is not None]


def _dealt(event: Event) -> list[str]:
    kind = event["kind"]
    if kind == "gained":
        return _purse(event, *(k for k, n in enumerate(event["items"]) if n))
    if kind in ("bought", "sold"):
        won = [f"{event['seat']}-points"] if event.get("points") else []
        return ["market", *_purse(event, 1 + event["resource"], 0), *won]
    if kind == "exchanged":
        return _purse(event, 1 + event["lost"], 1 + event["won"])
    if kind == "paid":
        return _purse(event, 1 + event["resource"])
    if kind == "discarded":
        return _purse(event, event["item"])
    if kind == "taxed":
        lost = [f"{event['seat']}-points"] if event["points"] else []
        return [*_purse(event, 0 if event["paid"] else None), *lost]
    return []


def _maharaja(event: Event) -> list[str]:
    kind = event["kind"]
    if kind == "maharaja":
        return ["maharaja"]
    if kind == "maharaja_goes":
        return ["elephant-m"]
    if kind == "maharaja_takes":
        return [f"m-{GOODS[1 + event['resource']]}"]
    if kind == "maharaja_empties":
        return ["market"]
    return ["m-points"] if kind == "maharaja_ending" and event["points"] else []
