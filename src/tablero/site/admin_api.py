"""Keeping order, for programs: reports by everybody; what is done about them by those who administer, and by the host."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from litestar import Controller, delete, get, post
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromQuery, JSONBody

from tablero.site.admin_desk import announce, change_person, close_table, find_person, guard_order, report
from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS, Ask, Id, Name, SeatNumber
from tablero.site.pages import house_of
from tablero.store.reading import is_key


class NewReport(msgspec.Struct):
    """About a line of talk, by its number; the person at a seat; without either about the table's name."""

    seat: SeatNumber | None = None
    line: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    why: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class ReportCard(msgspec.Struct):
    """A report that waits. `who` is what POST /api/admin/people takes; it is null for a table that nobody opened."""

    id: str
    kind: str
    who: str | None
    name: str
    table: str
    words: str
    why: str
    made: float


class PersonCard(msgspec.Struct):
    who: str
    name: str
    administers: bool


class Deed(msgspec.Struct):
    """What to do about somebody: mute or ban for some days (null: for good), or rename."""

    who: Annotated[str, msgspec.Meta(max_length=80)]
    what: Literal["mute", "ban", "rename"]
    days: Literal[1, 7, 30] | None = None
    name: Name = ""


class BanCard(msgspec.Struct):
    id: str
    kind: str
    name: str
    made: float
    until: float | None


class Told(msgspec.Struct):
    """A sentence by language: en, es, fr."""

    words: dict[str, str]


class ToldCard(msgspec.Struct):
    id: str
    words: dict[str, str]
    made: float


async def keeps_order(request: Ask) -> None:
    if not await guard_order(request):
        raise PermissionDeniedException("this is for the moderators of this house")


class ReportApi(Controller):
    path = "/api/tables"
    request_class = Ask
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @post("/{id:str}/reports", responses=PROBLEMS, status_code=202, summary="Report a line of talk, somebody, or a table's name")
    async def file(self, request: Ask, id: Id, data: JSONBody[NewReport]) -> None:
        await report(request, id, data.seat, data.why, data.line)


class AdminApi(Controller):
    path = "/api/admin"
    request_class = Ask
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/reports", responses=PROBLEMS, summary="Reports that wait, the oldest first")
    async def reports(self, request: Ask) -> list[ReportCard]:
        await keeps_order(request)
        return [
            ReportCard(r.id, r.kind, f"report:{r.id}" if r.person else None, r.name, r.table, r.words, r.why, r.made)
            for r in await house_of(request).reports.waiting()
        ]

    @post("/reports/{id:str}/settle", responses=PROBLEMS, status_code=204, summary="Settle a report")
    async def settle(self, request: Ask, id: Id) -> None:
        await keeps_order(request)
        if is_key(id):
            await house_of(request).reports.settle(id)

    @get("/people", responses=PROBLEMS, summary="Accounts whose names begin like this")
    async def people(self, request: Ask, find: FromQuery[Name]) -> list[PersonCard]:
        await keeps_order(request)
        found = await house_of(request).accounts.beginning(find)
        return [PersonCard(f"badge:{account.badge}", account.name, account.admin) for account in found]

    @post("/people", responses=PROBLEMS, status_code=204, summary="Mute, ban or rename somebody")
    async def change(self, request: Ask, data: JSONBody[Deed]) -> None:
        await keeps_order(request)
        person = await find_person(house_of(request), data.who)
        days = "" if data.days is None else str(data.days)
        await change_person(house_of(request), person, data.what, days, data.name)

    @get("/bans", responses=PROBLEMS, summary="Who is muted or banned")
    async def bans(self, request: Ask) -> list[BanCard]:
        await keeps_order(request)
        return [BanCard(b.id, b.kind, b.name, b.made, b.until) for b in await house_of(request).bans.all()]

    @delete("/bans/{id:str}", responses=PROBLEMS, summary="Lift a ban or a mute")
    async def lift(self, request: Ask, id: Id) -> None:
        await keeps_order(request)
        if is_key(id):
            await house_of(request).bans.lift(id)

    @post("/tables/{id:str}/close", responses=PROBLEMS, status_code=204, summary="End a game")
    async def close(self, request: Ask, id: Id) -> None:
        await keeps_order(request)
        await close_table(house_of(request), id)

    @get("/announcements", responses=PROBLEMS, summary="What is announced to everybody")
    async def announcements(self, request: Ask) -> list[ToldCard]:
        await keeps_order(request)
        return [ToldCard(a.id, dict(a.words), a.made) for a in await house_of(request).announcements.look()]

    @post("/announcements", responses=PROBLEMS, status_code=204, summary="Tell everybody a sentence")
    async def make(self, request: Ask, data: JSONBody[Told]) -> None:
        await keeps_order(request)
        await announce(house_of(request), data.words)

    @delete("/announcements/{id:str}", responses=PROBLEMS, summary="Take an announcement down")
    async def take_down(self, request: Ask, id: Id) -> None:
        await keeps_order(request)
        if is_key(id):
            await house_of(request).announcements.take_down(id)
