"""Health check (/health), metrics for Prometheus (/metrics) and the host's token."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import logging
import time
from typing import Any

from litestar import HttpMethod, Response, get, route
from litestar.exceptions import TooManyRequestsException

import tablero
from tablero import metrics
from tablero.plain import is_compiled
from tablero.site.bots.scheduler import BotScheduler
from tablero.site.web.errors import RETRY_AFTER
from tablero.site.web.identity import Signer, secure_name
from tablero.site.web.page import HtmlRequest
from tablero.site.web.proxy import host_name, is_this_machine
from tablero.site.web.rate_limit import RateLimit, visitor_key
from tablero.site.web.services import services_of
from tablero.store import Store, StoreBusy, StoreError
from tablero.store.database.secrets import Secrets

LONGEST_CHECK = 5.0  # seconds; a database that takes longer is not well
FRESH_SECONDS = 1.0  # seconds for which an answer is good: asking more often costs nothing
HOST_COOKIE = "tablero-host"
MONTH_SECONDS = 30 * 24 * 3600
WRONG_AT_ONCE, WRONG_PER_SECOND = 10, 1 / 60  # wrong tokens of one address
FOR_THE_HOST = (
    b"The figures are for the host: show the host's token (tablero token), or ask from the site's machine where "
    b"`proxies` does not name it.\n"
)
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


logger = logging.getLogger("tablero.site")


class Health:
    """Check the database, at most once a second, and read its counts."""

    def __init__(self, store: Store, bots: BotScheduler) -> None:
        self._store = store
        self._bots = bots
        self._asking = asyncio.Lock()
        self._known = ""
        self._when = float("-inf")

    async def trouble(self) -> str:
        """Return what is wrong, empty if all is well."""
        async with self._asking:
            if time.monotonic() - self._when >= FRESH_SECONDS:
                self._known = await self._ask()
                self._when = time.monotonic()
            return self._known

    async def _ask(self) -> str:
        try:
            async with asyncio.timeout(LONGEST_CHECK):
                await self._store.check()
        except TimeoutError:
            return str(StoreBusy("the database has no time; nothing was changed: try again in a moment"))
        except StoreError as error:
            return str(error)
        return ""

    async def counted(self) -> metrics.DatabaseCounts | None:
        """Return the counts of the database, None if it does not answer."""
        try:
            async with asyncio.timeout(LONGEST_CHECK):
                return metrics.DatabaseCounts(await self._store.count(), await self._bots.waiting())
        except Exception as error:  # of the store's or the queue's driver
            logger.error("tables and decisions are not counted: %s", error or type(error).__name__)
            return None


@route("/health", http_method=[HttpMethod.GET, HttpMethod.HEAD], opt={"unguarded": True}, status_code=200)
async def health(request: HtmlRequest) -> Response[Any]:
    """Whether the site can serve players now."""
    services = services_of(request)
    trouble = await services.health.trouble()
    body: dict[str, object] = {
        "ok": not trouble,
        "version": tablero.__version__,
        "compiled": is_compiled(),
        "database": services.store.kind,
        "seconds": round(time.monotonic() - services.started_at),
    }
    headers = {"Cache-Control": "no-store"}
    if trouble:
        body["error"] = trouble
        headers["Retry-After"] = str(RETRY_AFTER)
    return Response(body, media_type="application/json", status_code=503 if trouble else 200, headers=headers)


@get("/metrics")
async def metrics_text(request: HtmlRequest) -> Response[Any]:
    """The metrics, for this machine and for clients with the host's token."""
    if not is_local(request) and not await is_host(request):
        return Response(FOR_THE_HOST, media_type="text/plain", status_code=403)
    counted = await services_of(request).health.counted()
    return Response(metrics.exposition(counted), media_type="text/plain; version=0.0.4")


def is_local(request: HtmlRequest) -> bool:
    """Return whether the client is on this machine, and no proxy is in between; a page of another site that leads its
    own name here is none of this machine's."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    if not is_this_machine(host_name(request.headers.get("host", ""))):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


# ---------------------------------------------------------------- the host


class HostToken:
    """The host's token: the one from the settings, or else the one in the database."""

    def __init__(self, chosen: str, secrets: Secrets) -> None:
        self._chosen = chosen
        self._secrets = secrets
        self._last = ""
        self._guesses = RateLimit(WRONG_AT_ONCE, WRONG_PER_SECOND)

    async def is_shown(self, shown: str, address: str) -> bool:
        """Return whether a text is the token. Raise TooManyRequestsException for an address that guesses."""
        if self._guesses.is_used_up(address):
            raise TooManyRequestsException(
                "too many wrong tokens came from your address: wait a minute", headers={"Retry-After": "60"}
            )
        right = is_token(shown, await self.current())
        if not right:
            self._guesses.allows(address)
            logger.warning("a wrong token of the host came from %s", address)
        return right

    async def current(self) -> str:
        """Return the current token (`tablero token --new` changes it); while the database is away, the last known."""
        if self._chosen:
            return self._chosen
        try:
            self._last = await self._secrets.of("host")
        except StoreError:
            if not self._last:
                raise
        return self._last


async def is_host(request: HtmlRequest) -> bool:
    """Return whether the request has the host's token as bearer token, or the cookie issued for it."""
    kind, _, shown = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return await services_of(request).host_token.is_shown(shown, visitor_key(request))
    cookie = request.cookies.get(secure_name(HOST_COOKIE, request.scope))
    content = services_of(request).signer.read("host", cookie) if cookie else None
    if content is None or content["until"] < time.time():
        return False
    return bool(content["of"] == _fingerprint(await services_of(request).host_token.current()))


def is_token(shown: str, token: str) -> bool:
    return hmac.compare_digest(shown.strip().encode(), token.encode())


def host_cookie_value(signer: Signer, token: str) -> str:
    """Return the cookie issued for the token: valid for a month, and no longer than the token."""
    return signer.sign("host", {"of": _fingerprint(token), "until": time.time() + MONTH_SECONDS})


def _fingerprint(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:16]
