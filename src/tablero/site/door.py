"""The door: who the visitor is, and under which address the site was asked for, when proxies stand before it."""

from __future__ import annotations

import logging
import re
from typing import Any

from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.types import ASGIApp, Receive, Scope, Send

from tablero.site.addresses import Proxies, read_address
from tablero.site.people import Connection
from tablero.site.settings import Settings

LONGEST = 1000  # characters of a header about visitors; a longer one is no proxy's work
SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
ELEMENT = re.compile(r'(?:[^,"]|"(?:\\.|[^"\\])*+")++')
PAIR = re.compile(r'(\w+)=("(?:\\.|[^"\\])*+"|[^;,\s"]+)')

logger = logging.getLogger("tablero.site")


class Told:
    """What the proxies tell of a request, nearest last."""

    def __init__(self, visitors: list[str], schemes: list[str], hosts: list[str]) -> None:
        self.visitors = visitors
        self._schemes = schemes
        self._hosts = hosts

    def scheme(self, hops: int) -> str:
        return SCHEMES.get(_at(self._schemes, hops).lower(), "")

    def host(self, hops: int) -> str:
        return _at(self._hosts, hops)


def _at(values: list[str], hops: int) -> str:
    """What the proxy that met the visitor said; a proxy that keeps to itself leaves the list shorter."""
    return values[max(0, len(values) - max(1, hops))] if values else ""


def read_forwarded(text: str) -> Told:
    """The header of RFC 7239.

    >>> told = read_forwarded('for=192.0.2.1, for="[2001:db8::1]:81";proto=https;host=games.example')
    >>> told.visitors, told.scheme(1), told.host(1)
    (['192.0.2.1', '[2001:db8::1]:81'], 'https', 'games.example')
    """
    elements = [
        {name.lower(): value.strip('"') for name, value in PAIR.findall(element)} for element in ELEMENT.findall(text)
    ]
    return Told(*([each.get(name, "") for each in elements] for name in ("for", "proto", "host")))


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


class Door:
    """Before everything else: puts the visitor's own address, scheme and host into the place of the proxy's."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._proxies = Proxies(settings.proxies)
        self._rfc = settings.proxy_header == "forwarded"
        self._homes = homes_of(settings)
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope  # types of scopes forbid what is done here
        peer = asked["client"][0] if asked.get("client") else ""
        scheme = ""
        if peer in self._proxies:
            scheme = self._believe(asked)
        elif not self._warned and _header(asked, b"x-forwarded-for"):
            self._warned = True
            logger.warning(
                "%s names visitors as a proxy does, and is not believed: if it is your proxy, set --proxies %s",
                peer,
                peer,
            )
        home = self._homes.get(name_of(_header(asked, b"host")), "")
        scheme = scheme or home.partition(":")[0]
        if scheme:
            asked["scheme"] = scheme.replace("http", "ws") if asked["type"] == "websocket" else scheme
        await self._app(scope, receive, send)

    def _believe(self, scope: Any) -> str:
        """Put visitor and host where the proxy stood; the scheme that was told."""
        told = self._told(scope)
        visitor, hops = self._proxies.visitor(told.visitors)
        if visitor:
            scope["client"] = (visitor, 0)
        host = told.host(hops)
        asked = name_of(_header(scope, b"host"))
        if not host and self._homes and (read_address(asked) or "." not in asked):
            # The proxy asks under an address or a name of its own, and does not tell which one it was asked for.
            host = next(iter(self._homes.values())).partition("://")[2]
        if host:
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            scope["headers"] = [(b"host", host.encode("latin-1", "replace")), *others]
        return told.scheme(hops)

    def _told(self, scope: Any) -> Told:
        if self._rfc:
            return read_forwarded(_header(scope, b"forwarded"))
        names = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host")
        return Told(*(_list(_header(scope, name)) for name in names))


def _header(scope: Any, wanted: bytes) -> str:
    """All values of a header; empty when they are too long to be honest."""
    text = b", ".join(value for name, value in scope["headers"] if name == wanted).decode("latin-1")
    return text if len(text) <= LONGEST else ""


def name_of(host: str) -> str:
    """A host without its port, as names are compared.

    >>> name_of("Games.Example.:8520"), name_of("[::1]:80"), name_of("127.0.0.1")
    ('games.example', '::1', '127.0.0.1')
    """
    found = read_address(host)
    return str(found) if found else host.partition(":")[0].lower().rstrip(".")


def is_this_machine(name: str) -> bool:
    found = read_address(name)
    return name == "localhost" or (found is not None and found.is_loopback)


def homes_of(settings: Settings) -> dict[str, str]:
    """The public addresses by their hosts."""
    return {name_of(origin.partition("://")[2]): origin for origin in settings.origins}


def address_of(connection: Connection) -> str:
    """Where visitors find this site: its public address, when it has one. Nothing stands behind it, not even a slash."""
    settings: Settings = connection.scope["litestar_app"].state.settings
    host = connection.headers.get("host", "localhost")
    homes = homes_of(settings)
    home = homes.get(name_of(host)) or next(iter(homes.values()), "")
    return home or f"{SCHEMES.get(connection.scope['scheme'], 'http')}://{host}"


async def known_host(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse whoever asks for another site: somebody else's name that points here. Without a public address, at home,
    every name is fine; so is it for those who watch over the server and know its number only."""
    if handler.opt.get("unguarded"):
        return
    settings: Settings = connection.scope["litestar_app"].state.settings
    if not settings.public and not settings.hosts:
        return
    name = name_of(connection.headers.get("host", ""))
    if name not in homes_of(settings) and name not in map(name_of, settings.hosts) and not is_this_machine(name):
        where = next(iter(settings.origins), "the address that its host told you")
        raise HTTPException(f"this site answers under another address: open {where}", status_code=421)
