"""Set-up: the board, the deal, the first choices."""

from __future__ import annotations

from collections import Counter

import pytest

import tablero
from tablero.games.amritsar.moves import COLOURS

from .position import GAME, OBJECTIVE_IDS, board_of, legal, play, refused, seat_of, stage


def set_up(seats: int, seed: int = 3, **options: str) -> tablero.State:
    state = GAME.start(seats, seed, options)
    while stage(state) in ("objective", "space"):
        (seat,) = state.actors()
        state.play(seat, state.moves(seat)[0])
    return state


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_what_everybody_has_after_the_set_up(seats: int) -> None:
    """G6"""
    state = set_up(seats)
    for seat in range(seats):
        player = seat_of(state, seat)
        assert (player["score"], player["coin"], player["room"], player["tax"]) == (5, 1, 4, 1)
        assert (player["load"], player["stall"]) == (2, 5)
        assert sum(tile < 0 for tile in player["mahouts"]) == 3
        assert sum(kind < 0 for kind in player["placed"]) == 3
        on_board = 3 + 3 + 3
        assert player["load"] + player["stall"] + on_board == 16
        objectives = state.view(seat)["players"][seat]["objectives"]
        assert [one["type"] for one in objectives] == list("ABCD")
        assert sum(one["space"] is not None for one in objectives) == 1


@pytest.mark.parametrize(("seats", "houses"), [(1, 6), (2, 6), (3, 9), (4, 12)])
def test_what_lies_on_the_board_after_the_set_up(seats: int, houses: int) -> None:
    """G7"""
    view = GAME.start(seats, 5).view(None)
    assert len(view["offer"]) == houses
    assert len(set(view["temple"]["tiles"])) == 3
    assert len({tile["id"] for tile in view["bridge"]}) == 3
    assert sum(len(section["workers"]) for section in view["sections"]) == 12
    assert (sorted(view["maharaja"]["beside"]) == [0, 1, 2, 3]) == (seats <= 2)


def test_district_tiles_have_three_colours_in_each_district() -> None:
    """R90"""
    missing = Counter()
    for seed in range(1000):
        view = GAME.start(2, seed).view(None)
        tiles = [tile for district in view["districts"] for tile in district["tiles"]]
        assert len({tile["id"] for tile in tiles}) == 12
        lacks = []
        for district in view["districts"]:
            colours = {tile["colour"] for tile in district["tiles"]}
            assert len(colours) == 3
            lacks += [colour for colour in range(4) if colour not in colours]
        assert sorted(lacks) == [0, 1, 2, 3]
        missing[tuple(lacks)] += 1
    assert len(missing) == 24


def test_the_first_mahouts_stand_on_different_colours() -> None:
    """R47: only in the set-up."""
    state = GAME.start(4, 1)
    taken: list[str] = []
    for turn in range(4):
        play(state, "aim B")
        free = [f"space {k + 1}" for k in range(4) if f"space {k + 1}" not in taken]
        assert legal(state) == free
        for space in taken:
            assert refused(state, space) == "first-mahout"
        play(state, free[turn % len(free)])
        taken.append(free[turn % len(free)])


def test_the_start_player_is_drawn_and_set_up_goes_clockwise_from_there() -> None:
    firsts = set()
    for seed in range(40):
        state = GAME.start(3, seed)
        first = state.view(None)["first"]
        firsts.add(first)
        for k in range(3):
            assert state.actors() == ((first + k) % 3,)
            play(state, "aim A")
            play(state, legal(state)[0])
        assert state.actors() == (first,)
    assert firsts == {0, 1, 2}


def test_objectives_are_dealt_one_of_each_type_and_no_two_alike() -> None:
    for seed in range(50):
        dump = GAME.start(4, seed).dump()
        dealt = [tuple(player["objectives"]) for player in dump["players"]]
        for kind in range(4):
            names = [OBJECTIVE_IDS[one[kind]] for one in dealt]
            assert len(set(names)) == 4
            assert all(name.startswith("ABCD"[kind]) for name in names)


def test_undrawn_tiles_are_nowhere_in_the_state() -> None:
    board = board_of(GAME.start(2, 8))
    assert len(set(board["temple"])) == 3
    assert len(set(board["bridge"])) == 3
    assert COLOURS == ("yellow", "blue", "white", "green")
