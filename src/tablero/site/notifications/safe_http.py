"""HTTP requests to addresses that users have entered, protected against request forgery.

Such a name may lead into the host's own network or elsewhere at every lookup, and an answer may never end. So names are
resolved here, all their addresses are checked, the connection goes to a checked address only, redirects are not
followed, and time and size are limited.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Any, Literal, cast

from yarl import URL

from tablero.core.errors import BadOption

if TYPE_CHECKING:  # a tenth of what the site loads: loaded with the first request, not with the site
    import aiohttp
    from aiohttp.abc import AbstractResolver, ResolveResult

LONGEST_ADDRESS = 1000
LONGEST_ANSWER = 4096  # bytes of an answer that are read
CALL_TIMEOUT = 10.0  # seconds for the whole request
CONNECT_TIMEOUT = 5.0
AT_ONCE = 20  # connections
NAT64 = IPv6Network("64:ff9b::/96")
# Networks that older lists of private ones lack, and a public address of a provider's metadata service.
ALSO_PRIVATE = tuple(
    map(
        ip_network,
        ("192.0.0.0/24", "168.63.129.16/32", "100::/64", "64:ff9b:1::/48", "2001::/23", "3fff::/20", "5f00::/16"),
    )
)


Failure = Literal["private", "no_name", "silent", "slow", "insecure", "unreadable"]


class PrivateAddress(OSError):
    """The address belongs to a private network."""


class CallFailed(Exception):
    """The request got no answer: the name leads into a private network or nowhere, the server is silent or slow, the
    connection is not secure, or the answer is unreadable."""

    def __init__(self, why: Failure) -> None:
        super().__init__(why)
        self.why: Failure = why


@dataclass(frozen=True)
class Answer:
    status: int
    text: str

    @property
    def fine(self) -> bool:
        return 200 <= self.status < 300


def is_public(text: str) -> bool:
    """Whether an IP address is public, also when it is wrapped into another one.

    >>> [is_public(text) for text in ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c")]
    [True, True]
    >>> [is_public(text) for text in ("10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1")]
    [False, False, False, False, False]
    >>> is_public("2002:7f00:1::")
    False
    """
    found: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in NAT64 or int(found) >> 32 == 0:  # the last: an old way to write IPv4
            inner = IPv4Address(int(found) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(str(inner))
        if found.is_site_local:
            return False
    special = found.is_multicast or found.is_reserved or any(found in network for network in ALSO_PRIVATE)
    return found.is_global and not special


class PublicOnlyResolver:
    """Resolves names and refuses those with any private address; what aiohttp calls an AbstractResolver."""

    def __init__(self, private: bool) -> None:
        self._private = private

    async def resolve(self, host: str, port: int = 0, family: int = socket.AF_UNSPEC) -> list[ResolveResult]:
        found = await self.look_up(host, port)
        if not self._private and not all(is_public(number) for number in found):
            raise PrivateAddress
        return [
            {
                "hostname": host,
                "host": number,
                "port": port,
                "proto": 0,
                "flags": socket.AI_NUMERICHOST,
                "family": socket.AF_INET6 if ":" in number else socket.AF_INET,
            }
            for number in found
        ]

    async def look_up(self, host: str, port: int) -> list[str]:
        """Return the IP addresses of a name."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return [str(address[0]) for *_, address in found]

    async def close(self) -> None:
        pass


class SafeHttpClient:
    """Client for addresses entered by users. `private`: the host trusts all users, private addresses are allowed."""

    def __init__(self, private: bool = False, resolver: PublicOnlyResolver | None = None) -> None:
        self._private = private
        self._resolver = resolver or PublicOnlyResolver(private)
        self._client: aiohttp.ClientSession | None = None
        self._room = asyncio.Semaphore(AT_ONCE)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()

    def parse(self, text: str) -> URL:
        """Return a valid address. Raise BadOption with the reason if it may not be called."""
        if len(text) > LONGEST_ADDRESS or not text.isprintable() or " " in text:
            raise BadOption("this is not the address of a page: copy it again")
        try:
            url = URL(text)
            port, host = url.port, (url.raw_host or "").rstrip(".")
        except ValueError:
            raise BadOption("this is not the address of a page: copy it again") from None
        if url.scheme != "https" and not (self._private and url.scheme == "http"):
            raise BadOption("the address must begin with https://")
        if not host or url.user or url.password:
            raise BadOption("this is not the address of a page: copy it again")
        if not self._private:
            if port is None or (port != 443 and port < 1024):
                raise BadOption("nothing is sent to this port: use 443, or one from 1024 on")
            if "." not in host and ":" not in host:
                raise BadOption("this name is known in a private network only")
            try:
                fine = is_public(host)
            except ValueError:
                fine = True  # a name: it is resolved when it is called
            if not fine:
                raise BadOption("this address leads into a private network")
        return url

    async def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Send once and return the answer, whatever its status. Raise CallFailed if there is none."""
        import aiohttp

        try:
            url = self.parse(address)
        except BadOption:  # it was valid when it was entered
            raise CallFailed("private") from None
        try:
            async with (
                self._room,
                asyncio.timeout(CALL_TIMEOUT),
                self._session().post(url, data=body, headers=headers, allow_redirects=False) as response,
            ):
                text = await response.content.read(LONGEST_ANSWER)
                response.close()  # without reading the rest
                return Answer(response.status, text.decode("utf-8", "replace"))
        except TimeoutError:
            raise CallFailed("slow") from None
        except (aiohttp.ClientError, OSError, ValueError, ssl.SSLError) as error:
            raise CallFailed(_reason(error)) from None

    def _session(self) -> aiohttp.ClientSession:
        import aiohttp

        if self._client is None:
            connector = aiohttp.TCPConnector(
                resolver=cast("AbstractResolver", self._resolver),
                use_dns_cache=False,
                force_close=True,
                limit=AT_ONCE,
                socket_factory=self._socket,
            )
            self._client = aiohttp.ClientSession(
                connector=connector,
                trust_env=False,
                auto_decompress=False,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=aiohttp.ClientTimeout(total=CALL_TIMEOUT, sock_connect=CONNECT_TIMEOUT),
                headers={"User-Agent": "Tablero"},
            )
        return self._client

    def _socket(self, where: Any) -> socket.socket:
        """Create the socket; last check that the address is not private."""
        family, kind, proto, _, address = where
        if not self._private and not is_public(str(address[0])):
            raise PrivateAddress
        return socket.socket(family, kind, proto)


def _reason(error: Exception) -> Failure:
    """Return the reason without IP addresses, which users must not learn."""
    import aiohttp

    if isinstance(error, aiohttp.ClientConnectorError) and isinstance(error.os_error, PrivateAddress):
        return "private"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return "no_name"
    if isinstance(error, aiohttp.ClientSSLError):
        return "insecure"
    return "silent" if isinstance(error, OSError) else "unreadable"
