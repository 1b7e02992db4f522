"""Seat tokens of a user: list and revoke them, as JSON and as a page."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, ClassVar

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath
from litestar.response import Redirect

from tablero.games import GAME_NAMES
from tablero.people.passwords import MAX_PASSWORD_LENGTH
from tablero.site.table.list_line import table_line
from tablero.site.web.api import ApiController, api_delete, api_get
from tablero.site.web.dates import ago
from tablero.site.web.identity import Guest, guest_of, guest_of_any_token
from tablero.site.web.language import language_of
from tablero.site.web.page import HtmlRequest, page, store_of
from tablero.store import Store
from tablero.store.people.seat_tokens import Token
from tablero.ui.language import Language


class TokenCard(msgspec.Struct):
    """A token that counts. `seat` is null for a host who only looks on, `table` for all tokens from before version 0.2
    together; `used` is the time of the last use, about to the hour."""

    id: str
    table: str | None
    seat: int | None
    made: float
    used: float | None


async def tokens_of(store: Store, guest: Guest) -> list[Token]:
    """Return the tokens that a visitor may list: all their own, or with a token only that one."""
    return [token for token in await store.seat_tokens.of(guest.id) if guest.token in ("", token.id)]


class TokenApi(ApiController):
    path = "/api/tokens"
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this

    @api_get("/", summary="The tokens of your seats; with a token, that one")
    async def list_tokens(self, request: HtmlRequest) -> list[TokenCard]:
        return [
            TokenCard(t.id, t.table or None, t.seat if t.seat >= 0 else None, t.made, t.used)
            for t in await tokens_of(store_of(request), guest_of_any_token(request))
        ]

    @api_delete("/{id:str}", summary="Revoke a token: your own, or the one you show")
    async def revoke(self, request: HtmlRequest, id: FromPath[str]) -> None:
        guest = guest_of_any_token(request)
        if guest.token not in ("", id):
            raise PermissionDeniedException("a token can revoke itself only: come without it to revoke another")
        await revoke_token(store_of(request), id, guest)


async def revoke_token(store: Store, id: str, guest: Guest) -> None:
    # Only ids of the user's own tokens reach the database.
    if id not in [token.id for token in await tokens_of(store, guest)]:
        raise NotFoundException("you have no such token")
    await store.seat_tokens.revoke(id, guest.id)


@get("/tokens")
async def token_page(request: HtmlRequest) -> Response[str]:
    return await credentials_page(request)


async def credentials_page(request: HtmlRequest, made: str = "", wrong: str = "", status: int = 200) -> Response[str]:
    """The page of API keys and seat tokens; `made` is a key to show once."""
    guest, language, store = guest_of(request), language_of(request), store_of(request)
    lines = await _lines(store, guest, await tokens_of(store, guest), language)
    keys = [
        {
            "id": key.id,
            "label": key.label,
            "scopes": key.scopes,
            "made": ago(store.now() - key.made, language),
            "used": "" if key.used is None else ago(store.now() - key.used, language),
        }
        for key in (await store.api_keys.of(guest.id) if guest.account else [])
    ]
    return page(
        "accounts/seat-tokens.jinja",
        request,
        status,
        lines=lines,
        keys=keys,
        made=made,
        wrong=wrong,
        account=guest.account is not None,
        longest_password=MAX_PASSWORD_LENGTH,
    )


async def _lines(store: Store, guest: Guest, tokens: list[Token], language: Language) -> list[dict[str, Any]]:
    """Return the tokens as the page lists them."""
    known = {summary.id: summary for summary in await store.tables_of(guest.id) if summary.game in GAME_NAMES}
    return [
        {
            "token": token,
            "table": table_line(known[token.table], guest.id, language) if token.table in known else None,
            "made": ago(time.time() - token.made, language),
            "used": "" if token.used is None else ago(time.time() - token.used, language),
        }
        for token in tokens
    ]


@post("/tokens/{id:str}/revoke")
async def revoke_here(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    with suppress(NotFoundException):  # it is gone, as was asked
        await revoke_token(store_of(request), id, guest_of(request))
    return Redirect("/tokens", status_code=303)


HANDLERS = (token_page, revoke_here)
