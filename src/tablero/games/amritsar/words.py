"""What Amritsar says: prompts, log lines, names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablero.core.look import Translate


def prompt(view: Mapping[str, Any], say: Translate) -> tuple[str, str]:
    return str(view["prompt"]), ""


def line(event: Mapping[str, Any], say: Translate) -> str:
    return str(event)


def move(move: int, view: Mapping[str, Any], say: Translate) -> str:
    return str(move)


def refusal(rule: str, say: Translate) -> str:
    return rule


def option(name: str, say: Translate) -> str:
    return name


def choice(name: str, value: str, say: Translate) -> str:
    return value
