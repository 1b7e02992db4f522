"""What the numbers of Yaxha's tensor mean."""

from __future__ import annotations

from tablero.core.encoding.fields import Board, Field, Layout
from tablero.games.yaxha import layout as at
from tablero.games.yaxha.names import COLOURS
from tablero.games.yaxha.tensor import VERSION

_COLOURS = ", ".join(COLOURS)
SHARED = (
    Field("phase", 1, 0, len(at.PHASES) - 1, ", ".join(at.PHASES), names=True),
    Field("round", 1, 1, int(at.ROUNDS), "the round"),
    Field("cards", 3, 0, 17, "the three bonus cards, by their numbers in the component data", names=True),
    Field("bag", 5, 0, int(at.CUBES_PER_COLOUR), f"cubes in the bag: {_COLOURS}"),
    Field("market", 20, 0, 3, f"cubes on each of four tiles: {_COLOURS}"),
    Field("owner", 4, -1, 3, "the seat that has taken each tile, -1 nobody", names=True),
)
OWN = (
    Field("stone", 1, 1, 4, "its initiative stone"),
    Field("ready", 1, 0, 1, "whether it has chosen, or finished building, while others have not"),
    Field("chosen", 1, -1, 3, "the tile it has chosen, -1 none or not shown yet", names=True),
    Field(
        "latest",
        3,
        -1,
        int(at.CELLS) - 1,
        "the cells of the cubes it has placed last, -1 none or not shown yet",
        names=True,
    ),
    Field("hand", 5, 0, 3, f"cubes still to be placed in this round: {_COLOURS}"),
    Field("discarded", 5, 0, 30, f"cubes that went to the box: {_COLOURS}", unit=3),
    Field("pyramid", int(at.CELLS), 0, 5, f"what lies on each cell: 0 nothing, then {_COLOURS}", names=True),
)


def layout_of(seats: int) -> Layout:
    """The row of so many seats."""
    cells = [(int(at.CELL_Z[c]), int(at.CELL_Y[c]), int(at.CELL_X[c])) for c in range(at.CELLS)]
    places = tuple((5 * z, y, x) for z, y, x in cells)
    meaning = (
        "a layer for each level (from the base) and colour; row y and column x, the first cube in the middle of the "
        "base"
    )
    layers = {colour + 1: colour for colour in range(5)}
    boards = [
        Board(f"seat{place}.pyramid", f"seat{place}.pyramid", (20, 7, 7), places, meaning, layers)
        for place in range(seats)
    ]
    return Layout("yaxha", VERSION, seats, SHARED, OWN, boards=boards)
