"""For those who watch over the server: is it well (/health), and its figures for Prometheus (/metrics)."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import logging
import time
from typing import Any

from litestar import HttpMethod, Litestar, Request, Response, get, route

import tablero
from tablero import figures
from tablero.plain import is_compiled
from tablero.site.answers import RETRY_AFTER
from tablero.site.people import Seal
from tablero.store import House, StoreBusy, StoreError

Visit = Request[Any, Any, Any]

LONGEST_CHECK = 5.0  # seconds; a database that takes longer is not well
FRESH = 1.0  # seconds for which an answer is good: asking more often costs nothing
COOKIE = "tablero-host"
MONTH = 30 * 24 * 3600
FOR_THE_HOST = b"The figures are for the host: ask from the same machine, or show the host's token (tablero token).\n"
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


logger = logging.getLogger("tablero.site")


class Health:
    """Whether the database answers, asked once a second at most."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._asking = asyncio.Lock()
        self._known = ""
        self._when = float("-inf")

    async def trouble(self) -> str:
        """What is wrong; empty when all is well."""
        async with self._asking:
            if time.monotonic() - self._when >= FRESH:
                self._known = await self._ask()
                self._when = time.monotonic()
            return self._known

    async def _ask(self) -> str:
        try:
            async with asyncio.timeout(LONGEST_CHECK):
                await self._house.check()
        except TimeoutError:
            return str(StoreBusy("the database has no time; nothing was changed: try again in a moment"))
        except StoreError as error:
            return str(error)
        return ""


@route("/health", http_method=[HttpMethod.GET, HttpMethod.HEAD], opt={"unguarded": True}, status_code=200)
async def health(request: Visit) -> Response[Any]:
    """Whether a player could play now."""
    state = request.app.state
    trouble = await state.health.trouble()
    body: dict[str, object] = {
        "ok": not trouble, "version": tablero.__version__, "compiled": is_compiled(), "database": state.house.kind,
        "seconds": round(time.monotonic() - state.since),
    }  # fmt: skip
    headers = {"Cache-Control": "no-store"}
    if trouble:
        body["error"] = trouble
        headers["Retry-After"] = str(RETRY_AFTER)
    return Response(body, media_type="application/json", status_code=503 if trouble else 200, headers=headers)


@get("/metrics")
async def metrics(request: Visit) -> Response[Any]:
    """The figures, for this machine and for whoever shows the host's token."""
    if not is_near(request) and not await is_host(request):
        return Response(FOR_THE_HOST, media_type="text/plain", status_code=403)
    counted = await counted_by_database(request.app)
    return Response(figures.metrics(counted), media_type="text/plain; version=0.0.4")


async def counted_by_database(app: Litestar) -> figures.Counted | None:
    """None while the database is away: the other figures are wanted all the more then."""
    try:
        async with asyncio.timeout(LONGEST_CHECK):
            return figures.Counted(await app.state.house.count(), await app.state.bots.waiting())
    except Exception as error:  # of the house's driver or of the queue's
        logger.error("tables and decisions are not counted: %s", error or type(error).__name__)
        return None


def is_near(request: Visit) -> bool:
    """Whether the visitor is on this machine. Who was let through by a proxy here is not."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


# ---------------------------------------------------------------- the host


async def host_token(app: Litestar) -> str:
    """The token from the settings, or else the house's own: as it is now, because `tablero token --new` changes it; the
    last one known while the database is away."""
    if app.state.settings.host_token:
        return str(app.state.settings.host_token)
    house: House = app.state.house
    try:
        app.state.host_token = await house.secrets.of("host")
    except StoreError:
        if "host_token" not in app.state:
            raise
    return str(app.state.host_token)


async def is_host(request: Visit) -> bool:
    """Whether the visitor holds the host's token, in the head of the request or in the cookie that it was changed for."""
    kind, _, shown = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return is_token(shown, await host_token(request.app))
    cookie = request.cookies.get(COOKIE)
    seal: Seal = request.app.state.seal
    content = seal.read("host", cookie) if cookie else None
    if content is None or content["until"] < time.time():
        return False
    return bool(content["of"] == _fingerprint(await host_token(request.app)))


def is_token(shown: str, token: str) -> bool:
    return hmac.compare_digest(shown.strip().encode(), token.encode())


def pass_for(seal: Seal, token: str) -> str:
    """What a browser keeps instead of the token: good for a month, and no longer than the token."""
    return seal.sign("host", {"of": _fingerprint(token), "until": time.time() + MONTH})


def _fingerprint(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:16]
