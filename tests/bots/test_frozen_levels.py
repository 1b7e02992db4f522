"""Levels of an earlier version play as they did: `level5@0.8` is a fixed opponent for papers and friends.

`frozen_levels.json` has their numbers, and a checksum of what each of them chose when it was frozen. Where a change of
a search, an evaluator or a value network alters one, it keeps the former way beside the new one, for that version.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple
from pathlib import Path

import pytest

import tablero
from tablero.bots import bot, glimpse
from tablero.bots.levels import FROZEN_VERSIONS
from tablero.core import Game, seeded
from tablero.plain import is_compiled

KEPT = Path(__file__).with_name("frozen_levels.json")
# What is plain plays the same, much slower (tests/test_compiled_and_plain.py compares whole searches).
LEVEL_NUMBERS = range(1, 8) if is_compiled() else range(1, 5)
LIST = [
    pytest.param(
        version,
        game,
        number,
        id=f"{game.name}-level{number}@{version}",
        marks=[pytest.mark.long] if number == 7 else [],  # longer than the sixth, and nothing else
    )
    for version in FROZEN_VERSIONS
    for game in tablero.games()
    for number in LEVEL_NUMBERS
]


def checksum(game: Game, name: str) -> str:
    """SHA-256 of a beginning with this bot in all seats, and of decisions in the middle of a random game."""
    chosen = []
    for seats, before, decisions in ((2, 0, 10), (game.seats[-1], 60, 6)):
        state, luck = game.start(seats, 810_000 + seats), seeded(before)
        for number in range(before + decisions):
            seat = state.actors()[0]
            moves = state.moves(seat)
            if number < before:
                move = moves[luck.below(len(moves))]
            else:
                move = bot(name).choose(glimpse(state, seat, luck), luck)
                chosen.append(f"{seat}:{move}")
            state.play(seat, move)
    return hashlib.sha256(" ".join(chosen).encode()).hexdigest()


@pytest.mark.parametrize(("version", "game", "number"), LIST)
def test_a_frozen_level_chooses_what_it_chose(version: str, game: Game, number: int) -> None:
    name = f"level{number}@{version}"
    assert checksum(game, name) == json.loads(KEPT.read_text("utf-8"))[f"{game.name} {name}"]


@pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
def test_the_numbers_of_frozen_levels_stay(game: Game) -> None:
    found = {version: [list(astuple(one)) for one in levels] for version, levels in game.frozen.items()}
    assert set(found) == set(FROZEN_VERSIONS)
    assert found == json.loads(KEPT.read_text("utf-8"))[f"{game.name} numbers"]


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(tablero.BadOption, match=r"level1@0\.8"):
        bot("level5@0.3")
