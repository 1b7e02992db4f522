"""The lobby, opening a table, the visitor's name and language, and the lists of tables to watch or replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero.bots import LEVELS
from tablero.core.errors import BadOption
from tablero.core.game import Game
from tablero.core.i18n.translator import LANGUAGE_CODES
from tablero.games import GAME_NAMES, games
from tablero.games import game as find_game
from tablero.people import BadName
from tablero.people.names import tidy_name
from tablero.site.lobby.experience import known_games
from tablero.site.lobby.lists import lists_for, running_list
from tablero.site.puzzles.pages import puzzle_card
from tablero.site.table.actions import bot_holder, bot_name, check_names_here, check_rated, people_named
from tablero.site.table.list_line import table_line
from tablero.site.web.errors import problem_of
from tablero.site.web.identity import guest_of, rename
from tablero.site.web.language import LANGUAGE_COOKIE, language_of
from tablero.site.web.page import YEAR_SECONDS, Form, HtmlRequest, holder_of, name_of, own_path, page, store_of
from tablero.site.web.rate_limit import check_invite_limit, check_table_limit
from tablero.site.web.services import services_of
from tablero.table import HINT_CHOICES, Holder, Refusal, Terms
from tablero.ui.game_cards import USUAL_LEVEL, cards, chosen_levels, first_table
from tablero.ui.messages import sentence
from tablero.ui.terms_form import (
    chosen_options,
    chosen_terms,
    invited_names,
    more_terms,
    number,
    paces,
    times,
    visibilities,
)

LEVELS_COOKIE = "levels"  # chosen on this device: game.level.latest table, joined by ~


async def _lobby(request: HtmlRequest, wrong: str = "", status: int = 200, opening: bool = False) -> Response[str]:
    """Show the lobby; `opening`: with the sheet in which a table is opened."""
    language = language_of(request)
    guest = guest_of(request)
    lists = await lists_for(store_of(request), guest, language)
    known = await known_games(store_of(request), guest.id)
    return page(
        "lobby/lobby.jinja",
        request,
        status,
        "play",
        name=name_of(guest, language),
        lists=lists,
        puzzle=await puzzle_card(request),
        cards=cards(language, known),
        chosen_levels=chosen_levels(request.cookies.get(LEVELS_COOKIE, ""), known),
        wrong=wrong,
        opening=opening,
        chosen=GAME_NAMES[0],
        levels=LEVELS,
        usual=USUAL_LEVEL,
        most=max(game.seats[-1] for game in games()),
        terms=Terms(),
        pace=paces(Terms(), language.say),
        times=times(Terms(), language.say),
        who=visibilities(Terms(), language.say),
        prefix="open-",
        invites=True,
        more=more_terms(Terms(), HINT_CHOICES[0], language.say, guest.account is not None),
    )


@get("/")
async def lobby(request: HtmlRequest) -> Response[str]:
    return await _lobby(request)


@get("/open")
async def open_sheet(request: HtmlRequest) -> Response[str]:
    """Show the lobby with the sheet in which a table is opened."""
    return await _lobby(request, opening=True)


@post("/play/{name:str}")
async def play_now(request: HtmlRequest, name: FromPath[str], level: FromQuery[int | None] = None) -> Redirect:
    """Open a table full of bots with one click, as strong as suits the visitor's experience."""
    if name not in GAME_NAMES:
        raise NotFoundException
    check_table_limit(request)
    game, every = find_game(name), await known_games(store_of(request), guest_of(request).id)
    known, levels = every[name], chosen_levels(request.cookies.get(LEVELS_COOKIE, ""), every)
    chosen = levels[name] if level is None else level
    if chosen not in [each.number for each in LEVELS]:
        raise NotFoundException
    seats, options = first_table(game) if not known.finished else (game.seats[-1], {})
    bots = [Holder("bot", bot_name(seat), level=chosen) for seat in range(1, seats)]
    id = await store_of(request).open_table(name, seats, options, [holder_of(request), *bots], guest_of(request).id)
    return Redirect(f"/t/{id}", status_code=303)


@post("/open")
async def open_table(request: HtmlRequest, data: Form) -> Response[Any]:
    name = data.get("game", "")
    if name not in GAME_NAMES:
        raise NotFoundException
    check_table_limit(request)
    game = find_game(name)
    try:
        id = await _open_table(request, game, data)
    except (BadOption, Refusal) as error:
        language = language_of(request)
        words = (
            error.told(language.of(game), language.say) if isinstance(error, BadOption) else language.say(str(error))
        )
        return await _lobby(request, sentence(words), 400, opening=True)
    return Redirect(f"/t/{id}", status_code=303)


async def _open_table(request: HtmlRequest, game: Game, data: Mapping[str, str]) -> str:
    """Open the table that a form describes; return its id."""
    seats, store, visitor = number(data.get(f"seats-{game.name}", "")), store_of(request), holder_of(request)
    holders = [visitor]
    for seat in range(1, seats):
        if data.get(f"kind{seat}") == "bot":
            level, character = number(data.get(f"level{seat}", "")), data.get(f"character{seat}", "")
            holders.append(bot_holder(game, seat, level, character, [holder.name for holder in holders]))
        elif data.get(f"kind{seat}") == "here":
            name = tidy_name(data.get(f"name{seat}", "")) or language_of(request).say("Seat {number}", number=seat + 1)
            holders.append(Holder("person", name, visitor.person))
        else:
            holders.append(Holder("open"))
    terms, names = chosen_terms(data), invited_names(data)
    if names or any(holder.kind == "person" for holder in holders[1:]):
        check_invite_limit(request)
    await check_names_here(store, visitor.name, holders)
    if terms.rated:
        await check_rated(store, [holder for holder in holders if holder.kind == "person"])
    return await store.open_table(
        game,
        seats,
        chosen_options(game, data),
        holders,
        visitor.person,
        hints=data.get("hints", HINT_CHOICES[0]),
        terms=terms,
        invited=await people_named(store, names),
    )


@post("/name")
async def choose_name(request: HtmlRequest, data: Form) -> Response[Any]:
    try:
        await rename(request, data.get("name", ""))
    except BadName as error:
        return await _lobby(request, sentence(error.told(language_of(request).say)), problem_of(error)[0])
    return Redirect("/", status_code=303)


@post("/language")
async def choose_language(request: HtmlRequest, data: Form) -> Redirect:
    language = data.get("language", "")
    if language not in LANGUAGE_CODES:
        raise NotFoundException
    secure = request.scope["scheme"] == "https"
    cookie = Cookie(LANGUAGE_COOKIE, value=language, max_age=YEAR_SECONDS, samesite="lax", httponly=True, secure=secure)
    return Redirect(own_path(data.get("back", "/")), status_code=303, cookies=[cookie])


# ---------------------------------------------------------------- replays


@get("/luck")
async def luck(request: HtmlRequest) -> Response[str]:
    """Explain how to check that luck was not manipulated."""
    return page("lobby/luck.jinja", request)


@get("/watch")
async def watch() -> Redirect:
    """Redirect to the list of running tables."""
    return Redirect("/replays#now", status_code=303)


@get("/replays")
async def replays(request: HtmlRequest) -> Response[str]:
    language = language_of(request)
    person = guest_of(request).id
    finished = [summary for summary in await store_of(request).finished(person) if summary.game in GAME_NAMES]
    lines = [table_line(summary, person, language) for summary in finished[:100]]
    running = await running_list(store_of(request), services_of(request).presence, language)
    return page("lobby/replays.jinja", request, here="replays", lines=lines, running=running)


HANDLERS = (lobby, open_sheet, play_now, open_table, choose_name, choose_language, luck, watch, replays)
