"""What the features of a position of Maya weigh: found by a cross-entropy search over 66 generations of greedy play at
two, three and four seats."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

LEARNED: Final[dict[str, float]] = {
    "heat": 0.6,  # from points to scores
    "city": 1.28,  # own share of a city
    "rival": 0.397,  # the best rival's share of a city
    "slope": 0.703,  # how much one crop more or less decides about a majority
    "decay": 0.055,  # how much each empty neighbour lowers the chance that a city closes
    "growth": 0.521,  # how much of the next size a city is worth already
    "deny": 0.015,  # points that the best rival would get on the same space
    "liberty": 0.25,  # empty spaces beside a planted tile
    "found": 0.311,  # a new temple
    "tile": 0.546,  # what a planted tile costs
    "save": 0.198,  # the same for each crop of the largest group that the tile could enlarge later
    "more": 0.499,  # what each further tile of a turn costs besides
    # Tiles that are drawn, by the size of the rack.
    "draw_0": 0.0,
    "draw_1": 11.704,
    "draw_2": 5.689,
    "draw_3": 5.386,
    "draw_4": 3.526,
    "draw_5": 1.006,
    "draw_6": -1.156,
    "draw_7": -2.336,
    "keep_number": 1.141,  # not turning over a tile: its crops,
    "keep_group": 0.04,  # the largest group that it could enlarge,
    "keep_pair": 0.198,  # and the other tiles of its crop in the rack
    "hope_city": 1.0,  # an unfinished city in the outlook
    "hope_tile": 0.66,  # a tile in the rack
    "hope_group": 0.42,  # a point of the largest group of each crop, while tiles are left
    "scale": 11.7,  # points that make a clear lead
}

# Where each of them lies in a list of weights, which has the order above.
HEAT: Final[i64] = 0
OWN: Final[i64] = 1
RIVAL: Final[i64] = 2
SLOPE: Final[i64] = 3
DECAY: Final[i64] = 4
GROWTH: Final[i64] = 5
DENY: Final[i64] = 6
LIBERTY: Final[i64] = 7
FOUND: Final[i64] = 8
TILE: Final[i64] = 9
SAVE: Final[i64] = 10
MORE: Final[i64] = 11
DRAW: Final[i64] = 12  # + the size of the rack
KEEP_NUMBER: Final[i64] = 20
KEEP_GROUP: Final[i64] = 21
KEEP_PAIR: Final[i64] = 22
HOPE_CITY: Final[i64] = 23
HOPE_TILE: Final[i64] = 24
HOPE_GROUP: Final[i64] = 25
SCALE: Final[i64] = 26
