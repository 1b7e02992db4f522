"""A language with its translators, for the pages and for every game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tablero.core.game import Game
from tablero.core.i18n.translator import Translator, translator_for

if TYPE_CHECKING:  # a device that needs no dates does without Babel
    from babel import Locale


@cache
def locale_of(language: str) -> Locale | None:
    """Return Babel's locale of a language; None when Unicode's data have none."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language)
    except UnknownLocaleError:
        return None


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
        from babel import Locale

        return locale_of(self.say.language) or Locale("en")
