"""Pages of accounts: registering, signing in, and one's own account."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from typing import Any

from babel.dates import format_date
from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream

from tablero.core.errors import BadOption
from tablero.people.names import LONGEST_OF_ACCOUNT, account_name
from tablero.people.passwords import LONGEST, SHORTEST
from tablero.site.account_desk import Desk
from tablero.site.account_export import everything_of
from tablero.site.answers import headers_of, problem_of
from tablero.site.door import address_of
from tablero.site.language import Tongue, tongue_of
from tablero.site.lists import ago
from tablero.site.mail import MailFailed, can_mail, send_mail
from tablero.site.messages import sentence
from tablero.site.pages import Form, Visit, house_of, own_path, page
from tablero.site.people import Guest, guest_of
from tablero.site.settings import Settings, is_mail_address
from tablero.store.accounts import Account
from tablero.store.devices import Device

logger = logging.getLogger("tablero.site")


def desk_of(request: Visit) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


def mails_links(settings: Settings) -> bool:
    """Whether links can be mailed: to the address that the host has named, and not to one that a visitor could make up."""
    return can_mail(settings) and bool(settings.origins)


def to(path: str) -> Redirect:
    return Redirect(path, status_code=303)


class NotSignedIn(Exception):
    """The page of an account is asked for by a guest."""


def signed_in(request: Visit) -> tuple[Guest, Account]:
    guest = guest_of(request)
    if guest.account is None:
        raise NotSignedIn
    return guest, guest.account


def ask_to_sign_in(request: Visit, _: NotSignedIn) -> Redirect:
    return to(f"/sign-in?back={request.scope['path']}")


async def tried(
    request: Visit, deed: Awaitable[Any], again: Callable[[str, int], Awaitable[Response[Any]]]
) -> Response[Any] | None:
    """Do something that may be refused; the form once more, with the reason, when it is."""
    try:
        await deed
    except BadOption as error:
        answer = await again(sentence(error.told(tongue_of(request).say)), problem_of(error)[0])
        answer.headers.update(headers_of(error))
        return answer
    return None


# ---------------------------------------------------------------- coming


async def _door(
    request: Visit, template: str, back: str, wrong: str = "", status: int = 200, **more: Any
) -> Response[str]:
    guest = guest_of(request)
    games = 0 if guest.fresh else len(await house_of(request).tables_of(guest.id))
    return page(
        template, request, status, back=own_path(back), wrong=wrong, games=games, guest=guest.name,
        mail=mails_links(request.app.state.settings), longest=LONGEST_OF_ACCOUNT, shortest_password=SHORTEST,
        longest_password=LONGEST, **more,
    )  # fmt: skip


@get("/sign-in")
async def sign_in_page(request: Visit, back: FromQuery[str] = "/") -> Response[Any]:
    if guest_of(request).account is not None:
        return to("/account")
    return await _door(request, "sign-in.jinja", back, name="")


@post("/sign-in")
async def sign_in(request: Visit, data: Form) -> Response[Any]:
    name, back = data.get("name", ""), data.get("back", "/")

    async def again(wrong: str, status: int) -> Response[Any]:
        return await _door(request, "sign-in.jinja", back, wrong, status, name=name)

    refused = await tried(request, desk_of(request).sign_in(request, name, data.get("password", "")), again)
    return refused or to(own_path(back))


@get("/register")
async def register_page(request: Visit, back: FromQuery[str] = "/") -> Response[Any]:
    if guest_of(request).account is not None:
        return to("/account")
    return await _door(request, "register.jinja", back, name=guest_of(request).name)


@post("/register")
async def register(request: Visit, data: Form) -> Response[Any]:
    name, back = data.get("name", ""), data.get("back", "/")

    async def again(wrong: str, status: int) -> Response[Any]:
        return await _door(request, "register.jinja", back, wrong, status, name=name)

    refused = await tried(request, desk_of(request).register(request, name, data.get("password", "")), again)
    return refused or to(own_path(back))


@post("/sign-out")
async def sign_out(request: Visit) -> Redirect:
    await desk_of(request).sign_out(request)
    return to("/")


# ---------------------------------------------------------------- a forgotten password


@get("/recover")
async def recover_page(request: Visit) -> Response[Any]:
    return await _door(request, "recover.jinja", "/", name="", key="", sent=False)


@post("/recover")
async def recover(request: Visit, data: Form) -> Response[Any]:
    """By one of the printed codes."""
    name = data.get("name", "")

    async def again(wrong: str, status: int) -> Response[Any]:
        return await _door(request, "recover.jinja", "/", wrong, status, name=name, key="", sent=False)

    deed = desk_of(request).recover(request, name, data.get("code", ""), data.get("password", ""))
    return await tried(request, deed, again) or to("/account")


@post("/recover/mail")
async def send_recovery(request: Visit, data: Form) -> Response[Any]:
    """The same answer, after the same time, whether there is such an account and whether it has an address or not."""
    if not mails_links(request.app.state.settings):
        raise NotFoundException
    desk_of(request).may_mail(request)
    account = await house_of(request).accounts.named(data.get("name", ""))
    answer = await _door(request, "recover.jinja", "/", name="", key="", sent=True)
    if account is not None and account.mail:
        say = tongue_of(request).say
        link = f"{address_of(request)}/recover/{desk_of(request).link('password', account)}"
        words = say(
            "Somebody, perhaps you, has forgotten the password of {name} at {address}. Choose a new one within an hour:\n\n{link}\n\n"
            "If it was not you, there is nothing to do.",
            name=account.name, address=address_of(request), link=link,
        )  # fmt: skip
        answer.background = BackgroundTask(
            mail_quietly, request, account.mail, say("A new password for Tablero"), words
        )
    return answer


async def mail_quietly(request: Visit, to: str, subject: str, text: str) -> None:
    try:
        await send_mail(request.app.state.settings, to, subject, text)
    except MailFailed as error:
        logger.error("a mail was not taken: %s", error)


@get("/recover/{key:str}")
async def recover_by_link_page(request: Visit, key: FromPath[str]) -> Response[Any]:
    async def over(wrong: str, status: int) -> Response[Any]:
        return await _door(request, "recover.jinja", "/", wrong, status, name="", key="", sent=False)

    refused = await tried(request, desk_of(request).read_link("password", key), over)
    return refused or await _door(request, "recover.jinja", "/", name="", key=key, sent=False)


@post("/recover/{key:str}")
async def recover_by_link(request: Visit, key: FromPath[str], data: Form) -> Response[Any]:
    async def again(wrong: str, status: int) -> Response[Any]:
        return await _door(request, "recover.jinja", "/", wrong, status, name="", key=key, sent=False)

    deed = desk_of(request).recover_by_link(request, key, data.get("password", ""))
    return await tried(request, deed, again) or to("/account")


# ---------------------------------------------------------------- one's own account


def told_device(device: Device, tongue: Tongue) -> str:
    browser, _, system = device.label.partition("/")
    if not browser:
        return tongue.say("An unknown device")
    return tongue.say("{browser} on {system}", browser=browser, system=system) if system else browser


def _day(seconds: float) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()


async def _account(request: Visit, wrong: str = "", status: int = 200, at: str = "", done: str = "") -> Response[str]:
    """The page of an account; `at` is the part that was refused or done."""
    guest, account = signed_in(request)
    house, tongue = house_of(request), tongue_of(request)
    now = house.now()
    devices = [
        {"device": d, "label": told_device(d, tongue), "here": d.id == guest.device, "used": ago(now - d.used, tongue)}
        for d in await house.devices.of(account.person)
    ]
    return page(
        "account.jinja", request, status, account=account, devices=devices, wrong=wrong, at=at, done=done,
        since=format_date(_day(account.made), "long", locale=tongue.locale),
        codes=await house.accounts.codes_left(account.person), mail=mails_links(request.app.state.settings),
        longest=LONGEST_OF_ACCOUNT, shortest_password=SHORTEST, longest_password=LONGEST,
    )  # fmt: skip


async def _change(request: Visit, at: str, deed: Awaitable[Any], done: str) -> Response[Any]:
    """Change something about the account and show it, or say why not."""

    async def again(wrong: str, status: int) -> Response[Any]:
        return await _account(request, wrong, status, at)

    return await tried(request, deed, again) or to(f"/account?done={done}#{at}")


@get("/account", exception_handlers={NotSignedIn: ask_to_sign_in})
async def account_page(request: Visit, done: FromQuery[str] = "") -> Response[str]:
    say = tongue_of(request).say
    told = {
        "name": say("Everybody sees your new name now."),
        "password": say("Your password is changed, and your other devices are signed out."),
        "device": say("That device is signed out."),
        "devices": say("All other devices are signed out."),
        "mail": say("Open the link in the mail that is on its way to you."),
        "address": say("Your mail address is confirmed."),
        "no-mail": say("Your mail address is forgotten."),
    }
    return await _account(request, done=told.get(done, ""), at=done)


@post("/account/name", exception_handlers={NotSignedIn: ask_to_sign_in})
async def rename_account(request: Visit, data: Form) -> Response[Any]:
    _, account = signed_in(request)

    async def rename() -> None:
        await house_of(request).belongings.rename(account.person, account_name(data.get("name", "")))

    return await _change(request, "name", rename(), "name")


@post("/account/password", exception_handlers={NotSignedIn: ask_to_sign_in})
async def change_password(request: Visit, data: Form) -> Response[Any]:
    guest, _ = signed_in(request)
    deed = desk_of(request).change_password(request, guest, data.get("old", ""), data.get("password", ""))
    return await _change(request, "password", deed, "password")


@post("/account/devices/sign-out", exception_handlers={NotSignedIn: ask_to_sign_in})
async def sign_out_others(request: Visit) -> Redirect:
    guest, _ = signed_in(request)
    await house_of(request).devices.sign_out_others(guest.id, guest.device)
    return to("/account?done=devices#devices")


@post("/account/devices/{id:str}/sign-out", exception_handlers={NotSignedIn: ask_to_sign_in})
async def sign_out_device(request: Visit, id: FromPath[str]) -> Redirect:
    guest, _ = signed_in(request)
    if id == guest.device:
        await desk_of(request).sign_out(request)
        return to("/")
    if id in [device.id for device in await house_of(request).devices.of(guest.id)]:
        await house_of(request).devices.sign_out(guest.id, id)
    return to("/account?done=device#devices")


@post("/account/codes", exception_handlers={NotSignedIn: ask_to_sign_in})
async def print_codes(request: Visit, data: Form) -> Response[Any]:
    _, account = signed_in(request)

    async def again(wrong: str, status: int) -> Response[Any]:
        return await _account(request, wrong, status, "codes")

    refused = await tried(request, desk_of(request).check(request, account, data.get("password", "")), again)
    if refused is not None:
        return refused
    codes = await house_of(request).accounts.print_codes(account.person)
    today = format_date(_day(house_of(request).now()), "long", locale=tongue_of(request).locale)
    return page("codes.jinja", request, codes=codes, account=account, today=today, address=address_of(request))


@post("/account/mail", exception_handlers={NotSignedIn: ask_to_sign_in})
async def change_mail(request: Visit, data: Form) -> Response[Any]:
    """Have an address confirmed by a link that is sent there; an empty one is forgotten at once."""
    _, account = signed_in(request)
    mail = data.get("mail", "").strip()

    async def change() -> None:
        await desk_of(request).check(request, account, data.get("password", ""))
        await ask_for_mail(request, account, mail)

    return await _change(request, "mail", change(), "mail" if mail else "no-mail")


async def ask_for_mail(request: Visit, account: Account, mail: str) -> None:
    """Send the link that confirms an address; BadOption when it cannot be one, or the mail is not taken."""
    if not mail:
        await house_of(request).accounts.change(account.person, mail=None)
        house_of(request).devices.look_again()
        return
    if not mails_links(request.app.state.settings):
        raise BadOption("this house sends no mail: its host has not set it up")
    if not is_mail_address(mail):
        raise BadOption("this is no mail address: check it for slips")
    desk_of(request).may_mail(request)
    say = tongue_of(request).say
    link = f"{address_of(request)}/account/mail/{desk_of(request).link('mail', account, mail)}"
    words = say(
        "{name} at {address} would like mail to be sent here. If that is you, open this link within an hour:\n\n{link}\n\n"
        "If it was not you, there is nothing to do.",
        name=account.name, address=address_of(request), link=link,
    )  # fmt: skip
    try:
        await send_mail(request.app.state.settings, mail, say("Your mail address at Tablero"), words)
    except MailFailed as error:
        logger.error("a mail was not taken: %s", error)
        raise BadOption("the mail could not be sent: check the address, or try again later") from None


@get("/account/mail/{key:str}")
async def confirm_mail_page(request: Visit, key: FromPath[str]) -> Response[Any]:
    """Asks before it confirms, because links are opened by previews too."""

    async def over(wrong: str, status: int) -> Response[Any]:
        return page("account-mail.jinja", request, status, wrong=wrong, mail="")

    try:
        link = await desk_of(request).read_link("mail", key)
    except BadOption as error:
        return await over(sentence(error.told(tongue_of(request).say)), problem_of(error)[0])
    return page("account-mail.jinja", request, wrong="", mail=link.mail)


@post("/account/mail/{key:str}")
async def confirm_mail(request: Visit, key: FromPath[str]) -> Response[Any]:
    async def over(wrong: str, status: int) -> Response[Any]:
        return page("account-mail.jinja", request, status, wrong=wrong, mail="")

    return await tried(request, desk_of(request).confirm_mail(key), over) or to("/account?done=address#mail")


# ---------------------------------------------------------------- taking everything along, and leaving


@get("/account/export")
async def export(request: Visit) -> Stream:
    """Everything that the house keeps of somebody, guests included, as one file."""
    guest = guest_of(request)
    return Stream(
        everything_of(house_of(request), guest), media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="tablero.json"', "Cache-Control": "no-store"},
    )  # fmt: skip


@get("/account/delete", exception_handlers={NotSignedIn: ask_to_sign_in})
async def delete_page(request: Visit) -> Response[str]:
    _, account = signed_in(request)
    return page("leave.jinja", request, account=account, wrong="")


@post("/account/delete", exception_handlers={NotSignedIn: ask_to_sign_in})
async def delete_account(request: Visit, data: Form) -> Response[Any]:
    _, account = signed_in(request)

    async def again(wrong: str, status: int) -> Response[Any]:
        return page("leave.jinja", request, status, account=account, wrong=wrong)

    return await tried(request, leave_house(request, data.get("password", "")), again) or to("/")


async def leave_house(request: Visit, password: str) -> None:
    """Delete an account after one more look at the password. Running games are resigned: a bot plays on for the others."""
    guest, account = signed_in(request)
    desk = desk_of(request)
    await desk.check(request, account, password)
    await desk.leave(request, guest)


HANDLERS = (
    sign_in_page, sign_in, register_page, register, sign_out, recover_page, recover, send_recovery, recover_by_link_page,
    recover_by_link, account_page, rename_account, change_password, sign_out_others, sign_out_device, print_codes,
    change_mail, confirm_mail_page, confirm_mail, export, delete_page, delete_account,
)  # fmt: skip
