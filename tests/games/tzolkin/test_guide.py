"""The guide of Tzolk'in: the same rules in every language, every example and every table in its place."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

import tablero
from tablero.core.look import Look
from tablero.core.speech import LANGUAGES, plainly, speaker
from tests.lessons import count

GAME = tablero.game("tzolkin")
LONGEST = 40  # words beside a drawn example
PARAGRAPHS = 4  # under a rule, without examples, tables and questions


def rules(language: str) -> dict[str, list[str]]:
    """The paragraphs of each rule."""
    found: dict[str, list[str]] = {}
    for block in re.split(r"\n\n+", GAME.guide(language).strip()):
        if heading := re.fullmatch(r"## .+ \{#([\w-]+)\}", block):
            found[heading[1]] = []
        elif not block.startswith("# ") and found:
            found[list(found)[-1]].append(block)
    return found


def placed(kind: str, language: str) -> list[str]:
    return re.findall(rf"^\[\[{kind} ([\w-]+)\]\]$", GAME.guide(language), re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_stand_in_the_same_chapters_in_every_language(language: str) -> None:
    def plan(text: str) -> list[str]:
        headings = re.findall(r"^(#+) .+?(?:\{(#[\w-]+)\})?$", text, re.MULTILINE)
        return [signs + name for signs, name in headings]

    assert plan(GAME.guide(language)) == plan(GAME.guide("en"))
    assert 5 <= plan(GAME.guide(language)).count("#") - 1 <= 7


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_text_of_its_own_and_not_too_much(language: str) -> None:
    for rule, blocks in rules(language).items():
        told = [block for block in blocks if not block.startswith(("[[", "> "))]
        assert 1 <= len(told) <= PARAGRAPHS, rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_and_every_table_is_placed_once(language: str) -> None:
    assert sorted(placed("figure", language)) == sorted(GAME.figures)
    assert GAME.tables is not None
    assert sorted(placed("table", language)) == sorted(table.id for table in GAME.tables(GAME.facts, plainly))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_answers_what_people_ask(language: str) -> None:
    for chapter in re.split(r"^# ", GAME.guide(language), flags=re.MULTILINE)[2:]:
        asked = re.findall(r"^> \*\*.+\?\*\* .+$", chapter, re.MULTILINE)
        assert 1 <= len(asked) == chapter.count("\n> ") <= 3, chapter.splitlines()[0]


def test_an_example_stands_at_the_first_of_its_rules() -> None:
    found = rules("en")
    for figure in GAME.figures.values():
        assert set(figure.rules) <= found.keys(), figure.id
        assert f"[[figure {figure.id}]]" in found[figure.rules[0]], figure.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_short(language: str) -> None:
    say = speaker(f"{GAME.package}.guide", language)
    for figure in GAME.figures.values():
        assert count(say(figure.text)) <= LONGEST + (0 if language == "en" else 6), figure.id


def test_an_example_is_seen_by_whoever_can_try_it() -> None:
    for figure in GAME.figures.values():
        assert figure.state(GAME).owes(figure.seat), figure.id


def test_what_an_example_lights_is_in_its_pictures() -> None:
    for figure in GAME.figures.values():
        slots = GAME.drawing.panels(figure.state(GAME).view(figure.seat), Look()).slots
        shown = "".join(slots[crop.slot] for crop in figure.crops)
        for selector in figure.lit:
            assert selector.strip("[]") in shown, f"{figure.id}: {selector}"


def test_every_position_that_was_made_for_an_example_is_shown() -> None:
    folder = Path(str(files(GAME.package))) / "lessons" / "positions"
    named = set(re.findall(r'^position = "(.+)"$', (folder.parents[1] / "guide" / "figures.toml").read_text("utf-8"), re.MULTILINE))
    assert {path.stem for path in folder.glob("diagram-*.json")} == named


def test_every_option_names_the_rule_that_it_changes() -> None:
    found = rules("en")
    assert all(option.rule in found for option in GAME.options.values())
