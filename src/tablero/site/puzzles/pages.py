"""Pages of puzzles: the start, one puzzle with its websocket, the archive, and the way to the next one."""

from __future__ import annotations

from typing import Any

from babel.dates import format_date
from litestar import Response, get, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero import metrics
from tablero.analysis.puzzle_set import games_with_puzzles, puzzle_set
from tablero.analysis.puzzles import Puzzle
from tablero.games import GAME_NAMES, games
from tablero.games import game as find_game
from tablero.site.puzzles import service
from tablero.site.table.glance import PICTURE_CACHE, drawn_glance
from tablero.site.table.pages import table_response
from tablero.site.web.dates import ago
from tablero.site.web.identity import Guest, guest_of
from tablero.site.web.language import Connection, language_of
from tablero.site.web.page import HtmlRequest, name_of, page, store_of
from tablero.site.web.services import services_of
from tablero.site.web.sockets import PageSocket, Socket, accept_socket, cut_when_revoked
from tablero.store.puzzles.own_puzzles import OwnPuzzle
from tablero.table import Holder
from tablero.ui.messages import count_of
from tablero.ui.puzzles.page import PuzzlePageBuilder
from tablero.ui.puzzles.room import PuzzleConnection, PuzzleRoom
from tablero.ui.puzzles.text import difficulty
from tablero.ui.table_page import Perspective

ARCHIVE_DAYS = 60
OWN_SHOWN = 9  # moments of own games


async def _find(connection: Connection, guest: Guest, game: str, id: str) -> tuple[Puzzle, OwnPuzzle | None]:
    """Return the puzzle of an address, and where it comes from if it is the visitor's own. Raise NotFoundException."""
    found = await service.find_puzzle(store_of(connection), guest.id, game, id)
    if found is None:
        raise NotFoundException
    return found


def _check_game(game: str) -> None:
    if game not in games_with_puzzles():
        raise NotFoundException


async def _room(connection: Connection, guest: Guest, name: str, id: str) -> PuzzleRoom:
    puzzle, own = await _find(connection, guest, name, id)
    services = services_of(connection)
    holder = Holder("person", name_of(guest, language_of(connection)), guest.id)
    return await service.room_of(services.store, services.puzzle_rooms, services.whatif, holder, puzzle, own)


@get("/puzzles")
async def start(request: HtmlRequest) -> Response[str]:
    """Show the puzzles of today, the visitor's days and ratings, and practice."""
    store, person, language = store_of(request), guest_of(request).id, language_of(request)
    today = service.today_of(store)
    ratings = await store.puzzles.ratings(person)
    cards = []
    for one in await service.puzzles_of_day(store, person, today) if games_with_puzzles() else []:
        game, known = find_game(one.game), puzzle_set(one.game)
        attempts = await store.puzzles.of(person, one.game)
        cards.append(
            {
                "game": game,
                "day": one,
                "level": difficulty(one.points, language.say),
                "rating": ratings.get(one.game),
                "count": len(known),
                "solved": sum(attempt.solved for attempt in attempts.values()),
                "back": sum(attempt.due is not None and attempt.due <= store.now() for attempt in attempts.values()),
                "themes": [
                    (theme, language.of(game)(game.themes[theme]), len(ids)) for theme, ids in known.themes.items()
                ],
            }
        )
    streak = await service.streak(store, person)
    mine = [one for one in await store.own_puzzles.of(person) if one.game in GAME_NAMES][:OWN_SHOWN]
    own = [{"game": find_game(one.game), "own": one, "ago": ago(store.now() - one.made, language)} for one in mine]
    return page("puzzles/start.jinja", request, here="puzzles", cards=cards, streak=streak, today=today, own=own)


async def puzzle_card(request: HtmlRequest) -> dict[str, Any] | None:
    """Return what the lobby shows of the puzzle of today for all; None where there are no puzzles."""
    if not games_with_puzzles():
        return None
    store, person, language = store_of(request), guest_of(request).id, language_of(request)
    today = service.today_of(store)
    first = (await service.puzzles_of_day(store, person, today))[0]
    return {
        "game": find_game(first.game),
        "day": first,
        "level": difficulty(first.points, language.say),
        "streak": await service.streak(store, person),
        "today": today,
        "weekday": lambda day: format_date(day, "EEEEEE", language.locale),
    }


@get("/puzzles/today")
async def today(request: HtmlRequest) -> Redirect:
    """Redirect to the puzzle of today for all."""
    if not games_with_puzzles():
        raise NotFoundException
    store = store_of(request)
    first = (await service.puzzles_of_day(store, guest_of(request).id, service.today_of(store)))[0]
    return Redirect(f"/puzzles/{first.game}/{first.id}", status_code=303)


@get("/puzzles/{name:str}")
async def archive(request: HtmlRequest, name: FromPath[str]) -> Response[str]:
    """Show the puzzles of a game day by day."""
    _check_game(name)
    days = await service.archive(store_of(request), guest_of(request).id, name, ARCHIVE_DAYS)
    return page(
        "puzzles/archive.jinja",
        request,
        here="puzzles",
        game=find_game(name),
        days=days,
        difficulty=difficulty,
        others=[game for game in games() if game.name in games_with_puzzles()],
        locale=language_of(request).locale,
        date_words=lambda day, locale: format_date(day, "full", locale),
    )


@get("/puzzles/{name:str}/next")
async def next_one(request: HtmlRequest, name: FromPath[str], theme: FromQuery[str] = "") -> Redirect:
    """Redirect to the puzzle that the visitor should try next."""
    _check_game(name)
    guest = guest_of(request)
    id = await service.next_puzzle(store_of(request), guest.id, name, theme)
    if id is None:
        raise NotFoundException
    services_of(request).puzzle_rooms.forget(guest.id, puzzle_set(name)[id])  # it begins anew
    more = f"?theme={theme}" if theme else ""
    return Redirect(f"/puzzles/{name}/{id}{more}", status_code=303)


@get("/puzzles/{name:str}/{id:str}")
async def puzzle_page(request: HtmlRequest, name: FromPath[str], id: FromPath[str]) -> Response[Any]:
    room = await _room(request, guest_of(request), name, id)
    puzzle = room.session.puzzle
    table, seat, language = room.session.table, puzzle.seat, language_of(request)
    shown = PuzzlePageBuilder(room, table, Perspective(seat=seat, language=language)).build()
    level = difficulty(puzzle.rating, language.say)
    return table_response(request, table, seat, shown, puzzle=puzzle, level=level, standing=room.standing)


@get("/puzzles/{name:str}/{id:str}/picture", cache_control=PICTURE_CACHE)
async def picture(request: HtmlRequest, name: FromPath[str], id: FromPath[str]) -> Response[bytes]:
    """Return a small picture of the position."""
    puzzle, _ = await _find(request, guest_of(request), name, id)
    view = puzzle.state().view(puzzle.seat)
    drawn = await drawn_glance((name, id), find_game(name), view)
    return Response(drawn, media_type="image/png")


@websocket("/puzzles/{name:str}/{id:str}/live")
async def puzzle_live(socket: Socket, name: FromPath[str], id: FromPath[str]) -> None:
    guest = await accept_socket(socket)
    if guest is None:
        return
    try:
        room = await _room(socket, guest, name, id)
    except NotFoundException:
        await socket.close(code=4404, reason="no such puzzle")
        return
    puzzle = room.session.puzzle
    turn, at = (count_of(socket.query_params.get(part, "")) for part in ("turn", "move"))
    perspective = Perspective(seat=puzzle.seat, language=language_of(socket), turn=(turn or 0) % 4, at=at)
    with metrics.open_socket("puzzle"):
        async with cut_when_revoked(socket, guest):
            await PuzzleConnection(PageSocket(socket), guest.id, room, perspective).run()


HANDLERS = (start, today, archive, next_one, puzzle_page, picture, puzzle_live)
