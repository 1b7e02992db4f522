"""What runs in a bot's own process: thinking about an imagined position. Imports little, so that it starts quickly."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from dataclasses import replace
from multiprocessing.connection import wait
from typing import Any

from tablero.bots import LEVELS, Glimpse, Searcher, bot
from tablero.core.luck import seeded
from tablero.games import game as find_game

ADVICE = 1.0  # seconds of thought for somebody who asks what to do


def choose(game: str, imagined: dict[str, Any], seat: int, level: int, seed: int) -> int:
    """A bot's move, from an imagined position: the true one never reaches this process."""
    state = find_game(game).load(imagined)
    return bot(f"level{level}").choose(Glimpse.of_imagined(state, seat), seeded(seed))


def advise(game: str, imagined: dict[str, Any], seat: int, seed: int) -> list[tuple[int, float]]:
    """What the strongest level would do, after about a second: the moves that it thought about, each with its share of the
    thoughts, the best first."""
    strongest = LEVELS[-1].bot
    assert isinstance(strongest, Searcher)
    glimpse = Glimpse.of_imagined(find_game(game).load(imagined), seat)
    search = replace(strongest, seconds=ADVICE).think(glimpse, seeded(seed))
    best, tried = search.best(glimpse.moves), search.visits(glimpse.moves)
    shares = [(move, visits / max(1, sum(tried))) for move, visits in zip(glimpse.moves, tried, strict=True)]
    return sorted(shares, key=lambda share: (share[0] != best, -share[1]))


def settle_in() -> None:
    """In a fresh process: leave Ctrl-C to the server, and go when the server has gone, even by kill -9."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def settle_in_behind() -> None:
    """The same for a process whose work can wait: bots and people come first."""
    settle_in()
    if hasattr(os, "nice"):
        os.nice(10)
