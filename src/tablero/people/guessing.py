"""Guessing: whoever fails again and again has to wait, longer each time."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tablero.people.errors import TooManyTries

FORGOTTEN = 3600.0  # seconds without an attempt after which failures no longer count


@dataclass(frozen=True)
class Tries:
    """How often something was tried in vain, and when last."""

    times: int = 0
    last: float = 0.0


@dataclass(frozen=True)
class Patience:
    """So many failures are free; after each further one there is a pause, twice as long as the one before. Counted by what
    is tried (a name, an address), whether there is such an account or not."""

    free: int
    longest: float

    def attempt(self, known: Tries, now: float) -> Tries:
        """With one more attempt, which counts as failed until it has `succeeded`; TooManyTries while there is a pause."""
        times = self._counting(known, now)
        wait = known.last + self._pause(times) - now
        if wait > 0:
            raise TooManyTries("too many attempts: try again in {seconds} seconds", math.ceil(wait))
        return Tries(times + 1, now)

    def succeeded(self, known: Tries, now: float, forget: bool = False) -> Tries:
        """The last attempt was right. Earlier failures count on, unless they are forgotten: who knows one password may
        still be guessing others."""
        return Tries(0 if forget else max(0, self._counting(known, now) - 1), now)

    def _counting(self, known: Tries, now: float) -> int:
        return 0 if now - known.last > FORGOTTEN else known.times

    def _pause(self, times: int) -> float:
        return 0.0 if times < self.free else min(self.longest, 2.0 ** min(times - self.free, 30))
