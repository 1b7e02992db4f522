"""Guessing: whoever fails again and again has to wait, longer each time."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable

from tablero.people.errors import TooManyTries

FORGOTTEN = 3600.0  # seconds without an attempt after which failures no longer count
REMEMBERED = 50_000


class Patience:
    """So many failures are free; after each further one there is a pause, twice as long as the one before. Counted by what
    is tried (a name, an address), whether there is such an account or not."""

    def __init__(self, free: int, longest: float, clock: Callable[[], float] = time.time) -> None:
        self._free = free
        self._longest = longest
        self._clock = clock
        self._failed: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def attempt(self, what: str) -> None:
        """One more attempt, which counts as failed until `succeeded` is told; TooManyTries while there is a pause."""
        times, last = self._known(what)
        wait = last + self._pause(times) - self._clock()
        if wait > 0:
            raise TooManyTries("too many attempts: try again in {seconds} seconds", math.ceil(wait))
        self._note(what, times + 1)

    def succeeded(self, what: str, forget: bool = False) -> None:
        """The last attempt was right. Earlier failures count on, unless they are forgotten: who knows one password may
        still be guessing others."""
        times, _ = self._known(what)
        self._note(what, 0 if forget else max(0, times - 1))

    def _pause(self, times: int) -> float:
        return 0.0 if times < self._free else min(self._longest, 2.0 ** min(times - self._free, 30))

    def _known(self, what: str) -> tuple[int, float]:
        times, last = self._failed.get(what, (0, 0.0))
        return (0, 0.0) if self._clock() - last > FORGOTTEN else (times, last)

    def _note(self, what: str, times: int) -> None:
        self._failed.pop(what, None)
        if times:
            self._failed[what] = times, self._clock()
        while len(self._failed) > REMEMBERED:
            self._failed.popitem(last=False)
