"""Several processes on one PostgreSQL database: some serve the site on one socket, some compute bots' moves."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection

from tablero import metrics
from tablero.site import log_format
from tablero.site.bots.bot_workers import default_worker_count
from tablero.site.bots.queue_worker import run_queue_worker
from tablero.site.bots.worker import init_worker
from tablero.site.event_loop import LISTEN_BACKLOG, run_in_loop
from tablero.site.server.supervisor import ChildSpec, Supervisor
from tablero.site.settings import Settings
from tablero.store import Store, StoreAway, StoreBusy, StoreOutdated

DATABASE_PAUSE = 2.0  # seconds between two attempts of thinkers to open the database

logger = logging.getLogger("tablero.site")


def run_site(settings: Settings, on_ready: Callable[[], None]) -> int:
    """Serve the site in `settings.processes` processes, with bot workers beside them, until a signal stops them."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with (
        socket.create_server((settings.host, settings.port), family=family, backlog=LISTEN_BACKLOG) as listening,
        tempfile.TemporaryDirectory(prefix="tablero-figures-") as folder,
    ):
        os.environ[metrics.SHARED_FOLDER_VARIABLE] = folder  # inherited by the processes started here
        sites = [ChildSpec(f"site {n}", serve_site, (settings, listening)) for n in range(1, settings.processes + 1)]
        return Supervisor([*sites, *_thinkers(settings, settings.thinkers)], on_ready).run()


def run_bot_workers(settings: Settings, on_ready: Callable[[], None]) -> int:
    """Run bot workers only, until a signal stops them; begin when the database is there and up to date. Raise
    StoreError for one that waiting does not mend."""
    wait_for_database(settings.database)
    return Supervisor(_thinkers(settings, settings.thinkers or -1), on_ready).run()


def wait_for_database(database: str, pause: float = DATABASE_PAUSE) -> None:
    """Return when the database can be used. Raise StoreError if waiting does not help."""
    told = ""
    while True:
        try:
            return asyncio.run(_open_and_close(database))
        except (StoreAway, StoreBusy, StoreOutdated) as error:
            if str(error) != told:
                told = str(error)
                logger.warning("bots wait: %s", told)
            time.sleep(pause)


async def _open_and_close(database: str) -> None:
    await (await Store.open(database)).close()


def _thinkers(settings: Settings, wanted: int) -> list[ChildSpec]:
    number = default_worker_count() if wanted < 0 else wanted
    return [ChildSpec(f"thinker {n}", run_queue_worker, (settings,)) for n in range(1, number + 1)]


def serve_site(settings: Settings, listening: socket.socket, ready: Connection) -> None:
    """Serve the site in a child process."""
    from tablero.site.server.serve import serve_until_stopped  # thinkers need none of it

    init_worker()
    log_format.configure_logging(settings.log, security=bool(settings.public))
    run_in_loop(serve_until_stopped(settings, lambda: ready.send(True), [listening]))
