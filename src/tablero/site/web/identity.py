"""Identity of visitors: guests by a signed cookie, accounts by the device in it, programs by a token or API key."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import secrets
from dataclasses import dataclass, replace
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from tablero.people.names import tidy_name
from tablero.site.web.client_address import address_key
from tablero.site.web.services import services_of
from tablero.store.people.accounts import Account
from tablero.store.people.api_keys import ApiKey
from tablero.store.people.seat_tokens import SeatTokens, older_tokens
from tablero.table import Table

IDENTITY_COOKIE = "tablero"
TWO_YEARS = 2 * 365 * 24 * 3600
TAMPERED_COOKIE = (
    "Your name tag could not be read, so you are a new guest now. Your old seats need the old browser cookie."
)

SIGNED_OUT = "You were signed out on this device. Sign in again to find your games."

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class Guest:
    """A visitor. `device` and `account` are set if signed in; `table`, `seat` and `token` if a seat token was sent;
    `key`, `scopes` and `account` if an API key was."""

    id: str
    name: str = ""
    table: str = ""
    seat: int = -1
    token: str = ""  # the id of that token
    fresh: bool = False  # the response has to set the cookie
    flash: str = ""  # a sentence that the next page shows once
    device: str = ""
    account: Account | None = None
    key: str = ""  # the id of an API key
    scopes: frozenset[str] | None = None  # of that key; None: a person
    known: tuple[str, ...] = ()  # badges of the accounts that have signed in with this browser

    def seat_at(self, table: Table) -> int | None:
        """Return the guest's seat at a table; with a token only the token's seat, while its owner holds it."""
        if not self.table:
            return table.seat_of(self.id)
        return self.seat if table.id == self.table and self.seat in table.seats_of(self.id) else None


class Signer:
    """Sign and verify cookies, tokens and links (HMAC-SHA256)."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def sign(self, purpose: str, content: dict[str, Any]) -> str:
        body = base64.urlsafe_b64encode(json.dumps(content, separators=(",", ":")).encode()).decode().rstrip("=")
        return f"{body}.{self.mark(purpose, body)}"

    def read(self, purpose: str, text: str) -> dict[str, Any] | None:
        """Return the content signed for this purpose; None if the signature is wrong."""
        body, _, mark = text.partition(".")
        if not hmac.compare_digest(self.mark(purpose, body).encode(), mark.encode()):
            return None
        content: dict[str, Any] = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return content

    def mark(self, purpose: str, body: str) -> str:
        """Return the signature of a text."""
        return hmac.new(self._key, f"{purpose}:{body}".encode(), hashlib.sha256).hexdigest()


def guest_of(connection: Connection, table: str = "") -> Guest:
    """Return the visitor; without a valid cookie a new guest, whose cookie the response sets.

    A seat token is valid for its own table only: handlers about a table name it here, and a token for another table
    (or any token where no table is named) raises PermissionDeniedException.
    """
    guest = guest_of_any_token(connection)
    if guest.table and guest.table != table:
        raise PermissionDeniedException(
            "this token is for one seat at its own table: here, come without it or with the token for this table"
        )
    connection.scope["state"]["guest"] = guest
    return guest


def guest_of_any_token(connection: Connection) -> Guest:
    """Return the visitor, whatever the table of the token: for handlers about the token itself."""
    known: Guest | None = connection.scope["state"].get("guest")
    return _read_guest(connection) if known is None else known


async def rename(connection: Connection, name: str, table: str = "") -> Guest:
    """Rename a guest; the response sets the new cookie. Accounts keep their names. Raise BadName for a name that looks
    like an account's."""
    guest = guest_of(connection, table)
    tidy = tidy_name(name)
    if tidy and tidy != guest.name and guest.account is None:
        services = services_of(connection)
        key = address_key(connection.client.host) if connection.client else ""
        services.invite_limit.check(key, "you have tried many names just now: wait a minute", retry_after=60)
        await services.store.accounts.check_guest_name(tidy)
        guest = replace(guest, name=tidy, fresh=True)
        connection.scope["state"]["guest"] = guest
    return guest


def replace_guest(connection: Connection, guest: Guest) -> None:
    """Make `guest` the visitor of this connection; the response sets the cookie."""
    connection.scope["state"]["guest"] = replace(guest, fresh=True)
    connection.scope["state"]["account"] = guest.account


def pop_flash(connection: Connection) -> str:
    """Return the sentence that the next page shows once. Other responses do not consume it: the cookie keeps it."""
    guest: Guest | None = connection.scope["state"].get("guest")
    if guest is None or not guest.flash:
        return ""
    connection.scope["state"]["guest"] = replace(guest, flash="", fresh=True)
    return guest.flash


def new_guest() -> Guest:
    return Guest(secrets.token_urlsafe(16), fresh=True)


def account_of(connection: Connection) -> Account | None:
    """Return the signed-in account, if any, without creating a guest or a cookie."""
    found: Account | None = connection.scope["state"].get("account")
    return found


async def seat_token(connection: Connection, table: str, seat: int, guest: Guest) -> str:
    """Return the bearer token with which a program plays a seat; a client that sent one keeps it."""
    if guest.token:
        return _shown(connection)
    token = await _tokens(connection.scope).issue(guest.id, table, seat)
    # Whose it is says the database: ids of people are secret.
    content = {"name": guest.name, "table": table, "seat": seat, "token": token}
    return _signer(connection.scope).sign("seat", content)


def _is_program(connection: Connection) -> bool:
    """Return whether the request carries a bearer token. Other kinds of authorization are a proxy's, not ours."""
    return connection.headers.get("authorization", "").partition(" ")[0].lower() == "bearer"


def _shown(connection: Connection) -> str:
    """Return the bearer token of the request, empty if there is none."""
    return connection.headers["authorization"].partition(" ")[2].strip() if _is_program(connection) else ""


async def load_account(connection: Connection, handler: BaseRouteHandler) -> None:
    """Load the account of the device or API key, and the announcements. A seat token does not load its owner."""
    store = services_of(connection).store
    await store.announcements.refresh()
    if _is_program(connection):
        return await _load_api_key(connection, handler)
    content = _carried(connection)
    if content and content.get("device"):
        connection.scope["state"]["account"] = await store.devices.account(content["device"])


async def _load_api_key(connection: Connection, handler: BaseRouteHandler) -> None:
    """Load the account of an API key and check its scopes: `read` for GET, else the handler's `scope`.

    Handlers with the option `person` refuse every key.
    """
    content = _signer(connection.scope).read("key", _shown(connection))
    if content is None:
        return  # a seat token or an invalid one: `guest_of` decides
    store = services_of(connection).store
    key = await store.api_keys.find(str(content["key"]))
    account = await store.accounts.of(key.person) if key is not None else None
    if key is None or account is None:
        raise NotAuthorizedException("this key has been revoked: whoever owns the account can make a new one")
    looks = connection.scope.get("method", "CONNECT") in ("GET", "HEAD")
    needed = "" if handler.opt.get("person") else "read" if looks else handler.opt.get("scope", "")
    if needed not in key.scopes:
        raise PermissionDeniedException(
            f"this key does not open that: it has {', '.join(key.scopes)}"
            + (f", and {needed} is needed" if needed else "")
        )
    connection.scope["state"]["account"] = account
    connection.scope["state"]["key"] = key


def signed_key(connection: Connection, key: ApiKey) -> str:
    """Return the bearer token of an API key."""
    return _signer(connection.scope).sign("key", {"key": key.id})


def secure_name(name: str, scope: Scope) -> str:
    """Return the name of a cookie: by https with a prefix, so that no other host, and none without TLS, sets it."""
    return f"__Host-{name}" if scope.get("scheme") in ("https", "wss") else name


def _shown_cookie(connection: Connection) -> str:
    """Return the visitor's cookie; those of versions before 0.8 have no prefix by https either."""
    cookies = connection.cookies
    return cookies.get(secure_name(IDENTITY_COOKIE, connection.scope)) or cookies.get(IDENTITY_COOKIE, "")


def _carried(connection: Connection) -> dict[str, Any] | None:
    """Return the content of the visitor's cookie, if its signature is valid."""
    cookie = _shown_cookie(connection)
    return _signer(connection.scope).read("guest", cookie) if cookie else None


async def refuse_revoked_token(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse a request with a revoked token. A WebSocket is checked after it has opened, so that it can say why."""
    if connection.scope["type"] == ScopeType.HTTP:
        await check_token(connection)


async def check_token(connection: Connection) -> None:
    """Raise NotAuthorizedException for a revoked seat token. Invalid tokens are left to `guest_of`."""
    content = _signer(connection.scope).read("seat", _shown(connection))
    if content is None:
        return
    owner = await _tokens(connection.scope).owner(_token_of(content))
    if owner is None:
        raise NotAuthorizedException("this token has been revoked: whoever owns the seat can get a new one")
    connection.scope["state"]["owner"] = owner  # a guest's tokens go with the guest into an account


def _token_of(content: dict[str, Any]) -> str:
    """Return the id of a token; those of version 0.1 carry none."""
    return str(content.get("token") or older_tokens(content["id"]))


def _tokens(scope: Scope) -> SeatTokens:
    return services_of(scope["litestar_app"]).store.seat_tokens


def _signer(scope: Scope) -> Signer:
    return services_of(scope["litestar_app"]).signer


def _read_guest(connection: Connection) -> Guest:
    signer = _signer(connection.scope)
    if _is_program(connection):
        key, account = connection.scope["state"].get("key"), account_of(connection)
        if key is not None and account is not None:
            return Guest(account.person, account.name, account=account, key=key.id, scopes=frozenset(key.scopes))
        content = signer.read("seat", _shown(connection))
        if content is None:
            raise NotAuthorizedException("this token opens no seat: open or join a table to get one")
        owner = connection.scope["state"]["owner"]  # `check_token` has found it
        return Guest(owner, content["name"], content["table"], content["seat"], _token_of(content))
    content = _carried(connection)
    if content is None:
        return replace(new_guest(), flash=TAMPERED_COOKIE if _shown_cookie(connection) else "")
    older = secure_name(IDENTITY_COOKIE, connection.scope) not in connection.cookies  # it is sent anew under its name
    known = tuple(content.get("known", ()))
    if not content.get("device"):
        return Guest(
            content["id"], content["name"], fresh=older, flash=SIGNED_OUT if content.get("out") else "", known=known
        )
    account = account_of(connection)
    if account is None:
        return replace(new_guest(), flash=SIGNED_OUT, known=known)
    return Guest(account.person, account.name, device=content["device"], account=account, fresh=older, known=known)


async def send_cookie(message: Message, scope: Scope) -> None:
    """Set the cookie of a visitor who is new, has a new name, or has signed in or out."""
    if message["type"] != "http.response.start":
        return
    guest: Guest | None = scope["state"].get("guest")
    if guest is None or not guest.fresh or guest.table:
        return
    # An account's id never leaves the server: the cookie holds the device only.
    content: dict[str, Any] = {"device": guest.device} if guest.device else {"id": guest.id, "name": guest.name}
    if guest.flash == SIGNED_OUT:
        content["out"] = True
    if guest.known:
        content["known"] = list(guest.known)
    value = _signer(scope).sign("guest", content)
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    name = secure_name(IDENTITY_COOKIE, scope)
    MutableScopeHeaders.from_message(message).add(
        "set-cookie", f"{name}={value}; Path=/; Max-Age={TWO_YEARS}; HttpOnly; SameSite=Lax{secure}"
    )


# Searched in this order: most browsers also name others in their User-Agent.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chromium", "Chromium"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def device_label(agent: str) -> str:
    """Return browser and system of a User-Agent header, separated by a slash, or the name of a program.

    >>> device_label("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0"), device_label("my-bot/1.0 (x)")
    ('Firefox/Linux', 'my-bot')
    """
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    if browser:
        return f"{browser}/{system}"
    return re.sub(r"[^\w. -]", "", agent.partition("/")[0])[:40].strip()
