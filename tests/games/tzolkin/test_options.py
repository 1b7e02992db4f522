"""Each open question as an option of the table: what the other choice changes."""

from __future__ import annotations

from .position import GAME, goods, legal, play, player, position, seat
from .test_calendar import last


def test_scores_may_drop_below_zero() -> None:
    """O-1"""
    for choice, score in (("zero", 0), ("negative", -9)):
        state = last(player(), player(corn=6), day=8, options={"score_floor": choice})
        assert seat(play(state, "end turn"))["score"] == score


def test_the_floor_holds_in_the_temples_and_at_the_end() -> None:
    """O-1, O-13: points and penalties of one day are added up before the floor."""
    for choice, temple, final in (("zero", 0, 0), ("negative", -6, -12)):
        floor = {"score_floor": choice}
        state = last(player(corn=6, temples=(0, 0, 0)), player(corn=6), day=14, options=floor)
        assert seat(play(state, "end turn"))["score"] == temple
        end = last(player(corn=6, temples=(0, 0, 0), monuments=["m11"]), player(corn=6), day=27, options=floor)
        assert seat(play(end, "end turn"))["score"] == final
    mixed = last(player(corn=6, temples=(0, 4, 1)), player(corn=6), day=14)
    assert seat(play(mixed, "end turn"))["score"] == -1 + 4 + 2 + 2


def test_quarters_may_be_dropped() -> None:
    """O-2"""
    for choice, quarters in (("kept", 4 * 6 + 7), ("dropped", 4 * 6 + 4)):
        state = last(player(corn=13), player(corn=6), day=27, options={"quarter_points": choice})
        assert play(state, "end turn").view(None)["result"]["quarters"][0] == quarters


def test_quarters_decide_the_game() -> None:
    """O-2: 6 and three quarters beat 6 and a half."""
    state = last(player(corn=9), player(corn=8), day=27)
    result = play(state, "end turn").result()
    assert result is not None
    assert result.scores == (6, 6)
    assert result.ranks == (1, 2)


def test_no_leap_at_the_end_of_round_26() -> None:
    """O-3: round 25 is not concerned."""
    for choice, day, frame in (
        ("allowed", 26, "days"), ("forbidden", 26, "turn"), ("allowed", 25, "days"), ("forbidden", 25, "days"),
    ):  # fmt: skip
        state = position(player(), player(), day=day, turns=1, options={"double_advance_round_26": choice})
        play(state, "place start; end turn")
        assert state.view(None)["frame"]["kind"] == frame


def test_unassigned_workers_may_hinder_two_days() -> None:
    """O-4"""
    for choice, frame in (("ignored", "days"), ("block", "turn")):
        state = position(
            player(), player(), turns=1, dummies={"tikal": [6]}, options={"double_advance_dummies": choice}
        )
        assert play(state, "place start; end turn").view(None)["frame"]["kind"] == frame


def test_the_skull_of_a_monument_may_leave_the_game() -> None:
    """O-5"""
    for choice, left in (("returns", 13), ("leaves", 12)):
        state = position(
            player(on={"tikal": [4]}, gold=4, skull=1), monuments=["m13"], options={"monument_skull": choice}
        )
        assert play(state, "pick tikal 4; action 4; monument 1").view(None)["skulls"] == left


def test_architecture_may_not_serve_the_extra_building() -> None:
    """O-6"""
    for choice, corn in (("applies", 2), ("not", 1)):
        state = position(
            player(on={"tikal": [2]}, wood=2, gold=1, levels={"architecture": 1}),
            row=["b12", "b01"],
            options={"tomb_build_architecture": choice},
        )
        assert goods(play(state, "pick tikal 2; action 2; build 1; up brown; build 2")) == {"corn": corn}


def test_burning_beside_open_corn_may_be_forbidden() -> None:
    """O-7"""
    for choice, may in (("allowed", True), ("forbidden", False)):
        state = position(
            player(on={"palenque": [3]}), jungle=[0, 2, 1, 1, 2, 0, 2, 0], options={"burn_with_open_corn": choice}
        )
        assert ("burn" in legal(play(state, "pick palenque 3; action 3"))) == may


def test_a_lost_step_may_not_be_chosen() -> None:
    """O-8"""
    for choice, found in (("allowed", ["up brown", "up yellow", "up green"]), ("forbidden", ["up yellow", "up green"])):
        state = position(player(on={"uxmal": [1]}, corn=3, temples=(6, 1, 1)), options={"wasted_temple_choice": choice})
        assert legal(play(state, "pick uxmal 1; action 1")) == found
    nowhere = position(
        player(on={"uxmal": [1]}, corn=3, temples=(6, 8, 7)), options={"wasted_temple_choice": "forbidden"}
    )
    assert len(legal(play(nowhere, "pick uxmal 1; action 1"))) == 3


def test_the_tomb_may_build_first() -> None:
    """O-9"""
    for choice, found in (("temple", "up brown"), ("build", "build 2")):
        state = position(
            player(on={"tikal": [2]}, wood=2, gold=1), row=["b12", "b01"], options={"tomb_effect_order": choice}
        )
        assert legal(play(state, "pick tikal 2; action 2; build 1"))[0] == found


def test_colour_monuments_count_monuments_of_their_colour() -> None:
    """O-10"""
    state = position(player(monuments=["m01", "m02", "m06"], built=["b10", "b11", "b06"]))
    points = {tile["id"]: tile["points"] for tile in seat(state)["monuments"]}
    assert points == {"m01": 4 * 4, "m02": 2 * 6, "m06": 4 * 2}


def test_each_open_question_of_the_facts_is_an_option() -> None:
    open_questions = {ruling["id"] for ruling in GAME.facts["rulings"] if not ruling["confirmed"]}
    named = {"monument_skull_returns": "monument_skull"}
    assert {named.get(question, question) for question in open_questions} <= set(GAME.options)
    assert not GAME.facts["building_rules"]["effect_order_confirmed"]
    # Nothing else is open, and the recommended reading is what a table gets that asks for nothing.
    assert {name: option.default for name, option in GAME.options.items()} == {
        "score_floor": "zero",
        "quarter_points": "kept",
        "double_advance_round_26": "allowed",
        "double_advance_dummies": "ignored",
        "monument_skull": "returns",
        "tomb_build_architecture": "applies",
        "burn_with_open_corn": "allowed",
        "wasted_temple_choice": "allowed",
        "tomb_effect_order": "temple",
    }
    assert len(open_questions) + 1 == len(GAME.options)
