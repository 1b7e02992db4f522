"""Speech: the same sentences in several languages.

Every package that speaks keeps its translations in its own `locale/LANGUAGE.po`. They are read as they are: there is
nothing to compile, and a translator sees a change by starting the program again. A sentence that lacks a translation is
said in English, so that a language can join file by file: it is there as soon as any package has sentences or a guide
in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING

from tablero.core import joints

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from babel.messages import Catalog

_SEAT = re.compile(r"@([0-3])")
_FILE = re.compile(r"([a-z]{2,3}(?:_[A-Z][A-Za-z]{1,3})?)\.(?:po|md)")  # es.po, guide/fr.md, zh_Hant.po


def _languages(home: Traversable) -> Iterator[str]:
    """Every language that a package here has a file in; a room holds packages, or is one."""
    rooms = [room for room in home.iterdir() if room.is_dir()]
    packages = [package for room in rooms for package in (room, *room.iterdir()) if package.is_dir()]
    for package in packages:
        for folder in (package.joinpath("locale"), package.joinpath("guide")):
            if folder.is_dir():
                yield from (found[1] for file in folder.iterdir() if (found := _FILE.fullmatch(file.name)))


LANGUAGES = tuple(sorted({"en", *_languages(files("tablero"))}, key=lambda language: (language != "en", language)))


class Speech:
    """Says English sentences in one language; by itself it says them as they are.

    >>> plainly("Bonus cards"), plainly.plural("{n} point", "{n} points", 1)
    ('Bonus cards', '{n} point')
    """

    language = "en"

    def __call__(self, text: str, /, **parts: object) -> str:
        """A sentence; its {places} stay open unless the parts for them are given.

        >>> plainly("Rules of {game}", game="Maya")
        'Rules of Maya'
        """
        return self._fill(text, parts) if parts else text

    def plural(self, one: str, many: str, n: int, /, **parts: object) -> str:
        """A sentence about n things, in the form that this language has for so many; its {places} stay open unless the
        parts for them are given.

        >>> plainly.plural("{n} point", "{n} points", 3), plainly.plural("{n} point", "{n} points", 3, n=3)
        ('{n} points', '3 points')
        """
        return self(one if n == 1 else many, **parts)

    def fit(self, text: str, names: Sequence[str]) -> str:
        """A sentence that reads well with these names where it says @0 to @3; the places stay open.

        >>> plainly.fit("@0 and @1 tie", ["Balam", "Ixchel"])
        '@0 and @1 tie'
        """
        return text

    def _fill(self, text: str, parts: Mapping[str, object]) -> str:
        return text.format(**parts)

    def every(self, parts: Sequence[str]) -> str:
        """All of these, as a list in words.

        >>> plainly.every(["maize", "squash", "pepper"])
        'maize, squash and pepper'
        """
        return _listed(parts, "and")

    def either(self, parts: Sequence[str]) -> str:
        """One of these, as a list in words.

        >>> plainly.either(["maize", "squash"])
        'maize or squash'
        """
        return _listed(parts, "or")


def _listed(parts: Sequence[str], last: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


plainly = Speech()


class Translated(Speech):
    """Speech by a catalogue of sentences; `form` tells which plural form a number takes."""

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
                out = joints.meet(self.language, out, names[int(found[1])])
            out += found[0]
        return out + text[seen:]

    def every(self, parts: Sequence[str]) -> str:
        return self._list(parts, "standard", "and")

    def either(self, parts: Sequence[str]) -> str:
        return self._list(parts, "or", "or")

    def _list(self, parts: Sequence[str], kind: str, plain: str) -> str:
        patterns = _lists(self.language).get(kind)
        if patterns is None or len(parts) < 2:
            return _listed(parts, plain)
        out = parts[0]
        for number, part in enumerate(parts[1:], 1):
            place = (
                "2" if len(parts) == 2 else "end" if number == len(parts) - 1 else "start" if number == 1 else "middle"
            )
            before, _, after = patterns[place].partition("{1}")
            out = joints.meet(self.language, before.format(out), part) + part + after
        return out

    def _fill(self, text: str, parts: Mapping[str, object]) -> str:
        out = ""
        for words, place, form, _ in Formatter().parse(text):
            out += words
            if place is not None:
                part = format(parts[place], form or "")
                out = joints.meet(self.language, out, part) + part
        return out


@cache
def _lists(language: str) -> Mapping[str, Mapping[str, str]]:
    """How a language makes lists, by the Unicode consortium's data; empty when nobody told them."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language).list_patterns
    except UnknownLocaleError:
        return {}


@cache
def _read(package: str, language: str) -> Catalog | None:
    # A translation library is loaded when somebody speaks another language, not before.
    from babel.messages.pofile import read_po

    file = files(package).joinpath("locale", f"{language}.po")
    if not file.is_file():
        return None
    return read_po(file.read_text("utf-8").splitlines(keepends=True), locale=language)


@cache
def catalogue(package: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """The translated sentences of a package, each with its plural forms; empty where the language has no file yet."""
    sentences = {}
    for entry in _read(package, language) or ():
        forms = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        if entry.id and all(forms) and not entry.fuzzy:
            name = entry.id[0] if isinstance(entry.id, tuple) else entry.id
            sentences[str(name)] = tuple(joints.set_signs(language, str(form)) for form in forms)
    return sentences


@cache
def speaker(package: str, language: str) -> Speech:
    """Whoever says the English sentences of a package in another language; in English where it has no file yet.

    >>> speaker("tablero.games.yaxha", "es")("Bonus cards")
    'Cartas de bonificación'
    """
    if language not in LANGUAGES:
        raise ValueError(f"we speak {', '.join(LANGUAGES)}, not {language!r}")
    found = None if language == "en" else _read(package, language)
    if found is None:
        return plainly
    from gettext import c2py

    return Translated(language, catalogue(package, language), c2py(found.plural_expr))
