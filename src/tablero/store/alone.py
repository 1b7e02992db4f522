"""One server for one SQLite file: two would not hear of each other's rows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sqlalchemy.engine import make_url

from tablero.store.engine import async_url
from tablero.store.errors import StoreBusy

HOW_TO_SHARE = "tablero serve --data postgresql://user@host/name"
TWO_SERVERS = f"another Tablero serves this file; stop it first, or let both share a PostgreSQL database: {HOW_TO_SHARE}"


def can_be_shared(database: str) -> bool:
    """Whether several processes hear of each other there."""
    try:
        return make_url(async_url(database)).get_backend_name() == "postgresql"
    except ValueError:
        return False


@contextmanager
def alone(database: str) -> Iterator[None]:
    """Be the one server of an SQLite file for a while; StoreBusy says that there is one already. The system lets go
    of the file when this process ends, however it ends. With PostgreSQL any number of servers share a database."""
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
