"""In which language a visitor is spoken to: the one chosen last, else the first one that the browser asks for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from babel import Locale, UnknownLocaleError
from litestar.connection import ASGIConnection

from tablero.core.game import Game
from tablero.core.speech import LANGUAGES, Speech, speaker

COOKIE = "language"

Connection = ASGIConnection[Any, Any, Any, Any]


@cache
def locale_of(language: str) -> Locale | None:
    """How a language writes dates and names; None when nobody told the Unicode consortium."""
    try:
        return Locale.parse(language)
    except UnknownLocaleError:
        return None


def own_name(language: str) -> str:
    """A language as its speakers call it.

    >>> own_name("es"), own_name("de")
    ('español', 'Deutsch')
    """
    locale = locale_of(language)
    return (locale and locale.get_display_name()) or language


@dataclass(frozen=True)
class Tongue:
    """A language, for the site and for every game."""

    language: str

    @property
    def say(self) -> Speech:
        return speaker("tablero.site", self.language)

    def of(self, game: Game) -> Speech:
        return speaker(game.package, self.language)

    @property
    def locale(self) -> Locale:
        """For dates and ages, beside the site's own words."""
        return locale_of(self.say.language) or Locale("en")


def asked_for(header: str) -> str:
    """The best language for an Accept-Language header.

    >>> asked_for("tlh-XX, fr;q=0.8, en;q=0.5"), asked_for("es-MX"), asked_for("")
    ('fr', 'es', 'en')
    """
    wishes = []
    for place, part in enumerate(header.split(",")):
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((-weight, place, name.replace("-", "_").lower()))
    spoken = {language.lower(): language for language in LANGUAGES}
    for weight, _, name in sorted(wishes):
        found = spoken.get(name) or spoken.get(name.split("_")[0])
        if found and weight < 0:
            return found
    return "en"


def tongue_of(connection: Connection) -> Tongue:
    chosen = connection.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return Tongue(chosen)
    return Tongue(asked_for(connection.headers.get("accept-language", "")))
