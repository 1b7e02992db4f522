"""What one check of `tablero doctor` says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Finding:
    """One line: which check, its state, what was found, and what to do about it."""

    check: str
    state: Literal["ok", "warn", "fail"]
    text: str
    todo: str = ""


def ok(check: str, text: str) -> Finding:
    return Finding(check, "ok", text)


def warn(check: str, text: str, todo: str) -> Finding:
    return Finding(check, "warn", text, todo)


def fail(check: str, text: str, todo: str) -> Finding:
    return Finding(check, "fail", text, todo)
