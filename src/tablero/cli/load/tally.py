"""What has been counted and measured, and the figures made of it."""

from __future__ import annotations

import time
from collections import Counter


class Tally:
    """Counts while it is running. Players say when they send and when they are answered."""

    def __init__(self) -> None:
        self.running = False
        self.over = False  # nobody begins anything any more
        self.moves = 0
        self.waits: list[float] = []  # seconds from sending to acknowledgement
        self.refused: Counter[str] = Counter()  # by rule
        self.errors: Counter[str] = Counter()  # by what went wrong
        self.watched = 0  # messages that spectators received
        self.heard = 0  # bytes that players received

    def acknowledged(self, sent: float) -> None:
        if self.running:
            self.moves += 1
        if self.running or self.over:  # a move under way at the end has waited too
            self.waits.append(time.perf_counter() - sent)

    def refuse(self, rule: str) -> None:
        if self.running or self.over:
            self.refused[rule] += 1

    def fail(self, what: str) -> None:
        if self.running or self.over:
            self.errors[what] += 1

    def wait_ms(self, share: float) -> float | None:
        """The time in which this share of moves was acknowledged."""
        if not self.waits:
            return None
        ordered = sorted(self.waits)
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)
