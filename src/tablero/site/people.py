"""People: guests with a name, known by a signed cookie; those with an account, whose cookie names a device too; programs,
known by the token of a seat."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, replace
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from tablero.people.errors import NameTaken
from tablero.people.names import tidy_name
from tablero.store import House
from tablero.store.accounts import Account
from tablero.store.keys import Key
from tablero.store.tokens import Tokens, older_tokens
from tablero.table import Table

COOKIE = "tablero"
TWO_YEARS = 2 * 365 * 24 * 3600
TAMPERED = "Your name tag could not be read, so you are a new guest now. Your old seats need the old browser cookie."

SIGNED_OUT = "You were signed out on this device. Sign in again to find your games."

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class Guest:
    """Somebody at the door. `device` and `account` are set when they are signed in; `table`, `seat` and `token` when a seat's
    token was shown."""

    id: str
    name: str = ""
    table: str = ""
    seat: int = -1
    token: str = ""  # the id of that token
    fresh: bool = False  # the cookie has to be sent
    notice: str = ""  # a sentence that the next page shows, once
    device: str = ""
    account: Account | None = None
    scopes: frozenset[str] | None = None  # what the key of a program opens; None: a person

    def seat_at(self, table: Table) -> int | None:
        """The seat that this guest plays at a table; with a token that one only, as long as its owner holds it."""
        if not self.table:
            return table.seat_of(self.id)
        return self.seat if table.id == self.table and self.seat in table.seats_of(self.id) else None


class Seal:
    """Signs what people carry, so that nobody can make it up."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def sign(self, purpose: str, content: dict[str, Any]) -> str:
        body = base64.urlsafe_b64encode(json.dumps(content, separators=(",", ":")).encode()).decode().rstrip("=")
        return f"{body}.{self.mark(purpose, body)}"

    def read(self, purpose: str, text: str) -> dict[str, Any] | None:
        """What was signed for this purpose; None when it was not, or was changed."""
        body, _, mark = text.partition(".")
        if not hmac.compare_digest(self.mark(purpose, body).encode(), mark.encode()):
            return None
        content: dict[str, Any] = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return content

    def mark(self, purpose: str, body: str) -> str:
        """What only this house can make of a text."""
        return hmac.new(self._key, f"{purpose}:{body}".encode(), hashlib.sha256).hexdigest()


def guest_of(connection: Connection, table: str = "") -> Guest:
    """Who is there. Somebody without a readable cookie becomes a new guest, and the answer brings the cookie.

    A seat's token is good for its own table and nothing else: whoever asks about a table names it here, and everything
    that concerns no table, or another one, is refused to the token.
    """
    guest = anybody(connection)
    if guest.table and guest.table != table:
        raise PermissionDeniedException(
            "this token is for one seat at its own table: here, come without it or with the token for this table"
        )
    connection.scope["state"]["guest"] = guest
    return guest


def anybody(connection: Connection) -> Guest:
    """Who is there, with a cookie or with whatever token: for what concerns the token itself."""
    known: Guest | None = connection.scope["state"].get("guest")
    return _read_guest(connection) if known is None else known


async def rename(connection: Connection, name: str, table: str = "") -> Guest:
    """Give the guest a name; the answer brings the new cookie. An account has the name it has, and nobody else takes it."""
    guest = guest_of(connection, table)
    tidy = tidy_name(name)
    if tidy and tidy != guest.name and guest.account is None:
        house: House = connection.scope["litestar_app"].state.house
        if await house.accounts.named(tidy) is not None:
            raise NameTaken("somebody with an account is called “{name}”: choose another name, or sign in", name=tidy)
        guest = replace(guest, name=tidy, fresh=True)
        connection.scope["state"]["guest"] = guest
    return guest


def arrive(connection: Connection, guest: Guest) -> None:
    """Somebody is somebody else from now on: the answer brings the cookie."""
    connection.scope["state"]["guest"] = replace(guest, fresh=True)
    connection.scope["state"]["account"] = guest.account


def notice_for(connection: Connection) -> str:
    """What a page has to say to whoever is there, once. What a program of the page was answered meanwhile does not count: the
    cookie keeps that somebody was signed out until a page has said so."""
    guest: Guest | None = connection.scope["state"].get("guest")
    if guest is None or not guest.notice:
        return ""
    connection.scope["state"]["guest"] = replace(guest, notice="", fresh=True)
    return guest.notice


def new_guest() -> Guest:
    return Guest(secrets.token_urlsafe(16), fresh=True)


def account_of(connection: Connection) -> Account | None:
    """The account that is signed in here, if any; asks for nothing and brings no cookie."""
    found: Account | None = connection.scope["state"].get("account")
    return found


async def seat_token(connection: Connection, table: str, seat: int, guest: Guest) -> str:
    """What a program shows to play a seat: `Authorization: Bearer ...`. Who came with one keeps it."""
    if guest.token:
        return _shown(connection)
    token = await _tokens(connection.scope).give(guest.id, table, seat)
    content = {"id": guest.id, "name": guest.name, "table": table, "seat": seat, "token": token}
    return _seal(connection.scope).sign("seat", content)


def _shown(connection: Connection) -> str:
    """The token in the request, empty when there is none."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def know_account(connection: Connection, handler: BaseRouteHandler) -> None:
    """Look up whose device this is, and what is announced to everybody. A seat's token comes without its owner."""
    house: House = connection.scope["litestar_app"].state.house
    await house.announcements.look()
    if "authorization" in connection.headers:
        return await _know_key(connection, handler)
    content = _carried(connection)
    if content and content.get("device"):
        connection.scope["state"]["account"] = await house.devices.account(content["device"])


async def _know_key(connection: Connection, handler: BaseRouteHandler) -> None:
    """Whose key a program shows, and whether it opens what is asked for: to look, or what the way names as its `scope`. What
    is for a `person` alone is refused to every key."""
    content = _seal(connection.scope).read("key", _shown(connection))
    if content is None:
        return  # a seat's token, or nothing that was ever given out: that is said where a guest is asked for
    house: House = connection.scope["litestar_app"].state.house
    key = await house.keys.counts(str(content["key"]))
    account = await house.accounts.of(key.person) if key is not None else None
    if key is None or account is None:
        raise NotAuthorizedException("this key has been revoked: whoever owns the account can make a new one")
    looks = connection.scope.get("method", "CONNECT") in ("GET", "HEAD")
    needed = "" if handler.opt.get("person") else "read" if looks else handler.opt.get("scope", "")
    if needed not in key.scopes:
        raise PermissionDeniedException(
            f"this key does not open that: it has {', '.join(key.scopes)}" + (f", and {needed} is needed" if needed else "")
        )
    connection.scope["state"]["account"] = account
    connection.scope["state"]["scopes"] = frozenset(key.scopes)


def signed_key(connection: Connection, key: Key) -> str:
    """What a program shows: `Authorization: Bearer ...`."""
    return _seal(connection.scope).sign("key", {"key": key.id})


def _carried(connection: Connection) -> dict[str, Any] | None:
    """What the visitor's cookie says, if the house has written it."""
    cookie = connection.cookies.get(COOKIE)
    return _seal(connection.scope).read("guest", cookie) if cookie else None


async def token_counts(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse a request with a revoked token. A websocket is opened first: only then can it be told why not."""
    if connection.scope["type"] == ScopeType.HTTP:
        await check_token(connection)


async def check_token(connection: Connection) -> None:
    """Refuse a token that its owner has revoked. What was never a token is refused where a guest is asked for."""
    content = _seal(connection.scope).read("seat", _shown(connection))
    if content is None:
        return
    owner = await _tokens(connection.scope).owner(_token_of(content))
    if owner is None:
        raise NotAuthorizedException("this token has been revoked: whoever owns the seat can get a new one")
    connection.scope["state"]["owner"] = owner  # a guest's tokens go with the guest into an account


def _token_of(content: dict[str, Any]) -> str:
    """The id of a token; those of version 0.1 carry none."""
    return str(content.get("token") or older_tokens(content["id"]))


def _tokens(scope: Scope) -> Tokens:
    house: House = scope["litestar_app"].state.house
    return house.tokens


def _seal(scope: Scope) -> Seal:
    seal: Seal = scope["litestar_app"].state.seal
    return seal


def _read_guest(connection: Connection) -> Guest:
    seal = _seal(connection.scope)
    if connection.headers.get("authorization", "").lower().partition(" ")[0] == "bearer":
        scopes, account = connection.scope["state"].get("scopes"), account_of(connection)
        if scopes is not None and account is not None:
            return Guest(account.person, account.name, account=account, scopes=scopes)
        content = seal.read("seat", _shown(connection))
        if content is None:
            raise NotAuthorizedException("this token opens no seat: open or join a table to get one")
        owner = connection.scope["state"].get("owner", content["id"])
        return Guest(owner, content["name"], content["table"], content["seat"], _token_of(content))
    content = _carried(connection)
    if content is None:
        return replace(new_guest(), notice=TAMPERED if connection.cookies.get(COOKIE) else "")
    if not content.get("device"):
        return Guest(content["id"], content["name"], notice=SIGNED_OUT if content.get("out") else "")
    account = account_of(connection)
    if account is None:
        return replace(new_guest(), notice=SIGNED_OUT)
    return Guest(account.person, account.name, device=content["device"], account=account)


async def send_cookie(message: Message, scope: Scope) -> None:
    """Bring the cookie along with the answer when somebody is new, has a new name, or has signed in or out."""
    if message["type"] != "http.response.start":
        return
    guest: Guest | None = scope["state"].get("guest")
    if guest is None or not guest.fresh or guest.table:
        return
    # An account's own id stays in the house: a cookie without its device is worth nothing.
    content: dict[str, Any] = {"device": guest.device} if guest.device else {"id": guest.id, "name": guest.name}
    if guest.notice == SIGNED_OUT:
        content["out"] = True
    value = _seal(scope).sign("guest", content)
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    MutableScopeHeaders.from_message(message).add(
        "set-cookie", f"{COOKIE}={value}; Path=/; Max-Age={TWO_YEARS}; HttpOnly; SameSite=Lax{secure}"
    )
