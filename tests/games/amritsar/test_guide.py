"""The guide of Amritsar: the same rules in every language, every example and table in its place, and help in the game."""

from __future__ import annotations

import re

import pytest

from tablero.core import State, seeded
from tablero.core.speech import LANGUAGES, plainly, speaker
from tablero.games.amritsar import choices
from tablero.games.amritsar.layout import KINDS

from .position import GAME, Draft, play

PLACED = re.compile(r"^\[\[(figure|table) ([\w-]+)\]\]$", re.MULTILINE)
RULE = re.compile(r"^## .+ \{#([\w-]+)\}$", re.MULTILINE)
MOST_WORDS = {"en": 22, "es": 28, "fr": 28}


def rules(language: str = "en") -> dict[str, str]:
    """The text of each rule."""
    _, *parts = RULE.split(GAME.guide(language))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def written(text: str) -> list[str]:
    """The paragraphs of a rule, without what is placed there, what people ask, and the next chapter's heading."""
    return [part for part in text.strip().split("\n\n") if part and not part.startswith(("[[", "> ", "# "))]


# ---------------------------------------------------------------- the text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_is_built_alike_in_every_language(language: str) -> None:
    """The same rules in the same order, the same chapters, questions, examples and tables at the same rules."""
    own, english = rules(language), rules()
    assert list(own) == list(english)
    for id, text in own.items():
        assert PLACED.findall(text) == PLACED.findall(english[id]), id
        assert text.count("\n> **") == english[id].count("\n> **"), id
        assert text.count("\n# ") == english[id].count("\n# "), id
        assert 1 <= len(written(text)) <= 4, id
    assert GAME.guide(language).count("\n# ") == 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_and_every_table_stands_in_the_guide_once(language: str) -> None:
    found = PLACED.findall(GAME.guide(language))
    assert GAME.tables is not None
    wanted = [("figure", id) for id in GAME.figures] + [("table", table.id) for table in GAME.tables(GAME.facts, plainly)]
    assert sorted(found) == sorted(wanted)


def test_an_example_stands_at_its_first_rule() -> None:
    known = rules()
    for figure in GAME.figures.values():
        assert set(figure.rules) <= known.keys(), figure.id
        assert f"[[figure {figure.id}]]" in known[figure.rules[0]], figure.id


def test_the_rules_of_the_printed_examples_are_drawn() -> None:
    drawn = {rule for figure in GAME.figures.values() if figure.source for rule in figure.rules}
    assert drawn >= {
        "set-up", "elephant-coins", "jump", "section-full", "pick-up", "elephant-order", "elephant-here", "actions", "secondary",
        "follow", "round", "decade", "taxes", "income", "temple", "over", "objectives", "donate", "donate-supports", "bridge",
        "market-buy", "market-sell", "trading", "upgrade", "upgrade-kind", "upgrade-price", "upgrade-taken", "no-mahout",
        "storage", "knowledge", "token", "solo-turn", "solo-donation", "solo-actions", "solo-track", "solo-end",
    }  # fmt: skip
    assert all(len(figure.text.split()) <= 40 for figure in GAME.figures.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_answers_what_people_ask(language: str) -> None:
    for chapter in re.split(r"^# ", GAME.guide(language), flags=re.MULTILINE)[2:]:
        assert "\n> **" in chapter, chapter.split("\n")[0]


def test_options_stand_at_rules() -> None:
    assert {option.rule for option in GAME.options.values()} <= rules().keys()


# ---------------------------------------------------------------- in the game


def walk(seats: int, seed: int) -> list[State]:
    """Every position of a game played at random."""
    state, luck, out = GAME.start(seats, seed), seeded(seed), []
    while state.actor() >= 0:
        out.append(state.copy())
        (seat,) = state.actors()
        moves = state.moves(seat)
        state.play(seat, moves[luck.below(len(moves))])
    return [*out, state]


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_asked_has_a_rule_and_a_purpose(seats: int) -> None:
    known = rules()
    tongues = {language: speaker(GAME.package, language) for language in LANGUAGES}
    for state in walk(seats, seats)[::3]:
        for viewer in (*range(seats), None):
            view = state.view(viewer)
            assert choices.rule(view) in known
            asked = viewer is not None and bool(state.owes(viewer))
            for language, say in tongues.items():
                told = choices.purpose(view, say)
                assert bool(told) == asked
                assert len(told.split()) <= MOST_WORDS[language], told


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


def test_nothing_secret_is_told() -> None:
    """Rule and purpose are the same whatever the others' objectives are."""
    luck = seeded(5)
    for state in walk(3, 8)[::11]:
        for viewer in range(3):
            other = state.imagine(viewer, luck)
            for say in (plainly, speaker(GAME.package, "es")):
                assert choices.purpose(state.view(viewer), say) == choices.purpose(other.view(viewer), say)
            assert choices.rule(state.view(viewer)) == choices.rule(other.view(viewer))
