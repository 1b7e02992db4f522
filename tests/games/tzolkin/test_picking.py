"""Picking up workers: the spaces of the five gears, technologies and temples."""

from __future__ import annotations

import pytest

from .position import GAME, goods, legal, levels, play, player, position, refused, seat, temples


def test_a_step_back_is_paid_before_the_action() -> None:
    """R-16: without corn it is out of reach, unless another worker has brought some."""
    state = position(player(on={"yaxchilan": [2, 3]}))
    first = play(state.copy(), "pick yaxchilan 3")
    assert legal(first) == ["action 3", "no action"]
    assert refused(first, "action 2") == "stepping-back"
    play(state, "pick yaxchilan 2; action 2; pick yaxchilan 3; action 2")
    assert goods(state) == {"corn": 1, "stone": 2}


def test_a_step_back_may_lead_to_an_occupied_space() -> None:
    """R-17"""
    state = position(player(on={"yaxchilan": [3]}, corn=1), player(on={"yaxchilan": [2]}))
    assert goods(play(state, "pick yaxchilan 3; action 2")) == {"corn": 1, "stone": 1}


def test_free_choice_spaces_charge_nothing_for_lower_actions() -> None:
    """R-18: but Uxmal 5 costs its corn."""
    state = position(player(on={"uxmal": [6]}, corn=1))
    play(state, "pick uxmal 6")
    assert legal(state) == ["action 2", "action 3", "action 5", "no action"]
    play(state, "action 5; copy yaxchilan 3")
    assert goods(state) == {"corn": 2, "gold": 1}
    assert "action 5" not in legal(play(position(player(on={"uxmal": [7]}, wood=1)), "pick uxmal 7"))


@pytest.mark.parametrize(
    ("gear", "place"),
    [(gear, place) for gear in ("palenque", "yaxchilan", "tikal", "uxmal") for place in (6, 7)]
    + [("chichen_itza", 10)],
)
def test_every_action_is_free_on_the_last_positions(gear: str, place: int) -> None:
    """R-18: with no corn at all, on every gear; what an action itself costs is another matter."""
    rich = {"wood": 9, "stone": 9, "gold": 9, "skull": 1, "levels": {"architecture": 3}}
    state = position(player(on={gear: [place]}, **rich), row=["b01"])
    actions = range(1, 10 if gear == "chichen_itza" else 6)
    asks_for_corn = (1, 5) if gear == "uxmal" else ()
    play(state, f"pick {gear} {place}")
    assert legal(state) == [*[f"action {a}" for a in actions if a not in asks_for_corn], "no action"]


def test_a_worker_may_be_picked_up_for_nothing() -> None:
    """R-19"""
    state = position(player(on={"tikal": [0]}))
    play(state, "pick tikal 0")
    assert seat(state)["hand"] == 3
    assert legal(state) == ["end turn"]
    assert "no action" in legal(play(position(player(on={"yaxchilan": [1]})), "pick yaxchilan 1"))


@pytest.mark.parametrize(("corn", "may"), [(3, False), (4, True)])
def test_fee_and_cost_add_up(corn: int, may: bool) -> None:
    """R-20"""
    state = play(position(player(on={"uxmal": [2]}, corn=corn)), "pick uxmal 2")
    assert ("action 1" in legal(state)) == may
    if may:
        assert goods(play(state, "action 1; up brown")) == {}


# ---------------------------------------------------------------- Palenque


def test_wood_goes_first_and_opens_the_corn_below() -> None:
    """R-21: also for the next worker of the same turn."""
    state = position(player(on={"palenque": [3, 4]}, corn=1))
    play(state, "pick palenque 3; action 3")
    assert legal(state) == ["take wood tile", "burn"]
    play(state, "take wood tile; pick palenque 4; action 3")
    assert legal(state) == ["take corn tile", "take wood tile", "burn"]
    play(state, "take corn tile")
    assert goods(state) == {"corn": 5, "wood": 2}
    assert state.view(None)["jungle"][1] == [1, 0]


def test_burning_angers_the_gods() -> None:
    """R-22: the wood tile is gone, the corn tile is kept, a temple step is lost."""
    state = position(player(on={"palenque": [4]}))
    play(state, "pick palenque 4; action 4; burn; down brown")
    assert goods(state) == {"corn": 7}
    assert (seat(state)["corn_tiles"], seat(state)["wood_tiles"]) == (1, 0)
    assert state.view(None)["jungle"][2] == [1, 0]
    assert temples(state)["brown"] == 0


def test_agriculture_2_harvests_without_a_tile() -> None:
    """R-23: only while there is no open corn tile."""
    state = position(player(on={"palenque": [4]}, levels={"agriculture": 2}))
    play(state, "pick palenque 4; action 4")
    assert legal(state) == ["take corn", "take wood tile", "burn"]
    play(state, "take corn")
    assert goods(state) == {"corn": 8}
    assert seat(state)["corn_tiles"] == 0
    assert seat(state)["temples"] == [1, 1, 1], "nobody is angry"
    assert state.view(None)["jungle"][2] == [2, 0]
    empty = position(player(on={"palenque": [2]}, levels={"agriculture": 2}), jungle=[0] * 8)
    assert goods(play(empty, "pick palenque 2; action 2; take corn")) == {"corn": 5}
    open_corn = position(player(on={"palenque": [4]}, levels={"agriculture": 2}), jungle=[0, 2, 2, 0, 1, 1, 2, 0])
    play(open_corn, "pick palenque 4; action 4")
    assert refused(open_corn, "take corn") == "agriculture"


def test_an_exhausted_group_cannot_be_used() -> None:
    state = position(player(on={"palenque": [2]}, corn=1), jungle=[0, 0, 2, 0, 2, 0, 2, 0])
    play(state, "pick palenque 2")
    assert legal(state) == ["action 1", "no action"]
    assert refused(state, "action 2") == "jungle"


def test_agriculture_helps_harvest_and_fishing_only() -> None:
    """R-24"""
    state = position(player(on={"palenque": [1, 2], "yaxchilan": [3]}, levels={"agriculture": 3}))
    play(state, "pick palenque 2; action 2; take corn tile")
    assert goods(state) == {"corn": 7}
    play(state, "pick palenque 1; action 1")
    assert goods(state) == {"corn": 11}
    play(state, "pick yaxchilan 3; action 3")
    assert goods(state) == {"corn": 13, "gold": 1}


# ---------------------------------------------------------------- Yaxchilan and skulls


@pytest.mark.parametrize(("left", "got"), [(5, 2), (1, 1), (0, 0)])
def test_theology_3_takes_a_second_skull_if_there_is_one(left: int, got: int) -> None:
    """R-25, O-12"""
    state = position(player(on={"yaxchilan": [4]}, levels={"theology": 3}), skulls=left)
    play(state, "pick yaxchilan 4; action 4")
    assert seat(state)["skull"] == got
    assert state.view(None)["skulls"] == left - got


def test_extraction_adds_blocks_of_the_same_kind() -> None:
    state = position(player(on={"yaxchilan": [1, 2, 5]}, levels={"extraction": 3}))
    play(state, "pick yaxchilan 1; action 1; pick yaxchilan 2; action 2; pick yaxchilan 5; action 5")
    assert goods(state) == {"corn": 3, "wood": 2, "stone": 4, "gold": 2}
    wood = position(player(on={"palenque": [3]}, levels={"extraction": 1}))
    assert goods(play(wood, "pick palenque 3; action 3; take wood tile")) == {"wood": 3}


def test_extraction_helps_nowhere_else() -> None:
    """R-26: buildings, temples, Chichen Itza, the market and the track's own bonus."""
    full = {"extraction": 3}
    building = position(player(on={"tikal": [2]}, wood=3, levels=full), row=["b07"])
    assert goods(play(building, "pick tikal 2; action 2; build 1")) == {"stone": 1}
    gifts = position(player(on={"tikal": [1]}, temples=(4, 1, 4), corn=6, levels=full), day=8, turns=1)
    assert goods(play(gifts, "pick tikal 1; end turn")) == {"stone": 2, "wood": 2}
    chichen = position(player(on={"chichen_itza": [6]}, skull=1, levels=full))
    assert goods(play(chichen, "pick chichen_itza 6; action 6; blocks gold")) == {"gold": 1}
    market = position(player(on={"uxmal": [2]}, corn=2, levels=full))
    assert goods(play(market, "pick uxmal 2; action 2; buy wood")) == {"wood": 1}
    bonus = position(player(on={"tikal": [1]}, gold=1, levels=full))
    play(bonus, "pick tikal 1; action 1; advance extraction; blocks gold; blocks wood stone")
    assert goods(bonus) == {"wood": 1, "stone": 1}


# ---------------------------------------------------------------- technologies


def test_advances_cost_1_2_3_and_then_1_for_each_bonus() -> None:
    """R-29: blocks may be mixed; Tikal 3 may take the bonus twice."""
    state = position(player(on={"tikal": [1, 3]}, wood=2, stone=2, gold=2))
    play(state, "pick tikal 1; action 1; advance theology; blocks wood")
    play(state, "pick tikal 3; action 3; advance theology; blocks wood stone; advance theology")
    assert legal(state) == ["blocks stone gold gold"]
    play(state, "blocks stone gold gold")
    assert levels(state)["theology"] == 3
    assert goods(state) == {}
    twice = position(player(on={"tikal": [3]}, wood=2, levels={"architecture": 3}))
    play(twice, "pick tikal 3; action 3; advance architecture; blocks wood; advance architecture; blocks wood")
    assert seat(twice)["score"] == 6


def test_a_second_advance_may_be_left() -> None:
    state = position(player(on={"tikal": [3]}, wood=2))
    play(state, "pick tikal 3; action 3; advance extraction; blocks wood; done")
    assert levels(state)["extraction"] == 1
    assert goods(state) == {"wood": 1}


def test_free_advances_at_level_3_give_the_bonus() -> None:
    """R-30"""
    state = position(player(on={"tikal": [2]}, gold=1, levels={"architecture": 3}), row=["b13"])
    play(state, "pick tikal 2; action 2; build 1")
    assert goods(state) == {"corn": 1, "gold": 1}, "the gold was saved, the corn is level 1"
    assert seat(state)["score"] == 2 + 3


@pytest.mark.parametrize(
    ("tile", "track", "choices", "brings"),
    [
        ("b06", "agriculture", "up yellow", {"temples": [1, 2, 1]}),
        ("b08", "extraction", "blocks gold gold", {"gold": 2}),
        ("b13", "architecture", "", {"score": 2 + 3}),
        ("b14", "theology", "", {"skull": 1}),
    ],
)
def test_a_free_advance_brings_the_bonus_of_each_track(
    tile: str, track: str, choices: str, brings: dict[str, object]
) -> None:
    """R-30: no block is asked for."""
    cost = GAME.facts["buildings"][int(tile[1:]) - 1]["cost"]
    state = position(player(on={"tikal": [2]}, **cost, levels={track: 3}), row=[tile])
    play(state, "; ".join(["pick tikal 2; action 2; build 1", *([choices] if choices else [])]))
    assert {name: seat(state)[name] for name in brings} == brings
    assert legal(state) == ["end turn"]


def test_tikal_3_permits_one_advance_only() -> None:
    """R-31: one advance is enough, none is not."""
    state = play(position(player(on={"tikal": [3]}, wood=5)), "pick tikal 3; action 3")
    assert legal(state) == ["advance agriculture", "advance extraction", "advance architecture", "advance theology"]
    play(state, "advance theology; blocks wood; done")
    assert legal(state) == ["end turn"]


def test_the_ends_of_the_four_tracks() -> None:
    full = dict.fromkeys(("agriculture", "extraction", "architecture", "theology"), 3)
    state = position(player(on={"tikal": [1, 3]}, wood=4, levels=full))
    play(state, "pick tikal 3; action 3; advance agriculture; blocks wood; up green; advance theology; blocks wood")
    play(state, "pick tikal 1; action 1; advance extraction; blocks wood; blocks gold gold")
    assert goods(state) == {"wood": 1, "gold": 2, "skull": 1}
    assert temples(state)["green"] == 2


# ---------------------------------------------------------------- Uxmal


def test_uxmal_1_and_tikal_5_climb_temples() -> None:
    """R-46: three corn for one step; one block for a step in two different temples."""
    state = position(player(on={"uxmal": [1], "tikal": [5]}, corn=9, wood=2))
    play(state, "pick uxmal 1; action 1; up brown")
    assert goods(state) == {"corn": 6, "wood": 2}
    play(state, "pick tikal 5; action 5; blocks wood; up green")
    assert legal(state) == ["up brown", "up yellow"]
    play(state, "up yellow")
    assert temples(state) == {"brown": 2, "yellow": 2, "green": 2}
    assert goods(state) == {"corn": 6, "wood": 1}


def test_in_the_market_sales_may_follow_purchases() -> None:
    """O-11: 2, 3 and 4 corn, as in the rulebook's table, as often as one likes."""
    state = position(player(on={"uxmal": [2]}, corn=2, stone=2, gold=1))
    play(state, "pick uxmal 2; action 2; buy wood")
    assert goods(state) == {"wood": 1, "stone": 2, "gold": 1}
    assert legal(state) == ["sell stone", "sell gold", "done"], "what was bought is not sold again"
    assert refused(state, "sell wood") == "market-kind"
    play(state, "sell gold; buy wood; sell stone")
    assert goods(state) == {"corn": 5, "wood": 2, "stone": 1}
    assert refused(state, "buy stone") == "market-kind"
    assert refused(state, "sell gold") == "market"
    play(state, "sell stone; done; end turn")
    assert goods(state) == {"corn": 8, "wood": 2}


def test_the_market_of_rules_1_sells_first_and_buys_afterwards() -> None:
    """O-11"""
    state = position(player(on={"uxmal": [2]}, corn=1, wood=1, stone=1, gold=1), rules=1)
    assert state.dump()["rules"] == state.view(0)["rules"] == 1
    play(state, "pick uxmal 2; action 2; sell wood; sell stone; sell gold")
    assert goods(state) == {"corn": 10}
    play(state, "buy gold; buy gold")
    assert refused(state, "sell gold") == "market-order"
    play(state, "buy wood")
    assert goods(state) == {"wood": 1, "gold": 2}
    assert legal(state) == ["end turn"], "nothing is left to trade"


def test_uxmal_3_takes_a_worker_up_to_six() -> None:
    """O-12"""
    state = play(position(player(on={"uxmal": [3]})), "pick uxmal 3; action 3")
    assert (seat(state)["workers"], seat(state)["hand"]) == (4, 4)
    six = play(position(player(on={"uxmal": [3]}, workers=6)), "pick uxmal 3; action 3")
    assert seat(six)["workers"] == 6


def test_uxmal_5_copies_any_space_of_four_gears() -> None:
    state = play(position(player(on={"uxmal": [5]}, corn=2)), "pick uxmal 5; action 5")
    assert legal(state, "copy chichen_itza") == []
    assert "copy uxmal 1" not in legal(state), "a corn is left and three are asked for"
    play(state, "copy uxmal 5; copy yaxchilan 5")
    assert goods(state) == {"corn": 2, "stone": 1, "gold": 1}


# ---------------------------------------------------------------- Chichen Itza


def test_each_offering_is_made_once_in_a_game() -> None:
    """R-40"""
    state = position(player(on={"chichen_itza": [10]}, skull=2), offered=0b1000)
    play(state, "pick chichen_itza 10")
    assert "action 3" not in legal(state)
    assert refused(state, "action 3") == "skulls"
    play(state, "action 1")
    assert state.view(None)["offered"] == [1, 3]
    without = play(position(player(on={"chichen_itza": [2]})), "pick chichen_itza 2")
    assert legal(without) == ["end turn"], "no skull, no offering"


def test_a_lost_step_leaves_the_rest_of_an_offering() -> None:
    """R-41: the top is taken, or reached already."""
    there = position(player(on={"chichen_itza": [8]}, skull=1, temples=(1, 8, 1)))
    play(there, "pick chichen_itza 8; action 8; blocks stone")
    assert (temples(there)["yellow"], seat(there)["score"], goods(there)) == (8, 11, {"stone": 1})
    assert there.view(None)["offered"] == [8]
    state = position(player(on={"chichen_itza": [9]}, skull=1, temples=(1, 7, 1)), player(temples=(1, 8, 1)))
    play(state, "pick chichen_itza 9; action 9; blocks wood")
    assert temples(state)["yellow"] == 7
    assert seat(state)["score"] == 13
    assert goods(state) == {"wood": 1}


def test_theology_2_spends_the_block_just_gained() -> None:
    """R-42: optional, once for each action."""
    state = position(player(on={"chichen_itza": [8]}, skull=1, levels={"theology": 2}))
    play(state, "pick chichen_itza 8; action 8; blocks gold")
    assert legal(state) == ["blocks gold", "done"]
    done = play(state.copy(), "done")
    assert goods(done) == {"gold": 1}
    play(state, "blocks gold; up brown")
    assert temples(state) == {"brown": 2, "yellow": 2, "green": 1}
    assert legal(state) == ["end turn"]


def test_theology_1_reaches_one_space_ahead() -> None:
    """R-43"""
    wise = {"theology": 1}
    five = play(position(player(on={"chichen_itza": [5]}, skull=1, levels=wise)), "pick chichen_itza 5")
    assert legal(five) == ["action 5", "action 6", "no action"]
    nine = play(position(player(on={"chichen_itza": [9]}, skull=1, levels=wise)), "pick chichen_itza 9")
    assert legal(nine) == [*[f"action {a}" for a in range(1, 10)], "no action"]
    zero = play(position(player(on={"chichen_itza": [0]}, skull=1, levels=wise)), "pick chichen_itza 0")
    assert legal(zero) == ["action 1", "no action"]
    filled = position(player(on={"chichen_itza": [5]}, skull=1, levels=wise), offered=1 << 5)
    assert legal(play(filled, "pick chichen_itza 5")) == ["action 6", "no action"]


# ---------------------------------------------------------------- temples


def test_the_top_of_a_temple_holds_one_seat() -> None:
    """R-44: it opens when that seat is angered down."""
    state = position(player(on={"uxmal": [1, 6]}, corn=6, temples=(5, 1, 1)), player(temples=(6, 1, 1)))
    play(state, "pick uxmal 1; action 1; up brown")
    assert temples(state)["brown"] == 5
    opened = position(player(on={"uxmal": [1]}, corn=3, temples=(5, 1, 1)), player(temples=(6, 1, 1)), active=1)
    play(opened, "beg brown; place tikal; end turn; pick uxmal 1; action 1; up brown")
    assert (temples(opened, 0)["brown"], temples(opened, 1)["brown"]) == (6, 5)


def test_arriving_on_top_turns_the_board_to_its_light_side() -> None:
    """R-45: a step lost there does not."""
    state = position(player(on={"uxmal": [1]}, corn=3, temples=(5, 1, 1), light=0))
    assert seat(play(state, "pick uxmal 1; action 1; up brown"))["light"]
    there = position(player(on={"uxmal": [1]}, corn=3, temples=(6, 1, 1), light=0))
    assert not seat(play(there, "pick uxmal 1; action 1; up brown"))["light"]
