"""What a row of Yaxha's tensor must say of a position, worked out from the view of the same seat."""

from __future__ import annotations

from typing import Any

from tablero.core import State
from tablero.games.yaxha.layout import CELLS, PHASES, PLACE, move_of


def expected(view: dict[str, Any], state: State) -> dict[str, Any]:
    n, me = view["seats"], view["seat"]
    market = [[tile["cubes"].count(colour) for colour in range(5)] for tile in view["market"]]
    market += [[0] * 5] * (4 - n)
    owners = [None if tile["owner"] is None else (tile["owner"] - me) % n for tile in view["market"]]
    told = {
        "phase": PHASES.index(view["phase"]),
        "round": view["round"],
        "cards": [state.tables.card_ids.index(card["id"]) for card in view["cards"]],
        "bag": view["bag"],
        "market": [count for tile in market for count in tile],
        "owner": [-1 if owner is None else owner for owner in owners] + [-1] * (4 - n),
    }
    return told | {"seats": [_seat(view, (me + place) % n, place) for place in range(n)]}


def _cell(cube: list[int]) -> int:
    return int((move_of([*cube[:3], 0]) - PLACE) % CELLS)


def _seat(view: dict[str, Any], seat: int, place: int) -> dict[str, Any]:
    pyramid = view["pyramids"][seat]
    cells = [0] * int(CELLS)
    for cube in pyramid["cubes"]:
        cells[_cell(cube)] = 1 + cube[3]
    latest = [_cell(cube) for cube in pyramid["last"]]
    found = {
        "stone": view["initiative"][seat],
        "ready": int(view["ready"][seat]),
        "discarded": pyramid["discarded"],
        "pyramid": cells,
        "latest": latest + [-1] * (3 - len(latest)),
    }
    if view["phase"] in ("leftover", "build"):
        found["chosen"] = next(tile for tile, one in enumerate(view["market"]) if seat in one["wanted"])
    if place == 0:
        found["hand"] = view["mine"]["hand"]
        if view["phase"] == "choose":
            found["chosen"] = -1 if view["mine"]["chosen"] is None else view["mine"]["chosen"]
    return found
