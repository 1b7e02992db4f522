"""A player is away in every phase of every game: a bot plays for them, and they return in the middle of its turn."""

from __future__ import annotations

from itertools import count

import pytest

from tablero import game, seeded
from tablero.bots import LEVELS, glimpse
from tablero.core.luck import Luck
from tablero.games import GAME_NAMES
from tablero.table import Cause, Holder, StoodIn, Table, Terms

_names = count()
KINDS = [(name, seats) for name in GAME_NAMES for seats in game(name).seats if seats > 1]


def new_table(name: str, seats: int) -> Table:
    holders = [Holder("person", f"P{seat}", f"person-{seat}") for seat in range(seats)]
    return Table("t", game(name), seats, {}, holders, seats, "salt", terms=Terms(stand_in=1), clock=lambda: 0.0)


def play(table: Table, seat: int, move: int, bot: bool = False) -> None:
    table.apply(table.play(seat, move, table.version_for(seat), f"a{next(_names)}", bot=bot))


def any_move(table: Table, seat: int, luck: Luck) -> int:
    legal = table.state.moves(seat)
    return legal[luck.below(len(legal))]


@pytest.mark.parametrize(("name", "seats"), KINDS)
def test_in_every_phase_somebody_is_represented_and_comes_back(name: str, seats: int) -> None:
    table, luck = new_table(name, seats), seeded(seats)
    bot = LEVELS[0].bot.at(table.game)
    met: set[str] = set()
    while table.actors():
        seat = table.actors()[luck.below(len(table.actors()))]
        phase = table.view(seat)["phase"]
        if phase in met:
            play(table, seat, any_move(table, seat, luck))
            continue
        met.add(phase)
        table.apply(table.leave(seat, Cause.ABSENCE, f"away-{next(_names)}"))
        with pytest.raises(StoodIn):
            play(table, seat, any_move(table, seat, luck))
        # The bot sees what the seat may see, and moves.
        chosen = bot.choose(glimpse(table.state, seat, luck), luck)
        assert chosen in table.state.moves(seat), phase
        play(table, seat, chosen, bot=True)
        # Back at once: in the middle of the bot's turn, if that goes on.
        table.apply(table.come_back(seat, f"back-{next(_names)}"))
        if seat in table.actors():
            play(table, seat, any_move(table, seat, luck))
    assert table.over
    assert len(met) > 1
    again = Table("t", table.game, seats, {}, table.holders, seats, "salt", rows=table.rows, terms=table.terms)
    assert again.view(None) == table.view(None)
    assert not again.stood_in
