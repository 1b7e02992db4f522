"""What travels on the page: from where to where, and that the picture knows the places."""

from __future__ import annotations

import re
from typing import Any

from tablero.core import State, seeded
from tablero.core.drawing.animation import Flight
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.playout import play_at_random
from tablero.games.yaxha.animation import MOST, animate

from .position import FINISH, GAME, place, position


def seen(state: State, seat: int | None) -> list[dict[str, Any]]:
    """The events that a viewer may know."""
    return [event for event in state.journal or [] if event.get("to", seat) == seat]


def test_seats_go_to_their_tiles_and_stones_change_hands() -> None:
    state = GAME.load({**GAME.start(3, 1).dump(), "initiative": [2, 1, 3]})
    state.journal = []
    for seat, tile in enumerate((0, 0, 2)):
        state.play(seat, tile)
    assert animate(seen(state, None), 0).flights == (
        Flight("seat-1", "tile-0", "yx-fly-seat-1"),
        Flight("seat-2", "tile-2", "yx-fly-seat-2"),
        Flight("seat-0", "tile-1", "yx-fly-seat-0"),
        Flight("seat-0", "seat-1", "yx-fly-stone-2"),
        Flight("seat-1", "seat-0", "yx-fly-stone-1"),
    )


def building() -> State:
    """Two seats that have just taken tiles 1 and 2."""
    state = position(phase="choose", round=9)
    state.journal = []
    state.play(0, 0)
    state.play(1, 1)
    return state


def test_an_own_cube_comes_from_the_tile_and_stays() -> None:
    state = building()
    known = len(seen(state, 0))
    place(state, 0, "O", 0, 0, 1)
    assert animate(seen(state, 0), known).flights == (Flight("tile-0", "s0-0-0-0", "yx-fly-0", lands=True),)
    assert animate(seen(state, 1), len(seen(state, 1))).flights == ()


def finish(state: State) -> None:
    for seat in (0, 1):
        for x, letter in enumerate("OBG"):
            place(state, seat, letter, x, 0, 1)
        state.play(seat, FINISH)


def test_the_building_of_others_is_seen_once_it_is_shown_and_ones_own_only_once() -> None:
    state = building()
    finish(state)
    events = seen(state, 0)
    known = next(i for i, event in enumerate(events) if event["kind"] == "built")
    flights = animate(events, known).flights
    assert [flight.end for flight in flights] == ["s1-0-0-0", "s1-1-0-0", "s1-2-0-0", "tile-0", "tile-1"]
    assert {flight.start for flight in flights} == {"seat-1", "bag"}


def test_everything_that_travels_or_changes_has_its_places_in_the_picture() -> None:
    """Of every seat and of a spectator, with hidden and with open building."""
    sent = set(re.findall(r' id="([^"]+)"', GAME.drawing.symbols()))
    missing: set[str] = set()
    kinds: set[str] = set()
    for seed, options in enumerate(({}, {"build_visibility": "open"}, {})):
        seats = 2 + seed
        state = GAME.start(seats, seed, options, listen=True)
        luck = seeded(seed)
        while state.actors():
            before = {seat: len(seen(state, seat)) for seat in (0, None)}
            play_at_random(state, luck, 1)
            for seat, known in before.items():
                moved = animate(seen(state, seat), known)
                flights = moved.flights
                assert len(flights) <= MOST
                changed = flights or moved.places
                html = "".join(GAME.drawing.panels(state.view(seat), RenderOptions()).slots.values()) if changed else ""
                spots = set(re.findall(r'data-spot="([^"]+)"', html))
                missing |= {spot for flight in flights for spot in (flight.start, flight.end) if spot not in spots}
                missing |= {place for place in moved.places if place not in spots}
                kinds |= {re.split(r"[-\d]", place)[0] for place in moved.places}
                missing |= {flight.symbol for flight in flights if flight.symbol not in sent}
    assert missing == set()
    assert kinds == {"owner", "stone", "cubes", "s", "card", "total"}


def test_what_is_secret_changes_no_place_for_the_others() -> None:
    state = position(phase="choose", seats=3)
    state.journal = []
    state.play(0, 1)
    assert animate(seen(state, 1) or [{"kind": "start"}], 0).places == ()
    assert animate(seen(state, 0), 0).places == ()
