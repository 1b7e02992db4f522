"""Win chances of every seat in a position, with their error and the best moves.

Several independent searches evaluate the same position. The result is their mean; the error follows from how far they
differ. It covers chance in the searches, not what all of them misjudge alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablero.analysis.playouts import error_of, means, wins
from tablero.bots import Glimpse, Searcher, glimpse, strongest
from tablero.bots.search import Search
from tablero.core.luck import Luck
from tablero.core.state import State

SEARCH_COUNT = 4
SEARCH_SECONDS = 1.6  # for all of them together
# Standard errors around a mean of SEARCH_COUNT searches that hold the truth in 95 of 100 cases (Student's t with 3
# degrees of freedom).
STUDENT_FACTOR = 3.18
MIN_CHANCE_ERROR = 0.01  # while the game runs


@dataclass(frozen=True)
class WinChances:
    """Chances of the seats from 0 to 1 and their error; moves of the seat to move with their share of the visits,
    the best first."""

    chances: tuple[float, ...]
    error: float
    iterations: int
    moves: tuple[tuple[int, float], ...] = ()

    def written(self) -> dict[str, Any]:
        return {"chances": self.chances, "give": self.error, "thoughts": self.iterations, "moves": self.moves}

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> WinChances:
        moves = tuple((int(move), float(share)) for move, share in written["moves"])
        return cls(tuple(map(float, written["chances"])), float(written["give"]), int(written["thoughts"]), moves)


def win_chances_of(state: State, seat: int, luck: Luck, searcher: Searcher | None = None) -> WinChances:
    """Return the chances of every seat, as the seat that owes a decision can know them."""
    if state.result() is not None:
        return WinChances(tuple(wins(state)), 0.0, 0)
    if searcher is None:
        searcher = replace(strongest(state.game), seconds=SEARCH_SECONDS / SEARCH_COUNT)
    seen = glimpse(state, seat, luck)
    searches = [searcher.think(glimpse(state, seat, luck), luck) for _ in range(SEARCH_COUNT)]
    found = [_shares(search.chances()) for search in searches]
    error = max(MIN_CHANCE_ERROR, STUDENT_FACTOR * max(error_of(column) for column in zip(*found, strict=True)))
    iterations = sum(int(search.iterations) for search in searches)
    return WinChances(tuple(means(found)), error, iterations, _moves(searches, seen))


def total_visits(searches: Sequence[Search], seen: Glimpse) -> list[int]:
    """Return the visits of each legal move in all searches together."""
    return [sum(column) for column in zip(*(search.visits(seen.moves) for search in searches), strict=True)]


def _shares(chances: Sequence[float]) -> list[float]:
    """Return chances that sum to 1; the chance of a single seat, which plays against the rules, stays as it is."""
    total = sum(chances)
    return list(chances) if len(chances) == 1 or total <= 0 else [chance / total for chance in chances]


def _moves(searches: Sequence[Search], seen: Glimpse) -> tuple[tuple[int, float], ...]:
    """Return the moves of the seat with their share of the visits, the most visited first."""
    if not seen.moves:
        return ()
    visits = total_visits(searches, seen)
    total = max(1, sum(visits))
    shares = [(move, count / total) for move, count in zip(seen.moves, visits, strict=True)]
    return tuple(sorted(shares, key=lambda share: -share[1]))
