"""Compiled loops that play a state onwards: random playouts and perft."""

from __future__ import annotations

from mypy_extensions import i64

from tablero.core.luck import Luck
from tablero.core.state import State


def play_at_random(state: State, luck: Luck, limit: i64) -> i64:
    """Play uniformly random legal moves until the game ends or `limit` moves are made; return their number."""
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
    """Return the number of sequences of `depth` legal moves from here (perft); games that end earlier count 0."""
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
