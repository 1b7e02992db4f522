"""A server in a process of its own, so that it can be killed."""

from __future__ import annotations

import os
import webbrowser
from multiprocessing.connection import Connection
from pathlib import Path

from tablero.site.server import app
from tablero.site.server.serve import serve
from tablero.site.settings import Settings
from tablero.site.table import timekeeper


def run(port: int, database: Path, clock: Path | None, ready: Connection) -> None:
    """Serve until stopped, and send the address to `ready` as soon as it is served.

    clock: a file that says what this server's clock says."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if clock is not None:
        app.steady_clock = lambda: lambda: float(clock.read_text("utf-8"))
        timekeeper.MAX_CHECK_INTERVAL = 0.1  # whoever sets the clock wakes nobody
    webbrowser.open = lambda address, *_: ready.send(address) or True
    raise SystemExit(
        serve(
            Settings(port=port, database=str(database), bot_pause=0, automatic_pause=0.05, plan_wait=0.05),
            open_browser=True,
        )
    )
