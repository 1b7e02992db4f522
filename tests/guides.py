"""What somebody hears of the guide while a game is played: which rule governs, and what a decision is good for."""

from __future__ import annotations

from collections.abc import Mapping

from tablero.core import seeded
from tablero.core.game import Game
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for, untranslated
from tablero.core.playout import play_at_random
from tests.lessons import count

MAX_PURPOSE_WORDS = {"en": 22}  # words of a purpose; other languages need a few more
WORDIER = 28


def assert_short(game: Game, said: set[str]) -> None:
    """Purposes without places to fill are short in every language."""
    for language in LANGUAGE_CODES:
        say = translator_for(game.package, language)
        for purpose in said:
            assert count(say(purpose)) <= MAX_PURPOSE_WORDS.get(language, WORDIER), say(purpose)


def hear(game: Game, rules: set[str], seats: int, options: Mapping[str, str], step: int) -> tuple[set[str], set[str]]:
    """Play at random and ask those who decide, others and a spectator every few moves; the kinds of decisions met,
    and the purposes told. Rule and purpose are the same whatever the others hide."""
    kinds, said = set(), set()
    state, luck = game.start(seats, seats, options), seeded(seats)
    while state.actors():
        actor = state.actors()[0]
        for viewer in (None, actor, (actor + 1) % seats):
            view = state.view(viewer)
            purpose = game.words.purpose(view, untranslated)
            assert game.words.rule(view) in rules
            assert bool(purpose) == (viewer is not None and bool(state.owes(viewer))), view["prompt"]["kind"]
            for language in LANGUAGE_CODES:
                told = game.words.purpose(view, translator_for(game.package, language))
                assert count(told) <= MAX_PURPOSE_WORDS.get(language, WORDIER), told
                assert "{" not in told
            if purpose:
                kinds.add(view["prompt"]["kind"])
                said.add(purpose)
        view, dreamt = state.view(actor), state.imagine(actor, seeded(99)).view(actor)
        assert game.words.rule(dreamt) == game.words.rule(view)
        assert game.words.purpose(dreamt, untranslated) == game.words.purpose(view, untranslated)
        play_at_random(state, luck, step)
    assert game.words.rule(state.view(0)) in rules
    assert game.words.purpose(state.view(0), untranslated) == ""
    return kinds, said
