"""What travels on the page: from where to where, and that the picture knows the places."""

from __future__ import annotations

import re

import pytest

from tablero.core import State
from tablero.core.drawing.animation import Flight
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.luck import seeded
from tablero.core.playout import play_at_random
from tablero.games.amritsar.animation import animate

from .position import GAME, Draft, play


def played(state: State, moves: str) -> tuple[Flight, ...]:
    """What travels because of the last of these moves."""
    state.journal = []
    *before, last = moves.split(";")
    if before:
        play(state, ";".join(before))
    known = len(state.journal)
    play(state, last)
    return animate(state.journal, known).flights


def test_a_group_goes_to_the_hand_and_from_there_to_the_sections() -> None:
    state = Draft().on(workers=("yb", "w", "gy", "b", "wg", "y", "bw", "g"), stage="pick", lying={"north 1": 2}).load()
    assert played(state, "pick north 1") == (
        Flight("section-0", "hand", "am-w0"),
        Flight("section-0", "hand", "am-w1"),
        Flight("section-0", "0-coin", "am-coin", 2),
    )
    assert played(state, "drop yellow") == (Flight("hand", "section-1", "am-w0"),)
    assert played(state, "land east 1")[0] == Flight("hand", "section-2", "am-w1")


def test_an_elephant_lands_where_it_goes() -> None:
    state = Draft().seat(0, at=0, coin=2).load()
    assert played(state, "walk east") == (Flight("path-0", "elephant-0", "am-e0", lands=True),)
    assert played(Draft().load(), "stay") == ()


def test_a_walk_goes_from_district_to_district_and_a_token_straight_there() -> None:
    state = Draft().seat(0, at=0, coin=2).load()
    assert played(state, "walk west") == (
        Flight("path-0", "path-1", "am-e0"),
        Flight("path-1", "path-2", "am-e0"),
        Flight("path-2", "elephant-0", "am-e0", lands=True),
    )
    token = Draft().seat(0, at=0, token=1).load()
    assert played(token, "token west") == (Flight("path-0", "elephant-0", "am-e0", lands=True),)


def test_a_jump_leaves_its_coins_on_the_sections() -> None:
    workers = ("y", "yy", "bbb", "www", "ggg", "", "", "")
    state = Draft().seat(0, coin=2).on(workers=workers, stage="pick").load()
    assert played(state, "pick north 1; land east 2") == (
        Flight("0-coin", "section-1", "am-coin"),
        Flight("0-coin", "section-2", "am-coin"),
        Flight("hand", "section-3", "am-w0"),
    )


def test_the_places_that_a_turn_changed_are_told_in_order() -> None:
    state = Draft().seat(0, at=1, coin=2).on(maharaja=2).load()
    state.journal = []
    play(state, "walk west; pick north 1; drop yellow; land east 1")
    assert animate(state.journal, 0).places == (
        "elephant-0",
        "0-coin",
        "maharaja",
        "0-points",
        "section-0",
        "section-1",
        "section-2",
    )
    known = len(state.journal)
    play(state, "main centre")
    assert animate(state.journal, known).places == ("tile-1-1", "0-gold")


def test_what_an_action_brings_comes_from_its_tile() -> None:
    state = Draft().seat(0, at=2).acting("south", "yellow").load()
    assert played(state, "main left") == (Flight("tile-2-0", "0-coin", "am-coin", 2),)


def test_a_donation_lands_on_its_cell_and_pays() -> None:
    draft = Draft().seat(0, at=0, load=2, resources=[1, 0, 0]).acting("north", "yellow")
    state = draft.on(bridge=["br_market_pp", "br_group4_pp", "br_donation_coin"]).load()
    flights = played(state, "use yellow; donate level 1 cell 2")
    assert flights == (Flight("0-load", "cell-0-1", "am-c0", lands=True), Flight("cell-0-1", "0-points", "am-pp", 1))


def test_deals_go_to_and_fro_between_market_and_player() -> None:
    state = Draft().seat(0, at=2, coin=2).acting("west", "yellow").load()
    assert played(state, "main centre; buy gold") == (
        Flight("market", "0-gold", "am-gold", 1),
        Flight("0-coin", "market", "am-coin", 1),
    )


@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_that_travels_has_both_its_places_and_its_picture(seats: int) -> None:
    symbols = set(re.findall(r'id="([^"]+)"', GAME.drawing.symbols()))
    state = GAME.start(seats, seats)
    state.journal = []
    luck = seeded(seats)
    known: set[str] = set()  # places that are always there
    while state.actors():
        before = len(state.journal)
        play_at_random(state, luck, 1)
        moved = animate(state.journal, before)
        assert {flight.symbol for flight in moved.flights} <= symbols
        places = {spot for flight in moved.flights for spot in (flight.start, flight.end)} | set(moved.places)
        if not places <= known:
            html = "".join(GAME.drawing.panels(state.view(None), RenderOptions()).slots.values())
            spots = set(re.findall(r'data-spot="([^"]+)"', html))
            assert places <= spots
            known = {spot for spot in spots if not spot.startswith(("cell", "elephant"))}
