"""The event loop of a process that serves or thinks, and how it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
from collections.abc import Coroutine
from typing import Any

BACKLOG = 2048  # connections that wait to be accepted

def run_in_loop(main: Coroutine[Any, Any, int]) -> int:
    """Run to the end in the fastest event loop that there is here. Tables are many small objects that live long: looking
    through all of them for cycles after every 700 new ones took a twelfth of a busy server's time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    sys.setswitchinterval(0.0005)  # the thread that writes needs few moments, and soon: people wait for it
    if sys.platform == "win32":
        return asyncio.run(main)
    import uvloop

    return uvloop.run(main)


def when_stopped() -> asyncio.Event:
    """What is set when somebody stops this process."""
    stopping = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
    return stopping
