"""The event loop of server and worker processes, and its stop signal."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Coroutine
from typing import Any

LISTEN_BACKLOG = 2048  # connections that wait to be accepted


def run_in_loop(main: Coroutine[Any, Any, int]) -> int:
    """Run `main` in the fastest available event loop and return its result.

    Tables are many small, long-lived objects: collecting garbage after every 700 new ones took a twelfth of a busy
    server's time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    # The writer thread needs little time, but soon and once for each row: acknowledgements wait for it.
    sys.setswitchinterval(0.0001)
    if sys.platform == "win32":
        return asyncio.run(main)
    import uvloop

    return uvloop.run(main)


def stop_event() -> asyncio.Event:
    """Return an event that SIGINT and SIGTERM set, and SIGHUP unless it is ignored (nohup): one process by itself has
    nothing to be replaced by, and ends with its terminal."""
    stopping = asyncio.Event()
    signs = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signs.append(signal.SIGHUP)
    for sign in signs:
        asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
    return stopping
