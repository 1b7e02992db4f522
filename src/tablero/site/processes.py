"""Many processes on one PostgreSQL database: some serve the site on one socket, in some bots think."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Callable
from multiprocessing.connection import Connection

from tablero import figures
from tablero.site import logs
from tablero.site.bot_thought import settle_in
from tablero.site.keeper import Keeper, Work
from tablero.site.loop import BACKLOG, run_in_loop
from tablero.site.settings import Settings
from tablero.site.think import think
from tablero.site.thinkers import usual_number


def keep_site(settings: Settings, welcome: Callable[[], None]) -> int:
    """Serve the site in as many processes as are wanted, with thinkers beside them, until somebody stops it."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with (
        socket.create_server((settings.host, settings.port), family=family, backlog=BACKLOG) as listening,
        tempfile.TemporaryDirectory(prefix="tablero-figures-") as folder,
    ):
        os.environ[figures.SHARED] = folder  # for the processes that are started here: any of them answers for all
        sites = [Work(f"site {n}", serve_site, (settings, listening)) for n in range(1, settings.processes + 1)]
        return Keeper([*sites, *_thinkers(settings, settings.thinkers)], welcome).run()


def keep_thinkers(settings: Settings, welcome: Callable[[], None]) -> int:
    """Nothing but thinkers, until somebody stops them."""
    return Keeper(_thinkers(settings, settings.thinkers or -1), welcome).run()


def _thinkers(settings: Settings, wanted: int) -> list[Work]:
    number = usual_number() if wanted < 0 else wanted
    return [Work(f"thinker {n}", think, (settings,)) for n in range(1, number + 1)]


def serve_site(settings: Settings, listening: socket.socket, ready: Connection) -> None:
    """One process that serves."""
    from tablero.site.serve import serve_until_stopped  # thinkers need none of it

    settle_in()
    logs.set_up(settings.log)
    run_in_loop(serve_until_stopped(settings, lambda: ready.send(True), [listening]))
