"""The last turns of finished games, and a budget so small that judging them takes moments."""

from __future__ import annotations

from functools import cache

import tablero
from tablero.analysis.review_jobs import ReviewBudget
from tablero.bots import bot, glimpse
from tablero.core import Record, State, seeded

TINY = ReviewBudget(quick=6, deep=12, moment=4, choices=20, compared=20, max_games=8, candidates=1)
LAST = 24  # moves


@cache
def played(name: str, seats: int, seed: int = 3) -> tuple[list[State], list[tuple[int, str]]]:
    """A game that quick bots have played: all its positions, and the moves in words."""
    game, luck = tablero.game(name), seeded(seed)
    state = game.start(seats, seed)
    states, moves = [state.copy()], []
    while state.actors():
        seat = state.actors()[0]
        move = bot("level3").choose(glimpse(state, seat, luck), luck)
        moves.append((seat, game.write(state, seat, move)))
        state.play(seat, move)
        states.append(state.copy())
    return states, moves


@cache
def finished(name: str, seats: int, last: int = LAST) -> Record:
    """The record of its last moves, which begins with a position."""
    states, moves = played(name, seats)
    start, result = states[-last - 1], states[-1].result()
    assert result is not None
    return Record(
        name,
        start.rules_number(),
        seats,
        start.options,
        0,
        tuple(moves[-last:]),
        ("Ana", "Ben", "Ixchel", "Balam")[:seats],
        scores=result.scores,
        winners=result.winners,
        start=start.dump(),
    )


def halfway(name: str, seats: int) -> State:
    """A position late in the game in which somebody has a choice."""
    states, _ = played(name, seats)
    late = states[len(states) * 4 // 5 : -1]
    return next(state for state in late if len(state.moves(state.actors()[0])) > 2)
