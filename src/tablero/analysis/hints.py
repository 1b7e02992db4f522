"""Hints: the move of the strongest level, the alternatives, and the reasons for the first against one of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tablero.analysis.move_reasons import reasons
from tablero.bots import Glimpse, strongest
from tablero.core.aspect import Reason
from tablero.core.luck import Luck, seeded
from tablero.games import game as find_game

HINT_SECONDS = 1.0  # of a hint at the table
DEEPER_SECONDS = 2.5  # of a second look at the same position
MAX_REASONS = 2
MAX_MOVES = 3  # of a hint
REASONS_SHARE = 0.3  # of the time, for the reasons


@dataclass(frozen=True)
class MoveChance:
    """A move, and the chance of winning after it, from 0 to 1."""

    move: int
    chance: float


@dataclass(frozen=True)
class MoveHint:
    """The best moves, the best first, and the reasons for it against one of the others."""

    best: tuple[MoveChance, ...]
    against: int | None = None  # the move it is compared with: the next best one with a different effect
    reasons: tuple[Reason, ...] = ()


def make_hint(glimpse: Glimpse, luck: Luck, seconds: float) -> MoveHint:
    """Return a hint for a seat that has more than one move, after about `seconds` (0: the level's own limits)."""
    searcher = strongest(glimpse.state.game)
    if seconds > 0.0:
        searcher = replace(searcher, seconds=(1.0 - REASONS_SHARE) * seconds)
    search = searcher.think(glimpse, luck)
    best = int(search.best(glimpse.moves))
    found = zip(search.visits(glimpse.moves), glimpse.moves, search.values(glimpse.moves), strict=True)
    ranked = sorted((one for one in found if one[0] > 0), key=lambda one: (one[1] != best, -one[0]))
    choices = tuple(MoveChance(move, chance) for _, move, chance in ranked[:MAX_MOVES])
    others = [choice.move for choice in choices[1:]]
    for other in others:
        # The same plan in another order has the same effect: then compare with the next move.
        found_reasons = reasons(glimpse, best, other, luck, MAX_REASONS, seconds=REASONS_SHARE * seconds / len(others))
        if found_reasons:
            return MoveHint(choices, other, tuple(found_reasons))
    return MoveHint(choices, others[0] if others else None)


def hint_for_imagined(game: str, imagined: dict[str, Any], seat: int, seed: int, seconds: float) -> MoveHint:
    """Return a hint from the dump of an imagined position of `game`, after about so many seconds."""
    return make_hint(Glimpse.of_imagined(find_game(game).load(imagined), seat), seeded(seed), seconds)
