"""Talk for programs: read what is said at a table, say something, keep a note."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from litestar import Controller, get, post, put
from litestar.params import FromQuery, JSONBody

from tablero.core.speech import plainly
from tablero.site.answers import as_json
from tablero.site.api import PROBLEMS, Ask, Id, my_seat, table_for
from tablero.site.language import Tongue
from tablero.site.talk import circles_of, phrase, speak
from tablero.store import House
from tablero.store.talk import LONGEST, LONGEST_NOTE


class Saying(msgspec.Struct):
    """Something to say: words, or one of the phrases well_played, good_luck, one_moment, thanks, sorry."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    phrase: Annotated[str, msgspec.Meta(max_length=16)] = ""


class Said(msgspec.Struct):
    """A line. `seat` is null when somebody who watches said it; `text` of a phrase is English."""

    number: int
    seat: int | None
    name: str
    phrase: str
    text: str
    time: float


class Spoken(msgspec.Struct):
    number: int


class Note(msgspec.Struct):
    """What you have noted at a table; nobody else reads it."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]


def _house(request: Ask) -> House:
    house: House = request.app.state.house
    return house


class TalkApi(Controller):
    path = "/api/tables/{id:str}"
    request_class = Ask
    exception_handlers: ClassVar[dict[Any, Any]] = {Exception: as_json}  # type: ignore[misc]

    @get("/talk", responses=PROBLEMS, summary="What is said at a table: the newest lines, or those before one")
    async def read(self, request: Ask, id: Id, before: FromQuery[int | None] = None) -> list[Said]:
        table, _, seat = await table_for(request, id)
        lines = await _house(request).talk.lines(id, circles_of(table, seat), 0, before)
        return [
            Said(
                line.number, None if line.seat < 0 else line.seat, line.name, line.phrase,
                phrase(line.phrase, plainly) or line.text, line.time,
            )
            for line in lines
        ]  # fmt: skip

    @post("/talk", responses=PROBLEMS, status_code=200, summary="Say something at a table", scope="talk")
    async def say(self, request: Ask, id: Id, data: JSONBody[Saying]) -> Spoken:
        table, guest, _ = await table_for(request, id)
        allowance = request.app.state.sayings
        say = Tongue("en").say
        return Spoken(await speak(_house(request), allowance, table, guest, data.text, data.phrase, say))

    @get("/note", responses=PROBLEMS, summary="Your note on a game")
    async def note(self, request: Ask, id: Id) -> Note:
        table, seat = await my_seat(request, id)
        return Note(await _house(request).talk.note(id, table.holders[seat].person))

    @put("/note", responses=PROBLEMS, summary="Keep a note on a game", scope="play")
    async def keep_note(self, request: Ask, id: Id, data: JSONBody[Note]) -> Note:
        table, seat = await my_seat(request, id)
        await _house(request).talk.keep_note(id, table.holders[seat].person, data.text)
        return data
