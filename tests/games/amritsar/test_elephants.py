"""Moving the elephant and passing the maharaja."""

from __future__ import annotations

import pytest

from .position import Draft, board_of, goods, legal, play, refused, seat_of, settle, stage


def test_the_first_placement_is_due_and_free() -> None:
    """R01"""
    state = Draft().seat(0, at=-1, coin=0).load()
    assert legal(state) == ["walk north", "walk east", "walk south", "walk west"]
    assert refused(state, "stay") == "first-turn"
    play(state, "walk south")
    assert (seat_of(state)["at"], goods(state)[0], seat_of(state)["score"]) == (2, 0, 5)


def test_nobody_donates_before_the_own_elephant_stands_somewhere() -> None:
    """R01: not even by following."""
    draft = Draft().seat(1, at=-1, resources=[1, 1, 1]).acting("north", "blue")
    state = play(draft.load(), "done")
    assert stage(state) == "elephant"
    assert state.actors() == (1,)
    placed = Draft().seat(1, at=2, resources=[1, 1, 1]).acting("north", "blue").load()
    assert stage(play(placed, "done")) == "follow"


def test_at_most_three_steps_are_offered() -> None:
    """R02"""
    state = Draft().seat(0, coin=4, at=0).load()
    assert legal(state) == ["stay", "walk east", "walk south", "walk west"]


def test_the_first_step_is_free_and_every_further_one_costs_a_coin() -> None:
    state = Draft().seat(0, coin=1, at=0).on(maharaja=0).load()
    assert legal(state) == ["stay", "walk east", "walk south"]
    assert refused(state, "walk west") == "elephant-coins"
    play(state, "walk south")
    assert (goods(state)[0], seat_of(state)["score"]) == (0, 5)


def test_two_steps_past_the_maharaja_in_decade_1() -> None:
    """G1: one coin and one point."""
    state = Draft().seat(0, coin=1, at=1).on(maharaja=2).load()
    play(state, "walk west")
    assert (seat_of(state)["at"], goods(state)[0], seat_of(state)["score"]) == (3, 0, 4)


@pytest.mark.parametrize(("start", "target", "lost"), [(1, "west", 1), (2, "west", 0), (1, "south", 1), (3, "east", 0)])
def test_passing_is_crossing_the_border_of_the_token(start: int, target: str, lost: int) -> None:
    """R03"""
    state = Draft().seat(0, coin=3, at=start).on(maharaja=2).load()
    play(state, f"walk {target}")
    assert seat_of(state)["score"] == 5 - lost


@pytest.mark.parametrize(("decade", "lost"), [(0, 1), (1, 2), (2, 3)])
def test_passing_costs_more_from_decade_to_decade(decade: int, lost: int) -> None:
    """G8"""
    state = Draft().seat(0, at=1).on(maharaja=2, decade=decade).load()
    assert seat_of(play(state, "walk south"))["score"] == 5 - lost


def test_a_score_never_falls_below_zero() -> None:
    """R04"""
    state = Draft().seat(0, at=1, score=1).on(maharaja=2, decade=2).load()
    assert seat_of(play(state, "walk south"))["score"] == 0


def unlocked(token: int = 1, **options: str) -> Draft:
    return Draft(**options).seat(0, token=token).acting("east", "yellow")


def test_the_second_move_comes_in_the_turn_that_unlocks_it() -> None:
    """R05"""
    draft = (
        Draft()
        .seat(0, track=[2, 0, 0])
        .acting("north", "green")
        .on(
            tiles=(
                "white_1",
                "green_2",
                "blue_1",
                "white_2",
                "blue_2",
                "green_1",
                "yellow_3",
                "green_3",
                "white_3",
                "blue_3",
                "yellow_2",
                "yellow_1",
            )
        )
    )
    state = draft.load()
    play(state, "secondary centre")
    assert seat_of(state)["token"] == 1
    play(state, "done")
    assert stage(state) == "second_walk"
    play(state, "walk east")
    assert legal(state) == ["done"]
    assert refused(state, "walk south") == "second-walk"


def test_the_spent_token_keeps_the_second_move() -> None:
    """R05, and the option that ends it."""
    assert stage(play(unlocked(token=2).load(), "done")) == "second_walk"
    assert stage(play(unlocked(token=2, spent_token="ends").load(), "done")) != "second_walk"
    assert stage(play(unlocked(token=1, spent_token="ends").load(), "done")) == "second_walk"


def test_free_placement_by_token_costs_nothing_and_happens_once() -> None:
    """R06"""
    state = Draft().seat(0, token=1, at=1, coin=0).on(maharaja=2).load()
    assert legal(state, "token") == ["token north", "token east", "token south", "token west"]
    play(state, "token west")
    player = seat_of(state)
    assert (player["at"], player["coin"], player["score"], player["token"]) == (3, 0, 5, 2)
    again = Draft().seat(0, token=2, at=1).load()
    assert legal(again, "token") == []
    assert refused(again, "token west") == "token"


def test_a_leap_on_the_spot_turns_the_warehouse_over() -> None:
    """R06: any district, the elephant's own too."""
    state = play(Draft().seat(0, at=1, houses=["wh_teleport"]).load(), "leap east")
    assert (seat_of(state)["at"], seat_of(state)["room"]) == (1, 8)
    ruled = Draft(own_district="no").seat(0, at=1, token=1, houses=["wh_teleport"]).load()
    before = Draft().seat(0, at=1, token=1, houses=["wh_teleport"]).load(rules=2)
    for other in (ruled, before):
        assert legal(other, "leap") == ["leap north", "leap south", "leap west"]
        assert legal(other, "token") == ["token north", "token south", "token west"]
        assert other.view(0)["options"]["own_district"] == "no"


def test_free_placement_by_warehouse_in_the_second_move() -> None:
    """R06, R42: content and tax stay, the slots grow from 2 to 4."""
    draft = Draft().seat(0, token=1, at=1, coin=0, houses=["wh_teleport"]).acting("south", "yellow").on(maharaja=2)
    state = play(draft.load(), "done")
    before = seat_of(state)
    assert before["room"] == 6
    play(state, "leap west")
    player = seat_of(state)
    assert (player["at"], player["score"], player["tax"]) == (3, 5, before["tax"])
    assert player["room"] == 8
    assert player["houses"] == before["houses"]
    play(state, "done")
    settle(state)
    assert state.view(0)["players"][0]["houses"][0] == {"id": "wh_teleport", "slots": 4, "flipped": True}
    plain = Draft().seat(0, at=1).load()
    assert refused(plain, "leap west") == "leap"


def test_with_the_right_warehouse_passing_costs_nothing() -> None:
    state = Draft().seat(0, at=1, houses=["wh_no_maharaja_penalty"]).on(maharaja=2).load()
    assert seat_of(play(state, "walk south"))["score"] == 5


def test_any_number_of_elephants_share_a_district() -> None:
    state = Draft(4).seat(0, at=1).seat(1, at=2).seat(2, at=2).seat(3, at=2).load()
    play(state, "walk south")
    assert [player["at"] for player in state.dump()["players"]] == [2, 2, 2, 2]
    assert board_of(state)["stage"] == 3
