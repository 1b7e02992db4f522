"""Lock that allows one server for an SQLite file: two would not see each other's rows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

from tablero.store.database.engine import async_url
from tablero.store.errors import StoreBusy

HOW_TO_SHARE = "tablero serve --data postgresql://user@host/name"
TWO_SERVERS = (
    f"another Tablero serves this file; stop it first, or let both share a PostgreSQL database: {HOW_TO_SHARE}"
)


def can_be_shared(database: str) -> bool:
    """Whether several processes can use this database."""
    try:
        return make_url(async_url(database)).get_backend_name() == "postgresql"
    except ValueError:
        return False


@contextmanager
def server_lock(database: str) -> Iterator[None]:
    """Hold the lock of an SQLite file; raise StoreBusy if another process holds it. The operating system frees it when
    this process ends. With PostgreSQL there is no lock: any number of servers share a database."""
    url = make_url(async_url(database))
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        yield
        return
    path = Path(f"{Path(str(url.database)).resolve()}.lock")
    with path.open("a+b") as file:
        if not _lock(file):
            raise StoreBusy(TWO_SERVERS)
        yield


def _lock(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
