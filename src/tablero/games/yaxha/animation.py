"""What travels when something has happened: seats to the tiles they take, stones that change hands, cubes; and which
places have changed.

A place is named as the pictures name it (`data-spot`): "seat-0" is where a seat and its stone are shown, "stone-0" that
stone alone, "tile-2" a tile of the market, "cubes-2" the cubes on it, "owner-2" who has it, "s0-1--2-0" the cube of
seat 0 in that cell, "card-three_colours" a bonus card, "total-0" the points of a seat, "bag" the bag.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.drawing.animation import Animation, Flight

MOST = 6  # flights at a time: more are too many to follow


def animate(events: Sequence[Mapping[str, Any]], since: int) -> Animation:
    """What travels because of the events from number `since` on, and what they have changed."""
    flights: list[Flight] = []
    places: list[str] = []
    tiles: dict[int, int] = {}  # by the seat that has taken it
    flown: set[int] = set()  # the seats whose cubes of this round have been seen on their way
    stones: list[int] = []
    market = events[-1]["kind"] not in ("bonus", "end")  # when the game is over it is not shown any more
    for number, event in enumerate(events):
        kind, seat = event["kind"], event.get("seat", 0)
        if kind in ("claim", "leftover"):
            tiles[seat] = event["tile"]
        elif kind == "placed":
            flown.add(seat)
        if number >= since:
            flights += _flights(event, tiles if market else {}, flown, stones)
            places += _places(event, stones)
        if kind == "market":
            tiles, flown = {}, set()
        stones = event.get("initiative", stones)
    return Animation(tuple(flights[:MOST]), places=tuple(dict.fromkeys(places)))


def _flights(
    event: Mapping[str, Any], tiles: Mapping[int, int], flown: set[int], stones: Sequence[int]
) -> list[Flight]:
    kind, seat = event["kind"], event.get("seat", 0)
    if kind in ("claim", "leftover"):
        return [Flight(f"seat-{seat}", f"tile-{event['tile']}", f"yx-fly-seat-{seat}")]
    if kind == "swap":
        now = event["initiative"]
        return [
            Flight(f"seat-{stones.index(now[other])}", f"seat-{other}", f"yx-fly-stone-{now[other]}")
            for other in event["seats"]
            if stones[other] != now[other]
        ]
    if kind == "placed":
        return [_cube(seat, event["cube"], tiles)]
    if kind == "built" and seat not in flown:
        return [_cube(seat, cube, {}) for cube in event["cubes"]]  # the market shows the tiles of the next round
    if kind == "market":
        return [Flight("bag", f"tile-{tile}", f"yx-fly-{cubes[0]}") for tile, cubes in enumerate(event["tiles"])]
    return []


def _cube(seat: int, cube: Sequence[int], tiles: Mapping[int, int]) -> Flight:
    start = f"tile-{tiles[seat]}" if seat in tiles else f"seat-{seat}"
    return Flight(start, _cell(seat, cube), f"yx-fly-{cube[3]}", lands=True)


def _cell(seat: int, cube: Sequence[int]) -> str:
    x, y, z, _ = cube
    return f"s{seat}-{x}-{y}-{z}"


def _places(event: Mapping[str, Any], stones: Sequence[int]) -> list[str]:
    """What an event has changed, in the order in which one looks at it."""
    kind, seat = event["kind"], event.get("seat", 0)
    if kind in ("claim", "leftover"):
        return [f"owner-{event['tile']}"]
    if kind == "swap":
        return [f"stone-{other}" for other in event["seats"] if stones[other] != event["initiative"][other]]
    if kind == "placed":
        return [_cell(seat, event["cube"])]
    if kind == "built":
        return [_cell(seat, cube) for cube in event["cubes"]]
    if kind == "market":
        return [f"cubes-{tile}" for tile in range(len(event["tiles"]))]
    if kind == "bonus":
        return [f"card-{event['card']}"]
    return [f"total-{winner}" for winner in event["winners"]] if kind == "end" else []
