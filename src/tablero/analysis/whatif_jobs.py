"""Jobs of what-if boards in worker processes, which import no web framework: moves of bots, and win chances."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from tablero.analysis.win_chances import WinChances, win_chances_of
from tablero.bots import Mind, bot, glimpse
from tablero.core.luck import seeded
from tablero.games import game as find_game

MAX_MOVES = 2000  # in a row: no game has so many
ANSWER_SECONDS = 1.5  # after which the moves so far are returned


def answers(game: str, position: dict[str, Any], mine: Collection[int], level: int, seed: int) -> list[tuple[int, int]]:
    """Return the moves of bots until a seat in `mine` owes a decision, or the time is over. Each bot gets only what its
    own seat can know."""
    state, luck = find_game(game).load(position), seeded(seed)
    chooser = bot(f"level{level}")
    minds = {seat: Mind(chooser, seat) for seat in range(int(state.seats)) if seat not in mine}
    made: list[tuple[int, int]] = []
    begun = time.perf_counter()
    while len(made) < MAX_MOVES and (actors := state.actors()) and not any(seat in mine for seat in actors):
        seat = actors[0]
        move = minds[seat].choose(glimpse(state, seat, luck), luck)
        for other, mind in minds.items():
            if other != seat:
                mind.saw(seat, int(state.observed(other, seat, move)))
        state.play(seat, move)
        made.append((seat, move))
        if time.perf_counter() - begun > ANSWER_SECONDS:
            break
    return made


def win_chances(game: str, position: dict[str, Any], seat: int, seed: int) -> WinChances:
    """Return the win chances of every seat in a position, given as a dump."""
    return win_chances_of(find_game(game).load(position), seat, seeded(seed))
