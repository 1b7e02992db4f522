"""What runs in a bot's own process: thinking about an imagined position. Imports little, so that it starts quickly.

A bot's turn is one thought: it is asked for as many moves as it can be sure of, and it remembers what it thought until it is
asked again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from typing import Any

from tablero.bots import Glimpse, Mind, bot
from tablero.core.luck import seeded
from tablero.games import game as find_game
from tablero.insight.advice import Advice
from tablero.insight.advice import advise as advise_about

ADVICE = 1.0  # seconds of thought for somebody who asks what to do
REMEMBERED = 12  # seats whose thoughts a process keeps

_minds: OrderedDict[str, Mind] = OrderedDict()
_hush: Event | None = None  # set when somebody waits for an answer of this process


@dataclass(frozen=True)
class Question:
    """What a bot is asked, with everything that it may know: the true position never reaches its process."""

    key: str  # the table and the seat
    game: str
    imagined: dict[str, Any]
    seat: int
    level: int
    seed: int
    since: Sequence[tuple[int, int]] | None = None  # moves since it was asked last, as it saw them; None: it begins anew


def take_turn(question: Question, first: int | None = None) -> list[int]:
    """A bot's moves up to the point where something is settled, beginning with `first` when that has been chosen."""
    mind = _called(question)
    return mind.turn(_seen(question), seeded(question.seed), first)


def explore(question: Question) -> list[int]:
    """How often a search tries each of the legal moves: several processes together choose better than one."""
    return _called(question).explore(_seen(question), seeded(question.seed))


def think_ahead(question: Question, seconds: float) -> None:
    """Think in others' time, until somebody waits for an answer of this process."""
    mind = _mind(question)
    mind.think_ahead(_seen(question), seeded(question.seed), seconds, lambda: _hush is None or _hush.is_set())


def _called(question: Question) -> Mind:
    """Somebody waits; whoever thinks ahead here later need not stop for that."""
    if _hush is not None:
        _hush.clear()
    return _mind(question)


def _mind(question: Question) -> Mind:
    """Whoever was asked before, told what has happened since; else somebody new."""
    mind = _minds.pop(question.key, None)
    if mind is None or question.since is None:
        mind = Mind(bot(f"level{question.level}"), question.seat)
    else:
        for mover, move in question.since:
            if mover != question.seat:  # its own choices are known to it, and what was forced has no part in a search
                mind.saw(mover, move)
    _minds[question.key] = mind
    while len(_minds) > REMEMBERED:
        _minds.popitem(last=False)
    return mind


def _seen(question: Question) -> Glimpse:
    return Glimpse.of_imagined(find_game(question.game).load(question.imagined), question.seat)


def advise(game: str, imagined: dict[str, Any], seat: int, seed: int) -> Advice:
    """What the strongest level would do and why, from an imagined position, after about a second."""
    return advise_about(Glimpse.of_imagined(find_game(game).load(imagined), seat), seeded(seed), ADVICE)


def settle_in(hush: Event | None = None) -> None:
    """In a fresh process: leave Ctrl-C to the server, and go when the server has gone, even by kill -9."""
    global _hush
    _hush = hush
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def settle_in_behind(hush: Event | None = None) -> None:
    """The same for a process whose work can wait: bots and people come first."""
    settle_in(hush)
    if hasattr(os, "nice"):
        os.nice(10)
