"""Sentences and buttons that a person relies on: what is asked, what a choice costs, what the log tells."""

from __future__ import annotations

import re

import pytest

from tablero.core import State
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import untranslated

from .position import GAME, play, player, position


def asked(state: State, seat: int = 0) -> tuple[str, str]:
    return GAME.words.prompt(state.view(seat), untranslated)


def told(state: State, *texts: str) -> list[str]:
    """The lines of the log for these moves."""
    state.journal = []
    for text in texts:
        play(state, text)
    return [line for line in (GAME.words.line(event, untranslated) for event in state.journal) if line]


def test_a_turn_in_which_nothing_is_left_to_do_asks_only_for_its_end() -> None:
    state = position(player(on={"palenque": [2]}, workers=2, corn=5), player())
    assert asked(state)[0] == "Place workers or pick some up: you have 5 corn"
    play(state, "place tikal")
    assert asked(state)[0] == "Nothing is left to do: end your turn"


def test_begging_is_mentioned_and_its_button_says_what_it_gives() -> None:
    state = position(player(corn=2), player())
    assert asked(state)[1].endswith("You may beg for corn first.")
    choices = GAME.drawing.panels(state.view(0), RenderOptions()).slots["above"]
    assert re.findall(r"data-n=\"\+(\d)\"", choices) == ["1", "1", "1"]


def test_the_corn_of_the_starting_player_space_counts_against_hunger() -> None:
    state = position(player(corn=4), player(), pile=2, day=6)
    assert state.view(0)["players"][0]["short"] == 2
    play(state, "place start")
    assert state.view(0)["players"][0]["short"] == 0


def test_the_market_keeps_all_its_exchanges_in_their_places() -> None:
    state = position(player(on={"uxmal": [2]}, stone=2, corn=2), player())
    play(state, "pick uxmal 2; action 2")
    kinds = [f"{kind} 1 {block}" for block in ("wood", "stone", "gold") for kind in ("Sell", "Buy")]
    for able in (["Buy 1 wood", "Sell 1 stone"], ["Buy 1 wood", "Sell 1 stone", "Buy 1 gold"]):
        html = GAME.drawing.panels(state.view(0), RenderOptions()).slots["above"]
        shown = re.findall(r'<(button|span)[^>]*aria-label="((?:Sell|Buy) 1 \w+) for', html)
        assert [kind for _, kind in shown] == kinds
        assert [kind for tag, kind in shown if tag == "button"] == able
        if len(able) == 2:
            play(state, "sell stone")


def test_the_bubble_of_a_place_says_its_price() -> None:
    state = position(player(corn=5), player(on={"yaxchilan": [0]}))
    move = GAME.moves.read("place yaxchilan")
    assert GAME.words.hint(move, state.view(0), untranslated) == [
        "Yaxchilan 1",
        "costs 1 corn",
        "acts only when you pick it up, next turn at the earliest",
        "by then on Yaxchilan 2: 1 corn and 1 stone",
    ]


def test_the_log_tells_what_a_building_and_a_monument_cost() -> None:
    state = position(player(on={"tikal": [2]}, wood=2), player(), row=["b06"])
    assert told(state, "pick tikal 2", "action 2", "build 1")[-2] == (
        "@0 builds a public building (a level in agriculture) for 2 wood."
    )
    state = position(player(on={"tikal": [4]}, wood=3, gold=3), player(), monuments=["m09"])
    assert any("builds a monument for" in line for line in told(state, "pick tikal 4", "action 4", "monument 1"))


@pytest.mark.parametrize(
    ("corn", "line"),
    [
        (6, "@0 feeds all workers for 6 corn."),
        (4, "@0 pays 4 corn, a worker goes hungry (2 points lost)."),
        (0, "@0 pays 0 corn, 3 workers go hungry (2 points lost)."),
    ],
)
def test_hunger_tells_the_points_that_are_really_lost(corn: int, line: str) -> None:
    """A score does not fall below zero."""
    state = position(player(corn=corn, score=2), player(corn=9), day=8)
    assert line in told(state, "place tikal", "end turn", "place uxmal", "end turn")


def test_the_end_tells_what_is_left_and_the_calendar_once() -> None:
    state = position(player(corn=13, stone=1, score=5), player(corn=9), day=27)
    lines = told(state, "place tikal", "end turn", "place uxmal", "end turn")
    assert lines.count("The calendar has come round.") == 1
    assert "@0 has 7 corn and 1 stone left, worth 2½ points." in lines
    final = GAME.final(state.view(None)["result"], 0)
    assert final.endswith("½")
    assert f"@0 has {final} points in all." in lines
