"""What the numbers of Amritsar's tensor mean."""

from __future__ import annotations

from tablero.core.encoding.fields import Board, Field, Layout
from tablero.games.amritsar.layout import KINDS, SOURCES
from tablero.games.amritsar.tensor import VERSION

_COLOURS = "yellow, blue, white, green"
_GOODS = "marble, copper, gold"
_DISTRICTS = "north, east, south, west"
SHARED = (
    Field("asking", 1, 0, len(KINDS) - 1, f"what is asked: {', '.join(KINDS)}", names=True),
    Field("actor", 1, -1, 3, "who is asked, -1 nobody: it is over", names=True),
    Field(
        "detail",
        2,
        -99,
        9999,
        "two numbers that belong to a nested choice (`layout.py` of the game says which), else -1",
        unit=8,
    ),
    Field("stage", 1, 0, len(KINDS) - 1, "how far the turn has come, in the words of `asking`", names=True),
    Field("decade", 1, 0, 3, "the decade"),
    Field("round", 1, 0, 4, "the round of the decade"),
    Field("turn", 1, 0, 3, "whose turn it is", names=True),
    Field("order", 1, -1, 99, "how far a question to several seats has come", unit=4),
    Field("first", 1, 0, 3, "who is the first player", names=True),
    Field("maharaja", 1, 0, 3, "the space of the maharaja", names=True),
    Field("depth", 1, 0, 16, "nested choices that are open"),
    Field("act_tile", 1, -1, 11, "the district tile that the active worker uses, -1 none", names=True),
    Field(
        "act_done",
        1,
        0,
        15,
        "1 its main action is done, 2 its second, 4 the elephant's, 8 the tile is closed: their sum",
    ),
    Field("act_district", 1, -1, 3, f"the district of the active worker: {_DISTRICTS}; -1 none", names=True),
    Field("act_colour", 1, -1, 3, f"the colour of the active worker: {_COLOURS}; -1 none", names=True),
    Field("held", 1, 0, 4, "workers in hand"),
    Field("sow_at", 1, -1, 7, "the section of the last drop", names=True),
    Field("origin", 1, -1, 7, "the section where the group was picked up", names=True),
    Field("exchanged", 1, 0, 99, "exchanges made in this turn"),
    Field("walked", 1, 0, 1, "whether the second walk of the elephant is made"),
    Field("touched", 1, 0, 1, "whether the action at hand has had an effect"),
    Field("offer", 15, 0, 1, "which warehouses are on offer"),
    Field("turns", 1, 0, 999, "turns completed", unit=48),
    Field("solo_track", 1, 0, 99, "the solo maharaja's track", unit=8),
    Field("solo_objective", 1, 0, 23, "the solo maharaja's objective", names=True),
    Field("kept", 1, 0, 99, "coins of the origin that wait for the end of the sowing (an option)", unit=4),
    Field("hand", 4, 0, 4, f"workers in hand: {_COLOURS}"),
    Field("beside", 4, -1, 3, f"the worker beside each space of the maharaja: {_COLOURS}; -1 none", names=True),
    Field("stock", 3, 0, 9, f"{_GOODS} in the market", unit=4),
    Field("quarry", 3, 0, 99, f"the solo maharaja's {_GOODS}", unit=8),
    Field("temple", 3, 0, 3, "the temple tile of each decade", names=True),
    Field("bridge", 3, 0, 9, "the bridge tile of each decade", names=True),
    Field("coins", 8, 0, 99, "coins on each section of the lake, north 1, north 2, east 1 ...", unit=4),
    Field("tiles", 12, 0, 11, "the tiles of each district: left, centre, right", names=True),
    Field("sections", 40, 0, 4, f"for each section of the lake the workers on it: {_COLOURS}, all"),
    Field(
        "cells",
        96,
        -1,
        3,
        "whose counter lies on each donation cell: 4 districts of 4 levels of 6; -1 nobody's",
        names=True,
    ),
)
OWN = (
    Field("score", 1, 0, 999, "its points", unit=50),
    Field("coin", 1, 0, 99, "its coins", unit=8),
    Field("resources", 3, 0, 99, f"its {_GOODS}", unit=4),
    Field("room", 1, 0, 99, "slots of all its warehouses", unit=12),
    Field("tax", 1, 0, 99, "its tax", unit=8),
    Field("load", 1, 0, 6, "counters on its elephant"),
    Field("stall", 1, 0, 16, "counters on its market space; the solo maharaja's: on his board"),
    Field("at", 1, -1, 3, f"the district of its elephant: {_DISTRICTS}; -1 none yet", names=True),
    Field("tracks", 3, 0, 9, "development, resources, money", unit=6),
    Field("token", 1, 0, 2, "locked, ready, spent", names=True),
    Field("mahouts", 4, -1, 6, f"the mahout on each space: {_COLOURS}; -1 none", names=True),
    Field("objectives", 4, -1, 23, "its objective of each type, -1 none or not shown", names=True),
    Field("placed", 4, -1, 3, "the type of the objective on each space of its board, -1 none", names=True),
    Field("warehouses", 3, -1, 14, "the warehouse on each space, -1 none", names=True),
    Field("lasting", 13, 0, 1, "which lasting benefits its warehouses give, in the order of `layout.py` of the game"),
    Field("bought", 3, 0, 1, f"which of {_GOODS} it has bought in this turn"),
    Field("sold", 3, 0, 1, f"which of {_GOODS} it has sold in this turn"),
    Field("given", 1, 0, 99, "donations", unit=12),
    Field("given_in", 4, 0, 24, f"donations by district: {_DISTRICTS}", unit=4),
    Field("given_on", 4, 0, 99, "donations by level", unit=4),
    Field("ledger", 10, -999, 999, f"points by source: {', '.join(SOURCES)}", unit=20),
)


def layout_of(seats: int) -> Layout:
    """The row of so many seats; alone one plays with the maharaja, who sits after the only seat."""
    blocks = 2 if seats == 1 else seats
    workers = tuple((colour, 0, section) for section in range(8) for colour in range(5))
    cells = tuple((blocks * d, level, i) for d in range(4) for level in range(4) for i in range(6))
    boards = [
        Board(
            "lake",
            "sections",
            (5, 1, 8),
            workers,
            f"a layer for each colour ({_COLOURS}), then all; columns round the lake",
        ),
        Board("coins", "coins", (1, 1, 8), tuple((0, 0, s) for s in range(8)), "coins lying round the lake"),
        Board(
            "donations",
            "cells",
            (4 * blocks, 4, 6),
            cells,
            f"for each district ({_DISTRICTS}) a layer for each seat; rows are levels",
            {seat: seat for seat in range(blocks)},
        ),
    ]
    return Layout("amritsar", VERSION, seats, SHARED, OWN, blocks, boards)
