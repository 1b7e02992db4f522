"""Choices that could be made in one way only: which they were, and that taking back the player's own forgets them."""

from __future__ import annotations

import tablero
from tablero.core.i18n.translator import translator_for
from tablero.table import Holder, Table
from tests.games.tzolkin.position import GAME, player, position

SAY = translator_for(GAME.package, "en")


def table() -> Table:
    """A seat that pays with its only kind of blocks, and may then go on."""
    start = position(player(wood=2, on={"tikal": [1]})).dump()
    holders = [Holder("person", name, name) for name in ("Ana", "Bo")]
    return Table("t", GAME, len(holders), {}, holders, 3, "salt", start=start)


def test_the_only_payment_is_told_as_made_alone_and_goes_with_what_led_to_it() -> None:
    at_table = table()
    for words in ("pick tikal 1", "action 1", "advance agriculture"):
        at_table.make(0, GAME.moves.read(words))
        assert at_table.made_alone(0) == []
    forced = at_table.view(0)["forced"]
    assert forced is not None
    at_table.make(0, forced)
    ((move, before),) = at_table.made_alone(0)
    assert (move, before["forced"]) == (forced, forced)
    assert GAME.words.move(move, before, SAY) == "Pay 1 wood"
    assert at_table.made_alone(1) == []
    at_table.apply(at_table.undo(0, "back"))
    at_table.apply(at_table.undo(0, "and its cause"))
    assert at_table.made_alone(0) == []
    assert at_table.view(0)["forced"] is None


def test_workers_of_one_colour_are_sown_without_a_question() -> None:
    game = tablero.game("amritsar")
    state = game.start(seats=2, seed=3)
    sown = 0
    for _ in range(400):
        if state.actor() < 0:
            break
        (seat,) = state.actors()
        view = state.view(seat)
        if view["phase"] == "sow" and len(set(view["hand"]["workers"])) == 1:
            assert view["forced"] == view["moves"][0]
            sown += 1
        state.play(seat, view["moves"][len(view["moves"]) // 2])
    assert sown
