"""The guide of Maya: its parts fit together, and every decision leads into it."""

from __future__ import annotations

import re

from tablero.core import seeded
from tablero.core.playout import play_at_random
from tablero.core.speech import LANGUAGES, plainly, speaker
from tablero.games.maya.words import RULES

from .position import GAME, position

LONGEST = {"en": 22}  # words of a purpose; other languages need a few more
WORDIER = 28


def rules(language: str = "en") -> list[str]:
    return re.findall(r"^## .*\{#([\w-]+)\}$", GAME.guide(language), re.MULTILINE)


def test_every_decision_has_a_rule_and_a_purpose() -> None:
    asked, said = set(), set()
    for seats, options in (
        (2, {"variant": "two_cities", "areas": "blue+green"}), (3, {"variant": "new_beginning", "joining": "one_group"}), (4, {}),
    ):  # fmt: skip
        state, luck = GAME.start(seats, seats, options), seeded(seats)
        while state.actors():
            actor = state.actors()[0]
            for viewer in (None, actor, (actor + 1) % seats):
                view = state.view(viewer)
                kind, purpose = view["prompt"]["kind"], GAME.words.purpose(view, plainly)
                assert GAME.words.rule(view) in rules()
                assert bool(purpose) == (kind not in ("wait", "over")), kind
                if purpose:
                    asked.add(kind)
                    said.add(purpose)
            hidden = state.imagine(actor, seeded(99)).view(actor)  # what the others hide changes nothing
            view = state.view(actor)
            assert GAME.words.rule(hidden) == GAME.words.rule(view)
            assert GAME.words.purpose(hidden, plainly) == GAME.words.purpose(view, plainly)
            play_at_random(state, luck, 2)
        assert GAME.words.rule(state.view(0)) == "over"
        assert GAME.words.purpose(state.view(0), plainly) == ""
    assert asked >= {"found", "choose", "must_expand", "more", "end", "plant", "turn", "expand", "confirm"}
    assert_short(said)


def assert_short(said: set[str]) -> None:
    for language in LANGUAGES:
        say = speaker(GAME.package, language)
        for purpose in said:
            assert len(say(purpose).split()) <= LONGEST.get(language, WORDIER), say(purpose)


def test_rare_decisions_have_a_purpose_too() -> None:
    """Prompts that a random game seldom reaches."""
    view = GAME.start(2, 1).view(0)
    said = set()
    for kind in sorted(RULES.keys() - {"over"}):
        for prompt in ({"kind": kind, "count": 0}, {"kind": kind, "count": 2}, {"kind": kind, "count": 2, "joining": "connected"}):
            said.add(GAME.words.purpose({**view, "prompt": prompt}, plainly))
            assert GAME.words.rule({**view, "prompt": prompt}) in rules()
    assert "" not in said
    assert len(said) == len(RULES) + 1  # the end has none; planting and choosing have two
    assert_short(said)


def test_the_rule_follows_the_decision() -> None:
    rule = GAME.words.rule
    state = position(["1 maize 1,0"], racks=("maize2 maize potato", "maize"))
    assert rule(state.view(0)) == "turn"
    assert rule(state.view(1)) == "turn"
    state.play(0, GAME.read(state, 0, "plant maize2"))
    assert rule(state.view(0)) == "beside"
    state.play(0, GAME.read(state, 0, "at 1,-1"))
    assert rule(state.view(0)) == "one-crop"
    state.play(0, GAME.read(state, 0, "plant maize"))
    assert rule(state.view(0)) == "together"
    state = position(["1 maize 1,0"], racks=("maize", "maize"))
    state.play(0, GAME.read(state, 0, "expand"))
    assert rule(state.view(0)) == "turn-over"
    assert rule(state.view(1)) == rule(state.view(None)) == "expand"
    assert rule(position(["1 maize 1,0"], racks=("", "maize")).view(0)) == "empty-rack"
