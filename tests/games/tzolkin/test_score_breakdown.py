"""Where the points came from: every point of every seat, to the quarter, and what broke a tie."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from tablero.core import State, seeded
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for, untranslated
from tablero.core.playout import play_at_random
from tablero.core.score_breakdown import ScoreBreakdown

from .position import GAME, play, player, position


def counted(state: State) -> ScoreBreakdown:
    assert GAME.tally is not None
    return GAME.tally(state.journal or [], state.view(None), untranslated)


def by_source(found: ScoreBreakdown, seat: int) -> dict[str, Fraction]:
    return {source.name: source.points[seat] for source in found.sources if source.points[seat]}


def ended(*players: dict[str, Any], **more: Any) -> State:
    """The last round is played to its end by seat 0, who places a worker."""
    state = position(*players, day=27, turns=1, **more)
    state.journal = []
    return play(state, "place tikal; end turn")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"score_floor": "negative"},
        {"quarter_points": "dropped"},
        {"temple_points": "apart"},
        {"monument_skull": "leaves"},
    ],
)
def test_the_sources_add_up_to_the_final_points(options: dict[str, str]) -> None:
    for seats, seed in ((2, 3), (4, 5)):
        state = GAME.start(seats, seed, options, listen=True)
        play_at_random(state, seeded(seed), 100_000)
        found = counted(state)
        final = state.view(None)["result"]["quarters"]
        for seat in range(seats):
            assert sum(source.points[seat] for source in found.sources) == Fraction(final[seat], 4)
        assert all(any(source.points) for source in found.sources), "what nobody has is left out"


def test_each_kind_of_points_has_its_source() -> None:
    rich = player(corn=13, stone=1, skull=1, score=0, workers=4, temples=(2, 1, 1), monuments=["m09"])
    found = counted(ended(rich, player(corn=0)))
    assert by_source(found, 0) == {
        "Temple steps": 2,
        "Highest in a temple": 2 + 3 + 2,
        "Monuments": 6,
        "Skulls kept": 3,
        "Corn and blocks left": Fraction(5 + 3, 4),
    }
    assert by_source(found, 1) == {"Highest in a temple": 3 + 2}, "who has no points loses none to hunger"
    assert found.why == "The calendar has come round: the game ended after round 27."


def test_points_within_a_turn_have_their_source() -> None:
    own = player(on={"chichen_itza": [1], "tikal": [2]}, skull=1, wood=1, gold=2, levels={"architecture": 2})
    state = position(own, player(), row=["b24"])
    state.journal = []
    play(state, "pick chichen_itza 1; action 1; pick tikal 2; action 2; build 1")
    told = [(event["source"], event["n"]) for event in state.journal if event["kind"] == "scored"]
    assert told == [("offering", 4), ("technology", 2), ("building", 8)]


def test_hunger_and_the_floor_are_sources_of_their_own() -> None:
    hungry = counted(ended(player(corn=0, score=5), player(corn=6)))
    assert by_source(hungry, 0)["Hunger"] == -5, "no more than there was"
    floor = counted(ended(player(corn=6, temples=(0, 0, 0), monuments=["m11"]), player(corn=6)))
    assert by_source(floor, 0) == {"Monuments": -6, "Not below zero": 6}


def test_ties_are_told_with_both_figures() -> None:
    alone = counted(ended(player(corn=6, on={"uxmal": [1]}), player(corn=9)))
    assert alone.ties == "A tie would have gone to the most workers left on the gears: @0 2 and @1 0."
    broken = counted(ended(player(corn=6, on={"uxmal": [1]}), player(corn=6, on={"palenque": [2]})))
    assert broken.ties == "@0 and @1 have 6 points each: @0 wins by workers left on the gears, 2 to 1."
    shared = counted(ended(player(corn=6), player(corn=6, on={"palenque": [2]})))
    assert shared.ties == "@0 and @1 have 6 points each, and 1 worker left on the gears: they share the victory."


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_the_pictures_of_the_sources_exist_and_their_names_are_translated(language: str) -> None:
    state = GAME.start(3, 2, listen=True)
    play_at_random(state, seeded(2), 100_000)
    assert GAME.tally is not None
    found = GAME.tally(state.journal or [], state.view(None), translator_for(GAME.package, language))
    symbols = set(re.findall(r'id="([^"]+)"', GAME.drawing.symbols()))
    assert {source.symbol for source in found.sources} <= symbols
    assert "{" not in found.why + found.ties
