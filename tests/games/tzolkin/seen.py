"""What a row of Tzolk'in's tensor must say of a position, worked out from the view of the same seat."""

from __future__ import annotations

from typing import Any

from tablero.core import State
from tablero.games.tzolkin.layout import FRAMES, GEARS, MATERIALS, PAIR_A, PAIR_B, PHASES
from tablero.games.tzolkin.views import MODES


def expected(view: dict[str, Any], state: State) -> dict[str, Any]:
    n, me, tables = view["seats"], view["seat"], state.tables
    players = [view["players"][(me + place) % n] for place in range(n)]
    gears = [0] * (int(GEARS) * 13)
    for gear, one in enumerate(view["gears"]):
        for tooth, seat in one["on"]:
            gears[13 * gear + tooth] = 5 if seat < 0 else 1 + (seat - me) % n
    frame = view["frame"]
    dealt = [tables.wealth_ids.index(tile) for tile in view["mine"]["dealt"]]
    told = {
        "phase": PHASES.index(view["phase"]),
        "frame": FRAMES.index(frame["kind"]) if frame else -1,
        "depth": frame["depth"] if frame else -1,
        "row": [-1 if tile is None else tables.building_ids.index(tile) for tile in view["row"]],
        "monument_row": [-1 if tile is None else tables.monument_ids.index(tile) for tile in view["monuments"]],
        "jungle": [fields for group in view["jungle"] for fields in group],
        "day": view["turned"] + 1,
        "age": view["age"],
        "food_days": view["food"]["index"] - 1 if view["food"] else 4,
        "first": (view["first"] - me) % n,
        "claimed": -1 if view["claimed"] is None else (view["claimed"] - me) % n,
        "placed": view["placed"],
        "pile": view["pile"],
        "skulls": view["skulls"],
        "deck": view["deck"],
        "dealt": dealt or [-1] * 4,
        "choice": _choice(view["mine"]),
        "offered": [int(position in view["offered"]) for position in range(11)],
        "gears": gears,
        "buildings": _owners(tables.building_ids, [one["buildings"] for one in players]),
        "monuments": _owners(tables.monument_ids, [[tile["id"] for tile in one["monuments"]] for one in players]),
        "wealth": _owners(tables.wealth_ids, [one["wealth"] for one in players]),
    }
    if view["phase"] == "play":
        told |= {"active": (view["active"] - me) % n, "mode": MODES.index(view["mode"])}
    return told | {"seats": [_seat(view, one, (me + place) % n) for place, one in enumerate(players)]}


def _choice(mine: dict[str, Any]) -> int:
    if not mine["kept"]:
        return -1
    dealt = mine["dealt"]
    return next(pair for pair in range(6) if [dealt[PAIR_A[pair]], dealt[PAIR_B[pair]]] == mine["kept"])


def _owners(ids: list[str], held: list[list[str]]) -> list[int]:
    return [next((place for place, tiles in enumerate(held) if one in tiles), -1) for one in ids]


def _seat(view: dict[str, Any], one: dict[str, Any], seat: int) -> dict[str, Any]:
    found = {
        "goods": [one[name] for name in MATERIALS],
        "tiles": [one["corn_tiles"], one["wood_tiles"]],
        "fed": one["free"],
        "discount": one["discount"],
        "light": int(one["light"]),
        "ready": int(view["ready"][seat]),
        **{name: one[name] for name in ("hand", "workers", "temples", "levels")},
    }
    if view["phase"] != "over":  # then a view tells the points with those of the end
        found["score"] = one["score"]
    return found
