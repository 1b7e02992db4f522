"""The guide of Maya: its parts fit together, and every decision leads into it."""

from __future__ import annotations

import re

from tablero.core.i18n.translator import untranslated
from tablero.games.maya.words import RULES
from tests.guides import assert_short, hear

from .position import GAME, position


def rules(language: str = "en") -> list[str]:
    return re.findall(r"^## .*\{#([\w-]+)\}$", GAME.guide(language), re.MULTILINE)


def test_every_decision_has_a_rule_and_a_purpose() -> None:
    asked = set()
    for seats, options in (
        (2, {"variant": "two_cities", "areas": "blue+green"}),
        (3, {"variant": "new_beginning", "joining": "one_group"}),
        (4, {}),
    ):
        asked |= hear(GAME, set(rules()), seats, options, 2)[0]
    assert asked >= {"found", "choose", "must_expand", "more", "end", "plant", "turn", "expand", "confirm"}


def test_rare_decisions_have_a_purpose_too() -> None:
    """Prompts that a random game seldom reaches."""
    view = GAME.start(2, 1).view(0)
    said = set()
    for kind in sorted(RULES.keys() - {"over"}):
        for prompt in (
            {"kind": kind, "count": 0},
            {"kind": kind, "count": 2},
            {"kind": kind, "count": 2, "joining": "connected"},
        ):
            said.add(GAME.words.purpose({**view, "prompt": prompt}, untranslated))
            assert GAME.words.rule({**view, "prompt": prompt}) in rules()
    assert "" not in said
    assert len(said) == len(RULES) + 1  # the end has none; planting and choosing have two
    assert_short(GAME, said)


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
