"""Reasons why one move is better than another: the aspects of the game that differ most after paired playouts.

Both moves are played on with the same luck, a few dozen times, from imagined positions: nothing is used that the seat
cannot know.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from tablero.bots import Glimpse, Greedy
from tablero.core.aspect import Aspect, Reason
from tablero.core.game import Game
from tablero.core.i18n.translator import Translator
from tablero.core.luck import Luck
from tablero.core.state import State

PLAYOUT_PAIRS = 32  # playouts from each of the two moves
MIN_PAIRS = 8  # however slow the machine is
REASON_SECONDS = 0.5  # after which no further pair is started
MAX_DECISIONS = 400  # of a playout
PLAYOUT_BLUR = 0.3  # of the greedy bots in a playout
MIN_STANDARD_ERRORS = 2.5  # by which a change must differ from 0
MIN_UNITS = 0.4  # below which a change is not mentioned
MIN_CHANGE = 0.5  # below which a change is less than one thing


def reasons(
    glimpse: Glimpse,
    better: int | Sequence[int],
    other: int | Sequence[int],
    luck: Luck,
    most: int = 3,
    seconds: float = REASON_SECONDS,
) -> list[Reason]:
    """Return at most `most` reasons for the better of two moves, or of two turns, the weightiest first, empty if
    nothing is clear.

    The last one is the price of the move if that weighs as much as the first gain. The same luck gives the same reasons
    unless the time runs out (0 seconds: no limit).

    >>> import tablero
    >>> from tablero.bots import glimpse
    >>> state, luck = tablero.game("maya").start(seats=2, seed=1), tablero.seeded(5)
    >>> seen = glimpse(state, state.actors()[0], luck)
    >>> [reason.aspect for reason in reasons(seen, seen.moves[0], seen.moves[0], luck)]
    []
    """
    game: Game = glimpse.state.game
    measured: list[list[tuple[float, float]]] = [[] for _ in game.aspects]
    lines = [[line] if isinstance(line, int) else list(line) for line in (better, other)]
    until = time.perf_counter() + seconds
    for pair in range(PLAYOUT_PAIRS):
        if pair >= MIN_PAIRS and seconds > 0.0 and time.perf_counter() > until:
            break
        imagined = glimpse.imagine(luck)
        imagined.reopen(glimpse.seat)
        ends = [_play_on(imagined.copy(), glimpse.seat, line, luck.copy()) for line in lines]
        luck.next()  # another luck for the next pair even where nothing is hidden
        for found, aspect in zip(measured, game.aspects, strict=True):
            found.append((aspect.measure(ends[0], glimpse.seat), aspect.measure(ends[1], glimpse.seat)))
    weighed = [
        (weight, _reason(aspect, glimpse, found))
        for aspect, found in zip(game.aspects, measured, strict=True)
        if (weight := _weight(found, aspect.unit)) != 0.0
    ]
    return _chosen(weighed, most)


def reason_text(game: Game, reason: Reason, say: Translator) -> str:
    """Return a reason as the end of a sentence about the move; empty if the game no longer has its aspect."""
    return next((aspect.tell(reason, say) for aspect in game.aspects if aspect.name == reason.aspect), "")


def _play_on(state: State, seat: int, line: Sequence[int], luck: Luck) -> State:
    """Return the position some quiet moments after a line of moves, with greedy bots in all seats."""
    game: Game = state.game
    player = Greedy(PLAYOUT_BLUR)
    state.journal = []
    for move in line:
        state.play(seat, move)
    quiet_moments = game.foresight(int(state.seats))
    for _ in range(MAX_DECISIONS):
        if game.sense.is_quiet(state):
            quiet_moments -= 1
        mover = int(state.actor())
        if quiet_moments <= 0 or mover < 0:
            break
        state.apply(mover, player.choose(Glimpse.of_imagined(state, mover), luck))
    return state


def _weight(found: list[tuple[float, float]], unit: float) -> float:
    """Return the mean change in units; 0 if it is too small to mention or may be chance."""
    changes = [better - other for better, other in found]
    n = len(changes)
    mean = sum(changes) / n
    spread = math.sqrt(sum((change - mean) ** 2 for change in changes) / (n - 1) / n)
    return mean / unit if abs(mean) >= max(MIN_CHANGE, MIN_UNITS * unit, MIN_STANDARD_ERRORS * spread) else 0.0


def _reason(aspect: Aspect, glimpse: Glimpse, found: list[tuple[float, float]]) -> Reason:
    better, other = (sum(side) / len(found) for side in zip(*found, strict=True))
    return Reason(aspect.name, better, other, aspect.moment(glimpse.state, glimpse.seat))


def _chosen(weighed: list[tuple[float, Reason]], most: int) -> list[Reason]:
    ranked = sorted(weighed, key=lambda one: -abs(one[0]))
    gains = [one for one in ranked if one[0] > 0.0]
    prices = [one for one in ranked if one[0] < 0.0]
    if not gains or most < 1:
        return []
    costly = most > 1 and bool(prices) and -prices[0][0] >= gains[0][0]
    chosen = gains[: most - 1] + prices[:1] if costly else gains[:most]
    return [reason for _, reason in chosen]
