"""Set-up, placing workers, begging and the gods' mercy."""

from __future__ import annotations

import pytest

import tablero
from tablero.core import State

from .position import GAME, WEALTH, bits, goods, legal, play, player, position, refused, seat, temples


@pytest.mark.parametrize(("seats", "dummies"), [(2, 12), (3, 6), (4, 0)])
def test_unassigned_workers_stand_before_wealth_is_chosen(seats: int, dummies: int) -> None:
    """R-1: the tiles drawn for them are not among those dealt, and whoever chooses sees them."""
    state = GAME.start(seats, seed=3)
    for looker in (None, 0):
        view = state.view(looker)
        assert view["phase"] == "wealth"
        assert sum(who == -1 for gear in view["gears"] for _, who in gear["on"]) == dummies
    dump = state.dump()
    dealt = [tile for p in dump["players"] for tile in p["dealt"]]
    assert len(set(dealt)) == 4 * seats
    assert not any(dump["drawn"] >> tile & 1 for tile in dealt)


def drawn_on(gear: int) -> list[tuple[list[str], list[int]]]:
    """The tiles drawn for a gear and the positions of its unassigned workers, in many games."""
    found = []
    for seed in range(200):
        state = GAME.start(2, seed)
        dump = state.dump()
        tiles = [tile for i, tile in enumerate(WEALTH) if dump["drawn"] >> i & 1 and i // 4 == gear]
        found.append((tiles, [p for p in range(13) if dump["dummies"][gear] >> p & 1]))
    return found


def test_the_first_unassigned_worker_of_a_gear_has_another_opposite() -> None:
    """R-2: 5 brings 0; a later tile adds one only."""
    found = drawn_on(0)
    assert (["w03"], [0, 5]) in found
    assert all(len(on) == len(tiles) + 1 for tiles, on in found if len(tiles) > 1)
    assert (["w02"], [3, 8]) in found


def test_a_dummy_on_an_unnumbered_position_comes_round_to_0() -> None:
    """R-3: after two rotations it stands on 0, and placing there costs 1."""
    state = position(player(corn=9), player(corn=9), dummies={"palenque": [3, 8]})
    assert goods(play(state.copy(), "place palenque")) == {"corn": 9}
    play(state, "place tikal; end turn; place tikal; end turn; place uxmal; end turn; place uxmal; end turn")
    assert sorted(state.view(None)["gears"][0]["on"]) == [[0, -1], [5, -1]]
    assert state.view(None)["gears"][0]["price"] == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_jungle_has_as_many_fields_as_there_are_seats(seats: int) -> None:
    """R-5: a group of Palenque 2 has corn only, the others wood over corn."""
    assert GAME.start(seats, seed=1).view(None)["jungle"] == [[0, seats], [seats, 0], [seats, 0], [seats, 0]]


def with_wealth(first: str, second: str) -> State:
    """A game of two in which seat 0 keeps these two tiles."""
    dump = GAME.start(2, seed=0).dump()
    others = [i for i in range(21) if WEALTH[i] not in (first, second)]
    dump["players"][0]["dealt"] = [WEALTH.index(first), WEALTH.index(second), *others[:2]]
    # w10 and w12 only bring goods: nothing of seat 1 disturbs seat 0.
    dump["players"][1]["dealt"] = [i for i in (9, 11, 12, 15, 18, 20) if i not in dump["players"][0]["dealt"]][:4]
    state = GAME.load(dump)
    state.play(0, 0)
    state.play(1, 0)
    return state


def test_the_tile_that_feeds_a_worker_works_on_every_food_day() -> None:
    """R-6: two workers are left to be fed, and it is no building."""
    state = with_wealth("w14", "w10")
    assert seat(state)["due"] == 4
    for behind, day in enumerate((8, 14, 21, 27)):
        dump = state.dump()
        dump |= {"day": day, "food_days": behind, "age": 1 + behind // 2, "turns": 1, "active": 0}
        dump["players"][0] |= {"goods": [9, 0, 0, 0, 0], "monuments": bits([1]), "temples": [1, 1, 1]}
        fed = GAME.load(dump)
        assert seat(fed)["monuments"] == [{"id": "m02", "points": 2}], "the tile is no building"
        assert goods(play(fed, "place start; end turn"))["corn"] == 5


def test_positions_cost_their_number_and_a_surcharge() -> None:
    """R-7"""
    state = position(player(corn=9), player(on={"palenque": [1]}))
    play(state, "place palenque; place palenque; place yaxchilan")
    assert goods(state) == {"corn": 4}
    assert state.view(None)["gears"][0]["on"] == [[0, 0], [1, 1], [2, 0]]


def test_the_starting_player_space_costs_0_and_counts_for_the_surcharge() -> None:
    """R-8"""
    state = position(player(corn=9), player(on={"tikal": [0, 1]}))
    play(state, "place tikal; place start")
    assert goods(state) == {"corn": 6}


def test_a_full_gear_takes_no_worker() -> None:
    """R-9: although two unnumbered holes are free."""
    state = position(player(corn=20), dummies={"palenque": [0, 1, 2, 3, 4, 5, 6, 7]})
    assert "place palenque" not in legal(state)
    assert refused(state, "place palenque") == "gear-full"


def test_corn_on_the_calendar_arrives_after_the_turn() -> None:
    """R-10: it pays for no worker of that turn, but it feeds on the same day."""
    state = position(player(corn=0), player(on={"tikal": [0]}), day=8, pile=6, turns=1)
    play(state, "place start")
    assert legal(state, "place") == []
    assert refused(state, "place uxmal") == "placing-cost"
    play(state, "end turn")
    assert goods(state) == {}
    assert seat(state)["score"] == 0, "nobody went hungry"


def test_passing_and_mixing_are_refused() -> None:
    """R-11"""
    state = position(player(corn=9, on={"tikal": [1]}))
    assert refused(state, "end turn") == "end-turn"
    placing = play(state.copy(), "place uxmal")
    assert refused(placing, "pick tikal 1") == "one-kind"
    picking = play(state.copy(), "pick tikal 1")
    assert legal(picking) == ["end turn"], "no blocks, so no technology"
    assert refused(picking, "place uxmal") == "one-kind"


def test_begging_fills_up_to_3_and_costs_a_temple_step() -> None:
    """R-12"""
    for corn in (0, 1, 2):
        assert goods(play(position(player(corn=corn)), "beg brown")) == {"corn": 3}
    state = position(player(corn=2))
    begged = play(state.copy(), "beg green")
    assert goods(begged) == {"corn": 3}
    assert temples(begged) == {"brown": 1, "yellow": 1, "green": 0}
    assert refused(begged, "beg brown") == "begging"
    assert refused(position(player(corn=3)), "beg brown") == "begging"
    assert refused(play(state, "place tikal"), "beg brown") == "begging"


def test_the_gods_take_a_step_only_where_there_is_one() -> None:
    """R-13"""
    assert legal(position(player(temples=(0, 0, 2))), "beg") == ["beg green"]
    low = position(player(temples=(0, 0, 0), corn=3, on={"palenque": [3]}, levels={"agriculture": 0}))
    assert legal(low, "beg") == []
    play(low, "pick palenque 3; action 3")
    assert legal(low) == ["take wood tile"]
    assert refused(low, "burn") == "burning"
    third = position(player(temples=(0, 0, 2), on={"palenque": [3]}))
    assert legal(play(third, "pick palenque 3; action 3; burn")) == ["down green"]
    assert refused(position(player(temples=(0, 0, 0))), "beg brown") == "anger"


FULL = {gear: [0, 1] for gear in ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")}


def test_without_corn_and_a_free_space_begging_is_the_only_move() -> None:
    """R-14"""
    state = position(player(corn=0), player(), dummies=FULL, claimed=1)
    assert legal(state) == ["beg brown", "beg yellow", "beg green"]


def test_the_gods_have_mercy() -> None:
    """R-15: one worker to a cheapest space for all the corn, and no second one."""
    taken = FULL | {"uxmal": [0]}
    state = position(player(corn=0, temples=(0, 0, 0)), player(), dummies=taken, claimed=1)
    assert legal(state) == ["place uxmal"]
    state = position(player(corn=1, temples=(0, 0, 0)), player(), dummies=FULL, claimed=1)
    assert len(legal(state)) == 5
    play(state, "place tikal")
    assert goods(state) == {}
    assert legal(state) == ["end turn"]
    assert refused(state, "place uxmal") == "mercy"
    free = position(player(corn=0, temples=(0, 0, 0)), dummies=FULL)
    assert legal(free) == ["place start"], "the starting-player space costs nothing"


def test_two_of_four_tiles_are_kept_in_secret() -> None:
    state = tablero.game("tzolkin").start(3, seed=5)
    assert state.actors() == (0, 1, 2)
    state.play(1, 4)
    assert state.actors() == (0, 2)
    assert state.view(1)["mine"]["kept"] == [state.view(1)["mine"]["dealt"][k] for k in (1, 3)]
    assert state.view(0)["players"][1]["wealth"] == []
    assert state.view(0)["ready"] == [False, True, False]
    state.play(0, 0)
    state.play(2, 0)
    assert all(len(p["wealth"]) == 2 for p in state.view(None)["players"])
    assert state.view(1)["mine"] == {"dealt": [], "kept": None}
