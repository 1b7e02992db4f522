"""The audience: who watches which table in this process. Bots among themselves play for those who watch."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GLANCE = 10.0  # seconds for which a program that has asked for a table counts as somebody who watches


class Audience:
    """Counts those who watch; `came` is called with the table whenever somebody comes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._watching: Counter[str] = Counter()
        self._glances: dict[str, float] = {}
        self._clock = clock
        self.came: Callable[[str], None] = lambda id: None

    @contextmanager
    def watching(self, id: str) -> Iterator[None]:
        """Somebody has the page of a table open."""
        self._watching[id] += 1
        self.came(id)
        try:
            yield
        finally:
            self._watching[id] -= 1
            if not self._watching[id]:
                del self._watching[id]

    def glance(self, id: str) -> None:
        """A program has looked at a table."""
        known = self.watches(id)
        now = self._clock()
        self._glances = {other: until for other, until in self._glances.items() if until > now}
        self._glances[id] = now + GLANCE
        if not known:
            self.came(id)

    def watches(self, id: str) -> bool:
        """Whether anybody watches this table."""
        return id in self._watching or self._glances.get(id, 0.0) > self._clock()

    def tables(self) -> list[str]:
        """The tables that are watched."""
        return [id for id in {*self._watching, *self._glances} if self.watches(id)]
