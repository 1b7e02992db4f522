"""Hooks for metrics of durations and refusals; nothing is measured before `measure_with`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

Timer = Callable[[str], AbstractContextManager[None]]


def _measure_nothing(stage: str) -> AbstractContextManager[None]:
    return nullcontext()


def _count_nothing(rule: str) -> None:
    pass


_timer: Timer = _measure_nothing
_count: Callable[[str], None] = _count_nothing


def measure_with(timer: Timer, count: Callable[[str], None]) -> None:
    """Install `timer`, which returns a context around a named stage, and `count`, called with each refusal's rule."""
    global _timer, _count
    _timer, _count = timer, count


def timed(stage: str) -> AbstractContextManager[None]:
    """Return a context that measures a stage of a move: view, draw or send."""
    return _timer(stage)


def refused(rule: str) -> None:
    """Count a refusal by the id of its rule."""
    _count(rule)
