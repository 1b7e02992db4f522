"""Reference tables of a guide, made from the component data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablero.core.i18n.translator import Translator


@dataclass(frozen=True)
class ReferenceCell:
    """A cell: words, and perhaps the same as a decorative picture (SVG with the game's symbols)."""

    words: str
    picture: str = ""


@dataclass(frozen=True)
class ReferenceTable:
    """A table. The first column names what a row is about."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[ReferenceCell, ...], ...]
    # Dotted places or ids of the facts in it; tests check that the tables cover all facts.
    covers: frozenset[str] = field(default=frozenset(), repr=False)
    note: str = ""  # what is not confirmed and why, or how to read it


# Makes the tables of a guide from the facts, as options have changed them.
Tabulated = Callable[[Mapping[str, Any], Translator], Sequence[ReferenceTable]]
