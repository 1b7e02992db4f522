"""Yaxha's board: what everything else counts with, and where things lie in the flat state.

Each level of a pyramid is a set of cells kept as bits: cell (x, y) is bit 8 * y + x. The base frame floats, so a base
cell lies anywhere in a 7 x 7 square around the first cube (x and y from 0 to 6 here, -3 to 3 outside); a cube of level
z + 1 at (x, y) rests on the four cubes (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1) of level z. Column 7 is always
empty, so that shifting by one never runs into the next row.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# ---------------------------------------------------------------- constants

COLOURS: Final[i64] = 5
LEVELS: Final[i64] = 4
ROUNDS: Final[i64] = 10
CUBES_PER_COLOUR: Final[i64] = 24
CUBES_PER_TILE: Final[i64] = 3
CARDS: Final[i64] = 3
BONUS: Final[i64] = 5
CENTRE: Final[i64] = 3  # the first cube of a floating base lies at (3, 3)
NONE: Final[i64] = -1

CHOOSE: Final[i64] = 0
LEFTOVER: Final[i64] = 1
BUILD: Final[i64] = 2
OVER: Final[i64] = 3
PHASES: Final = ("choose", "leftover", "build", "over")

# The space of moves: take tile 0 to 3, finish building, place one of five colours on one of 126 cells.
FINISH: Final[i64] = 4
PLACE: Final[i64] = 5
CELLS: Final[i64] = 126  # 49 + 36 + 25 + 16
MOVES: Final[i64] = 635

# Bonus cards by number; the numbers are those of `bga_id` in facts.toml.
LARGEST: Final[i64] = 0  # 0 to 4: the five colours
NEIGHBOUR: Final[i64] = 5  # 5 to 9: the five colours
LARGEST_ANY: Final[i64] = 10
LARGEST_LEVEL_1: Final[i64] = 11
MOST_LEVELS: Final[i64] = 12
SECOND_LARGEST: Final[i64] = 13
FIVE_COLOURS_LEVEL_1: Final[i64] = 14
ONE_COLOUR_SIDE: Final[i64] = 15
THREE_COLOURS: Final[i64] = 16
FIVE_COLOURS_LEVEL_2: Final[i64] = 17

# Where things are in the flat state.
BAG: Final[i64] = 0  # 5 counts
MARKET: Final[i64] = 5  # 5 counts for each of 4 tiles
OWNER: Final[i64] = 25  # the seat that took each tile
SEAT: Final[i64] = 29  # the first seat's block
STRIDE: Final[i64] = 44
# Inside a seat's block.
COLOUR: Final[i64] = 0  # 5 sets of cells for each of 4 levels
FILLED: Final[i64] = 20  # all cells of each level
HAND: Final[i64] = 24  # 5 counts
COLUMNS: Final[i64] = 29  # base columns in use, one bit each
ROWS: Final[i64] = 30
CHOSEN: Final[i64] = 31
TAKEN: Final[i64] = 32
INITIATIVE: Final[i64] = 33
DONE: Final[i64] = 34
PLACED: Final[i64] = 35  # the moves that placed this round's cubes, 3 places
COUNT: Final[i64] = 38  # how many of them are in use
DISCARDED: Final[i64] = 39  # 5 counts

# Inside a survey of a pyramid.
SIZES: Final[i64] = 0  # the largest visible group of each colour
ANY: Final[i64] = 5
LEVEL_1: Final[i64] = 6
SPAN: Final[i64] = 7
SIZE_SET: Final[i64] = 8  # one bit for each size that some group has
SECOND: Final[i64] = 9  # the second-largest group
SEEN: Final[i64] = 10  # visible colours, one bit each
SEEN_1: Final[i64] = 11
SEEN_2: Final[i64] = 12
SIDE: Final[i64] = 13
HIDDEN: Final[i64] = 14
POINTS: Final[i64] = 15
SURVEY: Final[i64] = 16

# ---------------------------------------------------------------- tables

# `1 << c` is compiled wrongly for native c above 30, hence a table.
BIT: Final[vec[i64]] = vec[i64]([1 << c for c in range(63)])
# The index of a lone bit is WHICH[bit % 67]: 2 is a primitive root of 67.
WHICH: Final[vec[i64]] = vec[i64]([next((c for c in range(63) if (1 << c) % 67 == r), 0) for r in range(67)])
EMPTY: Final[vec[i64]] = vec[i64]([0] * (29 + 4 * 44))


def _cells() -> list[tuple[int, int, int]]:
    return [(x, y, z) for z in range(4) for y in range(7 - z) for x in range(7 - z)]


CELL_X: Final[vec[i64]] = vec[i64]([x for x, _, _ in _cells()])
CELL_Y: Final[vec[i64]] = vec[i64]([y for _, y, _ in _cells()])
CELL_Z: Final[vec[i64]] = vec[i64]([z for _, _, z in _cells()])
CELL_BIT: Final[vec[i64]] = vec[i64]([1 << (8 * y + x) for x, y, _ in _cells()])
# The number of the cell of bit c on level z is CELL_AT[64 * z + c].
CELL_AT: Final[vec[i64]] = vec[i64](
    [
        _cells().index((c % 8, c // 8, z)) if c % 8 < 7 - z and c // 8 < 7 - z else -1
        for z in range(4)
        for c in range(64)
    ]
)


def _frame(used: int) -> range:
    """The lines of the base that fit into one square of four together with the lines in use."""
    lines = [line for line in range(7) if used >> line & 1]
    return range(max(0, lines[-1] - 3), min(6, lines[0] + 3) + 1) if lines else range(7)


COLUMN_FRAME: Final[vec[i64]] = vec[i64](
    [sum(1 << (8 * y + x) for y in range(7) for x in _frame(used)) for used in range(128)]
)
ROW_FRAME: Final[vec[i64]] = vec[i64](
    [sum(1 << (8 * y + x) for x in range(7) for y in _frame(used)) for used in range(128)]
)
FIXED_FRAME: Final[i64] = sum(1 << (8 * y + x) for x in range(3, 7) for y in range(3, 7))
FIRST_CELL: Final[i64] = 1 << (8 * 3 + 3)


class Tables:
    """What the facts file says and the rules count with."""

    def __init__(self, points: list[int], card_ids: list[str]) -> None:
        self.points: vec[i64] = vec[i64](points)  # by group size
        self.card_ids = card_ids  # by card number
        self.largest: i64 = len(points) - 1


def count(cells: i64) -> i64:
    """How many bits are set."""
    found: i64 = 0
    while cells != 0:
        cells &= cells - 1
        found += 1
    return found


def move_of(cube: list[int]) -> i64:
    """The move that places a cube given as [x, y, z, colour] in outside coordinates."""
    x: i64 = cube[0]
    y: i64 = cube[1]
    z: i64 = cube[2]
    colour: i64 = cube[3]
    cell: i64 = CELL_AT[64 * z + 8 * (y + CENTRE) + x + CENTRE]
    if cell == NONE:
        raise ValueError(f"there is no cell {cube[:3]}")
    return PLACE + colour * CELLS + cell
