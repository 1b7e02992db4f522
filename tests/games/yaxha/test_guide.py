"""The guide of Yaxha: its parts fit together, and every decision leads into it."""

from __future__ import annotations

import re

from tablero.core.i18n.translator import translator_for, untranslated
from tablero.site.rules.search import search
from tablero.ui.language import Language
from tests.guides import hear

from .position import GAME, position


def rules(language: str = "en") -> list[str]:
    return re.findall(r"^## .*\{#([\w-]+)\}$", GAME.guide(language), re.MULTILINE)


def test_every_decision_has_a_rule_and_a_purpose() -> None:
    asked = set()
    for seats in GAME.seats:
        asked |= hear(GAME, set(rules()), seats, {"build_visibility": "open" if seats == 3 else "hidden"}, 1)[0]
    assert asked == {"choose", "leftover", "build", "finish"}


def test_the_rule_follows_the_decision() -> None:
    rule = GAME.words.rule
    assert rule(GAME.start(2, 1).view(0)) == "choose"
    assert rule(position([[], []], ["B", "B"]).view(0)) == "first-cube"
    assert rule(position([[["OB"]], [["OB"]]], ["G", "O"]).view(0)) == "build"
    full = [["OBOB", "BOBO", "OBOB", "BOBO"]]
    assert rule(position([full, full], ["G", "G"]).view(0)) == "must-place"
    assert rule(position([full, full], phase="over").view(0)) == "over"
    assert "hidden" in GAME.words.purpose(
        position([[["OOO", "OOO", "OOO"], ["OO", "O."]], []], ["O", "O"]).view(0), untranslated
    )


def test_what_choosing_is_good_for_depends_on_the_round_and_the_stone() -> None:
    def said(initiative: list[int], round: int = 5) -> str:
        return GAME.words.purpose(position(initiative=initiative, phase="choose", round=round).view(0), untranslated)

    first, best, between, worst = said([1, 2, 3], 1), said([1, 2, 3]), said([2, 1, 3]), said([3, 1, 2])
    assert len({first, best, between, worst}) == 4
    assert said([3, 1, 2], 1) == first
    assert "wins every quarrel" in best
    assert "loses every quarrel" in worst


def test_whoever_looks_for_the_words_of_the_board_finds_the_base() -> None:
    for language, word in {"en": "shift", "es": "desplazarse", "fr": "décaler"}.items():
        assert word in translator_for(GAME.package, language)("The base can still shift")
        found = search(word, Language(language), GAME.name).hits
        assert "base-frame" in [hit.id for hit in found if hit.game is GAME]
