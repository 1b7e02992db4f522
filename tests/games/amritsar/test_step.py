"""How far a turn has come, for the trail above the prompt."""

from __future__ import annotations

from typing import Any

from .position import GAME, Draft, play


def step(state: Any) -> str:
    found = state.view(None)["step"]
    assert found is not None
    return " ".join(f"[{name}]" if i == found["at"] else name for i, name in enumerate(found["trail"]))


def test_the_set_up_has_a_trail_of_its_own() -> None:
    state = GAME.start(2, 1)
    assert step(state) == "[objective] mahout elephant"
    (seat,) = state.actors()
    state.play(seat, state.moves(seat)[0])
    assert step(state) == "objective [mahout] elephant"
    while state.view(None)["phase"] != "elephant":
        (seat,) = state.actors()
        state.play(seat, state.moves(seat)[0])
    assert step(state) == "objective mahout [elephant]"
    (seat,) = state.actors()
    state.play(seat, state.moves(seat)[0])
    assert step(state) == "elephant [sow] actions follow"


def test_a_turn_goes_from_the_elephant_to_the_followers() -> None:
    state = Draft().seat(0, at=2).seat(1, mahouts=["mh_coin_pp", None, None, None]).load()
    assert step(state) == "[elephant] sow actions follow"
    play(state, "stay; pick south 2")
    assert step(state) == "elephant [sow] actions follow"
    play(state, "land west 1")
    assert step(state) == "elephant sow [actions] follow"
    play(state, "done")
    assert step(state) == "elephant sow actions [follow]"


def test_an_unlocked_second_move_is_on_the_trail() -> None:
    state = Draft().seat(0, at=2, token=1).acting("north", "yellow").load()
    assert step(state) == "elephant sow [actions] elephant follow"
    assert step(play(state, "done")) == "elephant sow actions [elephant] follow"
