"""Contractions and punctuation: how a language changes a word before another one, and how it sets its signs.

Translated sentences have places for names and things, and only what comes there decides: Balam y Ana, but Balam *e*
Ixchel; la pyramide de Bo, mais *d'*Ana. A language without an entry is left unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_Joint = tuple[re.Pattern[str], re.Pattern[str], str]  # how the words before end, how the next one begins, the change

_JOINTS: Mapping[str, tuple[_Joint, ...]] = {
    "es": (
        # y: before the sound i, but not before a diphthong (y hielo) or a consonant (y Yolanda).
        (re.compile(r"\by(?=\s$)"), re.compile(r"h?[ií](?![aeoáéó])|y(?![aeiouáéíóú])(?=\w)", re.IGNORECASE), "e"),
        # o: before the sound o, also of ocho, ochenta and once in figures.
        (re.compile(r"\bo(?=\s$)"), re.compile(r"h?[oó]|8|11(?!\d)", re.IGNORECASE), "u"),
    ),
    "fr": (
        # Before a vowel; not before h, because a name's spelling does not tell whether it is mute.
        (
            re.compile(r"\b(?:(d|qu|jusqu|lorsqu|puisqu)e|(l)[ea])\s$", re.IGNORECASE),
            re.compile(r"[aàâeéèêëiîïoôuùûœæ]|y(?![aeiouéèê])(?=\w)", re.IGNORECASE),
            r"\1\2’",
        ),
    ),
}

# Between the parts of a list whose parts have commas of their own.
SEMICOLONS: Mapping[str, str] = {"fr": "\u202f; "}

# The keyboard's signs as print knows them, so that translators may type what they have.
_SIGNS: Mapping[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    "fr": (
        (re.compile(r"\b(c|d|j|l|m|n|s|t|qu|jusqu|lorsqu|puisqu|aujourd|quelqu)'(?=\w|@|\{)", re.IGNORECASE), r"\1’"),
        (re.compile(r"(?<=\S) (?=[;!?])"), "\u202f"),
        (re.compile(r"(?<=\S) (?=[:»])|(?<=«) "), "\u00a0"),
    )
}


def meet(language: str, before: str, word: str) -> str:
    """Return the words before, as they are written in front of this word.

    >>> meet("es", "Balam y ", "Ixchel"), meet("fr", "le tour de ", "Ana"), meet("en", "Balam and ", "Ixchel")
    ('Balam e ', 'le tour d’', 'Balam and ')
    """
    for ending, beginning, change in _JOINTS.get(language, ()):
        if beginning.match(word):
            before = ending.sub(change, before)
    return before


def set_signs(language: str, text: str) -> str:
    """Return a text with the apostrophes of its language, and with spaces that keep a sign on its line.

    >>> set_signs("fr", "L'heure : 8 h")
    'L’heure\\xa0: 8 h'
    """
    for typed, printed in _SIGNS.get(language, ()):
        text = typed.sub(printed, text)
    return text
