"""What a seat cannot know: the others' wealth tiles, their choice, and what lies undrawn."""

from __future__ import annotations

import json

import pytest

import tablero
from tablero.core import seeded
from tablero.games.tzolkin import load

from .position import GAME


def test_the_others_tiles_and_choices_and_the_undrawn_show_nowhere() -> None:
    """Two positions that differ in all of it look the same to seat 0, byte for byte."""
    state = GAME.start(3, seed=8)
    state.play(1, 2)
    dump = state.dump()
    other = json.loads(json.dumps(dump))
    # Seats 1 and 2 exchange their tiles, seat 1 has chosen another pair, and all luck to come is different.
    other["players"][1]["dealt"], other["players"][2]["dealt"] = (
        dump["players"][2]["dealt"],
        dump["players"][1]["dealt"],
    )
    other["players"][1]["choice"] = 5
    other["luck"] = [9, 8, 7, 6]
    twin = GAME.load(other)
    assert twin.dump() != state.dump()
    assert json.dumps(twin.view(0)) == json.dumps(state.view(0))
    assert json.dumps(twin.view(None)) == json.dumps(state.view(None))
    assert twin.moves(0) == state.moves(0)
    assert twin.observed(0, 1, 3) == -1


def test_the_next_buildings_cannot_be_foreseen() -> None:
    """Decks have no order: what comes is drawn when it comes."""
    state = GAME.start(2, seed=8)
    for seat in (0, 1):
        state.play(seat, 0)
    view = json.dumps(state.view(0))
    rows = set()
    for seed in range(6):
        imagined = state.imagine(0, seeded(seed))
        assert json.dumps(imagined.view(0)) == view
        imagined.v[0] = -1
        imagined.fill_row()
        rows.add(imagined.view(0)["row"][0])
    assert len(rows) > 1


def test_imagined_tiles_are_dealt_from_those_not_seen() -> None:
    state = GAME.start(4, seed=3)
    mine = set(state.view(2)["mine"]["dealt"])
    for seed in range(8):
        imagined = state.imagine(2, seeded(seed))
        dump = imagined.dump()
        dealt = [tile for player in dump["players"] for tile in player["dealt"]]
        assert len(set(dealt)) == 16
        assert {GAME.facts["wealth"][i]["id"] for i in dump["players"][2]["dealt"]} == mine


def test_a_facts_file_with_a_hole_is_refused() -> None:
    facts = {key: value for key, value in GAME.facts.items() if key != "temples"}
    with pytest.raises(tablero.BadFacts, match="temples"):
        load(facts)
