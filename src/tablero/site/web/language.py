"""Language of a request: the visitor's choice, else the best match of the browser's languages."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from babel import negotiate_locale
from litestar.connection import ASGIConnection

from tablero.core.i18n.translator import LANGUAGE_CODES
from tablero.ui.language import Language

LANGUAGE_COOKIE = "language"

Connection = ASGIConnection[Any, Any, Any, Any]


def negotiate_language(header: str) -> str:
    """Return the best language for an Accept-Language header.

    >>> negotiate_language("tlh-XX, fr;q=0.8, en;q=0.5"), negotiate_language("es-MX"), negotiate_language("")
    ('fr', 'es', 'en')
    """
    wishes = []
    for part in header.split(","):
        name, _, quality = part.strip().partition(";q=")
        with suppress(ValueError):  # ignore a malformed quality
            wishes.append((float(quality or 1), name.replace("-", "_").lower()))
    wishes = sorted((wish for wish in wishes if wish[0] > 0), key=lambda wish: -wish[0])
    found = negotiate_locale([name for _, name in wishes], LANGUAGE_CODES, aliases={})
    return next((language for language in LANGUAGE_CODES if language.lower() == found), "en")


def language_of(connection: Connection) -> Language:
    chosen = connection.cookies.get(LANGUAGE_COOKIE, "")
    if chosen in LANGUAGE_CODES:
        return Language(chosen)
    return Language(negotiate_language(connection.headers.get("accept-language", "")))
