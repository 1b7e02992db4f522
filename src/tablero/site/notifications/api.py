"""JSON API of notifications: tables that wait for the user, and settings."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter

from tablero.people.notification_policy import quiet_tables
from tablero.site.notifications.channel import DeliveryFailure
from tablero.site.notifications.channels import CHANNELS
from tablero.site.notifications.mail_channel import MailChannel
from tablero.site.notifications.service import NotificationService, notified_games
from tablero.site.notifications.text import name_of
from tablero.site.notifications.webhooks import WebhookChannel
from tablero.site.web.api import (
    PROBLEM_RESPONSES,
    ApiController,
    ApiRequest,
    api_delete,
    api_get,
    api_patch,
    api_post,
    api_put,
)
from tablero.site.web.errors import Problem
from tablero.site.web.identity import guest_of
from tablero.site.web.services import services_of

Address = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Id = Annotated[str, Parameter(description="The id of a device.", max_length=64)]

PROBLEMS_HERE = {**PROBLEM_RESPONSES, 404: ResponseSpec(Problem, description="No such table, device or webhook.")}


class WaitingTable(msgspec.Struct):
    """A table where you owe a decision, and since when (Unix time)."""

    id: str
    game: str
    name: str
    since: float
    url: str


class PushDeviceCard(msgspec.Struct):
    """A browser that gets push messages. `used`: when one was delivered last."""

    id: str
    name: str
    made: float
    used: float | None


class WayCard(msgspec.Struct):
    """A webhook or a mail address. `broken`: why it was switched off, empty if it works."""

    address: str
    confirmed: bool
    broken: str


class NoticesCard(msgspec.Struct):
    """Settings of notifications. `games`: on or off by game; `quiet_tables`: tables without notifications; `push_key`:
    the key that a browser needs to subscribe to push messages of this site.
    """

    push: bool
    webhook: bool
    mail: bool
    games: dict[str, bool]
    quiet_tables: list[str]
    devices: list[PushDeviceCard]
    webhook_address: WayCard | None
    mail_address: WayCard | None
    mail_here: bool
    push_key: str


class Switches(msgspec.Struct):
    """Settings to change; those that are not named stay."""

    push: bool | None = None
    webhook: bool | None = None
    mail: bool | None = None
    games: dict[str, bool] = {}
    tables: Annotated[dict[str, bool], msgspec.Meta(max_length=50)] = {}


class DeviceKeys(msgspec.Struct):
    p256dh: Key
    auth: Key


class NewDevice(msgspec.Struct):
    """A push subscription in the browser's own format."""

    endpoint: Address
    keys: DeviceKeys


class NewAddress(msgspec.Struct):
    address: Address


class Tried(msgspec.Struct):
    """Whether the message was delivered, and why not."""

    ok: bool
    reason: str = ""


async def _card(service: NotificationService) -> NoticesCard:
    settings = await service.settings()
    addresses = {
        channel: WayCard(recipient.address, recipient.confirmed, recipient.broken)
        for channel, recipient in settings.addresses.items()
    }
    chosen = settings.chosen
    return NoticesCard(
        push=chosen.tell_push,
        webhook=chosen.tell_webhook,
        mail=chosen.tell_mail,
        games=notified_games(chosen),
        quiet_tables=list(quiet_tables(chosen)),
        devices=[PushDeviceCard(device.id, device.name, device.made, device.used) for device in settings.devices],
        webhook_address=addresses.get(WebhookChannel.name),
        mail_address=addresses.get(MailChannel.name),
        mail_here=settings.mail_here,
        push_key=settings.push_key,
    )


async def _set_address(request: ApiRequest, channel: str, address: str) -> NoticesCard:
    service = NotificationService(request)
    await service.set_address(channel, address)
    return await _card(service)


def _tried(failure: DeliveryFailure | None) -> Tried:
    return Tried(failure is None, "" if failure is None else failure.reason)


class NotificationApi(ApiController):
    path = "/api/me"
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this

    @api_get("/waiting", summary="The tables that wait for you, first the one that has waited longest")
    async def waiting(self, request: ApiRequest) -> list[WaitingTable]:
        tables = await services_of(request).store.waiting_for(guest_of(request).id)
        return [WaitingTable(t.id, t.game, name_of(t, t.game), t.updated, f"/t/{t.id}") for t in tables]

    @api_get("/notices", summary="How you are told what happens")
    async def look(self, request: ApiRequest) -> NoticesCard:
        return await _card(NotificationService(request))

    @api_patch("/notices", summary="Switch channels, games or tables on or off")
    async def change(self, request: ApiRequest, data: JSONBody[Switches]) -> NoticesCard:
        service = NotificationService(request)
        switched = {name: on for name in CHANNELS if (on := getattr(data, name, None)) is not None}
        for game, on in data.games.items():
            await service.set_game_quiet(game, not on)
        for table, on in data.tables.items():
            await service.set_table_quiet(table, not on)
        if switched:
            await service.switch(**switched)
        return await _card(service)

    @api_post("/push-devices", summary="Send push messages to a browser")
    async def add_device(self, request: ApiRequest, data: JSONBody[NewDevice]) -> PushDeviceCard:
        service = NotificationService(request)
        id = await service.add_device(data.endpoint, data.keys.p256dh, data.keys.auth)
        device = next(device for device in (await service.settings()).devices if device.id == id)
        return PushDeviceCard(device.id, device.name, device.made, device.used)

    @api_delete("/push-devices/{id:str}", responses=PROBLEMS_HERE, summary="Send nothing to a browser any more")
    async def remove_device(self, request: ApiRequest, id: Id) -> None:
        await NotificationService(request).remove_device(id)

    @api_post(
        "/push-devices/{id:str}/test",
        responses=PROBLEMS_HERE,
        status_code=200,
        summary="Send a message to a browser now",
    )
    async def test_device(self, request: ApiRequest, id: Id) -> Tried:
        return _tried(await NotificationService(request).test_device(id))

    @api_put("/webhook", summary="Post what happens to an address")
    async def set_webhook(self, request: ApiRequest, data: JSONBody[NewAddress]) -> NoticesCard:
        return await _set_address(request, WebhookChannel.name, data.address)

    @api_delete("/webhook", summary="Forget the webhook")
    async def remove_webhook(self, request: ApiRequest) -> None:
        await NotificationService(request).remove(WebhookChannel.name)

    @api_post("/webhook/test", responses=PROBLEMS_HERE, status_code=200, summary="Post a message to your webhook now")
    async def test_webhook(self, request: ApiRequest) -> Tried:
        return _tried(await NotificationService(request).test_address(WebhookChannel.name))

    @api_put("/mail", summary="Be told by mail; a link in the first one has to be opened")
    async def set_mail(self, request: ApiRequest, data: JSONBody[NewAddress]) -> NoticesCard:
        return await _set_address(request, MailChannel.name, data.address)

    @api_delete("/mail", summary="Forget the mail address")
    async def remove_mail(self, request: ApiRequest) -> None:
        await NotificationService(request).remove(MailChannel.name)
