"""ASGI middleware: take client address, scheme and host from trusted proxies' headers."""

from __future__ import annotations

import logging
import re
from typing import Any

from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send

from tablero import metrics
from tablero.site.settings import Settings
from tablero.site.web.client_address import Proxies, read_address
from tablero.site.web.identity import Connection
from tablero.site.web.services import services_of

MAX_HEADER_LENGTH = 1000  # characters; longer headers are not written by proxies
VISITOR_HEADERS = ("x-forwarded-for", "forwarded")  # values of the setting `proxy_header`
SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
ELEMENT = re.compile(r'(?:[^,"]|"(?:\\.|[^"\\])*+")++')
PAIR = re.compile(r'(\w+)=("(?:\\.|[^"\\])*+"|[^;,\s"]+)')

logger = logging.getLogger("tablero.site")


class Forwarded:
    """Forwarding headers of a request; each list has the nearest proxy's entry last."""

    def __init__(self, visitors: list[str], schemes: list[str], hosts: list[str]) -> None:
        self.visitors = visitors
        self._schemes = schemes
        self._hosts = hosts

    def scheme(self, hops: int) -> str:
        return SCHEMES.get(_at(self._schemes, hops).lower(), "")

    def host(self, hops: int) -> str:
        return _at(self._hosts, hops)


def _at(values: list[str], hops: int) -> str:
    """Return the entry of the proxy next to the visitor; proxies that write none make the list shorter."""
    return values[max(0, len(values) - max(1, hops))] if values else ""


def read_forwarded(text: str) -> Forwarded:
    """Parse the Forwarded header of RFC 7239.

    >>> found = read_forwarded('for=192.0.2.1, for="[2001:db8::1]:81";proto=https;host=games.example')
    >>> found.visitors, found.scheme(1), found.host(1)
    (['192.0.2.1', '[2001:db8::1]:81'], 'https', 'games.example')
    """
    elements = [
        {name.lower(): value.strip('"') for name, value in PAIR.findall(element)} for element in ELEMENT.findall(text)
    ]
    return Forwarded(*([each.get(name, "") for each in elements] for name in ("for", "proto", "host")))


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


class ProxyHeaders:
    """Replace a trusted proxy's address, scheme and host by the visitor's."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._proxies = Proxies(settings.proxies)
        self._rfc = settings.proxy_header == "forwarded"
        self._origins = public_origins(settings)
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        mutable: Any = scope  # the types of scopes do not allow writing
        peer = mutable["client"][0] if mutable.get("client") else ""
        scheme = ""
        trusted = peer in self._proxies
        for name in VISITOR_HEADERS:
            if _header(mutable, name.encode()):
                metrics.count_forwarded(name, trusted and self._rfc == (name == "forwarded"))
        if trusted:
            scheme = self._apply(mutable)
        elif not self._warned and _header(mutable, b"x-forwarded-for"):
            self._warned = True
            logger.warning(
                "%s names visitors as a proxy does, and is not believed: if it is your proxy, set --proxies %s",
                peer,
                peer,
            )
        origin = self._origins.get(host_name(_header(mutable, b"host")), "")
        scheme = scheme or origin.partition(":")[0]
        if scheme:
            mutable["scheme"] = scheme.replace("http", "ws") if mutable["type"] == "websocket" else scheme
        await self._app(scope, receive, send)

    def _apply(self, scope: Any) -> str:
        """Write the visitor's address and host into the scope; return the forwarded scheme."""
        forwarded = self._forwarded(scope)
        visitor, hops = self._proxies.visitor(forwarded.visitors)
        if visitor:
            scope["client"] = (visitor, 0)
        host = forwarded.host(hops)
        requested = host_name(_header(scope, b"host"))
        if not host and self._origins and (read_address(requested) or "." not in requested):
            # The proxy uses an address or a name of its own, and does not forward the one it was asked for.
            host = next(iter(self._origins.values())).partition("://")[2]
        if host:
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            scope["headers"] = [(b"host", host.encode("latin-1", "replace")), *others]
        return forwarded.scheme(hops)

    def _forwarded(self, scope: Any) -> Forwarded:
        if self._rfc:
            return read_forwarded(_header(scope, b"forwarded"))
        names = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host")
        return Forwarded(*(_list(_header(scope, name)) for name in names))


def _header(scope: Any, wanted: bytes) -> str:
    """Return all values of a header, joined; empty if they are too long."""
    text = b", ".join(value for name, value in scope["headers"] if name == wanted).decode("latin-1")
    return text if len(text) <= MAX_HEADER_LENGTH else ""


def host_name(host: str) -> str:
    """Return a host without its port, normalized for comparison.

    >>> host_name("Games.Example.:8520"), host_name("[::1]:80"), host_name("127.0.0.1")
    ('games.example', '::1', '127.0.0.1')
    """
    found = read_address(host)
    return str(found) if found else host.partition(":")[0].lower().rstrip(".")


def is_this_machine(name: str) -> bool:
    found = read_address(name)
    return name == "localhost" or (found is not None and found.is_loopback)


def public_origins(settings: Settings) -> dict[str, str]:
    """Return the public addresses by their host names."""
    return {host_name(origin.partition("://")[2]): origin for origin in settings.origins}


def address_of(connection: Connection) -> str:
    """Return the public address of this site, or the one of the request if it has none, without a slash at the end."""
    host = connection.headers.get("host", "localhost")
    origins = public_origins(services_of(connection).settings)
    origin = origins.get(host_name(host)) or next(iter(origins.values()), "")
    return origin or f"{SCHEMES.get(connection.scope['scheme'], 'http')}://{host}"


async def known_host(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse a request for a foreign host name (421). Without a public address, and for /health, any name is fine."""
    if handler.opt.get("unguarded"):
        return
    settings = services_of(connection).settings
    if not settings.public and not settings.hosts:
        return
    name = host_name(connection.headers.get("host", ""))
    known = name in public_origins(settings) or name in map(host_name, settings.hosts)
    if not known and not is_this_machine(name):
        where = next(iter(settings.origins), "the address that its host told you")
        raise HTTPException(f"this site answers under another address: open {where}", status_code=421)
