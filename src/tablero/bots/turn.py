"""Turns of bots in worker processes. Imports little, so that a worker starts quickly.

A request asks for all moves up to the next settled point, and the search tree is kept until the next request.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tablero.bots.glimpse import Glimpse
from tablero.bots.levels import OfLevel
from tablero.bots.mind import Mind
from tablero.core.luck import seeded
from tablero.games import game as find_game

MAX_MINDS = 12  # seats whose search trees a process keeps


class Interrupt(Protocol):
    """Flag that a request waits for this process, as `threading.Event` and its namesakes."""

    def is_set(self) -> bool: ...

    def clear(self) -> None: ...


_minds: OrderedDict[str, Mind] = OrderedDict()
_interrupt: Interrupt | None = None


def interrupt_with(interrupt: Interrupt | None) -> None:
    """Set the flag that ends `think_ahead` in this process; without one it ends at once."""
    global _interrupt
    _interrupt = interrupt


@dataclass(frozen=True)
class Question:
    """A request to a bot with everything that it may know: the true position never reaches its process."""

    key: str  # the table and the seat
    game: str
    imagined: dict[str, Any]
    seat: int
    level: int
    seed: int
    character: str = ""  # the key of a character; empty: none
    since: Sequence[tuple[int, int]] | None = None  # moves since the last request, as the seat saw them; None: new tree


def take_turn(question: Question, first: int | None = None) -> list[int]:
    """Return a bot's moves up to the next settled point, beginning with `first` if that has been chosen."""
    return _requested(question).turn(_glimpse(question), seeded(question.seed), first)


def explore(question: Question) -> list[int]:
    """Return the visits of each legal move in a search, to be added to those of other processes."""
    return _requested(question).explore(_glimpse(question), seeded(question.seed))


def think_ahead(question: Question, seconds: float) -> None:
    """Search while other seats are to move, until a request waits for this process."""
    luck = seeded(question.seed)
    _mind(question).think_ahead(_glimpse(question), luck, seconds, lambda: _interrupt is None or _interrupt.is_set())


def _requested(question: Question) -> Mind:
    """Clear the interrupt, which has served its purpose, and return the mind of the seat."""
    if _interrupt is not None:
        _interrupt.clear()
    return _mind(question)


def _mind(question: Question) -> Mind:
    """Return the mind of an earlier request after the moves since, or a new one."""
    mind = _minds.pop(question.key, None)
    if mind is None or question.since is None:
        mind = Mind(OfLevel(question.level, character=question.character), question.seat)
    else:
        for mover, move in question.since:
            if mover != question.seat:  # its own choices are in its tree already, and forced moves have no nodes
                mind.saw(mover, move)
    _minds[question.key] = mind
    while len(_minds) > MAX_MINDS:
        _minds.popitem(last=False)
    return mind


def _glimpse(question: Question) -> Glimpse:
    return Glimpse.of_imagined(find_game(question.game).load(question.imagined), question.seat)
