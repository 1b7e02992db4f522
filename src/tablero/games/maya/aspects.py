"""What players of Maya care about. Reasons look to the seat's next turn."""

from __future__ import annotations

from tablero.core.aspect import Aspect, counting, others_points, own_points, plural
from tablero.core.state import State
from tablero.games.maya import layout as at
from tablero.games.maya.rules import Maya


def foresight(seats: int) -> int:
    """Calm moments are the beginnings of turns."""
    return seats


_tell_points = counting(
    plural("scores {n} more point", "scores {n} more points"),
    plural("scores {n} fewer point", "scores {n} fewer points"),
)
_tell_others = counting(
    plural("keeps the others {n} point lower", "keeps the others {n} points lower"),
    plural("gives the others {n} more point", "gives the others {n} more points"),
)


# ---------------------------------------------------------------- cities


def _beside_open_cities(state: State) -> list[list[int]]:
    """The crops of each seat beside each city that has still to score."""
    assert isinstance(state, Maya)
    towns = [at.TOWNS + int(temple) * at.TOWN for temple in state.tables.usable]
    standing = [b for b in towns if state.v[b + at.SIZE] > 0 and state.v[b + at.CLOSED] == 0]
    crops = [state.crops_around((b - at.TOWNS) // at.TOWN) for b in standing]
    return [[int(found[seat]) for seat in range(int(state.seats))] for found in crops]


def _leads(state: State, seat: int) -> float:
    """Open cities at which a seat has most; shared, half of it."""
    found = 0.0
    for crops in _beside_open_cities(state):
        if crops[seat] > 0 and crops[seat] == max(crops):
            found += 1.0 if crops.count(crops[seat]) == 1 else 0.5
    return found


_tell_leads = counting(
    plural("leads at {n} more city", "leads at {n} more cities"),
    plural("leads at {n} fewer city", "leads at {n} fewer cities"),
)


def _beside(state: State, seat: int) -> float:
    return float(sum(crops[seat] for crops in _beside_open_cities(state)))


_tell_beside = counting(
    plural("has {n} more crop beside open cities", "has {n} more crops beside open cities"),
    plural("has {n} fewer crop beside open cities", "has {n} fewer crops beside open cities"),
)


# ---------------------------------------------------------------- fields and rack


def _largest(state: State, seat: int) -> float:
    """The crops of the largest group of a seat: what its next harvest builds on."""
    assert isinstance(state, Maya)
    lies = [int(state.v[at.LIES + space]) - 1 for space in range(state.tables.count)]
    return float(max((state.group_points(space) for space, what in enumerate(lies) if what >> 3 == seat), default=0))


_tell_largest = counting(
    plural("makes the largest field {n} crop larger", "makes the largest field {n} crops larger"),
    plural("leaves the largest field {n} crop smaller", "leaves the largest field {n} crops smaller"),
)


def _rack(state: State, seat: int) -> float:
    assert isinstance(state, Maya)
    return float(state.rack_size(seat))


_tell_rack = counting(
    plural("leaves {n} more tile in the rack", "leaves {n} more tiles in the rack"),
    plural("leaves {n} fewer tile in the rack", "leaves {n} fewer tiles in the rack"),
)


ASPECTS = (
    Aspect("points", 2.0, own_points, _tell_points),
    Aspect("leads", 0.6, _leads, _tell_leads),
    Aspect("beside", 2.0, _beside, _tell_beside),
    Aspect("largest", 2.0, _largest, _tell_largest),
    Aspect("rack", 1.5, _rack, _tell_rack),
    Aspect("others", 2.0, others_points, _tell_others),
)

# What puzzles are about, by the first word of the aspect in which most is gained.
THEMES = {
    "points": "Points at once",
    "leads": "Lead a city",
    "beside": "Crops beside open cities",
    "largest": "The largest field",
    "rack": "Tiles in the rack",
    "others": "Keep it from the others",
}
