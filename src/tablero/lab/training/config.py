"""Settings of a training run; the same settings give the same value network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from tablero.lab.seeds import refuse_reserved

SEEDS_PER_RUN = 100_000_000  # of a training run: it begins at its seed times that


@dataclass(frozen=True)
class TrainingConfig:
    """Settings of a training run, stored in its folder and with the weights."""

    game: str
    seed: int = 1
    games: int = 1500  # self-play of one generation
    greedy: int = 5000  # games of greedy bots in the first generation, which are cheap
    iterations: int = 12  # of a search in self-play, for one decision
    moments: int = 16  # quiet positions kept of a game
    hidden: int = 32
    epochs: int = 20
    margin: float = 1.0  # the part of the target that is `search.final_values`; the rest is the win
    root: float = 0.0  # the part of the target that is the value of the search
    duels: int = 300  # games of a match against a rival, for each number of seats
    pace: int = 60  # iterations of the rival for a turn in these matches; the candidate gets as much time

    def __post_init__(self) -> None:
        refuse_reserved(self.seed * SEEDS_PER_RUN, SEEDS_PER_RUN)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> TrainingConfig:
        """Raise ValueError if a setting is missing or unknown."""
        if set(values) != {field.name for field in fields(cls)}:
            raise ValueError("these are no settings of a learner")
        return cls(**values)
