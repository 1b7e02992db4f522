"""What travels on the page: from where to where, and that the picture knows the places."""

from __future__ import annotations

import re

from tablero.core import State
from tablero.core.drawing.animation import Animation, Flight
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.luck import seeded
from tablero.core.playout import play_at_random
from tablero.games.tzolkin.animation import animate

from .position import GAME, play, player, position


def played(state: State, *texts: str) -> Animation:
    """What travels because of the last of these moves."""
    state.journal = []
    for text in texts[:-1]:
        play(state, text)
    known = len(state.journal)
    play(state, texts[-1])
    return animate(state.journal, known)


def test_a_worker_goes_from_the_hand_to_its_place() -> None:
    state = position(player(corn=5), player())
    assert played(state, "place tikal").flights == (Flight("0-hand", "on-2-0", "tz-peg-0", lands=True),)
    assert played(state, "place start").flights == (Flight("0-hand", "on-claim", "tz-peg-0", lands=True),)


def test_goods_come_from_the_plate_of_the_action() -> None:
    state = position(player(on={"yaxchilan": [3]}), player())
    assert played(state, "pick yaxchilan 3").flights == (Flight("1-3", "0-hand", "tz-peg-0"),)
    flights = played(state, "action 3").flights
    assert set(flights) == {Flight("1-3", "0-corn", "tz-corn", 2), Flight("1-3", "0-gold", "tz-gold", 1)}


def test_a_payment_goes_to_the_plate_and_the_way_there_is_remembered() -> None:
    state = position(player(on={"tikal": [1]}, wood=1, stone=1), player())
    assert played(state, "pick tikal 1", "action 1", "advance agriculture", "blocks wood").flights == (
        Flight("0-wood", "2-1", "tz-wood", 1),
    )


def test_two_days_have_a_word_for_the_style_sheet() -> None:
    start = {"corn": 9}
    one, two = (position(player(**start), player(**start)) for _ in range(2))
    for state, days, style in ((one, "one day", ""), (two, "two days", "two-days")):
        moves = ("place start", "end turn", "place tikal", "end turn", days)
        assert played(state, *moves).style == style


def test_everything_that_travels_or_changes_has_its_places_in_the_picture() -> None:
    missing: set[str] = set()
    for seed in range(6):
        state = GAME.start(2 + seed % 3, seed)
        state.journal = []
        luck = seeded(seed)
        while state.actors():
            known = len(state.journal)
            play_at_random(state, luck, 1)
            moved = animate(state.journal, known)
            named = {spot for flight in moved.flights for spot in (flight.start, flight.end)} | set(moved.places)
            html = "".join(GAME.drawing.panels(state.view(None), RenderOptions()).slots.values()) if named else ""
            missing |= named - set(re.findall(r'data-spot="([^"]+)"', html))
    assert missing == set()


def test_what_has_changed_is_named_once_and_in_order() -> None:
    state = position(player(corn=5), player())
    assert played(state, "place tikal").places == ("2-0",), "nothing was paid"
    assert played(state, "place tikal").places == ("2-1", "0-corn")
    state = position(player(on={"tikal": [2]}, wood=2), player(), row=["b06"])
    state.journal = []
    play(state, "pick tikal 2; action 2; build 1")
    assert animate(state.journal, 0).places == ("2-2", "building-0", "0-wood", "track-0-0")
    state = position(player(on={"uxmal": [1]}, corn=3), player())
    state.journal = []
    play(state, "pick uxmal 1; action 1; up green")
    assert animate(state.journal, 0).places == ("3-1", "0-corn", "temple-2-0")


def test_a_food_day_names_what_everybody_paid_and_was_given() -> None:
    state = position(player(corn=0, score=9, temples=(2, 1, 1)), player(corn=6), day=8)
    moved = played(state, "place tikal", "end turn", "place uxmal", "end turn")
    assert moved.places == ("calendar", "0-points", "1-corn", "0-stone")
    assert Flight("0-points", "calendar", "tz-vp", 9) in moved.flights
    assert Flight("temples", "0-stone", "tz-stone", 1) in moved.flights
