"""What runs in a process of its own for what-if boards: bots that answer, and what positions are worth."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from tablero.bots import Mind, bot, glimpse
from tablero.core.luck import seeded
from tablero.games import game as find_game
from tablero.insight.worth import Worth, worth_of

LONGEST = 2000  # moves in a row: no game has so many
PATIENCE = 1.5  # seconds after which what has been answered so far is shown


def answers(game: str, position: dict[str, Any], mine: Collection[int], level: int, seed: int) -> list[tuple[int, int]]:
    """What bots do until a seat in `mine` owes a decision, or until it has taken a while. Each is handed only what its own
    seat can know."""
    state, luck = find_game(game).load(position), seeded(seed)
    chooser = bot(f"level{level}")
    minds = {seat: Mind(chooser, seat) for seat in range(int(state.seats)) if seat not in mine}
    made: list[tuple[int, int]] = []
    begun = time.perf_counter()
    while len(made) < LONGEST and (actors := state.actors()) and not any(seat in mine for seat in actors):
        seat = actors[0]
        move = minds[seat].choose(glimpse(state, seat, luck), luck)
        for other, mind in minds.items():
            if other != seat:
                mind.saw(seat, int(state.observed(other, seat, move)))
        state.play(seat, move)
        made.append((seat, move))
        if time.perf_counter() - begun > PATIENCE:
            break
    return made


def worth(game: str, position: dict[str, Any], seat: int, seed: int) -> Worth:
    """What a position is worth to every seat."""
    return worth_of(find_game(game).load(position), seat, seeded(seed))
