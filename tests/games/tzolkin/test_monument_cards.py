"""What the card of a monument says that it would score now."""

from __future__ import annotations

import tablero
from tablero.games.tzolkin import GAME, HOUSE
from tablero.games.tzolkin.drawing.monument_cards import points_if_built
from tablero.games.tzolkin.names import Names
from tablero.games.tzolkin.views import _points_if_built

SEEDS = range(6)
EVERY = 9  # decisions


def test_a_card_says_what_the_rules_would_count() -> None:
    """Each monument that lies open, as if the seat on the move had built it, in random games."""
    compared, names = set(), Names(HOUSE, {})
    for seed in SEEDS:
        state, luck = GAME.start(2 + seed % 3, seed), tablero.seeded(seed)
        made = 0
        while actors := state.actors():
            seat = actors[-1]
            if made % EVERY == 0 and state.view(seat)["phase"] == "play":
                view = state.view(seat)
                for slot, tile in enumerate(view["monuments"]):
                    if tile is not None:
                        now = points_if_built(names, view["players"], len(view["offered"]), tile, seat)
                        assert now == _points_if_built(state, seat, slot), (seed, made, tile)
                        compared.add((tile, now > 0))
            moves = state.moves(seat)
            state.play(seat, moves[luck.below(len(moves))])
            made += 1
    assert len({tile for tile, counted in compared if counted}) >= 10
