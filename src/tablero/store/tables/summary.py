"""Summary of a table for lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablero.table import Holder, Terms


@dataclass(frozen=True)
class Summary:
    """A table as lists show it, without its log."""

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
    represented: tuple[int, ...]  # seats of people that bots play
    ends: Mapping[int, float]  # when the time of each seat runs out
    broken_off: bool = False  # ended early, without winners
    resigned: tuple[int, ...] = ()  # represented seats whose people have resigned

    @property
    def public(self) -> bool:
        """Whether it is listed and may be watched."""
        return self.terms.visibility == "listed" and self.terms.watched

    def bot_plays(self, seat: int) -> bool:
        """Whether a bot decides at a seat, its own or that of an absent player."""
        return self.holders[seat].kind == "bot" or seat in self.represented
