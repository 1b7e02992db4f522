"""Choices with one way to be made: moves of the record since rules 2, made without a word under rules 1."""

from __future__ import annotations

import json

import pytest

from tablero.bots.glimpse import glimpse
from tablero.bots.players import Searcher
from tablero.core import State, seeded
from tablero.core.i18n.translator import untranslated
from tablero.core.playout import play_at_random

from .position import GAME, Draft, board_of, goods, legal, play, stage


def forced(state: State) -> str | None:
    (seat,) = state.actors()
    move = state.view(seat)["forced"]
    return None if move is None else GAME.moves.write(move)


def test_workers_of_one_colour_are_dropped_one_by_one() -> None:
    draft = Draft().on(workers=("yy", "y", "gy", "b", "wg", "b", "bw", "gww"), stage="pick")
    now = play(draft.load(), "pick north 1")
    assert (stage(now), forced(now)) == ("sow", "drop yellow")
    assert stage(play(now, "drop yellow")) == "land"
    before = play(draft.load(rules=1), "pick north 1")
    assert stage(before) == "land"
    assert board_of(before) == board_of(now)


def test_a_surplus_of_one_kind_is_discarded_by_a_move() -> None:
    draft = Draft().seat(0, coin=3).acting("south", "yellow")
    now = play(draft.load(), "main left")
    assert (goods(now), stage(now), forced(now)) == ([5, 0, 0, 0], "surplus", "discard coin")
    play(now, "discard coin")
    before = play(draft.load(rules=1), "main left")
    assert goods(before) == goods(now) == [4, 0, 0, 0]
    assert stage(before) == stage(now) == "actions"


def test_the_only_mahout_is_chosen_by_a_move() -> None:
    tiles = (
        "green_1",
        "yellow_1",
        "blue_1",
        "white_2",
        "blue_2",
        "white_1",
        "yellow_3",
        "green_3",
        "white_3",
        "blue_3",
        "yellow_2",
        "green_2",
    )
    draft = Draft().seat(0, at=2, resources=[1, 0, 0]).on(tiles=tiles).acting("north", "green")
    now = play(draft.load(), "main left")
    assert (stage(now), forced(now)) == ("mahout", "use yellow")
    assert stage(play(now, "use yellow")) == stage(play(draft.load(rules=1), "main left")) == "donate"


def upgrading(**fields: object) -> Draft:
    return Draft().seat(0, at=2, resources=[0, 1, 0], **fields).acting("north", "blue")


def test_the_last_space_for_an_objective_is_chosen_by_a_move() -> None:
    draft = upgrading(placed=[0, 1, 2, -1])
    now = play(draft.load(), "secondary right; aim D")
    assert (stage(now), forced(now)) == ("place_objective", "space 4")
    before = play(draft.load(rules=1), "secondary right; aim D")
    assert before.dump()["players"] == play(now, "space 4").dump()["players"]


def test_the_only_resource_that_can_pay_is_paid_by_a_move() -> None:
    draft = upgrading(houses=["wh_any_upgrade_resource"])
    now = play(draft.load(), "secondary right; build wh_marble2")
    assert (stage(now), forced(now)) == ("pay", "pay copper")
    before = play(draft.load(rules=1), "secondary right; build wh_marble2")
    assert before.dump()["players"] == play(now, "pay copper").dump()["players"]
    fixed = play(
        Draft().seat(0, at=2, resources=[1, 0, 0]).acting("north", "blue").load(), "secondary right; build wh_marble2"
    )
    assert stage(fixed) != "pay", "a fixed price is no choice"


def test_ending_a_turn_and_leaving_the_market_are_never_forced() -> None:
    state = Draft().seat(0, at=2, coin=0).acting("north", "blue").on(act_done=15).load()
    assert legal(state) == ["done"]
    assert forced(state) is None
    market = play(Draft().seat(0, at=2, coin=0, resources=[1, 0, 0]).acting("west", "yellow").load(), "main centre")
    play(market, "sell marble")
    while legal(market) != ["done"]:
        play(market, legal(market)[0])
    assert (stage(market), forced(market)) == ("market", None)


def test_the_move_that_ends_the_turn_is_named_before_it_may_be_made() -> None:
    state = Draft().load()
    assert GAME.moves.write(state.view(0)["closing"]) == "done"
    assert GAME.words.move(state.view(0)["closing"], state.view(0), untranslated) == "End the turn"
    assert state.view(1)["closing"] is None
    market = play(Draft().seat(0, at=2, coin=1).acting("west", "yellow").load(), "main centre")
    assert market.view(0)["closing"] is None
    second = Draft().seat(0, token=2).on(stage="second_walk").load()
    assert GAME.moves.write(second.view(0)["closing"]) == "stay"


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_rules_of_a_position_are_kept_by_copies_dumps_and_imagination(seats: int) -> None:
    for rules in (1, 2, 3):
        state = GAME.start(seats, 3, rules=rules)
        play_at_random(state, seeded(3), 40)
        again = GAME.load(json.loads(json.dumps(state.dump())))
        for other in (state, state.copy(), state.imagine(0, seeded(1)), again):
            assert other.rules_number() == other.dump()["rules"] == other.view(0)["rules"] == rules


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_game_of_rules_1_is_a_game_of_rules_2_with_moves_left_out(seats: int) -> None:
    """The same choices, with the forced ones made by moves, lead to the same positions."""
    old, new = (GAME.start(seats, 11, rules=rules) for rules in (1, 2))
    luck = seeded(12)
    while actors := old.actors():
        (seat,) = actors
        while new.moves(seat) != old.moves(seat):
            only = new.view(seat)["forced"]
            assert only is not None
            new.play(seat, only)
        moves = old.moves(seat)
        move = moves[luck.below(len(moves))]
        old.play(seat, move)
        new.play(seat, move)
    while new.actors():
        (seat,) = new.actors()
        new.play(seat, new.view(seat)["forced"])
    assert new.dump()["players"] == old.dump()["players"]


def test_a_search_steps_over_forced_choices_and_thinks_the_same() -> None:
    """The moves that leave no choice cost the search nothing: it tries each move as often under both rules."""
    dumps = []
    state = GAME.start(3, 5, rules=1)
    luck = seeded(5)
    while state.actors() and len(dumps) < 4:
        play_at_random(state, luck, 23)
        if state.actors() and len(state.moves(state.actors()[0])) > 1:
            dumps.append(state.dump())
    for dump in dumps:
        tried = []
        for rules in (1, 2, 3):
            one = GAME.load({**dump, "rules": rules})
            (seat,) = one.actors()
            search = Searcher(iterations=25).think(glimpse(one, seat, seeded(7)), seeded(8))
            tried.append(search.visits(one.moves(seat)))
        assert tried[0] == tried[1]
