"""Amritsar as pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.look import Look

DEFAULT_LOOK = Look()


def draw(view: Mapping[str, Any], look: Look = DEFAULT_LOOK) -> str:
    return "<svg/>"


def panels(view: Mapping[str, Any], look: Look) -> dict[str, str]:
    return {}


def symbols() -> str:
    return "<svg/>"


def text(view: Mapping[str, Any]) -> str:
    return str(view)
