"""Relative times in words."""

from __future__ import annotations

from babel.dates import format_timedelta

from tablero.ui.language import Language


def ago(seconds: float, language: Language) -> str:
    """Return "3 days ago" in the language; never in the future, even if clocks disagree."""
    return format_timedelta(-max(1, int(seconds)), locale=language.locale, add_direction=True)
