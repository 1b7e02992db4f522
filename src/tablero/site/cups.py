"""Tournaments: their list, their pages, what their forms do, and their live connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Response, get, post, websocket
from litestar.exceptions import NotFoundException, WebSocketDisconnect, WebSocketException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero import figures
from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.games import NAMES
from tablero.games import game as find_game
from tablero.people import NameTaken
from tablero.people.cup import Kind, Rules
from tablero.people.names import BOT_NAMES, GUEST
from tablero.site.cup_lists import cup_lists
from tablero.site.cup_parts import CupSight, Outlooks, code_of, sight_of
from tablero.site.cup_words import rules_of
from tablero.site.door import address_of
from tablero.site.frames import framed
from tablero.site.language import Connection, tongue_of
from tablero.site.live import CUPS_ELSEWHERE, GONE, LOBBY_PAUSE, Socket, send, welcome
from tablero.site.messages import BadMessage, count_of, read, sentence
from tablero.site.opening import chosen_options, number
from tablero.site.pages import Form, Visit, _cards, house_of, name_of, page
from tablero.site.people import Guest, guest_of, rename
from tablero.site.shield import check_opening
from tablero.site.tokens import cut_when_revoked
from tablero.site.umpire import Umpire
from tablero.store import House, StoreError
from tablero.store.cup_rounds import invite, withdraw
from tablero.store.cups import NoSuchCup
from tablero.table import Refusal
from tablero.table.terms import DAY, MINUTE

MORE_NAMES = (
    *BOT_NAMES,
    "Itzel",
    "Yuma",
    "Chel",
    "Akna",
    "Noh",
    "Tuun",
    "Zazil",
    "Pakal",
    "Sacnité",
    "Canek",
    "Yatzil",
    "Kukul",
)


# ---------------------------------------------------------------- the list


async def cups_page(
    request: Visit, wrong: str = "", status: int = 200, form: Mapping[str, str] | None = None
) -> Response[str]:
    """The tournaments that a visitor may find, and the form to open one."""
    tongue, guest, house = tongue_of(request), guest_of(request), house_of(request)
    kept = dict(form or {})
    return page(
        "cups.jinja", request, status, "cups", name=name_of(guest, tongue), wrong=wrong, form=kept,
        lists=await cup_lists(house, guest, tongue),
        cards=_cards(tongue), chosen=kept.get("game") if kept.get("game") in NAMES else NAMES[0], levels=LEVELS,
    )  # fmt: skip


@get("/cups")
async def cups(request: Visit) -> Response[str]:
    return await cups_page(request)


@post("/cups")
async def open_cup(request: Visit, data: Form) -> Response[Any]:
    """Open a tournament; what cannot be is said over the form, which keeps what was chosen."""
    name = data.get("game", "")
    if name not in NAMES:
        raise NotFoundException
    check_opening(request)
    game, house, guest, tongue = find_game(name), house_of(request), guest_of(request), tongue_of(request)
    try:
        kind: Kind = "robin" if data.get("kind") == "robin" else "swiss"
        rules = Rules(
            name, number(data.get(f"seats-{name}", "")), number(data.get("rounds", "")), kind, chosen_options(game, data),
            final="final" in data, fill=number(data.get("fill", "0")), terms=_terms(data),
        )  # fmt: skip
        key = await house.cups.open(guest.id, data.get("name", ""), rules, listed=data.get("listed", "yes") != "no")
    except BadOption as error:
        words = error.told(tongue.of(game), tongue.say)  # a sentence of the game, or of the house
        return await cups_page(request, sentence(words), 400, data)
    if "join" in data:
        await house.cups.join(key, guest.id, guest.name or GUEST)
    return Redirect(f"/cups/{key}", status_code=303)


def _terms(data: Mapping[str, str]) -> dict[str, object]:
    """What the form says about time."""
    pace = data.get("pace", "none")
    if pace == "live":
        bank, bonus = _long(data.get("minutes", "")) * MINUTE, _long(data.get("seconds", ""))
        return {"pace": "live", "bank": bank, "bonus": float(bonus)}
    return {"pace": "days", "span": number(data.get("days", "")) * DAY} if pace == "days" else {}


def _long(text: str) -> int:
    number = count_of(text)
    if number is None:
        raise BadOption("'{text}' is not a number that can be chosen here", text=text)
    return number


# ---------------------------------------------------------------- one tournament


async def cup_page(
    request: Visit, key: str, round: int | None = None, wrong: str = "", status: int = 200
) -> Response[str]:
    tongue, guest = tongue_of(request), guest_of(request)
    sight = await _sight(request, key, guest, round)
    if sight.cup.stage == "running" and not house_of(request).alone:
        request.app.state.umpire.look(key)  # whoever wrote a table's last row may have died right after it
    cup, player = sight.cup, sight.cup.player_of(guest.id)
    return page(
        "cup.jinja", request, status, "cups", cup=cup, game=find_game(cup.rules.game), parts=sight.parts(), asked=round,
        hosts=sight.hosts, own=sight.me, playing=player is not None and player.plays, rules=rules_of(cup, tongue), link=sight.link,
        code=code_of(sight.link), wrong=wrong, levels=LEVELS,
    )  # fmt: skip


async def _sight(connection: Connection, key: str, guest: Guest, round: int | None, odds: bool = False) -> CupSight:
    house: House = connection.app.state.house
    outlooks: Outlooks = connection.app.state.outlooks
    cup = await house.cups.find(key)
    return await sight_of(house, outlooks, cup, guest, tongue_of(connection), round, address_of(connection), odds)


@get("/cups/{key:str}")
async def cup(request: Visit, key: FromPath[str], round: FromQuery[int | None] = None) -> Response[str]:
    return await cup_page(request, key, round)


Change = Callable[[House, str, str], Awaitable[object]]


async def _do(request: Visit, key: str, change: Change) -> Response[Any]:
    """Change a tournament and show it; what is refused is said on its page."""
    guest = guest_of(request)
    try:
        await change(house_of(request), key, guest.id)
    except NoSuchCup:
        raise NotFoundException from None
    except (Refusal, BadOption) as error:
        status = 400 if isinstance(error, BadOption) else 409
        say = tongue_of(request).say
        words = error.told(say, say) if isinstance(error, BadOption) else say(str(error))
        return await cup_page(request, key, wrong=sentence(words), status=status)
    return Redirect(f"/cups/{key}", status_code=303)


@post("/cups/{key:str}/join")
async def join_cup(request: Visit, key: FromPath[str], data: Form) -> Response[Any]:
    try:
        name = (await rename(request, data.get("name", ""))).name or GUEST
    except NameTaken as error:
        return await cup_page(request, key, wrong=sentence(error.told(tongue_of(request).say)), status=409)
    return await _do(request, key, lambda house, key, me: house.cups.join(key, me, name))


@post("/cups/{key:str}/start")
async def start_cup(request: Visit, key: FromPath[str]) -> Response[Any]:
    return await _do(request, key, lambda house, key, me: house.cups.start(key, me))


@post("/cups/{key:str}/close")
async def close_cup(request: Visit, key: FromPath[str]) -> Response[Any]:
    return await _do(request, key, lambda house, key, me: house.cups.close(key, me))


@post("/cups/{key:str}/bot")
async def add_bot(request: Visit, key: FromPath[str], data: Form) -> Response[Any]:
    level = count_of(data.get("level", "")) or 0
    return await _do(request, key, lambda house, key, me: house.cups.add_bot(key, me, level, MORE_NAMES))


@post("/cups/{key:str}/invite")
async def invite_to(request: Visit, key: FromPath[str], data: Form) -> Response[Any]:
    return await _do(request, key, lambda house, key, me: invite(house, key, me, data.get("name", "")))


@post("/cups/{key:str}/withdraw")
async def withdraw_from(request: Visit, key: FromPath[str], data: Form) -> Response[Any]:
    number = count_of(data.get("number", "")) or 0
    return await _do(request, key, lambda house, key, me: withdraw(house, key, me, number))


@post("/cups/{key:str}/replace")
async def replace_by_bot(request: Visit, key: FromPath[str], data: Form) -> Response[Any]:
    number, level = count_of(data.get("number", "")) or 0, count_of(data.get("level", "")) or 0
    return await _do(request, key, lambda house, key, me: house.cups.replace(key, me, number, level, MORE_NAMES))


# ---------------------------------------------------------------- live


@websocket("/cups/{key:str}/live")
async def cup_live(socket: Socket, key: FromPath[str]) -> None:
    """The connection of a tournament's page: its parts, whenever they change."""
    guest = await welcome(socket)
    if guest is None:
        return
    house: House = socket.app.state.house
    try:
        tables = {table.match for table in (await house.cups.find(key)).tables}
    except NoSuchCup:
        await socket.close(code=4404, reason="no such tournament")
        return
    changed = asyncio.Event()

    def hear(id: str, _version: int) -> None:
        if id in tables or not id:
            changed.set()

    def cup_changed(other: str) -> None:
        if other == key:
            changed.set()

    stops = [house.listen(hear), house.cups.listen(cup_changed)]
    follow = asyncio.create_task(_follow(socket, key, guest, changed, tables))
    try:
        with figures.socket("lobby"):
            async with cut_when_revoked(socket, guest):
                while True:
                    try:
                        message = read(await socket.receive_text())
                    except BadMessage:
                        continue
                    await send(socket, framed({"ack": message["n"], "ok": message["do"] == "ping"}))
    except (WebSocketDisconnect, *GONE):
        pass
    finally:
        for stop in stops:
            stop()
        follow.cancel()
        with suppress(asyncio.CancelledError, WebSocketException, RuntimeError):
            await follow


async def _follow(socket: Socket, key: str, guest: Guest, changed: asyncio.Event, tables: set[str]) -> None:
    house: House = socket.app.state.house
    round = count_of(socket.query_params.get("round", ""))
    sent: dict[str, str] = {}
    while True:
        changed.clear()
        with suppress(StoreError):
            sight = await _sight(socket, key, guest, round, odds=True)
            tables.update(table.match for table in sight.cup.tables)
            parts = {**sight.parts(), "stage": sight.cup.stage}
            news = {place: html for place, html in parts.items() if sent.get(place) != html}
            sent = parts
            if news:
                await send(socket, framed(news))
        await asyncio.sleep(LOBBY_PAUSE)
        with suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), None if house.alone else CUPS_ELSEWHERE)


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    app.state.outlooks = Outlooks()
    app.state.umpire = Umpire(app.state.house, app.state.audience)
    app.state.umpire.start()
    try:
        yield
    finally:
        await app.state.umpire.close()


HANDLERS = (
    cups, open_cup, cup, join_cup, start_cup, close_cup, add_bot, invite_to, withdraw_from, replace_by_bot, cup_live,
)  # fmt: skip
