"""A server to be measured: a process of its own on a free port, and what it and its children use of the machine."""

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

from tablero.cli.talk import Refused
from tablero.site.settings import Limits

STARTING = 60.0  # seconds
STOPPING = 15.0
PROC = Path("/proc")


@contextmanager
def own_server(database: str, processes: int = 1) -> Iterator[tuple[str, int]]:
    """Tablero in a process of its own: its address and its number. It is stopped at the end. It has no limits, because
    all players come from this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [
        sys.executable, "-m", "tablero", "serve", "--no-browser", "--host", "127.0.0.1", "--port", str(port),
        "--data", database, "--processes", str(processes),
    ]  # fmt: skip
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
    """Wait until a server answers; Refused with its last words when it ends instead."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        if process.poll() is not None:
            said.seek(0)
            last = (said.read().strip().splitlines() or ["it gave no reason"])[-1]
            raise Refused(f"the server to be measured did not start: {last.removeprefix('tablero: ')}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise Refused(f"the server to be measured did not start within {STARTING:.0f} seconds; is the machine busy?")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask a server to stop, and insist when it does not."""
    process.terminate()
    try:
        process.wait(STOPPING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def family(root: int | None) -> list[int]:
    """A process and all its descendants; none where the system does not tell, or when it is somewhere else."""
    if root is None:
        return []
    parents: dict[int, list[int]] = {}
    for path in PROC.glob("[0-9]*/stat"):
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
    """Processor time that these have used so far; None where the system does not tell."""
    ticks = 0
    for process in processes:
        try:
            fields = (PROC / str(process) / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else None


def rss_kb(processes: list[int]) -> int | None:
    """Memory that these hold; None where the system does not tell."""
    pages = 0
    for process in processes:
        try:
            pages += int((PROC / str(process) / "statm").read_text().split()[1])
        except OSError:
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024 if pages else None
