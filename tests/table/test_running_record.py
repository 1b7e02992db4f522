"""The record of a match that still runs tells nothing that somebody could keep secret."""

from __future__ import annotations

import tablero
from tablero.core import seeded
from tablero.games.maya.layout import AT, TAKE
from tablero.table import Holder, Table


def test_tiles_taken_in_secret_stay_secret_while_the_match_runs() -> None:
    game = tablero.game("maya")
    holders = (Holder("person", "Ana", "a"), Holder("person", "Bo", "b"))
    table = Table("t", game, 2, {}, holders, seed=5, salt="salt")
    luck = seeded(1)
    for number in range(60):
        seat = int(table.state.actor())
        moves = table.state.moves(seat)
        move = moves[luck.below(len(moves))]
        table.apply(table.play(seat, move, table.version_for(seat), str(number)))
    assert not table.over
    written = {words for _, words in table.record().moves}
    assert "in secret" in written
    assert not written & {game.moves.write(move) for move in range(int(TAKE), int(AT))}
