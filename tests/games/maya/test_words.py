"""What Maya says: numbers decide the form of a sentence, and a sentence asks only for what can be done."""

from __future__ import annotations

import pytest

from tablero.core.look import Look
from tablero.core.speech import plainly, speaker

from .position import GAME, do, position
from .test_end import ended, full_board

SPANISH = speaker(GAME.package, "es")
FRENCH = speaker(GAME.package, "fr")
WORDS = GAME.words


def test_points_and_tiles_have_a_singular() -> None:
    state = position(racks=["maize maize", "maize"], reserves=["maize", "maize"])
    do(state, "plant maize", "at 1,0")
    assert WORDS.prompt(state.view(0), plainly)[1] == "This turn brings 1 point so far."
    assert WORDS.prompt(state.view(0), SPANISH)[1] == "Este turno da 1 punto de momento."
    state = position(racks=["maize maize", "maize"], reserves=["maize", "maize"])
    do(state, "expand", "turn maize", "at 1,0")
    assert WORDS.prompt(state.view(0), plainly)[1] == "Then you draw 1 tile."
    assert WORDS.prompt(state.view(0), FRENCH)[1] == "Ensuite vous piochez 1 tuile."
    panel = GAME.drawing.panels(state.view(0), Look(names=("A", "B"))).slots["right"]
    assert "0 points, 1 tile in the rack, 1 in reserve." in panel


def test_a_harvest_is_told_with_its_crops_and_points() -> None:
    event = {"kind": "harvest", "seat": 1, "crop": 3, "tiles": 1, "points": 2}
    assert WORDS.line(event, plainly) == "@1 harvests 2 peppers: 2 points."
    assert WORDS.line(event, SPANISH) == "@1 cosecha 2 pimientos: 2 puntos."
    assert WORDS.line({**event, "points": 1}, FRENCH) == "@1 récolte 1 piment\N{NO-BREAK SPACE}: 1 point."


def test_a_list_ends_with_and_in_every_language() -> None:
    event = {"kind": "got", "seat": 0, "tiles": [[0, 1], [1, 2], [3, 1]], "to": 0}
    assert WORDS.line(event, plainly) == "You got one maize, two potatoes and one pepper."
    assert WORDS.line(event, SPANISH) == "Has recibido un maíz, dos patatas y un pimiento."
    assert WORDS.line(event, FRENCH) == "Vous avez reçu un maïs, deux pommes de terre et un piment."


@pytest.mark.parametrize(("joining", "said"), [("connected", "lie side by side"), ("one_group", "end in one group")])
def test_the_prompt_asks_for_what_the_option_asks(joining: str, said: str) -> None:
    state = position(racks=["maize maize", "maize"], joining=joining)
    do(state, "plant maize", "at 1,0", "plant maize")
    assert said in WORDS.prompt(state.view(0), plainly)[1]


def test_drawing_says_how_many_tiles_are_left_to_draw() -> None:
    state = full_board(rack="")
    view = state.view(0)
    assert WORDS.prompt(view, plainly)[0] == WORDS.move(2, view, plainly) == "Draw 2 tiles"
    assert view["closing"] == 2
    dump = state.dump()
    dump["players"][0]["reserve"] = [1, 0, 0, 0, 0, 0, 0, 0]
    view = state.game.load(dump).view(0)
    assert WORDS.prompt(view, plainly)[0] == WORDS.move(2, view, plainly) == "Draw 1 tile"


def test_what_ends_a_turn_has_a_name_before_it_may_be_done() -> None:
    view = position(racks=["maize", "maize"]).view(0)
    assert view["closing"] == 0
    assert view["closing"] not in view["moves"]
    assert WORDS.move(view["closing"], view, plainly) == "End turn"


def test_a_tie_break_is_explained() -> None:
    tiles = ended("es-2021", [50, 50, 20], ["maize", "maize maize", ""], [9, 9, 9], [25, 26, 27])
    assert WORDS.prompt(tiles.view(None), plainly) == (
        "@1 wins",
        "The last tile of a seat was placed. Equal in points, @1 has more tiles left.",
    )
    assert WORDS.prompt(tiles.view(1), plainly)[0] == "You win"
    turns = ended("es-2021", [50, 50, 20], ["maize", "maize", ""], [9, 8, 9], [25, 24, 27])
    assert turns.view(None)["result"]["tie"] == "turns"
    last = ended("fr-2019", [50, 50, 20], ["maize", "maize", ""], [9, 9, 9], [25, 26, 27])
    assert last.view(None)["result"]["tie"] == "last"
    clear = ended("es-2021", [50, 40, 20], ["maize", "maize", ""], [9, 9, 9], [25, 26, 27])
    assert clear.view(None)["result"]["tie"] is None


def test_places_have_their_accents() -> None:
    event = {"kind": "founded", "temple": 2, "name": "Copan"}
    assert WORDS.line(event, SPANISH) == "Se alza un templo en Copán."
    assert WORDS.line(event, plainly) == "A temple rises at Copan."
    assert WORDS.line({**event, "name": "Atlantis"}, SPANISH) == "Se alza un templo en Atlantis."
