"""The guide of Amritsar: which printed examples are drawn, and help with every kind of question."""

from __future__ import annotations

from tablero.core.i18n.translator import translator_for
from tablero.games.amritsar import coach_text
from tablero.games.amritsar.layout import KINDS

from .position import GAME, Draft, play

MOST_WORDS = {"en": 22, "es": 28, "fr": 28}


def test_the_rules_of_the_printed_examples_are_drawn() -> None:
    drawn = {rule for example in GAME.figures.values() if example.source for rule in example.rules}
    assert drawn >= {
        "set-up",
        "elephant-coins",
        "jump",
        "section-full",
        "pick-up",
        "elephant-order",
        "elephant-here",
        "actions",
        "secondary",
        "follow",
        "round",
        "decade",
        "taxes",
        "income",
        "temple",
        "over",
        "objectives",
        "donate",
        "donate-supports",
        "bridge",
        "market-buy",
        "market-sell",
        "trading",
        "upgrade",
        "upgrade-kind",
        "upgrade-price",
        "upgrade-taken",
        "no-mahout",
        "storage",
        "knowledge",
        "token",
        "solo-turn",
        "solo-donation",
        "solo-actions",
        "solo-track",
        "solo-end",
    }


def test_every_kind_of_question_has_its_own_rule_and_purpose() -> None:
    silent = {"deferred", "crossing", "reward"}  # they ask nobody
    assert coach_text.RULES.keys() == {*KINDS, "place", "end"} - silent
    asked = coach_text.RULES.keys() - {"over", "income"}
    for language, most in MOST_WORDS.items():
        say = translator_for(GAME.package, language)
        for kind in asked:
            told = coach_text.purpose({"prompt": {"kind": kind, "more": True}}, say)
            assert 0 < len(told.split()) <= most, (kind, told)


def test_a_choice_of_the_income_is_explained_as_income() -> None:
    draft = Draft().seat(2, track=[0, 4, 0]).on(turn=2, round=3, maharaja=3).acting("north", "green")
    view = play(draft.load(), "done").view(2)
    assert (view["prompt"]["kind"], coach_text.rule(view)) == ("choose", "income")
    acting = play(Draft().seat(0, at=3).acting("east", "white").load(), "main left").view(0)
    assert acting["prompt"]["kind"] == "study"
