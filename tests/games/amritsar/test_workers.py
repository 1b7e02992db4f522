"""Sowing: groups, full sections, jumps, coins."""

from __future__ import annotations

import pytest

from .position import Draft, board_of, goods, legal, play, refused, stage

EMPTY = ["", "", "", "", "", "", "", ""]


def sowing(workers: list[str], free_jump: str = "choice", **seat: object) -> Draft:
    return Draft(free_jump=free_jump).on(workers=workers, stage="pick").seat(0, **seat)


def section(state: object, number: int) -> list[int]:
    return board_of(state)["section"][5 * number : 5 * number + 4]  # type: ignore[arg-type, no-any-return]


def test_the_sowing_of_the_rulebook() -> None:
    """G2: a coin at the origin pays the jump, full sections cost nothing."""
    workers = ["g", "", "bw", "yyyb", "", "g", "wwgb", ""]
    state = sowing(workers, coin=0).on(lying={"east 1": 1}).load()
    play(state, "pick east 1")
    assert goods(state)[0] == 1
    assert legal(state) == ["drop blue", "drop white"]
    play(state, "drop blue")
    assert section(state, 4) == [0, 1, 0, 0]
    assert legal(state) == ["land south 2", "land west 2"]
    play(state, "land west 2")
    assert goods(state)[0] == 0
    board = board_of(state)
    assert board["lying"] == [0, 0, 0, 0, 0, 1, 0, 0]
    assert (board["act_colour"], board["act_district"]) == (2, 3)


def test_the_coins_of_the_origin_may_pay_a_jump() -> None:
    """R10, and the option by which they wait."""
    workers = ["y", "yy", "bbb", "www", "ggg", "", "", ""]
    with_coin = sowing(workers, coin=0).on(lying={"north 1": 1}).load()
    assert legal(play(with_coin, "pick north 1")) == ["land north 2", "land east 1"]
    waiting = Draft(origin_coins="wait").on(workers=workers, stage="pick", lying={"north 1": 1}).seat(0, coin=0).load()
    assert legal(play(waiting, "pick north 1")) == ["land north 2"]
    play(waiting, "land north 2")
    assert goods(waiting)[0] == 1


def test_full_sections_are_looked_at_when_a_worker_would_be_dropped() -> None:
    """R11: the emptied origin counts as a normal section when it is reached again."""
    workers = ["yb", "wwgg", "yybb", "wg", "", "", "", ""]
    state = sowing(workers, coin=0).load()
    play(state, "pick north 1; drop blue")
    assert section(state, 3) == [0, 1, 1, 1]
    assert legal(state) == ["land south 1"]
    # A lone worker between full sections comes round to where it was.
    round_trip = sowing(["y", "yybb", "bwww", "gggg", "", "", "", ""], coin=4).load()
    assert legal(play(round_trip, "pick north 1"))[-1] == "land north 1"


def test_passing_a_full_section_while_jumping_is_free() -> None:
    """R12"""
    workers = ["y", "y", "bbbw", "", "wwgg", "gy", "", ""]
    state = sowing(workers, coin=1).load()
    play(state, "pick north 1")
    assert legal(state) == ["land north 2", "land east 2"]
    play(state, "land east 2")
    assert goods(state)[0] == 0
    assert board_of(state)["lying"][1] == 1


def test_the_coins_of_the_destination_never_pay_the_jump() -> None:
    """R12"""
    state = sowing(["y", "yy", "bbb", "www", "ggg", "", "", ""], coin=0).on(lying={"east 1": 2}).load()
    assert legal(play(state, "pick north 1")) == ["land north 2"]


def test_coins_of_the_destination_need_slots() -> None:
    """R13: taken before any action."""
    state = sowing(["y", "yy", "bbb", "www", "ggg", "", "", ""], coin=2, resources=[1, 1, 0])
    state = state.on(lying={"north 2": 2}).load()
    play(state, "pick north 1; land north 2")
    assert stage(state) == "surplus"
    assert legal(state) == ["discard coin", "discard marble", "discard copper"]
    assert refused(state, "main left") == "storage"
    play(state, "discard coin; discard copper")
    assert goods(state) == [3, 1, 0, 0]
    assert stage(state) == "actions"


def test_a_single_worker_is_the_last_one_and_may_jump() -> None:
    """R14"""
    state = sowing(["y", "yy", "bbb", "www", "ggg", "", "", ""], coin=2).load()
    assert legal(play(state, "pick north 1")) == ["land north 2", "land east 1", "land east 2"]


@pytest.mark.parametrize(("tile", "gain"), [("br_group4_pp", "pp"), ("br_group4_resource", "any")])
def test_a_group_of_four_crosses_the_bridge_before_sowing(tile: str, gain: str) -> None:
    """R15: exactly the group that is picked up."""
    bridge = [tile, "br_market_pp", "br_upgrade_pp"]
    state = sowing(["yybb", "bw", "ww", "ggg", "y", "", "", ""]).on(bridge=bridge).load()
    state.journal = []
    play(state, "pick north 1")
    if gain == "pp":
        assert state.dump()["players"][0]["score"] == 6
    else:
        assert stage(state) == "choose"
        play(state, "take gold")
        assert goods(state)[3] == 1
    assert stage(state) == "sow"
    three = sowing(["ybw", "ybwg", "ybwg", "g", "", "", "", ""]).on(bridge=bridge).load()
    play(three, "pick north 1")
    assert stage(three) == "sow"
    assert three.dump()["players"][0]["score"] == 5


def test_a_jump_is_voluntary_and_needs_a_coin_or_the_warehouse() -> None:
    """R16"""
    workers = ["y", "yy", "bbb", "www", "ggg", "", "", ""]
    poor = sowing(workers, coin=0).load()
    assert legal(play(poor, "pick north 1")) == ["land north 2"]
    assert refused(poor, "land east 1") == "jump"
    jumper = sowing(workers, coin=0, houses=["wh_free_jump"]).load()
    assert legal(play(jumper, "pick north 1")) == ["land north 2", "land east 1"]
    play(jumper, "land east 1")
    assert board_of(jumper)["lying"] == [0] * 8


LONG_JUMP = ["y", "yy", "bbb", "www", "ggg", "", "", ""]


@pytest.mark.parametrize(("spared", "lying"), [("north 2", [0, 0, 1, 0]), ("east 1", [0, 1, 0, 0])])
def test_of_several_sections_jumped_the_player_chooses_the_free_one(spared: str, lying: list[int]) -> None:
    """R17"""
    state = sowing(LONG_JUMP, coin=1, houses=["wh_free_jump"]).load()
    play(state, "pick north 1; land east 2")
    assert (stage(state), legal(state)) == ("spare", ["pick north 2", "pick east 1"])
    assert refused(state, "pick east 2") == "free-jump"
    assert refused(state, "done") == "finish-action"
    play(state, f"pick {spared}")
    assert board_of(state)["lying"] == [*lying, 0, 0, 0, 0]
    assert goods(state)[0] == 0
    assert stage(state) == "actions"


def test_one_section_jumped_free_leaves_no_choice() -> None:
    """R17"""
    state = play(sowing(LONG_JUMP, coin=1, houses=["wh_free_jump"]).load(), "pick north 1; land east 1")
    assert (stage(state), goods(state)[0]) == ("actions", 1)


def test_by_house_rule_and_before_rules_3_the_first_section_jumped_is_free() -> None:
    """R17"""
    ruled = sowing(LONG_JUMP, coin=1, houses=["wh_free_jump"], free_jump="first").load()
    before = sowing(LONG_JUMP, coin=1, houses=["wh_free_jump"]).load(rules=2)
    for state in (ruled, before):
        play(state, "pick north 1; land east 2")
        assert (stage(state), board_of(state)["lying"]) == ("actions", [0, 0, 1, 0, 0, 0, 0, 0])


def test_the_worker_move_is_due_and_an_empty_section_cannot_be_picked_up() -> None:
    state = sowing(["y", "yy", "bbb", "www", "ggg", "", "", ""]).load()
    assert legal(state) == ["pick north 1", "pick north 2", "pick east 1", "pick east 2", "pick south 1"]
    assert refused(state, "pick west 1") == "pick-up"
    assert refused(state, "done") == "pick-up"
    play(state, "pick east 1")
    assert refused(state, "drop yellow") == "sow"


def test_a_sowing_can_be_looked_at_before_it_is_made() -> None:
    state = sowing(["ybw", "ybwg", "gg", "w", "yb", "", "", ""]).load()
    offer = next(offer for offer in state.view(0)["offers"] if offer["words"] == "pick north 1")
    assert offer["workers"] == [0, 1, 2]
    assert offer["route"] == [2, 3, 4]
