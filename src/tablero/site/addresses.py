"""Addresses: who counts as one visitor, and which peers are proxies whose word is believed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

EVERYBODY = "*"
HOME = 64  # bits; a household has so many IPv6 addresses that one of them means nothing


@lru_cache(4096)
def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """An address as proxies write it, with or without a port; None when it is none.

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
def counted_as(text: str) -> str:
    """Under which name an address is counted.

    >>> counted_as("192.0.2.7"), counted_as("::ffff:192.0.2.7"), counted_as("2001:db8::1:2:3:4"), counted_as("testclient")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64', 'testclient')
    """
    found = read_address(text)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found) >> HOME << HOME, HOME)))
    return str(found or text)


class Proxies:
    """The peers whose word on their visitors is believed."""

    def __init__(self, told: Iterable[str]) -> None:
        self._everybody = EVERYBODY in told
        self._networks = tuple(ip_network(each) for each in told if each != EVERYBODY)

    def __contains__(self, text: str) -> bool:
        if self._everybody:
            return True
        found = read_address(text)
        return found is not None and any(found in network for network in self._networks)

    def visitor(self, told: list[str]) -> tuple[str, int]:
        """The visitor among the addresses that proxies told, the nearest last, and how many hops away it is. Whatever
        stands before the first address that is no proxy's was written by the visitor, and means nothing."""
        best, hops = "", 0
        for away, text in enumerate(reversed(told), 1):
            found = read_address(text)
            if found is None:
                break
            best, hops = str(found), away
            if best not in self:
                break
        return best, hops
