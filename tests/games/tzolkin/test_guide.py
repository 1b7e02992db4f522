"""The drawn examples of Tzolk'in can be tried, and no position lies about that is not shown."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import tablero

GAME = tablero.game("tzolkin")


def test_an_example_is_seen_by_whoever_can_try_it() -> None:
    for example in GAME.figures.values():
        assert example.state(GAME).owes(example.seat), example.id


def test_every_position_that_was_made_for_an_example_is_shown() -> None:
    folder = Path(str(files(GAME.package))) / "lessons" / "positions"
    named = set(
        re.findall(
            r'^position = "(.+)"$', (folder.parents[1] / "guide" / "figures.toml").read_text("utf-8"), re.MULTILINE
        )
    )
    assert {path.stem for path in folder.glob("diagram-*.json")} == named
