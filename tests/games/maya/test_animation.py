"""What travels on the page: from where to where, and that the picture knows the places."""

from __future__ import annotations

import re

from tablero.core import State
from tablero.core.drawing.animation import Flight
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.luck import seeded
from tablero.core.playout import play_at_random
from tablero.games.maya.animation import animate

from .position import GAME, do, position

BACK = "my-fly-court-0"


def played(state: State, *words: str) -> tuple[Flight, ...]:
    """What travels because of the last of these moves."""
    state.journal = []
    do(state, *words[:-1])
    known = len(state.journal)
    do(state, words[-1])
    return animate(state.journal, known).flights


def test_a_planted_tile_comes_from_the_rack_and_its_crops_go_to_the_score() -> None:
    state = position(["0 maize 2,0"], racks=["maize2", "maize"])
    assert played(state, "plant maize2") == ()
    assert played(state, "at 1,0") == (Flight("0-rack", "1,0", "my-fly-tile-0-1", lands=True),)
    state = position(["0 maize 2,0"], racks=["maize2", "maize"])
    assert set(played(state, "plant maize2", "at 1,0", "end")) == {
        Flight("1,0", "0-points", "my-fly-crop-0"),
        Flight("2,0", "0-points", "my-fly-crop-0"),
    }


def test_a_tile_that_goes_face_down_shows_its_back_wherever_it_comes_from() -> None:
    state = position(racks=["pepper", "maize"])
    assert played(state, "expand", "turn pepper", "at 1,0") == (Flight("0-rack", "1,0", BACK, lands=True),)
    assert played(state, "end") == (Flight("0-reserve", "0-rack", BACK, 3),)
    blind = position(racks=["", "maize"])
    assert played(blind, "expand", "at 1,0") == (Flight("0-reserve", "1,0", BACK, lands=True),)


def test_the_points_of_a_city_come_from_its_tiles() -> None:
    around = ["2,0", "2,-1", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]
    tiles = [f"{number % 2} {'maize' if number else 'maize2'} {at}" for number, at in enumerate(around)]
    state = position(tiles, cities={"Tikal": "1,0"}, racks=["potato2", "maize"])
    flights = played(state, "plant potato2", "at 1,1", "end")
    assert Flight("1,0", "0-points", "my-fly-point", 6) in flights
    assert Flight("1,0", "1-points", "my-fly-point", 3) in flights


def test_a_turn_tells_the_places_that_it_has_changed_in_their_order() -> None:
    state = position(["0 maize 1,0", "0 maize 1,1"], racks=["maize", "maize"])
    state.journal = []
    do(state, "plant maize", "at 1,2", "end")
    assert animate(state.journal, 0).places == ("1,2", "2,2", "0-points")  # 2,2 is Caracol, whose temple rises


def test_everything_that_travels_or_changes_has_its_places_and_its_picture() -> None:
    missing: set[str] = set()
    symbols = GAME.drawing.symbols()
    for seed in range(3):
        state = GAME.start(2 + seed % 3, seed)
        state.journal = []
        luck = seeded(seed)
        while state.actors():
            known = len(state.journal)
            play_at_random(state, luck, 1)
            moved = animate(state.journal, known)
            flights = moved.flights
            html = (
                "".join(GAME.drawing.panels(state.view(None), RenderOptions()).slots.values())
                if flights or moved.places
                else ""
            )
            spots = set(re.findall(r'data-spot="([^"]+)"', html))
            missing |= {spot for flight in flights for spot in (flight.start, flight.end) if spot not in spots}
            missing |= set(moved.places) - spots
            missing |= {flight.symbol for flight in flights if f'id="{flight.symbol}"' not in symbols}
    assert missing == set()
