"""Each open question as an option of the table: what the other choice changes."""

from __future__ import annotations

from typing import Any

import pytest

import tablero
from tablero.core import State
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.i18n.translator import untranslated
from tablero.core.option import Option
from tablero.games.tzolkin import load
from tablero.games.tzolkin.evaluation.features import Features
from tablero.games.tzolkin.evaluation.weights import WEIGHTS
from tablero.games.tzolkin.options import OPTIONS

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


def test_the_temples_may_be_scored_one_after_the_other() -> None:
    """O-13: the loss in a first temple cannot be made good by a later one once the score has stopped at zero."""
    for choice, floor, score in (
        ("together", "zero", 7),
        ("apart", "zero", 8),
        ("together", "negative", 7),
        ("apart", "negative", 7),
    ):
        options = {"temple_points": choice, "score_floor": floor}
        state = last(player(corn=6, temples=(0, 4, 1)), player(corn=6), day=14, options=options)
        state.journal = []
        assert seat(play(state, "end turn"))["score"] == score
        (told,) = [event for event in state.journal if event["kind"] == "devotion" and event["seat"] == 0]
        assert told["temples"] == [[-1, 0], [4, 2], [0, 2]]
        assert told["n"] == score
        stops = "The score stops at zero." in GAME.words.line(told, untranslated)
        assert stops == (score == 8)


def test_a_position_from_before_an_option_is_played_as_its_default() -> None:
    dump = position(player(), player()).dump()
    del dump["options"]["temple_points"]
    assert GAME.load(dump).view(0)["options"] == dump["options"]


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
        ("allowed", 26, "days"),
        ("forbidden", 26, "turn"),
        ("allowed", 25, "days"),
        ("forbidden", 25, "days"),
    ):
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
    # No other rule is open, and the recommended reading is what a table gets that asks for nothing.
    rules = {name: option.default for name, option in GAME.options.items() if not option.facts}
    assert rules == {
        "score_floor": "zero",
        "quarter_points": "kept",
        "double_advance_round_26": "allowed",
        "double_advance_dummies": "ignored",
        "monument_skull": "returns",
        "tomb_build_architecture": "applies",
        "burn_with_open_corn": "allowed",
        "wasted_temple_choice": "allowed",
        "tomb_effect_order": "temple",
        "temple_points": "together",
    }
    assert len(open_questions) + 1 == len(rules)


# ---------------------------------------------------------------- an option that only changes numbers

SKULL = "final_scoring.vp_per_unused_skull"


def with_option(name: str, facts: dict[str, Any]) -> tablero.Game:
    """Tzolk'in with one option more, which is off by default."""
    return load(GAME.facts, (*OPTIONS, Option(name, "An unused skull", {"no": "3", "yes": "4"}, facts={"yes": facts})))


def chosen(game: tablero.Game, state: State, **more: str) -> State:
    dump = state.dump()
    return game.load({**dump, "options": {**dump["options"], **more}})


def test_an_option_that_changes_a_number_is_followed_by_score_words_panels_guide_and_bots() -> None:
    game = with_option("skulls_left", {SKULL: 4})
    for choice, each in (("no", 3), ("yes", 4)):
        state = chosen(game, last(player(skull=2, corn=6, score=1), player(corn=6), day=27), skulls_left=choice)
        state.journal = []
        render = RenderOptions(names=("Ana", "Bo"))
        assert f"2 skulls, {each} points each at the end" in game.drawing.panels(state.view(0), render).slots["right"]
        assert Features(state, 0, WEIGHTS).skull == each, "in the last round a bot counts what the end brings"
        play(state, "end turn")
        assert state.view(None)["result"]["quarters"] == [4 * (6 + 1 + 2 * each), 4 * 6]
        lines = [game.words.line(event, untranslated) for event in state.journal]
        assert f"@0 has 2 skulls left, worth {2 * each} points." in lines
        for language, text in (("en", "offered {} points"), ("es", "ofrecida {} puntos"), ("fr", "offert {} points")):
            assert text.format(each) in game.guide(language, {"skulls_left": choice})
    assert game.start(2, seed=1).tables is game.start(2, seed=2).tables, "tables are made once"


def test_a_choice_that_changes_tiles_spaces_and_days_is_told_and_drawn() -> None:
    gears = [{**gear, "actions": [dict(action) for action in gear["actions"]]} for gear in GAME.facts["gears"]]
    gears[0]["actions"][1]["corn"] = 8
    days = [{**day} for day in GAME.facts["calendar"]["food_days"]]
    days[0] |= {"round": 10, "tooth": 9}
    game = with_option("rich", {"gears": gears, "calendar.food_days": days})
    for choice, corn, inside, food in (("no", 3, False, 8), ("yes", 8, True, 10)):
        state = chosen(game, position(player(on={"palenque": [1]}, corn=5), player()), rich=choice)
        state.journal = []
        board = game.drawing.panels(state.view(0), RenderOptions()).slots["board"]
        assert f"Palenque 1: fish: {corn} corn" in board
        assert ("tz-spoke" in board, "#tz-prints-0" in board) == (inside, not inside), (
            "drawn, or as the symbols have it"
        )
        assert state.view(0)["food"]["round"] == food
        play(state, "pick palenque 1; action 1")
        assert goods(state)["corn"] == 5 + corn
        assert f"@0 picks up from Palenque 1: {corn} corn." in [game.words.line(e, untranslated) for e in state.journal]


def test_an_option_cannot_change_what_the_rules_have_built_in() -> None:
    game = with_option("odd", {"calendar.teeth": 30})
    with pytest.raises(tablero.BadFacts, match=r"calendar\.teeth"):
        game.start(2, seed=1, options={"odd": "yes"})
