"""The crowd at the door: how many connections are open, whose they are, and who makes room when there are too many."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from typing import Protocol

from tablero.site.addresses import Proxies, counted_as
from tablero.site.settings import Settings

ENOUGH = 10_240  # open files
SPARE = 200  # open files for the database, the bots and the page's own files


class Caller(Protocol):
    """An open connection."""

    address: str

    def cut_off(self) -> None: ...


class Crowd:
    """All open connections of this process. Whoever only waits for a request (or never ends one) makes room for those who
    come, the oldest first; whoever is being answered or sits at a table does not. So nobody can fill the house by standing
    in it, not even for visitors from the same address."""

    def __init__(self, most: int, most_of_one: int, proxies: Proxies) -> None:
        self._most = most or sys.maxsize
        self._most_of_one = most_of_one or sys.maxsize
        self._proxies = proxies
        self._open: Counter[str] = Counter()
        self._all = 0
        # Those who wait, in the order in which they began to, all and by address.
        self._waiting: dict[Caller, None] = {}
        self._waiting_of: dict[str, dict[Caller, None]] = {}

    def __len__(self) -> int:
        return self._all

    def enter(self, caller: Caller, told: str) -> str:
        """Let somebody in from the address that was told; else the sentence for whoever finds no room."""
        caller.address = "" if told in self._proxies else counted_as(told)
        self._open[caller.address] += 1
        self._all += 1
        self.wait(caller)
        of_one = self._waiting_of[caller.address]
        if caller.address and self._open[caller.address] > self._most_of_one and not self._make_room(of_one, caller):
            return "too many connections are open from your address: close some pages, and try again"
        if self._all > self._most and not self._make_room(self._waiting, caller):
            return "too many people are here just now: try again in a minute"
        return ""

    def _make_room(self, waiting: dict[Caller, None], newest: Caller) -> bool:
        oldest = next(iter(waiting))
        if oldest is newest:
            return False
        self.leave(oldest)
        oldest.cut_off()
        return True

    def wait(self, caller: Caller) -> None:
        """It owes us a request."""
        self._waiting[caller] = None
        self._waiting_of.setdefault(caller.address, {})[caller] = None

    def serve(self, caller: Caller) -> None:
        """We owe it an answer, or it follows a table."""
        if self._waiting.pop(caller, self) is self:
            return
        of_one = self._waiting_of[caller.address]
        del of_one[caller]
        if not of_one:
            del self._waiting_of[caller.address]

    def follow(self, caller: Caller, live: Caller) -> None:
        """The connection has become a websocket."""
        self.serve(caller)
        live.address = caller.address

    def leave(self, caller: Caller) -> None:
        """It has gone. Said twice it counts once: whoever has left has no address any more."""
        if not hasattr(caller, "address"):
            return
        self.serve(caller)
        self._all -= 1
        self._open[caller.address] -= 1
        if not self._open[caller.address]:
            del self._open[caller.address]
        del caller.address


def crowd_for(settings: Settings) -> Crowd:
    limits = settings.limits
    files = open_files()
    most = min(limits.connections or sys.maxsize, max(1, files - SPARE)) if files else limits.connections
    return Crowd(most, limits.connections_per_address, Proxies(settings.proxies))


def open_files() -> int:
    """How many files this process may have open, after asking the system for all it may; 0 when there is no such limit."""
    if sys.platform == "win32":
        return 0
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, ENOUGH):  # some systems tell a limit that they do not keep
        if soft != hard:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 0 if soft == resource.RLIM_INFINITY else soft


def files_trouble(settings: Settings) -> str:
    """A sentence when the system allows a public site fewer connections than the settings."""
    files = open_files()
    if not settings.public or not files or files - SPARE >= settings.limits.connections:
        return ""
    return (
        f"This system lets Tablero open {files} files, so that {max(1, files - SPARE)} connections are the most, not "
        f"{settings.limits.connections}: raise it with ulimit -n, or LimitNOFILE in a unit of systemd."
    )
