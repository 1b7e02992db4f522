"""What can go wrong with the database, said so that the host knows what to do.

Visitors are told a sentence; what the database itself said is for the host, in the log, at most once in a while.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from alembic.util import CommandError
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tablero import figures

QUIET = 5.0  # seconds between two lines in the log about the same trouble

logger = logging.getLogger("tablero.store")


class StoreError(RuntimeError):
    """The database did not do what it was asked."""

    kind = "other"


class StoreAway(StoreError):
    """The database cannot be reached. Whether a commit under way has arrived is not known: the same request sent again is
    answered from the log."""

    kind = "away"


class StoreBusy(StoreError):
    """Somebody else holds the database."""

    kind = "busy"


class StoreFull(StoreError):
    """The disk is full."""

    kind = "full"


class StoreReadOnly(StoreError):
    """The database may be read but not written."""

    kind = "read-only"


class StoreDamaged(StoreError):
    """The file is damaged, or no database at all."""

    kind = "damaged"


class StoreUnfit(StoreError):
    """What came cannot be kept: the database is fine."""

    kind = "unfit"


class StoreDisk(StoreError):
    """The disk does not do its work."""

    kind = "disk"


@contextmanager
def told_clearly() -> Iterator[None]:
    """Database errors as sentences. A clash of keys passes through: it decides between two clicks."""
    try:
        yield
    except (StoreError, IntegrityError):
        raise
    except Exception as error:
        told = _told(error)
        if told is None:
            raise
        figures.failed(told.kind)
        _note(told, error)
        raise told from error


def _told(error: Exception) -> StoreError | None:
    """The sentence for an error; None when the database has nothing to do with it."""
    if isinstance(error, CommandError):
        return StoreError("this database belongs to another, perhaps newer Tablero: start that one")
    if isinstance(error, DataError):
        return StoreUnfit("this cannot be kept as it is; nothing was changed")
    if isinstance(error, PoolTimeout):
        return StoreBusy("the database has no time; nothing was changed: try again in a moment")
    if isinstance(error, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        return _away()
    if isinstance(error, SQLAlchemyError | sqlite3.Error) or type(error).__module__.startswith("asyncpg"):
        return _sorted_out(_words(error).lower())
    return None


# What drivers say, in small letters. The first that fits counts.
_LOCKED = ("is locked", "busy", "lock timeout", "deadlock")
_FULL = ("is full", "no space", "disk full", "could not extend", "quota")
_READ_ONLY = ("readonly", "read-only")
_NO_DATABASE = ("not a database", "unsupported file format")
_DAMAGED = ("malformed", "corrupt", "invalid page")
_DISK = ("i/o error", "input/output error", "could not write", "could not read", "could not fsync")
_AWAY = (
    "unable to open database", "starting up", "not yet accepting", "shutting down", "in recovery", "closed",
    "too many clients", "too many connections", "remaining connection slots", "terminating connection", "connection",
)  # fmt: skip


def _sorted_out(words: str) -> StoreError:
    if any(sign in words for sign in _LOCKED):
        return StoreBusy("the database is busy with another program; nothing was changed: try again in a moment")
    if any(sign in words for sign in _FULL):
        return StoreFull("the disk is full; nothing was changed: make room and try again")
    if any(sign in words for sign in _READ_ONLY):
        return StoreReadOnly(
            "the database can only be read; nothing was changed: let Tablero write to it and try again"
        )
    if any(sign in words for sign in _NO_DATABASE):
        return StoreDamaged("this file is not a database of Tablero; nothing was changed: name another")
    if any(sign in words for sign in _DAMAGED):
        return StoreDamaged("the database is damaged; nothing was changed: its host can restore a backup")
    if any(sign in words for sign in _DISK):
        return StoreDisk("the disk does not work; nothing was changed: its host has to look at it")
    if any(sign in words for sign in _AWAY):
        return _away()
    return StoreError("the database refused; its host finds the reason in the log")


def _away() -> StoreAway:
    return StoreAway("the database cannot be reached just now: try again in a moment")


def _words(error: Exception) -> str:
    """What the database itself said. Not about data that do not fit: it would repeat them."""
    if isinstance(error, DataError):
        return "data that do not fit"
    return str(error.orig if isinstance(error, DBAPIError) else error) or type(error).__name__


_noted: dict[str, float] = {}


def _note(told: StoreError, error: Exception) -> None:
    """A line in the log, but not one for each of a thousand requests that meet the same trouble."""
    now = time.monotonic()
    if now - _noted.get(told.kind, -QUIET) >= QUIET:
        _noted[told.kind] = now
        logger.error("%s (%s)", told, " ".join(_words(error).split()))
