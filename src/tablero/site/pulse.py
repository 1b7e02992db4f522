"""Pulse: what a page's pings tell: that somebody is there, what time it is here, and how long a message takes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from tablero.site.messages import number
from tablero.site.presence import Page, Presence

SAMPLES = 3  # the shortest of so many round trips counts: a page that answers late once has no longer way for that


class Pulse:
    """The pulse of one page. The server measures: it notes when it answers a ping, and the page sends an echo as soon as it has that."""

    def __init__(self, presence: Presence, table: str, page: Page, now: Callable[[], float]) -> None:
        self._presence = presence
        self._table = table
        self._page = page
        self._now = now
        self._asked: float | None = None
        self._trips: deque[float] = deque(maxlen=SAMPLES)

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """A ping or an echo has come: what to answer."""
        if message["do"] == "ping":
            return self.beat(message)
        self.echo()
        return {}

    def beat(self, message: dict[str, Any]) -> dict[str, Any]:
        """Somebody may be there; what time it is."""
        idle = number(message, "idle") if "idle" in message else 0
        self._presence.alive(self._table, self._page, idle, message.get("visible") is not False)
        self._asked = time.monotonic()
        return {"time": round(self._now(), 3)}

    def echo(self) -> None:
        """The page has got the answer."""
        if self._asked is not None:
            self._trips.append(time.monotonic() - self._asked)
            self._asked = None

    @property
    def lag(self) -> float:
        """How long something takes from here to the page and back, in seconds."""
        return min(self._trips, default=0.0)
