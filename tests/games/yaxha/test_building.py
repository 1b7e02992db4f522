"""Building: where a cube may go, what must be placed, what may be discarded."""

from __future__ import annotations

from typing import Any

import pytest

from tablero.core import IllegalMove

from .position import FINISH, GAME, LETTERS, cells, place, place_move, position

LEGAL = GAME.facts["golden"]["legal"]
TWO_COLOURS = [["OBOB", "BOBO", "OBOB", "BOBO"]]


@pytest.mark.parametrize("golden", LEGAL, ids=[golden["name"] for golden in LEGAL])
@pytest.mark.parametrize("letter", LETTERS)
def test_the_golden_legal_cells(golden: dict[str, Any], letter: str) -> None:
    name = {colour["letter"]: colour["id"] for colour in GAME.facts["components"]["colour"]}[letter]
    state = position([golden["levels"], []], [letter, ""])
    assert sorted(cells(state, 0, letter)) == sorted(golden[name])


def test_the_first_cube_goes_anywhere_on_level_1() -> None:
    """Y16: with a floating frame one cell stands for all; with a fixed one all sixteen are offered."""
    state = position([[], []], ["O", ""])
    assert cells(state, 0, "O") == [[0, 0, 0]]
    assert state.why_not(0, place_move("O", 0, 0, 2)) == "first-cube"
    assert state.why_not(0, place_move("O", 1, 0, 1)) == "first-cube"
    fixed = position([[], []], ["O", ""], floating_frame="fixed")
    assert len(cells(fixed, 0, "O")) == 16


def test_a_corner_is_no_contact() -> None:
    """Y17"""
    state = position([[["O...", "...."]], []], ["B", ""])
    assert state.why_not(0, place_move("B", 1, 1, 1)) == "base-contact"
    place(state, 0, "B", 1, 0, 1)


def test_a_line_of_four_grows_sideways_only() -> None:
    """Y18"""
    state = position([[["OBGY"]], []], ["OO", ""])
    assert state.why_not(0, place_move("O", -1, 0, 1)) == "base-frame"
    place(state, 0, "O", 0, -1, 1)
    place(state, 0, "O", 3, 1, 1)


def test_rows_may_grow_to_either_side_until_there_are_four() -> None:
    """Y19"""
    state = position([[["OBGY", "Y..."]], []], ["BBB", ""])
    rows = {cell[1] for cell in cells(state, 0, "B")}
    assert rows == {-1, 1, 2}
    place(state, 0, "B", 0, -1, 1)
    place(state, 0, "B", 0, -2, 1)
    assert state.why_not(0, place_move("B", 0, 2, 1)) == "base-frame"
    assert state.why_not(0, place_move("B", 0, -3, 1)) == "base-frame"


def test_a_fixed_frame_does_not_float() -> None:
    state = position([[["OB..", "GY.."]], []], ["O", ""], floating_frame="fixed")
    assert state.why_not(0, place_move("O", -1, 0, 1)) == "base-frame"
    assert [2, 0, 0] in cells(state, 0, "O")


def test_the_base_may_be_filled_after_higher_levels_were_started() -> None:
    """Y20"""
    state = position([[["OOO", "OOO", "OOO"], ["OO.", "OO.", "..."], ["O"]], []], ["B", ""])
    place(state, 0, "B", 3, 0, 1)


def test_above_level_1_a_cube_rests_on_four() -> None:
    """Y21"""
    three = position([[["OO", "O."]], []], ["O", ""])
    assert three.why_not(0, place_move("O", 0, 0, 2)) == "support"
    four = position([[["OO", "OO"]], []], ["OB", ""])
    assert four.why_not(0, place_move("B", 0, 0, 2)) == "colour"
    place(four, 0, "O", 0, 0, 2)


def test_where_the_colour_may_come_from() -> None:
    """Y22"""
    support = position([[["GB", "BB"]], []], ["G", ""])
    place(support, 0, "G", 0, 0, 2)
    beside = position([[["GBB", "BBB"], ["G."]], []], ["G", ""])
    place(beside, 0, "G", 1, 0, 2)
    diagonal = position([[["GBB", "BBB", "BBB"], ["G..", "...", "..."]], []], ["G", ""])
    assert diagonal.why_not(0, place_move("G", 1, 1, 2)) == "colour"
    two_below = position([[["BBB", "BGB", "BBB"], ["BB", "BB"]], []], ["G", ""])
    assert two_below.why_not(0, place_move("G", 0, 0, 3)) == "colour"


def test_a_support_that_becomes_hidden_counts_for_the_colour() -> None:
    """Y23: the fourth cube of level 2 covers the centre cube and still takes its colour."""
    state = position([[["BBB", "BGB", "BBB"], ["BB", "B."]], []], ["G", ""])
    place(state, 0, "G", 1, 1, 2)
    assert [1, 1, 0] in state.view(0)["pyramids"][0]["hidden"]


def test_a_cube_of_this_round_supports_and_matches_the_next() -> None:
    """Y24"""
    state = position([[["OB", "B."]], []], ["GGG", ""])
    assert state.why_not(0, place_move("G", 0, 0, 2)) == "support"
    place(state, 0, "G", 1, 1, 1)
    place(state, 0, "G", 0, 0, 2)


def test_a_cube_that_fits_after_another_must_not_be_discarded_first() -> None:
    """Y25: the second green cube gets its place from the first."""
    base = [["OBOB", "BOBO", "OBOB", "BOGB"]]
    state = position([base, []], ["OGG", ""])
    assert state.why_not(0, FINISH) == "must-place"
    place(state, 0, "G", 1, 2, 2)
    assert state.why_not(0, FINISH) == "must-place"
    assert [0, 2, 1] in cells(state, 0, "G")


def test_nothing_is_discarded_while_the_base_has_a_free_cell() -> None:
    """Y26"""
    almost = [["OBOB", "BOBO", "OBOB", "BOB."]]
    for letter in "OBGYW":
        state = position([almost, []], [letter, ""])
        assert state.why_not(0, FINISH) == "must-place"


def test_nothing_is_discarded_while_a_neighbour_gives_it_a_place() -> None:
    """Y27: no support is green, but a side neighbour on level 2 is."""
    state = position([[*TWO_COLOURS, ["G..", "...", "..."]], []], ["G", ""])
    assert state.why_not(0, FINISH) == "must-place"
    assert sorted(cells(state, 0, "G")) == [[0, 1, 1], [1, 0, 1]]


def test_a_full_base_of_two_colours_has_no_place_for_a_third() -> None:
    """Y28, Y30: three cubes that fit nowhere are three discards."""
    state = position([TWO_COLOURS, TWO_COLOURS], ["GYW", "O"])
    assert state.moves(0) == [FINISH]
    state.play(0, FINISH)
    assert state.dump()["players"][0]["discarded"] == [0, 0, 1, 1, 1]
    assert state.view(0)["prompt"]["kind"] == "wait"


# One cell is free on level 2; orange could also go to level 3 afterwards, blue could not.
BLOCK = [["OBOB", "BOBO", "OBOB", "BOBO"], ["OOO", "OOO", "OO."], ["YG", "G."], ["."]]


def test_filling_the_only_place_of_another_cube_is_allowed() -> None:
    """Y29: after orange has taken its place, blue fits nowhere."""
    state = position([BLOCK, []], ["OB", ""])
    place(state, 0, "O", 2, 2, 2)
    assert state.moves(0) == [FINISH]
    state.play(0, FINISH)
    assert state.dump()["players"][0]["discarded"] == [0, 1, 0, 0, 0]


def test_the_strict_reading_forbids_to_block_oneself() -> None:
    """Y29 with the switch: placing orange first would leave blue without a place."""
    strict = position([BLOCK, []], ["OB", ""], self_blocking="forbidden")
    assert strict.why_not(0, place_move("O", 2, 2, 2)) == "self-blocking"
    place(strict, 0, "B", 2, 2, 2)
    assert [1, 1, 2] in cells(strict, 0, "O")
    place(strict, 0, "O", 1, 1, 3)
    strict.play(0, FINISH)
    assert strict.dump()["players"][0]["discarded"] == [0] * 5


def test_taking_back_gives_exactly_the_cubes_of_this_round() -> None:
    """Y31: another seat's unfinished building is taken back from its view, and nothing else."""
    state = position([[["OB"]], [["OB"]]], ["GYW", "OOO"])
    before = state.view(1)
    place(state, 0, "G", 0, 1, 1)
    place(state, 0, "Y", 1, 1, 1)
    reopened = state.copy()
    reopened.reopen(1)
    player = reopened.dump()["players"][0]
    assert player["cubes"] == [[0, 0, 0, 0], [1, 0, 0, 1]]
    assert player["hand"] == [0, 0, 1, 1, 1]
    assert state.view(1) == before


def test_the_top_cube() -> None:
    """Y32"""
    base = ["OOOO"] * 4
    full = [base, ["OOO"] * 3, ["OB", "OG"]]
    for letter, rule in (("Y", "colour"), ("G", None), ("B", None), ("O", None)):
        state = position([full, []], [letter, ""])
        assert state.why_not(0, place_move(letter, 0, 0, 4)) == rule
    missing = position([[base, ["OOO"] * 3, ["OB", "O."]], []], ["O", ""])
    assert missing.why_not(0, place_move("O", 0, 0, 4)) == "support"


def test_other_refusals_name_their_rule() -> None:
    state = position([[["OB"]], [["OB"]]], ["G", "O"])
    assert state.why_not(0, place_move("W", 0, 1, 1)) == "hand"
    assert state.why_not(0, place_move("G", 0, 0, 1)) == "occupied"
    assert state.why_not(0, 0) == "build"
    assert state.why_not(0, 999) == "notation"
    with pytest.raises(IllegalMove) as refused:
        state.play(5, 0)
    assert refused.value.rule == "turn"
    with pytest.raises(IllegalMove) as refused:
        place(state, 0, "G", 1, 1, 2)
    assert refused.value.rule == "support"
    place(state, 0, "G", 0, 1, 1)
    state.play(0, FINISH)
    assert state.why_not(0, FINISH) == "turn"
    assert position(phase="over").why_not(0, 0) == "over"
    assert position(phase="choose").why_not(0, FINISH) == "choose"


def test_building_is_hidden_until_all_have_finished() -> None:
    state = position([[["OB"]], [["OB"]]], ["G", "O"])
    unseen = state.view(1)
    place(state, 0, "G", 0, 1, 1)
    assert state.view(1) == unseen
    state.play(0, FINISH)
    assert state.view(1)["ready"] == [True, False]
    assert state.view(1)["pyramids"] == unseen["pyramids"]
    place(state, 1, "O", 0, 1, 1)
    state.play(1, FINISH)
    assert len(state.view(1)["pyramids"][0]["cubes"]) == 3


def test_open_building_shows_every_cube_at_once() -> None:
    state = position([[["OB"]], [["OB"]]], ["G", "O"], build_visibility="open")
    place(state, 0, "G", 0, 1, 1)
    assert len(state.view(1)["pyramids"][0]["cubes"]) == 3
    assert state.observed(1, 0, 7) == 7


def test_an_offer_says_what_it_brings() -> None:
    state = position([[["OOO", "BBB", "GGG"], ["O."]], []], ["O", ""])
    offers = {tuple(offer["cube"][:3]): offer for offer in state.view(0)["offers"]}
    best = offers[(1, 0, 1)]
    assert (best["from"], best["to"], best["gain"]) == (4, 5, 3)
    assert offers[(1, 3, 0)]["gain"] == 0
    assert all(offer["hides"] == 0 for offer in offers.values())
