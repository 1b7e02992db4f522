"""What a device keeps: rows of tables, progress in lessons, puzzles that were tried, what-if trees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

Kind = Literal["tables", "rows", "lessons", "puzzles", "trees"]
Values = dict[str, dict[str, Any]]


class Journal(Protocol):
    """Where JSON values are kept, by kind and key. Raises StorageError when that is not possible."""

    async def put(self, kind: Kind, key: str, value: Mapping[str, Any]) -> None:
        """Keep a value; return when it is kept."""

    async def read(self, kind: Kind) -> Values:
        """Return all values of a kind by key, in the order in which they were first kept."""


class MemoryJournal:
    """A journal that lasts as long as its process."""

    def __init__(self) -> None:
        self._kept: dict[str, Values] = {}

    async def put(self, kind: Kind, key: str, value: Mapping[str, Any]) -> None:
        self._kept.setdefault(kind, {})[key] = dict(value)

    async def read(self, kind: Kind) -> Values:
        return dict(self._kept.get(kind, {}))
