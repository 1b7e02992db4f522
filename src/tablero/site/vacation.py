"""Vacation: a page on which somebody lets the clocks of their games by days stand for some days; pauses and vacations for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, ClassVar

import msgspec
from babel.dates import format_datetime
from litestar import Controller, Litestar, Response, delete, get, post, put
from litestar.enums import RequestEncodingType
from litestar.params import Body, JSONBody
from litestar.response import Redirect

from tablero.core.errors import BadOption
from tablero.people import Preferences
from tablero.people.vacation import DAYS_A_YEAR, begin, days_left, end, vacation_until
from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS, ActionId, Ask, Id, my_seat
from tablero.site.language import tongue_of
from tablero.site.messages import sentence
from tablero.site.pages import Visit, page
from tablero.site.people import guest_of
from tablero.store import House

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


async def go(app: Litestar, person: str, days: int) -> Preferences:
    """Go on vacation; BadOption says how many days there are."""
    house: House = app.state.house
    return await _change(app, person, begin(await house.settings.of(person), days, house.now()))


async def come_back(app: Litestar, person: str) -> Preferences:
    """End a vacation now."""
    house: House = app.state.house
    return await _change(app, person, end(await house.settings.of(person), house.now()))


async def _change(app: Litestar, person: str, chosen: Preferences) -> Preferences:
    house: House = app.state.house
    changes = {name: value for name, value in asdict(chosen).items() if name.startswith("vacation_")}
    changed = await house.settings.change(person, **changes)
    for summary in await house.tables_of(person):
        if summary.started and not summary.over and summary.terms.pace == "days":
            app.state.timekeeper.ask(summary.id)  # the log of each game says so, too
    return changed


# ---------------------------------------------------------------- the page


@get("/vacation")
async def vacation(request: Visit) -> Response[str]:
    return await _page(request)


@post("/vacation")
async def change_vacation(request: Visit, data: Form) -> Response[Any]:
    person = guest_of(request).id
    if "end" in data:
        await come_back(request.app, person)
        return Redirect("/vacation", status_code=303)
    days = data.get("days", "")
    try:
        await go(request.app, person, int(days) if days.isascii() and days.isdecimal() and len(days) < 4 else 0)
    except BadOption as error:
        say = tongue_of(request).say
        return await _page(request, sentence(error.told(say, say)), 400)
    return Redirect("/vacation", status_code=303)


async def _page(request: Visit, problem: str = "", status: int = 200) -> Response[str]:
    house: House = request.app.state.house
    chosen = await house.settings.of(guest_of(request).id)
    until = vacation_until(chosen, house.now())
    told = format_datetime(until, "medium", locale=tongue_of(request).locale) if until else ""
    return page(
        "vacation.jinja",
        request,
        status,
        until=told,
        days=days_left(chosen, house.now()),
        year=DAYS_A_YEAR,
        problem=problem,
    )


HANDLERS = (vacation, change_vacation)


# ---------------------------------------------------------------- for programs


class Vacation(msgspec.Struct):
    """Until when you are on vacation, in seconds since 1970 (0: you are not), and how many days you have left this year."""

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


class ClockApi(Controller):
    path = "/api"
    request_class = Ask
    opt: ClassVar[dict[str, Any]] = {"scope": "play"}  # type: ignore[misc]
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/vacation", responses=PROBLEMS, summary="Your vacation from games by days")
    async def read(self, request: Ask) -> Vacation:
        house: House = request.app.state.house
        return _told(await house.settings.of(guest_of(request).id), house.now())

    @put("/vacation", responses=PROBLEMS, summary="Go on vacation: your clocks in games by days stand")
    async def begin(self, request: Ask, data: JSONBody[NewVacation]) -> Vacation:
        return _told(await go(request.app, guest_of(request).id, data.days), request.app.state.house.now())

    @delete("/vacation", responses=PROBLEMS, status_code=200, summary="End your vacation")
    async def end(self, request: Ask) -> Vacation:
        return _told(await come_back(request.app, guest_of(request).id), request.app.state.house.now())

    @post("/tables/{id:str}/pause", responses=PROBLEMS, status_code=200, summary="Ask for a pause, or agree to one")
    async def pause(self, request: Ask, id: Id, data: JSONBody[Agreement]) -> Pausing:
        return await self._pause(request, id, True, data)

    @post("/tables/{id:str}/resume", responses=PROBLEMS, status_code=200, summary="End a pause, or say no to one")
    async def resume(self, request: Ask, id: Id, data: JSONBody[Agreement]) -> Pausing:
        return await self._pause(request, id, False, data)

    async def _pause(self, request: Ask, id: str, asks: bool, data: Agreement) -> Pausing:
        house: House = request.app.state.house
        _, seat = await my_seat(request, id)
        await house.pause(id, seat, asks, data.action_id)
        table = await house.table(id)
        return Pausing(table.paused, sorted(table.for_pause))


def _told(chosen: Preferences, now: float) -> Vacation:
    return Vacation(vacation_until(chosen, now), days_left(chosen, now))
