"""Serving the site on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import sys
import webbrowser

from granian.constants import Interfaces
from granian.server.embed import Server

from tablero.site.app import create_app
from tablero.site.bot_seats import PAUSE

STOPPING = (signal.SIGINT, signal.SIGTERM)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "tablero.db",
    open_browser: bool = False,
    bot_pause: float = PAUSE,
) -> int:
    """Serve until somebody stops it; the exit status. A busy port is told in a sentence."""
    trouble = port_trouble(host, port)
    if trouble:
        print(trouble, file=sys.stderr)
        return 1
    return asyncio.run(_serve(host, port, database, open_browser, bot_pause))


def port_trouble(host: str, port: int) -> str:
    """Why nobody can be served at this address; empty when all is well."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} is busy: another program, perhaps another Tablero, uses it. Try --port {port + 1}."
            return f"Nobody can be served at {host}, port {port}: {error.strerror}."
    return ""


def address(host: str, port: int) -> str:
    """Where a browser finds the site."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


async def _serve(host: str, port: int, database: str, open_browser: bool, bot_pause: float) -> int:
    app = create_app(database, bot_pause=bot_pause)
    server = Server(app, host, port, interface=Interfaces.ASGI, log_enabled=False)
    loop = asyncio.get_running_loop()
    stopping = asyncio.Event()
    for sign in STOPPING:
        loop.add_signal_handler(sign, stopping.set)
    serving = asyncio.create_task(server.serve())
    await _until_answering(host, port, serving)
    if not serving.done():
        print(f"Tablero is at {address(host, port)}  (Ctrl-C stops it)", flush=True)
        if open_browser:
            await loop.run_in_executor(None, webbrowser.open, address(host, port))
        waiting = asyncio.create_task(stopping.wait())
        await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
    if not stopping.is_set():
        print("The server could not start or has stopped by itself.", file=sys.stderr)
        return 1
    server.stop()  # type: ignore[no-untyped-call]
    await serving
    return 0


async def _until_answering(host: str, port: int, serving: asyncio.Task[None]) -> None:
    """Wait until the door is open, so that nobody is sent to a closed one."""
    door = "127.0.0.1" if host == "0.0.0.0" else "::1" if host == "::" else host
    while not serving.done():
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection(door, port)
            writer.close()
            return
        await asyncio.sleep(0.05)
