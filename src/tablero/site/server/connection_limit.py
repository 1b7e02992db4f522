"""Limit open connections in total and per address; when full, close the one that has waited longest."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from typing import Protocol

from tablero.site.settings import Settings
from tablero.site.web.client_address import Proxies, address_key

WANTED_FILES = 10_240  # open files, if the system does not keep its own hard limit
SPARE_FILES = 200  # open files for the database, the bots and static files


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
        # Connections that wait for a request, longest first, all and by address.
        self._waiting: dict[Peer, None] = {}
        self._waiting_of: dict[str, dict[Peer, None]] = {}

    def __len__(self) -> int:
        return self._all

    def admit(self, peer: Peer, address: str) -> str:
        """Count a new connection. Return why it must be refused, else an empty string."""
        peer.address = "" if address in self._proxies else address_key(address)
        self._open[peer.address] += 1
        self._all += 1
        self.mark_waiting(peer)
        of_one = self._waiting_of[peer.address]
        if peer.address and self._open[peer.address] > self._most_of_one and not self._make_room(of_one, peer):
            return "too many connections are open from your address: close some pages, and try again"
        if self._all > self._most and not self._make_room(self._waiting, peer):
            return "too many people are here just now: try again in a minute"
        return ""

    def _make_room(self, waiting: dict[Peer, None], newest: Peer) -> bool:
        oldest = next(iter(waiting))
        if oldest is newest:
            return False
        self.release(oldest)
        oldest.cut_off()
        return True

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
