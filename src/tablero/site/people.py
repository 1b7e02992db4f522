"""People: guests with a name, known by a signed cookie; programs, known by the token of a seat."""

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

from tablero.store import House
from tablero.store.tokens import Tokens, older_tokens
from tablero.table import Table

COOKIE = "tablero"
TWO_YEARS = 2 * 365 * 24 * 3600
LONGEST_NAME = 40
TAMPERED = "Your name tag could not be read, so you are a new guest now. Your old seats need the old browser cookie."

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(frozen=True)
class Guest:
    """Somebody at the door. `table`, `seat` and `token` are set when a seat's token was shown."""

    id: str
    name: str = ""
    table: str = ""
    seat: int = -1
    token: str = ""  # the id of that token
    fresh: bool = False  # the cookie has to be sent
    notice: str = ""  # a sentence to show once

    def seat_at(self, table: Table) -> int | None:
        """The seat that this guest plays at a table; with a token that one only, as long as its owner holds it."""
        seat = table.seat_of(self.id)
        return seat if not self.table or (self.table, self.seat) == (table.id, seat) else None


def tidy_name(name: str) -> str:
    """A name as it may be shown: one line, no control characters, not too long.

    >>> tidy_name("  Anna\\tof   the\\nhill ")
    'Anna of the hill'
    """
    words = "".join(c if c.isprintable() else " " for c in name).split()
    return " ".join(words)[:LONGEST_NAME].strip()


class Seal:
    """Signs what people carry, so that nobody can make it up."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def sign(self, purpose: str, content: dict[str, Any]) -> str:
        body = base64.urlsafe_b64encode(json.dumps(content, separators=(",", ":")).encode()).decode().rstrip("=")
        return f"{body}.{self._mark(purpose, body)}"

    def read(self, purpose: str, text: str) -> dict[str, Any] | None:
        """What was signed for this purpose; None when it was not, or was changed."""
        body, _, mark = text.partition(".")
        if not hmac.compare_digest(self._mark(purpose, body).encode(), mark.encode()):
            return None
        content: dict[str, Any] = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return content

    def _mark(self, purpose: str, body: str) -> str:
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


def rename(connection: Connection, name: str, table: str = "") -> Guest:
    """Give the guest a name; the answer brings the new cookie."""
    guest = guest_of(connection, table)
    tidy = tidy_name(name)
    if tidy and tidy != guest.name:
        guest = replace(guest, name=tidy, fresh=True)
        connection.scope["state"]["guest"] = guest
    return guest


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


async def token_counts(connection: Connection, _: BaseRouteHandler) -> None:
    """Refuse a request with a revoked token. A websocket is opened first: only then can it be told why not."""
    if connection.scope["type"] == ScopeType.HTTP:
        await check_token(connection)


async def check_token(connection: Connection) -> None:
    """Refuse a token that its owner has revoked. What was never a token is refused where a guest is asked for."""
    content = _seal(connection.scope).read("seat", _shown(connection))
    if content is not None and not await _tokens(connection.scope).counts(_token_of(content)):
        raise NotAuthorizedException("this token has been revoked: whoever owns the seat can get a new one")


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
        content = seal.read("seat", _shown(connection))
        if content is None:
            raise NotAuthorizedException("this token opens no seat: open or join a table to get one")
        return Guest(content["id"], content["name"], content["table"], content["seat"], _token_of(content))
    cookie = connection.cookies.get(COOKIE)
    content = seal.read("guest", cookie) if cookie else None
    if content is None:
        return Guest(secrets.token_urlsafe(16), fresh=True, notice=TAMPERED if cookie else "")
    return Guest(content["id"], content["name"])


async def send_cookie(message: Message, scope: Scope) -> None:
    """Bring the cookie along with the answer when the guest is new or has a new name."""
    if message["type"] != "http.response.start":
        return
    guest: Guest | None = scope["state"].get("guest")
    if guest is None or not guest.fresh or guest.table:
        return
    value = _seal(scope).sign("guest", {"id": guest.id, "name": guest.name})
    secure = "; Secure" if scope.get("scheme") == "https" else ""
    MutableScopeHeaders.from_message(message).add(
        "set-cookie", f"{COOKIE}={value}; Path=/; Max-Age={TWO_YEARS}; HttpOnly; SameSite=Lax{secure}"
    )
