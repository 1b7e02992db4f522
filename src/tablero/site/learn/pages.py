"""Pages of the lessons and of drawn examples, each on a table of the learner's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from litestar import Response, get, post, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from tablero import metrics
from tablero.core.game import Game
from tablero.core.i18n.translator import translator_for
from tablero.core.teaching.lesson import Lesson
from tablero.games import GAME_NAMES, games
from tablero.games import game as find_game
from tablero.people.names import BOT_NAMES
from tablero.site.table.pages import table_response
from tablero.site.web.identity import Guest, guest_of
from tablero.site.web.language import Connection, language_of
from tablero.site.web.page import HtmlRequest, holder_of, name_of, page, store_of
from tablero.site.web.rate_limit import check_table_limit
from tablero.site.web.sockets import PageSocket, Socket, accept_socket, cut_when_revoked
from tablero.table import Holder
from tablero.table.example_session import ExampleSession
from tablero.table.lesson_session import LessonProgress, LessonSession
from tablero.ui.lesson_list import lessons_of
from tablero.ui.lesson_page import LessonPages
from tablero.ui.lesson_room import LessonPlayer, LessonRoom
from tablero.ui.messages import count_of
from tablero.ui.table_page import Perspective

OPPONENT_LEVEL = 1  # of the bots in a game that goes on after a lesson


def find_lesson(name: str, lesson: str) -> tuple[Game, Lesson]:
    """Return the game and the lesson of an address. Raise NotFoundException."""
    game = find_game(name) if name in GAME_NAMES else None
    if game is None or lesson not in game.course.lessons:
        raise NotFoundException
    return game, game.course.lessons[lesson]


async def _lesson_room(connection: Connection, guest: Guest, name: str, lesson: str) -> LessonRoom:
    """Return the lesson where this visitor left it."""
    game, chosen = find_lesson(name, lesson)
    progress = store_of(connection).lesson_progress
    known = (await progress.of(guest.id)).get((name, lesson))
    at, ways = (known.step, known.ways) if known is not None and known.version == chosen.version else (0, {})
    if at >= len(chosen.steps):
        at, ways = 0, {}  # a finished lesson begins again
    learner = Holder("person", name_of(guest, language_of(connection)), guest.id)
    return LessonRoom(LessonSession(game, chosen, learner, at, ways), partial(progress.save, guest.id, name, lesson))


async def _example_room(connection: Connection, guest: Guest, name: str, id: str) -> LessonRoom:
    game = find_game(name) if name in GAME_NAMES else None
    if game is None or id not in game.figures:
        raise NotFoundException
    learner = Holder("person", name_of(guest, language_of(connection)), guest.id)
    return LessonRoom(ExampleSession(game, game.figures[id], learner))


def _room_page(request: HtmlRequest, room: LessonRoom, title: str, leave: str) -> Response[str]:
    course = room.course
    language = language_of(request)
    shown = LessonPages(course).page(course.table, Perspective(seat=course.seat, language=language))
    example = isinstance(course, ExampleSession)
    return table_response(request, course.table, course.seat, shown, lesson=title, leave=leave, trial=example)


# ---------------------------------------------------------------- all lessons


@get("/learn")
async def learn(request: HtmlRequest) -> Response[str]:
    """Show all lessons of all games, with the visitor's progress."""
    language = language_of(request)
    known = await store_of(request).lesson_progress.of(guest_of(request).id)
    cards = [{"game": game, "lessons": lessons_of(game, known, language)} for game in games()]
    return page("learn/lessons.jinja", request, here="learn", cards=cards)


@get("/learn/{name:str}")
async def first_lesson(name: FromPath[str]) -> Redirect:
    if name not in GAME_NAMES:
        raise NotFoundException
    return Redirect(f"/learn/{name}/{next(iter(find_game(name).course.lessons))}", status_code=303)


# ---------------------------------------------------------------- one lesson


@get("/learn/{name:str}/{lesson:str}")
async def lesson_page(
    request: HtmlRequest, name: FromPath[str], lesson: FromPath[str], step: FromQuery[str] = ""
) -> Response[Any]:
    game, chosen = find_lesson(name, lesson)
    guest = guest_of(request)
    if step:  # a step can be opened by its address
        ids = [each.id for each in chosen.steps]
        if step not in ids:
            raise NotFoundException
        progress = LessonProgress(ids.index(step), chosen.version)
        await store_of(request).lesson_progress.save(guest.id, name, lesson, progress)
        return Redirect(f"/learn/{name}/{lesson}", status_code=303)
    room = await _lesson_room(request, guest, name, lesson)
    said = translator_for(f"{game.package}.lessons", language_of(request).code)
    return _room_page(request, room, said(chosen.title), "/learn")


@post("/learn/{name:str}/{lesson:str}/play")
async def play_on(request: HtmlRequest, name: FromPath[str], lesson: FromPath[str]) -> Redirect:
    """Open a real table from where the lesson ends, against beginners."""
    game, chosen = find_lesson(name, lesson)
    check_table_limit(request)
    last = LessonSession(game, chosen, at=len(chosen.steps)).table
    if last.over:
        raise NotFoundException
    bots = [Holder("bot", BOT_NAMES[seat], level=OPPONENT_LEVEL) for seat in range(last.seats - 1)]
    holders = [holder_of(request), *bots]
    id = await store_of(request).open_table(
        game, last.seats, last.options, holders, guest_of(request).id, last.state.dump()
    )
    return Redirect(f"/t/{id}", status_code=303)


@get("/learn/{name:str}/try/{figure:str}")
async def trial_page(request: HtmlRequest, name: FromPath[str], figure: FromPath[str]) -> Response[str]:
    """Show a drawn example of the guide, to play on with."""
    room = await _example_room(request, guest_of(request), name, figure)
    assert isinstance(room.course, ExampleSession)
    example = room.course.example
    said = translator_for(f"{room.course.game.package}.guide", language_of(request).code)
    return _room_page(request, room, said(example.title), f"/rules/{name}#{example.rules[0]}")


# ---------------------------------------------------------------- connections


async def _teach(socket: Socket, room_of: Callable[[Guest], Awaitable[LessonRoom]], missing: str) -> None:
    guest = await accept_socket(socket)
    if guest is None:
        return
    try:
        room = await room_of(guest)
    except NotFoundException:
        await socket.close(code=4404, reason=missing)
        return
    turn, at = (count_of(socket.query_params.get(name, "")) for name in ("turn", "move"))
    perspective = Perspective(seat=room.course.seat, language=language_of(socket), turn=(turn or 0) % 4, at=at)
    with metrics.open_socket("lesson"):
        async with cut_when_revoked(socket, guest):
            await LessonPlayer(PageSocket(socket), guest.id, room, perspective).run()


@websocket("/learn/{name:str}/{lesson:str}/live")
async def lesson_live(socket: Socket, name: FromPath[str], lesson: FromPath[str]) -> None:
    await _teach(socket, lambda guest: _lesson_room(socket, guest, name, lesson), "no such lesson")


@websocket("/learn/{name:str}/try/{figure:str}/live")
async def trial_live(socket: Socket, name: FromPath[str], figure: FromPath[str]) -> None:
    await _teach(socket, lambda guest: _example_room(socket, guest, name, figure), "no such example")


HANDLERS = (learn, first_lesson, lesson_page, play_on, trial_page, lesson_live, trial_live)
