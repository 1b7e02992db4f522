"""The JSON API of notices: which tables wait for you, and how you are told."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from litestar import Controller, delete, get, patch, post, put
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter

from tablero.site.answers import Problem, as_json
from tablero.site.api import PROBLEMS, Ask
from tablero.site.desk import Desk, Wishes, games_told, hushed_tables
from tablero.site.notice_words import name_of
from tablero.site.people import guest_of
from tablero.site.teller import Trouble

Address = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Id = Annotated[str, Parameter(description="The id of a device.", max_length=64)]

PROBLEMS_HERE = {**PROBLEMS, 404: ResponseSpec(Problem, description="No such table, device or webhook.")}


class WaitingTable(msgspec.Struct):
    """A table where you owe a decision, and since when, in seconds since 1970."""

    id: str
    game: str
    name: str
    since: float
    url: str


class DeviceCard(msgspec.Struct):
    """A browser that is sent push messages. `used`: when one has arrived last."""

    id: str
    name: str
    made: float
    used: float | None


class WayCard(msgspec.Struct):
    """A webhook or a mail address. `broken` says why it was switched off; empty when it works."""

    address: str
    confirmed: bool
    broken: str


class NoticesCard(msgspec.Struct):
    """How you are told what happens while you do not look. `games`: of which ones you hear; `quiet_tables`: of which ones not.
    `push_key` is what a browser needs to take messages from this house."""

    push: bool
    webhook: bool
    mail: bool
    games: dict[str, bool]
    quiet_tables: list[str]
    devices: list[DeviceCard]
    webhook_address: WayCard | None
    mail_address: WayCard | None
    mail_here: bool
    push_key: str


class Switches(msgspec.Struct):
    """What to change; what is not named stays."""

    push: bool | None = None
    webhook: bool | None = None
    mail: bool | None = None
    games: dict[str, bool] = {}
    tables: Annotated[dict[str, bool], msgspec.Meta(max_length=50)] = {}


class DeviceKeys(msgspec.Struct):
    p256dh: Key
    auth: Key


class NewDevice(msgspec.Struct):
    """A push subscription as the browser writes it."""

    endpoint: Address
    keys: DeviceKeys


class NewAddress(msgspec.Struct):
    address: Address


class Tried(msgspec.Struct):
    """Whether the message arrived, and why not."""

    ok: bool
    reason: str = ""


def notices_card(wishes: Wishes) -> NoticesCard:
    ways = {
        channel: WayCard(way.address, way.confirmed, way.broken) for channel, way in wishes.ways.items() if channel != "push"
    }
    chosen = wishes.chosen
    return NoticesCard(
        push=chosen.tell_push, webhook=chosen.tell_webhook, mail=chosen.tell_mail, games=games_told(chosen),
        quiet_tables=hushed_tables(chosen),
        devices=[DeviceCard(device.id, device.name, device.made, device.used) for device in wishes.devices],
        webhook_address=ways.get("webhook"), mail_address=ways.get("mail"), mail_here=wishes.mail_here,
        push_key=wishes.push_key,
    )  # fmt: skip


def _tried(trouble: Trouble | None) -> Tried:
    return Tried(trouble is None, "" if trouble is None else trouble.reason)


class NoticesApi(Controller):
    path = "/api/me"
    request_class = Ask
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/waiting", responses=PROBLEMS, summary="The tables that wait for you, first the one that has waited longest")
    async def waiting(self, request: Ask) -> list[WaitingTable]:
        tables = await request.app.state.house.waiting_for(guest_of(request).id)
        return [WaitingTable(t.id, t.game, name_of(t, t.game), t.updated, f"/t/{t.id}") for t in tables]

    @get("/notices", responses=PROBLEMS, summary="How you are told what happens")
    async def look(self, request: Ask) -> NoticesCard:
        return notices_card(await Desk(request).wishes())

    @patch("/notices", responses=PROBLEMS, summary="Switch channels, games or tables on or off")
    async def change(self, request: Ask, data: JSONBody[Switches]) -> NoticesCard:
        desk = Desk(request)
        channels = {"push": data.push, "webhook": data.webhook, "mail": data.mail}
        switched = {name: on for name, on in channels.items() if on is not None}
        for game, on in data.games.items():
            await desk.hush_game(game, not on)
        for table, on in data.tables.items():
            await desk.hush_table(table, not on)
        if switched:
            await desk.switch(**switched)
        return notices_card(await desk.wishes())

    @post("/push-devices", responses=PROBLEMS, summary="Send push messages to a browser")
    async def add_device(self, request: Ask, data: JSONBody[NewDevice]) -> DeviceCard:
        desk = Desk(request)
        id = await desk.add_device(data.endpoint, data.keys.p256dh, data.keys.auth)
        device = next(device for device in (await desk.wishes()).devices if device.id == id)
        return DeviceCard(device.id, device.name, device.made, device.used)

    @delete("/push-devices/{id:str}", responses=PROBLEMS_HERE, summary="Send nothing to a browser any more")
    async def remove_device(self, request: Ask, id: Id) -> None:
        await Desk(request).remove_device(id)

    @post("/push-devices/{id:str}/test", responses=PROBLEMS_HERE, status_code=200, summary="Send a message to a browser now")
    async def test_device(self, request: Ask, id: Id) -> Tried:
        return _tried(await Desk(request).test_device(id))

    @put("/webhook", responses=PROBLEMS, summary="Post what happens to an address")
    async def set_webhook(self, request: Ask, data: JSONBody[NewAddress]) -> NoticesCard:
        desk = Desk(request)
        await desk.set_webhook(data.address)
        return notices_card(await desk.wishes())

    @delete("/webhook", responses=PROBLEMS, summary="Forget the webhook")
    async def remove_webhook(self, request: Ask) -> None:
        await Desk(request).remove("webhook")

    @post("/webhook/test", responses=PROBLEMS_HERE, status_code=200, summary="Post a message to your webhook now")
    async def test_webhook(self, request: Ask) -> Tried:
        return _tried(await Desk(request).test_webhook())

    @put("/mail", responses=PROBLEMS, summary="Be told by mail; a link in the first one has to be opened")
    async def set_mail(self, request: Ask, data: JSONBody[NewAddress]) -> NoticesCard:
        desk = Desk(request)
        await desk.set_mail(data.address)
        return notices_card(await desk.wishes())

    @delete("/mail", responses=PROBLEMS, summary="Forget the mail address")
    async def remove_mail(self, request: Ask) -> None:
        await Desk(request).remove("mail")
