"""A server to be measured, in a process of its own on a free port, and the resources it uses."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import IO

from tablero.cli.console import Refused
from tablero.site.settings import Limits

START_TIMEOUT = 180.0  # seconds; on a busy machine a start takes a minute
STOP_TIMEOUT = 15.0
PROC_FOLDER = Path("/proc")


@contextmanager
def own_server(database: str, processes: int = 1) -> Iterator[tuple[str, int]]:
    """Run Tablero in a process of its own; yield its address and process id, and stop it at the end.

    It has no limits, because all players come from this machine.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [
        sys.executable,
        "-m",
        "tablero",
        "serve",
        "--no-browser",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--data",
        database,
        "--processes",
        str(processes),
    ]
    for limit in fields(Limits):
        command += [f"--limits.{limit.name.replace('_', '-')}", "0"]
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=said)
        try:
            wait_for(process, port, said)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            stop(process)


def wait_for(process: subprocess.Popen[bytes], port: int, said: IO[str]) -> None:
    """Wait until a server answers. Raise Refused with its last line of output if it ends instead."""
    until = time.monotonic() + START_TIMEOUT
    while time.monotonic() < until:
        if process.poll() is not None:
            said.seek(0)
            last = (said.read().strip().splitlines() or ["it gave no reason"])[-1]
            raise Refused(f"the server to be measured did not start: {last.removeprefix('tablero: ')}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise Refused(f"the server to be measured did not start within {START_TIMEOUT:.0f} seconds; is the machine busy?")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Terminate a server; kill it if it does not stop in time."""
    process.terminate()
    try:
        process.wait(STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def process_tree(root: int | None) -> list[int]:
    """Return a process and all its descendants; none if the system has no /proc, or `root` is None."""
    if root is None:
        return []
    parents: dict[int, list[int]] = {}
    for path in PROC_FOLDER.glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
    if not parents:
        return []
    found = [root]
    for process in found:
        found += parents.get(process, [])
    return found


def cpu_seconds(processes: list[int]) -> float | None:
    """Return the processor time of these processes so far; None if it cannot be read."""
    ticks = 0
    for process in processes:
        try:
            fields = (PROC_FOLDER / str(process) / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else None


def rss_kb(processes: list[int]) -> int | None:
    """Return the resident memory of these processes; None if it cannot be read."""
    pages = 0
    for process in processes:
        try:
            pages += int((PROC_FOLDER / str(process) / "statm").read_text().split()[1])
        except OSError:
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024 if pages else None
