"""A language with its translators, for the pages and for every game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from babel import Locale, UnknownLocaleError

from tablero.core.game import Game
from tablero.core.i18n.translator import Translator, translator_for


@cache
def locale_of(language: str) -> Locale | None:
    """Return Babel's locale of a language; None when Unicode's data have none."""
    try:
        return Locale.parse(language)
    except UnknownLocaleError:
        return None


def own_name(language: str) -> str:
    """Return a language's name for itself.

    >>> own_name("es"), own_name("de")
    ('español', 'Deutsch')
    """
    locale = locale_of(language)
    return (locale and locale.get_display_name()) or language


@dataclass(frozen=True)
class Language:
    """A language, for the site and for every game."""

    code: str

    @property
    def say(self) -> Translator:
        return translator_for("tablero.ui", self.code)

    def of(self, game: Game) -> Translator:
        return translator_for(game.package, self.code)

    @property
    def locale(self) -> Locale:
        """The locale for dates and ages; English where the language has none."""
        return locale_of(self.say.language) or Locale("en")
