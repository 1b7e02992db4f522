"""The market: deals, lock, discount, counters."""

from __future__ import annotations

from .position import Draft, board_of, goods, legal, play, refused, seat_of, settle, stage


def trading(coin: int = 4, resources: tuple[int, int, int] = (0, 0, 0), **seat: object) -> Draft:
    """In the north a white worker may use the plain market of white_1."""
    draft = Draft().seat(0, coin=coin, resources=list(resources), at=0, **seat).acting("north", "white")
    return draft


def test_nothing_is_bought_and_sold_in_the_same_turn() -> None:
    """R30: over all market actions of the turn."""
    state = trading(coin=3).load()
    play(state, "secondary left; buy gold")
    assert refused(state, "sell gold") == "market-lock"
    play(state, "done; elephant centre")
    assert stage(state) == "market"
    assert refused(state, "sell gold") == "market-lock"
    play(state, "done; done")
    settle(state)
    # Their turns are over by the time this seat is asked again.
    assert seat_of(state)["bought"] == 0
    loose = Draft(market_lock="action").seat(0, coin=4, at=0).acting("north", "white").load()
    play(loose, "secondary left; buy gold; done; elephant centre")
    assert "sell gold" in legal(loose)


def test_a_follower_has_a_lock_of_its_own() -> None:
    """R30"""
    draft = trading().seat(1, mahouts=[None, None, "mh_market", None], resources=[0, 0, 1])
    state = play(draft.load(), "secondary left; buy gold; done; done; follow")
    assert "sell gold" in legal(state)


def test_the_discount_takes_one_off_each_market_action() -> None:
    """R31: purchases of 1 and 2 cost 2."""
    state = trading(coin=4, houses=["wh_buy_discount"]).on(stock=[3, 4, 2]).load()
    play(state, "secondary left; buy marble; buy gold")
    assert goods(state) == [2, 1, 0, 1]
    play(state, "done; elephant centre; buy copper")
    assert goods(state) == [2, 1, 1, 1]


def test_each_deal_is_stored_before_the_next() -> None:
    """R32"""
    state = trading(coin=3, resources=(1, 0, 0)).on(stock=[0, 4, 4]).load()
    play(state, "secondary left; sell marble; discard coin")
    assert stage(state) == "market"
    assert goods(state) == [4, 0, 0, 0]
    mixed = trading(coin=2, resources=(1, 1, 0)).on(stock=[0, 4, 4]).load()
    play(mixed, "secondary left; sell marble")
    assert stage(mixed) == "surplus"
    play(mixed, "discard coin")
    assert goods(mixed) == [3, 0, 1, 0]


def test_one_counter_is_recovered_after_the_last_deal() -> None:
    """R33"""
    state = trading(coin=4).load()
    before = seat_of(state)
    play(state, "secondary left; buy marble; buy copper; buy gold")
    assert seat_of(state)["load"] == before["load"]
    play(state, "done")
    assert seat_of(state)["load"] == before["load"] + 1
    assert seat_of(state)["stall"] == before["stall"] - 1


def test_empty_and_full_columns() -> None:
    """R34"""
    empty = trading(coin=2).on(stock=[0, 4, 4]).load()
    play(empty, "secondary left; buy marble")
    assert goods(empty) == [0, 1, 0, 0]
    assert board_of(empty)["stock"][0] == 0
    full = trading(coin=0, resources=(0, 0, 1)).load()
    play(full, "secondary left; sell gold")
    assert goods(full) == [1, 0, 0, 0]
    assert board_of(full)["stock"][2] == 4
    assert seat_of(full)["score"] == 5


def test_a_sale_that_covers_points_scores_them() -> None:
    state = trading(coin=0, resources=(0, 1, 1)).on(stock=[4, 0, 2]).load()
    play(state, "secondary left; sell copper; sell gold")
    assert goods(state) == [3, 0, 0, 0]
    assert seat_of(state)["score"] == 5 + 1 + 1
    assert board_of(state)["stock"] == [4, 1, 3]


def test_a_market_action_without_a_deal_counts_for_nothing() -> None:
    """R35"""
    draft = trading(coin=0).seat(1, mahouts=[None, None, "mh_market", None], coin=4)
    draft.on(bridge=["br_market_pp", "br_upgrade_pp", "br_donation_coin"])
    state = play(draft.load(), "done; follow; done")
    assert seat_of(state, 0)["score"] == 5
    assert (seat_of(state, 1)["score"], seat_of(state, 1)["load"]) == (5, 2)
    again = play(draft.load(), "done; follow; buy marble; done")
    assert seat_of(again, 0)["score"] == 6
    assert (seat_of(again, 1)["score"], seat_of(again, 1)["load"]) == (6, 3)


def test_a_point_when_no_counter_is_left() -> None:
    """R36: for every recovery; a full elephant with counters left gives nothing."""
    market = trading(coin=4, stall=0).load()
    play(market, "secondary left; buy marble; done")
    assert seat_of(market)["score"] == 6
    track = trading(stall=0).load()
    play(track, "main left; study development")
    assert seat_of(track)["score"] == 6
    full = trading(coin=4, load=6).load()
    play(full, "secondary left; buy marble; done")
    assert (seat_of(full)["score"], seat_of(full)["load"], seat_of(full)["stall"]) == (5, 6, 5)
    strict = Draft(no_counter="market").seat(0, at=0, stall=0, coin=4).acting("north", "white").load()
    play(strict, "main left; study development; secondary left; buy marble; done")
    assert seat_of(strict)["score"] == 6


def test_a_deal_needs_coins_or_goods() -> None:
    state = trading(coin=1, resources=(1, 0, 0)).on(stock=[4, 4, 2]).load()
    play(state, "secondary left")
    assert refused(state, "buy gold") == "market-buy"
    assert refused(state, "sell gold") == "market-sell"
    assert refused(state, "main left") == "finish-action"
