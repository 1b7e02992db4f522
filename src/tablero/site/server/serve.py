"""Serving the site on this machine."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from litestar import Litestar

import tablero
from tablero.site import log_format
from tablero.site.event_loop import LISTEN_BACKLOG, run_in_loop, stop_event
from tablero.site.server.app import create_app
from tablero.site.server.connection_limit import connection_limit_for, open_files_warning
from tablero.site.server.protocols import protocol_classes
from tablero.site.settings import Settings
from tablero.site.web.services import services_of
from tablero.store import Store, StoreBusy, StoreError
from tablero.store.database.engine import shown
from tablero.store.database.process_lock import HOW_TO_SHARE, can_be_shared, server_lock
from tablero.store.errors import for_the_host

LONGEST_MESSAGE = 8192  # bytes; what a page may send through a websocket
FIRST_REQUEST_TIMEOUT = 3.0  # seconds for the first request of a connection that was accepted just before the stop
HERE = ("127.0.0.1", "::1", "localhost")  # what only this machine reaches
EVERYWHERE = ("0.0.0.0", "::")
INTERRUPTED = 130  # exit status after Ctrl-C
POLL_INTERVAL = 0.02  # seconds between two looks at uvicorn, which does not tell
SHUTDOWN_TIMEOUT = 2  # seconds for requests under way when the server stops

logger = logging.getLogger("tablero.site")


def serve(settings: Settings, open_browser: bool = False) -> int:
    """Serve until stopped and return the exit status; a busy port or an unusable database is reported as a sentence."""
    with ending_on_interrupt():
        error = port_error(settings.host, settings.port) or asyncio.run(database_error(settings))
        shared = can_be_shared(settings.database)
        if not error and settings.processes > 1 and not shared:
            error = f"{settings.processes} processes need a database that they can share: {HOW_TO_SHARE}."
        if error:
            print(error, file=sys.stderr)
            return 1
        log_format.configure_logging(settings.log, security=bool(settings.public))
        for warning in (open_files_warning(settings), asyncio.run(no_admin_warning(settings))):
            if warning:
                logger.warning("%s", warning)

    def on_ready() -> None:
        print(announcement(settings), flush=True)
        if open_browser:
            webbrowser.open(address(settings.host, settings.port))

    if shared:
        from tablero.site.server.processes import run_site  # needs what only PostgreSQL needs

        return run_site(settings, on_ready)
    try:
        with server_lock(settings.database):
            return run_in_loop(serve_until_stopped(settings, on_ready))
    except StoreBusy as busy:
        print(f"{shown(settings.database)} cannot be served: {busy}.", file=sys.stderr)
        return 1


@contextmanager
def ending_on_interrupt() -> Iterator[None]:
    """End at once on Ctrl-C: nothing is served yet, and drivers that are interrupted tell of it at length."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def port_error(host: str, port: int) -> str:
    """Return why the address cannot be used, empty if it can."""
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


async def database_error(settings: Settings) -> str:
    """Return why the database cannot be used, empty if it can; copy and migrate it if needed."""
    try:
        await (await Store.open(settings.database, check_file=True, copies=settings.copies)).close()
    except (StoreError, OSError, ValueError) as error:
        return f"The games cannot be kept in {shown(settings.database)}: {for_the_host(error)}."
    return ""


async def no_admin_warning(settings: Settings) -> str:
    """Return a warning if a site that others can reach has no administrator: the first to register becomes one."""
    if not settings.public and settings.host in HERE:
        return ""
    store = await Store.open(settings.database)
    try:
        found = await store.accounts.administrators()
    finally:
        await store.close()
    if found:
        return ""
    return (
        "Nobody administers this house yet, and the first account that is made will: make yours at once, or beforehand "
        "with: tablero admin NAME --new"
    )


def announcement(settings: Settings) -> str:
    """Return the line that says where the site is: what people type, and what this machine does."""
    here = address(settings.host, settings.port)
    elsewhere = list(settings.origins)
    if not elsewhere and settings.host in EVERYWHERE and (own := own_address()):
        elsewhere = [f"http://{own}:{settings.port}/"]
    where = f"{', '.join(elsewhere)}, on this machine at {here}" if elsewhere else here
    text = f"Tablero is at {where}  (Ctrl-C stops it)"
    return log_format.as_json(text) if settings.log == "json" else text


def own_address() -> str:
    """Return this machine's address in its network, empty if it has none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of documentation: the way there leads into the network
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def address(host: str, port: int) -> str:
    """Return the address of the site for a browser on this machine."""
    shown = "127.0.0.1" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


class _Server(uvicorn.Server):
    """Uvicorn's server without its own signal handlers."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def config_for(app: Litestar, settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration of one process."""
    http, live = protocol_classes(connection_limit_for(settings), settings.limits)
    return uvicorn.Config(
        app,
        settings.host,
        settings.port,
        http=http,
        ws=live,
        ws_per_message_deflate=False,
        ws_max_size=LONGEST_MESSAGE,
        backlog=LISTEN_BACKLOG,
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )


async def serve_until_stopped(
    settings: Settings, ready: Callable[[], None], sockets: list[socket.socket] | None = None
) -> int:
    """Serve in this process, on its own port or on `sockets` shared with other processes; return the exit status.

    `ready` is called when requests are accepted.
    """
    app = create_app(settings)
    server = _Server(config_for(app, settings))
    loop = asyncio.get_running_loop()
    stopping = stop_event()
    serving = asyncio.create_task(server.serve(sockets))
    while not serving.done() and not server.started:
        await asyncio.sleep(POLL_INTERVAL)
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
    for stream in services_of(app).event_streams:
        stream.end()  # by themselves they never do
    if sockets:
        # Other processes take new connections; those accepted here are still answered.
        for listening in server.servers:
            listening.close()
        await first_requests(server)
    server.should_exit = True
    await serving
    return 0


async def first_requests(server: uvicorn.Server) -> None:
    """Wait until no connection is left that has been accepted and has not asked for anything yet."""
    clock = asyncio.get_running_loop().time
    end = clock() + FIRST_REQUEST_TIMEOUT
    await asyncio.sleep(POLL_INTERVAL)  # what has been accepted becomes a connection
    while any(getattr(one, "is_new", False) for one in server.server_state.connections) and clock() < end:
        await asyncio.sleep(POLL_INTERVAL)
