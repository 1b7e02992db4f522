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
        self._all_saw: tuple[Any, ...] = ()

    def forget_unless(self, seen: tuple[Any, ...]) -> None:
        """Forget all parts if what all of them show is not what it was."""
        if seen != self._all_saw:
            self._known.clear()
            self._all_saw = seen

    def find(self, name: Hashable, seen: tuple[Any, ...]) -> Any:
        """Return a part as it was drawn last if `seen` is the same; else None."""
        known = self._known.get(name)
        return known[1] if known is not None and known[0] == seen else None

    def keep(self, name: Hashable, seen: tuple[Any, ...], drawn: Any) -> None:
        self._known[name] = (seen, drawn)

    def part(self, name: Hashable, seen: tuple[Any, ...], draw: Callable[[], Part]) -> Part:
        """Return what `draw` makes of a part, or what it made the last time if `seen` is the same."""
        found: Part | None = self.find(name, seen)
        if found is None:
            found = draw()
            self.keep(name, seen, found)
        return found
