"""Loops that play a state onwards, compiled, for measuring, testing and searching."""

from __future__ import annotations

from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.state import State


def play_at_random(state: State, luck: Luck, limit: i64) -> i64:
    """Play uniformly random legal moves until the game or the limit is over; how many decisions were made."""
    made: i64 = 0
    while made < limit:
        seat = state.actor()
        if seat < 0:
            break
        found = state.legal(seat)
        state.apply(seat, found[luck.below(len(found))])
        made += 1
    return made


def count_sequences(state: State, depth: i64) -> i64:
    """How many sequences of `depth` legal moves start here: perft. A game that ends earlier counts nothing."""
    if depth == 0:
        return 1
    seat = state.actor()
    if seat < 0:
        return 0
    found = state.legal(seat)
    if depth == 1:
        return len(found)
    total: i64 = 0
    for i in range(len(found)):
        after = state.copy()
        after.apply(seat, found[i])
        total += count_sequences(after, depth - 1)
    return total
