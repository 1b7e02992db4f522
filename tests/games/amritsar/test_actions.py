"""Actions of the active worker and of the elephant; upgrades, storage, exchange."""

from __future__ import annotations

import pytest

from .position import Draft, events, goods, legal, play, refused, seat_of, stage

# north: white_1 (know_any / market), yellow_1 (coin1_market / know_money), blue_1 (marble2_or_copper1 / upgrade_wo)
# east: white_2 (know_any / any1), blue_2 (gold1 / upgrade_wm), green_1 (mahout / coin1)


def acting(district: str = "north", colour: str = "white", at: int = 0, **seat: object) -> Draft:
    return Draft().seat(0, at=at, **seat).acting(district, colour)


def test_every_action_is_optional_and_the_secondary_needs_no_main() -> None:
    """R20"""
    state = acting("east", at=0).load()
    assert "done" in legal(state)
    play(state, "secondary left; take gold; done")
    assert goods(state)[3] == 1


def test_the_secondary_asks_for_the_workers_colour() -> None:
    state = acting("east", "blue", resources=[1, 0, 1]).load()
    assert legal(state, "secondary") == ["secondary centre"]
    assert refused(state, "secondary left") == "secondary"


def test_main_and_secondary_belong_to_one_tile() -> None:
    state = acting("east", "white").load()
    play(state, "main centre")
    assert refused(state, "secondary left") == "one-tile"
    assert refused(state, "main centre") == "action-once"


def test_worker_and_elephant_may_use_the_same_main_and_the_same_mahout() -> None:
    """R21: two donations in one turn."""
    state = acting("east", "white", at=1, resources=[2, 0, 0], load=4).load()
    play(state, "main right; donate level 1 cell 1")
    assert stage(state) == "actions"
    play(state, "use yellow; donate level 1 cell 2")
    assert seat_of(state)["given"] == 2
    same = acting("east", "white", at=1).load()
    play(same, "main centre; elephant centre")
    assert goods(same)[3] == 2


def test_an_action_is_finished_with_all_it_sets_off_before_the_next() -> None:
    """R22: the upgrade of a track step resolves inside the knowledge action."""
    state = acting("east", "white", track=[1, 0, 0], resources=[1, 0, 0]).load()
    play(state, "main left; study development")
    assert stage(state) == "upgrade"
    assert refused(state, "secondary left") == "finish-action"
    play(state, "build wh_marble2")
    assert stage(state) == "actions"
    assert goods(state)[1] == 2
    assert "secondary left" in legal(state)


def test_the_colour_warehouse_works_both_ways_and_only_for_the_secondary() -> None:
    """R23"""
    wild = ["wh_wild_yellow"]
    assert "secondary centre" in legal(acting("north", "white", houses=wild).load())
    assert "secondary left" in legal(acting("north", "yellow", houses=wild, coin=2).load())
    blue = acting("north", "blue", houses=wild, resources=[1, 1, 1]).load()
    assert legal(blue, "secondary") == ["secondary right"]


def test_followers_look_at_the_real_colour() -> None:
    """R24"""
    draft = acting("north", "white", houses=["wh_wild_yellow"]).seat(1, mahouts=["mh_coin_pp", None, None, None])
    state = play(draft.load(), "secondary centre; done")
    assert stage(state) == "elephant"


def test_the_exchange_warehouse_once_in_the_own_turn() -> None:
    """R25"""
    state = acting(houses=["wh_exchange"], resources=[1, 1, 0]).load()
    assert legal(state, "exchange") == ["exchange marble copper", "exchange copper marble", "exchange copper gold"]
    play(state, "exchange copper gold")
    assert goods(state) == [1, 1, 0, 1]
    assert refused(state, "exchange marble copper") == "exchange"
    # Before paying, inside an upgrade.
    paying = acting("north", "blue", houses=["wh_exchange"], resources=[0, 1, 1]).load()
    play(paying, "secondary right; exchange copper marble; build wh_marble2")
    assert goods(paying) == [1, 2, 0, 1]
    # Never in somebody else's turn.
    follower = acting("south", "blue").seat(
        1, mahouts=[None, "mh_market", None, None], houses=["wh_exchange"], resources=[1, 1, 0]
    )
    other = play(follower.load(), "done; follow")
    assert stage(other) == "market"
    assert legal(other, "exchange") == []


def test_the_coin_comes_before_or_after_the_deals_not_between() -> None:
    """R26"""
    first = acting("north", "white", coin=0).load()
    play(first, "main centre; coin; buy marble; done")
    assert goods(first) == [0, 1, 0, 0]
    last = acting("north", "white", coin=1).load()
    play(last, "main centre; buy marble")
    assert refused(last, "coin") == "market-coin"
    play(last, "done")
    assert goods(last) == [1, 1, 0, 0]


@pytest.mark.parametrize(
    "order",
    [
        "elephant centre; main left; secondary left",
        "elephant centre; secondary left; main left",
        "main left; secondary left; elephant centre",
        "secondary left; main left; elephant centre",
    ],
)
def test_the_elephant_acts_before_or_after_both(order: str) -> None:
    """R27, G3"""
    state = acting("east", "white", at=1).load()
    for words in order.split("; "):
        play(state, words)
        while stage(state) != "actions":
            play(state, legal(state)[0])
    assert legal(state) == ["done"]


def test_the_elephant_never_acts_between_main_and_secondary() -> None:
    """R27"""
    state = acting("east", "white", at=1).load()
    play(state, "main left; study money; elephant centre")
    assert refused(state, "secondary left") == "elephant-order"


def test_three_actions_of_the_rulebook() -> None:
    """G3: the elephant first, with the main of the centre tile, then both actions of the right tile."""
    tiles = (
        "yellow_1",
        "blue_2",
        "white_2",
        "white_1",
        "blue_1",
        "green_1",
        "yellow_3",
        "green_3",
        "white_3",
        "blue_3",
        "yellow_2",
        "green_2",
    )
    state = acting("north", "white", at=0).on(tiles=tiles).load()
    play(state, "elephant centre; main right; study resources; secondary right; take copper")
    assert goods(state) == [1, 1, 1, 1]
    assert legal(state) == ["done"]


def test_the_elephant_acts_only_where_it_stands_and_once() -> None:
    away = acting("north", at=2).load()
    assert legal(away, "elephant") == []
    assert refused(away, "elephant left") == "elephant-here"
    here = acting("east", at=1).load()
    play(here, "elephant centre")
    assert refused(here, "elephant centre") == "elephant-once"
    assert refused(here, "use yellow") == "elephant-once"


def test_an_action_without_an_effect_is_not_offered() -> None:
    state = acting("east", "green", at=3, resources=[0, 0, 0]).load()
    assert refused(state, "main right") == "no-effect"


# ---------------------------------------------------------------- storage and upgrades


def test_only_the_sum_of_slots_matters_and_any_item_may_go() -> None:
    """R40"""
    state = acting("east", coin=0, resources=[4, 0, 0]).load()
    play(state, "main centre")
    assert stage(state) == "surplus"
    play(state, "discard marble")
    assert goods(state) == [0, 3, 0, 1]


def test_the_slots_of_a_new_warehouse_count_before_its_benefit() -> None:
    """R41"""
    state = acting("north", "blue", coin=0, resources=[4, 0, 0]).load()
    play(state, "secondary right; build wh_marble2")
    assert goods(state) == [0, 5, 0, 0]


def test_the_order_of_an_upgrade() -> None:
    """R45: pay, place, tax, counter, benefit, bridge."""
    draft = acting("north", "blue", resources=[0, 1, 0])
    draft.on(bridge=["br_upgrade_pp", "br_market_pp", "br_donation_coin"])
    told = events(draft.load(), "secondary right; aim B; space 3")
    kinds = [event["kind"] for event in told]
    assert kinds == ["action", "paid", "aimed", "gained", "points"]
    assert told[2]["tax"] == 2


def test_what_is_missing_makes_an_upgrade_impossible() -> None:
    """R46: no space, nothing on offer, no payment; a free upgrade without a target is lost."""
    full = acting("north", "blue", resources=[1, 0, 0], houses=["wh_marble2", "wh_exchange", "wh_teleport"]).load()
    assert refused(full, "secondary right") == "no-effect"
    none = acting("north", "blue", resources=[1, 0, 0]).on(offer=0).load()
    assert refused(none, "secondary right") == "no-effect"
    poor = acting("north", "blue", resources=[0, 0, 1]).load()
    assert refused(poor, "secondary right") == "no-effect"
    houses = ["wh_marble2", "wh_exchange", "wh_teleport"]
    complete = acting(
        "east",
        track=[4, 0, 0],
        houses=houses,
        placed=[0, 1, 2, 3],
        load=3,
        mahouts=["mh_donate", "mh_market", "mh_upgrade", "mh_coin_pp"],
    )
    state = play(complete.load(), "main left; study development")
    assert stage(state) == "actions"


def test_later_mahouts_may_share_a_colour_with_others() -> None:
    """R47"""
    tiles = (
        "white_1",
        "green_3",
        "blue_1",
        "white_2",
        "blue_2",
        "green_1",
        "yellow_3",
        "yellow_1",
        "white_3",
        "blue_3",
        "yellow_2",
        "green_2",
    )
    state = acting("north", "white", resources=[0, 0, 1]).on(tiles=tiles).load()
    play(state, "main centre; hire mh_market; space 2")
    assert seat_of(state)["mahouts"] == [0, 3, -1, -1]
    assert seat_of(state, 1)["mahouts"][1] == 0


def test_another_resource_may_pay_but_not_for_its_own_warehouse() -> None:
    """R48"""
    state = acting("north", "blue", houses=["wh_any_upgrade_resource"], resources=[1, 0, 1]).load()
    play(state, "secondary right; aim C; space 4")
    assert stage(state) == "pay"
    assert legal(state) == ["pay marble", "pay gold"]
    play(state, "pay gold")
    assert goods(state) == [1, 1, 0, 0]
    own = acting("north", "blue", resources=[0, 0, 1]).load()
    assert refused(own, "secondary right") == "no-effect"


def test_an_objective_goes_to_any_of_three_spaces_each_once() -> None:
    """R49"""
    state = acting("north", "blue", resources=[0, 1, 0]).load()
    play(state, "secondary right")
    assert legal(state, "aim") == ["aim B", "aim C", "aim D"]
    play(state, "aim D")
    assert legal(state) == ["space 2", "space 3", "space 4"]
    play(state, "space 4")
    assert seat_of(state)["score"] == 7
    assert seat_of(state)["placed"] == [0, -1, -1, 3]


def test_a_full_elephant_sends_the_counter_to_the_market() -> None:
    state = acting("north", "blue", resources=[1, 0, 0], load=6).load()
    play(state, "secondary right; build wh_exchange")
    assert (seat_of(state)["load"], seat_of(state)["stall"]) == (6, 6)
