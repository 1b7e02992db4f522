"""Client addresses: which of them count as one visitor, and which belong to trusted proxies."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

ANY_PROXY = "*"
IPV6_PREFIX_BITS = 64  # a household has a whole network of IPv6 addresses


@lru_cache(4096)
def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address as proxies write it, with or without a port; return None if it is none.

    >>> read_address("192.0.2.7:81"), read_address("[2001:db8::1]:81"), read_address("unknown")
    (IPv4Address('192.0.2.7'), IPv6Address('2001:db8::1'), None)
    """
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


@lru_cache(4096)
def address_key(text: str) -> str:
    """Return the key under which limits count an address: IPv6 addresses by their network.

    >>> address_key("::ffff:192.0.2.7"), address_key("2001:db8::1:2:3:4"), address_key("testclient")
    ('192.0.2.7', '2001:db8::/64', 'testclient')
    """
    found = read_address(text)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found) >> IPV6_PREFIX_BITS << IPV6_PREFIX_BITS, IPV6_PREFIX_BITS)))
    return str(found or text)


class Proxies:
    """Trusted proxies, by addresses and networks."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self._any = ANY_PROXY in addresses
        self._networks = tuple(ip_network(each) for each in addresses if each != ANY_PROXY)

    def __contains__(self, text: str) -> bool:
        if self._any:
            return True
        found = read_address(text)
        return found is not None and any(found in network for network in self._networks)

    def visitor(self, forwarded: list[str]) -> tuple[str, int]:
        """Return the visitor's address and its distance in hops; `forwarded` lists the nearest address last.

        The visitor is the last address that is no proxy's: what stands before it was written by the visitor.
        """
        best, hops = "", 0
        for away, text in enumerate(reversed(forwarded), 1):
            found = read_address(text)
            if found is None:
                break
            best, hops = str(found), away
            if best not in self:
                break
        return best, hops
