"""Tokens of seats, for their owner: a list, and a way to revoke each; as JSON and as a page."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, ClassVar

import msgspec
from litestar import Controller, Response, WebSocket, delete, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath
from litestar.response import Redirect

from tablero.games import NAMES
from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS
from tablero.site.language import Tongue, tongue_of
from tablero.site.lists import ago, line_of
from tablero.site.pages import Visit, house_of, page
from tablero.site.people import Guest, anybody, guest_of
from tablero.store import House, StoreError
from tablero.store.tokens import LIFE, Token


class TokenCard(msgspec.Struct):
    """A token that counts. `seat` is null for a host who only looks on, `table` for all tokens from before version 0.2
    together; `used` is the time of the last use, about to the hour."""

    id: str
    table: str | None
    seat: int | None
    made: float
    used: float | None


async def tokens_of(house: House, guest: Guest) -> list[Token]:
    """The tokens that a guest may list: all their own; with a token that one only."""
    return [token for token in await house.tokens.of(guest.id) if guest.token in ("", token.id)]


class TokenApi(Controller):
    path = "/api/tokens"
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/", responses=PROBLEMS, summary="The tokens of your seats; with a token, that one")
    async def list_tokens(self, request: Visit) -> list[TokenCard]:
        return [
            TokenCard(t.id, t.table or None, t.seat if t.seat >= 0 else None, t.made, t.used)
            for t in await tokens_of(house_of(request), anybody(request))
        ]

    @delete("/{id:str}", responses=PROBLEMS, summary="Revoke a token: your own, or the one you show")
    async def revoke(self, request: Visit, id: FromPath[str]) -> None:
        guest = anybody(request)
        if guest.token not in ("", id):
            raise PermissionDeniedException("a token can revoke itself only: come without it to revoke another")
        await revoke_token(house_of(request), id, guest)


async def revoke_token(house: House, id: str, guest: Guest) -> None:
    # Asked for by name only when it is one of theirs: nothing odd is put to the database.
    if id not in [token.id for token in await tokens_of(house, guest)]:
        raise NotFoundException("you have no such token")
    await house.tokens.revoke(id, guest.id)


@asynccontextmanager
async def cut_when_revoked(socket: WebSocket[Any, Any, Any], guest: Guest) -> AsyncIterator[None]:
    """Close a websocket within seconds when the program's token is revoked, or the device is signed out."""
    house: House = socket.app.state.house

    async def counts() -> bool:
        return await house.tokens.counts(guest.token) if guest.token else await house.devices.account(guest.device) is not None

    async def watch() -> None:
        known = True
        while known:
            await asyncio.sleep(LIFE)
            with suppress(StoreError):  # nobody knows now: ask again
                known = await counts()
        reason = "this token has been revoked" if guest.token else "you have been signed out on this device"
        await socket.close(code=4401, reason=reason)

    watching = asyncio.create_task(watch()) if guest.token or guest.device else None
    try:
        yield
    finally:
        if watching is not None:
            watching.cancel()


@get("/tokens")
async def token_page(request: Visit) -> Response[str]:
    return await programs_page(request)


async def programs_page(request: Visit, made: str = "", wrong: str = "", status: int = 200) -> Response[str]:
    """The keys of an account and the tokens of seats: everything that programs hold of somebody."""
    guest, tongue, house = guest_of(request), tongue_of(request), house_of(request)
    lines = await _lines(house, guest, await tokens_of(house, guest), tongue)
    keys = [
        {
            "id": key.id, "label": key.label, "scopes": key.scopes, "made": ago(house.now() - key.made, tongue),
            "used": "" if key.used is None else ago(house.now() - key.used, tongue),
        }
        for key in (await house.keys.of(guest.id) if guest.account else [])
    ]  # fmt: skip
    return page(
        "tokens.jinja", request, status, lines=lines, keys=keys, made=made, wrong=wrong, account=guest.account is not None
    )


async def _lines(house: House, guest: Guest, tokens: list[Token], tongue: Tongue) -> list[dict[str, Any]]:
    """What the page says about each token."""
    known = {summary.id: summary for summary in await house.tables_of(guest.id) if summary.game in NAMES}
    return [
        {
            "token": token,
            "table": line_of(known[token.table], guest.id, tongue) if token.table in known else None,
            "made": ago(time.time() - token.made, tongue),
            "used": "" if token.used is None else ago(time.time() - token.used, tongue),
        }
        for token in tokens
    ]


@post("/tokens/{id:str}/revoke")
async def revoke_here(request: Visit, id: FromPath[str]) -> Redirect:
    with suppress(NotFoundException):  # it is gone, as was asked
        await revoke_token(house_of(request), id, guest_of(request))
    return Redirect("/tokens", status_code=303)


HANDLERS = (token_page, revoke_here)
