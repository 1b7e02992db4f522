"""The pages: lobby, table, replays, and what their forms do."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import CacheControlHeader, Cookie
from litestar.enums import RequestEncodingType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import Body, FromPath, FromQuery
from litestar.response import Redirect
from litestar.static_files import create_static_files_router
from markupsafe import Markup

from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.core.game import Game
from tablero.core.speech import LANGUAGES
from tablero.games import NAMES, games
from tablero.games import game as find_game
from tablero.people import NameTaken
from tablero.people.names import GUEST, tidy_name
from tablero.site.answers import RETRY_AFTER, as_json, problem_of
from tablero.site.coach import FIRST_GAMES, rule_address
from tablero.site.door import address_of
from tablero.site.entry import GivenUp, find_page
from tablero.site.language import COOKIE, Connection, Tongue, tongue_of
from tablero.site.lists import line_of, lists_for, running_list
from tablero.site.messages import sentence
from tablero.site.opening import (
    chosen_options,
    chosen_terms,
    house_terms,
    names_in,
    number,
    options_of,
    paces,
    times,
    visibilities,
)
from tablero.site.people import Guest, account_of, guest_of, notice_for, rename
from tablero.site.render import STATIC, picture, render
from tablero.site.seats import called, seat_name
from tablero.site.shield import check_inviting, check_opening
from tablero.site.table_deeds import Deeds, bot_name, check_rated, people_named
from tablero.site.tableau import Sight, tableau
from tablero.site.talk import phrases_at
from tablero.site.waiting import agreed_on, qr_code
from tablero.site.watching import Eyes, Private, SentAway
from tablero.store import House
from tablero.store.bans import Banned
from tablero.table import (
    HINTS,
    Holder,
    NoSuchTable,
    NotInvited,
    Refusal,
    Table,
    Terms,
    check_coming,
    may_come,
    was_sent_away,
)

Visit = Request[Any, Any, Any]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]

HEARD = "heard"  # the cookie that keeps which announcements somebody has put away
YEAR = 365 * 24 * 3600
KEPT = CacheControlHeader(public=True, max_age=YEAR, immutable=True)
LEVEL = 3  # of the bots behind "Play now", and what the form suggests
FIRST_LEVEL = 1  # of those whom somebody meets who has not finished a game yet


@dataclass(frozen=True)
class Known:
    """What a visitor knows of a game: whether they have sat at one, finished one, begun or finished its first lesson."""

    played: bool = False
    finished: bool = False
    begun: bool = False
    learned: bool = False

    @property
    def new(self) -> bool:
        """Learning comes first."""
        return not self.played and not self.learned

    @property
    def level(self) -> int:
        return LEVEL if self.finished else FIRST_LEVEL


async def known_games(request: Visit) -> dict[str, Known]:
    """What a visitor knows of each game."""
    house, person = house_of(request), guest_of(request).id
    tables = [table for table in await house.tables_of(person) if any(h.person == person for h in table.holders)]
    lessons = await house.progress.of(person)
    known = {}
    for game in games():
        first = lessons.get((game.name, next(iter(game.course.lessons))))
        mine = [table for table in tables if table.game == game.name]
        known[game.name] = Known(
            played=bool(mine), finished=any(table.over for table in mine),
            begun=first is not None and not first.finished and first.step > 0, learned=first is not None and first.finished,
        )  # fmt: skip
    return known


def first_table(game: Game) -> tuple[int, Mapping[str, str]]:
    """The seats and options of somebody's first game: those of the first lesson."""
    begins = next(iter(game.course.lessons.values())).begins
    return begins.seats, begins.options


def _cards(tongue: Tongue, known: Mapping[str, Known] | None = None) -> list[dict[str, Any]]:
    """The games as the lobby shows them."""
    return [
        {
            "game": game,
            "name": game.name,
            "title": game.title,
            "about": tongue.of(game)(game.card.about),
            "players": f"{game.seats[0]}–{game.seats[-1]}",
            "minutes": game.card.minutes,
            "weight": game.card.weight,
            "bots": (game.seats[-1] if (known or {}).get(game.name, Known()).finished else first_table(game)[0]) - 1,
            "known": (known or {}).get(game.name, Known()),
            "lesson": next(iter(game.course.lessons.values())),
            "options": options_of(game, tongue),
        }
        for game in games()
    ]


def house_of(connection: Connection) -> House:
    house: House = connection.app.state.house
    return house


def name_of(guest: Guest, tongue: Tongue) -> str:
    """What a page calls somebody who looks at it."""
    return called(guest.name or GUEST, tongue.say)


def holder_of(request: Visit) -> Holder:
    """The visitor at a table."""
    guest = guest_of(request)
    return Holder("person", guest.name or GUEST, guest.id)


def page(template: str, request: Visit, status: int = 200, here: str = "", **context: Any) -> Response[str]:
    """A whole page in the visitor's language and theme."""
    theme = request.cookies.get("theme", "")
    heard = request.cookies.get(HEARD, "").split(".")
    news = [told for told in house_of(request).announcements.current if told.id not in heard]
    query = request.scope["query_string"].decode("latin-1")
    html = render(
        template, tongue_of(request), here=here, theme=theme if theme in ("light", "dark") else "",
        path=request.scope["path"] + (f"?{query}" if query else ""), visitor=account_of(request), news=news[:1],
        notice=notice_for(request), **context,
    )  # fmt: skip
    headers = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}
    return Response(html, media_type="text/html", status_code=status, headers=headers)


# ---------------------------------------------------------------- the lobby


async def _lobby(request: Visit, wrong: str = "", status: int = 200) -> Response[str]:
    tongue = tongue_of(request)
    guest = guest_of(request)
    lists = await lists_for(house_of(request), guest, tongue)
    return page(
        "lobby.jinja", request, status, "play", name=name_of(guest, tongue), lists=lists,
        cards=_cards(tongue, await known_games(request)), wrong=wrong, chosen=NAMES[0], levels=LEVELS, usual=LEVEL,
        most=max(game.seats[-1] for game in games()), terms=Terms(), pace=paces(Terms(), tongue.say),
        times=times(Terms(), tongue.say), who=visibilities(Terms(), tongue.say), prefix="open-", invites=True,
        more=house_terms(Terms(), HINTS[0], tongue.say, guest.account is not None),
    )  # fmt: skip


@get("/")
async def lobby(request: Visit) -> Response[str]:
    return await _lobby(request)


@post("/play/{name:str}")
async def play_now(request: Visit, name: FromPath[str], level: FromQuery[int | None] = None) -> Redirect:
    """One click: a table full of bots, as strong as somebody who has played it so often would like them."""
    if name not in NAMES:
        raise NotFoundException
    check_opening(request)
    game, known = find_game(name), (await known_games(request))[name]
    chosen = known.level if level is None else level
    if chosen not in [each.number for each in LEVELS]:
        raise NotFoundException
    seats, options = first_table(game) if not known.finished else (game.seats[-1], {})
    bots = [Holder("bot", bot_name(seat), level=chosen) for seat in range(1, seats)]
    id = await house_of(request).open_table(name, seats, options, [holder_of(request), *bots], guest_of(request).id)
    return Redirect(f"/t/{id}", status_code=303)


@post("/open")
async def open_table(request: Visit, data: Form) -> Response[Any]:
    name = data.get("game", "")
    if name not in NAMES:
        raise NotFoundException
    check_opening(request)
    game = find_game(name)
    try:
        id = await _opened(request, game, data)
    except (BadOption, Refusal) as error:
        tongue = tongue_of(request)
        words = error.told(tongue.of(game), tongue.say) if isinstance(error, BadOption) else tongue.say(str(error))
        return await _lobby(request, sentence(words), 400)
    return Redirect(f"/t/{id}", status_code=303)


async def _opened(request: Visit, game: Game, data: Mapping[str, str]) -> str:
    """The id of the table that a form asks for."""
    seats, house, chair = number(data.get(f"seats-{game.name}", "")), house_of(request), holder_of(request)
    holders = [chair]
    for seat in range(1, seats):
        if data.get(f"kind{seat}") == "bot":
            holders.append(Holder("bot", bot_name(seat), level=number(data.get(f"level{seat}", ""))))
        elif data.get(f"kind{seat}") == "here":
            name = tidy_name(data.get(f"name{seat}", "")) or tongue_of(request).say("Seat {number}", number=seat + 1)
            holders.append(Holder("person", name, chair.person))
        else:
            holders.append(Holder("open"))
    terms, names = chosen_terms(data), names_in(data)
    if names:
        check_inviting(request)
    if terms.rated:
        await check_rated(house, [chair])
    return await house.open_table(
        game, seats, chosen_options(game, data), holders, chair.person, hints=data.get("hints", HINTS[0]), terms=terms,
        invited=await people_named(house, names),
    )  # fmt: skip


@post("/name")
async def choose_name(request: Visit, data: Form) -> Response[Any]:
    try:
        await rename(request, data.get("name", ""))
    except NameTaken as error:
        return await _lobby(request, sentence(error.told(tongue_of(request).say)), 409)
    return Redirect("/", status_code=303)


@post("/language")
async def choose_language(request: Visit, data: Form) -> Redirect:
    language = data.get("language", "")
    if language not in LANGUAGES:
        raise NotFoundException
    secure = request.scope["scheme"] == "https"
    cookie = Cookie(COOKIE, value=language, max_age=YEAR, samesite="lax", httponly=True, secure=secure)
    return Redirect(own_path(data.get("back", "/")), status_code=303, cookies=[cookie])


def own_path(address: str) -> str:
    """Only ever back to a page of this site."""
    ours = address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable()
    return address if ours else "/"


# ---------------------------------------------------------------- tables


@get("/t/{id:str}")
async def table_page(
    request: Visit, id: FromPath[str], move: FromQuery[int | None] = None, hand: FromQuery[str] = ""
) -> Response[str]:
    table = await find_page(request, id)
    guest = guest_of(request, id)
    looking = Eyes(guest, request.app.state.seal, hand[:500]).look(table)
    table, seat = request.app.state.showings.delays.seen(table, looking.seat), looking.seat
    sight = Sight(
        seat=seat, over_shoulder=looking.over_shoulder, curtain=looking.curtain, tongue=tongue_of(request), at=None if move is None else max(0, move),
        coached=True, address=address_of(request), welcome=may_come(table, guest.id), sent_away=was_sent_away(table, guest.id),
        guest=guest.account is None, cup=await house_of(request).cups.of_table(id) or "",
    )  # fmt: skip
    shown = tableau(table, sight, await house_of(request).rematch_of(id) if table.over else None)
    game = table.game
    return page(
        "table.jinja", request, page=shown, seat=seat, game=game, tabs=tabs_of(game, sight.tongue),
        symbols=Markup(game.drawing.symbols()), commitment=table.commitment, lesson="", leave="/", trial=False,
        beginner=await _is_beginner(request, guest, table), table_name=table.terms.name,
        share=f"{address_of(request)}/t/{id}", share_code=qr_code(f"{address_of(request)}/t/{id}"),
        phrases=phrases_at(table, seat, sight.tongue.say),
        note=None if seat is None else await house_of(request).talk.note(id, guest.id),
        rule=rule_address(table, table.view(seat)) if table.started else f"/rules/{game.name}",
    )  # fmt: skip


def tabs_of(game: Game, tongue: Tongue) -> dict[str, str]:
    """What a phone's tabs are called."""
    say = tongue.say
    tabs = {"board": say("Board"), "market": say("Market"), "players": say("Table")}
    return tabs | {part: tongue.of(game)(name) for part, name in game.tabs.items()}


async def _is_beginner(request: Visit, guest: Guest, table: Table) -> bool:
    """Whether somebody sits there in one of their first games of this game."""
    if guest.seat_at(table) is None:
        return False
    return await house_of(request).finished_by(guest.id, table.game.name) < FIRST_GAMES


@post("/t/{id:str}/sit")
async def sit_down(request: Visit, id: FromPath[str]) -> Redirect:
    await find_page(request, id)
    return await _sit(request, id)


async def _sit(request: Visit, id: str, link: str = "") -> Redirect:
    chair = holder_of(request)
    try:
        await house_of(request).sit(id, chair.person, chair.name, link=link)
    except Banned:
        raise
    except Refusal:  # when the last seat has just been taken they may watch
        pass
    return Redirect(f"/t/{id}", status_code=303)


@post("/t/{id:str}/decline")
async def decline(request: Visit, id: FromPath[str]) -> Redirect:
    """Somebody who was named does not come."""
    await find_page(request, id)
    person = guest_of(request, id).id
    with suppress(Refusal):
        await Deeds(house_of(request), id, person, None).decline(secrets.token_hex(8))
    return Redirect("/", status_code=303)


@post("/t/{id:str}/back")
async def come_back(request: Visit, id: FromPath[str]) -> Redirect:
    """Somebody for whom a bot plays takes the seat again, from a list."""
    table = await find_page(request, id)
    guest = guest_of(request, id)
    with suppress(Refusal):  # they are back already, or have resigned: the table says how it stands
        await Deeds(house_of(request), id, guest.id, guest.seat_at(table)).come_back(secrets.token_hex(8))
    return Redirect(f"/t/{id}", status_code=303)


@get("/join/{key:str}")
async def join(request: Visit, key: FromPath[str]) -> Response[Any]:
    """Where an invitation leads: it asks before it seats, because links are opened by previews too."""
    return await _join(request, key)


async def _join(request: Visit, key: str, wrong: str = "", status: int = 200) -> Response[Any]:
    try:
        id = await house_of(request).find_invite(key)
    except NoSuchTable:
        raise NotFoundException from None
    table = await house_of(request).table(id)
    if table.given_up:
        raise GivenUp(table.forgotten)
    guest, tongue = guest_of(request), tongue_of(request)
    if guest.seat_at(table) is not None or table.started:
        return Redirect(f"/t/{id}", status_code=303)
    refused = ""
    try:
        check_coming(table, guest.id, key)
    except NotInvited as error:
        refused = sentence(tongue.say(str(error)))
    host = next((seat_name(holder, tongue.say) for holder in table.holders if holder.person and holder.person == table.host), "")
    return page(
        "join.jinja", request, status, table=table, game=table.game, name=name_of(guest, tongue), host=host, refused=refused,
        agreed=agreed_on(table, tongue.say), wrong=wrong,
    )  # fmt: skip


@post("/join/{key:str}")
async def join_now(request: Visit, key: FromPath[str], data: Form) -> Response[Any]:
    try:
        id = await house_of(request).find_invite(key)
    except NoSuchTable:
        raise NotFoundException from None
    try:
        await rename(request, data.get("name", ""))
    except NameTaken as error:
        return await _join(request, key, sentence(error.told(tongue_of(request).say)), 409)
    return await _sit(request, id, key)


@post("/t/{id:str}/again")
async def again(request: Visit, id: FromPath[str]) -> Redirect:
    """The same game once more, with the same people: the first who asks opens the table, the others find it."""
    check_opening(request)
    await find_page(request, id)
    chair = holder_of(request)
    try:
        id = await house_of(request).rematch(id, chair.person, chair.name)
    except Banned:
        raise
    except Refusal:  # whoever did not sit there may watch, here or at the rematch
        pass
    return Redirect(f"/t/{id}", status_code=303)


@get("/t/{id:str}/record")
async def save_record(request: Visit, id: FromPath[str]) -> Response[str]:
    table = await find_page(request, id)
    name = f"{table.game.name}-{id[:8]}.tablero"
    table = request.app.state.showings.delays.seen(table, guest_of(request, id).seat_at(table))
    return Response(
        table.record().to_text(), media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )  # fmt: skip


# ---------------------------------------------------------------- replays


@get("/luck")
async def luck(request: Visit) -> Response[str]:
    """How anybody can check that nothing was rigged."""
    return page("luck.jinja", request)


@get("/watch")
async def watch() -> Redirect:
    """Where people look for tables that are played now."""
    return Redirect("/replays#now", status_code=303)


@get("/replays")
async def replays(request: Visit) -> Response[str]:
    tongue = tongue_of(request)
    person = guest_of(request).id
    finished = [summary for summary in await house_of(request).finished(person) if summary.game in NAMES]
    lines = [line_of(summary, person, tongue) for summary in finished[:100]]
    running = await running_list(house_of(request), request.app.state.presence, tongue)
    return page("replays.jinja", request, here="replays", lines=lines, running=running)


# ---------------------------------------------------------------- when something goes wrong


def went_wrong(request: Visit, error: Exception) -> Response[Any]:
    """Every error as a page of this house, in the visitor's language."""
    if request.scope["path"].startswith("/api"):
        return as_json(request, error)
    status = error.status_code if isinstance(error, HTTPException) else problem_of(error)[0]
    say = tongue_of(request).say
    if isinstance(error, GivenUp):
        headline, detail = say("This table is gone"), (
            say("Nobody began the game for a long time, so it was cleared away. Open another table whenever you like.")
            if error.forgotten
            else say("It was cancelled before the game began. Open another table whenever you like.")
        )  # fmt: skip
    elif status == 404:
        headline, detail = (
            say("There is nothing here"),
            say("This table or page does not exist. Perhaps the link was cut off: check it, or ask for a new one."),
        )
    elif isinstance(error, SentAway):
        headline, detail = say("You were asked to leave this table"), say("You can sit here again when you are invited again.")
    elif isinstance(error, Private):
        headline, detail = (
            say("A private table"),
            say("Those who play at this table want to be among themselves."),
        )
    elif status == 403 and isinstance(error, HTTPException):
        headline, detail = say("You may not do this"), sentence(say(error.detail))
    elif status == 409:  # OtherRules: forms that come too late lead to the table itself
        headline, detail = (
            say("This table rests"),
            say("It was begun under other rules or with other component data than this server has now. Its moves are "
                "kept: whoever hosts the server can bring those rules back."),
        )  # fmt: skip
    elif status == 421:
        headline, detail = (
            say("This site has another address"),
            say("Open {address} instead.", address=address_of(request)),
        )
    elif status == 429:
        headline, detail = say("Too much at once"), say("Wait a minute, then load the page again.")
    elif status < 500:
        headline, detail = (
            say("That did not work"),
            say("The request cannot be answered like this. Go back and try again."),
        )
    elif status == 503 and isinstance(error, HTTPException):
        headline, detail = (
            say("Just a moment"),
            f"{sentence(say(error.detail))} {say('Your games are safe: every move is on disk.')}",
        )
    else:
        headline, detail = (
            say("Something broke on our side"),
            say("Your games are safe: every move is on disk. Load the page again in a moment."),
        )
    again = RETRY_AFTER if status == 503 and request.method == "GET" else 0
    return page("error.jinja", request, status, headline=headline, detail=detail, again=again)


@get("/art/{file:str}", cache_control=KEPT)
async def art(file: FromPath[str]) -> Response[str]:
    """A game's picture for the lobby; its name carries a hash."""
    name = file.partition(".")[0]
    if name not in NAMES:
        raise NotFoundException
    return Response(picture(name), media_type="image/svg+xml")


async def is_file_name(connection: Connection, _: BaseRouteHandler) -> None:
    """What no file can be called is not looked for: file systems answer NUL and endless names with errors."""
    if not re.fullmatch(r"/static/[\w.-]{1,100}", connection.url.path, re.ASCII):
        raise NotFoundException


# The names carry a hash of the content, so that a browser never has to ask twice.
static_files = create_static_files_router(
    path="/static", directories=[STATIC], cache_control=KEPT, guards=[is_file_name]
)

HANDLERS = (
    lobby, play_now, open_table, choose_name, choose_language, table_page, sit_down, decline, come_back, join, join_now, again, save_record,
    luck, watch, replays, art, static_files,
)  # fmt: skip

ERRORS = {Exception: went_wrong}
