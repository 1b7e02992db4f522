"""A bot that plays for hours needs no more memory than one that plays for a minute."""

from __future__ import annotations

import resource

import tablero
from tablero.bots import bot, glimpse
from tablero.core import seeded
from tablero.core.playout import play_at_random


def test_thousands_of_decisions_leave_nothing_behind() -> None:
    state = tablero.game("yaxha").start(4, 1)
    luck = seeded(1)
    play_at_random(state, luck, 4)
    greedy = bot("greedy")

    def think(times: int) -> int:
        for _ in range(times):
            greedy.choose(glimpse(state, 0, luck), luck)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = think(500)
    # Each decision used to leave about 280 bytes behind.
    assert think(10_000) - before < 1500
