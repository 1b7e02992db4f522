"""The games, one folder each."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from importlib import import_module

from tablero.core.errors import BadFacts, BadOption
from tablero.core.facts import fingerprint, read_facts
from tablero.core.game import Game

GAME_NAMES = ("yaxha", "maya", "tzolkin", "amritsar")
# A host's own component data: "maya=FILE", several with the system's path separator between them.
OWN_FACTS = "TABLERO_FACTS"


def game(name: str) -> Game:
    """Return the game of this name, with the host's own component data where the environment names a file.

    >>> game("yaxha").title
    'Yaxha'
    """
    return _found(name, os.environ.get(OWN_FACTS, ""))


@cache
def _found(name: str, setting: str) -> Game:
    if name not in GAME_NAMES:
        raise BadOption("there is no game '{name}'; there are {known}", name=name, known=", ".join(GAME_NAMES))
    path = own_facts(setting).get(name)
    if path is not None:
        return _with_facts(name, path)
    found: Game = import_module(f"tablero.games.{name}").GAME
    return found


def games() -> list[Game]:
    """Return all games."""
    return [game(name) for name in GAME_NAMES]


def own_facts(setting: str) -> dict[str, str]:
    """Return the file of component data of each game named in a setting. Raise BadFacts for a malformed one."""
    files = {}
    for part in filter(None, setting.split(os.pathsep)):
        name, found, path = part.partition("=")
        if not found or not path or name not in GAME_NAMES:
            raise BadFacts(f"{part!r} names no facts file: write GAME=FILE with one of {', '.join(GAME_NAMES)}")
        files[name] = path
    return files


def _with_facts(name: str, path: str) -> Game:
    facts = read_facts(path)
    found: Game = import_module(f"tablero.games.{name}").load(facts)
    built_in: Game = import_module(f"tablero.games.{name}").GAME
    return found if facts == built_in.facts else replace(found, own_facts=fingerprint(facts))
