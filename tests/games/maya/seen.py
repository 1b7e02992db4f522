"""What a row of Maya's tensor must say of a position, worked out from the view of the same seat."""

from __future__ import annotations

from typing import Any

from tablero.core import State
from tablero.games.maya.layout import PHASES


def expected(view: dict[str, Any], state: State) -> dict[str, Any]:
    n, me, mine = view["seats"], view["seat"], view["mine"]
    lies = [0] * len(view["map"]["spaces"])
    cities = [0] * (2 * len(view["map"]["temples"]))
    for space, seat, crop, number in view["tiles"]:
        lies[space] = 1 + 8 * ((seat - me) % n) + 2 * crop + number - 1
    for city in view["cities"]:
        cities[2 * city["temple"]] = city["size"]
        cities[2 * city["temple"] + 1] = int(city["closed"])
        for space in city["spaces"]:
            lies[space] = 33 + city["temple"]
    told = {
        "phase": PHASES.index(view["phase"]),
        "turn": view["turn"],
        "crop": -1 if view["crop"] is None else view["crop"],
        "new": view["new"] + [-1] * (8 - len(view["new"])),
        "old": view["old"] + [-1] * (8 - len(view["old"])),
        "rack": mine["rack"],
        "unknown": mine["unknown"],
        "map": lies,
        "cities": cities,
    }
    if view["actors"]:
        told["mover"] = (view["actors"][0] - me) % n
    if mine["held"] is not None:
        told["held"] = mine["held"]
    seats = [view["players"][(me + place) % n] for place in range(n)]
    return told | {
        "seats": [
            {"rack_size": one["rack"], "reserve_size": one["reserve"], "score": one["score"], "turns": one["turns"]}
            for one in seats
        ]
    }
