"""The table page and the forms around it: sitting down, declining, joining, playing again, saving the record."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero.people import BadName
from tablero.site.table.access import GivenUp, VisitorSeatResolver, Withdrawn, find_page, perspective_of
from tablero.site.table.actions import TableActions
from tablero.site.table.chat import phrases_at
from tablero.site.table.list_line import host_name
from tablero.site.table.qr_code import qr_code
from tablero.site.web.errors import problem_of
from tablero.site.web.identity import Guest, guest_of, rename
from tablero.site.web.language import language_of
from tablero.site.web.page import Form, HtmlRequest, holder_of, name_of, page, store_of
from tablero.site.web.proxy import address_of
from tablero.site.web.rate_limit import check_table_limit
from tablero.site.web.services import services_of
from tablero.store.people.bans import Banned
from tablero.table import NoSuchTable, NotInvited, Refusal, Table, check_may_join, may_see
from tablero.ui.coach import FIRST_GAMES
from tablero.ui.messages import sentence
from tablero.ui.table_document import table_context
from tablero.ui.table_page import TablePage, build_table_page
from tablero.ui.waiting_room import terms_summary


@get("/t/{id:str}")
async def table_page(
    request: HtmlRequest, id: FromPath[str], move: FromQuery[int | None] = None, hand: FromQuery[str] = ""
) -> Response[str]:
    table = await find_page(request, id)
    guest = guest_of(request, id)
    services = services_of(request)
    access = VisitorSeatResolver(guest, services.signer, hand[:500]).access(table)
    table, seat = services.broadcasts.delayed_tables.shown_to(table, access.seat), access.seat
    at = None if move is None else max(0, move)
    perspective = await perspective_of(request, guest, table, access, at=at)
    shown = build_table_page(table, perspective, await services.store.rematch_of(id) if table.over else None)
    share = f"{address_of(request)}/t/{id}"
    return table_response(
        request,
        table,
        seat,
        shown,
        commitment=table.commitment,
        leave="/",
        beginner=await _is_beginner(request, guest, table),
        table_name=table.terms.name,
        share=share,
        share_code=qr_code(share),
        phrases=phrases_at(table, seat, perspective.language.say),
        note=None if seat is None else await services.store.chat.note(id, guest.id),
    )


def table_response(
    request: HtmlRequest, table: Table, seat: int | None, shown: TablePage, **context: Any
) -> Response[str]:
    """Return a table page as HTML. `context` adds to what every such page shows: of a match, a lesson, a what-if
    tree."""
    return page("table/table.jinja", request, **{**table_context(table, seat, shown, language_of(request)), **context})


async def _is_beginner(request: HtmlRequest, guest: Guest, table: Table) -> bool:
    """Return whether the visitor plays here, in one of the first games of this kind."""
    if guest.seat_at(table) is None:
        return False
    return await store_of(request).finished_by(guest.id, table.game.name) < FIRST_GAMES


@post("/t/{id:str}/sit")
async def sit_down(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    await find_page(request, id)
    return await _sit(request, id)


async def _sit(request: HtmlRequest, id: str, link: str = "") -> Redirect:
    visitor = holder_of(request)
    try:
        await store_of(request).sit(id, visitor.person, visitor.name, link=link)
    except Banned:
        raise
    except Refusal:  # the last seat has just been taken: the visitor may watch
        pass
    return Redirect(f"/t/{id}", status_code=303)


@post("/t/{id:str}/decline")
async def decline(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    """Decline an invitation by name."""
    await find_page(request, id)
    person = guest_of(request, id).id
    with suppress(Refusal):
        await TableActions(store_of(request), id, person, None).decline(secrets.token_hex(8))
    return Redirect("/", status_code=303)


@post("/t/{id:str}/back")
async def come_back(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    """Take the seat again at which a bot plays for the user, from a list."""
    table = await find_page(request, id)
    guest = guest_of(request, id)
    with suppress(Refusal):  # already back, or resigned: the page says so
        await TableActions(store_of(request), id, guest.id, guest.seat_at(table)).come_back(secrets.token_hex(8))
    return Redirect(f"/t/{id}", status_code=303)


@get("/join/{key:str}")
async def join(request: HtmlRequest, key: FromPath[str]) -> Response[Any]:
    """Show the page of an invitation. It asks before it seats, because link previews open it too."""
    return await _join(request, key)


async def _join(request: HtmlRequest, key: str, wrong: str = "", status: int = 200) -> Response[Any]:
    id = await _invited_to(request, key)
    table = await store_of(request).table(id)
    if table.given_up:
        raise GivenUp(table.forgotten)
    guest, language = guest_of(request), language_of(request)
    if guest.seat_at(table) is not None or (table.started and not may_see(table, guest.id)):
        return Redirect(f"/t/{id}", status_code=303)
    refused = ""
    try:
        check_may_join(table, guest.id, key)
    except NotInvited as error:
        refused = sentence(language.say(str(error)))
    return page(
        "table/join.jinja",
        request,
        status,
        table=table,
        game=table.game,
        name=name_of(guest, language),
        host=host_name(table, language.say),
        refused=refused,
        full=all(holder.kind != "open" for holder in table.holders),
        agreed=terms_summary(table, language.say),
        wrong=wrong,
    )


@post("/join/{key:str}")
async def join_now(request: HtmlRequest, key: FromPath[str], data: Form) -> Response[Any]:
    id = await _invited_to(request, key)
    try:
        await rename(request, data.get("name", ""))
    except BadName as error:
        return await _join(request, key, sentence(error.told(language_of(request).say)), problem_of(error)[0])
    seated = await _sit(request, id, key)
    table = await store_of(request).table(id)
    # Who comes too late is told so.
    return seated if guest_of(request).seat_at(table) is not None else await _join(request, key)


async def _invited_to(request: HtmlRequest, key: str) -> str:
    """Return the id of the table that an invitation leads to. Raise Withdrawn where it leads to none."""
    try:
        return await store_of(request).find_invite(key)
    except NoSuchTable:
        raise Withdrawn from None


@post("/t/{id:str}/again")
async def again(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    """Play again with the same people: the first request opens the table, the others find it."""
    check_table_limit(request)
    await find_page(request, id)
    visitor = holder_of(request)
    try:
        id = await store_of(request).rematch(id, visitor.person, visitor.name)
    except Banned:
        raise
    except Refusal:  # a visitor who did not play may watch, here or at the rematch
        pass
    return Redirect(f"/t/{id}", status_code=303)


@get("/t/{id:str}/record")
async def save_record(request: HtmlRequest, id: FromPath[str]) -> Response[str]:
    table = await find_page(request, id)
    name = f"{table.game.name}-{id[:8]}.tablero"
    table = services_of(request).broadcasts.delayed_tables.shown_to(table, guest_of(request, id).seat_at(table))
    return Response(
        table.record().to_text(),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


HANDLERS = (table_page, sit_down, decline, come_back, join, join_now, again, save_record)
