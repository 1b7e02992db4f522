"""What has been counted and measured, and the figures made of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tablero.cli.load.server import cpu_seconds, family, rss_kb

Figures = dict[str, Any]

WARM_UP = 1.0  # seconds of play that are not counted
DRAIN = 5.0  # seconds for the answers under way at the end


class Tally:
    """Counts while it is running. Players say when they send and when they are answered."""

    def __init__(self) -> None:
        self.begun = False  # everybody is there: moves may be made
        self.running = False
        self.over = False  # nobody begins anything any more
        self.games = 0  # tables that were opened
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


async def count(
    tally: Tally, seconds: float, pid: int | None, *, waiting: Callable[[], int], still: Callable[[], int]
) -> Figures:
    """Count what is played for some seconds. `waiting` tells how many are waiting for an answer, `still` how many tables
    stand still, and `pid` is the server's process when it is known."""
    await asyncio.sleep(WARM_UP)
    server, own, heard = cpu_seconds(family(pid)), time.process_time(), tally.heard
    began = time.perf_counter()
    tally.running = True
    await asyncio.sleep(seconds)
    tally.running, tally.over = False, True
    took = time.perf_counter() - began
    processes = family(pid)
    server_after, own, heard = cpu_seconds(processes), time.process_time() - own, tally.heard - heard
    memory = rss_kb(processes)
    tally.errors += Counter({"a table at which nobody moves any more": still()})

    until = time.perf_counter() + DRAIN
    while waiting() and time.perf_counter() < until:
        await asyncio.sleep(0.02)
    for _ in range(waiting()):
        tally.fail("a move without an answer")
    moves = tally.moves
    return {
        "seconds": round(took, 2), "games": tally.games, "moves": moves, "moves_per_s": round(moves / took, 1),
        "p50_ms": tally.wait_ms(0.5), "p99_ms": tally.wait_ms(0.99), "max_ms": tally.wait_ms(1),
        "refused": tally.refused.total(), "refusals": dict(tally.refused),
        "errors": tally.errors.total(), "faults": dict(tally.errors),
        "server_cpu_ms_per_move": None if server is None or server_after is None else per(moves, server_after - server),
        "client_cpu_ms_per_move": per(moves, own),
        "server_rss_mb": None if memory is None else round(memory / 1024, 1),
        "server_processes": len(processes) or None,
        "bytes_per_move": round(heard / moves) if moves else None,
    }  # fmt: skip


def per(moves: int, seconds: float) -> float | None:
    """Milliseconds for one move."""
    return round(1000 * seconds / moves, 3) if moves else None
