"""Every sentence that the project says is translated, and every translation fills the same placeholders."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

import tablero
from tablero.bots import LEVELS
from tablero.core.speech import LANGUAGES, catalogue, speaker

SPEAKING = ("say", "plural", "BadOption")  # what a refused option says is shown in the form
PACKAGES = [f"tablero.games.{game.name}" for game in tablero.games()]


def sentences(package: str) -> set[str]:
    """What a game says: the string literals of its own modules, the labels of its options and its line in the lobby."""
    game = tablero.game(package.rpartition(".")[2])
    found = {game.card.about, *(option.about for option in game.options.values())}
    for option in game.options.values():
        found |= {part for label in option.choices.values() for part in label.split(" + ") if not label.isdecimal()}
    for path in Path(str(files(package))).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SPEAKING:
                for literal in node.args[: 2 if getattr(node.func, "attr", "") == "plural" else 1]:
                    where = f"{path.name}:{node.lineno}"
                    assert isinstance(literal, ast.Constant), f"{where} says something that is no literal"
                found.add(str(node.args[0].value))
    return found


def holes(sentence: str) -> set[str]:
    """The places in a sentence that are filled later."""
    return set(re.findall(r"\{\w+\}|@\{?\w", sentence))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("package", PACKAGES)
def test_every_sentence_is_translated(package: str, language: str) -> None:
    known = catalogue(package, language)
    said = sentences(package)
    assert sorted(said - known.keys()) == []
    assert sorted(known.keys() - said) == [], "translations of sentences that nobody says any more"
    for sentence in said:
        for form in known[sentence]:
            assert holes(form) == holes(sentence), sentence


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="en, es, fr"):
        speaker("tablero.games.yaxha", "de")


def said_on_pages() -> set[str]:
    """What the site's templates say, what a refused form says whoever refuses it, and what bots are like."""
    found = {level.about for level in LEVELS}
    source = Path(str(files("tablero")))
    for template in (source / "site" / "templates").rglob("*.jinja"):
        calls = re.findall(r"""\bsay\((?:"([^"]*)"|'([^']*)')\)""", template.read_text("utf-8"))
        found |= {double or single for double, single in calls}
    for path in (source / "core" / "game.py", source / "store" / "house.py", source / "site" / "pages.py"):
        found |= refusals(path)
    return found


def refusals(path: Path) -> set[str]:
    calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
    named = [call for call in calls if getattr(call.func, "id", "") == "BadOption" and call.args]
    return {str(call.args[0].value) for call in named if isinstance(call.args[0], ast.Constant)}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_sentence_of_the_pages_is_translated(language: str) -> None:
    known = catalogue("tablero.site", language)
    said = said_on_pages()
    assert sorted(said - known.keys()) == []
    for sentence in said:
        for form in known[sentence]:
            assert holes(form) == holes(sentence), sentence
