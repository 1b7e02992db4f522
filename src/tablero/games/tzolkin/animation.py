"""What travels when something has happened, and which places have changed: workers between hands and gears, goods
between boards and players.

A place is named as the pictures name it (`data-spot`): "0-3" is the plate of Palenque 3, "on-0-3" the worker there,
"1-corn" what the second seat has of corn, "temple-2-1" its marker in the third temple.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.drawing.animation import Animation, Flight

BLOCKS = ("wood", "stone", "gold")
TWO_DAYS = "two-days"


def animate(events: Sequence[Mapping[str, Any]], since: int) -> Animation:
    """What travels because of the events from number `since` on."""
    flights: list[Flight] = []
    places: list[str] = []
    style = ""
    place = ""
    for number, event in enumerate(events):
        place = _source(event, place)
        if number >= since:
            flights += _flights(event, place)
            places += [_where(event), *_goods_places(event)]
            if event["kind"] == "calendar" and event["days"] == 2:
                style = TWO_DAYS
    return Animation(tuple(flights), style, tuple(dict.fromkeys(filter(None, places))))


def _source(event: Mapping[str, Any], before: str) -> str:
    """Where the goods of this event and of those that follow come from, and where payments go."""
    kind = event["kind"]
    if kind in ("acted", "copied"):
        return f"{event['gear']}-{event['action']}"
    if kind == "beyond":
        return f"track-{event['track']}"
    return {
        "built": "buildings",
        "monument": "monuments",
        "claimed": "claim",
        "turn-over": "claim",
        "begged": "calendar",
        "food-day": "calendar",
    }.get(kind, before)


# ---------------------------------------------------------------- what travels


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
    source = {"gifts": "temples", "devotion": "temples", "counted": "monuments"}.get(kind, place)
    return [_goods(seat, what, n, source) for what, n in changes(event).items() if n] if source else []


def _goods(seat: int, what: str, n: int, place: str) -> Flight:
    """So much for a seat, or from it when it is less than nothing."""
    own = _own(seat, what)
    start, end = (place, own) if n > 0 else (own, place)
    symbol = {"points": "tz-vp", "worker": f"tz-peg-{seat}"}.get(what, f"tz-{what}")
    return Flight(start, end, symbol, abs(n))


def _own(seat: int, what: str) -> str:
    """Where a seat has this; new workers come into its hand."""
    return f"{seat}-hand" if what == "worker" else f"{seat}-{what}"


def changes(event: Mapping[str, Any]) -> dict[str, int]:
    """What the seat of an event has more or less of afterwards."""
    kind = event["kind"]
    if kind in ("sold", "bought"):
        sign = -1 if kind == "sold" else 1
        return {event["what"]: sign, "corn": -sign * event["corn"]}
    if kind in ("blocks-paid", "blocks-taken"):
        sign = -1 if kind == "blocks-paid" else 1
        return {material: sign * n for material, n in zip(BLOCKS, event["blocks"], strict=True)}
    if kind in ("placed", "claimed", "fed"):
        return {"corn": -event["corn"], "points": -event.get("lost", 0)}
    if kind in ("gained", "recruited", "scored", "paid", "begged", "devotion", "counted"):
        special = {"gained": event.get("what", ""), "recruited": "worker", "paid": "corn", "begged": "corn"}
        what = special.get(kind, "points")
        return {what: -event["n"] if kind == "paid" else event["n"]}
    if kind == "skull":
        return {"skull": -1}
    if kind == "left":  # goods that become points stay where they are
        return {}
    found = {material: -n for material, n in event.get("paid", {}).items()}
    found["corn"] = found.get("corn", 0) - event.get("fee", 0)
    for material, n in event.get("goods", {}).items():
        found[material] = found.get(material, 0) + n
    return found


# ---------------------------------------------------------------- what has changed


def _where(event: Mapping[str, Any]) -> str:
    """The place on the board that this event is about."""
    kind = event["kind"]
    if kind in ("placed", "picked", "no-action"):
        return f"{event['gear']}-{event['position']}"
    if kind in ("acted", "copied"):
        return f"{event['gear']}-{event['action']}"
    if kind in ("climbed", "descended"):
        return f"temple-{event['temple']}-{event['seat']}"
    if kind in ("advanced", "beyond"):
        return f"track-{event['track']}-{event['seat']}"
    if kind in ("built", "monument"):
        return f"{'building' if kind == 'built' else kind}-{event['slot']}"
    if kind == "skull":
        return f"4-{event['space']}"
    if kind == "fell":
        return f"{event['seat']}-hand"
    return {"claimed": "claim", "calendar": "calendar", "food-day": "calendar"}.get(kind, "")


def _goods_places(event: Mapping[str, Any]) -> list[str]:
    """Figures beside the board that have changed."""
    if event["kind"] in ("left", "total"):
        return [f"{event['seat']}-points"]
    return [_own(event["seat"], what) for what, n in changes(event).items() if n] if "seat" in event else []
