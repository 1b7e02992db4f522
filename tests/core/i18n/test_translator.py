"""Sentences in several languages: plural forms, lists, words that meet, and what is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tablero.core.i18n import contractions, translator
from tablero.core.i18n.translator import Translated, Translator, translator_for, untranslated

RUSSIAN = """msgid ""
msgstr ""
"Language: ru\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 :"
" n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} очко"
msgstr[1] "{n} очка"
msgstr[2] "{n} очков"

msgid "Half"
msgid_plural "Halves"
msgstr[0] "Половина"
msgstr[1] ""
msgstr[2] ""

#, fuzzy
msgid "Log"
msgstr "Бревно"
"""

Learn = Callable[[str, str], Translator]


@pytest.fixture
def learn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Learn:
    """A package with one file of sentences: `learn("ru", text)` gives its speaker."""

    def speaks(language: str, text: str) -> Translator:
        package = tmp_path / f"speaks_{language}"
        (package / "locale").mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "locale" / f"{language}.po").write_text(text, "utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.setattr(translator, "LANGUAGE_CODES", (*translator.LANGUAGE_CODES, language))
        return translator_for(package.name, language)

    return speaks


def test_a_number_takes_the_form_that_the_language_has_for_it(learn: Learn) -> None:
    say = learn("ru", RUSSIAN)
    told = [say.plural("{n} point", "{n} points", n, n=n) for n in (0, 1, 2, 5, 11, 21, 22)]
    assert told == ["0 очков", "1 очко", "2 очка", "5 очков", "11 очков", "21 очко", "22 очка"]


def test_a_sentence_that_is_missing_or_in_doubt_is_said_in_english(learn: Learn) -> None:
    say = learn("ru", RUSSIAN)
    assert (say("Undo"), say("Log"), say.plural("Half", "Halves", 2)) == ("Undo", "Log", "Halves")
    assert say.plural("{n} table", "{n} tables", 1, n=1) == "1 table"


def test_a_language_with_one_form_for_every_number_uses_it(learn: Learn) -> None:
    head = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
    say = learn("ja", head + 'msgid "{n} point"\nmsgid_plural "{n} points"\nmsgstr[0] "{n}点"\n')
    assert [say.plural("{n} point", "{n} points", n, n=n) for n in (1, 2)] == ["1点", "2点"]


def test_a_language_that_no_library_knows_speaks_too(learn: Learn) -> None:
    head = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=n>1;\\n"\n\n'
    say = learn("yua", head + 'msgid "Stone"\nmsgstr "Tuunich"\n')
    assert (say("Stone"), say.every(["a", "b", "c"]), say.language) == ("Tuunich", "a, b and c", "yua")


def test_a_package_without_a_file_speaks_english_and_says_so(learn: Learn) -> None:
    learn("ru", RUSSIAN)
    assert translator_for("tablero.games.yaxha", "ru") is untranslated


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"we speak en, .*es.*fr.*, not 'tlh'"):
        translator_for("tablero.games.yaxha", "tlh")


def test_a_language_is_found_by_any_of_its_files(tmp_path: Path) -> None:
    for name in ("ui/locale/de.po", "games/go/guide/nl.md", "games/go/locale/zh_Hant.po", "games/go/guide/README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert set(translator._languages(tmp_path)) == {"de", "nl", "zh_Hant"}


def spoken(language: str) -> Translated:
    return Translated(language, {}, lambda n: 0)


@pytest.mark.parametrize(
    ("language", "parts", "every", "either"),
    [
        ("es", ["oro"], "oro", "oro"),
        ("es", ["maíz", "oro"], "maíz y oro", "maíz u oro"),
        ("es", ["Balam", "Ana", "Ixchel"], "Balam, Ana e Ixchel", "Balam, Ana o Ixchel"),
        ("fr", ["or", "bois", "pierre"], "or, bois et pierre", "or, bois ou pierre"),
        ("de", ["Gold", "Holz", "Stein"], "Gold, Holz und Stein", "Gold, Holz oder Stein"),
        ("ja", ["a", "b", "c"], "a、b、c", "a、b、またはc"),
        ("es", [], "", ""),
    ],
)
def test_lists_are_made_as_the_language_makes_them(language: str, parts: list[str], every: str, either: str) -> None:
    assert (spoken(language).every(parts), spoken(language).either(parts)) == (every, either)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ixchel", "Balam e Ixchel"),
        ("Íñigo", "Balam e Íñigo"),
        ("Hilario", "Balam e Hilario"),
        ("Ygor", "Balam e Ygor"),
        ("Hielo", "Balam y Hielo"),
        ("Ion", "Balam y Ion"),
        ("Yolanda", "Balam y Yolanda"),
        ("Ana", "Balam y Ana"),
        ("", "Balam y "),
    ],
)
def test_spanish_and_sounds_well_before_every_name(name: str, told: str) -> None:
    say = spoken("es")
    assert say.every(["Balam", name]) == told
    assert say.fit("@0 y @1", ["Balam", name]).replace("@0", "Balam").replace("@1", name) == told


@pytest.mark.parametrize(("n", "told"), [(8, "7 u 8"), (80, "7 u 80"), (11, "7 u 11"), (110, "7 o 110"), (9, "7 o 9")])
def test_spanish_or_sounds_well_before_figures(n: int, told: str) -> None:
    assert spoken("es")("7 o {n}", n=n) == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ana", "Le tour d’Ana"),
        ("Éric", "Le tour d’Éric"),
        ("Ixchel", "Le tour d’Ixchel"),
        ("Yves", "Le tour d’Yves"),
        ("Yaxha", "Le tour de Yaxha"),
        ("Hugo", "Le tour de Hugo"),
        ("Bo", "Le tour de Bo"),
        ("3", "Le tour de 3"),
    ],
)
def test_french_elides_before_vowels(name: str, told: str) -> None:
    say = spoken("fr")
    assert say("Le tour de {name}", name=name) == told
    assert say.fit("Le tour de @2", ["", "", name]).replace("@2", name) == told


def test_french_elides_que_and_articles_and_nothing_else() -> None:
    say = spoken("fr")
    names = ["Ana", "Bo"]
    assert say.fit("On attend que @0 et @1 jouent", names) == "On attend qu’@0 et @1 jouent"
    assert say("le {what}, la {what}, De {what}, une {what}", what="or") == "l’or, l’or, D’or, une or"
    assert say.fit("à @0, de @3", names) == "à @0, de @3"


def test_english_changes_nothing_before_a_name() -> None:
    assert untranslated("y {name}, de {name}", name="Ixchel") == "y Ixchel, de Ixchel"
    assert untranslated.fit("de @0", ["Ana"]) == "de @0"


def test_a_french_line_is_set_as_in_print() -> None:
    assert contractions.set_signs("fr", "« L'or » : qu'il vienne ! Tzolk'in ?") == (
        "«\xa0L’or\xa0»\xa0: qu’il vienne\u202f! Tzolk'in\u202f?"
    )
    assert contractions.set_signs("es", "«L'or» : no") == "«L'or» : no"
