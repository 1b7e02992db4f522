"""Checks of this machine: versions, permissions of the settings, clock, open files."""

from __future__ import annotations

import ctypes
import os
import platform
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import tablero
from tablero.cli.doctor.database import DatabaseFacts
from tablero.cli.doctor.finding import Finding, fail, ok, warn
from tablero.plain import is_compiled
from tablero.site.settings import Settings

CLOCK_ERROR = 5  # what adjtimex returns when nothing keeps the clock right
CLOCK_DIFFERENCE = 2.0  # seconds between this clock and the database's
OLDEST_TIME = 1_760_000_000  # seconds since 1970; earlier than this program was written
TIMEX_BYTES = 512  # more than the structure that adjtimex fills has on any system


def versions() -> Iterator[Finding]:
    """Python, Tablero and SQLite."""
    yield ok("python", f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    if is_compiled():
        yield ok("tablero", f"{tablero.__version__}, compiled")
    else:
        yield warn(
            "tablero",
            f"{tablero.__version__}, plain Python: the same results, about 30 times slower",
            "install a compiled wheel, or build with a C compiler; TABLERO_PLAIN must not be set",
        )
    yield ok("sqlite", sqlite3.sqlite_version)


def settings_file(given: Settings, file: Path | None) -> Iterator[Finding]:
    """Who may read the file of settings, if it holds secrets."""
    if file is None:
        yield ok("settings", "no file: defaults, environment and command line")
        return
    secret = bool(given.smtp_password or given.host_token or "@" in given.database.partition("://")[2])
    mode = file.expanduser().stat().st_mode & 0o777
    if os.name == "posix" and secret and mode & 0o004:
        yield warn(
            "settings",
            f"{file} holds secrets, and every user of this machine may read it (mode {mode:o})",
            f"chown root:USER {file} && chmod 640 {file}, with the site's user",
        )
    else:
        yield ok("settings", f"{file} (mode {mode:o})")


def clock(facts: DatabaseFacts) -> Finding:
    """Whether this clock is right, as far as the system and the database can tell."""
    todo = "keep the clock right: timedatectl set-ntp true, or install chrony"
    now = time.time()
    if now < OLDEST_TIME:
        return fail("clock", f"it is {time.ctime(now)} here, which cannot be", todo)
    if facts.clock_ahead is not None and abs(facts.clock_ahead) > CLOCK_DIFFERENCE:
        return warn("clock", f"the database's clock is {facts.clock_ahead:+.1f} s from this one", todo)
    if facts.newest_row is not None and facts.newest_row > now + CLOCK_DIFFERENCE:
        ahead = facts.newest_row - now
        return warn("clock", f"the newest row of the database is {ahead:.0f} s in the future: it was set back", todo)
    compared = "" if facts.clock_ahead is None else f", {abs(facts.clock_ahead):.2f} s from the database's"
    kept = is_clock_synchronized()
    if kept is False:
        return warn("clock", f"{time.ctime(now)}{compared}; the system says that nothing keeps it right", todo)
    return ok("clock", f"{time.ctime(now)}{compared}{', kept right by the system' if kept else ''}")


def is_clock_synchronized() -> bool | None:
    """Return whether the kernel's clock is kept right by NTP, None if this system does not tell."""
    if sys.platform != "linux":
        return None
    try:
        state = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.create_string_buffer(TIMEX_BYTES))
    except (OSError, AttributeError):
        return None
    return None if state < 0 else bool(state != CLOCK_ERROR)


def files(given: Settings) -> Finding:
    """Whether the system allows as many open files as connections are wanted."""
    from tablero.site.server.connection_limit import SPARE_FILES, open_files

    allowed, wanted = open_files(), given.limits.connections
    if not allowed:
        return ok("open files", "no limit")
    if allowed - SPARE_FILES >= wanted:
        return ok("open files", f"{allowed}, for {wanted} connections")
    return warn(
        "open files",
        f"{allowed} are allowed here: {max(1, allowed - SPARE_FILES)} connections are the most, not {wanted}",
        f"LimitNOFILE={wanted + SPARE_FILES} in the unit, ulimit -n {wanted + SPARE_FILES}, "
        "or lower limits.connections",
    )
