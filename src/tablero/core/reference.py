"""Reference: a table of the guide, made from the component data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablero.core.speech import Speech


@dataclass(frozen=True)
class Cell:
    """What stands in a table: words, and perhaps the same as a picture (SVG with the game's symbols, decorative)."""

    words: str
    picture: str = ""


@dataclass(frozen=True)
class Reference:
    """A table. The first column names what a row is about."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    # The component data in it, by dotted places or ids of the facts: nothing in the box may be missing from the guide.
    covers: frozenset[str] = field(default=frozenset(), repr=False)
    note: str = ""  # what is not confirmed and why, or how to read it


# The tables of a guide: from the facts, as options have changed them, in a language.
Tabulated = Callable[[Mapping[str, Any], Speech], Sequence[Reference]]
