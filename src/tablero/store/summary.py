"""Summary: a table as lists show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablero.table import Holder, Terms


@dataclass(frozen=True)
class Summary:
    """What a lobby says about a table without loading it."""

    id: str
    game: str
    seats: int
    holders: tuple[Holder, ...]
    host: str
    started: bool
    over: bool
    version: int
    actors: tuple[int, ...]
    scores: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    created: float
    updated: float
    terms: Terms
    represented: tuple[int, ...]  # the people's seats that bots play
    ends: Mapping[int, float]  # when whose time runs out
    broken_off: bool = False  # it was ended before its end: nobody has won
    resigned: tuple[int, ...] = ()  # the represented seats that nobody comes back to

    @property
    def public(self) -> bool:
        """Whether everybody may hear of it and look on."""
        return self.terms.visibility == "listed" and self.terms.watched

    def bot_plays(self, seat: int) -> bool:
        """Whether a bot decides at a seat, for itself or for somebody who is away."""
        return self.holders[seat].kind == "bot" or seat in self.represented
