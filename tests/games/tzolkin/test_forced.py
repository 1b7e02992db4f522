"""Choices with one way to choose: the view names them, and the page makes them."""

from __future__ import annotations

from tablero.core import State

from .position import GAME, legal, play, player, position


def forced(state: State, seat: int = 0) -> str | None:
    move = state.view(seat)["forced"]
    return None if move is None else GAME.moves.write(move)


def test_a_payment_with_one_kind_of_blocks_is_forced() -> None:
    state = play(position(player(wood=2, on={"tikal": [1]})), "pick tikal 1; action 1")
    assert forced(state) is None, "four technologies"
    play(state, "advance agriculture")
    assert forced(state) == "blocks wood"
    assert forced(state, 1) is None, "nobody else is asked"
    assert state.view(None)["forced"] is None
    mixed = play(position(player(wood=2, gold=1, on={"tikal": [1]})), "pick tikal 1; action 1; advance agriculture")
    assert forced(mixed) is None


def test_burning_with_one_temple_to_anger_is_forced() -> None:
    state = play(position(player(temples=(0, 1, 0), on={"palenque": [3]})), "pick palenque 3; action 3; burn")
    assert forced(state) == "down yellow"


def test_a_worker_that_can_do_nothing_asks_nothing_but_the_log_tells() -> None:
    state = position(player(on={"tikal": [1]}))
    state.journal = []
    play(state, "pick tikal 1")
    assert legal(state) == ["end turn"]
    assert [event["kind"] for event in state.journal] == ["picked", "no-action"]


def test_a_turn_is_ended_by_its_owner() -> None:
    state = play(position(player(workers=3, corn=0)), "place palenque")
    assert legal(state) == ["end turn"]
    assert forced(state) is None


def test_the_calendar_is_a_choice() -> None:
    state = play(position(player(), player(), claimed=0, turns=1, active=1), "place tikal; end turn")
    assert legal(state) == ["one day", "two days"]
    assert forced(state) is None
