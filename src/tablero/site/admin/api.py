"""JSON API of reports (for all users) and moderation (for administrators and the host)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromQuery, JSONBody

from tablero.site.admin.service import announce, change_person, close_table, find_person, is_moderator, report
from tablero.site.web.api import ApiController, ApiRequest, Id, Name, SeatNumber, api_delete, api_get, api_post
from tablero.site.web.page import store_of
from tablero.site.web.security_log import log_event
from tablero.store.database.keys import is_key


class NewReport(msgspec.Struct):
    """About a line of talk, by its number; the person at a seat; without either about the table's name."""

    seat: SeatNumber | None = None
    line: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    why: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class ReportCard(msgspec.Struct):
    """A report that waits. `who` is what POST /api/admin/people takes; it is null for a table without a host."""

    id: str
    kind: str
    who: str | None
    name: str
    table: str
    words: str
    why: str
    made: float


class AdminPersonCard(msgspec.Struct):
    who: str
    name: str
    administers: bool


class Deed(msgspec.Struct):
    """What to do about a user: mute or ban for some days (null: for good), rename, or sign out on all devices."""

    who: Annotated[str, msgspec.Meta(max_length=80)]
    what: Literal["mute", "ban", "rename", "sign_out"]
    days: Literal[1, 7, 30] | None = None
    name: Name = ""


class BanCard(msgspec.Struct):
    id: str
    kind: str
    name: str
    made: float
    until: float | None


class LocalizedText(msgspec.Struct):
    """A sentence by language: en, es, fr."""

    words: dict[str, str]


class ToldCard(msgspec.Struct):
    id: str
    words: dict[str, str]
    made: float


async def require_moderator(request: ApiRequest) -> None:
    if not await is_moderator(request):
        raise PermissionDeniedException("this is for the moderators of this house")


class ReportApi(ApiController):
    path = "/api/tables"
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this

    @api_post("/{id:str}/reports", status_code=202, summary="Report a line of talk, somebody, or a table's name")
    async def file(self, request: ApiRequest, id: Id, data: JSONBody[NewReport]) -> None:
        await report(request, id, data.seat, data.why, data.line)


class AdminApi(ApiController):
    path = "/api/admin"
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this

    @api_get("/reports", summary="Reports that wait, the oldest first")
    async def reports(self, request: ApiRequest) -> list[ReportCard]:
        await require_moderator(request)
        return [
            ReportCard(r.id, r.kind, f"report:{r.id}" if r.person else None, r.name, r.table, r.words, r.why, r.made)
            for r in await store_of(request).reports.waiting()
        ]

    @api_post("/reports/{id:str}/settle", status_code=204, summary="Settle a report")
    async def settle(self, request: ApiRequest, id: Id) -> None:
        await require_moderator(request)
        if is_key(id):
            await store_of(request).reports.settle(id)

    @api_get("/people", summary="Accounts whose names begin like this")
    async def people(self, request: ApiRequest, find: FromQuery[Name]) -> list[AdminPersonCard]:
        await require_moderator(request)
        found = await store_of(request).accounts.search(find)
        return [AdminPersonCard(f"badge:{account.badge}", account.name, account.admin) for account in found]

    @api_post("/people", status_code=204, summary="Mute, ban, rename or sign out somebody")
    async def change(self, request: ApiRequest, data: JSONBody[Deed]) -> None:
        await require_moderator(request)
        person = await find_person(store_of(request), data.who)
        days = "" if data.days is None else str(data.days)
        await change_person(store_of(request), person, data.what, days, data.name)
        log_event(request, "moderated", what=data.what, about=person.account.badge if person.account else "a guest")

    @api_get("/bans", summary="Who is muted or banned")
    async def bans(self, request: ApiRequest) -> list[BanCard]:
        await require_moderator(request)
        return [BanCard(b.id, b.kind, b.name, b.made, b.until) for b in await store_of(request).bans.all()]

    @api_delete("/bans/{id:str}", summary="Lift a ban or a mute")
    async def lift(self, request: ApiRequest, id: Id) -> None:
        await require_moderator(request)
        if is_key(id):
            await store_of(request).bans.lift(id)

    @api_post("/tables/{id:str}/close", status_code=204, summary="End a game")
    async def close(self, request: ApiRequest, id: Id) -> None:
        await require_moderator(request)
        await close_table(store_of(request), id)

    @api_get("/announcements", summary="What is announced to everybody")
    async def announcements(self, request: ApiRequest) -> list[ToldCard]:
        await require_moderator(request)
        return [ToldCard(a.id, dict(a.words), a.made) for a in await store_of(request).announcements.refresh()]

    @api_post("/announcements", status_code=204, summary="Tell everybody a sentence")
    async def make(self, request: ApiRequest, data: JSONBody[LocalizedText]) -> None:
        await require_moderator(request)
        await announce(store_of(request), data.words)

    @api_delete("/announcements/{id:str}", summary="Take an announcement down")
    async def take_down(self, request: ApiRequest, id: Id) -> None:
        await require_moderator(request)
        if is_key(id):
            await store_of(request).announcements.remove(id)
