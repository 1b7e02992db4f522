"""Donations, supports, bridge tiles and following."""

from __future__ import annotations

import pytest

from .position import Draft, events, goods, legal, play, refused, seat_of, settle, stage


def donating(level_goods: tuple[int, int, int] = (1, 1, 1), at: int = 0, **seat: object) -> Draft:
    """The elephant may use the donating mahout on yellow; no bridge tile looks at donations."""
    draft = Draft().seat(0, resources=list(level_goods), at=at, load=3, **seat)
    return draft.acting(("north", "east", "south", "west")[at], "yellow").on(
        bridge=["br_market_pp", "br_upgrade_pp", "br_group4_pp"]
    )


@pytest.mark.parametrize(
    ("level", "cost", "points"), [(1, (1, 0, 0), 1), (2, (1, 1, 0), 3), (3, (0, 1, 1), 5), (4, (1, 1, 1), 7)]
)
def test_each_level_has_its_price_and_points(level: int, cost: tuple[int, int, int], points: int) -> None:
    draft = donating(cost)
    for below in range(1, level):
        draft.donate(1, "north", *[(below, i) for i in range(1, 6 - below)])
    state = play(draft.load(), f"use yellow; donate level {level} cell 1")
    assert goods(state) == [1, 0, 0, 0]
    assert seat_of(state)["score"] == 5 + points
    assert (seat_of(state)["load"], seat_of(state)["given"]) == (2, 1)


def test_supports_pay_their_owners_at_once() -> None:
    """R55: also the donor."""
    draft = donating().donate(0, "north", (1, 1)).donate(1, "north", (1, 2))
    state = play(draft.load(), "use yellow; donate level 2 cell 1")
    assert seat_of(state, 0)["score"] == 5 + 3 + 1
    assert seat_of(state, 1)["score"] == 5 + 1


def test_a_follower_donates_where_the_own_elephant_stands() -> None:
    """R56"""
    draft = Draft().seat(1, at=2, resources=[1, 0, 0]).acting("north", "blue")
    state = play(draft.load(), "done; follow; donate level 1 cell 3")
    assert seat_of(state, 1)["in_district"] == [0, 0, 1, 0]


def test_only_the_two_supports_matter() -> None:
    """R57"""
    draft = donating((1, 1, 0)).donate(2, "north", (1, 2), (1, 3))
    state = play(draft.load(), "use yellow")
    assert legal(state, "donate level 2") == ["donate level 2 cell 2"]
    assert refused(state, "donate level 2 cell 1") == "donate-supports"
    assert "donate level 1 cell 1" in legal(state)


def test_no_counter_no_resources_no_donation() -> None:
    assert "use yellow" not in legal(donating((0, 1, 1)).load())
    assert "use yellow" not in legal(donating().seat(0, load=0).load())
    assert "use yellow" in legal(donating((1, 0, 0)).load())


def test_the_bridge_pays_when_following() -> None:
    """R60, and the option against it."""
    for choice, coins in (("yes", 2), ("no", 1)):
        draft = Draft(bridge_follow=choice).seat(1, at=2, resources=[1, 0, 0]).acting("north", "blue")
        draft.on(bridge=["br_donation_coin", "br_upgrade_pp", "br_group4_pp"])
        state = play(draft.load(), "done; follow; donate level 1 cell 1")
        assert goods(state, 1)[0] == coins


@pytest.mark.parametrize(("decade", "coins"), [(0, 3), (1, 2), (2, 1)])
def test_the_warehouse_of_future_bridges(decade: int, coins: int) -> None:
    """R61: every tile that is still face up; fewer from decade to decade."""
    draft = donating((1, 0, 0), houses=["wh_future_bridges"]).seat(0, coin=0, load=3)
    draft.on(decade=decade, bridge=["br_donation_coin"] * 3)
    state = play(draft.load(), "use yellow; donate level 1 cell 1")
    assert goods(state)[0] == coins
    plain = donating((1, 0, 0)).seat(0, coin=0).on(decade=decade, bridge=["br_donation_coin"] * 3).load()
    assert goods(play(plain, "use yellow; donate level 1 cell 1"))[0] == 1


# ---------------------------------------------------------------- following


def test_the_following_of_the_rulebook() -> None:
    """G4: grey cannot donate and is not asked, pink takes a coin and a marble, purple gains one point."""
    draft = Draft().seat(1, mahouts=[None, None, "mh_donate", None], resources=[0, 0, 0])
    draft.seat(2, mahouts=[None, None, "mh_coin_marble", None]).acting("north", "white")
    state = play(draft.load(), "done")
    assert state.actors() == (2,)
    play(state, "follow")
    assert goods(state, 2) == [2, 1, 0, 0]
    assert [seat_of(state, seat)["score"] for seat in range(3)] == [6, 5, 5]
    assert state.actors() == (1,)
    assert stage(state) == "elephant"


def test_followers_act_one_after_the_other_and_see_what_came_before() -> None:
    """R65"""
    draft = Draft().seat(1, at=2, resources=[1, 0, 0], mahouts=[None, None, "mh_donate", None])
    draft.seat(2, at=2, resources=[1, 1, 0], mahouts=[None, None, "mh_donate", None])
    draft.donate(0, "south", (1, 1)).acting("north", "white")
    state = play(draft.load(), "done; follow; donate level 1 cell 2; follow")
    assert "donate level 2 cell 1" in legal(state)
    assert seat_of(state, 0)["score"] == 6
    play(state, "donate level 2 cell 1")
    assert seat_of(state, 0)["score"] == 8  # the second follower, and the support
    nothing = Draft().seat(1, resources=[0, 0, 0], mahouts=[None, None, "mh_donate", None]).acting("north", "white")
    assert stage(play(nothing.load(), "done")) == "elephant"


def test_each_seat_follows_at_most_once() -> None:
    """R66"""
    draft = Draft(4).seat(1, mahouts=[None, None, "mh_coin_pp", None]).acting("north", "white")
    state = play(draft.load(), "done; follow")
    assert stage(state) == "elephant"
    assert seat_of(state, 1)["score"] == 6


def test_following_comes_after_the_second_elephant_move() -> None:
    """R67"""
    draft = Draft().seat(0, token=1).seat(1, mahouts=[None, None, "mh_coin_pp", None]).acting("north", "white")
    told = events(draft.load(), "done; walk east; done; follow")
    kinds = [event["kind"] for event in told]
    assert kinds.index("elephant") < kinds.index("ended") < kinds.index("followed")


def test_passing_is_allowed() -> None:
    draft = Draft().seat(1, mahouts=[None, None, "mh_coin_pp", None]).acting("north", "white")
    state = play(draft.load(), "done")
    assert legal(state) == ["follow", "pass"]
    assert refused(state, "done") == "follow"
    play(state, "pass")
    assert seat_of(state, 0)["score"] == 5


def last_turn(round: int, **options: str) -> Draft:
    """Two seats, the second ends the round; the worker beside the next space is blue, white or green."""
    draft = Draft(2, **options).on(turn=1, round=round, maharaja=round, beside=[1, 1, 1, 1])
    return draft.acting("north", "yellow").seat(0, mahouts=[None, None, None, None])


def test_with_two_seats_the_maharaja_activates_the_worker_beside_him() -> None:
    """R69: both may follow, the start player first, and nobody gains a point for it."""
    draft = last_turn(0).seat(0, mahouts=[None, "mh_any_resource", None, None])
    draft.seat(1, mahouts=[None, "mh_coin_marble", None, None])
    state = play(draft.load(), "done")
    assert (stage(state), state.actors()) == ("command", (0,))
    play(state, "follow; take gold")
    assert state.actors() == (1,)
    play(state, "follow")
    assert [seat_of(state, seat)["score"] for seat in (0, 1)] == [5, 5]
    assert (goods(state, 0), goods(state, 1)) == ([1, 0, 0, 1], [2, 1, 0, 0])
    assert state.actors() == (0,)


def test_the_last_worker_is_activated_before_the_decade_ends() -> None:
    """R68: what following brings pays taxes."""
    draft = last_turn(3).seat(0, mahouts=[None, "mh_coin_marble", None, None], coin=0, tax=1)
    state = play(draft.load(), "done; follow")
    settle(state)
    assert state.view(None)["decade"] == 1
    assert goods(state, 0) == [0, 1, 0, 0]
    assert seat_of(state, 0)["score"] == 5


def test_with_three_seats_the_maharaja_activates_nobody() -> None:
    draft = Draft(3).on(turn=2).acting("north", "green").seat(0, mahouts=["mh_coin_pp"] * 3 + [None])
    state = play(draft.load(), "done")
    assert stage(state) == "elephant"
