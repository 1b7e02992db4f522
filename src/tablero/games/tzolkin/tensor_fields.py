"""What the numbers of Tzolk'in's tensor mean."""

from __future__ import annotations

from tablero.core.encoding.fields import Board, Field, Layout
from tablero.games.tzolkin.layout import FRAMES, GEAR_IDS, MATERIALS, PHASES, RUN, TEMPLES, TRACKS
from tablero.games.tzolkin.tensor import DUMMY, TEETH, VERSION

OWN = (
    Field("goods", 5, 0, 999, ", ".join(MATERIALS), unit=8),
    Field("score", 1, -999, 999, "points on the track", unit=50),
    Field("hand", 1, 0, 6, "workers in hand"),
    Field("workers", 1, 0, 6, "workers in all"),
    Field("temples", 3, 0, 15, f"its step in each temple: {', '.join(TEMPLES)}", unit=8),
    Field("levels", 4, 0, 3, f"its level: {', '.join(TRACKS)}"),
    Field("tiles", 2, 0, 16, "corn tiles and wood tiles that it has harvested", unit=6),
    Field("fed", 1, 0, 99, "workers that need no food", unit=6),
    Field("discount", 1, 0, 99, "corn that each other worker needs less", unit=2),
    Field("light", 1, 0, 1, "whether two days may be taken"),
    Field("ready", 1, 0, 1, "whether it has chosen its wealth tiles while others have not"),
)


def _shared(buildings: int, monuments: int, wealth: int) -> list[Field]:
    frames = ", ".join(FRAMES[: int(RUN)])
    return [
        Field("phase", 1, 0, len(PHASES) - 1, ", ".join(PHASES), names=True),
        Field("frame", 1, -1, int(RUN) - 1, f"the choice that is open: {frames}; -1 none", names=True),
        Field(
            "detail", 2, -1, 4095, "two numbers that belong to this choice (`layout.py` of the game says which)", unit=8
        ),
        Field("depth", 1, -1, 24, "choices that are open, one inside the other", unit=4),
        Field("row", 6, -1, buildings - 1, "the buildings on offer, -1 an empty place", names=True),
        Field("monument_row", 6, -1, monuments - 1, "the monuments on offer, -1 an empty place", names=True),
        Field("jungle", 8, 0, 4, "for each group of the jungle: fields under wood, fields with open corn"),
        Field("day", 1, 1, 99, "the day", unit=26),
        Field("food_days", 1, 0, 4, "food days behind us"),
        Field("age", 1, 1, 2, "the age of the buildings"),
        Field("first", 1, 0, 3, "who holds the starting-player marker", names=True),
        Field("active", 1, 0, 3, "whose turn it is", names=True),
        Field("mode", 1, 0, 3, "what the turn is used for: undecided, placing, picking, mercy", names=True),
        Field("placed", 1, 0, 6, "workers placed in this turn"),
        Field("claimed", 1, -1, 3, "who is on the starting-player space, -1 nobody", names=True),
        Field("pile", 1, 0, 99, "corn on the calendar", unit=4),
        Field("skulls", 1, 0, 99, "skulls in the reserve", unit=13),
        Field("box", 1, 0, 99, "skulls out of the game", unit=13),
        Field("turns", 1, 0, 4, "turns finished in this round"),
        Field("deck", 1, 0, 32, "buildings still to come in this age", unit=16),
        Field("dealt", 4, -1, wealth - 1, "the observer's wealth tiles, until all have chosen; else -1", names=True),
        Field("choice", 1, -1, 5, "the pair of them that it keeps, -1 not chosen yet", names=True),
        Field("offered", 11, 0, 1, "skulls on each position of Chichen Itza"),
        Field(
            "gears",
            5 * TEETH,
            0,
            DUMMY,
            f"who is on each tooth of each gear, {TEETH} places for each: 0 nobody, 1 + s a worker of seat s, {DUMMY} "
            f"an unassigned one",
            names=True,
        ),
        Field("buildings", buildings, -1, 3, "the seat that has built each building, -1 nobody", names=True),
        Field("monuments", monuments, -1, 3, "the seat that has built each monument, -1 nobody", names=True),
        Field(
            "wealth", wealth, -1, 3, "the seat that has kept each wealth tile, -1 nobody or not shown yet", names=True
        ),
    ]


def layout_of(buildings: int, monuments: int, wealth: int, seats: int) -> Layout:
    """The row of so many seats, with so many tiles in the box."""
    places = tuple((0, gear, tooth) for gear in range(5) for tooth in range(TEETH))
    layers = {1 + seat: seat for seat in range(seats)} | {DUMMY: seats}
    gears = Board(
        "gears",
        "gears",
        (seats + 1, 5, TEETH),
        places,
        f"a layer for each seat, then unassigned workers; a row for each gear ({', '.join(GEAR_IDS)}), a column for "
        f"each tooth",
        layers,
    )
    return Layout("tzolkin", VERSION, seats, _shared(buildings, monuments, wealth), OWN, boards=[gears])
