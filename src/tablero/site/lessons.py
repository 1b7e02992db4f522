"""Learning: the page of all lessons, and lessons and drawn examples on a table of one's own."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Response, get, post, websocket
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from tablero import figures
from tablero.core.game import Game
from tablero.core.lesson import Lesson
from tablero.core.speech import speaker
from tablero.games import NAMES, games
from tablero.games import game as find_game
from tablero.people.names import BOT_NAMES
from tablero.site.classroom import Classroom
from tablero.site.coach import rule_address
from tablero.site.language import Connection, Tongue, tongue_of
from tablero.site.live import Alone, Socket, welcome
from tablero.site.messages import BadMessage, count_of
from tablero.site.pages import Visit, holder_of, house_of, name_of, page, tabs_of
from tablero.site.people import Guest, guest_of
from tablero.site.shield import check_opening
from tablero.site.tableau import Sight
from tablero.site.tokens import cut_when_revoked
from tablero.store.progress import Learned
from tablero.table import Holder
from tablero.table.teaching import Teaching
from tablero.table.trial import Trial

BEGINNERS = 1  # the level of those whom somebody meets after a lesson


def find_lesson(name: str, lesson: str) -> tuple[Game, Lesson]:
    if name not in NAMES or lesson not in find_game(name).course.lessons:
        raise NotFoundException
    game = find_game(name)
    return game, game.course.lessons[lesson]


async def _lesson_room(connection: Connection, guest: Guest, name: str, lesson: str) -> Classroom:
    """The lesson where this person left it."""
    game, chosen = find_lesson(name, lesson)
    progress = house_of(connection).progress
    known = (await progress.of(guest.id)).get((name, lesson))
    at, ways = (known.step, known.ways) if known is not None and known.version == chosen.version else (0, {})
    if at >= len(chosen.steps):
        at, ways = 0, {}  # it was finished: it begins again
    learner = Holder("person", name_of(guest, tongue_of(connection)), guest.id)
    return Classroom(Teaching(game, chosen, learner, at, ways), partial(progress.keep, guest.id, name, lesson))


def _trial_room(connection: Connection, guest: Guest, name: str, figure: str) -> Classroom:
    if name not in NAMES or figure not in find_game(name).figures:
        raise NotFoundException
    game = find_game(name)
    learner = Holder("person", name_of(guest, tongue_of(connection)), guest.id)
    return Classroom(Trial(game, game.figures[figure], learner))


def _room_page(request: Visit, room: Classroom, title: str, leave: str) -> Response[str]:
    course = room.course
    tongue = tongue_of(request)
    shown = room.tableau(course.table, Sight(seat=course.seat, tongue=tongue))
    return page(
        "table.jinja", request, page=shown, seat=course.seat, game=course.game, tabs=tabs_of(course.game, tongue),
        symbols=Markup(course.game.drawing.symbols()), commitment="", lesson=title, leave=leave,
        trial=isinstance(course, Trial),
        beginner=False, rule=rule_address(course.table, course.table.view(course.seat)),
    )  # fmt: skip


# ---------------------------------------------------------------- all lessons


def lessons_of(game: Game, known: dict[tuple[str, str], Learned], tongue: Tongue) -> list[dict[str, Any]]:
    """The lessons of a game as a list shows them."""
    said = speaker(f"{game.package}.lessons", tongue.language)
    lines = []
    for lesson in game.course.lessons.values():
        learned = known.get((game.name, lesson.name))
        begun = learned is not None and learned.version == lesson.version and 0 < learned.step < len(lesson.steps)
        lines.append({
            "name": lesson.name, "title": said(lesson.title), "minutes": lesson.minutes, "steps": len(lesson.steps),
            "finished": learned is not None and learned.finished, "step": learned.step + 1 if learned and begun else 0,
        })  # fmt: skip
    return lines


@get("/learn")
async def learn(request: Visit) -> Response[str]:
    """All lessons of all games, and how far this person is."""
    tongue = tongue_of(request)
    known = await house_of(request).progress.of(guest_of(request).id)
    cards = [{"game": game, "lessons": lessons_of(game, known, tongue)} for game in games()]
    return page("learn.jinja", request, here="learn", cards=cards)


@get("/learn/{name:str}")
async def first_lesson(name: FromPath[str]) -> Redirect:
    if name not in NAMES:
        raise NotFoundException
    return Redirect(f"/learn/{name}/{next(iter(find_game(name).course.lessons))}", status_code=303)


# ---------------------------------------------------------------- one lesson


@get("/learn/{name:str}/{lesson:str}")
async def lesson_page(
    request: Visit, name: FromPath[str], lesson: FromPath[str], step: FromQuery[str] = ""
) -> Response[Any]:
    game, chosen = find_lesson(name, lesson)
    guest = guest_of(request)
    if step:  # a step can be opened by its address
        ids = [each.id for each in chosen.steps]
        if step not in ids:
            raise NotFoundException
        there = Learned(ids.index(step), chosen.version)
        await house_of(request).progress.keep(guest.id, name, lesson, there)
        return Redirect(f"/learn/{name}/{lesson}", status_code=303)
    room = await _lesson_room(request, guest, name, lesson)
    said = speaker(f"{game.package}.lessons", tongue_of(request).language)
    return _room_page(request, room, said(chosen.title), "/learn")


@post("/learn/{name:str}/{lesson:str}/play")
async def play_on(request: Visit, name: FromPath[str], lesson: FromPath[str]) -> Redirect:
    """A real game from where the lesson ends, against beginners."""
    game, chosen = find_lesson(name, lesson)
    check_opening(request)
    last = Teaching(game, chosen, at=len(chosen.steps)).table
    if last.over:
        raise NotFoundException
    bots = [Holder("bot", BOT_NAMES[seat], level=BEGINNERS) for seat in range(last.seats - 1)]
    holders = [holder_of(request), *bots]
    id = await house_of(request).open_table(
        game, last.seats, last.options, holders, guest_of(request).id, last.state.dump()
    )  # fmt: skip
    return Redirect(f"/t/{id}", status_code=303)


@get("/learn/{name:str}/try/{figure:str}")
async def trial_page(request: Visit, name: FromPath[str], figure: FromPath[str]) -> Response[str]:
    """A drawn example of the guide, to play on with."""
    room = _trial_room(request, guest_of(request), name, figure)
    assert isinstance(room.course, Trial)
    found = room.course.figure
    said = speaker(f"{room.course.game.package}.guide", tongue_of(request).language)
    return _room_page(request, room, said(found.title), f"/rules/{name}#{found.rules[0]}")


# ---------------------------------------------------------------- live


class Pupil(Alone):
    """Somebody who learns."""

    def __init__(self, socket: Socket, guest: Guest, room: Classroom, sight: Sight) -> None:
        super().__init__(socket, guest, room, room, sight)
        self._room = room

    async def _do(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["do"] != "coach":
            return await super()._do(message)
        button = message.get("button")
        if not isinstance(button, str):
            raise BadMessage("this page asked for something unknown: load it again")
        await self._room.do(button)
        return {}


async def _teach(socket: Socket, guest: Guest, room: Classroom) -> None:
    turn = (count_of(socket.query_params.get("turn", "")) or 0) % 4
    sight = Sight(
        seat=room.course.seat, tongue=tongue_of(socket), turn=turn, at=count_of(socket.query_params.get("move", ""))
    )
    with figures.socket("lesson"):
        async with cut_when_revoked(socket, guest):
            await Pupil(socket, guest, room, sight).run()


@websocket("/learn/{name:str}/{lesson:str}/live")
async def lesson_live(socket: Socket, name: FromPath[str], lesson: FromPath[str]) -> None:
    guest = await welcome(socket)
    if guest is None:
        return
    try:
        room = await _lesson_room(socket, guest, name, lesson)
    except NotFoundException:
        await socket.close(code=4404, reason="no such lesson")
        return
    await _teach(socket, guest, room)


@websocket("/learn/{name:str}/try/{figure:str}/live")
async def trial_live(socket: Socket, name: FromPath[str], figure: FromPath[str]) -> None:
    guest = await welcome(socket)
    if guest is None:
        return
    try:
        room = _trial_room(socket, guest, name, figure)
    except NotFoundException:
        await socket.close(code=4404, reason="no such example")
        return
    await _teach(socket, guest, room)


HANDLERS = (learn, first_lesson, lesson_page, play_on, trial_page, lesson_live, trial_live)
