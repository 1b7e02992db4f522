"""Holder of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tablero.core.evaluation.character import Character
from tablero.core.game import Game

Kind = Literal["person", "bot", "open"]


@dataclass(frozen=True)
class Holder:
    """A person (by id), a bot (by level), or an open seat."""

    kind: Kind
    name: str = ""
    person: str = ""
    level: int = 0

    def character(self, game: Game) -> Character | None:
        """Return the character of a bot, which its name says; None for a bot without one and for a person."""
        return game.cast.named(self.name) if game.cast is not None and self.kind == "bot" else None
