"""Pages of notifications: settings, links in mails, and the address of the next game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero.core.errors import BadOption
from tablero.games import GAME_NAMES, games
from tablero.people.notification_policy import quiet_tables
from tablero.site.notifications.channel import DeliveryFailure, NotificationSettings
from tablero.site.notifications.channels import CHANNELS
from tablero.site.notifications.service import NotificationService, notified_games
from tablero.site.notifications.text import failure_text, name_of
from tablero.site.notifications.webhooks import WebhookChannel
from tablero.site.table.list_line import table_line
from tablero.site.web.dates import ago
from tablero.site.web.identity import guest_of
from tablero.site.web.language import language_of
from tablero.site.web.page import Form, HtmlRequest, page, store_of
from tablero.store.notifications.channels import ChannelAddress
from tablero.ui.messages import sentence

# ---------------------------------------------------------------- the page


@get("/notices")
async def notifications_page(request: HtmlRequest) -> Response[str]:
    return await _shown(request)


async def _shown(request: HtmlRequest, wrong: str = "", done: str = "", status: int = 200) -> Response[str]:
    """Return the page of settings with a sentence about what was done, or why it was not."""
    service = NotificationService(request)
    settings = await service.settings()
    language = service.language
    quiet = quiet_tables(settings.chosen)
    known = {table.id: table for table in await service.store.summaries(quiet) if table.game in GAME_NAMES}
    return page(
        "notifications/notifications.jinja",
        request,
        status,
        wrong=wrong,
        done=done,
        settings=settings,
        channels=_channels(service, settings),
        games=[(game, notified_games(settings.chosen)[game.name]) for game in games()],
        quiet=[(table_line(table, service.person, language), name_of(table, table.game)) for table in known.values()],
        devices=[
            (
                device,
                ago(service.store.now() - device.made, language),
                "" if device.used is None else ago(service.store.now() - device.used, language),
            )
            for device in settings.devices
        ],
        why=lambda reason: failure_text(reason, language.say),
    )


def _channels(service: NotificationService, settings: NotificationSettings) -> list[dict[str, Any]]:
    """Return the switch of each channel and its state."""
    say = service.language.say
    return [
        {
            "name": channel.name,
            "label": channel.label(say),
            "on": channel.policy.is_on(settings.chosen) and channel.is_ready(settings),
            "ready": channel.is_ready(settings),
            "state": channel.state(settings, say),
        }
        for channel in service.dispatcher.channels.values()
    ]


async def _do(request: HtmlRequest, action: Callable[[NotificationService], Awaitable[str | None]]) -> Response[Any]:
    """Run the action of a form; redirect to the page, or return it with a message."""
    try:
        done = await action(NotificationService(request))
    except BadOption as error:
        say = language_of(request).say
        return await _shown(request, wrong=sentence(error.told(say)), status=400)
    except NotFoundException:
        done = None  # it is gone already
    except HTTPException as error:
        say = language_of(request).say
        sentences = {
            429: say("Enough tries for now. Wait a few minutes."),
            503: say("The mail could not be sent. Try again later."),
        }
        if error.status_code not in sentences:
            raise
        return await _shown(request, wrong=sentences[error.status_code], status=error.status_code)
    return Redirect("/notices", status_code=303) if not done else await _shown(request, done=done)


@post("/notices/switch")
async def switch(request: HtmlRequest, data: Form) -> Response[Any]:
    """Set one switch: a channel, `game.NAME` or `table.ID`."""
    what, on = data.get("what", ""), data.get("on") == "1"

    async def action(service: NotificationService) -> None:
        kind, _, name = what.partition(".")
        if kind == "game":
            await service.set_game_quiet(name, not on)
        elif kind == "table":
            await service.set_table_quiet(name, not on)
        elif kind in service.dispatcher.channels:
            await service.switch(**{kind: on})
        else:
            raise NotFoundException

    return await _do(request, action)


@post("/notices/{channel:str}")
async def set_address(request: HtmlRequest, channel: FromPath[str], data: Form) -> Response[Any]:
    """Set the address of a channel: the webhook, the mail address."""
    NotificationService(request).address_channel(channel)  # NotFoundException
    return await _do(request, lambda service: service.set_address(channel, data.get("address", "").strip()))


@post("/notices/{channel:str}/remove")
async def remove(request: HtmlRequest, channel: FromPath[str]) -> Response[Any]:
    NotificationService(request).address_channel(channel)  # NotFoundException
    return await _do(request, lambda service: service.remove(channel))


@post("/notices/webhook/test")
async def test_webhook(request: HtmlRequest) -> Response[Any]:
    return await _do(request, lambda service: _tried(service, service.test_address(WebhookChannel.name)))


@post("/notices/devices/{id:str}/test")
async def test_device(request: HtmlRequest, id: FromPath[str]) -> Response[Any]:
    return await _do(request, lambda service: _tried(service, service.test_device(id)))


async def _tried(service: NotificationService, trying: Awaitable[DeliveryFailure | None]) -> str:
    failure, say = await trying, service.language.say
    if failure is not None:
        return f"{say('It did not arrive.')} {failure_text(failure.reason, say)}"
    return say("It was sent, and the other side has taken it.")


@post("/notices/devices/{id:str}/remove")
async def remove_device(request: HtmlRequest, id: FromPath[str]) -> Response[Any]:
    return await _do(request, lambda service: service.remove_device(id))


# ---------------------------------------------------------------- links in mails, without signing in


async def _find_recipient(request: HtmlRequest, key: str) -> ChannelAddress:
    recipient = await store_of(request).channels.by_key(key)
    if recipient is None or recipient.channel not in CHANNELS or not CHANNELS[recipient.channel].confirms:
        raise NotFoundException
    return recipient


@get("/mail/{key:str}")
async def ask_mail(request: HtmlRequest, key: FromPath[str]) -> Response[str]:
    """Ask for confirmation: programs that scan mails open links too."""
    recipient = await _find_recipient(request, key)
    return page(
        "notifications/mail.jinja", request, recipient=recipient, step="confirmed" if recipient.confirmed else "confirm"
    )


@post("/mail/{key:str}")
async def confirm_mail(request: HtmlRequest, key: FromPath[str]) -> Response[str]:
    recipient = await _find_recipient(request, key)
    await store_of(request).channels.confirm(key)
    return page("notifications/mail.jinja", request, recipient=recipient, step="confirmed")


@get("/mail/{key:str}/stop")
async def ask_stop(request: HtmlRequest, key: FromPath[str]) -> Response[str]:
    recipient = None
    with suppress(NotFoundException):  # stopped already
        recipient = await _find_recipient(request, key)
    return page("notifications/mail.jinja", request, recipient=recipient, step="stop" if recipient else "stopped")


@post("/mail/{key:str}/stop")
async def stop_mail(request: HtmlRequest, key: FromPath[str]) -> Response[str]:
    """Stop mails, also when a mail program asks for it by itself (RFC 8058)."""
    with suppress(NotFoundException):
        recipient = await _find_recipient(request, key)
        await store_of(request).channels.remove(recipient.person, recipient.channel)
    return page("notifications/mail.jinja", request, recipient=None, step="stopped")


# ---------------------------------------------------------------- the next game


@get("/next")
async def next_game(request: HtmlRequest, but: FromQuery[str] = "") -> Response[Any]:
    """Redirect to the table that has waited longest, other than `but`."""
    waiting = [table for table in await store_of(request).waiting_for(guest_of(request).id) if table.id != but]
    if waiting:
        return Redirect(f"/t/{waiting[0].id}", status_code=303)
    say = language_of(request).say
    detail = say("It is everybody else’s turn, or you have no game yet.")
    return page("web/error.jinja", request, headline=say("No game waits for you"), detail=detail, again=0)


HANDLERS = (
    notifications_page,
    switch,
    set_address,
    remove,
    test_webhook,
    test_device,
    remove_device,
    ask_mail,
    confirm_mail,
    ask_stop,
    stop_mail,
    next_game,
)
