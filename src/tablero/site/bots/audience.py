"""Which tables are watched in this process. Tables at which only bots sit go on while they are watched."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

REQUEST_SECONDS = 10.0  # seconds for which a program that has requested a table counts as a viewer


class Audience:
    """Counts viewers; `on_arrival` is called with the id of the table whenever one arrives."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._watching: Counter[str] = Counter()
        self._requested: dict[str, float] = {}  # until when each request counts
        self._clock = clock
        self.on_arrival: Callable[[str], None] = lambda id: None

    @contextmanager
    def watching(self, id: str) -> Iterator[None]:
        """Count one viewer of the table inside this context."""
        self._watching[id] += 1
        self.on_arrival(id)
        try:
            yield
        finally:
            self._watching[id] -= 1
            if not self._watching[id]:
                del self._watching[id]

    def count_request(self, id: str) -> None:
        """Count a program that has requested the table as a viewer for REQUEST_SECONDS."""
        known = self.is_watched(id)
        now = self._clock()
        self._requested = {other: until for other, until in self._requested.items() if until > now}
        self._requested[id] = now + REQUEST_SECONDS
        if not known:
            self.on_arrival(id)

    def is_watched(self, id: str) -> bool:
        return id in self._watching or self._requested.get(id, 0.0) > self._clock()

    def tables(self) -> list[str]:
        """Return the ids of the watched tables."""
        return [id for id in {*self._watching, *self._requested} if self.is_watched(id)]
