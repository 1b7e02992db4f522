"""What the strongest level would do, what else comes into question, and why the first is better than the next."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablero.bots import Glimpse, strongest
from tablero.core.aspect import Reason
from tablero.core.luck import Luck
from tablero.insight.reasons import reasons

MOST = 3  # moves that are named
REASONING = 0.3  # the part of the time in which reasons are looked for


@dataclass(frozen=True)
class Choice:
    """A move, and the chance of winning after it, from 0 to 1."""

    move: int
    chance: float


@dataclass(frozen=True)
class Advice:
    """The best moves, the best first, and what speaks for it against one of the others."""

    best: tuple[Choice, ...]
    against: int | None = None  # the move with which it is compared: the next best one that makes a difference
    reasons: tuple[Reason, ...] = ()


def advise(glimpse: Glimpse, luck: Luck, seconds: float) -> Advice:
    """Advice for a seat that has more than one move, after about so many seconds (0: as long as the level itself thinks). It knows
    what a glimpse tells."""
    thinker = strongest(glimpse.state.game)
    if seconds > 0.0:
        thinker = replace(thinker, seconds=(1.0 - REASONING) * seconds)
    search = thinker.think(glimpse, luck)
    best = int(search.best(glimpse.moves))
    found = zip(search.visits(glimpse.moves), glimpse.moves, search.values(glimpse.moves), strict=True)
    ranked = sorted((one for one in found if one[0] > 0), key=lambda one: (one[1] != best, -one[0]))
    choices = tuple(Choice(move, chance) for _, move, chance in ranked[:MOST])
    others = [choice.move for choice in choices[1:]]
    for other in others:
        # The same plan in another order makes no difference: then the one after that does.
        speaks = reasons(glimpse, best, other, luck, seconds=REASONING * seconds / len(others))
        if speaks:
            return Advice(choices, other, tuple(speaks))
    return Advice(choices, others[0] if others else None)
