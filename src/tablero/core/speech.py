"""Speech: the same sentences in several languages.

Every package that speaks keeps its translations in its own `locale/LANGUAGE.po`. They are read as they are: there is
nothing to compile, and a translator sees a change by starting the program again. A sentence that lacks a translation is
said in English, so that a language can join file by file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

LANGUAGES = ("en", "es", "fr")


class Speech:
    """Says English sentences in one language; by itself it says them as they are.

    >>> plainly("Bonus cards"), plainly.plural("{n} point", "{n} points", 1)
    ('Bonus cards', '{n} point')
    """

    language = "en"

    def __call__(self, text: str) -> str:
        """A sentence."""
        return text

    def plural(self, one: str, many: str, n: int) -> str:
        """A sentence about n things, in the form that this language has for so many; placeholders stay open.

        >>> plainly.plural("{n} point", "{n} points", 3).format(n=3)
        '3 points'
        """
        return one if n == 1 else many

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
    """Speech by a catalogue of sentences."""

    def __init__(self, language: str, sentences: Mapping[str, tuple[str, ...]], form: Callable[[int], int]) -> None:
        self.language = language
        self._sentences = sentences
        self._form = form

    def __call__(self, text: str) -> str:
        found = self._sentences.get(text)
        return text if found is None else found[0]

    def plural(self, one: str, many: str, n: int) -> str:
        forms = self._sentences.get(one)
        if forms is None or len(forms) < 2:
            return super().plural(one, many, n)
        return forms[min(self._form(n), len(forms) - 1)]

    def every(self, parts: Sequence[str]) -> str:
        return self._list(parts, "standard")

    def either(self, parts: Sequence[str]) -> str:
        return self._list(parts, "or")

    def _list(self, parts: Sequence[str], style: Literal["standard", "or"]) -> str:
        from babel.lists import format_list

        return format_list(list(parts), style, self.language) if parts else ""


@cache
def catalogue(package: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """The translated sentences of a package, each with its plural forms; empty where the language has no file yet."""
    # A translation library is loaded when somebody speaks another language, not before.
    from babel.messages.pofile import read_po

    file = files(package).joinpath("locale", f"{language}.po")
    if not file.is_file():
        return {}
    entries = read_po(file.read_text("utf-8").splitlines(keepends=True), locale=language)
    sentences = {}
    for entry in entries:
        forms = entry.string if isinstance(entry.string, tuple) else (entry.string,)
        if entry.id and all(forms) and not entry.fuzzy:
            sentences[str(entry.id[0] if isinstance(entry.id, tuple) else entry.id)] = tuple(map(str, forms))
    return sentences


@cache
def speaker(package: str, language: str) -> Speech:
    """Whoever says the English sentences of a package in another language.

    >>> speaker("tablero.games.yaxha", "es")("Bonus cards")
    'Cartas de bonificación'
    """
    if language not in LANGUAGES:
        raise ValueError(f"we speak {', '.join(LANGUAGES)}, not {language!r}")
    if language == "en":
        return plainly
    from gettext import c2py

    from babel.messages.plurals import get_plural

    return Translated(language, catalogue(package, language), c2py(get_plural(language).plural_expr))
