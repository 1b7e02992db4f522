"""Errors of the database, each with a sentence that says what to do.

Visitors see the sentence; the words of the database go to the log, at most one line in QUIET seconds for each kind.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tablero import metrics
from tablero.table.errors import StorageError

QUIET = 5.0  # seconds between two log lines about the same kind of error

logger = logging.getLogger("tablero.store")


class StoreError(StorageError):
    """A query or a transaction that failed."""

    kind = "other"


class StoreAway(StoreError):
    """The database cannot be reached. Whether a commit under way has succeeded is not known: the same request sent
    again is answered from the log."""

    kind = "away"


class StoreDenied(StoreError):
    """The database's server does not let this user in, or has no database of that name."""

    kind = "denied"


class StoreBusy(StoreError):
    """Another program holds a lock of the database."""

    kind = "busy"


class StoreFull(StoreError):
    """The disk is full."""

    kind = "full"


class StoreOutdated(StoreError):
    """The schema is an older Tablero's, and the site has to bring it up to date first."""

    kind = "outdated"


class StoreReadOnly(StoreError):
    """The database may be read but not written."""

    kind = "read-only"


class StoreDamaged(StoreError):
    """The file is damaged, or no database at all."""

    kind = "damaged"


class StoreUnfit(StoreError):
    """Values that the database does not accept; the database itself works."""

    kind = "unfit"


class StoreDisk(StoreError):
    """The disk fails to read or write."""

    kind = "disk"


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise database errors as StoreError, and log them. An IntegrityError passes through: callers decide by it."""
    try:
        yield
    except (StoreError, IntegrityError):
        raise
    except Exception as error:
        found = _translate(error)
        if found is None:
            raise
        metrics.count_database_fault(found.kind)
        _log(found, error)
        raise found from error


def _translate(error: Exception) -> StoreError | None:
    """Return the StoreError for an exception; None if it does not come from the database."""
    if type(error).__module__.startswith("alembic"):
        return StoreError("this database belongs to another, perhaps newer Tablero: start that one")
    if isinstance(error, DataError):
        return StoreUnfit("this cannot be kept as it is; nothing was changed")
    if isinstance(error, PoolTimeout):
        return StoreBusy("the database has no time; nothing was changed: try again in a moment")
    if isinstance(error, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        return _away()
    if isinstance(error, SQLAlchemyError | sqlite3.Error) or type(error).__module__.startswith("asyncpg"):
        return _classify(_words(error).lower())
    return None


def for_the_host(error: Exception) -> str:
    """Return the sentence of an error, and what the database itself said where the sentence alone does not help."""
    cause = error.__cause__
    if type(error) is not StoreError or not isinstance(cause, Exception):
        return str(error)
    return f"the database refused ({' '.join(_words(cause).split())})"


# What drivers say, in lower case. `_classify` goes through it from the top.
_LOCKED = ("is locked", "busy", "lock timeout", "deadlock")
_FULL = ("is full", "no space", "disk full", "could not extend", "quota")
_READ_ONLY = ("readonly", "read-only")
_NO_DATABASE = ("not a database", "unsupported file format")
_DAMAGED = ("malformed", "corrupt", "invalid page")
_DISK = ("i/o error", "input/output error", "could not write", "could not read", "could not fsync")
_DENIED = ("authentication failed", "pg_hba.conf", "no password", "permission denied", 'role "', 'database "')
_AWAY = (
    *("unable to open database", "starting up", "not yet accepting", "shutting down", "in recovery", "closed"),
    *("too many clients", "too many connections", "remaining connection slots", "connection"),
)


def _classify(words: str) -> StoreError:
    """Return the error that the words of a driver mean; the first that fits counts."""
    known = (
        (_LOCKED, StoreBusy("the database is busy with another program; nothing was changed: try again in a moment")),
        (_FULL, StoreFull("the disk is full; nothing was changed: make room and try again")),
        (
            _READ_ONLY,
            StoreReadOnly("the database can only be read; nothing was changed: let Tablero write to it and try again"),
        ),
        (_NO_DATABASE, StoreDamaged("this file is not a database of Tablero; nothing was changed: name another")),
        (_DAMAGED, StoreDamaged("the database is damaged; nothing was changed: its host can restore a backup")),
        (_DISK, StoreDisk("the disk does not work; nothing was changed: its host has to look at it")),
        (
            _DENIED,
            StoreDenied("the database does not let Tablero in: its host has to look at user, password and name of it"),
        ),
        (_AWAY, _away()),
    )
    unknown = StoreError("the database refused; its host finds the reason in the log")
    return next((error for signs, error in known if any(sign in words for sign in signs)), unknown)


def _away() -> StoreAway:
    return StoreAway("the database cannot be reached just now: try again in a moment")


def _words(error: Exception) -> str:
    """Return the words of the database; not those about rejected data, which would repeat them."""
    if isinstance(error, DataError):
        return "data that do not fit"
    return str(error.orig if isinstance(error, DBAPIError) else error) or type(error).__name__


_logged: dict[str, float] = {}  # when each kind of error was logged last


def _log(found: StoreError, error: Exception) -> None:
    """Log an error, but not once for each of a thousand requests that meet the same one."""
    now = time.monotonic()
    if now - _logged.get(found.kind, -QUIET) >= QUIET:
        _logged[found.kind] = now
        logger.error("%s (%s)", found, " ".join(_words(error).split()))
