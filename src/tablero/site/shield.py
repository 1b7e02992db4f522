"""Shield: headers that keep browsers safe, no requests in a guest's name from other sites, no floods."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException, TooManyRequestsException
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tablero import figures
from tablero.site.addresses import counted_as
from tablero.site.people import Connection
from tablero.site.settings import Settings

# Boards are drawn with style attributes, so styles may be inline; scripts never.
CONTENT_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Invitations and table addresses are keys: other sites must not learn them.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
SAFE = ("GET", "HEAD", "OPTIONS")
REMEMBERED = 10_000


async def send_headers(message: Message, scope: Scope) -> None:
    """Put the protecting headers on every answer."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


async def count_answer(message: Message, scope: Scope) -> None:
    """Count every answer by its status."""
    if message["type"] == "http.response.start":
        figures.answered(message["status"])


async def same_site(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse what another site's page makes a browser send: forms, scripts, websockets. Programs send no Origin."""
    if connection.scope.get("method", "CONNECT") in SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is None:
        site = connection.headers.get("sec-fetch-site", "none")
        foreign = site not in ("same-origin", "none")
    else:
        home = connection.headers.get("host", "")
        settings: Settings = connection.scope["litestar_app"].state.settings
        foreign = origin.partition("://")[2] != home and origin not in settings.origins
    if foreign:
        raise PermissionDeniedException("this request comes from another site: open Tablero's own page and try again")


class Allowance:
    """So many at once, so many a second after that, for each address."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        """Whether one more is fine; it is counted when it is. An allowance of 0 has no end."""
        if not self.burst:
            return True
        now = time.monotonic()
        left, since = self._left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.per_second)
        fine = left >= 1
        self._left[who] = (left - 1 if fine else left, now)
        while len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return fine


def visitor_of(connection: Connection) -> str:
    """Under which name the allowances count a visitor."""
    return counted_as(connection.client.host) if connection.client else ""


async def not_too_many(connection: Connection, handler: BaseRouteHandler) -> None:
    """Slow down an address that floods the server."""
    if handler.opt.get("unguarded"):
        return
    allowance: Allowance = connection.scope["litestar_app"].state.requests
    if not allowance.allows(visitor_of(connection)):
        raise TooManyRequestsException("too many requests: wait a few seconds", headers={"Retry-After": "2"})


def check_opening(connection: Connection) -> None:
    """Slow down an address that opens table after table."""
    allowance: Allowance = connection.scope["litestar_app"].state.openings
    if not allowance.allows(visitor_of(connection)):
        raise TooManyRequestsException(
            "you have opened many tables just now: wait a minute", headers={"Retry-After": "60"}
        )


def may_invite(connection: Connection) -> bool:
    """Whether an address may ask for one more name: who has an account is not to be listed that way."""
    allowance: Allowance = connection.scope["litestar_app"].state.inviting
    return allowance.allows(visitor_of(connection))


def check_inviting(connection: Connection) -> None:
    """Slow down an address that asks for name after name."""
    if not may_invite(connection):
        raise TooManyRequestsException(
            "you have invited many people just now: wait a minute", headers={"Retry-After": "60"}
        )


class Sockets:
    """So many open websockets for each visitor, and no more."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET or not self._most:
            return await self._app(scope, receive, send)
        client = scope["client"]
        visitor = counted_as(client[0]) if client else ""
        if self._open[visitor] >= self._most:
            return await refuse_socket(send, "too many pages are open at your address: close some of them")
        self._open[visitor] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]


async def refuse_socket(send: Any, sentence: str) -> None:
    """Before it has opened: so a page waits longer before each new attempt."""
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "websocket.http.response.start", "status": 429, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": sentence.encode()})
