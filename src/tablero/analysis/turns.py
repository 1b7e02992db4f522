"""Whole turns: all moves of a seat up to the next settled point, where chance or another seat comes in.

Two turns are the same if they lead to the same position: the order of their moves does not matter.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from tablero.bots import Bot, Glimpse, Mind
from tablero.core.luck import Luck
from tablero.core.state import State

Turn = tuple[int, ...]
MAX_MOVES = 40  # no turn is longer
BEAM = 24  # unfinished turns that are kept after every move
LUCK_FIELDS = ("luck",)  # of a dump, which are not on the table


def is_turn_over(state: State, seat: int, settled: int) -> bool:
    """Return whether a turn that began at this settled point is over."""
    return int(state.settled) != settled or not state.owes(seat)


def after_turn(state: State, seat: int, turn: Sequence[int]) -> State:
    """Return a copy of a position after the moves of a turn, as far as the position allows them."""
    found, settled = state.copy(), int(state.settled)
    for move in turn:
        if is_turn_over(found, seat, settled) or move not in found.moves(seat):
            break
        found.apply(seat, move)
    return found


def place_of(state: State) -> str:
    """Return a key of a position, the same after turns that differ in the order of their moves only."""
    dump = {name: value for name, value in state.dump().items() if name not in LUCK_FIELDS}
    return json.dumps(dump, separators=(",", ":"))


def turn_by(bot: Bot, seen: Glimpse, luck: Luck) -> Turn:
    """Return the turn that a bot plays."""
    return tuple(Mind(bot, seen.seat).turn(seen, luck))


def likely_turns(seen: Glimpse, most: int) -> list[Turn]:
    """Return at most `most` turns with different ends, the likeliest by the game's evaluator first.

    >>> import tablero
    >>> from tablero.bots import glimpse
    >>> state = tablero.game("yaxha").start(seats=2, seed=1)
    >>> likely_turns(glimpse(state, 0, tablero.seeded(5)), 9)
    [(0,), (1,)]
    """
    seat, settled = seen.seat, int(seen.state.settled)
    partial: list[tuple[float, Turn, State]] = [(0.0, (), seen.state)]
    finished: dict[str, tuple[float, Turn]] = {}
    for _ in range(MAX_MOVES):
        offers = sorted(
            (
                (weight + chance, turn, state, move)
                for weight, turn, state in partial
                for move, chance in _log_likelihoods(state, seat)
            ),
            key=lambda one: -one[0],
        )
        partial, met = [], set[str]()
        for weight, turn, before, move in offers:
            if len(partial) >= BEAM:
                break
            state = before.copy()
            state.apply(seat, move)
            place = place_of(state)
            if is_turn_over(state, seat, settled):
                if place not in finished or finished[place][0] < weight:
                    finished[place] = weight, (*turn, move)
            elif place not in met:
                met.add(place)
                partial.append((weight, (*turn, move), state))
        if not partial or len(finished) >= 4 * most:
            break
    ranked = sorted(finished.values(), key=lambda one: (-one[0], one[1]))
    return [turn for _, turn in ranked[:most]]


def _log_likelihoods(state: State, seat: int) -> list[tuple[int, float]]:
    """Return the legal moves with the logarithms of their likelihoods by the evaluator."""
    moves = state.moves(seat)
    if len(moves) == 1:
        return [(moves[0], 0.0)]
    scores = state.game.sense.score_legal_moves(state, seat)
    top = max(scores)
    total = math.log(sum(math.exp(score - top) for score in scores))
    return [(move, score - top - total) for move, score in zip(moves, scores, strict=True)]
