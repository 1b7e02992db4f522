"""Names of the players at a table, as a reader sees them."""

from __future__ import annotations

import re

from tablero.bots import LEVELS
from tablero.core.i18n.translator import Translator
from tablero.people.names import DELETED_NAME, GONE_PREFIX, GUEST_NAMES
from tablero.table import Holder, Table
from tablero.ui.language import Language

_PHRASE = re.compile(r"\s?[.:;] ")
_SENTENCE = re.compile(r"(?<=\.) ")


def seat_names(table: Table, language: Language) -> tuple[str, ...]:
    return tuple(seat_name(holder, language.say) or language.say("nobody yet") for holder in table.holders)


def seat_name(holder: Holder, say: Translator) -> str:
    """Return a holder's name in the reader's language."""
    return called(DELETED_NAME if holder.person.startswith(GONE_PREFIX) else holder.name, say)


def called(name: str, say: Translator) -> str:
    """Return a name, or a word of the reader's language for guests without one and for deleted accounts."""
    if name in GUEST_NAMES:
        return say("Guest")
    return say("Somebody") if name == DELETED_NAME else name


def brief_pair(one: str, other: str = "") -> tuple[str, str]:
    """Return the beginnings of two moves in words, as short as tells them apart.

    >>> brief_pair("Tile 2: an orange cube. Choose it.", "Tile 1: a green cube. Choose it.")
    ('Tile 2', 'Tile 1')
    >>> brief_pair("Tulum grows. Space 6", "Tulum grows. Space 7")
    ('Tulum grows. Space 6', 'Tulum grows. Space 7')
    """
    for pattern in (_PHRASE, _SENTENCE):
        first, second = (pattern.split(words)[0].rstrip(".\u00a0\u202f ") for words in (one, other))
        if first != second:
            return first, second
    return one, other


def rest_of_name(words: str, brief: str) -> str:
    """Return what the name of a move says beyond its beginning.

    >>> rest_of_name("Tile 2: an orange cube. Choose it.", "Tile 2")
    'An orange cube. Choose it.'
    >>> rest_of_name("End turn", "End turn")
    ''
    """
    rest = words.removeprefix(brief).lstrip(".:; \u00a0\u202f")
    return rest[:1].upper() + rest[1:]


def seat_note(holder: Holder, mine: bool, say: Translator) -> str:
    """Return what a holder is: the viewer, or a bot with its level; empty for other people."""
    if mine:
        return say("you")
    if holder.kind != "bot":
        return ""
    level = next((level for level in LEVELS if level.number == holder.level), None)
    if level is None:
        return say("bot")
    return say("bot, level {level} ({name})", level=level.number, name=say(level.name))
