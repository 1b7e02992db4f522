"""The words in which claims about Tzolk'in are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablero.core.state import State


def names(old: State, new: State, events: Sequence[dict[str, Any]], words: str) -> dict[str, Any]:
    """What a claim may speak of: the positions before and after, what happened between, the move of an answer."""
    return {"old": old, "new": new, "events": events, "words": words}
