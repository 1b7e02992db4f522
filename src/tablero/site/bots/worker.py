"""Initializers of worker processes. Imports little, so that they start quickly."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event

from tablero.bots.turn import interrupt_with


def init_worker(interrupt: Event | None = None) -> None:
    """Prepare a fresh process: leave Ctrl-C to the server, and exit when the server is gone, even by kill -9."""
    interrupt_with(interrupt)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def init_background_worker(interrupt: Event | None = None) -> None:
    """Set up a worker process of low priority."""
    init_worker(interrupt)
    if hasattr(os, "nice"):
        os.nice(10)
