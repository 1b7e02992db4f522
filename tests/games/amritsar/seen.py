"""What a row of Amritsar's tensor must say of a position, worked out from the view of the same seat."""

from __future__ import annotations

from typing import Any

from tablero.core import State
from tablero.games.amritsar.layout import KINDS, SOURCES


def expected(view: dict[str, Any], state: State) -> dict[str, Any]:
    n, me, names = view["seats"], view["seat"], state.tables.names
    cells = [-1] * 96
    for d, district in enumerate(view["districts"]):
        for level in district["levels"]:
            for cell in level:
                if cell["owner"] is not None:
                    cells[24 * d + cell["cell"]] = 1 if cell["owner"] < 0 else (cell["owner"] - me) % n
    workers = [[one["workers"].count(colour) for colour in range(4)] for one in view["sections"]]
    told = {
        "asking": KINDS.index(view["phase"]),
        "actor": (view["actors"][0] - me) % n if view["actors"] else -1,
        "turn": (view["turn"] - me) % n,
        "first": (view["first"] - me) % n,
        "maharaja": view["maharaja"]["space"],
        "beside": view["maharaja"]["beside"],
        "offer": [int(name in view["offer"]) for name in names["house"]],
        "turns": view["turns"],
        "stock": view["market"]["stock"],
        "temple": [names["temple"].index(tile) for tile in view["temple"]["tiles"]],
        "bridge": [names["bridge"].index(tile["id"]) for tile in view["bridge"]],
        "coins": [one["coins"] for one in view["sections"]],
        "tiles": [names["tile"].index(tile["id"]) for one in view["districts"] for tile in one["tiles"]],
        "sections": [count for section in workers for count in (*section, sum(section))],
        "cells": cells,
    }
    if view["hand"]:
        told["hand"] = [view["hand"]["workers"].count(colour) for colour in range(4)]
        told["origin"] = view["hand"]["origin"]
    seats = [_seat(view["players"][(me + place) % n], names) for place in range(n)]
    if view["solo"]:
        solo = view["solo"]
        told |= {"quarry": solo["quarry"], "solo_track": solo["track"]}
        told["solo_objective"] = names["objective"].index(solo["objective"])
        seats.append(
            {
                "score": solo["score"],
                "load": solo["load"],
                "stall": solo["board"],
                "at": solo["at"],
                "resources": solo["store"],
                "given": solo["given"],
                "ledger": [solo["ledger"][name] for name in SOURCES],
            }
        )
    return told | {"seats": seats}


def _seat(one: dict[str, Any], names: dict[str, list[str]]) -> dict[str, Any]:
    goals = [-1 if goal["id"] is None else names["objective"].index(goal["id"]) for goal in one["objectives"]]
    placed = [-1] * 4
    for kind, goal in enumerate(one["objectives"]):
        if goal["space"] is not None:
            placed[goal["space"]] = kind
    return {
        "coin": one["coins"],
        "at": -1 if one["at"] is None else one["at"],
        "token": ("locked", "ready", "spent").index(one["token"]),
        "mahouts": [-1 if tile is None else names["mahout"].index(tile) for tile in one["mahouts"]],
        "objectives": goals,
        "placed": placed,
        "bought": [int(yes) for yes in one["bought"]],
        "sold": [int(yes) for yes in one["sold"]],
        "ledger": [one["ledger"][name] for name in SOURCES],
        **{name: one[name] for name in ("score", "resources", "room", "tax", "load", "stall", "tracks", "given")},
    }
