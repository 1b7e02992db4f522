"""A new database begins as a copy of one that was brought up to date once: running every migration takes longer than
most tests. Servers that are processes of their own, copies and upgrades from earlier versions run them still."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from tablero.store import store as store_file
from tablero.store.database import engine as engine_file
from tablero.store.database.engine import file_of, open_engine


@contextmanager
def copied(folder: Path) -> Iterator[None]:
    """While this lasts; the one that is copied is kept in the folder. Of a copy it is not asked again how new it is."""
    first = folder / "first.db"
    copies: set[str] = set()
    really = engine_file._upgrade

    async def open_copy(database: str) -> AsyncEngine:
        file = file_of(database)
        if file is not None and not file.exists():
            if not first.exists():
                await (await open_engine(str(first))).dispose()
            with suppress(OSError):  # whoever tests a place that cannot be written to hears of it from SQLite
                file.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(first, file)
                copies.add(str(file))
        return await open_engine(database)

    def upgrade(connection: Connection) -> None:
        if connection.engine.url.database not in copies:
            really(connection)

    store_file.open_engine = open_copy
    engine_file._upgrade = upgrade
    try:
        yield
    finally:
        store_file.open_engine = open_engine
        engine_file._upgrade = really
