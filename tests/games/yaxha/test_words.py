"""Sentences of Yaxha that depend on who looks and on how many there are."""

from __future__ import annotations

import re

import pytest

from tablero.core import seeded
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import translator_for, untranslated
from tablero.core.playout import play_at_random
from tablero.games.yaxha import names

from .position import FINISH, GAME, place, place_move, position

WORDS = GAME.words


def test_building_is_ended_by_a_move_that_has_its_place_from_the_beginning() -> None:
    state = position([[["OB"]], [["OB"]]], ["G", "O"])
    view = state.view(0)
    assert (view["closing"], view["forced"]) == (FINISH, None)
    assert FINISH not in view["moves"]
    assert WORDS.move(FINISH, view, untranslated) == "Finish building"
    place(state, 0, "G", 0, 1, 1)
    view = state.view(0)
    assert (view["closing"], view["forced"], view["moves"]) == (FINISH, None, [FINISH])
    assert WORDS.prompt(view, untranslated) == ("Finish your building", "All cubes are placed. Still secret.")
    state.play(0, FINISH)
    assert state.view(0)["closing"] is None
    assert GAME.start(2, 1).view(0)["closing"] is None


@pytest.mark.parametrize(
    ("levels", "at", "words"),
    [
        ([["YYO", "YBB", "YBB"], ["Y.", "Y."]], (1, 0), "Plus 3 in all: yellow group 6 to 7 (+3). Hides nothing."),
        (
            [["YYY", "YOO", "YOO"], ["YY", "Y."]],
            (1, 1),
            "Plus 1 in all: yellow group 8 to 9 (+3); groups that it covers (−2). Hides 1 cube.",
        ),
        (
            [["YYBB", "YBBB", "BBBB"], ["YY.", "Y.."]],
            (1, 1),
            "No points: yellow group 6 to 7 (+3); groups that it covers (−3). Hides 1 cube.",
        ),
    ],
)
def test_what_a_cube_brings_is_not_mixed_with_what_it_covers(
    levels: list[list[str]], at: tuple[int, int], words: str
) -> None:
    state = position([levels, []], ["Y", ""])
    assert WORDS.move(place_move("Y", *at, 2), state.view(0), untranslated).endswith(words)


def test_a_neighbour_card_names_the_neighbour() -> None:
    cards = ["left_neighbour_green", "largest_any", "most_levels"]
    state = position([[["O"]], [["O"]], [["O"]]], ["B", "B", "B"], cards=cards)
    render = RenderOptions(names=("Ana", "Bo", "Cy"))
    for seat, other in enumerate(("Bo", "Cy", "Ana")):
        panels = GAME.drawing.panels(state.view(seat), render).slots
        assert f"Your green group no smaller than {other}&#x27;s" in panels["left"]
    spectator = GAME.drawing.panels(state.view(None), render).slots
    assert "Green group no smaller than on your left" in spectator["left"]


def test_those_who_are_waited_for_are_counted() -> None:
    state = position(phase="choose", seats=3)
    state.play(0, 1)
    for language, words in (("es", "Esperando a @1 y @2"), ("fr", "On attend @1 et @2")):
        assert WORDS.prompt(state.view(0), translator_for("tablero.games.yaxha", language))[0] == words
    state.play(1, 2)
    assert WORDS.prompt(state.view(0), translator_for("tablero.games.yaxha", "es"))[0] == "Esperando a @2"


def test_one_point_is_one_point_and_a_winner_is_told() -> None:
    event = {"kind": "bonus", "card": "largest_any", "seats": [0, 1, 2], "points": 1}
    assert WORDS.line(event, untranslated) == "Largest group of any colour: 1 point for @0, @1 and @2."
    view = position([[["OO"]], [["O"]]], phase="over").view(0)
    assert WORDS.prompt(view, untranslated)[0] == "You win"
    assert WORDS.prompt({**view, "seat": 1}, untranslated)[0] == "@0 wins"


def test_one_cube_that_fits_nowhere_goes_back_alone() -> None:
    full = [["OBOB", "BOBO", "OBOB", "BOBO"]]
    for hand, words in (
        ("Y", "There is no room for a yellow cube: it goes back to the box."),
        ("YYG", "There is no room for a green cube and 2 yellow cubes: they go back to the box."),
    ):
        view = position([full, []], [hand, ""]).view(0)
        assert WORDS.prompt(view, untranslated) == ("Finish your building", words)


def test_what_a_cube_brings_counts_the_bonus_cards_as_the_standing_shows_them() -> None:
    """In every position of some games: what an offer promises is what the standing shows afterwards."""
    seen: set[str] = set()
    for seed in range(3):
        state = GAME.start(3, seed)
        luck = seeded(seed)
        while state.actors():
            seat = state.actors()[0]
            view = state.view(seat)
            for offer in view["offers"][::7]:
                if "cube" not in offer:
                    continue
                after = state.copy()
                after.play(seat, offer["move"])
                then = after.view(seat)
                assert offer["total"] == then["standing"][seat] - view["standing"][seat]
                scored = {card["id"] for card in then["cards"] if card["won"][seat]}
                assert scored >= set(offer["wins"])
                assert not scored & set(offer["loses"])
                told = WORDS.move(offer["move"], view, untranslated)
                assert all(card in told for card in (names.card(name, untranslated) for name in offer["wins"]))
                seen |= {"wins"} if offer["wins"] else set()
                seen |= {"loses"} if offer["loses"] else set()
            play_at_random(state, luck, 1)
    assert seen == {"wins", "loses"}


def test_a_colour_that_nobody_shows_is_won_by_nobody_before_the_end() -> None:
    """Y62"""
    cards = ["largest_grey", "largest_any", "most_levels"]
    state = position([[["O"]], [["O"]]], ["W", "B"], cards=cards)
    offer = next(offer for offer in state.view(0)["offers"] if "cube" in offer)
    assert offer["wins"] == ["largest_grey"]
    assert offer["total"] == 1 + 5
    assert state.view(0)["standing"] == [1 + 10, 1 + 10]


def test_points_by_source_add_up_and_a_tie_is_told() -> None:
    view = position([[["OOB"]], [["OBB"]]], phase="over").view(0)
    assert GAME.tally is not None
    told = GAME.tally([], view, untranslated)
    assert [sum(source.points[seat] for source in told.sources) for seat in (0, 1)] == view["result"]["scores"]
    assert told.ties.startswith("@0 and @1 have ")
    view = position([[["OO", "OO"]], [["OB"]]], phase="over").view(0)
    told = GAME.tally([], view, untranslated)
    best, worst = sorted(view["result"]["scores"], reverse=True)
    assert told.ties == f"It is {best} to {worst}; equal totals would have shared the victory."
    assert {source.symbol for source in told.sources} <= set(re.findall(r' id="([^"]+)"', GAME.drawing.symbols()))
