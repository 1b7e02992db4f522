"""Places: what a map and the areas in play decide once for a whole game; it is asked at every drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import dist
from typing import Any

from tablero.core.drawing.shapes import Point
from tablero.games.maya.drawing.pieces import bounds, middle, outline
from tablero.games.maya.layout import DIRECTIONS

MARGIN = 30.0
CORNER = 58.0  # the compass keeps so far away from the edges
Box = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)  # one for each map: whatever is drawn on it is remembered by it
class Land:
    """A map: where its spaces lie, which of them are in play, and the boxes round all of them and round these."""

    spaces: tuple[tuple[int, int], ...]
    areas: tuple[int, ...]
    used: frozenset[int]
    limits: tuple[tuple[int, ...], ...]
    middles: tuple[Point, ...]
    spots: tuple[str, ...]  # the name of each space for what travels there
    beside: tuple[tuple[int, ...], ...]  # the neighbours of each space
    in_play: tuple[bool, ...]
    box: Box  # round all that is in play: more is seen where there is room
    compass: Point | None  # a corner of the box without land
    coast: str  # the border of what is in play

    def set_of(self, spaces: Sequence[int]) -> frozenset[tuple[int, int]]:
        return frozenset(self.spaces[space] for space in spaces)


def land_of(view: Mapping[str, Any]) -> Land:
    given = view["map"]
    used = frozenset(number for number, name in enumerate(given["areas"]) if name in view["in_play"])
    return _land(tuple(map(tuple, given["spaces"])), used, tuple(map(tuple, given["limits"])))


@lru_cache(64)
def _land(given: tuple[tuple[int, int, int], ...], used: frozenset[int], limits: tuple[tuple[int, ...], ...]) -> Land:
    spaces = tuple((q, r) for q, r, _ in given)
    in_play = tuple(area in used for _, _, area in given)
    played = [at for at, inside in zip(spaces, in_play, strict=True) if inside]
    box = bounds(played, MARGIN)
    return Land(
        spaces=spaces,
        areas=tuple(area for _, _, area in given),
        used=used,
        limits=limits,
        middles=tuple(middle(q, r) for q, r in spaces),
        spots=tuple(f'data-spot="{q},{r}"' for q, r in spaces),
        beside=tuple(_neighbours(at, spaces) for at in spaces),
        in_play=in_play,
        box=box,
        compass=_free_corner(box, [middle(q, r) for q, r in spaces]),
        coast=outline(frozenset(played)),
    )


def _neighbours(at: tuple[int, int], spaces: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    around = [(at[0] + q, at[1] + r) for q, r in DIRECTIONS]
    return tuple(spaces.index(other) for other in around if other in spaces)


def _free_corner(box: Box, middles: Sequence[Point]) -> Point | None:
    """Where a compass covers nothing: the first corner without land nearby."""
    left, top, width, height = box
    right, bottom = left + width - CORNER, top + height - CORNER
    corners = ((right, bottom), (right, top + CORNER), (left + CORNER, bottom), (left + CORNER, top + CORNER))
    return next((at for at in corners if all(dist(at, land) > 2 * CORNER for land in middles)), None)
