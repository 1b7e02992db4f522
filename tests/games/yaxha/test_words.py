"""Sentences of Yaxha that depend on who looks and on how many there are."""

from __future__ import annotations

import pytest

from tablero.core.look import Look
from tablero.core.speech import plainly, speaker

from .position import FINISH, GAME, place, place_move, position

WORDS = GAME.words


def test_building_is_ended_by_a_move_that_has_its_place_from_the_beginning() -> None:
    state = position([[["OB"]], [["OB"]]], ["G", "O"])
    view = state.view(0)
    assert (view["closing"], view["forced"]) == (FINISH, None)
    assert FINISH not in view["moves"]
    assert WORDS.move(FINISH, view, plainly) == "Finish building"
    place(state, 0, "G", 0, 1, 1)
    view = state.view(0)
    assert (view["closing"], view["forced"], view["moves"]) == (FINISH, None, [FINISH])
    assert WORDS.prompt(view, plainly)[0] == "All cubes are placed: finish building"
    state.play(0, FINISH)
    assert state.view(0)["closing"] is None
    assert GAME.start(2, 1).view(0)["closing"] is None


@pytest.mark.parametrize(
    ("levels", "at", "words"),
    [
        ([["YYO", "YBB", "YBB"], ["Y.", "Y."]], (1, 0), "Plus 3: yellow group 6 to 7. Hides nothing."),
        (
            [["YYY", "YOO", "YOO"], ["YY", "Y."]],
            (1, 1),
            "Plus 1 in all: yellow group 8 to 9, but it covers cubes that score. Hides 1 cube.",
        ),
        (
            [["YYBB", "YBBB", "BBBB"], ["YY.", "Y.."]],
            (1, 1),
            "No points in all: it covers cubes that score. Hides 1 cube.",
        ),
    ],
)
def test_what_a_cube_brings_is_not_mixed_with_what_it_covers(
    levels: list[list[str]], at: tuple[int, int], words: str
) -> None:
    state = position([levels, []], ["Y", ""])
    assert WORDS.move(place_move("Y", *at, 2), state.view(0), plainly).endswith(words)


def test_a_neighbour_card_names_the_neighbour() -> None:
    cards = ["left_neighbour_green", "largest_any", "most_levels"]
    state = position([[["O"]], [["O"]], [["O"]]], ["B", "B", "B"], cards=cards)
    look = Look(names=("Ana", "Bo", "Cy"))
    for seat, other in enumerate(("Bo", "Cy", "Ana")):
        panels = GAME.drawing.panels(state.view(seat), look).slots
        assert f"Your green group no smaller than {other}&#x27;s" in panels["left"]
    spectator = GAME.drawing.panels(state.view(None), look).slots
    assert "Own green group no smaller than the next player&#x27;s" in spectator["left"]


def test_those_who_are_waited_for_are_counted() -> None:
    state = position(phase="choose", seats=3)
    state.play(0, 1)
    for language, words in (
        ("es", "Esperando a que @1 y @2 elijan una loseta"),
        ("fr", "On attend que @1 et @2 choisissent une tuile"),
    ):
        assert WORDS.prompt(state.view(0), speaker("tablero.games.yaxha", language))[0] == words
    state.play(1, 2)
    assert WORDS.prompt(state.view(0), speaker("tablero.games.yaxha", "es"))[0] == "Esperando a que @2 elija una loseta"


def test_one_point_is_one_point_and_a_winner_is_told() -> None:
    event = {"kind": "bonus", "card": "largest_any", "seats": [0, 1, 2], "points": 1}
    assert WORDS.line(event, plainly) == "Largest group of any colour: 1 point for @0, @1 and @2."
    view = position([[["OO"]], [["O"]]], phase="over").view(0)
    assert WORDS.prompt(view, plainly)[0] == "You win"
    assert WORDS.prompt({**view, "seat": 1}, plainly)[0] == "@0 wins"


def test_one_cube_that_fits_nowhere_goes_back_alone() -> None:
    full = [["OBOB", "BOBO", "OBOB", "BOBO"]]
    for hand, words in (("Y", "This cube goes back to the box: yellow."), ("YG", "These cubes go back to the box: green and yellow.")):
        view = position([full, []], [hand, ""]).view(0)
        assert WORDS.prompt(view, plainly) == ("Nothing fits: finish building", words)
