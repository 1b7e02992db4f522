"""Many random games for every number of seats and choice of areas, every turn checked.

python -m tests.games.maya.many_games 10000
"""

from __future__ import annotations

import sys

import tablero
from tablero.core import seeded

from .invariants import Space, beside, check, check_end

GAME = tablero.game("maya")
CHECKED = 40  # every so many decisions the whole position is worked out anew


def selections() -> list[tuple[int, str]]:
    return [(choice.count("+") + 1, choice) for choice in GAME.options["areas"].choices if choice != "usual"]


def play_one(seats: int, areas: str, seed: int) -> int:
    """A random game; after every planted tile the tiles of its turn must be connected."""
    state = GAME.start(seats, seed, {"areas": areas})
    spaces: list[Space] = [(q, r) for q, r, _ in state.view(None)["map"]["spaces"]]
    luck = seeded(seed)
    turn: set[Space] = set()
    made = 0
    while (seat := int(state.actor())) >= 0:
        moves = state.moves(seat)
        assert moves, "an actor has no legal move"
        move = moves[luck.below(len(moves))]
        if move >= 20:
            at = spaces[move - 20]
            assert not turn or any(other in turn for other in beside(at)), "the tiles of a turn are not connected"
            turn.add(at)
        elif move < 4 and move != 1:
            turn = set()
        state.apply(seat, move)
        made += 1
        if made % CHECKED == seed % CHECKED:
            check(state)
    check(state)
    check_end(state)
    return made


def main(games: int) -> None:
    for seats, areas in selections():
        made = sum(play_one(seats, areas, seed) for seed in range(games))
        print(f"{seats} seats on {areas}: {games} games, {made} decisions, every invariant holds", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
