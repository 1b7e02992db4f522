"""Planting: where tiles go, what they score, which temples rise."""

from __future__ import annotations

import pytest

from tablero.core import Game, State

from .position import city, do, founded, offered, position, racks, scores, why
from .test_facts import tiny

ROW = ["0 maize 1,0", "0 maize 2,0", "0 maize 3,0"]


def test_the_tiles_of_a_turn_touch_one_another() -> None:
    """R-01, D-04: a new tile at each end of an old row is refused, and accepted when one group is enough. Rules 1
    took the looser reading wherever the edition was French and nothing else was chosen."""
    for rules, options, refused in (
        (2, {}, "together"),
        (2, {"joining": "one_group"}, None),
        (2, {"edition": "fr-2019"}, "together"),
        (2, {"edition": "fr-2019", "joining": "edition"}, "together"),
        (1, {"edition": "fr-2019", "joining": "edition"}, None),
        (1, {"edition": "fr-2019", "joining": "connected"}, "together"),
        (1, {"joining": "edition"}, "together"),
    ):
        state = position(ROW, racks=["maize maize", ""], rules=rules, **options)
        do(state, "plant maize", "at 0,1", "plant maize")
        assert why(state, "at 3,1") == refused
        assert why(state, "at -1,2") is None


def test_with_one_group_enough_a_tile_beside_a_stranger_is_still_refused() -> None:
    """R-01: the looser reading asks for one resulting group, not for any contact."""
    state = position([*ROW, "1 maize -1,0"], racks=["maize maize", ""], joining="one_group")
    do(state, "plant maize", "at 3,1", "plant maize")
    assert why(state, "at -2,0") == "one-group"
    do(state, "at 0,1", "end")
    assert scores(state) == [5, 0]


def test_a_tile_that_joins_two_groups_scores_the_whole() -> None:
    """R-02: groups of 3 and 4 crops joined by a single tile bring 8 points."""
    state = position(["0 pepper2 1,-1", "0 pepper 2,-1", "0 pepper2 0,1", "0 pepper2 -1,2"], racks=["pepper", ""])
    do(state, "plant pepper", "at 1,0", "end")
    assert scores(state) == [8, 0]


def test_what_a_planted_tile_may_touch() -> None:
    """R-03: a face-down tile is contact enough, a limit tile or the edge is not."""
    state = position(cities={"Tikal": "0,-1"}, racks=["maize", ""])
    do(state, "plant maize")
    assert why(state, "at 0,-2") is None
    assert why(state, "at 3,1") == "beside"
    # 5,-2 touches limit tiles on the yellow or green side of the border and nothing else.
    assert why(state, "at 5,-2") == "beside"
    assert why(state, "at -3,0") == "in-play"
    assert why(state, "at 0,-1") == "occupied"
    assert why(state, "at 2,2") == "temple-space"


def test_a_temple_rises_before_the_next_tile_of_the_turn() -> None:
    """R-04: two steps from Tikal towards Copan, the temple is founded at once and the next tile may lie beside it."""
    state = position(racks=["maize maize maize", ""])
    do(state, "plant maize", "at -1,1", "plant maize")
    assert "Copan" not in founded(state)
    do(state, "at -1,2")
    assert "Copan" in founded(state)
    do(state, "plant maize")
    assert "at -2,3" in offered(state)
    assert "at -1,3" not in offered(state)


def test_one_tile_may_found_two_temples() -> None:
    """R-04: every empty temple space beside the tile gets its temple."""
    rows = ["0,0 1,0 2,0 2,-1 1,1", "0,1", "1,-1", "0,-1"]
    game = tiny(temples={"A": (0, 0), "B": (2, -1), "C": (1, 1)}, distance=2, rows=rows)
    state = position(racks=["maize", ""], game=game, cities={"A": ""})
    do_on(game, state, "plant maize", "at 1,0")
    assert founded(state) == {"A", "B", "C"}


def do_on(game: Game, state: State, *words: str) -> None:
    for text in words:
        (seat,) = state.actors()
        state.play(seat, game.read(state, seat, text))


def test_one_or_more_tiles_of_a_crop_may_be_kept_back() -> None:
    """R-29: with three maize in the rack one, two or three may be planted."""
    for count in (1, 2, 3):
        state = position(racks=["maize maize maize pepper", ""])
        for space in ("at 1,0", "at 2,0", "at 3,0")[:count]:
            do(state, "plant maize", space)
        do(state, "end")
        assert scores(state) == [count, 0]
        assert racks(state)[0] == 4 - count


def test_a_turn_has_one_crop_and_one_action() -> None:
    state = position(racks=["maize pepper", ""])
    do(state, "plant maize", "at 1,0")
    assert why(state, "plant pepper") == "one-crop"
    assert why(state, "expand") == "one-action"
    assert why(state, "plant maize") == "rack"


def test_the_first_example_of_the_rulebook() -> None:
    """E-01: two maize tiles with three maize beside a stranger's maize bring three points."""
    state = position(["1 maize 1,0"], racks=["maize maize2", ""])
    do(state, "plant maize", "at 2,0", "plant maize2", "at 3,0", "end")
    assert scores(state) == [3, 0]


def test_the_second_example_of_the_rulebook() -> None:
    """E-02, D-14: two further tiles with two maize enlarge that group, five points."""
    state = position(["1 maize 1,0", "0 maize 2,0", "0 maize2 3,0"], racks=["maize maize", ""])
    do(state, "plant maize", "at 2,1", "plant maize", "at 1,1", "end")
    assert scores(state) == [5, 0]


def test_the_rack_is_not_filled_after_planting() -> None:
    state = position(racks=["maize maize", ""])
    do(state, "plant maize", "at 1,0", "end")
    assert racks(state) == [1, 0]


@pytest.mark.parametrize("other", ["1 maize 2,0", "0 pepper 2,0"])
def test_other_seats_and_other_crops_do_not_count(other: str) -> None:
    state = position([other, "0 maize 3,0"], racks=["maize", ""], cities={"Tikal": ""})
    do(state, "plant maize", "at 1,0", "end")
    assert scores(state) == [1, 0]


def test_a_taken_tile_must_be_placed() -> None:
    state = position(racks=["maize pepper", ""])
    assert why(state, "at 1,0") == "tile-first"
    do(state, "plant maize")
    assert why(state, "plant pepper") == "in-hand"
    assert why(state, "end") == "in-hand"


def test_a_surrounded_city_scores_with_the_tiles_of_this_turn() -> None:
    """R-08: either action closes a city; here the last gap is planted."""
    around = ["2,0", "2,-1", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]
    tiles = [f"1 pepper {at}" for at in around[:2]] + [f"0 squash {at}" for at in around[2:]]
    state = position(tiles, cities={"Tikal": "1,0"}, racks=["potato2", "maize"])
    found = city(state, "Tikal")
    assert found is not None
    assert len(found["free"]) == 1
    do(state, "plant potato2", "at 1,1", "end")
    assert scores(state) == [2 + 6, 3]
