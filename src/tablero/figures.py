"""Figures: what the host wants to know of a running house, counted where it happens.

Everything is kept for Prometheus by its client library, in a registry of our own; whoever counts calls one of the small
functions here. With several processes the folder in PROMETHEUS_MULTIPROC_DIR, named before they start, makes any of them
answer for all; without it each one answers for itself.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED = "PROMETHEUS_MULTIPROC_DIR"
# What a move goes through, in this order: its table is read, it is checked against the rules, it is on disk, everybody's
# view of the new position is worked out, drawn and sent.
STAGES = ("read", "check", "commit", "view", "draw", "send")
PAGES = ("table", "lobby", "lesson", "whatif")
WHO = ("person", "bot")

_MOMENTS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_THOUGHTS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

disable_created_metrics()  # type: ignore[no-untyped-call]  # since when something is counted interests nobody
REGISTRY = CollectorRegistry()
_moves = Counter("tablero_moves", "Moves that are on disk.", ["game", "by"], registry=REGISTRY)
_refusals = Counter("tablero_refusals", "What was refused, by rule.", ["rule"], registry=REGISTRY)
_requests = Counter("tablero_requests", "Requests answered, by class of status.", ["status"], registry=REGISTRY)
_faults = Counter("tablero_database_faults", "What the database did not do, by kind.", ["kind"], registry=REGISTRY)
_stages = Histogram(
    "tablero_stage_seconds", "Seconds of a move by stage.", ["stage"], buckets=_MOMENTS, registry=REGISTRY
)
_sockets = Gauge(
    "tablero_sockets", "Open websockets by page.", ["page"], multiprocess_mode="livesum", registry=REGISTRY
)
_thinking = Gauge("tablero_bots_thinking", "Bots that think now.", multiprocess_mode="livesum", registry=REGISTRY)
_thoughts = Histogram(
    "tablero_thought_seconds", "Seconds of a bot's thought by level, without waiting.", ["level"],
    buckets=_THOUGHTS, registry=REGISTRY,
)  # fmt: skip
ProcessCollector(registry=REGISTRY)

# Looking a child up by its label costs more than counting: those of the hot path are at hand, and shown as 0 from the start.
_stage = {name: _stages.labels(name) for name in STAGES}
_socket = {page: _sockets.labels(page) for page in PAGES}


class stage:
    """The time that one stage of a move takes: `with stage("commit"):`. Whatever is raised inside is not counted."""

    __slots__ = ("_of", "_since")

    def __init__(self, name: str) -> None:
        self._of = _stage[name]

    def __enter__(self) -> None:
        self._since = time.perf_counter()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self._of.observe(time.perf_counter() - self._since)


def took(name: str, seconds: float) -> None:
    """The same for a stage whose seconds are known."""
    _stage[name].observe(seconds)


def moved(game: str, by: str, count: int = 1) -> None:
    """A move is on disk; `by` a person or a bot."""
    _moves.labels(game, by).inc(count)


def refused(rule: str) -> None:
    _refusals.labels(rule).inc()


def answered(status: int) -> None:
    _requests.labels(f"{status // 100}xx").inc()


def failed(kind: str) -> None:
    """The database did not do what it was asked: away, busy, full, read-only, damaged, or another trouble."""
    _faults.labels(kind).inc()


class _Present:
    """One more as long as it lasts."""

    def __init__(self, gauge: Gauge) -> None:
        self._gauge = gauge

    def __enter__(self) -> None:
        self._gauge.inc()

    def __exit__(self, *_: object) -> None:
        self._gauge.dec()


def socket(page: str) -> _Present:
    """A websocket of a page is open: `with socket("table"):`."""
    return _Present(_socket[page])


@contextmanager
def thinking(level: int) -> Iterator[None]:
    """A bot thinks; how long is counted unless it fails."""
    with _Present(_thinking):
        since = time.perf_counter()
        yield
        thought(level, time.perf_counter() - since)


def thought(level: int, seconds: float) -> None:
    _thoughts.labels(str(level)).observe(seconds)


# ---------------------------------------------------------------- telling


def _all() -> CollectorRegistry:
    """The registry that knows most: of all processes when they share a folder. Memory and processor time are those of
    the process that answers."""
    if SHARED not in os.environ:
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    ProcessCollector(registry=together)
    return together


@dataclass(frozen=True, eq=False)
class Counted:
    """What is counted by the database alone: tables by stage, and decisions of bots that wait for a thinker."""

    tables: Mapping[str, int]
    waiting: int

    def collect(self) -> Iterable[Metric]:
        tables = GaugeMetricFamily("tablero_tables", "Tables by stage: open, running, over.", labels=["stage"])
        for name, count in self.tables.items():
            tables.add_metric([name], count)
        yield tables
        yield GaugeMetricFamily("tablero_bots_waiting", "Decisions of bots that wait for a thinker.", self.waiting)


def metrics(counted: Counted | None) -> bytes:
    """All figures as Prometheus reads them; without those of the database when it does not answer."""
    told = generate_latest(_all())
    if counted is not None:
        beside = CollectorRegistry()
        beside.register(counted)
        told += generate_latest(beside)
    return told


def sums() -> dict[tuple[str, ...], float]:
    """The figures by name and labels, these in the order of their names: {("tablero_moves_total", "bot", "yaxha"): 12.0}."""
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for metric in _all().collect()
        for sample in metric.samples
    }


def forget(process: int) -> None:
    """A process has gone: what it had open is open no more. For whoever starts several that share a folder."""
    if SHARED in os.environ:
        mark_process_dead(process)  # type: ignore[no-untyped-call]
