"""Checks of the port, the running site and the proxy before it."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import tablero
from tablero.cli.console import Refused
from tablero.cli.doctor.database import DatabaseFacts
from tablero.cli.doctor.finding import Finding, fail, ok, warn
from tablero.cli.healthcheck import ask_health, ask_site
from tablero.cli.serve import check_port
from tablero.site.settings import Settings

LOCAL_HOSTS = ("127.0.0.1", "::1", "localhost")
FORWARDED = re.compile(
    r'^tablero_forwarded_requests_total\{believed="(yes|no)",header="([a-z-]+)"\} (\S+)', re.MULTILINE
)
LIVE_PATH = "/live"
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGFibGVybyBkb2N0b3IgIQ==",  # any 16 bytes
}

Forwarded = dict[tuple[str, str], float]  # requests by header, and whether it was believed


def examine(given: Settings, facts: DatabaseFacts, seconds: float) -> Iterator[Finding]:
    """Yield what is found at the port, and behind the public address."""
    health = ask_health(given, seconds)
    if health.get("foreign"):
        todo = f"stop it, or choose another port: tablero serve --port {given.port + 1}"
        yield fail("port", f"{health['error']}", todo)
    elif "version" not in health:
        yield _free_port(given)
        yield ok("proxy", "the site does not run: start it and ask again to see what its proxy sends")
    else:
        yield ok("port", f"Tablero answers at {given.host}, port {given.port}")
        yield _site(health)
        yield from _proxy(given, facts, seconds)


def _free_port(given: Settings) -> Finding:
    try:
        check_port(given.host, given.port)
    except Refused as error:
        return fail("port", str(error), "choose a free port, or see what listens there: ss -ltnp")
    return ok("port", f"{given.port} of {given.host} is free: the site does not run now")


def _site(health: dict[str, Any]) -> Finding:
    if not health["ok"]:
        return fail("site", f"it runs and is not well: {health['error']}", "see its log: journalctl -u tablero")
    if health["version"] != tablero.__version__:
        text = f"Tablero {health['version']} runs, and {tablero.__version__} is installed"
        return warn("site", text, "restart it: systemctl restart tablero")
    how = "compiled" if health["compiled"] else "plain Python"
    return ok("site", f"it has run for {health['seconds']} s, {how}")


def _proxy(given: Settings, facts: DatabaseFacts, seconds: float) -> Iterator[Finding]:
    """What the running site has seen of its proxy, and what one more request through the public address shows."""
    before = _forwarded(given, facts, seconds)
    if before is None:
        todo = "run this on the site's machine, with its --data or --settings"
        yield warn("proxy", "the site does not tell what its proxy sends", todo)
        return
    origin = next(iter(given.origins), "")
    if not origin:
        yield _without_public_address(given, before)
        return
    health = ask_health(given, seconds, origin)
    if "version" not in health:
        text = f"{origin} does not lead to this site: {health['error'].partition(';')[0]}"
        yield warn("proxy", text, "look at DNS, firewall, certificate and the proxy's own log; from outside too")
        return
    yield websockets(given, seconds, origin)
    after = _forwarded(given, facts, seconds) or before
    yield judge_headers(given, origin, {key for key, count in after.items() if count > before.get(key, 0)})


def websockets(given: Settings, seconds: float, origin: str) -> Finding:
    """Whether a websocket opens through the public address."""
    try:
        status, _, _ = ask_site(given, LIVE_PATH, seconds, origin, HANDSHAKE)
        told = f"status {status}"
    except (OSError, http.client.HTTPException) as error:
        status, told = 0, f"{error or type(error).__name__}"
    if status == HTTPStatus.SWITCHING_PROTOCOLS:
        return ok("websockets", f"they open through {origin}")
    todo = "let the proxy pass Upgrade and Connection on, by HTTP 1.1: the page on hosting shows how"
    return fail("websockets", f"none opens through {origin} ({told}): nobody can play", todo)


def _without_public_address(given: Settings, seen: Forwarded) -> Finding:
    if _unbelieved(seen):
        todo = "set public and proxies, as the page on hosting says; the log names the proxy's address"
        return warn(
            "proxy", "requests come through a proxy that is not believed: limits count it, not its visitors", todo
        )
    if any(seen.values()):
        todo = "give this command what the site has: --settings, or --public and --proxies"
        return warn("proxy", "a proxy is there and believed, and no public address to ask it by was given here", todo)
    if given.host in LOCAL_HOSTS:
        return ok("proxy", "no public address: this site is for this machine, and no proxy was seen")
    return ok("proxy", "no public address is set: anybody who reaches this port is served, without TLS")


def judge_headers(given: Settings, origin: str, seen: set[tuple[str, str]]) -> Finding:
    """Judge the headers of a request that this program has just made through the public address."""
    if (given.proxy_header, "yes") in seen:
        return ok("proxy", f"{origin} leads here; the proxy's {given.proxy_header} arrives and is believed")
    if (given.proxy_header, "no") in seen:
        todo = 'set proxies to the address of the proxy, which the log names: proxies = ["127.0.0.1"]'
        return warn("proxy", f"the {given.proxy_header} of {origin} is not believed: limits count the proxy", todo)
    other = next((header for header, _ in seen), "")
    if other:
        return warn("proxy", f"the proxy writes {other}, not {given.proxy_header}", f'set proxy_header = "{other}"')
    todo = "let the proxy write X-Forwarded-For and -Proto: the page on hosting shows how"
    return warn("proxy", f"{origin} leads here, without a header that names the visitor", todo)


def _unbelieved(seen: Forwarded) -> bool:
    return any(count for (_, believed), count in seen.items() if believed == "no")


def _forwarded(given: Settings, facts: DatabaseFacts, seconds: float) -> Forwarded | None:
    """Return the site's own counts, None if it does not tell."""
    token = given.host_token or facts.secrets.get("host", "")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        status, body, _ = ask_site(given, "/metrics", seconds, headers=headers)
    except (OSError, http.client.HTTPException):
        return None
    if status != 200:
        return None
    return {(header, believed): float(count) for believed, header, count in FORWARDED.findall(body.decode())}
