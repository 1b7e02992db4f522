"""Pages of tournaments: the list, one tournament, their forms and their live connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from litestar import Response, get, post, websocket
from litestar.exceptions import NotFoundException, WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero import metrics
from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.games import GAME_NAMES
from tablero.games import game as find_game
from tablero.people import BadName
from tablero.people.names import BOT_NAMES, GUEST_NAME
from tablero.site.tournaments.lists import TOURNAMENT_POLL_SECONDS, tournament_lists
from tablero.site.tournaments.parts import TournamentPage, code_of, load_page
from tablero.site.tournaments.rounds import invite, withdraw
from tablero.site.tournaments.text import rules_of
from tablero.site.web.errors import problem_of
from tablero.site.web.identity import Guest, guest_of, rename
from tablero.site.web.language import Connection, language_of
from tablero.site.web.page import Form, HtmlRequest, name_of, page, store_of
from tablero.site.web.proxy import address_of
from tablero.site.web.rate_limit import check_invite_limit, check_table_limit
from tablero.site.web.services import services_of
from tablero.site.web.sockets import SOCKET_ERRORS, Socket, accept_socket, cut_when_revoked, send, sending_changes
from tablero.store import Store
from tablero.store.tournaments.tournaments import NoSuchTournament
from tablero.table import Refusal
from tablero.table.terms import DAY_SECONDS, MINUTE_SECONDS
from tablero.tournaments.tournament import Kind, Rules
from tablero.ui.frames import framed
from tablero.ui.game_cards import cards
from tablero.ui.messages import BadMessage, count_of, read, sentence
from tablero.ui.terms_form import chosen_options, number

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


async def render_list(
    request: HtmlRequest, wrong: str = "", status: int = 200, form: Mapping[str, str] | None = None
) -> Response[str]:
    """Return the page of the tournaments that a visitor may find, with the form to open one."""
    language, guest, store = language_of(request), guest_of(request), store_of(request)
    kept = dict(form or {})
    return page(
        "tournaments/tournaments.jinja",
        request,
        status,
        "cups",
        name=name_of(guest, language),
        wrong=wrong,
        form=kept,
        lists=await tournament_lists(store, guest, language),
        cards=cards(language),
        chosen=kept.get("game") if kept.get("game") in GAME_NAMES else GAME_NAMES[0],
        levels=LEVELS,
    )


@get("/cups")
async def show_list(request: HtmlRequest) -> Response[str]:
    return await render_list(request)


@post("/cups")
async def open_tournament(request: HtmlRequest, data: Form) -> Response[Any]:
    """Open a tournament; errors stand above the form, which keeps its values."""
    name = data.get("game", "")
    if name not in GAME_NAMES:
        raise NotFoundException
    check_table_limit(request)
    game, store, guest, language = find_game(name), store_of(request), guest_of(request), language_of(request)
    try:
        kind: Kind = "robin" if data.get("kind") == "robin" else "swiss"
        rules = Rules(
            name,
            number(data.get(f"seats-{name}", "")),
            number(data.get("rounds", "")),
            kind,
            chosen_options(game, data),
            final="final" in data,
            fill=number(data.get("fill", "0")),
            terms=_terms(data),
        )
        key = await store.tournaments.open(
            guest.id, data.get("name", ""), rules, listed=data.get("listed", "yes") != "no"
        )
    except BadOption as error:
        words = error.told(language.of(game), language.say)  # a sentence of the game, or of the site
        return await render_list(request, sentence(words), 400, data)
    if "join" in data:
        await store.tournaments.join(key, guest.id, guest.name or GUEST_NAME)
    return Redirect(f"/cups/{key}", status_code=303)


def _terms(data: Mapping[str, str]) -> dict[str, object]:
    """Return the terms about time in a form."""
    pace = data.get("pace", "none")
    if pace == "live":
        bank, bonus = _read_number(data.get("minutes", "")) * MINUTE_SECONDS, _read_number(data.get("seconds", ""))
        return {"pace": "live", "bank": bank, "bonus": float(bonus)}
    return {"pace": "days", "span": number(data.get("days", "")) * DAY_SECONDS} if pace == "days" else {}


def _read_number(text: str) -> int:
    number = count_of(text)
    if number is None:
        raise BadOption("'{text}' is not a number that can be chosen here", text=text)
    return number


# ---------------------------------------------------------------- one tournament


async def render_tournament(
    request: HtmlRequest, key: str, round: int | None = None, wrong: str = "", status: int = 200
) -> Response[str]:
    """Return the page of a tournament with the tables of a round, the current one if None."""
    language, guest = language_of(request), guest_of(request)
    shown = await _load_page(request, key, guest, round)
    if shown.tournament.stage == "running" and not store_of(request).single_process:
        services_of(request).tournaments.check(key)  # the process that ended a table may have died right after it
    tournament, player = shown.tournament, shown.tournament.player_of(guest.id)
    return page(
        "tournaments/tournament.jinja",
        request,
        status,
        "cups",
        tournament=tournament,
        game=find_game(tournament.rules.game),
        parts=shown.parts(),
        asked=round,
        hosts=shown.hosts,
        own=shown.me,
        playing=player is not None and player.plays,
        rules=rules_of(tournament, language),
        link=shown.link,
        code=code_of(shown.link),
        wrong=wrong,
        levels=LEVELS,
    )


async def _load_page(
    connection: Connection, key: str, guest: Guest, round: int | None, odds: bool = False
) -> TournamentPage:
    services, language = services_of(connection), language_of(connection)
    tournament = await services.store.tournaments.find(key)
    address = address_of(connection)
    return await load_page(services.store, services.forecasts, tournament, guest, language, round, address, odds)


@get("/cups/{key:str}")
async def show_tournament(
    request: HtmlRequest, key: FromPath[str], round: FromQuery[int | None] = None
) -> Response[str]:
    return await render_tournament(request, key, round)


Change = Callable[[Store, str, str], Awaitable[object]]


async def _do(request: HtmlRequest, key: str, change: Change) -> Response[Any]:
    """Change a tournament and show it; a refusal is explained on its page."""
    guest = guest_of(request)
    try:
        await change(store_of(request), key, guest.id)
    except NoSuchTournament:
        raise NotFoundException from None
    except (Refusal, BadOption) as error:
        status = 400 if isinstance(error, BadOption) else 409
        say = language_of(request).say
        words = error.told(say, say) if isinstance(error, BadOption) else say(str(error))
        return await render_tournament(request, key, wrong=sentence(words), status=status)
    return Redirect(f"/cups/{key}", status_code=303)


@post("/cups/{key:str}/join")
async def join_tournament(request: HtmlRequest, key: FromPath[str], data: Form) -> Response[Any]:
    try:
        name = (await rename(request, data.get("name", ""))).name or GUEST_NAME
    except BadName as error:
        wrong, status = sentence(error.told(language_of(request).say)), problem_of(error)[0]
        return await render_tournament(request, key, wrong=wrong, status=status)
    return await _do(request, key, lambda store, key, me: store.tournaments.join(key, me, name))


@post("/cups/{key:str}/start")
async def start_tournament(request: HtmlRequest, key: FromPath[str]) -> Response[Any]:
    return await _do(request, key, lambda store, key, me: store.tournaments.start(key, me))


@post("/cups/{key:str}/close")
async def close_tournament(request: HtmlRequest, key: FromPath[str]) -> Response[Any]:
    return await _do(request, key, lambda store, key, me: store.tournaments.close(key, me))


@post("/cups/{key:str}/bot")
async def add_bot(request: HtmlRequest, key: FromPath[str], data: Form) -> Response[Any]:
    level = count_of(data.get("level", "")) or 0
    return await _do(request, key, lambda store, key, me: store.tournaments.add_bot(key, me, level, MORE_NAMES))


@post("/cups/{key:str}/invite")
async def invite_to(request: HtmlRequest, key: FromPath[str], data: Form) -> Response[Any]:
    check_invite_limit(request)
    return await _do(request, key, lambda store, key, me: invite(store, key, me, data.get("name", "")))


@post("/cups/{key:str}/withdraw")
async def withdraw_from(request: HtmlRequest, key: FromPath[str], data: Form) -> Response[Any]:
    number = count_of(data.get("number", "")) or 0
    return await _do(request, key, lambda store, key, me: withdraw(store, key, me, number))


@post("/cups/{key:str}/replace")
async def replace_by_bot(request: HtmlRequest, key: FromPath[str], data: Form) -> Response[Any]:
    number, level = count_of(data.get("number", "")) or 0, count_of(data.get("level", "")) or 0
    return await _do(request, key, lambda store, key, me: store.tournaments.replace(key, me, number, level, MORE_NAMES))


# ---------------------------------------------------------------- live


@websocket("/cups/{key:str}/live")
async def tournament_live(socket: Socket, key: FromPath[str]) -> None:
    """Send the parts of a tournament's page whenever they change."""
    guest = await accept_socket(socket)
    if guest is None:
        return
    store = services_of(socket).store
    try:
        tables = {table.match for table in (await store.tournaments.find(key)).tables}
    except NoSuchTournament:
        await socket.close(code=4404, reason="no such tournament")
        return
    changed = asyncio.Event()
    round = count_of(socket.query_params.get("round", ""))

    def on_row(id: str, _version: int) -> None:
        if id in tables or not id:
            changed.set()

    def on_tournament(other: str) -> None:
        if other == key:
            changed.set()

    async def parts() -> dict[str, str]:
        shown = await _load_page(socket, key, guest, round, odds=True)
        tables.update(table.match for table in shown.tournament.tables)
        return {**shown.parts(), "stage": shown.tournament.stage}

    stops = [store.subscribe(on_row), store.tournaments.subscribe(on_tournament)]
    max_wait = None if store.single_process else TOURNAMENT_POLL_SECONDS
    try:
        with metrics.open_socket("lobby"):
            async with sending_changes(socket, parts, changed, max_wait), cut_when_revoked(socket, guest):
                while True:
                    try:
                        message = read(await socket.receive_text())
                    except BadMessage:
                        continue
                    await send(socket, framed({"ack": message["n"], "ok": message["do"] == "ping"}))
    except (WebSocketDisconnect, *SOCKET_ERRORS):
        pass
    finally:
        for stop in stops:
            stop()


HANDLERS = (
    show_list,
    open_tournament,
    show_tournament,
    join_tournament,
    start_tournament,
    close_tournament,
    add_bot,
    invite_to,
    withdraw_from,
    replace_by_bot,
    tournament_live,
)
