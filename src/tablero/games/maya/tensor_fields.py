"""What the numbers of Maya's tensor mean."""

from __future__ import annotations

from collections.abc import Sequence

from tablero.core.encoding.fields import Board, Field, Layout
from tablero.games.maya.layout import PHASES
from tablero.games.maya.tensor import CITY, VERSION

_KINDS = "for each crop with one and with two on the tile"
OWN = (
    Field("rack_size", 1, 0, 120, "tiles in its rack", unit=8),
    Field("reserve_size", 1, 0, 240, "tiles in its reserve", unit=30),
    Field("score", 1, 0, 9999, "its points", unit=100),
    Field("turns", 1, 0, 9999, "turns it has taken", unit=30),
    Field("latest", 1, 0, 9999, "the number of its latest turn: it breaks ties", unit=100),
)


def _shared(spaces: int, temples: int) -> list[Field]:
    return [
        Field("phase", 1, 0, len(PHASES) - 1, ", ".join(PHASES), names=True),
        Field("mover", 1, 0, 3, "whose turn it is", names=True),
        Field("turn", 1, 1, 9999, "the number of the turn", unit=100),
        Field("crop", 1, -1, 3, "the crop that is planted in this turn, -1 none yet", names=True),
        Field("held", 1, -1, 8, "the tile in hand: a kind, 8 the top of the reserve, -1 none or not shown", names=True),
        Field("passes", 1, 0, 4, "seats in a row that could do nothing"),
        Field("owed", 1, 0, 2, "temples still to be chosen before the start"),
        Field("new", 8, -1, spaces - 1, "the spaces filled in this turn, -1 for the rest", names=True),
        Field("old", 8, -1, spaces - 1, "the spaces filled in the turn before, -1 for the rest", names=True),
        Field("rack", 8, 0, 120, f"the observer's tiles, {_KINDS}", unit=4),
        Field("unknown", 8, 0, 120, f"tiles of the observer's set that it has never seen, {_KINDS}", unit=8),
        Field(
            "map",
            spaces,
            0,
            CITY - 1 + temples,
            f"what lies on each space: 0 nothing, 1 + 8 s + k a plantation of seat s, k {_KINDS}, {CITY} + c the city "
            f"of temple c",
            names=True,
        ),
        Field("cities", 2 * temples, 0, 192, "for each temple the size of its city and whether it is closed", unit=6),
    ]


def layout_of(spaces: Sequence[Sequence[int]], temples: Sequence[int], seats: int) -> Layout:
    """The row of so many seats on a map of these spaces, given as [q, r], with temples on some of them."""
    left, top = min(q for q, _ in spaces), min(r for _, r in spaces)
    right, bottom = max(q for q, _ in spaces), max(r for _, r in spaces)
    cells = [(r - top, q - left) for q, r in spaces]
    city = 8 * seats
    layers = {1 + kind: kind for kind in range(8 * seats)} | {CITY + temple: city for temple in range(len(temples))}
    ground = [(city + 1, row, column) for row, column in cells]
    ground += [(city + 2, *cells[temple]) for temple in temples]
    board = Board(
        "map",
        "map",
        (city + 3, bottom - top + 1, right - left + 1),
        tuple((0, row, column) for row, column in cells),
        "layer 8 s + k for plantations of seat s, then cities, then which places are spaces, then which are for "
        "temples; row r and "
        "column q of the hexes: the neighbours of (r, q) are (r, q ± 1), (r ± 1, q), (r - 1, q + 1) and (r + 1, q - 1)",
        layers,
        tuple(ground),
    )
    return Layout("maya", VERSION, seats, _shared(len(spaces), len(temples)), OWN, boards=[board])
