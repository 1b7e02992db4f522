"""What travels when something has happened: seats to the tiles they take, stones that change hands, cubes.

A place is named as the pictures name it (`data-spot`): "seat-0" is where a seat and its stone are shown, "tile-2" a tile of
the market, "s0-1--2-0" the cube of seat 0 in that cell, "bag" the bag.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablero.core.motion import Flight, Motion

MOST = 6  # flights at a time: more than that nobody can follow


def motion(events: Sequence[Mapping[str, Any]], since: int) -> Motion:
    """What travels because of the events from number `since` on."""
    flights: list[Flight] = []
    tiles: dict[int, int] = {}  # by the seat that has taken it
    flown: set[int] = set()  # the seats whose cubes of this round have been seen on their way
    stones: list[int] = []
    market = events[-1]["kind"] != "end"  # when the game is over it is not shown any more
    for number, event in enumerate(events):
        kind, seat = event["kind"], event.get("seat", 0)
        if kind in ("claim", "leftover"):
            tiles[seat] = event["tile"]
        elif kind == "placed":
            flown.add(seat)
        if number >= since:
            flights += _flights(event, tiles if market else {}, flown, stones)
        if kind == "market":
            tiles, flown = {}, set()
        stones = event.get("initiative", stones)
    return Motion(tuple(flights[:MOST]))


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
        return [_cube(seat, cube, tiles) for cube in event["cubes"]]
    if kind == "market":
        return [Flight("bag", f"tile-{tile}", f"yx-fly-{cubes[0]}") for tile, cubes in enumerate(event["tiles"])]
    return []


def _cube(seat: int, cube: Sequence[int], tiles: Mapping[int, int]) -> Flight:
    x, y, z, colour = cube
    start = f"tile-{tiles[seat]}" if seat in tiles else f"seat-{seat}"
    return Flight(start, f"s{seat}-{x}-{y}-{z}", f"yx-fly-{colour}", lands=True)
