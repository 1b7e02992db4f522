"""The words in which claims about Amritsar are written."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from tablero.core.state import State


def spoken(value: Any) -> Any:
    """A view whose parts are named with dots, so that a claim reads like a sentence."""
    if isinstance(value, dict):
        return SimpleNamespace(**{str(key): spoken(part) for key, part in value.items()})
    if isinstance(value, list | tuple):
        return [spoken(part) for part in value]
    return value


def names(old: State, new: State, events: Sequence[dict[str, Any]], words: str) -> dict[str, Any]:
    """What a claim may speak of: the positions before and after, what happened between, the move of an answer."""
    before, now = spoken(old.view(0)), spoken(new.view(0))
    return {
        "v": now, "vwas": before, "me": now.players[0], "was": before.players[0],
        "foe": now.players[-1], "foewas": before.players[-1],
        "told": lambda kind, *keys: [tuple(event[key] for key in keys) for event in events if event["kind"] == kind],
    }  # fmt: skip
