"""Parts of a page as they were drawn last, so that what has not changed is not drawn again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Part = TypeVar("Part")


class KeptParts:
    """The latest drawing of each part of one page, with the values that it was drawn from.

    One page needs only its latest drawing: comparing values costs less than hashing them, and nothing has to be thrown
    away. Values are compared, not copied: they must not be changed afterwards.
    """

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Any, Any]] = {}

    def part(self, name: Hashable, seen: tuple[Any, ...], draw: Callable[[], Part]) -> Part:
        """Return what `draw` makes of a part, or what it made the last time if `seen` is the same."""
        known = self._known.get(name)
        if known is not None and known[0] == seen:
            found: Part = known[1]
            return found
        drawn = draw()
        self._known[name] = (seen, drawn)
        return drawn
