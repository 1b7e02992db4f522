"""Prometheus metrics of the site, in a registry of their own.

With several processes, the folder in PROMETHEUS_MULTIPROC_DIR (set before they start) lets each of them answer for all.
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

SHARED_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
# Stages of a move, in this order: read the table, check the rules, write to disk, compute the views, draw, send.
STAGE_NAMES = ("read", "check", "commit", "view", "draw", "send")
PAGES = ("table", "lobby", "lesson", "whatif", "puzzle", "plan")
MOVER_KINDS = ("person", "bot")

_MOMENTS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_THOUGHTS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
_moves = Counter("tablero_moves", "Moves that are on disk.", ["game", "by"], registry=REGISTRY)
_refusals = Counter("tablero_refusals", "What was refused, by rule.", ["rule"], registry=REGISTRY)
_requests = Counter("tablero_requests", "Requests answered, by class of status.", ["status"], registry=REGISTRY)
_forwarded = Counter(
    "tablero_forwarded_requests",
    "Requests with a header that proxies write, and whether it was believed.",
    ["header", "believed"],
    registry=REGISTRY,
)
_faults = Counter("tablero_database_faults", "What the database did not do, by kind.", ["kind"], registry=REGISTRY)
_stages = Histogram(
    "tablero_stage_seconds", "Seconds of a move by stage.", ["stage"], buckets=_MOMENTS, registry=REGISTRY
)
_sockets = Gauge(
    "tablero_sockets", "Open websockets by page.", ["page"], multiprocess_mode="livesum", registry=REGISTRY
)
_thinking = Gauge("tablero_bots_thinking", "Bots that think now.", multiprocess_mode="livesum", registry=REGISTRY)
_thoughts = Histogram(
    "tablero_thought_seconds",
    "Seconds of a bot's thought by level, without waiting.",
    ["level"],
    buckets=_THOUGHTS,
    registry=REGISTRY,
)
ProcessCollector(registry=REGISTRY)

# Looking a child up by its label costs more than counting; this also exports each of them as 0 from the start.
_stage = {name: _stages.labels(name) for name in STAGE_NAMES}
_socket = {page: _sockets.labels(page) for page in PAGES}


class timed:
    """Context manager that observes the time of one stage of a move, unless an exception is raised inside."""

    __slots__ = ("_of", "_since")

    def __init__(self, name: str) -> None:
        self._of = _stage[name]

    def __enter__(self) -> None:
        self._since = time.perf_counter()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self._of.observe(time.perf_counter() - self._since)


def observe_stage(name: str, seconds: float) -> None:
    """Observe a stage of a move whose duration is known."""
    _stage[name].observe(seconds)


def count_moves(game: str, by: str, count: int = 1) -> None:
    """Count moves that are on disk; `by` is one of MOVER_KINDS."""
    _moves.labels(game, by).inc(count)


def count_refusal(rule: str) -> None:
    _refusals.labels(rule).inc()


def count_response(status: int) -> None:
    _requests.labels(f"{status // 100}xx").inc()


def count_forwarded(header: str, believed: bool) -> None:
    """Count a request that names its visitor as a proxy does."""
    _forwarded.labels(header, "yes" if believed else "no").inc()


def count_database_fault(kind: str) -> None:
    """Count a failure of the database; `kind` is the `kind` of a StoreError."""
    _faults.labels(kind).inc()


class _Increment:
    """Context manager that raises a gauge by one."""

    def __init__(self, gauge: Gauge) -> None:
        self._gauge = gauge

    def __enter__(self) -> None:
        self._gauge.inc()

    def __exit__(self, *_: object) -> None:
        self._gauge.dec()


def open_socket(page: str) -> _Increment:
    """Count an open WebSocket of `page` (one of PAGES) for the duration of a `with` block."""
    return _Increment(_socket[page])


@contextmanager
def bot_thinking(level: int) -> Iterator[None]:
    """Count a thinking bot for the duration of a `with` block, and observe its time unless an exception is raised."""
    with _Increment(_thinking):
        since = time.perf_counter()
        yield
        observe_bot_time(level, time.perf_counter() - since)


def observe_bot_time(level: int, seconds: float) -> None:
    _thoughts.labels(str(level)).observe(seconds)


# ---------------------------------------------------------------- export


def _all() -> CollectorRegistry:
    """Return the registry of all processes when they share a folder, else of this one.

    Memory and processor time are always those of the process that answers.
    """
    if SHARED_FOLDER_VARIABLE not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    ProcessCollector(registry=registry)
    return registry


@dataclass(frozen=True, eq=False)
class DatabaseCounts:
    """Gauges read from the database: tables by stage, and decisions of bots that wait for a worker."""

    tables: Mapping[str, int]
    waiting: int

    def collect(self) -> Iterable[Metric]:
        tables = GaugeMetricFamily("tablero_tables", "Tables by stage: open, running, over.", labels=["stage"])
        for name, count in self.tables.items():
            tables.add_metric([name], count)
        yield tables
        yield GaugeMetricFamily("tablero_bots_waiting", "Decisions of bots that wait for a thinker.", self.waiting)


def exposition(counted: DatabaseCounts | None) -> bytes:
    """Return all metrics in the text format of Prometheus, with those of the database if it has answered."""
    text = generate_latest(_all())
    if counted is not None:
        registry = CollectorRegistry()
        registry.register(counted)
        text += generate_latest(registry)
    return text


def samples() -> dict[tuple[str, ...], float]:
    """Return samples by name and values of labels, these in order: {("tablero_moves_total", "bot", "yaxha"): 12.0}."""
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for metric in _all().collect()
        for sample in metric.samples
    }


def forget_process(process: int) -> None:
    """Drop the gauges of a process that has ended, when processes share a folder."""
    if SHARED_FOLDER_VARIABLE in os.environ:
        mark_process_dead(process)  # type: ignore[no-untyped-call]
