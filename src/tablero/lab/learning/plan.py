"""Plan: everything that decides how a judge comes about, so that the same plan gives the same judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Plan:
    """What is settled when learning begins. Kept in its folder and in the weights that come of it."""

    game: str
    seed: int = 1
    games: int = 1500  # self-play of one generation
    greedy: int = 5000  # games of bots that look one step ahead, before those of the first: many for little
    iterations: int = 12  # of a search in self-play, for one decision
    moments: int = 16  # calm positions kept of a game
    hidden: int = 32
    epochs: int = 20
    margin: float = 1.0  # the part of the target that is what a finished game is worth to a search; the rest is the win
    root: float = 0.0  # the part of the target that the search itself expected
    duels: int = 300  # games of a match of the gate, for each number of seats
    pace: int = 60  # iterations that the rival has for a turn in the gate; the candidate gets as much time

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Plan:
        """ValueError when something is missing or unknown."""
        if set(told) != {field.name for field in fields(cls)}:
            raise ValueError("these are no settings of a learner")
        return cls(**told)
