"""The log: one line for each event, for people or for programs, and no secret in it.

A table's id lets whoever knows it watch, an invitation lets them sit down, cookies and tokens are somebody: whatever looks
like one of these is cut to its first letters, wherever it stands, so that two lines about one table can still be told
to belong together. What a line says besides its words is given as `extra={"fields": {"game": "yaxha"}}`.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections import deque
from datetime import UTC, datetime
from typing import IO, Literal

import msgspec

Form = Literal["plain", "json"]

# Random words of ours are 22 letters and longer; names in our code have neither digits nor capitals at that length.
_LONG_WORD = re.compile(r"[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]{20,})?")
_KEPT = 6


def without_secrets(text: str) -> str:
    """The same text with every random word cut short.

    >>> without_secrets("table Zk3vQ0xJ7b1LwY5sT9uRaQ could_not_be_shown_to_anybody")
    'table Zk3vQ0… could_not_be_shown_to_anybody'
    """
    return _LONG_WORD.sub(_cut, text)


def _cut(found: re.Match[str]) -> str:
    word = found.group()
    return word if word == word.lower() and not any(sign.isdecimal() for sign in word) else f"{word[:_KEPT]}…"


class _Plain(logging.Formatter):
    """For people: when, how bad, what; a trace on the lines below."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        more = "".join(f" {name}={value}" for name, value in getattr(record, "fields", {}).items())
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return without_secrets(f"{when} {record.levelname.lower()}: {record.getMessage()}{more}{trace}")


class _Json(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        for name, value in getattr(record, "fields", {}).items():
            line[name] = without_secrets(value) if isinstance(value, str) else value
        if record.exc_info:
            line["trace"] = without_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


class Troubles(logging.Handler):
    """The latest troubles of this process, for the host's page."""

    def __init__(self, most: int = 12) -> None:
        super().__init__(logging.WARNING)
        self._latest: deque[tuple[float, str]] = deque(maxlen=most)

    def emit(self, record: logging.LogRecord) -> None:
        self._latest.append((record.created, without_secrets(record.getMessage())))

    def latest(self) -> list[tuple[float, str]]:
        """When and what, the newest first."""
        return list(reversed(self._latest))


TROUBLES = Troubles()


def set_up(form: Form, stream: IO[str] | None = None) -> None:
    """Write the log of this process: troubles for people, everything that happens for programs."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Plain())
    logging.basicConfig(level=logging.WARNING, handlers=[handler, TROUBLES], force=True)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # each attempt to connect; the store tells of the trouble
    logging.getLogger("tablero").setLevel(logging.INFO if form == "json" else logging.WARNING)
