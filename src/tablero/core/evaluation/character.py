"""Character: a way to play that a bot of any level may have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tablero.core.evaluation.leaning import Leaning


@dataclass(frozen=True)
class Character:
    """Who a bot is: what it values besides winning, by the names of a game's measures."""

    key: str  # in `level5:farmer`
    name: str  # a person's name, the same in every language
    title: str  # two or three English words, translatable
    about: str  # two English sentences, translatable
    values: Mapping[str, float]
    pull: float = 20.0  # how much a value of 1 adds to the score of a move that brings it at once
    effort: float = 1.0  # by how much its searches are longer, which makes up for what its taste costs


@dataclass(frozen=True)
class Characters:
    """The characters of a game, and how their leanings are made."""

    all: tuple[Character, ...]
    names: tuple[str, ...]  # of the measures
    leaning: Callable[[list[float], float], Leaning]

    def named(self, name: str) -> Character | None:
        """Return the character of a bot by the bot's name, which may end with a number."""
        return next((one for one in self.all if name == one.name or name.startswith(f"{one.name} ")), None)

    def leaning_of(self, character: Character) -> Leaning:
        """Return the leaning of one of them."""
        return self.leaning([float(character.values.get(name, 0.0)) for name in self.names], character.pull)
