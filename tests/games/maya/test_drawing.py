"""Maya's pictures, over random games: what can be chosen is there and named, and nothing secret is."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest

from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import translator_for, untranslated
from tablero.games.maya import drawing
from tablero.games.maya.drawing.pieces import middle, outline
from tablero.games.maya.drawing.standalone import daylight

from .position import GAME, do, position

NAMES = ("Inés", 'Marco "<i>', "Bot & Ixchel", "Yuki")
SLOTS = {"status", "left", "above", "board", "right", "hand"}
WORDLESS = {0, 2, 3}  # end, draw, pass: the page makes buttons of them


def views(seats: int, seed: int, each: int = 1, **options: str) -> Iterator[dict[str, Any]]:
    """The views of a random game, of every seat and of a spectator, at every `each`th step and at the end."""
    state = GAME.start(seats, seed, options)
    luck = random.Random(seed)
    step = 0
    while True:
        actors = state.actors()
        if step % each == 0 or not actors:
            for seat in (*range(seats), None):
                yield state.view(seat)
        if not actors:
            return
        state.play(actors[0], luck.choice(state.moves(actors[0])))
        step += 1


def look_at(view: dict[str, Any], hot: int | None = None) -> RenderOptions:
    return RenderOptions(names=NAMES[: view["seats"]], hot=hot)


def parsed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<x>{html.replace('<br>', '<br/>')}</x>")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_view_of_a_random_game_draws_to_well_formed_panels(seats: int) -> None:
    phases = set()
    for i, view in enumerate(views(seats, seats, each=7)):
        hot = view["moves"][i % len(view["moves"])] if view["moves"] else None
        panels = drawing.panels(view, look_at(view, hot)).slots
        assert set(panels) == SLOTS
        for html in panels.values():
            parsed(html)
        phases.add(view["phase"])
    assert {"choose", "plant", "over"} <= phases


def test_each_move_with_a_place_can_be_chosen_and_has_a_name() -> None:
    for view in views(3, 11, each=6):
        panels = drawing.panels(view, look_at(view)).slots
        found = set()
        for element in parsed("".join(panels.values())).iter():
            if "data-move" in element.attrib:
                found.add(int(element.attrib["data-move"]))
                assert "can" in element.attrib["class"].split()
                assert element.attrib["tabindex"] == "-1"
                assert len(element.attrib["aria-label"]) > 8
        assert found == set(view["moves"]) - WORDLESS


def test_ids_are_unique() -> None:
    for view in views(4, 3, each=40):
        ids = re.findall(
            r' id="([^"]+)"', "".join(drawing.panels(view, look_at(view)).slots.values()) + drawing.symbols()
        )
        assert len(ids) == len(set(ids))


def test_everything_that_is_used_is_defined() -> None:
    defined = set(re.findall(r' id="([^"]+)"', drawing.symbols()))
    for view in views(4, 5, each=30):
        html = "".join(drawing.panels(view, look_at(view)).slots.values())
        known = defined | set(re.findall(r' id="([^"]+)"', html))
        assert set(re.findall(r'href="#([^"]+)"', html)) <= known
        assert set(re.findall(r"url\(#([^)]+)\)", html)) <= known


def test_every_colour_has_a_daylight_value() -> None:
    state = GAME.start(4, 1)
    picture = GAME.draw(state.view(0))
    assert "var(" not in picture
    assert "currentColor" not in picture
    assert all(value and "light-dark" not in value for value in daylight().values())


def test_a_space_says_what_it_brings() -> None:
    tiles = ["0 maize 1,0", "0 maize2 2,0"]
    state = position(tiles, racks=["maize", "maize"])
    do(state, "plant maize")
    view = state.view(0)
    move = GAME.moves.read("at 3,0")
    label = GAME.words.move(move, view, untranslated)
    assert "Plus 4 points." in label
    assert ">+4<" in drawing.panels(view, look_at(view)).slots["board"]
    beside = GAME.words.move(GAME.moves.read("at 1,1"), view, untranslated)
    assert "Plus 4 points." in beside
    founding = GAME.words.move(GAME.moves.read("at 0,1"), view, untranslated)
    assert "Plant here, beside Tikal." in founding


def test_a_second_tile_says_what_it_adds_to_the_first() -> None:
    state = position(["0 maize 1,0"], racks=["maize maize2", "maize"])
    do(state, "plant maize", "at 2,0", "plant maize2")
    view = state.view(0)
    move = GAME.moves.read("at 3,0")
    assert "Plus 2 points." in GAME.words.move(move, view, untranslated)
    offer = next(offer for offer in view["offers"] if offer["move"] == move)
    assert (offer["gain"], offer["points"]) == (2, 4)
    before = state.standing()[0]
    do(state, "at 3,0")
    assert state.standing()[0] - before == offer["gain"]
    assert ">+" not in drawing.panels(view, look_at(view)).slots["board"], (
        "a tile that brings itself alone bears no number"
    )


def test_a_space_closes_only_what_is_still_open() -> None:
    around = ["2,-1", "1,-1", "0,-1", "-1,0", "-1,1", "0,1", "1,1"]
    state = position([f"1 squash {at}" for at in around], cities={"Tikal": "1,0"}, racks=["maize2 maize", "maize"])
    do(state, "plant maize2")
    view = state.view(0)
    last = GAME.moves.read("at 2,0")
    assert "Closes Tikal: @0 +3, @1 +6." in GAME.words.move(last, view, untranslated)
    assert "Closes Tikal: @0 +3, @1 +6." in GAME.words.hint(last, view, untranslated)
    assert ">+5!<" in drawing.panels(view, look_at(view)).slots["board"]
    do(state, "at 2,0", "plant maize")
    view = state.view(0)
    further = GAME.moves.read("at 3,0")
    assert "Closes" not in GAME.words.move(further, view, untranslated) + " ".join(
        GAME.words.hint(further, view, untranslated)
    )
    assert ">+" not in drawing.panels(view, look_at(view)).slots["board"], "the city is closed already"
    do(state, "at 3,0")
    assert "Closes Tikal: @0 +3, @1 +6." in GAME.words.prompt(state.view(0), untranslated)[1], (
        "it scores when the turn ends"
    )


def test_a_city_has_a_place_of_its_own_in_the_list() -> None:
    view = position(cities={"Tikal": "1,0"}, racks=["maize", "maize"]).view(0)
    right = parsed(drawing.panels(view, look_at(view)).slots["right"])
    rows = {row.get("data-spot"): "".join(row.itertext()) for row in right.iter("li")}
    assert list(rows) == ["0,0-city"]
    assert rows["0,0-city"].startswith("Tikal2")


def test_expanding_has_its_place_beside_the_rack_and_is_not_the_first_thing_offered() -> None:
    """The prompt's own buttons answer to F, which finishes: expanding is not among them."""
    view = position(racks=["maize pepper", "maize"]).view(0)
    panels = drawing.panels(view, look_at(view))
    assert 1 in panels.moves
    assert "1 tile face down, draw 3" in panels.slots["above"]
    assert "1 tile face down, draw 3" in panels.slots["hand"]
    assert GAME.words.move(1, view, untranslated) == "Expand a city: 1 tile face down, draw 3"
    last = position(racks=["maize", "maize"], reserves=["", "maize"]).view(0)
    assert "nothing to draw" in drawing.panels(last, look_at(last)).slots["above"]


def test_what_cannot_be_chosen_answers_a_click_and_says_what_it_is() -> None:
    state = position(["1 pepper 1,0"], racks=["maize pepper", "maize"])
    view = state.view(0)
    board = drawing.panels(view, look_at(view)).slots["board"]
    answers = {element.attrib["data-try"]: element for element in parsed(board).iter() if "data-try" in element.attrib}
    spaces = {str(20 + space) for space in range(len(view["map"]["spaces"]))}
    city = {str(20 + space) for city in view["cities"] for space in city["spaces"]}
    assert set(answers) == spaces - city | {str(20 + city["spaces"][0]) for city in view["cities"]}
    assert all(element.attrib.get("aria-label") for element in answers.values())
    assert all(state.why_not(0, int(move)) for move in answers)
    spectator = drawing.panels(state.view(None), look_at(state.view(None))).slots
    assert "data-try" not in "".join(spectator.values())


def test_another_tile_can_be_picked_in_place_of_the_one_in_hand() -> None:
    state = position(racks=["maize maize2 pepper", "maize"])
    do(state, "plant maize")
    rack = drawing.panels(state.view(0), look_at(state.view(0))).slots["above"]
    assert 'data-do="undo" aria-label="Put back one maize"' in rack
    assert re.findall(r'data-instead="(\d+)"', rack) == ["5", "10", "1"]
    do(state, "at 1,0", "plant maize2")
    rack = drawing.panels(state.view(0), look_at(state.view(0))).slots["above"]
    assert "data-instead" not in rack, "tiles of a turn show the same crop"
    assert state.why_not(0, 10) == "one-crop"
    assert 'data-try="10"' in rack


def test_tiles_that_are_alike_lie_in_one_pile() -> None:
    state = position(racks=["maize maize pepper", "maize"])
    rack = drawing.panels(state.view(0), look_at(state.view(0))).slots["above"]
    assert re.findall(r'data-move="(\d+)"', rack) == ["4", "10", "1"]
    assert re.findall(r'class="my-pile">(\d)<', rack) == ["2"]
    assert rack.count("my-rack-free-") == state.view(0)["rack_limit"] - 3
    do(state, "plant maize")
    rack = drawing.panels(state.view(0), look_at(state.view(0))).slots["above"]
    assert rack.count("my-taken") == 1
    assert rack.count('class="can-line"') == 2, "the tile in hand, and the one that may be taken instead"


def test_the_standing_beside_a_city_counts_the_tile_in_hand() -> None:
    state = position(["1 pepper 2,-1"], cities={"Tikal": "1,0"}, racks=["maize maize2", "maize"])
    do(state, "plant maize")
    shown = drawing.panels(state.view(0), look_at(state.view(0), GAME.moves.read("at 0,-1"))).slots["right"]
    assert "tied" in shown
    assert "leads" not in shown
    do(state, "at 0,-1", "plant maize2")
    view = state.view(0)
    assert all(offer["gain"] == 2 for offer in view["offers"] if "gain" in offer)
    assert GAME.words.prompt(view, untranslated)[1] == "It must touch a tile of this turn. It adds 2 points."


def test_an_end_says_which_cities_stayed_open() -> None:
    last = next(view for view in views(2, 5, each=10_000) if view["phase"] == "over")
    shown = drawing.panels(last, look_at(last)).slots["right"]
    assert shown.count("open, not scored") == sum(not city["closed"] for city in last["cities"])
    assert "spaces free" not in shown


def test_a_marker_is_gold_in_a_case_of_ink() -> None:
    state = position(racks=["maize", "maize"])
    do(state, "plant maize")
    board = drawing.panels(state.view(0), look_at(state.view(0))).slots["board"]
    assert board.count('class="can-case"') == board.count('class="can-line"') == board.count("data-move=")


def test_the_bubble_tells_the_group_and_what_follows() -> None:
    state = position(["0 maize 1,0", "0 maize 1,1"], racks=["maize", "maize"])
    do(state, "plant maize")
    view = state.view(0)

    def hint(text: str) -> list[str]:
        return GAME.words.hint(GAME.moves.read(text), view, untranslated)

    assert hint("at 1,2") == ["Group of 3 tiles, 3 maize", "Founds Caracol."]
    assert hint("at -1,0") == ["A new group", "Beside Tikal: you lead with 2"]
    assert GAME.words.hint(0, view, untranslated) == []


def test_a_hot_space_shows_the_tile_and_the_crops_it_adds() -> None:
    state = position(["0 maize 1,-1", "1 pepper 2,-1"], cities={"Tikal": "1,0"}, racks=["maize2", "maize"])
    do(state, "plant maize2")
    move = GAME.moves.read("at 0,-1")
    panels = drawing.panels(state.view(0), look_at(state.view(0), move)).slots
    assert "<u>+2</u>" in panels["right"]
    assert 'class="can hot"' in panels["board"]
    assert "<i>(+3)</i>" in panels["right"]


def test_names_are_escaped() -> None:
    view = GAME.start(3, 1).view(0)
    html = "".join(drawing.panels(view, look_at(view)).slots.values())
    assert "<i>" not in html.replace("<i>(+", "")
    assert 'Marco "<i>' in unescape(html)


def test_the_page_says_that_the_map_is_a_reconstruction() -> None:
    view = GAME.start(2, 1).view(None)
    assert "reconstruction" in drawing.panels(view, look_at(view)).slots["right"]
    view["map"]["reconstructed"] = False
    assert "reconstruction" not in drawing.panels(view, look_at(view)).slots["right"]


def test_another_seats_picture_shows_no_rack() -> None:
    state = position(racks=["maize maize2", "pepper"])
    panels = drawing.panels(state.view(1), look_at(state.view(1))).slots
    assert "my-tile-0" not in panels["above"] + panels["hand"] + panels["right"]
    assert "my-tile-1-6" in panels["above"]
    spectator = drawing.panels(state.view(None), look_at(state.view(None))).slots
    assert spectator["above"] == spectator["hand"] == ""


@pytest.mark.parametrize("language", ["es", "fr"])
def test_a_picture_speaks_the_language_of_its_viewer(language: str) -> None:
    view = GAME.start(2, 1).view(0)
    say = translator_for("tablero.games.maya", language)
    panels = drawing.panels(view, RenderOptions(names=("A", "B"), say=say)).slots
    assert say("Your rack") in panels["above"]
    assert say("Your rack") != "Your rack"


def test_the_outline_of_a_space_has_six_corners_and_a_ring_has_two_borders() -> None:
    assert outline(frozenset([(0, 0)])).count("L") == 5
    ring = frozenset([(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)])
    assert outline(ring).count("M") == 2
    assert middle(0, 0) == (0, 0)


def test_the_text_board_shows_tiles_temples_and_scores() -> None:
    state = position(["1 pepper2 1,0"], cities={"Tikal": "0,1"}, racks=["maize", "maize"], scores=[3, 4])
    text = GAME.text(state)
    assert "1K" in text
    assert "@" in text
    assert "#" in text
    assert "seat 1: 4 points" in text
