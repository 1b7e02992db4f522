"""Forgetting: tables that nobody began are given up after a while, so that the lobby shows what people wait for.

Each process looks once a day. A table is given up by a row of its log: where several processes look at once, the first one counts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

from tablero.site.settings import Settings
from tablero.store import House
from tablero.store.errors import StoreError

EVERY = 86400.0  # seconds between two looks
HANDLERS = ()


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    task = asyncio.create_task(_forget(app.state.house, settings.waiting_days)) if settings.waiting_days else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _forget(house: House, days: float) -> None:
    while True:
        try:
            await house.forget(days)
        except StoreError as error:  # it can wait until tomorrow
            logging.getLogger("tablero.site").error("old tables are not cleared away: %s", error)
        await asyncio.sleep(EVERY)
