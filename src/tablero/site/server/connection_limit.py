"""Limit open connections in total and per address; when full, close the one that has waited longest."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from typing import Protocol

from tablero.site.settings import Settings
from tablero.site.web.client_address import Proxies, address_key

WANTED_FILES = 10_240  # open files, if the system does not keep its own hard limit
SPARE_FILES = 200  # open files for the database, the bots, static files and refused connections
MAX_LINGERING = 50  # refused connections that wait until their refusal has been read; others are closed at once


class Peer(Protocol):
    """An open connection."""

    address: str

    def cut_off(self) -> None: ...


class ConnectionLimit:
    """The open connections of this process: at most `most`, and `most_of_one` from one address (0: no limit).

    When a limit is reached, a new connection replaces the one that has waited longest for a request or its end.
    Connections that are being answered, and WebSockets, are never closed. So idle connections cannot fill the server.
    """

    def __init__(self, most: int, most_of_one: int, proxies: Proxies) -> None:
        self._most = most or sys.maxsize
        self._most_of_one = most_of_one or sys.maxsize
        self._proxies = proxies
        self._open: Counter[str] = Counter()
        self._all = 0
        self._lingering = 0
        # Connections that wait for a request, longest first, all and by address.
        self._waiting: dict[Peer, None] = {}
        self._waiting_of: dict[str, dict[Peer, None]] = {}

    def __len__(self) -> int:
        return self._all

    def admit(self, peer: Peer, address: str) -> str:
        """Count a new connection. Return why it must be refused, else an empty string: a refused one is not counted,
        or the next would take its place."""
        key = "" if address in self._proxies else address_key(address)
        while key and self._open[key] >= self._most_of_one:
            if not self._make_room(self._waiting_of.get(key, {})):
                return "too many connections are open from your address: close some pages, and try again"
        while self._all >= self._most:
            if not self._make_room(self._waiting):
                return "too many people are here just now: try again in a minute"
        peer.address = key
        self._open[key] += 1
        self._all += 1
        self.mark_waiting(peer)
        return ""

    def _make_room(self, waiting: dict[Peer, None]) -> bool:
        """Close the connection that has waited longest; return False if none waits."""
        oldest = next(iter(waiting), None)
        if oldest is None:
            return False
        self.release(oldest)
        oldest.cut_off()
        return True

    def may_linger(self) -> bool:
        """Return whether one more refused connection may stay open until its refusal has been read."""
        return self._lingering < MAX_LINGERING

    def linger(self) -> None:
        """Count a refused connection that stays open for a moment."""
        self._lingering += 1

    def stop_lingering(self) -> None:
        self._lingering -= 1

    def mark_waiting(self, peer: Peer) -> None:
        """The connection waits for a request of the client."""
        self._waiting[peer] = None
        self._waiting_of.setdefault(peer.address, {})[peer] = None

    def mark_busy(self, peer: Peer) -> None:
        """The connection is being answered, or is a WebSocket."""
        if self._waiting.pop(peer, self) is self:
            return
        of_one = self._waiting_of[peer.address]
        del of_one[peer]
        if not of_one:
            del self._waiting_of[peer.address]

    def upgrade(self, peer: Peer, websocket: Peer) -> None:
        """Count `websocket` instead of `peer`."""
        self.mark_busy(peer)
        websocket.address = peer.address

    def release(self, peer: Peer) -> None:
        """Forget a closed connection. A second call has no effect, because the first removes the address."""
        if not hasattr(peer, "address"):
            return
        self.mark_busy(peer)
        self._all -= 1
        self._open[peer.address] -= 1
        if not self._open[peer.address]:
            del self._open[peer.address]
        del peer.address


def connection_limit_for(settings: Settings) -> ConnectionLimit:
    limits = settings.limits
    files = open_files()
    most = min(limits.connections or sys.maxsize, max(1, files - SPARE_FILES)) if files else limits.connections
    return ConnectionLimit(most, limits.connections_per_address, Proxies(settings.proxies))


def open_files() -> int:
    """Raise this process's limit of open files as far as allowed, and return it; 0 if there is none."""
    if sys.platform == "win32":
        return 0
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, WANTED_FILES):  # some systems report a hard limit that they do not grant
        if soft != hard:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 0 if soft == resource.RLIM_INFINITY else soft


def open_files_warning(settings: Settings) -> str:
    """Return a warning if the system allows a public site fewer connections than the settings, else an empty string."""
    files = open_files()
    if not settings.public or not files or files - SPARE_FILES >= settings.limits.connections:
        return ""
    return (
        f"This system lets Tablero open {files} files, so that {max(1, files - SPARE_FILES)} connections are the most, "
        f"not {settings.limits.connections}: raise it with ulimit -n, or LimitNOFILE in a unit of systemd."
    )
