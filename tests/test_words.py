"""Every sentence that the project says is translated, and every translation fills the same placeholders."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest

import tablero
from tablero.core.speech import LANGUAGES, catalogue, speaker

PACKAGES = [f"tablero.games.{game.name}" for game in tablero.games()]


def sentences(package: str) -> set[str]:
    """The string literals given to `say` in a package's own modules."""
    found = set()
    for path in Path(str(files(package))).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "say":
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
