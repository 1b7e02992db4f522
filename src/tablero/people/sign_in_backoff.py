"""Growing pauses after failed attempts to sign in."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tablero.people.errors import TooManyAttempts

FORGET_SECONDS = 3600.0  # seconds without an attempt after which failures no longer count


@dataclass(frozen=True)
class Attempts:
    """Failed attempts in a row, and the time of the last one."""

    times: int = 0
    last: float = 0.0


@dataclass(frozen=True)
class SignInBackoff:
    """After `free` failures each further one is followed by a pause, twice as long as the one before, at most `longest`
    seconds. Attempts are counted by name and by address, whether there is such an account or not."""

    free: int
    longest: float

    def attempt(self, known: Attempts, now: float) -> Attempts:
        """Return `known` with one more attempt, which counts as failed until `succeeded` is called.

        Raise TooManyAttempts during a pause.
        """
        times = self._counting(known, now)
        wait = known.last + self._pause(times) - now
        if wait > 0:
            raise TooManyAttempts("too many attempts: try again in {seconds} seconds", math.ceil(wait))
        return Attempts(times + 1, now)

    def succeeded(self, known: Attempts, now: float, forget: bool = False) -> Attempts:
        """Return `known` without the last attempt. Earlier failures still count unless `forget`: a user who knows one
        password may be guessing others."""
        return Attempts(0 if forget else max(0, self._counting(known, now) - 1), now)

    def _counting(self, known: Attempts, now: float) -> int:
        return 0 if now - known.last > FORGET_SECONDS else known.times

    def _pause(self, times: int) -> float:
        return 0.0 if times < self.free else min(self.longest, 2.0 ** min(times - self.free, 30))
