"""The calendar, food days and the end of the game."""

from __future__ import annotations

import pytest

from tablero.core import State

from .position import GAME, goods, legal, play, player, position, seat


def last(*players: dict[str, object], **more: object) -> State:
    """A position in which seat 0 has the last turn of the round, and one worker placed."""
    seated = [*players, *[player() for _ in range(2 - len(players))]]
    return play(position(*seated, turns=len(seated) - 1, **more), "place chichen_itza")


# ---------------------------------------------------------------- temples on food days


def test_with_too_few_skulls_nobody_gets_one() -> None:
    """R-27: the other materials still arrive."""
    state = last(player(corn=6, temples=(1, 1, 5)), player(corn=6, temples=(1, 1, 5)), day=8, skulls=1)
    play(state, "end turn")
    assert goods(state, 0) == {"wood": 2}
    assert goods(state, 1) == {"wood": 2}
    enough = last(player(corn=6, temples=(1, 1, 5)), player(corn=6, temples=(1, 1, 5)), day=8, skulls=2)
    assert goods(play(enough, "end turn"), 1) == {"wood": 2, "skull": 1}


def test_the_skulls_are_always_thirteen() -> None:
    """R-28: the skull of the monument goes back to the reserve."""
    state = position(player(on={"tikal": [4]}, gold=4, skull=1), monuments=["m13"])
    play(state, "pick tikal 4; action 4; monument 1")
    assert state.view(None)["skulls"] == 13
    assert goods(state) == {}


@pytest.mark.parametrize(
    ("steps", "points"), [([(1, 1, 1)] * 3, [6, 6, 6]), ([(2, 1, 1), (2, 1, 1), (1, 1, 1)], [2 + 3 + 1 + 2, 8, 3])]
)
def test_seats_that_share_the_highest_step_have_half_each(steps: list[tuple[int, ...]], points: list[int]) -> None:
    """R-47: also three of them, also on the step of the start."""
    seats = [player(corn=6, temples=temples) for temples in steps]
    state = last(*seats, day=14)
    play(state, "end turn")
    assert [seat(state, s)["score"] for s in range(3)] == points


# ---------------------------------------------------------------- the calendar


def test_food_days_are_rounds_8_14_21_and_27() -> None:
    """R-48: round 1 is none."""
    fed = []
    state = GAME.start(2, seed=4, options={})
    state.journal = []
    while actors := state.actors():
        before = state.dump()
        found = [move for move in state.moves(actors[0]) if GAME.moves.write(move) not in ("two days", "place start")]
        ending = GAME.moves.read("end turn")
        state.play(actors[0], ending if ending in found else found[0])
        if state.dump()["food_days"] > before["food_days"]:
            fed.append(before["day"])
    assert fed == [8, 14, 21, 27]


def test_a_two_day_advance_never_skips_a_food_day() -> None:
    """R-49: from round 7 it lands on round 9, and that is the food day."""
    state = position(player(corn=20), player(corn=20), day=7, turns=1)
    play(state, "place start; end turn; two days")
    assert state.view(None)["round"] == 9
    assert state.view(None)["food"]["in"] == 0
    play(state, "place tikal; end turn; place tikal; end turn")
    assert goods(state, 0)["corn"] == goods(state, 1)["corn"] - 1 == 13
    assert state.dump()["food_days"] == 1
    play(state, "place uxmal; end turn; place uxmal; end turn")
    assert state.dump()["food_days"] == 1


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize(
    ("on", "may"),
    [
        *[({gear: [6]}, False) for gear in ("palenque", "yaxchilan", "tikal", "uxmal")],
        ({"tikal": [7]}, True),
        ({"tikal": [5]}, True),
        ({"chichen_itza": [9]}, False),
        ({"chichen_itza": [6]}, True),
        ({"chichen_itza": [10]}, True),
    ],
)
def test_two_days_must_push_nobody_off(on: dict[str, list[int]], may: bool, own: bool) -> None:
    """R-50: anyone's worker on the last position but one forbids it."""
    state = position(player(on=on), player(), turns=1) if own else position(player(), player(on=on), turns=1)
    play(state, "place start; end turn")
    assert (state.view(None)["frame"]["kind"] == "days") == may


def test_two_days_turn_the_board_to_its_dark_side() -> None:
    state = position(player(), player(), turns=1)
    play(state, "place start; end turn; two days")
    assert not seat(state)["light"]
    dark = position(player(light=0), player(), turns=1)
    play(dark, "place start; end turn")
    assert dark.view(None)["frame"]["kind"] == "turn"


def test_who_claimed_the_space_decides_the_days_even_when_the_marker_passes() -> None:
    """R-51, R-52: the holder gives the marker to the left and plays last in the next round."""
    state = position(player(), player(), player(), turns=0, active=0)
    play(state, "place start; end turn; place tikal; end turn; place uxmal; end turn")
    assert state.actors() == (0,)
    assert legal(state) == ["one day", "two days"]
    play(state, "one day")
    assert state.view(None)["first"] == 1
    assert state.actors() == (1,)
    other = position(player(), player(), first=0, active=1, turns=1)
    play(other, "place start; end turn; one day")
    assert other.view(None)["first"] == 1


def test_corn_gathers_on_the_calendar_in_unclaimed_rounds() -> None:
    """R-53"""
    state = position(player(), player(), turns=1, pile=3)
    unclaimed = play(state.copy(), "place tikal; end turn")
    assert unclaimed.view(None)["pile"] == 4
    play(state, "place start; end turn; one day")
    assert state.view(None)["pile"] == 0
    assert goods(state) == {"corn": 3}


def test_workers_past_the_last_position_come_home() -> None:
    """R-54: without an action; unassigned workers go round."""
    mine = player(on={"uxmal": [7], "chichen_itza": [10]})
    state = position(mine, player(), turns=1, dummies={"uxmal": [9], "tikal": [7]})
    play(state, "place palenque; end turn")
    view = state.view(None)
    assert view["gears"][3]["on"] == [[0, -1]]
    assert view["gears"][2]["on"] == [[8, -1]]
    assert view["gears"][4]["on"] == []
    assert seat(state)["hand"] == 2
    assert goods(state) == {}


# ---------------------------------------------------------------- feeding


@pytest.mark.parametrize(
    ("given", "corn", "score"),
    [
        (player(corn=5, score=5), 1, 2),
        (player(corn=9, workers=5, free=2, discount=1), 6, 0),
        (player(corn=9, workers=6, discount=2), 9, 0),
        (player(corn=1, score=9), 1, 0),
    ],
)
def test_feeding(given: dict[str, object], corn: int, score: int) -> None:
    """R-55"""
    state = last(given, player(corn=9), day=8)
    play(state, "end turn")
    assert goods(state).get("corn", 0) == corn
    assert seat(state)["score"] == score


def test_the_worker_on_the_starting_player_space_eats_too() -> None:
    """R-56"""
    state = position(player(corn=9), player(corn=9), day=8, turns=1)
    play(state, "place start; end turn")
    assert goods(state)["corn"] == 3


# ---------------------------------------------------------------- the end


def test_the_gears_turn_once_more_before_the_final_scoring() -> None:
    """R-57: workers that fall off do not break a tie."""
    falls = player(corn=6, on={"tikal": [7]})
    stays = player(corn=6, on={"uxmal": [3]})
    state = last(falls, stays, day=27)
    play(state, "end turn")
    result = state.result()
    assert result is not None
    assert result.scores[0] == result.scores[1]
    assert result.winners == (0, 1), "one on Chichen Itza against one on Uxmal: shared"
    alone = position(player(corn=6, on={"tikal": [7]}), player(corn=6, on={"uxmal": [3]}), day=27, turns=1)
    play(alone, "pick tikal 7; end turn")
    result = alone.result()
    assert result is not None
    assert result.winners == (1,)


def test_more_workers_on_the_gears_break_a_tie() -> None:
    """R-58"""
    more, fewer = player(corn=6, on={"uxmal": [3], "tikal": [2]}), player(corn=6, on={"uxmal": [4]})
    state = play(position(more, fewer, day=27, turns=1), "place start; end turn")
    result = state.result()
    assert result is not None
    assert result.scores[0] == result.scores[1]
    assert (result.winners, result.ranks) == ((0,), (1, 2))


def test_the_final_scoring() -> None:
    """R-58: a quarter of a point for each corn and what blocks are worth, 3 for each skull, then monuments."""
    rich = player(corn=6 + 3, wood=1, stone=1, gold=1, skull=2, monuments=["m02"], built=["b01"])
    state = last(rich, player(corn=6), day=27)
    play(state, "end turn")
    # 3 corn + 2 + 3 + 4 = 12 quarters, two skulls, the monument counts itself and a farm, half of 2, 6 and 4 for ties.
    assert state.view(None)["result"]["quarters"] == [12 + 24 + 16 + 4 * 6, 4 * 6]
    result = state.result()
    assert result is not None
    assert result.scores == (19, 6)
    assert result.winners == (0,)


def test_two_seats_share_a_win_that_nothing_breaks() -> None:
    """R-58"""
    state = last(player(corn=6, on={"tikal": [1]}, workers=4), player(corn=8, on={"uxmal": [1, 2]}, workers=4), day=27)
    before = state.dump()
    before["players"][0]["goods"][0] = before["players"][1]["goods"][0]
    shared = play(GAME.load(before), "end turn")
    result = shared.result()
    assert result is not None
    assert result.winners == (0, 1)


def test_the_temple_monuments() -> None:
    """R-59"""
    low = player(temples=(0, 0, 0), monuments=["m11", "m12"])
    high = player(temples=(3, 6, 1), monuments=["m11", "m12"])
    state = position(low, high)
    assert [tile["points"] for tile in seat(state, 0)["monuments"]] == [-6, 0]
    assert [tile["points"] for tile in seat(state, 1)["monuments"]] == [4 + 9 + 0, 15]


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 5), (4, 4)])
def test_the_monument_that_counts_everybodys_monuments(seats: int, each: int) -> None:
    """R-60"""
    others = [player(monuments=["m01"]), player(monuments=["m02", "m04"]), player()][: seats - 1]
    built = 1 + sum(other["monuments"].bit_count() for other in others)
    state = position(player(monuments=["m03"]), *others, monuments=["m05", "m06"])
    assert seat(state)["monuments"] == [{"id": "m03", "points": each * built}]


def test_a_leap_from_round_26_is_followed_by_the_last_food_day() -> None:
    """O-3"""
    state = position(player(corn=20), player(corn=20), day=26, turns=1)
    play(state, "place start; end turn; two days; place tikal; end turn; place tikal; end turn")
    assert state.result() is not None
