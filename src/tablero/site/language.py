"""In which language a visitor is spoken to: the one chosen last, else the first one that the browser asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar.connection import ASGIConnection

from tablero.core.game import Game
from tablero.core.speech import LANGUAGES, Speech, speaker

COOKIE = "language"
NAMES = {"en": "English", "es": "español", "fr": "français"}

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class Tongue:
    """A language, for the site and for every game."""

    language: str

    @property
    def say(self) -> Speech:
        return speaker("tablero.site", self.language)

    def of(self, game: Game) -> Speech:
        return speaker(f"tablero.games.{game.name}", self.language)


def asked_for(header: str) -> str:
    """The best language for an Accept-Language header.

    >>> asked_for("de-CH, fr;q=0.8, en;q=0.5"), asked_for("es-MX"), asked_for("")
    ('fr', 'es', 'en')
    """
    wishes = []
    for place, part in enumerate(header.split(",")):
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((-weight, place, name.split("-")[0].lower()))
    return next((name for weight, _, name in sorted(wishes) if name in LANGUAGES and weight < 0), "en")


def tongue_of(connection: Connection) -> Tongue:
    chosen = connection.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return Tongue(chosen)
    return Tongue(asked_for(connection.headers.get("accept-language", "")))
