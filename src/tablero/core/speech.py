"""Speech: the same sentences in English, Spanish and French.

Every package that speaks keeps its translations in its own `locale/es.po` and `locale/fr.po`. They are read as they
are: there is nothing to compile, and a translator sees a change by starting the program again.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from babel.messages.pofile import read_po

from tablero.core.look import Translate, plainly

LANGUAGES = ("en", "es", "fr")


@cache
def catalogue(package: str, language: str) -> dict[str, str]:
    """All translated sentences of a package."""
    text = files(package).joinpath("locale", f"{language}.po").read_text("utf-8")
    entries = read_po(text.splitlines(keepends=True), locale=language)
    return {str(entry.id): str(entry.string) for entry in entries if entry.id and entry.string and not entry.fuzzy}


@cache
def speaker(package: str, language: str) -> Translate:
    """A function that says an English sentence of a package in another language.

    >>> speaker("tablero.games.yaxha", "es")("Bonus cards")
    'Cartas de bonificación'
    """
    if language not in LANGUAGES:
        raise ValueError(f"we speak {', '.join(LANGUAGES)}, not {language!r}")
    if language == "en":
        return plainly
    sentences = catalogue(package, language)
    return lambda text: sentences.get(text, text)
