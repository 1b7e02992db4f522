"""The geometry of a pyramid, and where everything lies in the flat state.

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
CUBES: Final[i64] = 30  # in a whole pyramid
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
# The cells of a column and of a row; there are no cells beyond the seventh.
COLUMN: Final[vec[i64]] = vec[i64]([sum(1 << (8 * y + x) for y in range(7)) if x < 7 else 0 for x in range(10)])
ROW: Final[vec[i64]] = vec[i64]([127 << 8 * y if y < 7 else 0 for y in range(10)])
# The cells that lie at least k columns before the last, or behind the first: shifting them by k stays in the row.
BEFORE: Final[vec[i64]] = vec[i64]([sum(1 << (8 * y + x) for y in range(7) for x in range(7 - k)) for k in range(4)])
BEYOND: Final[vec[i64]] = vec[i64]([sum(1 << (8 * y + x) for y in range(7) for x in range(k, 7)) for k in range(4)])
FIXED_FRAME: Final[i64] = sum(1 << (8 * y + x) for x in range(3, 7) for y in range(3, 7))
FIRST_CELL: Final[i64] = 1 << (8 * 3 + 3)


class Tables:
    """What the facts file says and the rules count with; box.py reads it."""

    def __init__(self, points: list[int], card_points: int, card_ids: list[str]) -> None:
        self.points: vec[i64] = vec[i64](points)  # by group size, for every size that a pyramid can hold
        self.card_points: i64 = card_points
        self.card_ids = card_ids  # by card number


# ---------------------------------------------------------------- sets of cells


def count(cells: i64) -> i64:
    """How many bits are set, of 56 at most: larger masks would be boxed numbers in compiled code."""
    x: i64 = cells
    if x == 0:
        return 0
    x -= (x >> 1) & 0x55555555555555
    x = (x & 0x33333333333333) + ((x >> 2) & 0x33333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 127


def firm(filled: i64) -> i64:
    """The cells of the next level where a cube would lie on four cubes."""
    return filled & (filled >> 1) & (filled >> 8) & (filled >> 9)


def hidden(above: i64) -> i64:
    """The cells of a level that are hidden: all four cubes of the next level that can lie on them are there."""
    return above & (above << 1) & (above << 8) & (above << 9)


def base_spots(filled: i64, frame: i64) -> i64:
    """Where the base can grow: side by side with a cube of it, inside the frame."""
    return (filled << 1 | filled >> 1 | filled << 8 | filled >> 8) & ~filled & frame


def upper_spots(filled: i64, below: i64, under: i64, own: i64) -> i64:
    """Where a cube can go above the base: on four cubes of the level below, on or beside one of its own colour, of
    which `under` are on the level below and `own` on this one."""
    free: i64 = below & (below >> 1) & (below >> 8) & (below >> 9) & ~filled
    if free == 0:
        return 0
    return free & (under | under >> 1 | under >> 8 | under >> 9 | own << 1 | own >> 1 | own << 8 | own >> 8)


def outermost(filled: i64, side: i64) -> i64:
    """The cells that show on a side of a level: in each line the first cube seen from there. Sides 0 and 1 look along
    the rows from low and high x, 2 and 3 along the columns from low and high y."""
    behind: i64 = 0
    for k in range(1, 4):
        if side == 0:
            behind |= (filled & BEFORE[k]) << k
        elif side == 1:
            behind |= (filled & BEYOND[k]) >> k
        elif side == 2:
            behind |= (filled & (BIT[56 - 8 * k] - 1)) << (8 * k)
        else:
            behind |= filled >> (8 * k)
    return filled & ~behind


def flood(c0: i64, c1: i64, c2: i64, c3: i64, g0: i64, g1: i64, g2: i64, g3: i64) -> tuple[i64, i64, i64, i64]:
    """What a group is: the cells of c, level by level, that hang together with those of g. Cubes of one colour hang
    together when they share a side on their level or when one lies on the other."""
    while True:
        n0: i64 = c0 & (g0 | g0 << 1 | g0 >> 1 | g0 << 8 | g0 >> 8 | g1 | g1 << 1 | g1 << 8 | g1 << 9)
        n1: i64 = c1 & (
            g1 | g1 << 1 | g1 >> 1 | g1 << 8 | g1 >> 8
            | n0 | n0 >> 1 | n0 >> 8 | n0 >> 9
            | g2 | g2 << 1 | g2 << 8 | g2 << 9
        )  # fmt: skip
        n2: i64 = c2 & (
            g2 | g2 << 1 | g2 >> 1 | g2 << 8 | g2 >> 8
            | n1 | n1 >> 1 | n1 >> 8 | n1 >> 9
            | g3 | g3 << 1 | g3 << 8 | g3 << 9
        )  # fmt: skip
        n3: i64 = c3 & (g3 | n2 | n2 >> 1 | n2 >> 8 | n2 >> 9)
        if n0 == g0 and n1 == g1 and n2 == g2 and n3 == g3:
            return g0, g1, g2, g3
        g0 = n0
        g1 = n1
        g2 = n2
        g3 = n3


def first_group(c0: i64, c1: i64, c2: i64, c3: i64) -> tuple[i64, i64, i64, i64]:
    """The group of the first of these cubes, lower levels before higher ones."""
    g0: i64 = c0 & -c0
    g1: i64 = 0
    g2: i64 = 0
    g3: i64 = 0
    if g0 == 0:
        g1 = c1 & -c1
        if g1 == 0:
            g2 = c2 & -c2
            if g2 == 0:
                g3 = c3 & -c3
    return flood(c0, c1, c2, c3, g0, g1, g2, g3)


def second_size(sizes: i64) -> i64:
    """The second-largest of the sizes in a set, one bit each; 0 when there is only one."""
    found: i64 = 0
    size: i64 = CUBES
    while size > 0:
        if sizes & BIT[size] != 0:
            found += 1
            if found == 2:
                return size
        size -= 1
    return 0


# ---------------------------------------------------------------- cubes and moves


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


def cube_of(move: i64) -> list[int]:
    """The cube that a move places, as [x, y, z, colour] in outside coordinates."""
    cell: i64 = (move - PLACE) % CELLS
    colour: i64 = (move - PLACE) // CELLS
    return [int(CELL_X[cell] - CENTRE), int(CELL_Y[cell] - CENTRE), int(CELL_Z[cell]), int(colour)]
