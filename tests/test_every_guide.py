"""Every guide is the same in every language, shows its examples and tables, and every decision links into it."""

from __future__ import annotations

import re

import pytest

import tablero
from tablero.core.drawing.render_options import RenderOptions
from tablero.core.game import Game
from tablero.core.i18n.translator import LANGUAGE_CODES, translator_for, untranslated
from tests.guides import hear
from tests.lessons import Parts, count, is_drawn

GAMES = pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
SPOKEN = pytest.mark.parametrize("language", LANGUAGE_CODES)
CAPTION = {"en": 40}  # words; other languages need a few more
WORDIER = 46
PARAGRAPHS = 4  # under a rule, without examples, tables and questions


def sections(game: Game, language: str = "en") -> dict[str, str]:
    """What stands under each rule."""
    _, *parts = re.split(r"^## .+ \{#([\w-]+)\}$", game.guide(language), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def plan(game: Game, language: str) -> list[tuple[str, ...]]:
    """Chapters, rules, examples, tables and questions, in their order."""
    return re.findall(
        r"^(?:(#+) .+?(?:\{(#[\w-]+)\})?|\[\[(figure|table) ([\w-]+)\]\]|(> \*\*).+)$",
        game.guide(language),
        re.MULTILINE,
    )


@SPOKEN
@GAMES
def test_a_guide_is_built_alike_in_every_language(game: Game, language: str) -> None:
    assert plan(game, language) == plan(game, "en")
    assert 5 <= game.guide(language).count("\n# ") <= 8
    questions = re.findall(r"^> \*\*.+\*\* .+$", game.guide(language), re.MULTILINE)
    assert len(questions) >= 8
    assert all(re.match(r"> \*\*.+\?\*\* ", question) for question in questions)


@SPOKEN
@GAMES
def test_every_rule_has_text_of_its_own_and_not_too_much(game: Game, language: str) -> None:
    for rule, text in sections(game, language).items():
        blocks = [block for block in re.split(r"\n\n+", text.strip()) if not block.startswith(("[[", "> ", "# "))]
        assert 1 <= len(blocks) <= PARAGRAPHS, rule
        assert not re.search(r"^\d+\. ", text, re.MULTILINE), (
            f"{rule}: a number at the beginning of a line would begin a list"
        )


@GAMES
def test_every_example_and_every_table_is_placed_once_where_it_belongs(game: Game) -> None:
    placed = [(kind, id) for _, _, kind, id, _ in plan(game, "en") if kind]
    assert game.tables is not None
    wanted = [("figure", id) for id in game.figures] + [
        ("table", table.id) for table in game.tables(game.facts, untranslated)
    ]
    assert sorted(placed) == sorted(wanted)
    rules = sections(game)
    for example in game.figures.values():
        assert set(example.rules) <= rules.keys(), example.id
        assert f"[[figure {example.id}]]" in rules[example.rules[0]], example.id


@SPOKEN
@GAMES
def test_what_stands_beside_an_example_is_short(game: Game, language: str) -> None:
    say = translator_for(f"{game.package}.guide", language)
    for example in game.figures.values():
        assert count(say(example.text)) <= CAPTION.get(language, WORDIER), example.id


@GAMES
def test_what_an_example_marks_is_drawn(game: Game) -> None:
    for example in game.figures.values():
        slots = example.slots(game, example.state(game), RenderOptions())
        parts = Parts("".join(slots[crop.slot] for crop in example.crops))
        for selector in example.lit:
            assert is_drawn(parts, selector), f"{example.id}: {selector} marks nothing"


@GAMES
def test_every_option_names_the_rule_that_it_changes(game: Game) -> None:
    rules = sections(game)
    assert [option.name for option in game.options.values() if option.rule not in rules] == []


@GAMES
def test_at_every_moment_a_rule_governs_and_whoever_is_asked_hears_what_for(game: Game) -> None:
    """Words and rule are the same whatever the others hide."""
    rules = set(sections(game))
    for seats in game.seats:
        hear(game, rules, seats, {}, 3)
