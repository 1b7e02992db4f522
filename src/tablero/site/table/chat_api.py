"""The JSON API of a table's chat and of notes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import JSONBody

from tablero.core.i18n.translator import untranslated
from tablero.site.table.api import my_seat, table_for
from tablero.site.table.chat import LineNumber, circles_of, phrase, speak
from tablero.site.web.api import ApiController, ApiRequest, Id, api_get, api_post, api_put
from tablero.site.web.page import store_of
from tablero.site.web.services import services_of
from tablero.store.tables.chat import LONGEST_NOTE, MAX_LINE_LENGTH
from tablero.ui.language import Language


class Saying(msgspec.Struct):
    """Something to say: words, or one of the phrases well_played, good_luck, one_moment, thanks, sorry."""

    text: Annotated[str, msgspec.Meta(max_length=MAX_LINE_LENGTH)] = ""
    phrase: Annotated[str, msgspec.Meta(max_length=16)] = ""


class Said(msgspec.Struct):
    """A line. `seat` is null when a spectator said it; `text` of a phrase is English."""

    number: int
    seat: int | None
    name: str
    phrase: str
    text: str
    time: float


class Spoken(msgspec.Struct):
    number: int


class Note(msgspec.Struct):
    """What you have noted at a table; no other user reads it."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]


class ChatApi(ApiController):
    path = "/api/tables/{id:str}"

    @api_get("/talk", summary="What is said at a table: the newest lines, or those before one")
    async def read(self, request: ApiRequest, id: Id, before: LineNumber = None) -> list[Said]:
        table, _, seat = await table_for(request, id)
        lines = await store_of(request).chat.lines(id, circles_of(table, seat), 0, before)
        return [
            Said(
                line.number,
                None if line.seat < 0 else line.seat,
                line.name,
                line.phrase,
                phrase(line.phrase, untranslated) or line.text,
                line.time,
            )
            for line in lines
        ]

    @api_post("/talk", status_code=200, summary="Say something at a table", scope="talk")
    async def say(self, request: ApiRequest, id: Id, data: JSONBody[Saying]) -> Spoken:
        table, guest, _ = await table_for(request, id)
        allows, say = services_of(request).chat_limit.at(request), Language("en").say
        return Spoken(await speak(store_of(request), allows, table, guest, data.text, data.phrase, say))

    @api_get("/note", summary="Your note on a game")
    async def note(self, request: ApiRequest, id: Id) -> Note:
        table, seat = await my_seat(request, id)
        return Note(await store_of(request).chat.note(id, table.holders[seat].person))

    @api_put("/note", summary="Keep a note on a game", scope="play")
    async def keep_note(self, request: ApiRequest, id: Id, data: JSONBody[Note]) -> Note:
        table, seat = await my_seat(request, id)
        await store_of(request).chat.save_note(id, table.holders[seat].person, data.text)
        return data
