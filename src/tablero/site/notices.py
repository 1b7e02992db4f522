"""How people are told what happens while they do not look: the page of all switches, links in mails, the next game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Response, get, post
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero.core.errors import BadOption
from tablero.games import NAMES, games
from tablero.people.notices import CHANNELS, Channel
from tablero.site.calls import Caller
from tablero.site.desk import Desk, Wishes, games_told, hushed_tables, limits
from tablero.site.language import Tongue, tongue_of
from tablero.site.lists import ago, line_of
from tablero.site.messages import sentence
from tablero.site.notice_words import name_of, why
from tablero.site.pages import Form, Visit, house_of, page
from tablero.site.people import guest_of
from tablero.site.push import Push
from tablero.site.settings import Settings
from tablero.site.teller import Teller, Trouble
from tablero.store import House
from tablero.store.ways import Way


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """Tell people things as long as the site is there."""
    house: House = app.state.house
    settings: Settings = app.state.settings
    caller = Caller(settings.allow_private_calls)
    push = Push(await house.secrets.of("push"), settings, caller, house.now)
    teller = Teller(house, settings, app.state.presence, caller, push)
    app.state.teller = teller
    app.state.told_limits = limits()
    teller.start()
    try:
        yield
    finally:
        await teller.close()


# ---------------------------------------------------------------- the page


@get("/notices")
async def notices_page(request: Visit) -> Response[str]:
    return await _shown(request)


async def _shown(request: Visit, wrong: str = "", done: str = "", status: int = 200) -> Response[str]:
    """The page with a sentence about what has just been done, or why it was not."""
    desk = Desk(request)
    wishes = await desk.wishes()
    tongue = desk.tongue
    quiet = hushed_tables(wishes.chosen)
    known = {table.id: table for table in await desk.house.summaries(quiet) if table.game in NAMES}
    return page(
        "notices.jinja", request, status, wrong=wrong, done=done, wishes=wishes, channels=_channels(wishes, tongue),
        games=[(game, games_told(wishes.chosen)[game.name]) for game in games()],
        quiet=[(line_of(table, desk.person, tongue), name_of(table, table.game)) for table in known.values()],
        devices=[
            (device, ago(desk.house.now() - device.made, tongue),
             "" if device.used is None else ago(desk.house.now() - device.used, tongue))
            for device in wishes.devices
        ],
        webhook=wishes.ways.get("webhook"), mail=wishes.ways.get("mail"), why=lambda word: why(word, tongue.say),
    )  # fmt: skip


def _channels(wishes: Wishes, tongue: Tongue) -> list[dict[str, Any]]:
    """The switches: whether each is on, and what it does now."""
    say, chosen, ways = tongue.say, wishes.chosen, wishes.ways

    def state(way: Way | None, on: bool) -> str:
        if way is None:
            return say("not set up yet")
        if not way.confirmed:
            return say("waits for the link in its mail to be opened")
        if way.broken:
            return say("switched off because it failed")
        return say("on") if on else say("off")

    devices = len(wishes.devices)
    told = say.plural("{n} device", "{n} devices", devices, n=devices) if devices and chosen.tell_push else ""
    return [
        {"name": "push", "label": say("Push messages"), "on": chosen.tell_push and devices > 0, "ready": devices > 0,
         "state": told or state(ways.get("push"), chosen.tell_push)},
        {"name": "webhook", "label": say("Webhook"), "on": chosen.tell_webhook and _works(ways.get("webhook")),
         "ready": _works(ways.get("webhook")), "state": state(ways.get("webhook"), chosen.tell_webhook)},
        {"name": "mail", "label": say("Mail"), "on": chosen.tell_mail and _works(ways.get("mail")),
         "ready": _works(ways.get("mail")), "state": state(ways.get("mail"), chosen.tell_mail)},
    ]  # fmt: skip


def _works(way: Way | None) -> bool:
    return way is not None and way.works


async def _do(request: Visit, deed: Callable[[Desk], Awaitable[str | None]]) -> Response[Any]:
    """Do what a form asks for: back to the page, or the page with what is to be said about it."""
    try:
        done = await deed(Desk(request))
    except BadOption as error:
        say = tongue_of(request).say
        return await _shown(request, wrong=sentence(error.told(say)), status=400)
    except NotFoundException:
        done = None  # it is gone already
    except HTTPException as error:
        say = tongue_of(request).say
        told = {
            429: say("That was often enough for now. Wait some minutes."),
            503: say("The mail could not be sent. Try again later."),
        }
        if error.status_code not in told:
            raise
        return await _shown(request, wrong=told[error.status_code], status=error.status_code)
    return Redirect("/notices", status_code=303) if not done else await _shown(request, done=done)


@post("/notices/switch")
async def switch(request: Visit, data: Form) -> Response[Any]:
    """One switch: a channel, `game.NAME` or `table.ID`."""
    what, on = data.get("what", ""), data.get("on") == "1"

    async def deed(desk: Desk) -> None:
        kind, _, name = what.partition(".")
        if kind == "game":
            await desk.hush_game(name, not on)
        elif kind == "table":
            await desk.hush_table(name, not on)
        elif kind in CHANNELS:
            await desk.switch(**{kind: on})
        else:
            raise NotFoundException

    return await _do(request, deed)


@post("/notices/webhook")
async def set_webhook(request: Visit, data: Form) -> Response[Any]:
    return await _do(request, lambda desk: desk.set_webhook(data.get("address", "").strip()))


@post("/notices/mail")
async def set_mail(request: Visit, data: Form) -> Response[Any]:
    async def deed(desk: Desk) -> str:
        address = data.get("address", "").strip()
        await desk.set_mail(address)
        return desk.tongue.say("A mail is on its way to {address}: open the link in it.", address=address)

    return await _do(request, deed)


@post("/notices/{channel:str}/remove")
async def remove(request: Visit, channel: FromPath[str]) -> Response[Any]:
    chosen: Channel | None = next((one for one in CHANNELS if one == channel and one != "push"), None)
    if chosen is None:
        raise NotFoundException
    return await _do(request, lambda desk: desk.remove(chosen))


@post("/notices/webhook/test")
async def test_webhook(request: Visit) -> Response[Any]:
    return await _do(request, lambda desk: _tried(desk, desk.test_webhook()))


@post("/notices/devices/{id:str}/test")
async def test_device(request: Visit, id: FromPath[str]) -> Response[Any]:
    return await _do(request, lambda desk: _tried(desk, desk.test_device(id)))


async def _tried(desk: Desk, trying: Awaitable[Trouble | None]) -> str:
    trouble, say = await trying, desk.tongue.say
    if trouble is not None:
        return f"{say('It did not arrive.')} {why(trouble.reason, say)}"
    return say("It was sent, and the other side has taken it.")


@post("/notices/devices/{id:str}/remove")
async def remove_device(request: Visit, id: FromPath[str]) -> Response[Any]:
    return await _do(request, lambda desk: desk.remove_device(id))


# ---------------------------------------------------------------- links in mails: whoever has the mail may open them


async def _mail_way(request: Visit, key: str) -> Way:
    way = await house_of(request).ways.by_key(key)
    if way is None or way.channel != "mail":
        raise NotFoundException
    return way


@get("/mail/{key:str}")
async def ask_mail(request: Visit, key: FromPath[str]) -> Response[str]:
    """It asks before it counts: links are opened by programs too, that look for harm in mails."""
    way = await _mail_way(request, key)
    return page("mail.jinja", request, way=way, step="confirmed" if way.confirmed else "confirm")


@post("/mail/{key:str}")
async def confirm_mail(request: Visit, key: FromPath[str]) -> Response[str]:
    way = await _mail_way(request, key)
    await house_of(request).ways.confirm(key)
    return page("mail.jinja", request, way=way, step="confirmed")


@get("/mail/{key:str}/stop")
async def ask_stop(request: Visit, key: FromPath[str]) -> Response[str]:
    way = None
    with suppress(NotFoundException):  # stopped already
        way = await _mail_way(request, key)
    return page("mail.jinja", request, way=way, step="stop" if way else "stopped")


@post("/mail/{key:str}/stop")
async def stop_mail(request: Visit, key: FromPath[str]) -> Response[str]:
    """No more mails, also when a mail program asks for it by itself (RFC 8058)."""
    with suppress(NotFoundException):
        way = await _mail_way(request, key)
        await house_of(request).ways.remove(way.person, "mail")
    return page("mail.jinja", request, way=None, step="stopped")


# ---------------------------------------------------------------- the next game


@get("/next")
async def next_game(request: Visit, but: FromQuery[str] = "") -> Response[Any]:
    """To the table that has waited longest, other than the one where somebody comes from."""
    waiting = [table for table in await house_of(request).waiting_for(guest_of(request).id) if table.id != but]
    if waiting:
        return Redirect(f"/t/{waiting[0].id}", status_code=303)
    say = tongue_of(request).say
    detail = say("It is everybody else’s turn, or you have no game yet.")
    return page("error.jinja", request, headline=say("No game waits for you"), detail=detail, again=0)


HANDLERS = (
    notices_page, switch, set_webhook, set_mail, remove, test_webhook, test_device, remove_device, ask_mail, confirm_mail,
    ask_stop, stop_mail, next_game,
)  # fmt: skip
