"""Pages to register, sign in, recover and change an account."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from babel.dates import format_date
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream

from tablero.core.errors import BadOption
from tablero.people.names import LONGEST_OF_ACCOUNT, account_name
from tablero.people.passwords import MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH
from tablero.site.accounts.export import export_response
from tablero.site.accounts.mails import mails_links
from tablero.site.settings import is_mail_address
from tablero.site.web.dates import ago
from tablero.site.web.errors import headers_of, problem_of
from tablero.site.web.identity import Guest, guest_of
from tablero.site.web.language import language_of
from tablero.site.web.mail import MailFailed, send_mail
from tablero.site.web.page import Form, HtmlRequest, own_path, page, store_of
from tablero.site.web.proxy import address_of
from tablero.site.web.rate_limit import check_invite_limit
from tablero.site.web.services import services_of
from tablero.store.people.accounts import Account
from tablero.store.people.devices import Device
from tablero.ui.language import Language
from tablero.ui.messages import sentence

logger = logging.getLogger("tablero.site")


def to(path: str) -> Redirect:
    return Redirect(path, status_code=303)


class NotSignedIn(Exception):
    """A guest has requested a page of an account."""


def signed_in(request: HtmlRequest) -> tuple[Guest, Account]:
    guest = guest_of(request)
    if guest.account is None:
        raise NotSignedIn
    return guest, guest.account


def ask_to_sign_in(request: HtmlRequest, _: NotSignedIn) -> Redirect:
    return to(f"/sign-in?back={request.scope['path']}")


async def submit_form(
    request: HtmlRequest, action: Awaitable[Any], form: Callable[..., Awaitable[Response[Any]]]
) -> Response[Any] | None:
    """Await `action`; if it raises BadOption, return `form(wrong=sentence, status=status)`, else None."""
    try:
        await action
    except BadOption as error:
        response = await form(wrong=sentence(error.told(language_of(request).say)), status=problem_of(error)[0])
        response.headers.update(headers_of(error))
        return response
    return None


# ---------------------------------------------------------------- signing in


async def _sign_in_form(
    request: HtmlRequest, template: str, back: str = "/", wrong: str = "", status: int = 200, **more: Any
) -> Response[str]:
    guest = guest_of(request)
    games = 0 if guest.fresh else len(await store_of(request).tables_of(guest.id))
    return page(
        template,
        request,
        status,
        back=own_path(back),
        wrong=wrong,
        games=games,
        guest=guest.name,
        mail=mails_links(services_of(request).settings),
        longest=LONGEST_OF_ACCOUNT,
        shortest_password=MIN_PASSWORD_LENGTH,
        longest_password=MAX_PASSWORD_LENGTH,
        **more,
    )


@get("/sign-in")
async def sign_in_page(request: HtmlRequest, back: FromQuery[str] = "/") -> Response[Any]:
    if guest_of(request).account is not None:
        return to("/account")
    return await _sign_in_form(request, "accounts/sign-in.jinja", back, name="")


@post("/sign-in")
async def sign_in(request: HtmlRequest, data: Form) -> Response[Any]:
    name, back = data.get("name", ""), data.get("back", "/")
    form = partial(_sign_in_form, request, "accounts/sign-in.jinja", back, name=name)
    action = services_of(request).accounts.sign_in(request, name, data.get("password", ""))
    return await submit_form(request, action, form) or to(own_path(back))


@get("/register")
async def register_page(request: HtmlRequest, back: FromQuery[str] = "/") -> Response[Any]:
    if guest_of(request).account is not None:
        return to("/account")
    return await _sign_in_form(request, "accounts/register.jinja", back, name=guest_of(request).name)


@post("/register")
async def register(request: HtmlRequest, data: Form) -> Response[Any]:
    name, back = data.get("name", ""), data.get("back", "/")
    form = partial(_sign_in_form, request, "accounts/register.jinja", back, name=name)
    action = services_of(request).accounts.register(request, name, data.get("password", ""))
    return await submit_form(request, action, form) or to(own_path(back))


@post("/sign-out")
async def sign_out(request: HtmlRequest) -> Redirect:
    await services_of(request).accounts.sign_out(request)
    return to("/")


# ---------------------------------------------------------------- a forgotten password


async def _recovery_form(
    request: HtmlRequest, name: str = "", key: str = "", sent: bool = False, wrong: str = "", status: int = 200
) -> Response[str]:
    """The form for a new password; `key` is that of a mailed link, `sent` says that one has been mailed."""
    return await _sign_in_form(
        request, "accounts/recover.jinja", wrong=wrong, status=status, name=name, key=key, sent=sent
    )


@get("/recover")
async def recover_page(request: HtmlRequest) -> Response[Any]:
    return await _recovery_form(request)


@post("/recover")
async def recover(request: HtmlRequest, data: Form) -> Response[Any]:
    """Set a new password with one of the printed codes."""
    name = data.get("name", "")
    action = services_of(request).accounts.recover(request, name, data.get("code", ""), data.get("password", ""))
    return await submit_form(request, action, partial(_recovery_form, request, name)) or to("/account")


@post("/recover/mail")
async def send_recovery(request: HtmlRequest, data: Form) -> Response[Any]:
    """Mail a link. The response and its delay are the same if there is no such account or it has no address."""
    if not mails_links(services_of(request).settings):
        raise NotFoundException
    accounts = services_of(request).accounts
    accounts.check_mail_limit(request)
    account = await store_of(request).accounts.by_name(data.get("name", ""))
    answer = await _recovery_form(request, sent=True)
    if account is not None and account.mail:
        say = language_of(request).say
        link = f"{address_of(request)}/recover/{accounts.link('password', account)}"
        words = say(
            "Somebody, perhaps you, has forgotten the password of {name} at {address}. Choose a new one within ten "
            "minutes:\n\n{link}\n\nIf it was not you, there is nothing to do.",
            name=account.name,
            address=address_of(request),
            link=link,
        )
        accounts.mails.post(account.mail, say("A new password for Tablero"), words)
    return answer


@get("/recover/{key:str}")
async def recover_by_link_page(request: HtmlRequest, key: FromPath[str]) -> Response[Any]:
    action = services_of(request).accounts.read_link("password", key)
    refused = await submit_form(request, action, partial(_recovery_form, request))
    return refused or await _recovery_form(request, key=key)


@post("/recover/{key:str}")
async def recover_by_link(request: HtmlRequest, key: FromPath[str], data: Form) -> Response[Any]:
    action = services_of(request).accounts.recover_by_link(request, key, data.get("password", ""))
    return await submit_form(request, action, partial(_recovery_form, request, key=key)) or to("/account")


# ---------------------------------------------------------------- the account's page


def device_description(device: Device, language: Language) -> str:
    browser, _, system = device.label.partition("/")
    if not browser:
        return language.say("An unknown device")
    return language.say("{browser} on {system}", browser=browser, system=system) if system else browser


def _day(seconds: float) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()


async def _account(
    request: HtmlRequest, at: str = "", done: str = "", wrong: str = "", status: int = 200
) -> Response[str]:
    """The page of an account; `at` is the part that was refused or done."""
    guest, account = signed_in(request)
    store, language = store_of(request), language_of(request)
    now = store.now()
    devices = [
        {
            "device": d,
            "label": device_description(d, language),
            "here": d.id == guest.device,
            "used": ago(now - d.used, language),
        }
        for d in await store.devices.of(account.person)
    ]
    return page(
        "accounts/account.jinja",
        request,
        status,
        account=account,
        devices=devices,
        wrong=wrong,
        at=at,
        done=done,
        since=format_date(_day(account.made), "long", locale=language.locale),
        codes=await store.accounts.codes_left(account.person),
        mail=mails_links(services_of(request).settings),
        longest=LONGEST_OF_ACCOUNT,
        shortest_password=MIN_PASSWORD_LENGTH,
        longest_password=MAX_PASSWORD_LENGTH,
    )


async def _change(request: HtmlRequest, at: str, action: Awaitable[Any], done: str) -> Response[Any]:
    """Change a part of the account and show the page with the result or the refusal."""
    return await submit_form(request, action, partial(_account, request, at)) or to(f"/account?done={done}#{at}")


@get("/account")
async def account_page(request: HtmlRequest, done: FromQuery[str] = "") -> Response[str]:
    say = language_of(request).say
    results = {
        "name": say("Everybody sees your new name now."),
        "password": say("Your password is changed, and your other devices are signed out."),
        "device": say("That device is signed out."),
        "devices": say("All other devices are signed out."),
        "mail": say("Open the link in the mail that is on its way to you."),
        "address": say("Your mail address is confirmed."),
        "no-mail": say("Your mail address is forgotten."),
    }
    return await _account(request, done=results.get(done, ""), at=done)


@post("/account/name")
async def rename_account(request: HtmlRequest, data: Form) -> Response[Any]:
    _, account = signed_in(request)
    check_invite_limit(request)

    async def rename() -> None:
        await store_of(request).personal_data.rename(account.person, account_name(data.get("name", "")))

    return await _change(request, "name", rename(), "name")


@post("/account/password")
async def change_password(request: HtmlRequest, data: Form) -> Response[Any]:
    guest, _ = signed_in(request)
    accounts = services_of(request).accounts
    action = accounts.change_password(request, guest, data.get("old", ""), data.get("password", ""))
    return await _change(request, "password", action, "password")


@post("/account/devices/sign-out")
async def sign_out_others(request: HtmlRequest) -> Redirect:
    guest, _ = signed_in(request)
    await store_of(request).devices.sign_out_others(guest.id, guest.device)
    return to("/account?done=devices#devices")


@post("/account/devices/{id:str}/sign-out")
async def sign_out_device(request: HtmlRequest, id: FromPath[str]) -> Redirect:
    guest, _ = signed_in(request)
    if id == guest.device:
        await services_of(request).accounts.sign_out(request)
        return to("/")
    if id in [device.id for device in await store_of(request).devices.of(guest.id)]:
        await store_of(request).devices.sign_out(guest.id, id)
    return to("/account?done=device#devices")


@post("/account/codes")
async def print_codes(request: HtmlRequest, data: Form) -> Response[Any]:
    _, account = signed_in(request)
    codes: list[str] = []

    async def make() -> None:
        codes.extend(await services_of(request).accounts.new_codes(request, account, data.get("password", "")))

    refused = await submit_form(request, make(), partial(_account, request, "codes"))
    if refused is not None:
        return refused
    today = format_date(_day(store_of(request).now()), "long", locale=language_of(request).locale)
    return page(
        "accounts/recovery-codes.jinja", request, codes=codes, account=account, today=today, address=address_of(request)
    )


@post("/account/mail")
async def change_mail(request: HtmlRequest, data: Form) -> Response[Any]:
    """Mail a link that confirms the address; an empty address is removed at once."""
    _, account = signed_in(request)
    mail = data.get("mail", "").strip()

    async def change() -> None:
        await services_of(request).accounts.check(request, account, data.get("password", ""))
        await request_mail_confirmation(request, account, mail)

    return await _change(request, "mail", change(), "mail" if mail else "no-mail")


async def request_mail_confirmation(request: HtmlRequest, account: Account, mail: str) -> None:
    """Mail the link that confirms an address. Raise BadOption if it is no address or the mail is not accepted."""
    if not mail:
        await services_of(request).accounts.change_mail(request, account, None)
        return
    if not mails_links(services_of(request).settings):
        raise BadOption("this site sends no mail: its host has not set it up")
    if not is_mail_address(mail):
        raise BadOption("this is no mail address: check it for slips")
    accounts, say = services_of(request).accounts, language_of(request).say
    accounts.check_mail_limit(request)
    link = f"{address_of(request)}/account/mail/{accounts.link('mail', account, mail)}"
    words = say(
        "{name} at {address} would like mail to be sent here. If that is you, open this link within ten minutes:"
        "\n\n{link}\n\nIf it was not you, there is nothing to do.",
        name=account.name,
        address=address_of(request),
        link=link,
    )
    try:
        await send_mail(services_of(request).settings, mail, say("Your mail address at Tablero"), words)
    except MailFailed as error:
        logger.error("a mail was not taken: %s", error)
        raise BadOption("the mail could not be sent: check the address, or try again later") from None


async def _mail_page(request: HtmlRequest, mail: str = "", wrong: str = "", status: int = 200) -> Response[str]:
    return page("accounts/account-mail.jinja", request, status, wrong=wrong, mail=mail)


@get("/account/mail/{key:str}")
async def confirm_mail_page(request: HtmlRequest, key: FromPath[str]) -> Response[Any]:
    """Ask before confirming, because previews open links too."""
    try:
        link = await services_of(request).accounts.read_link("mail", key)
    except BadOption as error:
        wrong = sentence(error.told(language_of(request).say))
        return await _mail_page(request, wrong=wrong, status=problem_of(error)[0])
    return await _mail_page(request, link.mail)


@post("/account/mail/{key:str}")
async def confirm_mail(request: HtmlRequest, key: FromPath[str]) -> Response[Any]:
    action = services_of(request).accounts.confirm_mail(request, key)
    return await submit_form(request, action, partial(_mail_page, request)) or to("/account?done=address#mail")


# ---------------------------------------------------------------- export and deletion


@get("/account/export")
async def export(request: HtmlRequest) -> Stream:
    """All stored data of the account or guest, as one file."""
    return export_response(request)


async def _delete_form(request: HtmlRequest, wrong: str = "", status: int = 200) -> Response[str]:
    _, account = signed_in(request)
    return page("accounts/delete-account.jinja", request, status, account=account, wrong=wrong)


@get("/account/delete")
async def delete_page(request: HtmlRequest) -> Response[str]:
    return await _delete_form(request)


@post("/account/delete")
async def delete_account(request: HtmlRequest, data: Form) -> Response[Any]:
    guest, _ = signed_in(request)
    action = services_of(request).accounts.delete(request, guest, data.get("password", ""))
    return await submit_form(request, action, partial(_delete_form, request)) or to("/")


HANDLERS = (
    sign_in_page,
    sign_in,
    register_page,
    register,
    sign_out,
    recover_page,
    recover,
    send_recovery,
    recover_by_link_page,
    recover_by_link,
    account_page,
    rename_account,
    change_password,
    sign_out_others,
    sign_out_device,
    print_codes,
    change_mail,
    confirm_mail_page,
    confirm_mail,
    export,
    delete_page,
    delete_account,
)
