"""Pages of moderation (reports, bans, tables, announcements), and for all visitors: reporting, announcements."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero.core.errors import BadOption
from tablero.core.i18n.translator import LANGUAGE_CODES
from tablero.site.accounts.pages import NotSignedIn, submit_form, to
from tablero.site.admin.service import (
    BAN_DAYS,
    Person,
    announce,
    change_person,
    check_reporting,
    close_table,
    find_person,
    is_moderator,
    report,
)
from tablero.site.table.chat import LineNumber, line_of_others, phrase
from tablero.site.web.dates import ago
from tablero.site.web.identity import account_of, guest_of
from tablero.site.web.language import language_of
from tablero.site.web.page import ANNOUNCEMENTS_COOKIE, YEAR_SECONDS, Form, HtmlRequest, own_path, page, store_of
from tablero.site.web.security_log import log_event
from tablero.store.people.reports import Report
from tablero.table import NoSuchTable, Refusal
from tablero.ui.language import Language
from tablero.ui.messages import count_of
from tablero.ui.names import called, seat_name

MOST_HEARD = 20


async def require_moderator(request: HtmlRequest) -> None:
    """Raise NotFoundException for others than administrators and the host; guests are asked to sign in."""
    if not await is_moderator(request):
        if account_of(request) is None:
            raise NotSignedIn
        raise NotFoundException


# ---------------------------------------------------------------- for moderators


async def _admin(
    request: HtmlRequest, wrong: str = "", status: int = 200, done: str = "", find: str = ""
) -> Response[Any]:
    store, language = store_of(request), language_of(request)
    reports = await store.reports.waiting()
    known = await store.accounts.of_people({report.person for report in reports} | {report.by for report in reports})
    people = await store.accounts.search(find) if find else []
    return page(
        "admin/admin.jinja",
        request,
        status,
        here="admin",
        wrong=wrong,
        done=done,
        find=find,
        days=BAN_DAYS,
        people=people,
        reports=[_told(report, known, language, store.now()) for report in reports],
        bans=[(ban, _until(ban.until, store.now(), language)) for ban in await store.bans.all()],
        announcements=await store.announcements.refresh(),
    )


def _told(report: Report, known: Any, language: Language, now: float) -> dict[str, Any]:
    reporter, about = known.get(report.by), known.get(report.person)
    return {
        "report": report,
        "ago": ago(now - report.made, language),
        "by": reporter.name if reporter else language.say("a guest"),
        "about": about.name if about else called(report.name, language.say),
        "account": about,
    }


def _until(until: float | None, now: float, language: Language) -> str:
    if until is None:
        return language.say("for good")
    days = max(1, round((until - now) / (24 * 3600)))
    return language.say.plural("{n} more day", "{n} more days", days, n=days)


@get("/admin")
async def admin_page(request: HtmlRequest, find: FromQuery[str] = "", done: FromQuery[str] = "") -> Response[Any]:
    await require_moderator(request)
    say = language_of(request).say
    told = {
        "person": say("Done."),
        "settled": say("The report is settled."),
        "closed": say("The table is closed."),
        "announced": say("Everybody reads it now."),
        "lifted": say("It is lifted."),
        "down": say("It is taken down."),
    }
    return await _admin(request, done=told.get(done, ""), find=find[:100])


async def _do(request: HtmlRequest, action: Any, done: str) -> Response[Any]:
    return await submit_form(request, action, partial(_admin, request)) or to(f"/admin?done={done}")


@post("/admin/people")
async def change_somebody(request: HtmlRequest, data: Form) -> Response[Any]:
    await require_moderator(request)

    async def change() -> None:
        person: Person = await find_person(store_of(request), data.get("who", ""))
        what, badge = data.get("what", ""), person.account.badge if person.account else "a guest"
        await change_person(store_of(request), person, what, data.get("days", ""), data.get("name", ""))
        log_event(request, "moderated", what=what, about=badge)

    return await _do(request, change(), "person")


@post("/admin/reports/{id:str}/settle")
async def settle(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    await require_moderator(request)
    await store_of(request).reports.settle(id[:32])
    return to("/admin?done=settled")


@post("/admin/bans/{id:str}/lift")
async def lift(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    await require_moderator(request)
    await store_of(request).bans.lift(id[:32])
    return to("/admin?done=lifted")


@post("/admin/tables/close")
async def close(request: HtmlRequest, data: Form) -> Response[Any]:
    await require_moderator(request)
    return await _do(request, close_table(store_of(request), data.get("table", "")), "closed")


@post("/admin/announcements")
async def make_announcement(request: HtmlRequest, data: Form) -> Response[Any]:
    await require_moderator(request)
    words = {language: data.get(language, "") for language in LANGUAGE_CODES}
    return await _do(request, announce(store_of(request), words), "announced")


@post("/admin/announcements/{id:str}/down")
async def take_down(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    await require_moderator(request)
    await store_of(request).announcements.remove(id[:32])
    return to("/admin?done=down")


# ---------------------------------------------------------------- for all visitors


@post("/announcements/{id:str}/heard")
async def dismiss_announcement(request: HtmlRequest, id: FromPath[str], data: Form) -> Redirect:
    """Do not show the announcement again in this browser."""
    before = [
        known
        for known in request.cookies.get(ANNOUNCEMENTS_COOKIE, "").split(".")
        if re.fullmatch(r"[\w-]{1,32}", known, re.ASCII)
    ]
    heard = (
        [*[known for known in before if known != id], id][-MOST_HEARD:]
        if re.fullmatch(r"[\w-]{1,32}", id, re.ASCII)
        else before
    )
    secure = request.scope["scheme"] == "https"
    cookie = Cookie(
        ANNOUNCEMENTS_COOKIE, value=".".join(heard), max_age=YEAR_SECONDS, samesite="lax", httponly=True, secure=secure
    )
    return Redirect(own_path(data.get("back", "/")), status_code=303, cookies=[cookie])


@get("/t/{id:str}/report")
async def report_page(
    request: HtmlRequest, id: FromPath[str], seat: FromQuery[int | None] = None, line: LineNumber = None
) -> Response[Any]:
    return await _report(request, id, seat, line)


async def _report(
    request: HtmlRequest,
    id: str,
    seat: int | None,
    line: int | None,
    wrong: str = "",
    status: int = 200,
    done: bool = False,
) -> Response[Any]:
    store, guest, say = store_of(request), guest_of(request, id), language_of(request).say
    try:
        table = await store.table(id)
        check_reporting(table, guest)
        said = None if line is None else await line_of_others(store, table, guest, line)
    except (NoSuchTable, Refusal):
        raise NotFoundException from None
    people = [
        (n, seat_name(h, say)) for n, h in enumerate(table.holders) if h.kind == "person" and h.person != guest.id
    ]
    return page(
        "admin/report.jinja",
        request,
        status,
        table=table,
        people=people,
        chosen=seat,
        wrong=wrong,
        done=done,
        said=said,
        words=said and (phrase(said.phrase, say) or said.text),
    )


@post("/t/{id:str}/report")
async def file_report(request: HtmlRequest, id: FromPath[str], data: Form) -> Response[Any]:
    """File a report from the form of the page or of the sheet over the table."""
    seat = int(data["seat"]) if re.fullmatch(r"\d", data.get("seat", ""), re.ASCII) else None
    line = count_of(data.get("line", ""))
    form = partial(_report, request, id, seat, line)
    if line is None and data.get("seat", "") not in ("table", str(seat)):
        error = BadOption("choose whom or what you report")
        return await form(wrong=error.told(language_of(request).say), status=400)
    try:
        refused = await submit_form(request, report(request, id, seat, data.get("why", ""), line), form)
    except (NoSuchTable, Refusal):
        raise NotFoundException from None
    return refused or await _report(request, id, seat, line, done=True)


HANDLERS = (
    admin_page,
    change_somebody,
    settle,
    lift,
    close,
    make_announcement,
    take_down,
    dismiss_announcement,
    report_page,
    file_report,
)
