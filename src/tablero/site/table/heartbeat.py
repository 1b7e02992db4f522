"""Pings of a table page: presence of the visitor, time of the server, round-trip time."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from tablero.site.table.presence import Page, Presence
from tablero.ui.messages import number

SAMPLES = 3  # the shortest of so many round trips counts: a page that answers late once is not farther away


class Heartbeat:
    """Answers the pings of one page. The server measures round trips: it notes when it answers a ping, and the page
    sends an echo as soon as it has the answer."""

    def __init__(self, presence: Presence, table: str, page: Page, now: Callable[[], float]) -> None:
        self._presence = presence
        self._table = table
        self._page = page
        self._now = now
        self._answered: float | None = None
        self._trips: deque[float] = deque(maxlen=SAMPLES)

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """Take a ping or an echo; return what to answer."""
        if message["do"] == "echo":
            if self._answered is not None:
                self._trips.append(time.monotonic() - self._answered)
                self._answered = None
            return {}
        idle = number(message, "idle") if "idle" in message else 0
        self._presence.on_ping(self._table, self._page, idle, message.get("visible") is not False)
        self._answered = time.monotonic()
        return {"time": round(self._now(), 3)}

    @property
    def lag(self) -> float:
        """The round-trip time to the page, in seconds."""
        return min(self._trips, default=0.0)
