"""Every sentence that the project says is translated into the languages of the house, and every translation fills the
same places; whatever else a language lacks is said in English."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import tablero
from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.core.i18n.translator import catalogue, translator_for
from tablero.core.teaching.example import example_sentences
from tablero.site.web.identity import SIGNED_OUT, TAMPERED_COOKIE
from tablero.store import StoreError
from tablero.table import Refusal
from tablero.ui.messages import BadMessage

HOUSE = ("es", "fr")  # spoken completely; others may join with as much as they have
SOURCE = Path(str(files("tablero"))).resolve()
GAMES = [game.package for game in tablero.games()]
LESSONS = [f"{package}.lessons" for package in GAMES]
GUIDES = [f"{package}.guide" for package in GAMES]  # what stands in and under the drawn examples
PACKAGES = ["tablero.ui", *GAMES, *LESSONS, *GUIDES]

Said = dict[str, str]  # a sentence, and the same about several things; empty when it has no plural


def refusals(kind: type[Exception]) -> Iterator[str]:
    yield kind.__name__
    for special in kind.__subclasses__():
        yield from refusals(special)


# What a refusal says is shown on the page.
REFUSING = {*refusals(BadOption), *refusals(Refusal), *refusals(StoreError), BadMessage.__name__}


def said_in_code(path: Path, strict: bool = False) -> Said:
    """The string literals that a module says; `strict`: it says nothing else."""
    found: Said = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        refusing = name in REFUSING or (name == "__init__" and path.name == "errors.py")
        if name not in ("say", "plural") and not refusing:
            continue
        words = [word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)]
        forms = 2 if name == "plural" else 1
        if len(words) < forms:
            assert not strict, f"{path.name}:{node.lineno} says something that is no literal"
            continue
        found[words[0]] = words[1] if forms == 2 else ""
    return found


def said_in_template(path: Path) -> Said:
    found: Said = {}
    for call in Environment().parse(path.read_text("utf-8")).find_all(nodes.Call):
        saying = isinstance(call.node, nodes.Name) and call.node.name == "say"
        plural = isinstance(call.node, nodes.Getattr) and call.node.attr == "plural"
        words = [word.value for word in call.args if isinstance(word, nodes.Const) and isinstance(word.value, str)]
        if words and (saying or plural):
            found[words[0]] = words[1] if plural else ""
    return found


def said_by_game(package: str) -> Said:
    """String literals of a game's modules, labels of its options, tabs, themes and achievements, and its line in the
    lobby.
    """
    game = tablero.game(package.rpartition(".")[2])
    labels = {
        game.card.about,
        *game.tabs.values(),
        *(words for answer in game.answers for words in (answer.title, answer.about)),
        *game.themes.values(),
        *(words for one in (game.cast.all if game.cast else ()) for words in (one.title, one.about)),
        *(option.about for option in game.options.values()),
    }
    for option in game.options.values():
        labels |= {part for label in option.choices.values() for part in label.split(" + ") if not label.isdecimal()}
        labels |= set(option.among.values())
    if game.memory is not None:
        labels |= {words for feat in game.memory.feats for words in (feat.title, feat.about)}
    found = dict.fromkeys(labels, "")
    found |= said_in_code(SOURCE / "core" / "drawing" / "drawing.py")  # what every game's scene says
    for path in Path(str(files(package))).rglob("*.py"):
        found |= said_in_code(path, strict=True)
    return found


def said_by_site() -> Said:
    """What templates say, what is refused by whomever, and what bots are like."""
    found = dict.fromkeys(
        (TAMPERED_COOKIE, SIGNED_OUT, *(words for level in LEVELS for words in (level.name, level.about))), ""
    )
    for template in (SOURCE / "ui" / "templates").rglob("*.jinja"):
        found |= said_in_template(template)
    packages = ("site", "local", "ui", "table", "people", "tournaments", "store")
    modules = [path for package in packages for path in (SOURCE / package).rglob("*.py")]
    for path in (SOURCE / "core" / "game.py", *modules):
        if path != SOURCE / "site" / "table" / "api.py":  # programs are answered in English
            found |= said_in_code(path)
    return found


@cache
def said(package: str) -> Said:
    if package == "tablero.ui":
        return said_by_site()
    game = tablero.game(package.split(".")[2])
    if package in LESSONS:
        return dict.fromkeys(game.course.sentences(), "")
    if package in GUIDES:
        return dict.fromkeys(example_sentences(game.figures), "")
    return said_by_game(package)


def holes(sentence: str) -> set[str]:
    """The places in a sentence that are filled later."""
    return set(re.findall(r"\{\w+\}|@\{?\w", sentence))


@pytest.mark.parametrize("language", HOUSE)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_sentence_is_translated_and_no_other(package: str, language: str) -> None:
    known = catalogue(package, language)
    sentences = said(package)
    assert sorted(sentences.keys() - known.keys()) == []
    assert sorted(known.keys() - sentences.keys()) == [], "translations of sentences that nobody says any more"


@pytest.mark.parametrize("language", HOUSE)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_translation_has_the_places_and_the_forms_of_its_sentence(package: str, language: str) -> None:
    known = catalogue(package, language)
    for one, many in said(package).items():
        assert len(known[one]) == (2 if many else 1), f"{one}: plural forms"
        for form in known[one]:
            assert holes(form) == holes(many or one), one


@pytest.mark.parametrize("language", HOUSE)
@pytest.mark.parametrize("package", PACKAGES)
def test_the_house_speaks_its_languages_everywhere(package: str, language: str) -> None:
    assert translator_for(package, language).language == language
    if package in GAMES:
        assert Path(str(files(package)), "guide", f"{language}.md").is_file()


# ---------------------------------------------------------------- a language joins

GERMAN = """msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Rules"
msgstr "Regeln"

msgid "{n} short lesson, {minutes} min"
msgid_plural "{n} short lessons, {minutes} min"
msgstr[0] "{n} kurze Lektion, {minutes} min"
msgstr[1] "{n} kurze Lektionen, {minutes} min"
"""

VISIT = """
import sys
from litestar.testing import TestClient
from tablero.site.server.app import create_app
from tablero.site.settings import Settings

with TestClient(create_app(Settings(database=sys.argv[1]))) as visitor:
    visitor.headers["Accept-Language"] = "de-AT, fr;q=0.5"
    game = sys.argv[2]
    table = visitor.post(f"/play/{game}").text
    for address in ("/", f"/rules/{game}", "/replays"):
        print(visitor.get(address).text)
        print("=" * 9)
    print(table)
"""


def test_a_language_joins_with_two_sentences(tmp_path: Path) -> None:
    source = tmp_path / "src"
    shutil.copytree(SOURCE, source / "tablero", ignore=shutil.ignore_patterns("__pycache__"), copy_function=os.symlink)
    for library in SOURCE.parent.glob("*__mypyc*"):
        os.symlink(library, source / library.name)
    (source / "tablero" / "ui" / "locale" / "de.po").write_text(GERMAN, "utf-8")
    game = tablero.games()[0]
    command = [sys.executable, "-c", VISIT, str(tmp_path / "games.db"), game.name]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(source)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lobby, rules, replays, table = done.stdout.split("=========\n")
    assert all('<html lang="de"' in page for page in (lobby, rules, replays, table))
    assert 'lang="de" aria-pressed="true">Deutsch<' in lobby, "it can be chosen by its own name"
    assert lobby.index(">English<") < lobby.index(">Deutsch<")
    assert " kurze Lektionen, " in lobby
    assert "Play without lessons" in lobby, "what nobody has translated is English"
    assert ">Regeln</a>" in rules
    assert f'<h1 lang="en">{game.title}' in rules, "the guide is English and says so"
    assert '<ol id="log" lang="en"' in table
    assert "No game has been finished here yet." in replays
