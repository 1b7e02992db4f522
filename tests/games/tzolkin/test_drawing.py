"""The picture of Tzolk'in: teeth that mesh, what glows, what is named."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from tablero.core.look import Look
from tablero.core.luck import seeded
from tablero.core.playout import play_at_random
from tablero.games.tzolkin import gears, names
from tablero.games.tzolkin.gears import Point, layout, outline

from .position import GAME, play, player, position

LOOK = Look(names=("Ana", "Bo", "Cy", "Di"))


def inside(point: Point, shape: Sequence[Point]) -> bool:
    x, y = point
    hit = False
    for (x0, y0), (x1, y1) in zip(shape, [*shape[1:], shape[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            hit = not hit
    return hit


@pytest.mark.parametrize("step", range(0, 17, 4))
def test_no_tooth_ever_cuts_into_another_gear(step: int) -> None:
    """The calendar turns one tooth, the others with it."""
    turn = -gears.PITCH * step / 16
    calendar = outline(gears.TEETH, 10, 0, 0, -90 + turn)
    for place in layout(10, 0, 0):
        small = outline(place.teeth, 10, place.cx, place.cy, place.angle(0) - turn * gears.TEETH / place.teeth)
        assert not any(inside(point, calendar) for point in small)
        assert not any(inside(point, small) for point in calendar)


def glowing(html: str) -> set[int]:
    return {int(move) for move in re.findall(r'data-move="(\d+)"', html)}


def test_every_choice_is_on_a_panel_or_a_button_of_the_prompt() -> None:
    """What the prompt offers by itself: to end, to leave, to take no action, and the days."""
    loose = {GAME.moves.read(text) for text in ("done", "end turn", "no action", "one day", "two days")}
    for seed in range(6):
        state = GAME.start(2 + seed % 3, seed)
        luck = seeded(seed)
        while actors := state.actors():
            view = state.view(actors[0])
            panels = GAME.drawing.panels(view, LOOK)
            desk = glowing(panels["above"] + panels["board"])
            dock = glowing(panels["hand"] + panels["board"])
            assert desk | loose >= set(view["moves"])
            assert dock | loose >= set(view["moves"])
            play_at_random(state, luck, 9)


def test_the_same_drawing_says_what_it_costs_and_who_stands_where() -> None:
    state = position(player(corn=5, on={"tikal": [2]}), player(on={"palenque": [0, 1]}))
    board = GAME.drawing.panels(state.view(0), LOOK)["board"]
    assert "Place a worker on Palenque 2, harvest 4 corn. Costs 2 corn." in board
    assert "Pick up your worker from Tikal 2, build one building." in board
    assert "Palenque 0: Bo" in board


def test_nothing_glows_for_a_spectator() -> None:
    panels = GAME.drawing.panels(position(player(corn=5)).view(None), LOOK)
    assert not any(glowing(html) for html in panels.values())


def test_every_gear_turns_a_tooth_a_day() -> None:
    state = position(player(corn=9), player(corn=9), turns=1)
    before = GAME.drawing.panels(state.view(0), LOOK)["board"]
    after = GAME.drawing.panels(play(state, "place tikal; end turn").view(0), LOOK)["board"]
    turns = [set(re.findall(r"--turn:([-.0-9]+)deg", board)) for board in (before, after)]
    assert turns == [{"36", "27.69", "-13.85"}, {"72", "55.38", "-27.69"}]


def test_a_picture_stands_alone() -> None:
    state = GAME.start(4, seed=2)
    play_at_random(state, seeded(2), 200)
    picture = GAME.draw(state.view(None), LOOK)
    ElementTree.fromstring(picture)
    assert "var(--" not in picture
    used = set(re.findall(r'href="#([\w-]+)"', picture))
    assert used <= set(re.findall(r' id="([\w-]+)"', picture))


def test_an_update_stays_small() -> None:
    """Stones are sent once; a move sends what changes."""
    state = GAME.start(4, seed=2)
    play_at_random(state, seeded(2), 200)
    panels = GAME.drawing.panels(state.view(0), LOOK)
    assert sum(map(len, panels.values())) < 150_000


def test_every_space_and_tile_says_what_it_does() -> None:
    for number in range(5):
        for position_ in range(11 if number == 4 else 8):
            assert names.space(number, position_, str)
    for tile in names.TILES:
        assert names.tooltip(tile, 3, str).endswith(".")


@pytest.mark.parametrize(("quarters", "text"), [(0, "0"), (3, "¾"), (27, "6¾"), (-2, "−½"), (8, "2")])
def test_quarters_of_a_point_are_written_as_fractions(quarters: int, text: str) -> None:
    assert names.quarters(quarters) == text
