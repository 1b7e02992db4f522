"""What can go wrong with the database, said so that the host knows what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class StoreError(RuntimeError):
    """The database did not do what it was asked; nothing was changed."""


class StoreBusy(StoreError):
    """Somebody else holds the database."""


class StoreFull(StoreError):
    """The disk is full."""


class OtherRules(StoreError):
    """A table that cannot be played here, now or later: its rules or component data are not those of this house."""


@contextmanager
def told_clearly() -> Iterator[None]:
    """Database errors as sentences. A clash of keys passes through: it decides between two clicks."""
    try:
        yield
    except IntegrityError:
        raise
    except CommandError as error:
        raise StoreError(f"this database belongs to another, perhaps newer Tablero ({error})") from error
    except PoolTimeout as error:
        raise StoreBusy("the database has no time; nothing was changed: try again in a moment") from error
    except OSError as error:
        raise StoreError(f"the database cannot be reached: {error}; nothing was changed") from error
    except DBAPIError as error:
        text = str(error.orig).lower()
        if "locked" in text or "busy" in text:
            raise StoreBusy(
                "the database is busy with another program; nothing was changed: try again in a moment"
            ) from error
        if "full" in text or "no space" in text:
            raise StoreFull("the disk is full; nothing was changed: make room and try again") from error
        raise StoreError(f"the database refused: {error.orig}; nothing was changed") from error
