"""What happened in words: one sentence for a turn, the maharaja's steps with their reasons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tablero.core import State, seeded
from tablero.core.i18n.translator import translator_for, untranslated
from tablero.core.playout import play_at_random

from .position import GAME, Draft, play, settle


def told(state: State, moves: str) -> str:
    """The sentence for these moves, played by one seat as a turn."""
    state.journal = []
    play(state, moves)
    return GAME.words.turn(state.journal, untranslated)


def groups(events: list[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The sentences of what begins by itself, by the event it begins with."""
    begun: list[list[Mapping[str, Any]]] = []
    for event in events:
        if event["kind"] in GAME.begins or "round" in event or not begun:
            begun.append([])
        begun[-1].append(event)
    found: dict[str, list[str]] = {}
    for one in begun:
        found.setdefault(one[0]["kind"], []).append(GAME.words.turn(one, untranslated))
    return found


def test_a_turn_is_one_sentence_in_the_order_of_doing() -> None:
    state = Draft().seat(0, at=1, coin=2).on(maharaja=2).load()
    assert told(state, "walk west; pick north 1; drop yellow; land east 1; main centre; done") == (
        "@0 leads the elephant to the West for 1 coin, loses 1 point to the maharaja, "
        "sows from N1 (blue acts in the East) and takes 1 gold."
    )


def test_gains_of_one_kind_are_added_up_and_own_supports_belong_to_the_donation() -> None:
    draft = Draft().seat(0, at=1, load=4, coin=0, resources=[2, 1, 0], mahouts=["mh_donate", None, None, None])
    draft.donate(0, "east", (1, 1)).donate(1, "east", (1, 2)).acting("east", "green")
    sentence = told(
        draft.load(), "main right; donate level 2 cell 1; secondary right; use yellow; donate level 1 cell 3; done"
    )
    assert sentence.startswith("@0 makes 2 donations for 5 points")
    assert "takes 3 coins" in sentence, "one of the tile, two of the bridge"


def test_a_turn_without_an_action_says_so_and_one_that_goes_on_does_not() -> None:
    state = Draft().load()
    assert told(state, "stay; pick north 1; drop yellow") == "@0 sows from N1."
    assert told(Draft().load(), "stay; pick north 2; land east 1; done") == (
        "@0 sows from N2 (white acts in the East) and takes no action."
    )


def test_whoever_follows_is_told_with_what_the_other_gains() -> None:
    draft = Draft().seat(1, mahouts=[None, None, "mh_coin_marble", None]).acting("north", "white")
    state = play(draft.load(), "done")
    assert told(state, "follow") == "@1 follows @0 (who gains 1 point): takes 1 coin and 1 marble."


def solo(yours: str, beside: str, **board: Any) -> dict[str, list[str]]:
    number = ("yellow", "blue", "white", "green").index(beside)
    state = Draft(1).seat(0, at=3).acting("north", yours).on(beside=[number] * 4, **board).load()
    state.journal = []
    play(state, "done")
    return groups(state.journal)


def test_the_maharaja_says_why_he_donates_and_why_he_acts() -> None:
    steps = solo("yellow", "blue")
    assert steps["maharaja_turn"] == [
        "The maharaja donates in the East, the most valuable district where he can pay: 1 point."
    ]
    assert steps["maharaja_acts"] == [
        "Yellow (worker of @0): the maharaja takes a counter, takes 1 marble from his quarry "
        "and removes 1 marble from the market.",
        "Blue (worker beside him): the maharaja takes 2 marble from his quarry.",
    ]
    assert steps["maharaja"][0].startswith("The maharaja walks on to the border before the East, beside a ")


def test_the_maharaja_says_what_he_had_to_take_instead() -> None:
    steps = solo("blue", "blue", quarry=[1, 3, 2])
    assert steps["maharaja_acts"][0] == ("Blue (worker of @0): the maharaja takes 2 marble from his quarry.")
    assert "for want of marble" in steps["maharaja_acts"][1]


def test_green_tells_his_objective_or_that_he_can_nowhere() -> None:
    rich = Draft(1).seat(0, at=3).acting("north", "green").on(beside=[3] * 4).seat(1, load=3, resources=[3, 0, 0])
    state = rich.load()
    state.journal = []
    play(state, "done")
    assert groups(state.journal)["maharaja_acts"][0] == (
        "Green (worker of @0): the maharaja donates in the North, as his objective asks, for 1 point."
    )
    poor = solo("green", "green")
    assert "would donate, but cannot and takes a counter" in poor["maharaja_acts"][0]


def test_the_end_of_a_decade_tells_majorities_and_unpaid_taxes() -> None:
    draft = Draft().on(round=3, maharaja=3, turn=2).seat(0, coin=0, tax=2).seat(1, coin=4, tax=1).seat(2, coin=4, tax=1)
    draft.donate(0, "east", (1, 1)).donate(1, "east", (1, 2)).donate(1, "west", (1, 1)).acting("north", "yellow")
    state = draft.load()
    state.journal = []
    settle(play(state, "done"))
    events = state.journal
    assert groups(events)["decade_end"] == [
        "Decade I ends. Majorities: @0 4 points and @1 5 points. Unpaid taxes: @0 -2 points."
    ]
    shared = [event for event in events if event["kind"] == "majority" and event["district"] == 1]
    assert [event["counts"] for event in shared] == [[1, 1, 0], [1, 1, 0]]
    assert GAME.words.line(shared[0], untranslated) == "@0 shares the most counters in the East, 1: 4 points."


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_turn_of_a_game_has_a_short_sentence(seats: int, language: str) -> None:
    say = translator_for(GAME.package, language)
    state = GAME.start(seats, seats, listen=True)
    luck, known, lengths = seeded(seats), 0, []
    events: list[Mapping[str, Any]] = []
    while actors := state.actors():
        play_at_random(state, luck, 1)
        assert state.journal is not None
        new = state.journal[known:]
        known = len(state.journal)
        for event in new:
            if events and (event["kind"] in GAME.begins or "round" in event or event["kind"] == "end"):
                lengths.append(sentence(events, say))
                events = []
            events.append(event)
        if events and state.actors() != actors:
            lengths.append(sentence(events, say))
            events = []
    told = sorted(filter(None, lengths))
    assert told[len(told) // 2] <= 110
    assert told[-1] <= 320


def sentence(events: list[Mapping[str, Any]], say: Any) -> int:
    words = GAME.words.turn(events, say)
    assert not re.search(r"[{}]|  |None", words), words
    assert words == "" or words[-1] in ".!?" or "round" in events[0], words
    return len(words)


def test_a_turn_tells_what_was_discarded() -> None:
    events = [
        {"kind": "gained", "seat": 0, "items": [0, 3, 0, 0]},
        {"kind": "discarded", "seat": 0, "item": 0},
        {"kind": "discarded", "seat": 0, "item": 1},
    ]
    assert GAME.words.turn(events, untranslated) == "@0 takes 3 marble and discards 1 coin and 1 marble."
