"""The ladder: who plays at which level of each game, found by matches of every level against the one below."""

from __future__ import annotations

from collections.abc import Mapping

from tablero.bots.players import Bot, Greedy, Searcher

TURN = 1.0  # seconds that the strongest thinks about a turn at most, so that nobody waits for it longer than two

LADDER: Mapping[str, tuple[Bot, ...]] = {
    "yaxha": (
        Greedy(5.0), Greedy(2.0), Greedy(0.8), Greedy(), Searcher(20), Searcher(80), Searcher(400),
        Searcher(seconds=TURN),
    ),
    "maya": (
        Greedy(2.2), Greedy(1.4), Greedy(0.8), Greedy(0.4), Greedy(), Searcher(30), Searcher(200),
        Searcher(seconds=TURN),
    ),
    "tzolkin": (
        Greedy(1.3), Greedy(1.0), Greedy(0.7), Greedy(0.4), Greedy(), Searcher(30), Searcher(200),
        Searcher(seconds=TURN),
    ),
    "amritsar": (
        Greedy(1.9), Greedy(1.4), Greedy(1.0), Greedy(0.6), Greedy(), Searcher(30), Searcher(200),
        Searcher(seconds=TURN),
    ),
}  # fmt: skip
