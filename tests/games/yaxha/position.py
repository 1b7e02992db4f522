"""Positions of Yaxha built with a few words."""

from __future__ import annotations

from typing import Any

import tablero
from tablero.core import State

GAME = tablero.game("yaxha")
LETTERS = "OBGYW"


def cubes(levels: list[list[str]]) -> list[list[int]]:
    """Layouts as in facts.toml: levels[z][y][x], a letter for each cube, a dot for an empty cell."""
    return [
        [x, y, z, LETTERS.index(letter)]
        for z, level in enumerate(levels)
        for y, row in enumerate(level)
        for x, letter in enumerate(row)
        if letter != "."
    ]


def hand(letters: str) -> list[int]:
    """Cubes in hand as five counts: hand("OOB")."""
    return [letters.count(letter) for letter in LETTERS]


def position(
    pyramids: list[list[list[str]]] | None = None,
    hands: list[str] | None = None,
    cards: list[str] | None = None,
    initiative: list[int] | None = None,
    phase: str = "build",
    round: int = 5,
    seats: int | None = None,
    **options: str,
) -> State:
    """A position in which every seat owes the decision of the phase; what is not named is empty."""
    n = seats or (len(pyramids) if pyramids else len(hands or initiative or [0, 0]))
    pyramids = pyramids or [[] for _ in range(n)]
    hands = hands or ["" for _ in range(n)]
    building = phase == "build"
    players = []
    for seat in range(n):
        mine = cubes(pyramids[seat])
        players.append(
            {"cubes": mine, "hand": hand(hands[seat]), "discarded": [0] * 5, "placed": [], "done": phase == "over"}
        )
    used = [sum(c[3] == colour for p in players for c in p["cubes"]) for colour in range(5)]
    held = [sum(p["hand"][colour] for p in players) for colour in range(5)]
    market = [[LETTERS.index(letter) for letter in hands[seat]] if building else [0, 1, 2] for seat in range(n)]
    drawn = held if building else [n if colour < 3 else 0 for colour in range(5)]
    return GAME.load(
        {
            "game": "yaxha",
            "rules": 1,
            "seats": n,
            "options": GAME.settle_options(n, options),
            "luck": [1, 2, 3, 4],
            "settled": 10,
            "phase": phase,
            "round": 10 if phase == "over" else round,
            "cards": cards or ["largest_any", "largest_level_1", "most_levels"],
            "bag": [24 - used[colour] - drawn[colour] for colour in range(5)],
            "market": market,
            "owners": list(range(n)) if building else [-1] * n,
            "initiative": initiative or list(range(1, n + 1)),
            "chosen": list(range(n)) if building else [-1] * n,
            "taken": list(range(n)) if building else [-1] * n,
            "players": players,
        }
    )


def place(state: State, seat: int, letter: str, x: int, y: int, level: int) -> None:
    """Place a cube; level 1 is the lowest."""
    state.play(seat, place_move(letter, x, y, level))


def place_move(letter: str, x: int, y: int, level: int) -> int:
    colour = ("orange", "blue", "green", "yellow", "grey")[LETTERS.index(letter)]
    return GAME.moves.read(f"{colour} {x},{y} level {level}")


def cells(state: State, seat: int, letter: str) -> list[list[int]]:
    """The legal cells of a colour as [x, y, z] with z from 0, as in facts.toml."""
    offers = state.view(seat)["offers"]
    colour = LETTERS.index(letter)
    return [offer["cube"][:3] for offer in offers if "cube" in offer and offer["cube"][3] == colour]


def won(state: State, card: int = 0) -> list[bool]:
    """Who scores one of the three cards now."""
    found: list[bool] = state.view(None)["cards"][card]["won"]
    return found


def score(levels: list[list[str]], **options: str) -> dict[str, Any]:
    """Sizes, points and hidden cells of one pyramid."""
    view = position([levels, []], phase="over", **options).view(None)
    found: dict[str, Any] = view["pyramids"][0]
    return found


FINISH = 4
