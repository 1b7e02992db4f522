"""What runs in a bot's own process: thinking about an imagined position. Imports little, so that it starts quickly."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait
from typing import Any

from tablero.bots import Glimpse, bot
from tablero.core.luck import seeded
from tablero.games import game as find_game
from tablero.insight.advice import Advice
from tablero.insight.advice import advise as advise_about

ADVICE = 1.0  # seconds of thought for somebody who asks what to do


def choose(game: str, imagined: dict[str, Any], seat: int, level: int, seed: int) -> int:
    """A bot's move, from an imagined position: the true one never reaches this process."""
    state = find_game(game).load(imagined)
    return bot(f"level{level}").choose(Glimpse.of_imagined(state, seat), seeded(seed))


def advise(game: str, imagined: dict[str, Any], seat: int, seed: int) -> Advice:
    """What the strongest level would do and why, from an imagined position, after about a second."""
    return advise_about(Glimpse.of_imagined(find_game(game).load(imagined), seat), seeded(seed), ADVICE)


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
