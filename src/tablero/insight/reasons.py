"""Why one move is better than another, from what changes most: the game goes on from both in the same luck, a few dozen times,
and the aspects of the game are compared. Everything is imagined: nothing is used that the seat cannot know."""

from __future__ import annotations

import math
import time

from tablero.bots import Glimpse, Greedy
from tablero.core.aspect import Aspect, Reason
from tablero.core.game import Game
from tablero.core.luck import Luck
from tablero.core.speech import Speech
from tablero.core.state import State

PAIRS = 32  # times that the game goes on from each of the two moves
LEAST = 8  # of them, however slow the machine is
SECONDS = 0.5  # after which no further pair is begun
DECISIONS = 400  # that a continuation has at most
BLUR = 0.3  # of those who go on
SURE = 2.5  # standard errors that a change must be away from nothing
MATTERS = 0.4  # units below which a change is not worth a word
ONE = 0.5  # below which a change is less than one thing


def reasons(
    glimpse: Glimpse, better: int, other: int, luck: Luck, most: int = 3, seconds: float = SECONDS
) -> list[Reason]:
    """What speaks for the better of two moves of the glimpse, the weightiest first; last, if it weighs as much as what it is for,
    the price of it. Empty when nothing is clear. The same luck gives the same reasons unless the time runs out (0 seconds: never).

    >>> import tablero
    >>> from tablero.bots import glimpse
    >>> state, luck = tablero.game("maya").start(seats=2, seed=1), tablero.seeded(5)
    >>> seen = glimpse(state, state.actors()[0], luck)
    >>> [reason.aspect for reason in reasons(seen, seen.moves[0], seen.moves[0], luck)]
    []
    """
    game: Game = glimpse.state.game
    afters: list[list[tuple[float, float]]] = [[] for _ in game.aspects]
    until = time.perf_counter() + seconds
    for pair in range(PAIRS):
        if pair >= LEAST and seconds > 0.0 and time.perf_counter() > until:
            break
        imagined = glimpse.imagine(luck)
        imagined.reopen(glimpse.seat)
        ends = [_gone_on(imagined.copy(), glimpse.seat, move, luck.copy()) for move in (better, other)]
        luck.next()  # the next pair has a luck of its own even where nothing is hidden
        for found, aspect in zip(afters, game.aspects, strict=True):
            found.append((aspect.measure(ends[0], glimpse.seat), aspect.measure(ends[1], glimpse.seat)))
    weighed = [
        (weight, _reason(aspect, glimpse, found))
        for aspect, found in zip(game.aspects, afters, strict=True)
        if (weight := _weight(found, aspect.unit)) != 0.0
    ]
    return _chosen(weighed, most)


def told(game: Game, reason: Reason, say: Speech) -> str:
    """A reason in words, as the end of a sentence about the move; empty when the game no longer knows its aspect."""
    return next((aspect.tell(reason, say) for aspect in game.aspects if aspect.name == reason.aspect), "")


def _gone_on(state: State, seat: int, move: int, luck: Luck) -> State:
    """The position some calm moments after a move, everybody playing on by the game's sense."""
    game: Game = state.game
    player = Greedy(BLUR)
    state.journal = []
    state.play(seat, move)
    calm = game.foresight(int(state.seats))
    for _ in range(DECISIONS):
        if game.sense.calm(state):
            calm -= 1
        mover = int(state.actor())
        if calm <= 0 or mover < 0:
            break
        state.apply(mover, player.choose(Glimpse.of_imagined(state, mover), luck))
    return state


def _weight(found: list[tuple[float, float]], unit: float) -> float:
    """The mean change in units; nothing when it is too small to be told or chance could have made it."""
    changes = [better - other for better, other in found]
    n = len(changes)
    mean = sum(changes) / n
    spread = math.sqrt(sum((change - mean) ** 2 for change in changes) / (n - 1) / n)
    return mean / unit if abs(mean) >= max(ONE, MATTERS * unit, SURE * spread) else 0.0


def _reason(aspect: Aspect, glimpse: Glimpse, found: list[tuple[float, float]]) -> Reason:
    better, other = (sum(side) / len(found) for side in zip(*found, strict=True))
    return Reason(aspect.name, better, other, aspect.moment(glimpse.state, glimpse.seat))


def _chosen(weighed: list[tuple[float, Reason]], most: int) -> list[Reason]:
    ranked = sorted(weighed, key=lambda one: -abs(one[0]))
    gains = [one for one in ranked if one[0] > 0.0]
    prices = [one for one in ranked if one[0] < 0.0]
    if not gains or most < 1:
        return []
    dear = most > 1 and bool(prices) and -prices[0][0] >= gains[0][0]
    chosen = gains[: most - 1] + prices[:1] if dear else gains[:most]
    return [reason for _, reason in chosen]
