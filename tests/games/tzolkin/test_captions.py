"""A turn, a day and a food day in one sentence, and one line of the log for a worker that is picked up."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tablero.core import State, seeded
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for, untranslated
from tablero.core.playout import play_at_random

from .position import GAME, play, player, position


def caption(state: State, *texts: str) -> str:
    """What these moves of one seat are told as."""
    state.journal = []
    for text in texts:
        play(state, text)
    return GAME.words.turn(state.journal, untranslated)


def lines(state: State, text: str) -> list[str]:
    state.journal = []
    play(state, text)
    return [line for line in (GAME.words.line(event, untranslated) for event in state.journal) if line]


def food_day(*players: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of the first food day; seat 0 has the last turn before it."""
    state = play(position(*players, day=8, turns=len(players) - 1), "place tikal")
    state.journal = []
    play(state, "end turn")
    kinds = [event["kind"] for event in state.journal]
    return state.journal[kinds.index("food-day") : kinds.index("calendar")]


def picking(text: str, table: dict[str, object] | None = None, **mine: object) -> State:
    _, gear, number, *_ = text.split(";")[0].split()
    return position(player(on={gear: [int(number)]}, **mine), player(), **(table or {}))  # type: ignore[arg-type]


# ---------------------------------------------------------------- turns


def test_workers_that_are_placed_are_told_together_with_what_they_cost() -> None:
    assert caption(position(player(corn=9)), "place tikal") == "@0 places a worker on Tikal 0."
    assert caption(position(player(corn=9)), "place tikal", "place tikal", "place yaxchilan") == (
        "@0 places three workers: Tikal 0, Tikal 1 and Yaxchilan 0, for 4 corn."
    )
    state = position(player(corn=9), player(), pile=2)
    assert caption(state, "place start", "place uxmal", "end turn") == (
        "@0 places two workers: the starting-player space and Uxmal 0, for 1 corn; then takes 2 corn from the calendar."
    )


def test_begging_and_mercy_are_told() -> None:
    assert caption(position(player(corn=1)), "beg brown") == "@0 begs for 2 corn."
    assert caption(position(player(corn=1)), "beg brown", "place tikal") == (
        "@0 begs for 2 corn and places a worker on Tikal 0."
    )
    full = {gear: [0, 1] for gear in ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")}
    poor = position(player(corn=1, temples=(0, 0, 0)), player(), dummies=full, claimed=1)
    assert caption(poor, "place tikal") == "@0 places a worker on Tikal 2 for 1 corn, by the mercy of the gods."


@pytest.mark.parametrize(
    ("moves", "told", "table", "mine"),
    [
        ("pick palenque 1; action 1", "3 corn", {}, {}),
        ("pick palenque 3; action 3; take wood tile", "2 wood", {}, {}),
        ("pick palenque 3; action 3; burn; down green", "5 corn and a step down at Kukulkan", {}, {}),
        ("pick yaxchilan 5; action 5", "2 corn, 1 stone and 1 gold", {}, {}),
        ("pick yaxchilan 3; action 2", "1 stone", {}, {"corn": 1}),
        ("pick tikal 1; action 1; advance theology; blocks wood", "theology 1 for 1 wood", {}, {"wood": 1}),
        (
            "pick tikal 2; action 2; build 1",
            "a public building and agriculture 1 for 2 wood",
            {"row": ["b06"]},
            {"wood": 2},
        ),
        (
            "pick tikal 4; action 4; monument 1",
            "a monument for 3 wood and 3 gold",
            {"monuments": ["m09"]},
            {"wood": 3, "gold": 3},
        ),
        (
            "pick tikal 5; action 5; blocks gold; up brown; up green",
            "a step up at Chaac and Kukulkan for 1 gold",
            {},
            {"gold": 1},
        ),
        ("pick uxmal 2; action 2; sell gold; buy wood; buy wood", "2 wood for 1 gold", {}, {"gold": 1}),
        ("pick uxmal 3; action 3", "a new worker", {}, {}),
        (
            "pick chichen_itza 6; action 6; blocks gold",
            "a step up at Kukulkan, 1 gold and 8 points for 1 skull",
            {},
            {"skull": 1},
        ),
    ],
)
def test_a_worker_that_is_picked_up_is_told_with_what_changed(
    moves: str, told: str, table: dict[str, object], mine: dict[str, object]
) -> None:
    state = picking(moves, table, **mine)
    _, gear, number = moves.split(";")[0].split()
    name = {"chichen_itza": "Chichen Itza"}.get(gear, gear.capitalize())
    assert caption(state, moves) == f"@0 picks up from {name} {number}: {told}."


def test_workers_without_an_action_and_several_of_them() -> None:
    assert caption(picking("pick tikal 0"), "pick tikal 0") == "@0 picks up from Tikal 0 without an action."
    state = position(player(on={"palenque": [1], "yaxchilan": [1], "tikal": [1]}), player())
    assert caption(state, "pick palenque 1; action 1; pick yaxchilan 1; action 1; pick tikal 1; no action") == (
        "@0 picks up three workers: Palenque 1 (3 corn), Yaxchilan 1 (1 wood) and Tikal 1."
    )


def test_what_would_be_too_long_is_told_by_what_it_brought_together() -> None:
    on = {"tikal": [5], "chichen_itza": [6], "yaxchilan": [5]}
    state = position(player(on=on, gold=1, skull=1), player())
    moves = "pick tikal 5; action 5; blocks gold; up brown; up green; pick chichen_itza 6; action 6; blocks gold"
    assert caption(state, moves, "pick yaxchilan 5; action 5") == (
        "@0 picks up three workers from Tikal, Chichen Itza and Yaxchilan: a step up at Chaac, 2 steps up at Kukulkan,"
        " 2 corn, 1 stone, 1 gold and 8 points for 1 skull."
    )


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("moves", "line", "mine"),
    [
        ("pick palenque 1; action 1", "@0 picks up from Palenque 1: 3 corn.", {}),
        ("pick palenque 2; action 2; take corn tile", "@0 takes a corn tile of Palenque 2: 4 corn.", {}),
        (
            "pick yaxchilan 3; action 2",
            "@0 picks up from Yaxchilan 3, steps back to 2 for 1 corn: 1 corn and 1 stone.",
            {"corn": 1},
        ),
        ("pick yaxchilan 6; action 1", "@0 picks up from Yaxchilan 6 and uses action 1: 1 wood.", {}),
        ("pick uxmal 3; action 3", "@0 picks up from Uxmal 3: a new worker.", {}),
        ("pick uxmal 3; action 3", "@0 picks up from Uxmal 3: nothing is left there.", {"workers": 6}),
        ("pick tikal 0", "@0 picks up from Tikal 0 without an action.", {}),
    ],
)
def test_a_pick_up_is_one_line(moves: str, line: str, mine: dict[str, object]) -> None:
    assert lines(picking(moves, **mine), moves) == [line]


def test_goods_are_told_with_the_move_that_brought_them_and_never_added_to_an_older_one() -> None:
    state = picking("pick palenque 3")
    state.journal = []
    play(state, "pick palenque 3; action 3")
    before = [dict(event) for event in state.journal]
    play(state, "take wood tile")
    assert [event["goods"] for event in state.journal if "goods" in event] == [{}, {"wood": 2}]
    assert state.journal[: len(before)] == before


# ---------------------------------------------------------------- days


def test_a_day_tells_who_begins_and_who_fell_off() -> None:
    dark = {"corn": 3, "light": 0}
    state = position(player(on={"tikal": [7]}, **dark), player(on={"uxmal": [7]}, **dark), active=1, turns=1)
    play(state, "place start")
    state.journal = []
    play(state, "end turn")
    told = [event for event in state.journal if event["kind"] in ("calendar", "fell")]
    assert GAME.words.turn(told, untranslated) == (
        "The calendar turns one day: round 3; @0 begins now; a worker of @0 leaves the gears without an action;"
        " a worker of @1 leaves the gears without an action."
    )


def test_a_food_day_tells_who_paid_who_starved_and_what_the_temples_gave() -> None:
    food = food_day(player(corn=4, score=9, temples=(2, 1, 1)), player(corn=6))
    assert GAME.words.turn(food, untranslated) == (
        "Food day: @1 pays 6 corn, @0 pays 4 corn and lets 1 go hungry (3 points lost); the temples give @0 1 stone."
    )
    assert [event["temples"] for event in food if event["kind"] == "gifts"] == [[{"stone": 1}, {}, {}], [{}, {}, {}]]


def test_seats_that_fared_alike_on_a_food_day_are_told_together() -> None:
    four = [player(corn=6, temples=(2, 1, 1)), player(corn=6), player(corn=6, temples=(2, 1, 1)), player(corn=0)]
    assert GAME.words.turn(food_day(*four), untranslated) == (
        "Food day: @0, @1 and @2 pay 6 corn each, @3 pays 0 corn and lets 3 go hungry (the score stays at 0);"
        " the temples give @0 and @2 1 stone."
    )


def test_the_end_tells_the_winner_and_a_sum_that_stopped_at_zero() -> None:
    state = position(player(corn=6, temples=(0, 0, 0), monuments=["m11"]), player(corn=9), day=27, turns=1)
    play(state, "place tikal")
    state.journal = []
    play(state, "end turn")
    told = [GAME.words.line(event, untranslated) for event in state.journal]
    assert "@0 has 0 points in all: a score never drops below zero, and the sum was −6." in told
    assert told[-1] == "@1 wins with 12¾ points."
    assert GAME.words.turn(state.journal[-1:], untranslated) == told[-1]


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_turn_of_a_game_has_a_sentence_of_moderate_length(language: str) -> None:
    say = translator_for(GAME.package, language)
    state = GAME.start(3, seed=4, listen=True)
    luck = seeded(4)
    told = []
    while state.actors():
        seat, first = state.actors()[0], len(state.journal or [])
        while state.actors() and state.actors()[0] == seat and play_at_random(state, luck, 1):
            whole = (state.journal or [])[first:]
            assert "{" not in GAME.words.turn(whole, say), "a turn can be told while it goes on"
        own = [event for event in whole if event["kind"] not in ("food-day", "calendar", "revealed")]
        stop = next((k for k, event in enumerate(whole) if event not in own), len(whole))
        told.append(GAME.words.turn(whole[:stop], say) if stop else "")
    said = [text for text in told if text]
    assert len(said) > 60
    assert not any("{" in text for text in said)
    assert all(re.search(r"[.]$", text) for text in said)
    assert sorted(map(len, said))[int(len(said) * 0.9)] < 130
