"""Counters of a measurement, and the figures made of them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tablero.cli.load.server import cpu_seconds, process_tree, rss_kb

Figures = dict[str, Any]

WARM_UP = 1.0  # seconds of play that are not counted
DRAIN = 5.0  # seconds for the answers under way at the end


class LoadStatistics:
    """Counters, which count while `running`. Players report each acknowledged move, refusal and failure."""

    def __init__(self) -> None:
        self.begun = False  # all clients are connected: moves may be made
        self.running = False
        self.over = False  # no new moves
        self.games = 0  # tables that were opened
        self.moves = 0
        self.waits: list[float] = []  # seconds from sending to acknowledgement
        self.refused: Counter[str] = Counter()  # by rule
        self.errors: Counter[str] = Counter()  # by what went wrong
        self.watched = 0  # messages that spectators received
        self.bytes_received = 0  # bytes that players received

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
        """Return the milliseconds in which this share of moves was acknowledged."""
        if not self.waits:
            return None
        ordered = sorted(self.waits)
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)


async def count(
    statistics: LoadStatistics, seconds: float, pid: int | None, *, waiting: Callable[[], int], stuck: Callable[[], int]
) -> Figures:
    """Count for some seconds and return the figures.

    `waiting` returns how many moves wait for an answer, `stuck` how many tables are stuck; `pid` is the server's
    process if it is known.
    """
    await asyncio.sleep(WARM_UP)
    server, own, bytes_received = cpu_seconds(process_tree(pid)), time.process_time(), statistics.bytes_received
    began = time.perf_counter()
    statistics.running = True
    await asyncio.sleep(seconds)
    statistics.running, statistics.over = False, True
    took = time.perf_counter() - began
    processes = process_tree(pid)
    server_after, own, bytes_received = (
        cpu_seconds(processes),
        time.process_time() - own,
        statistics.bytes_received - bytes_received,
    )
    memory = rss_kb(processes)
    statistics.errors += Counter({"a table at which nobody moves any more": stuck()})

    until = time.perf_counter() + DRAIN
    while waiting() and time.perf_counter() < until:
        await asyncio.sleep(0.02)
    for _ in range(waiting()):
        statistics.fail("a move without an answer")
    moves = statistics.moves
    return {
        "seconds": round(took, 2),
        "games": statistics.games,
        "moves": moves,
        "moves_per_s": round(moves / took, 1),
        "p50_ms": statistics.wait_ms(0.5),
        "p99_ms": statistics.wait_ms(0.99),
        "max_ms": statistics.wait_ms(1),
        "refused": statistics.refused.total(),
        "refusals": dict(statistics.refused),
        "errors": statistics.errors.total(),
        "faults": dict(statistics.errors),
        "server_cpu_ms_per_move": None if server is None or server_after is None else per(moves, server_after - server),
        "client_cpu_ms_per_move": per(moves, own),
        "server_rss_mb": None if memory is None else round(memory / 1024, 1),
        "server_processes": len(processes) or None,
        "bytes_per_move": round(bytes_received / moves) if moves else None,
    }


def per(moves: int, seconds: float) -> float | None:
    """Return milliseconds per move."""
    return round(1000 * seconds / moves, 3) if moves else None
