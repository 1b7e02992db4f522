"""Response headers, the same-site check and the limit of websockets for each address."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from litestar.utils import normalize_path

from tablero import metrics
from tablero.site.settings import Settings
from tablero.site.web.client_address import address_key
from tablero.site.web.identity import Connection
from tablero.site.web.services import services_of

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Addresses of invitations and tables are secrets: other sites must not learn them.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
HSTS = "max-age=31536000"  # a year; sub-domains are not ours
SAFE = ("GET", "HEAD", "OPTIONS")

EVENT_STREAM = "/api/me/events"
TOO_MANY_OPEN = "too many pages or streams are open at your address: close some of them"


def policy_with(style: str) -> str:
    """Return the content policy of a page with a style sheet of its own; `style` is the source that allows it."""
    return CONTENT_POLICY.replace("style-src 'self'", f"style-src 'self' {style}")


async def send_headers(message: Message, scope: Scope) -> None:
    """Add the security headers to every response."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope.get("path", "").startswith("/api/") or "content-disposition" in headers:
            headers.setdefault("cache-control", "no-store")
        settings: Settings = scope["litestar_app"].state.settings
        if any(address.startswith("https://") for address in settings.public):
            headers.setdefault("strict-transport-security", HSTS)


async def count_answer(message: Message, scope: Scope) -> None:
    """Count every response by its status."""
    if message["type"] == "http.response.start":
        metrics.count_response(message["status"])


async def same_site(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse forms, scripts and WebSockets of other sites' pages, and their links to what begins something (handlers
    with the option `begins`). Programs send no Origin."""
    if connection.scope.get("method", "CONNECT") in SAFE and not handler.opt.get("begins"):
        return
    origin = connection.headers.get("origin")
    if origin is None:
        site = connection.headers.get("sec-fetch-site", "none")
        foreign = site not in ("same-origin", "none")
    else:
        host = connection.headers.get("host", "")
        foreign = origin.partition("://")[2] != host and origin not in services_of(connection).settings.origins
    if foreign:
        raise PermissionDeniedException("this request comes from another site: open Tablero's own page and try again")


class SocketLimit:
    """ASGI middleware: limit the open WebSockets and event streams of each visitor to `most`; 0 means no limit."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self._app = app
        self._most = most
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._most or not stays_open(scope):
            return await self._app(scope, receive, send)
        client = scope["client"]
        visitor = address_key(client[0]) if client else ""
        if self._open[visitor] >= self._most:
            return await refuse_one_more(scope, send)
        self._open[visitor] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[visitor] -= 1
            if not self._open[visitor]:
                del self._open[visitor]


def stays_open(scope: Scope) -> bool:
    """Return whether a request is answered for as long as the client likes."""
    return scope["type"] == ScopeType.WEBSOCKET or normalize_path(scope.get("path", "")) == EVENT_STREAM


async def refuse_one_more(scope: Scope, send: Any) -> None:
    """Refuse a WebSocket before it opens, or a stream (429): clients then wait longer before each new attempt."""
    kind = "websocket.http.response" if scope["type"] == ScopeType.WEBSOCKET else "http.response"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"60")]
    await send({"type": f"{kind}.start", "status": 429, "headers": headers})
    await send({"type": f"{kind}.body", "body": TOO_MANY_OPEN.encode()})
