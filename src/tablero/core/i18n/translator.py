"""Translators: English sentences in other languages.

Every package with sentences keeps its translations in its own `locale/LANGUAGE.po`. The files are read as they are,
without compiling; a change shows after a restart. A sentence without a translation stays English, so a language can be
added file by file: it is available as soon as any package has sentences or a guide in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Any

from tablero.core.i18n import contractions
from tablero.core.i18n.locale_data import list_patterns

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_SEAT = re.compile(r"@([0-3])")
_FILE = re.compile(r"([a-z]{2,3}(?:_[A-Z][A-Za-z]{1,3})?)\.(?:po|md|json)")  # es.po, guide/fr.md, zh_Hant.po


def _languages(home: Traversable) -> Iterator[str]:
    """Yield every language of a file in a package or subpackage of `home`."""
    folders = [folder for folder in home.iterdir() if folder.is_dir()]
    packages = [package for folder in folders for package in (folder, *folder.iterdir()) if package.is_dir()]
    for package in packages:
        for folder in (package.joinpath("locale"), package.joinpath("guide")):
            if folder.is_dir():
                yield from (found[1] for file in folder.iterdir() if (found := _FILE.fullmatch(file.name)))


LANGUAGE_CODES = tuple(sorted({"en", *_languages(files("tablero"))}, key=lambda language: (language != "en", language)))


class Translator:
    """Translates English sentences into one language; the base class leaves them as they are.

    >>> untranslated("Bonus cards"), untranslated.plural("{n} point", "{n} points", 1)
    ('Bonus cards', '{n} point')
    """

    language = "en"

    def __call__(self, text: str, /, **parts: object) -> str:
        """Return a sentence; its {places} stay open unless `parts` are given.

        >>> untranslated("Rules of {game}", game="Maya")
        'Rules of Maya'
        """
        return self._fill(text, parts) if parts else text

    def plural(self, one: str, many: str, n: int, /, **parts: object) -> str:
        """Return a sentence about n things in the plural form of this language; its {places} stay open unless `parts`
        are given.

        >>> untranslated.plural("{n} point", "{n} points", 3), untranslated.plural("{n} point", "{n} points", 3, n=3)
        ('{n} points', '3 points')
        """
        return self(one if n == 1 else many, **parts)

    def fit(self, text: str, names: Sequence[str]) -> str:
        """Return a sentence adapted to these names at @0 to @3 (contractions); the places stay open.

        >>> untranslated.fit("@0 and @1 tie", ["Balam", "Ixchel"])
        '@0 and @1 tie'
        """
        return text

    def _fill(self, text: str, parts: Mapping[str, object]) -> str:
        return text.format(**parts)

    def every(self, parts: Sequence[str]) -> str:
        """Return all of these as a list in words.

        >>> untranslated.every(["maize", "squash", "pepper"])
        'maize, squash and pepper'
        """
        return _listed(parts, "and")

    def separated(self, parts: Sequence[str]) -> str:
        """Return parts with semicolons between them, as the language sets them.

        >>> untranslated.separated(["maize", "squash"])
        'maize; squash'
        """
        return contractions.SEMICOLONS.get(self.language, "; ").join(parts)

    def either(self, parts: Sequence[str]) -> str:
        """Return a list in words of which one is meant.

        >>> untranslated.either(["maize", "squash"])
        'maize or squash'
        """
        return _listed(parts, "or")


def _listed(parts: Sequence[str], last: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


untranslated = Translator()


class Translated(Translator):
    """Translator with a catalogue of sentences; `form` returns the plural form of a number."""

    def __init__(self, language: str, sentences: Mapping[str, tuple[str, ...]], form: Callable[[int], int]) -> None:
        self.language = language
        self._sentences = sentences
        self._form = form

    def __call__(self, text: str, /, **parts: object) -> str:
        found = self._sentences.get(text)
        said = text if found is None else found[0]
        return self._fill(said, parts) if parts else said

    def plural(self, one: str, many: str, n: int, /, **parts: object) -> str:
        forms = self._sentences.get(one)
        if forms is None:
            return super().plural(one, many, n, **parts)
        said = forms[min(self._form(n), len(forms) - 1)]
        return self._fill(said, parts) if parts else said

    def fit(self, text: str, names: Sequence[str]) -> str:
        out, seen = "", 0
        for found in _SEAT.finditer(text):
            out, seen = out + text[seen : found.start()], found.end()
            if int(found[1]) < len(names):
                out = contractions.meet(self.language, out, names[int(found[1])])
            out += found[0]
        return out + text[seen:]

    def every(self, parts: Sequence[str]) -> str:
        return self._list(parts, "standard", "and")

    def either(self, parts: Sequence[str]) -> str:
        return self._list(parts, "or", "or")

    def _list(self, parts: Sequence[str], kind: str, plain: str) -> str:
        patterns = list_patterns(self.language).get(kind)
        if patterns is None or len(parts) < 2:
            return _listed(parts, plain)
        out = parts[0]
        for number, part in enumerate(parts[1:], 1):
            place = (
                "2" if len(parts) == 2 else "end" if number == len(parts) - 1 else "start" if number == 1 else "middle"
            )
            before, _, after = patterns[place].partition("{1}")
            out = contractions.meet(self.language, before.format(out), part) + part + after
        return out

    def _fill(self, text: str, parts: Mapping[str, object]) -> str:
        out = ""
        for words, place, form, _ in Formatter().parse(text):
            out += words
            if place is not None:
                part = format(parts[place], form or "")
                out = contractions.meet(self.language, out, part) + part
        return out


@dataclass(frozen=True)
class Catalogue:
    """Translated sentences of a package, each with its plural forms, and gettext's expression for the form of n."""

    sentences: Mapping[str, tuple[str, ...]]
    plural: str

    def as_json(self) -> dict[str, Any]:
        return {"plural": self.plural, "sentences": self.sentences}


@cache
def read_catalogue(package: str, language: str) -> Catalogue | None:
    """Return the translations of a package, prepared as JSON or written as a .po file; None where there are none."""
    folder = files(package).joinpath("locale")
    prepared = folder.joinpath(f"{language}.json")
    if prepared.is_file():
        kept = json.loads(prepared.read_text("utf-8"))
        return Catalogue({name: tuple(forms) for name, forms in kept["sentences"].items()}, kept["plural"])
    written = folder.joinpath(f"{language}.po")
    return _parsed(written.read_text("utf-8"), language) if written.is_file() else None


def _parsed(text: str, language: str) -> Catalogue:
    # Imported late: English needs no translation library.
    try:
        from babel.messages.pofile import read_po
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "languages other than English need Babel: pip install 'tablero[site]'", name=error.name
        ) from None

    found, sentences = read_po(text.splitlines(keepends=True), locale=language), {}
    for entry in found:
        forms = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        if entry.id and all(forms) and not entry.fuzzy:
            name = entry.id[0] if isinstance(entry.id, tuple) else entry.id
            sentences[str(name)] = tuple(contractions.set_signs(language, str(form)) for form in forms)
    return Catalogue(sentences, found.plural_expr)


def catalogue(package: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the translated sentences of a package, each with its plural forms; empty where there is no file."""
    found = read_catalogue(package, language)
    return {} if found is None else found.sentences


@cache
def translator_for(package: str, language: str) -> Translator:
    """Return the translator of a package's sentences; the untranslated one where it has no file. Raise ValueError for
    an unknown language.

    >>> translator_for("tablero.games.yaxha", "es")("Bonus cards")
    'Cartas de bonificación'
    """
    if language not in LANGUAGE_CODES:
        raise ValueError(f"we speak {', '.join(LANGUAGE_CODES)}, not {language!r}")
    found = None if language == "en" else read_catalogue(package, language)
    if found is None:
        return untranslated
    from gettext import c2py

    return Translated(language, found.sentences, c2py(found.plural))
