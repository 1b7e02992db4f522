"""The guide of Amritsar: which printed examples are drawn, and help with every kind of question."""

from __future__ import annotations

from tablero.core.speech import speaker
from tablero.games.amritsar import choices
from tablero.games.amritsar.layout import KINDS

from .position import GAME, Draft, play

MOST_WORDS = {"en": 22, "es": 28, "fr": 28}


def test_the_rules_of_the_printed_examples_are_drawn() -> None:
    drawn = {rule for figure in GAME.figures.values() if figure.source for rule in figure.rules}
    assert drawn >= {
        "set-up", "elephant-coins", "jump", "section-full", "pick-up", "elephant-order", "elephant-here", "actions", "secondary",
        "follow", "round", "decade", "taxes", "income", "temple", "over", "objectives", "donate", "donate-supports", "bridge",
        "market-buy", "market-sell", "trading", "upgrade", "upgrade-kind", "upgrade-price", "upgrade-taken", "no-mahout",
        "storage", "knowledge", "token", "solo-turn", "solo-donation", "solo-actions", "solo-track", "solo-end",
    }  # fmt: skip


def test_every_kind_of_question_has_its_own_rule_and_purpose() -> None:
    silent = {"deferred", "crossing", "reward"}  # they ask nobody
    assert choices.RULES.keys() == {*KINDS, "place", "end"} - silent
    asked = choices.RULES.keys() - {"over", "income"}
    for language, most in MOST_WORDS.items():
        say = speaker(GAME.package, language)
        for kind in asked:
            told = choices.purpose({"prompt": {"kind": kind, "more": True}}, say)
            assert 0 < len(told.split()) <= most, (kind, told)


def test_a_choice_of_the_income_is_explained_as_income() -> None:
    draft = Draft().seat(2, track=[0, 4, 0]).on(turn=2, round=3, maharaja=3).acting("north", "green")
    view = play(draft.load(), "done").view(2)
    assert (view["prompt"]["kind"], choices.rule(view)) == ("choose", "income")
    acting = play(Draft().seat(0, at=3).acting("east", "white").load(), "main left").view(0)
    assert acting["prompt"]["kind"] == "study"
