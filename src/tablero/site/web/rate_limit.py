"""Rate limits: a token bucket for each address or user."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from litestar.exceptions import TooManyRequestsException
from litestar.handlers import BaseRouteHandler

from tablero.site.web.client_address import address_key
from tablero.site.web.identity import Connection
from tablero.site.web.services import services_of

MAX_KEYS = 10_000
HOUSEHOLD = 5  # people at one address


class RateLimit:
    """Allow `burst` actions at once and `per_second` after that, for each key. A burst of 0 means no limit."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Return whether one more action is allowed, and count it if it is."""
        if not self.burst:
            return True
        now = time.monotonic()
        left, since = self._left.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.per_second)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        while len(self._left) > MAX_KEYS:
            self._left.popitem(last=False)
        return allowed

    def is_used_up(self, key: str) -> bool:
        """Return whether `allows` would refuse now, without counting."""
        left, since = self._left.get(key, (self.burst, time.monotonic()))
        return bool(self.burst) and left + (time.monotonic() - since) * self.per_second < 1

    def check(self, key: str, sentence: str, retry_after: int) -> None:
        """Count one more action, or raise TooManyRequestsException; `retry_after` in seconds."""
        if not self.allows(key):
            raise TooManyRequestsException(sentence, headers={"Retry-After": str(retry_after)})


class PersonalRateLimit:
    """Allow actions for each person, and for each address as many as HOUSEHOLD people: without a cookie every request
    comes from a new guest."""

    def __init__(self, burst: float, per_second: float) -> None:
        self._people = RateLimit(burst, per_second)
        self._addresses = RateLimit(HOUSEHOLD * burst, HOUSEHOLD * per_second)

    def at(self, connection: Connection) -> Callable[[str], bool]:
        """Return what tells for a person at the address of a connection whether one more action is allowed."""
        address = visitor_key(connection)
        return lambda person: self._people.allows(person) and self._addresses.allows(address)


def visitor_key(connection: Connection) -> str:
    """Return the key under which limits count a visitor."""
    return address_key(connection.client.host) if connection.client else ""


async def limit_requests(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse an address that sends too many requests."""
    if not handler.opt.get("unguarded"):
        limit = services_of(connection).request_limit
        limit.check(visitor_key(connection), "too many requests: wait a few seconds", retry_after=2)


def check_table_limit(connection: Connection) -> None:
    """Refuse an address that opens too many tables."""
    sentence = "you have opened many tables just now: wait a minute"
    services_of(connection).table_limit.check(visitor_key(connection), sentence, retry_after=60)


def may_invite(connection: Connection) -> bool:
    """Return whether an address may try one more name; the limit is against probing which names have accounts."""
    return services_of(connection).invite_limit.allows(visitor_key(connection))


def check_invite_limit(connection: Connection) -> None:
    """Refuse an address that tries too many names, wherever an answer tells which of them are taken."""
    sentence = "you have tried many names just now: wait a minute"
    services_of(connection).invite_limit.check(visitor_key(connection), sentence, retry_after=60)
