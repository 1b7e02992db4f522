"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Result:
    """Scores by seat, the rank of each seat (1 is best, ties share), the winning seats and why the game ended."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    why: str

    def as_json(self) -> dict[str, Any]:
        """Return the result as views show it: a GameEnding of core/view.py."""
        return {"scores": list(self.scores), "ranks": list(self.ranks), "winners": list(self.winners), "why": self.why}

    @classmethod
    def of_scores(cls, scores: list[int], why: str) -> Result:
        """Return the result of a game that the highest score wins and in which ties are shared."""
        best_first = sorted(scores, reverse=True)
        ranks = tuple([1 + best_first.index(own) for own in scores])
        return cls(tuple(scores), ranks, tuple(seat for seat, rank in enumerate(ranks) if rank == 1), why)
