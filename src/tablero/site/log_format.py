"""Log formats: plain text or JSON, one line for each event, without secrets.

Ids of tables, invitations, cookies and tokens give access: whatever looks like one is cut to its first letters, so that
lines about the same table can still be matched. Structured fields: `extra={"fields": {"game": "yaxha"}}`.
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

# Our random ids have 22 letters and more; names in our code have neither digits nor capitals at that length.
_LONG_WORD = re.compile(r"[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]{20,})?")
_KEPT = 6


def without_secrets(text: str) -> str:
    """Return the text with every random id cut short.

    >>> without_secrets("table Zk3vQ0xJ7b1LwY5sT9uRaQ could_not_be_shown_to_anybody")
    'table Zk3vQ0… could_not_be_shown_to_anybody'
    """
    return _LONG_WORD.sub(_cut, text)


def _cut(found: re.Match[str]) -> str:
    word = found.group()
    return word if word == word.lower() and not any(sign.isdecimal() for sign in word) else f"{word[:_KEPT]}…"


class _Plain(logging.Formatter):
    """UTC time, level, message, and a traceback on the lines below."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(record.created))
        more = "".join(f" {name}={value}" for name, value in getattr(record, "fields", {}).items())
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return without_secrets(f"{when} {record.levelname.lower()}: {record.getMessage()}{more}{trace}")


class _Json(logging.Formatter):
    """One JSON object a line."""

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


def as_json(message: str) -> str:
    """Return a line of the JSON log, for what is said elsewhere."""
    return _Json().format(logging.LogRecord("tablero.site", logging.INFO, "", 0, message, (), None))


class RecentWarnings(logging.Handler):
    """The latest warnings and errors of this process, for the host's page."""

    def __init__(self, most: int = 12) -> None:
        super().__init__(logging.WARNING)
        self._latest: deque[tuple[float, str]] = deque(maxlen=most)

    def emit(self, record: logging.LogRecord) -> None:
        self._latest.append((record.created, without_secrets(record.getMessage())))

    def latest(self) -> list[tuple[float, str]]:
        """Return time and message of each, the newest first."""
        return list(reversed(self._latest))


RECENT_WARNINGS = RecentWarnings()


def configure_logging(form: Form, stream: IO[str] | None = None, *, security: bool = False) -> None:
    """Configure the log of this process: from WARNING as plain text, from INFO as JSON. `security`: events of security
    are logged as plain text too."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _Plain())
    logging.basicConfig(level=logging.WARNING, handlers=[handler, RECENT_WARNINGS], force=True)
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # each attempt to connect; the store tells of the trouble
    logging.getLogger("tablero").setLevel(logging.INFO if form == "json" else logging.WARNING)
    logging.getLogger("tablero.security").setLevel(logging.INFO if security or form == "json" else logging.WARNING)
