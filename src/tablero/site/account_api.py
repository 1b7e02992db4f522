"""Accounts for programs: register, sign in and out, devices, codes, export, deletion. What a page does here is done by the same
desk."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from litestar import Controller, delete, get, patch, post, put
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import JSONBody, Parameter
from litestar.response import Stream

from tablero.people.names import account_name
from tablero.site.account_export import everything_of
from tablero.site.account_pages import ask_for_mail, desk_of
from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS, Ask, Name
from tablero.site.pages import house_of
from tablero.site.people import Guest, anybody, guest_of
from tablero.store.accounts import Account

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


def own_account(request: Ask) -> tuple[Guest, Account]:
    guest = guest_of(request)
    if guest.account is None:
        raise PermissionDeniedException("this needs an account: sign in first, with POST /api/session")
    return guest, guest.account


class AccountApi(Controller):
    path = "/api"
    request_class = Ask
    opt: ClassVar[dict[str, Any]] = {"person": True}  # type: ignore[misc]  # no key opens this
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/account", responses=PROBLEMS, summary="Who you are")
    async def look(self, request: Ask) -> Me:
        return me(guest_of(request))

    @post("/account", responses=PROBLEMS, summary="Make an account, which has all that you had as a guest")
    async def register(self, request: Ask, data: JSONBody[NewAccount]) -> Me:
        return me(await desk_of(request).register(request, data.name, data.password))

    @patch("/account", responses=PROBLEMS, summary="Change your name")
    async def rename(self, request: Ask, data: JSONBody[NewName]) -> Me:
        _, account = own_account(request)
        name = account_name(data.name)
        await house_of(request).belongings.rename(account.person, name)
        return Me(name, account.badge, account.admin, account.mail)

    @post(
        "/account/delete", responses=PROBLEMS, status_code=204, summary="Delete your account; games stay with somebody"
    )
    async def leave(self, request: Ask, data: JSONBody[Proof]) -> None:
        guest, account = own_account(request)
        await desk_of(request).check(request, account, data.password)
        await desk_of(request).leave(request, guest)

    @post("/session", responses=PROBLEMS, summary="Sign in; the answer brings the cookie")
    async def sign_in(self, request: Ask, data: JSONBody[NewAccount]) -> Me:
        return me(await desk_of(request).sign_in(request, data.name, data.password))

    @delete("/session", responses=PROBLEMS, summary="Sign out")
    async def sign_out(self, request: Ask) -> None:
        await desk_of(request).sign_out(request)

    @post("/session/recover", responses=PROBLEMS, summary="Sign in with a recovery code and choose a new password")
    async def recover(self, request: Ask, data: JSONBody[Recovery]) -> Me:
        return me(await desk_of(request).recover(request, data.name, data.code, data.password))

    @put(
        "/account/password",
        responses=PROBLEMS,
        status_code=204,
        summary="Change your password; other devices are signed out",
    )
    async def change_password(self, request: Ask, data: JSONBody[NewPassword]) -> None:
        guest, _ = own_account(request)
        await desk_of(request).change_password(request, guest, data.old, data.password)

    @post("/account/codes", responses=PROBLEMS, summary="New recovery codes; earlier ones count no more")
    async def print_codes(self, request: Ask, data: JSONBody[Proof]) -> Codes:
        _, account = own_account(request)
        await desk_of(request).check(request, account, data.password)
        return Codes(await house_of(request).accounts.print_codes(account.person))

    @put("/account/mail", responses=PROBLEMS, status_code=202, summary="Have a mail address confirmed, or forgotten")
    async def change_mail(self, request: Ask, data: JSONBody[NewMail]) -> None:
        _, account = own_account(request)
        await desk_of(request).check(request, account, data.password)
        await ask_for_mail(request, account, data.mail.strip())

    @get("/account/devices", responses=PROBLEMS, summary="Where you are signed in")
    async def devices(self, request: Ask) -> list[DeviceCard]:
        guest, account = own_account(request)
        found = await house_of(request).devices.of(account.person)
        return [DeviceCard(d.id, d.label.replace("/", " on "), d.made, d.used, d.id == guest.device) for d in found]

    @delete("/account/devices", responses=PROBLEMS, summary="Sign out everywhere but here")
    async def sign_out_others(self, request: Ask) -> None:
        guest, account = own_account(request)
        await house_of(request).devices.sign_out_others(account.person, guest.device)

    @delete("/account/devices/{id:str}", responses=PROBLEMS, summary="Sign out one of your devices")
    async def sign_out_device(self, request: Ask, id: DeviceId) -> None:
        guest, account = own_account(request)
        # Asked for by name only when it is one of theirs: nothing odd is put to the database.
        if id not in [device.id for device in await house_of(request).devices.of(account.person)]:
            raise NotFoundException("you have no such device")
        if id == guest.device:
            await desk_of(request).sign_out(request)
        else:
            await house_of(request).devices.sign_out(account.person, id)

    @get("/account/export", responses=PROBLEMS, summary="Everything that is kept of you, as one file")
    async def export(self, request: Ask) -> Stream:
        anybody(request)
        return Stream(everything_of(house_of(request), guest_of(request)), media_type="application/json")
