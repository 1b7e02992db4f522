"""The ladder: who plays at which level of each game, found by matches of every level against the one below (docs/bots.md).

The lower levels look one step ahead and choose the more softly the lower they are; the upper ones search, the longer the higher.
"""

from __future__ import annotations

from collections.abc import Mapping

from tablero.bots.players import Bot, Greedy, Searcher

# Seconds that the strongest thinks about a turn. In Yaxha all choose at the same time, and one may have to wait for the others.
TURN = 1.0
TOGETHER = 0.5

LADDER: Mapping[str, tuple[Bot, ...]] = {
    "yaxha": (
        Greedy(10.9), Greedy(3.5), Greedy(1.6), Greedy(), Searcher(100), Searcher(500), Searcher(2500),
        Searcher(seconds=TOGETHER),
    ),
    "maya": (
        Greedy(1.1), Greedy(0.7), Greedy(0.39), Greedy(), Searcher(28), Searcher(190), Searcher(1100),
        Searcher(seconds=TURN),
    ),
    "tzolkin": (
        Greedy(0.72), Greedy(0.57), Greedy(0.37), Greedy(), Searcher(25), Searcher(95), Searcher(600),
        Searcher(seconds=TURN),
    ),
    "amritsar": (
        Greedy(1.48), Greedy(1.05), Greedy(0.58), Greedy(), Searcher(28), Searcher(170), Searcher(1000),
        Searcher(seconds=TURN),
    ),
}  # fmt: skip
