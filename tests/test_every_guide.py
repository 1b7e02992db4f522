"""Every guide is the same in every language, shows every example and table in its place, and every decision leads into it."""

from __future__ import annotations

import re

import pytest

import tablero
from tablero.core.game import Game
from tablero.core.look import Look
from tablero.core.speech import LANGUAGES, plainly, speaker
from tests.guides import hear
from tests.lessons import Parts, count, is_drawn

GAMES = pytest.mark.parametrize("game", tablero.games(), ids=lambda game: game.name)
SPOKEN = pytest.mark.parametrize("language", LANGUAGES)
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
        r"^(?:(#+) .+?(?:\{(#[\w-]+)\})?|\[\[(figure|table) ([\w-]+)\]\]|(> \*\*).+)$", game.guide(language), re.MULTILINE
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
        assert not re.search(r"^\d+\. ", text, re.MULTILINE), f"{rule}: a number at the beginning of a line would begin a list"


@GAMES
def test_every_example_and_every_table_is_placed_once_where_it_belongs(game: Game) -> None:
    placed = [(kind, id) for _, _, kind, id, _ in plan(game, "en") if kind]
    assert game.tables is not None
    wanted = [("figure", id) for id in game.figures] + [("table", table.id) for table in game.tables(game.facts, plainly)]
    assert sorted(placed) == sorted(wanted)
    rules = sections(game)
    for figure in game.figures.values():
        assert set(figure.rules) <= rules.keys(), figure.id
        assert f"[[figure {figure.id}]]" in rules[figure.rules[0]], figure.id


@SPOKEN
@GAMES
def test_what_stands_beside_an_example_is_short(game: Game, language: str) -> None:
    say = speaker(f"{game.package}.guide", language)
    for figure in game.figures.values():
        assert count(say(figure.text)) <= CAPTION.get(language, WORDIER), figure.id


@GAMES
def test_what_an_example_marks_is_drawn(game: Game) -> None:
    for figure in game.figures.values():
        slots = figure.slots(game, figure.state(game), Look())
        parts = Parts("".join(slots[crop.slot] for crop in figure.crops))
        for selector in figure.lit:
            assert is_drawn(parts, selector), f"{figure.id}: {selector} marks nothing"


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
