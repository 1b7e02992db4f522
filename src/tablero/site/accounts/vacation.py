"""Vacations from games by days, as a page and as JSON, and pauses of games as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, ClassVar

import msgspec
from babel.dates import format_datetime
from litestar import Litestar, Response, get, post
from litestar.params import JSONBody
from litestar.response import Redirect

from tablero.core.errors import BadOption
from tablero.people import Preferences
from tablero.people.vacation import DAYS_A_YEAR, begin, days_left, end, vacation_until
from tablero.site.table.api import my_seat
from tablero.site.web.api import ActionId, ApiController, ApiRequest, Id, api_delete, api_get, api_post, api_put
from tablero.site.web.identity import guest_of
from tablero.site.web.language import language_of
from tablero.site.web.page import Form, HtmlRequest, page
from tablero.site.web.services import services_of
from tablero.ui.messages import sentence


async def go(app: Litestar, person: str, days: int) -> Preferences:
    """Begin a vacation. Raise BadOption if fewer days are left."""
    store = services_of(app).store
    return await _change(app, person, begin(await store.preferences.of(person), days, store.now()))


async def come_back(app: Litestar, person: str) -> Preferences:
    """End a vacation now."""
    store = services_of(app).store
    return await _change(app, person, end(await store.preferences.of(person), store.now()))


async def _change(app: Litestar, person: str, chosen: Preferences) -> Preferences:
    store = services_of(app).store
    changes = {name: value for name, value in asdict(chosen).items() if name.startswith("vacation_")}
    changed = await store.preferences.change(person, **changes)
    for summary in await store.tables_of(person):
        if summary.started and not summary.over and summary.terms.pace == "days":
            services_of(app).timekeeper.check_soon(summary.id)  # the log of each game says so, too
    return changed


# ---------------------------------------------------------------- the page


@get("/vacation")
async def vacation(request: HtmlRequest) -> Response[str]:
    return await _page(request)


@post("/vacation")
async def change_vacation(request: HtmlRequest, data: Form) -> Response[Any]:
    person = guest_of(request).id
    if "end" in data:
        await come_back(request.app, person)
        return Redirect("/vacation", status_code=303)
    days = data.get("days", "")
    try:
        await go(request.app, person, int(days) if days.isascii() and days.isdecimal() and len(days) < 4 else 0)
    except BadOption as error:
        say = language_of(request).say
        return await _page(request, sentence(error.told(say, say)), 400)
    return Redirect("/vacation", status_code=303)


async def _page(request: HtmlRequest, problem: str = "", status: int = 200) -> Response[str]:
    store = services_of(request).store
    chosen = await store.preferences.of(guest_of(request).id)
    until = vacation_until(chosen, store.now())
    told = format_datetime(until, "medium", locale=language_of(request).locale) if until else ""
    return page(
        "accounts/vacation.jinja",
        request,
        status,
        until=told,
        days=days_left(chosen, store.now()),
        year=DAYS_A_YEAR,
        problem=problem,
    )


HANDLERS = (vacation, change_vacation)


# ---------------------------------------------------------------- for programs


class Vacation(msgspec.Struct):
    """Until when you are on vacation, in seconds since 1970 (0: you are not), and how many days you have left this
    year.
    """

    until: float
    days_left: int


class NewVacation(msgspec.Struct):
    days: Annotated[int, msgspec.Meta(ge=1, le=DAYS_A_YEAR)]


class Agreement(msgspec.Struct):
    action_id: ActionId


class Pausing(msgspec.Struct):
    """Whether the game is paused now, and the seats that ask for a pause."""

    paused: bool
    asking: list[int]


class ClockApi(ApiController):
    path = "/api"
    opt: ClassVar[dict[str, Any]] = {"scope": "play"}  # type: ignore[misc]

    @api_get("/vacation", summary="Your vacation from games by days")
    async def read(self, request: ApiRequest) -> Vacation:
        store = services_of(request).store
        return _told(await store.preferences.of(guest_of(request).id), store.now())

    @api_put("/vacation", summary="Go on vacation: your clocks in games by days stand")
    async def begin(self, request: ApiRequest, data: JSONBody[NewVacation]) -> Vacation:
        return _told(await go(request.app, guest_of(request).id, data.days), services_of(request).store.now())

    @api_delete("/vacation", status_code=200, summary="End your vacation")
    async def end(self, request: ApiRequest) -> Vacation:
        return _told(await come_back(request.app, guest_of(request).id), services_of(request).store.now())

    @api_post("/tables/{id:str}/pause", status_code=200, summary="Ask for a pause, or agree to one")
    async def pause(self, request: ApiRequest, id: Id, data: JSONBody[Agreement]) -> Pausing:
        return await self._pause(request, id, True, data)

    @api_post("/tables/{id:str}/resume", status_code=200, summary="End a pause, or say no to one")
    async def resume(self, request: ApiRequest, id: Id, data: JSONBody[Agreement]) -> Pausing:
        return await self._pause(request, id, False, data)

    async def _pause(self, request: ApiRequest, id: str, asks: bool, data: Agreement) -> Pausing:
        store = services_of(request).store
        _, seat = await my_seat(request, id)
        await store.append(id, seat, data.action_id, lambda t: t.pause(seat, asks, data.action_id))
        table = await store.table(id)
        return Pausing(table.paused, sorted(table.for_pause))


def _told(chosen: Preferences, now: float) -> Vacation:
    return Vacation(vacation_until(chosen, now), days_left(chosen, now))
