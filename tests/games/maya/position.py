"""Positions of Maya built with a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import tablero
from tablero.core import Game, State

GAME = tablero.game("maya")
CROPS = ("maize", "potato", "squash", "pepper")
TILES = (6, 2) * 4
END, EXPAND, DRAW, PASS = 0, 1, 2, 3


def kind(word: str) -> int:
    """maize is 0, maize2 is 1, potato is 2 ..."""
    return 2 * CROPS.index(word.removesuffix("2")) + word.endswith("2")


def counts(words: str) -> list[int]:
    kinds = [kind(word) for word in words.split()]
    return [kinds.count(number) for number in range(8)]


def space(text: str) -> list[int]:
    q, r = text.split(",")
    return [int(q), int(r)]


def position(
    tiles: Sequence[str] = (),
    cities: Mapping[str, str] | None = None,
    racks: Sequence[str] = ("", ""),
    reserves: Sequence[str] | None = None,
    scores: Sequence[int] = (),
    turns: Sequence[int] = (),
    mover: int = 0,
    closed: Sequence[str] = (),
    passes: int = 0,
    game: Game = GAME,
    rules: int = 0,
    **options: str,
) -> State:
    """A position at the beginning of a turn.

    Tiles are written "0 maize2 1,0": seat, face, space. Cities are a temple and its face-down tiles:
    {"Tikal": "1,0 2,0"}. Every temple beside a tile is founded. What lies nowhere is in the reserve, unless reserves
    are given.
    """
    seats = len(racks)
    settled = game.settle_options(seats, options)
    board = game.facts["board"]
    temples = {temple["name"]: [temple["q"], temple["r"]] for temple in board["temples"]}
    cities = dict(cities if cities is not None else {game.facts["setup"]["initial_temple"]["temple"]: ""})
    planted = []
    for tile in tiles:
        seat, face, at = tile.split()
        planted.append([space(at), int(seat), kind(face) // 2, kind(face) % 2 + 1])
        for name, (q, r) in temples.items():
            dq, dr = q - space(at)[0], r - space(at)[1]
            if max(abs(dq), abs(dr), abs(dq + dr)) == 1:
                cities.setdefault(name, "")
    players = []
    for seat in range(seats):
        rack = counts(racks[seat])
        used = [sum(2 * t[2] + t[3] - 1 == k and t[1] == seat for t in planted) for k in range(8)]
        left = [max(0, TILES[k] - used[k] - rack[k]) for k in range(8)]
        players.append(
            {
                "rack": rack,
                "reserve": counts(reserves[seat]) if reserves is not None else left,
                "hidden": [0] * 8,
                "unseen": [0] * 8,
                "score": scores[seat] if scores else 0,
                "turns": turns[seat] if turns else 0,
                "latest": 0,
            }
        )
    return game.load(
        {
            "game": "maya",
            "rules": rules or game.rules,
            "seats": seats,
            "options": settled,
            "luck": [1, 2, 3, 4],
            "settled": 10,
            "phase": "choose",
            "mover": mover,
            "turn": 1 + sum(turns),
            "crop": -1,
            "held": -1,
            "passes": passes,
            "owed": 0,
            "new": [],
            "old": [],
            "tiles": planted,
            "cities": [[temples[name], *map(space, more.split())] for name, more in cities.items()],
            "closed": list(closed),
            "players": players,
        }
    )


def do(state: State, *words: str) -> None:
    """Play moves of whoever is to move: do(state, "plant maize", "at 1,0", "end")."""
    for text in words:
        (seat,) = state.actors()
        state.play(seat, GAME.read(state, seat, text))


def why(state: State, text: str) -> str | None:
    """The rule that forbids a move of whoever is to move."""
    (seat,) = state.actors()
    return state.why_not(seat, GAME.read(state, seat, text))


def offered(state: State) -> list[str]:
    (seat,) = state.actors()
    return [GAME.write(state, seat, move) for move in state.moves(seat)]


def scores(state: State) -> list[int]:
    return [int(points) for points in state.standing()]


def city(state: State, name: str) -> dict[str, Any] | None:
    found: list[dict[str, Any]] = [one for one in state.view(None)["cities"] if one["name"] == name]
    return found[0] if found else None


def founded(state: State) -> set[str]:
    return {one["name"] for one in state.view(None)["cities"]}


def racks(state: State) -> list[int]:
    return [player["rack"] for player in state.view(None)["players"]]


def ring(q: int = 0, r: int = 0) -> list[str]:
    """The six spaces round a space."""
    return [f"{q + dq},{r + dr}" for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))]
