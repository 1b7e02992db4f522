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

SPEAKING = ("say", "BadOption")  # what a refused option says is shown in the form
PACKAGES = [f"tablero.games.{game.name}" for game in tablero.games()]


def sentences(package: str) -> set[str]:
    """The string literals that a package's own modules say."""
    found = set()
    for path in Path(str(files(package))).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SPEAKING:
                literal = node.args[0]
                assert isinstance(literal, ast.Constant), f"{path.name}:{node.lineno} says something that is no literal"
                found.add(str(literal.value))
    return found


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("package", PACKAGES)
def test_every_sentence_is_translated(package: str, language: str) -> None:
    known = catalogue(package, language)
    said = sentences(package)
    assert sorted(said - known.keys()) == []
    assert sorted(known.keys() - said) == [], "translations of sentences that nobody says any more"
    for sentence in said:
        holes = re.findall(r"\{\w+\}|@\{?\w", sentence)
        assert sorted(set(holes)) == sorted(set(re.findall(r"\{\w+\}|@\{?\w", known[sentence]))), sentence


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
        assert sorted(set(re.findall(r"\{\w+\}", sentence))) == sorted(set(re.findall(r"\{\w+\}", known[sentence])))
