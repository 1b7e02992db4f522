"""The commands `serve` and `think`: the site, and workers for bots."""

from __future__ import annotations

import errno
import gc
import os
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tablero.cli.console import Refused, not_allowed
from tablero.cli.parts import need
from tablero.cli.settings import File, Given
from tablero.site.settings import Settings

PORT = Settings.port


def data_folder() -> Path:
    """Return the folder of this system for a user's data."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "tablero"


def data_file() -> Path:
    """Return the default database file."""
    return data_folder() / "tablero.db"


def database_url(data: str) -> str:
    """Return the address of a database, given a file or a URL. Raise Refused if it cannot be used."""
    need("site")
    if data and "://" in data:
        scheme, _, rest = data.partition("://")
        if scheme.partition("+")[0] in ("postgres", "postgresql"):
            need("postgres")
            return f"postgresql+asyncpg://{rest}"
        if scheme.partition("+")[0] == "sqlite":
            return f"sqlite+aiosqlite://{rest}"
        raise Refused(f"--data is a file or an address that starts with postgresql://, not {scheme}://")
    path = Path(data).expanduser() if data else data_file()
    try:
        if path.is_dir():
            raise Refused(f"{path} is a folder; name a file in it, for example {path / 'tablero.db'}")
        path.parent.mkdir(parents=True, exist_ok=True)
        # A new one is its owner's alone: it holds every secret of the site.
        os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
    except PermissionError:
        raise Refused(f"the data file {not_allowed(path)}, with --data") from None
    except OSError as error:
        raise Refused(
            f"the data file {path} cannot be written ({error.strerror}); choose another with --data"
        ) from None
    return f"sqlite+aiosqlite:///{path.resolve()}"


def copies_folder(given: Settings) -> str:
    """Return the folder for copies of the database; empty means beside its file."""
    on_postgresql = given.database.partition(":")[0].startswith("postgres")
    return given.copies or (str(data_folder()) if on_postgresql else "")


def leave_closed_folder() -> None:
    """Change to the root folder if this user may not enter the current one: no process could be started in it."""
    try:
        os.chdir(Path.cwd())
    except OSError:
        os.chdir("/")


def check_port(host: str, port: int) -> None:
    """Raise Refused if the server could not listen on the port."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError:
        raise Refused(f"there is no host {host!r} to listen on; try 127.0.0.1 or 0.0.0.0") from None
    with socket.socket(family, kind) as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            raise Refused(port_error(error, host, port)) from None


def port_error(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        another = port + 1 if port < 65535 else PORT
        return (
            f"port {port} is busy: something is running there already, perhaps Tablero (look at http://{host}:{port}). "
            f"Choose another: tablero serve --port {another}"
        )
    if error.errno == errno.EACCES:
        return f"port {port} is reserved for the system; choose one from 1024 on: tablero serve --port {PORT}"
    return f"{host}:{port} cannot be listened on: {error.strerror}; try --host 127.0.0.1"


def serve(
    *,
    given: Given = Settings(),  # noqa: B008, for it never changes
    browser: Annotated[bool, Parameter(name="--browser", help="Whether to open the page.")] = True,
    settings: File = None,
) -> int:
    """Start the site on this machine and open it in the browser."""
    need("site")
    check_port(given.host, given.port)
    asked = replace(given, database=database_url(given.database), copies=copies_folder(given))
    leave_closed_folder()
    # The site and its database layer take a second to load: other commands need not wait for them. What is loaded
    # stays, and looking for garbage in it meanwhile takes a tenth of that time.
    gc.disable()
    from tablero.site.server.serve import serve as run

    gc.freeze()
    gc.enable()
    return run(asked, open_browser=browser)


def think(
    *,
    given: Given = Settings(),  # noqa: B008, for it never changes
    settings: File = None,
) -> int:
    """Have bots think on this machine, for a site on the same PostgreSQL database."""
    need("site")
    if not given.database.partition(":")[0].startswith("postgres"):
        raise Refused(
            "thinkers and the site meet in a PostgreSQL database: name it with --data postgresql://user@host/name"
        )
    from tablero.site import log_format
    from tablero.site.server.processes import run_bot_workers
    from tablero.store.errors import StoreError, for_the_host

    log_format.configure_logging(given.log, security=bool(given.public))
    asked = replace(given, database=database_url(given.database))
    leave_closed_folder()
    try:
        return run_bot_workers(asked, lambda: print("Bots think here  (Ctrl-C stops them)", flush=True))
    except StoreError as error:
        raise Refused(for_the_host(error)) from None
