"""Worth: the chances of every seat in a position, how sure that is, and which moves would be best.

Several searches think about the same position, each with luck of its own. Their mean is told, and how far they are apart:
that is what chance in the thinking may have added. What all of them misjudge alike it cannot show.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablero.bots import Glimpse, Searcher, glimpse, strongest
from tablero.bots.search import Search
from tablero.core.luck import Luck
from tablero.core.state import State

SEARCHES = 4
SECONDS = 1.6  # for all of them together
# How many standard errors of a mean of so many searches hold the truth in 95 of 100 cases (Student's t, 3 degrees of freedom).
SPREAD = 3.18
FINEST = 0.01  # nobody claims to know chances better than that while the game runs


@dataclass(frozen=True)
class Worth:
    """The chances of the seats, give or take so much, after so many thoughts; and the moves of the seat that owes one, each
    with its share of the thoughts, the best first."""

    chances: tuple[float, ...]
    give: float
    thoughts: int
    moves: tuple[tuple[int, float], ...] = ()

    def written(self) -> dict[str, Any]:
        return {"chances": self.chances, "give": self.give, "thoughts": self.thoughts, "moves": self.moves}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Worth:
        moves = tuple((int(move), float(share)) for move, share in written["moves"])
        return cls(tuple(map(float, written["chances"])), float(written["give"]), int(written["thoughts"]), moves)


def worth_of(state: State, seat: int, luck: Luck, searcher: Searcher | None = None) -> Worth:
    """What a position is worth to every seat, as the seat that owes a decision can know it."""
    result = state.result()
    if result is not None:
        winners = result.winners
        won = tuple(1 / len(winners) if each in winners else 0.0 for each in range(int(state.seats)))
        return Worth(won, 0.0, 0)
    if searcher is None:
        searcher = replace(strongest(state.game), seconds=SECONDS / SEARCHES)
    seen = glimpse(state, seat, luck)
    searches = [searcher.think(glimpse(state, seat, luck), luck) for _ in range(SEARCHES)]
    told = [_shares(search.chances()) for search in searches]
    means = [sum(column) / SEARCHES for column in zip(*told, strict=True)]
    apart = [_apart(column) for column in zip(*told, strict=True)]
    thoughts = sum(int(search.iterations) for search in searches)
    return Worth(tuple(means), max(FINEST, SPREAD * max(apart)), thoughts, _moves(searches, seen))


def _shares(chances: Sequence[float]) -> list[float]:
    """Chances that sum to one; a lone seat plays against the rules themselves."""
    total = sum(chances)
    return list(chances) if len(chances) == 1 or total <= 0 else [chance / total for chance in chances]


def _apart(column: Sequence[float]) -> float:
    """The standard error of the mean."""
    mean = sum(column) / len(column)
    return math.sqrt(sum((each - mean) ** 2 for each in column) / (len(column) - 1) / len(column))


def _moves(searches: Sequence[Search], seen: Glimpse) -> tuple[tuple[int, float], ...]:
    """The moves of the seat by how much they were thought about."""
    if not seen.moves:
        return ()
    tried = [sum(column) for column in zip(*(search.visits(seen.moves) for search in searches), strict=True)]
    total = max(1, sum(tried))
    shares = [(move, visits / total) for move, visits in zip(seen.moves, tried, strict=True)]
    return tuple(sorted(shares, key=lambda share: -share[1]))
