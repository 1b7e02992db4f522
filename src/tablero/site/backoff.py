"""Growing pauses between retries."""

from __future__ import annotations

import asyncio
import logging
import random

from tablero.store import StoreError

FIRST_PAUSE = 1.0  # seconds, twice as long after each failure
MAX_PAUSE = 60.0

logger = logging.getLogger("tablero.site")


class Backoff:
    """Pauses after failures: each one twice as long as the one before, up to `longest` seconds."""

    def __init__(self, who: str, longest: float | None = None) -> None:
        self._who = who
        self._longest = longest or MAX_PAUSE
        self._next = FIRST_PAUSE

    def reset(self) -> None:
        """Begin with the shortest pause again, after a success."""
        self._next = FIRST_PAUSE

    async def wait(self, error: Exception) -> None:
        """Log the error and sleep. The delay is jittered so that retries do not hit the database together."""
        pause = self._next * random.uniform(0.8, 1.2)
        # A library's "Database error." says less than the driver's error that it was raised from.
        told = error if isinstance(error, StoreError) else error.__cause__ or error
        words = " ".join(str(told).split()) or type(error).__name__
        logger.error("%s waits %.1f seconds: %s", self._who, pause, words)
        self._next = min(2 * self._next, self._longest)
        await asyncio.sleep(pause)
