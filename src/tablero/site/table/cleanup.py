"""Remove tables that were never begun, so that the lobby shows only tables at which players still wait.

Each process checks once a day. A table is given up by a row of its log: where several processes check at once, the
first one counts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar

from tablero.site.web.services import services_of
from tablero.store import Store
from tablero.store.errors import StoreError

CHECK_INTERVAL = 86400.0  # seconds


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    services = services_of(app)
    days = services.settings.waiting_days
    task = asyncio.create_task(_give_up_old(services.store, days)) if days else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def _give_up_old(store: Store, days: float) -> None:
    while True:
        try:
            await store.forget(days)
        except StoreError as error:  # it can wait until tomorrow
            logging.getLogger("tablero.site").error("old tables are not cleared away: %s", error)
        await asyncio.sleep(CHECK_INTERVAL)
