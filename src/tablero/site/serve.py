"""Serving the site on this machine."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from litestar import Litestar

import tablero
from tablero.site import logs
from tablero.site.app import create_app
from tablero.site.connections import kinds_for
from tablero.site.crowd import crowd_for, files_trouble
from tablero.site.settings import Settings
from tablero.store import House, StoreError
from tablero.store.engine import shown

STOPPING = (signal.SIGINT, signal.SIGTERM)
BACKLOG = 2048  # connections that wait to be accepted
LONGEST_MESSAGE = 8192  # bytes; what a page may send through a websocket
PATIENCE = 2  # seconds for requests under way when the server stops

logger = logging.getLogger("tablero.site")


def serve(settings: Settings, open_browser: bool = False) -> int:
    """Serve until somebody stops it; the exit status. A busy port or an unusable database is told in a sentence."""
    trouble = port_trouble(settings.host, settings.port) or asyncio.run(database_trouble(settings.database))
    if trouble:
        print(trouble, file=sys.stderr)
        return 1
    logs.set_up(settings.log)
    few = files_trouble(settings)
    if few:
        logger.warning("%s", few)
    return run_in_loop(_serve(create_app(settings), settings, open_browser))


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


async def database_trouble(database: str) -> str:
    """Why the games cannot be kept there; empty when all is well. Brings the database up to date as well."""
    try:
        await (await House.open(database, look_through=True)).close()
    except (StoreError, OSError, ValueError) as error:
        return f"The games cannot be kept in {shown(database)}: {error}."
    return ""


def address(host: str, port: int) -> str:
    """Where a browser finds the site."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


class _Server(uvicorn.Server):
    """Uvicorn, which leaves it to us when to stop."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def config_for(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How one process serves the site."""
    http, live = kinds_for(crowd_for(settings), settings.limits)
    return uvicorn.Config(
        app, settings.host, settings.port, http=http, ws=live, ws_per_message_deflate=False, ws_max_size=LONGEST_MESSAGE,
        backlog=BACKLOG, lifespan="on", log_config=None, log_level="error", access_log=False, proxy_headers=False,
        server_header=False, timeout_graceful_shutdown=PATIENCE,
    )  # fmt: skip


async def _serve(app: Litestar, settings: Settings, open_browser: bool) -> int:
    host, port = settings.host, settings.port
    server = _Server(config_for(app, settings))
    loop = asyncio.get_running_loop()
    stopping = asyncio.Event()
    for sign in STOPPING:
        loop.add_signal_handler(sign, stopping.set)
    serving = asyncio.create_task(server.serve())
    while not serving.done() and not server.started:
        await asyncio.sleep(0.02)
    if not serving.done():
        logger.info("the site is up", extra={"fields": {"version": tablero.__version__, "port": port}})
        print(f"Tablero is at {address(host, port)}  (Ctrl-C stops it)", flush=True)
        if open_browser:
            await loop.run_in_executor(None, webbrowser.open, address(host, port))
        waiting = asyncio.create_task(stopping.wait())
        await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
    if not stopping.is_set():
        print("The server could not start or has stopped by itself.", file=sys.stderr)
        return 1
    logger.info("the site stops")
    server.should_exit = True
    await serving
    return 0


def run_in_loop(main: Coroutine[Any, Any, int]) -> int:
    """Run to the end in the fastest event loop that there is here."""
    if sys.platform == "win32":
        return asyncio.run(main)
    import uvloop

    return uvloop.run(main)
