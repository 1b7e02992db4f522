"""JSON API of accounts: register, sign in and out, devices, codes, export, deletion."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, Parameter
from litestar.response import Stream

from tablero.people.names import account_name
from tablero.site.accounts.export import export_response
from tablero.site.accounts.pages import request_mail_confirmation
from tablero.site.web.api import ApiController, ApiRequest, Name, api_delete, api_get, api_patch, api_post, api_put
from tablero.site.web.identity import Guest, guest_of
from tablero.site.web.page import store_of
from tablero.site.web.rate_limit import check_invite_limit
from tablero.site.web.services import services_of
from tablero.store.people.accounts import Account

Password = Annotated[str, msgspec.Meta(max_length=400)]
DeviceId = Annotated[str, Parameter(description="The id of a device.", max_length=64)]


class Me(msgspec.Struct):
    """Who you are here. A guest has no badge: that is what others may know of an account."""

    name: str
    badge: str | None
    administers: bool
    mail: str | None


class NewAccount(msgspec.Struct):
    name: Name
    password: Password


class NewName(msgspec.Struct):
    name: Name


class NewPassword(msgspec.Struct):
    old: Password
    password: Password


class Recovery(msgspec.Struct):
    """One of the printed codes, and the password to have from now on."""

    name: Name
    code: Annotated[str, msgspec.Meta(max_length=100)]
    password: Password


class Proof(msgspec.Struct):
    """The password once more."""

    password: Password


class NewMail(msgspec.Struct):
    """An address to be confirmed by the link that is sent there; an empty one is forgotten."""

    mail: Annotated[str, msgspec.Meta(max_length=200)]
    password: Password


class DeviceCard(msgspec.Struct):
    """A device where you are signed in. `here`: the one you ask from."""

    id: str
    label: str
    made: float
    used: float
    here: bool


class Codes(msgspec.Struct):
    """Codes that are told now and never again."""

    codes: list[str]


def me(guest: Guest) -> Me:
    account = guest.account
    if account is None:
        return Me(guest.name, None, False, None)
    return Me(account.name, account.badge, account.admin, account.mail)


def require_account(request: ApiRequest) -> tuple[Guest, Account]:
    guest = guest_of(request)
    if guest.account is None:
        raise PermissionDeniedException("this needs an account: sign in first, with POST /api/session")
    return guest, guest.account


class AccountApi(ApiController):
    path = "/api"
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this

    @api_get("/account", summary="Who you are")
    async def look(self, request: ApiRequest) -> Me:
        return me(guest_of(request))

    @api_post("/account", summary="Create an account, which has all that you had as a guest")
    async def register(self, request: ApiRequest, data: JSONBody[NewAccount]) -> Me:
        return me(await services_of(request).accounts.register(request, data.name, data.password))

    @api_patch("/account", summary="Change your name")
    async def rename(self, request: ApiRequest, data: JSONBody[NewName]) -> Me:
        _, account = require_account(request)
        name = account_name(data.name)
        check_invite_limit(request)
        await store_of(request).personal_data.rename(account.person, name)
        return Me(name, account.badge, account.admin, account.mail)

    @api_post("/account/delete", status_code=204, summary="Delete your account; games stay with somebody")
    async def leave(self, request: ApiRequest, data: JSONBody[Proof]) -> None:
        guest, _ = require_account(request)
        await services_of(request).accounts.delete(request, guest, data.password)

    @api_post("/session", summary="Sign in; the answer brings the cookie")
    async def sign_in(self, request: ApiRequest, data: JSONBody[NewAccount]) -> Me:
        return me(await services_of(request).accounts.sign_in(request, data.name, data.password))

    @api_delete("/session", summary="Sign out")
    async def sign_out(self, request: ApiRequest) -> None:
        await services_of(request).accounts.sign_out(request)

    @api_post("/session/recover", summary="Sign in with a recovery code and choose a new password")
    async def recover(self, request: ApiRequest, data: JSONBody[Recovery]) -> Me:
        return me(await services_of(request).accounts.recover(request, data.name, data.code, data.password))

    @api_put("/account/password", status_code=204, summary="Change your password; other devices are signed out")
    async def change_password(self, request: ApiRequest, data: JSONBody[NewPassword]) -> None:
        guest, _ = require_account(request)
        await services_of(request).accounts.change_password(request, guest, data.old, data.password)

    @api_post("/account/codes", summary="New recovery codes; earlier ones count no more")
    async def print_codes(self, request: ApiRequest, data: JSONBody[Proof]) -> Codes:
        _, account = require_account(request)
        return Codes(await services_of(request).accounts.new_codes(request, account, data.password))

    @api_put("/account/mail", status_code=202, summary="Have a mail address confirmed, or forgotten")
    async def change_mail(self, request: ApiRequest, data: JSONBody[NewMail]) -> None:
        _, account = require_account(request)
        await services_of(request).accounts.check(request, account, data.password)
        await request_mail_confirmation(request, account, data.mail.strip())

    @api_get("/account/devices", summary="Where you are signed in")
    async def devices(self, request: ApiRequest) -> list[DeviceCard]:
        guest, account = require_account(request)
        found = await store_of(request).devices.of(account.person)
        return [DeviceCard(d.id, d.label.replace("/", " on "), d.made, d.used, d.id == guest.device) for d in found]

    @api_delete("/account/devices", summary="Sign out everywhere but here")
    async def sign_out_others(self, request: ApiRequest) -> None:
        guest, account = require_account(request)
        await store_of(request).devices.sign_out_others(account.person, guest.device)

    @api_delete("/account/devices/{id:str}", summary="Sign out one of your devices")
    async def sign_out_device(self, request: ApiRequest, id: DeviceId) -> None:
        guest, account = require_account(request)
        # Only ids of the user's own devices reach the database.
        if id not in [device.id for device in await store_of(request).devices.of(account.person)]:
            raise NotFoundException("you have no such device")
        if id == guest.device:
            await services_of(request).accounts.sign_out(request)
        else:
            await store_of(request).devices.sign_out(account.person, id)

    @api_get("/account/export", summary="Everything that is kept of you, as one file")
    async def export(self, request: ApiRequest) -> Stream:
        return export_response(request)
