"""Places: what a map and the areas in play decide once for a whole game; it is asked at every drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablero.core.ink import Point
from tablero.games.maya.drawing.pieces import bounds, middle, outline

MARGIN = 30.0
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
    in_play: tuple[bool, ...]
    box: Box
    play_box: Box  # a narrow page shows no more
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
    return Land(
        spaces=spaces,
        areas=tuple(area for _, _, area in given),
        used=used,
        limits=limits,
        middles=tuple(middle(q, r) for q, r in spaces),
        spots=tuple(f'data-spot="{q},{r}"' for q, r in spaces),
        in_play=in_play,
        box=bounds(spaces, MARGIN),
        play_box=bounds(played, MARGIN),
        coast=outline(frozenset(played)),
    )
