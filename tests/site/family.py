"""The processes of a server, by what they do."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.limits import LIMIT


def wait_until(done: Callable[[], bool], seconds: float = LIMIT) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.1)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(pid: int) -> set[int]:
    """The living processes that this one has started to serve or to think."""
    found = set()
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # it has ended
            found |= {int(word) for word in thread.read_text().split()}
    return {child for child in found if is_alive(child) and "spawn_main" in command_of(child)}


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def listens(pid: int, port: int) -> bool:
    """Whether a process has its hand on the port's listening socket."""
    place = f":{port:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    sockets = {f"socket:[{line[9]}]" for line in lines if line[1].endswith(place) and line[3] == "0A"}
    try:
        return any(os.readlink(entry) in sockets for entry in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return False


def sites(parent: int, port: int) -> set[int]:
    """Those that serve."""
    return {pid for pid in children(parent) if listens(pid, port)}


def thinkers(parent: int, port: int) -> set[int]:
    """Those in which bots think, once they have begun to."""
    return {pid for pid in children(parent) - sites(parent, port) if children(pid) or tends(pid)}


def tends(pid: int) -> bool:
    """Whether a process has connections of its own by now: it has begun its work."""
    try:
        return sum(os.readlink(entry).startswith("socket:") for entry in Path(f"/proc/{pid}/fd").iterdir()) > 3
    except OSError:
        return False


def kill(pids: set[int]) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
