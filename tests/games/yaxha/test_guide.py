"""The guide of Yaxha: its parts fit together, and every decision leads into it."""

from __future__ import annotations

import re

from tablero.core import seeded
from tablero.core.playout import play_at_random
from tablero.core.speech import LANGUAGES, plainly, speaker
from tablero.site.language import Tongue
from tablero.site.search import search

from .position import GAME, position

LONGEST = {"en": 22}  # words of a purpose; other languages need a few more
WORDIER = 28


def rules(language: str = "en") -> list[str]:
    return re.findall(r"^## .*\{#([\w-]+)\}$", GAME.guide(language), re.MULTILINE)


def test_every_decision_has_a_rule_and_a_purpose() -> None:
    asked, said = set(), set()
    for seats in GAME.seats:
        state, luck = GAME.start(seats, seats, {"build_visibility": "open" if seats == 3 else "hidden"}), seeded(seats)
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
            play_at_random(state, luck, 1)
        assert GAME.words.rule(state.view(0)) == "over"
        assert GAME.words.purpose(state.view(0), plainly) == ""
    assert asked == {"choose", "leftover", "build", "finish"}
    for language in LANGUAGES:
        say = speaker(GAME.package, language)
        for purpose in said:
            assert len(say(purpose).split()) <= LONGEST.get(language, WORDIER), say(purpose)


def test_the_rule_follows_the_decision() -> None:
    rule = GAME.words.rule
    assert rule(GAME.start(2, 1).view(0)) == "choose"
    assert rule(position([[], []], ["B", "B"]).view(0)) == "first-cube"
    assert rule(position([[["OB"]], [["OB"]]], ["G", "O"]).view(0)) == "build"
    full = [["OBOB", "BOBO", "OBOB", "BOBO"]]
    assert rule(position([full, full], ["G", "G"]).view(0)) == "must-place"
    assert rule(position([full, full], phase="over").view(0)) == "over"
    assert "hidden" in GAME.words.purpose(position([[["OOO", "OOO", "OOO"], ["OO", "O."]], []], ["O", "O"]).view(0), plainly)


def test_what_choosing_is_good_for_depends_on_the_round_and_the_stone() -> None:
    def said(initiative: list[int], round: int = 5) -> str:
        return GAME.words.purpose(position(initiative=initiative, phase="choose", round=round).view(0), plainly)

    first, best, between, worst = said([1, 2, 3], 1), said([1, 2, 3]), said([2, 1, 3]), said([3, 1, 2])
    assert len({first, best, between, worst}) == 4
    assert said([3, 1, 2], 1) == first
    assert "wins every quarrel" in best
    assert "loses every quarrel" in worst


def test_whoever_looks_for_the_words_of_the_board_finds_the_base() -> None:
    for language, word in {"en": "shift", "es": "moverse", "fr": "décaler"}.items():
        assert word in speaker(GAME.package, language)("The base can still shift")
        found = {game.name: [hit.id for hit in hits] for game, hits in search(word, Tongue(language), GAME.name).games}
        assert "base-frame" in found[GAME.name]
