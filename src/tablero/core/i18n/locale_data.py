"""What Unicode's data (CLDR) say of a language: its own name, and how it writes lists.

Babel knows them. Where it is left out, a prepared `locale_data.json` beside this file holds those of our languages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

PREPARED_DATA = "locale_data.json"


@cache
def _prepared() -> Mapping[str, Mapping[str, Any]]:
    file = files("tablero.core.i18n").joinpath(PREPARED_DATA)
    found: Mapping[str, Mapping[str, Any]] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


@cache
def locale_data(language: str) -> Mapping[str, Any]:
    """Return the name of a language and its list patterns; empty when it is unknown."""
    if language in _prepared():
        return _prepared()[language]
    from babel import Locale, UnknownLocaleError

    try:
        found = Locale.parse(language)
    except UnknownLocaleError:
        return {}
    lists = {kind: dict(patterns) for kind, patterns in found.list_patterns.items()}
    return {"name": found.get_display_name() or language, "lists": lists}


def list_patterns(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the patterns of lists by their kind; empty when the language is unknown."""
    patterns: Mapping[str, Mapping[str, str]] = locale_data(language).get("lists", {})
    return patterns


def own_name(language: str) -> str:
    """Return a language's name for itself.

    >>> own_name("es"), own_name("de")
    ('español', 'Deutsch')
    """
    return str(locale_data(language).get("name", language))
