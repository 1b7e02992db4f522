"""Serving the site on this machine."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from litestar import Litestar

import tablero
from tablero.site import logs
from tablero.site.app import create_app
from tablero.site.connections import kinds_for
from tablero.site.crowd import crowd_for, files_trouble
from tablero.site.loop import BACKLOG, run_in_loop, when_stopped
from tablero.site.settings import Settings
from tablero.store import House, StoreBusy, StoreError
from tablero.store.alone import HOW_TO_SHARE, alone, can_be_shared
from tablero.store.engine import shown

LONGEST_MESSAGE = 8192  # bytes; what a page may send through a websocket
LAST_REQUESTS = 0.3  # seconds in which the requests arrive of those who came just before
HERE = ("127.0.0.1", "::1", "localhost")  # what only this machine reaches
PATIENCE = 2  # seconds for requests under way when the server stops

logger = logging.getLogger("tablero.site")


def serve(settings: Settings, open_browser: bool = False) -> int:
    """Serve until somebody stops it; the exit status. A busy port or an unusable database is told in a sentence."""
    trouble = port_trouble(settings.host, settings.port) or asyncio.run(database_trouble(settings.database))
    shared = can_be_shared(settings.database)
    if not trouble and settings.processes > 1 and not shared:
        trouble = f"{settings.processes} processes need a database that they can share: {HOW_TO_SHARE}."
    if trouble:
        print(trouble, file=sys.stderr)
        return 1
    logs.set_up(settings.log)
    for trouble in (files_trouble(settings), asyncio.run(order_trouble(settings))):
        if trouble:
            logger.warning("%s", trouble)

    def welcome() -> None:
        print(f"Tablero is at {address(settings.host, settings.port)}  (Ctrl-C stops it)", flush=True)
        if open_browser:
            webbrowser.open(address(settings.host, settings.port))

    if shared:
        from tablero.site.processes import keep_site  # needs what only PostgreSQL needs

        return keep_site(settings, welcome)
    try:
        with alone(settings.database):
            return run_in_loop(serve_until_stopped(settings, welcome))
    except StoreBusy as error:
        print(f"{shown(settings.database)} cannot be served: {error}.", file=sys.stderr)
        return 1


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


async def order_trouble(settings: Settings) -> str:
    """A sentence when strangers can reach a house that nobody administers: the first of them to register would."""
    if not settings.public and settings.host in HERE:
        return ""
    house = await House.open(settings.database)
    try:
        found = await house.accounts.administering()
    finally:
        await house.close()
    if found:
        return ""
    return (
        "Nobody administers this house yet, and the first account that is made will: make yours at once, or beforehand "
        "with: tablero admin NAME --new"
    )


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


async def serve_until_stopped(
    settings: Settings, ready: Callable[[], None], sockets: list[socket.socket] | None = None
) -> int:
    """Serve in this process, on a port of its own or on sockets that others serve too. `ready` is called when
    visitors are answered."""
    server = _Server(config_for(create_app(settings), settings))
    loop = asyncio.get_running_loop()
    stopping = when_stopped()
    serving = asyncio.create_task(server.serve(sockets))
    while not serving.done() and not server.started:
        await asyncio.sleep(0.02)
    if not serving.done():
        logger.info("the site is up", extra={"fields": {"version": tablero.__version__, "port": settings.port}})
        await loop.run_in_executor(None, ready)
        waiting = asyncio.create_task(stopping.wait())
        await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
    if not stopping.is_set():
        print("The server could not start or has stopped by itself.", file=sys.stderr)
        return 1
    logger.info("the site stops")
    if sockets:
        # Others go on. Who has come here already is answered here; nobody else comes.
        for listening in server.servers:
            listening.close()
        await asyncio.sleep(LAST_REQUESTS)
    server.should_exit = True
    await serving
    return 0
