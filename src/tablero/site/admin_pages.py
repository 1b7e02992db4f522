"""Keeping order: reports, who may not talk or sit down, tables to close, what is announced. For accounts that administer and for
the host; everybody else reports, and puts announcements away."""

from __future__ import annotations

import re
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero.core.errors import BadOption
from tablero.core.speech import LANGUAGES
from tablero.site.account_pages import NotSignedIn, ask_to_sign_in, to, tried
from tablero.site.admin_desk import DAYS, Person, announce, change_person, close_table, find_person, guard_order, report
from tablero.site.language import Tongue, tongue_of
from tablero.site.lists import ago
from tablero.site.messages import count_of
from tablero.site.pages import HEARD, YEAR, Form, Visit, house_of, own_path, page
from tablero.site.people import account_of, guest_of
from tablero.site.seats import called, seat_name
from tablero.site.talk import line_of_others, phrase
from tablero.site.watching import check_watching
from tablero.store.reports import Report
from tablero.table import NoSuchTable, Refusal, was_sent_away

MOST_HEARD = 20


async def keeps_order(request: Visit) -> None:
    """Only those who administer, and the host, come further. Whoever is not signed in may do so first."""
    if not await guard_order(request):
        if account_of(request) is None:
            raise NotSignedIn
        raise NotFoundException


# ---------------------------------------------------------------- for those who keep order


async def _admin(request: Visit, wrong: str = "", status: int = 200, done: str = "", find: str = "") -> Response[Any]:
    house, tongue = house_of(request), tongue_of(request)
    reports = await house.reports.waiting()
    known = await house.accounts.among({report.person for report in reports} | {report.by for report in reports})
    people = await house.accounts.beginning(find) if find else []
    return page(
        "admin.jinja", request, status, here="admin", wrong=wrong, done=done, find=find, days=DAYS, people=people,
        reports=[_told(report, known, tongue, house.now()) for report in reports],
        bans=[(ban, _until(ban.until, house.now(), tongue)) for ban in await house.bans.all()],
        announcements=await house.announcements.look(),
    )  # fmt: skip


def _told(report: Report, known: Any, tongue: Tongue, now: float) -> dict[str, Any]:
    reporter, about = known.get(report.by), known.get(report.person)
    return {
        "report": report, "ago": ago(now - report.made, tongue), "by": reporter.name if reporter else tongue.say("a guest"),
        "about": about.name if about else called(report.name, tongue.say), "account": about,
    }  # fmt: skip


def _until(until: float | None, now: float, tongue: Tongue) -> str:
    if until is None:
        return tongue.say("for good")
    days = max(1, round((until - now) / (24 * 3600)))
    return tongue.say.plural("{n} more day", "{n} more days", days, n=days)


@get("/admin", exception_handlers={NotSignedIn: ask_to_sign_in})
async def admin_page(request: Visit, find: FromQuery[str] = "", done: FromQuery[str] = "") -> Response[Any]:
    await keeps_order(request)
    say = tongue_of(request).say
    told = {
        "person": say("So it is."), "settled": say("The report is settled."), "closed": say("The table is closed."),
        "announced": say("Everybody reads it now."), "lifted": say("It is lifted."), "down": say("It is taken down."),
    }  # fmt: skip
    return await _admin(request, done=told.get(done, ""), find=find[:100])


async def _do(request: Visit, deed: Any, done: str) -> Response[Any]:
    async def again(wrong: str, status: int) -> Response[Any]:
        return await _admin(request, wrong, status)

    return await tried(request, deed, again) or to(f"/admin?done={done}")


@post("/admin/people", exception_handlers={NotSignedIn: ask_to_sign_in})
async def change_somebody(request: Visit, data: Form) -> Response[Any]:
    await keeps_order(request)

    async def change() -> None:
        person: Person = await find_person(house_of(request), data.get("who", ""))
        await change_person(house_of(request), person, data.get("what", ""), data.get("days", ""), data.get("name", ""))

    return await _do(request, change(), "person")


@post("/admin/reports/{id:str}/settle", exception_handlers={NotSignedIn: ask_to_sign_in})
async def settle(request: Visit, id: FromPath[str]) -> Redirect:
    await keeps_order(request)
    await house_of(request).reports.settle(id[:32])
    return to("/admin?done=settled")


@post("/admin/bans/{id:str}/lift", exception_handlers={NotSignedIn: ask_to_sign_in})
async def lift(request: Visit, id: FromPath[str]) -> Redirect:
    await keeps_order(request)
    await house_of(request).bans.lift(id[:32])
    return to("/admin?done=lifted")


@post("/admin/tables/close", exception_handlers={NotSignedIn: ask_to_sign_in})
async def close(request: Visit, data: Form) -> Response[Any]:
    await keeps_order(request)
    return await _do(request, close_table(house_of(request), data.get("table", "")), "closed")


@post("/admin/announcements", exception_handlers={NotSignedIn: ask_to_sign_in})
async def make_announcement(request: Visit, data: Form) -> Response[Any]:
    await keeps_order(request)
    words = {language: data.get(language, "") for language in LANGUAGES}
    return await _do(request, announce(house_of(request), words), "announced")


@post("/admin/announcements/{id:str}/down", exception_handlers={NotSignedIn: ask_to_sign_in})
async def take_down(request: Visit, id: FromPath[str]) -> Redirect:
    await keeps_order(request)
    await house_of(request).announcements.take_down(id[:32])
    return to("/admin?done=down")


# ---------------------------------------------------------------- for everybody


@post("/announcements/{id:str}/heard")
async def put_away(request: Visit, id: FromPath[str], data: Form) -> Redirect:
    """The bar is not shown again in this browser."""
    before = [
        known for known in request.cookies.get(HEARD, "").split(".") if re.fullmatch(r"[\w-]{1,32}", known, re.ASCII)
    ]
    heard = (
        [*[known for known in before if known != id], id][-MOST_HEARD:]
        if re.fullmatch(r"[\w-]{1,32}", id, re.ASCII)
        else before
    )
    secure = request.scope["scheme"] == "https"
    cookie = Cookie(HEARD, value=".".join(heard), max_age=YEAR, samesite="lax", httponly=True, secure=secure)
    return Redirect(own_path(data.get("back", "/")), status_code=303, cookies=[cookie])


@get("/t/{id:str}/report")
async def report_page(
    request: Visit, id: FromPath[str], seat: FromQuery[int | None] = None, line: FromQuery[int | None] = None
) -> Response[Any]:
    return await _report(request, id, seat, line)


async def _report(
    request: Visit, id: str, seat: int | None, line: int | None, wrong: str = "", status: int = 200, done: bool = False
) -> Response[Any]:
    house, guest, say = house_of(request), guest_of(request, id), tongue_of(request).say
    try:
        table = await house.table(id)
        if not was_sent_away(table, guest.id):  # they have met those who sit there, and may say why they complain
            check_watching(table, guest)
        said = None if line is None else await line_of_others(house, table, guest, line)
    except (NoSuchTable, Refusal):
        raise NotFoundException from None
    people = [(n, seat_name(h, say)) for n, h in enumerate(table.holders) if h.kind == "person" and h.person != guest.id]
    return page(
        "report.jinja", request, status, table=table, people=people, chosen=seat, wrong=wrong, done=done, said=said,
        words=said and (phrase(said.phrase, say) or said.text),
    )  # fmt: skip


@post("/t/{id:str}/report")
async def file_report(request: Visit, id: FromPath[str], data: Form) -> Response[Any]:
    """The form once more with what is missing, or the word that the report has arrived. A sheet over the table asks likewise."""
    seat = int(data["seat"]) if re.fullmatch(r"\d", data.get("seat", ""), re.ASCII) else None
    line = count_of(data.get("line", ""))

    async def again(wrong: str, status: int) -> Response[Any]:
        return await _report(request, id, seat, line, wrong, status)

    if line is None and data.get("seat", "") not in ("table", str(seat)):
        error = BadOption("choose whom or what you report")
        return await again(error.told(tongue_of(request).say), 400)
    try:
        refused = await tried(request, report(request, id, seat, data.get("why", ""), line), again)
    except (NoSuchTable, Refusal):
        raise NotFoundException from None
    return refused or await _report(request, id, seat, line, done=True)


HANDLERS = (
    admin_page, change_somebody, settle, lift, close, make_announcement, take_down, put_away, report_page, file_report,
)  # fmt: skip
