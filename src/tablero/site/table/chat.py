"""Chat of a table page: lines sent and received over its connection, each in the language of its reader.

Players write to each other; spectators may read that, unless they see the table with a delay. Spectators have a chat of
their own, which players read when the game is over, so that no player is told what to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Annotated, Any

from litestar.params import QueryParameter
from markupsafe import escape

from tablero.bots import LEVELS
from tablero.core.i18n.translator import Translator
from tablero.people.names import GUEST_NAME
from tablero.site.web.identity import Guest
from tablero.store import Store
from tablero.store.errors import StoreError
from tablero.store.tables.chat import MAX_LINE_LENGTH, ChatLine, Circle
from tablero.table import Cause, LogRow, Refusal, Table, may_see
from tablero.ui.language import Language
from tablero.ui.messages import number, unreadable
from tablero.ui.names import called, seat_name
from tablero.ui.rendering import render

Allows = Callable[[str], bool]  # whether a person may say one more line now
LineNumber = Annotated[int | None, QueryParameter(description="The number of a line.", ge=0, le=2**31 - 1)]
ROW_KINDS = ("away", "back", "resign", "end", "go on", "show", "hide", "close")  # rows that are shown between the lines
PHRASES = ("well_played", "good_luck", "one_moment", "thanks", "sorry")


def phrase(key: str, say: Translator) -> str:
    """Return a phrase in the language of `say`; empty if there is no such phrase."""
    known = {
        "well_played": say("Well played"),
        "good_luck": say("Good luck"),
        "one_moment": say("One moment"),
        "thanks": say("Thank you"),
        "sorry": say("Sorry"),
    }
    return known.get(key, "")


def phrases_at(table: Table, seat: int | None, say: Translator) -> list[tuple[str, str]]:
    """Return the phrases offered at a table; none to a player against bots alone."""
    return [] if seat is not None and table.against_bots(seat) else [(key, phrase(key, say)) for key in PHRASES]


def tidy(text: str) -> str:
    """Return a text as one line, without characters that are invisible or change the direction of writing.

    >>> tidy("  Well\\n\\tplayed,\\u202e Ana! ")
    'Well played, Ana!'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def circles_of(table: Table, seat: int | None) -> tuple[Circle, ...]:
    """Return the chats that a seat, or a spectator (None), may read."""
    if seat is not None:
        return ("table", "watchers") if table.over else ("table",)
    return ("watchers",) if table.terms.delay and not table.over else ("table", "watchers")


def check_words(text: str, key: str, say: Translator) -> tuple[str, str]:
    """Return a tidied text, or the key of a phrase. Raises Refusal if there is neither, or if the text is too long."""
    words = tidy(text)
    if key:
        if not phrase(key, say):
            raise unreadable()
        return "", key
    if not words:
        raise Refusal("there is nothing to say: write something first")
    if len(words) > MAX_LINE_LENGTH:
        raise Refusal("that is too long: 500 characters fit in one line")
    return words, ""


async def speak(store: Store, allows: Allows, table: Table, guest: Guest, text: str, key: str, say: Translator) -> int:
    """Write a line at a table, as player or as spectator; return its number."""
    words, key = check_words(text, key, say)
    if guest.scopes is not None and "talk" not in guest.scopes:
        raise Refusal("this key does not open the chat: make one with talk")
    await store.bans.check_talking(guest.id)
    if not allows(guest.id):
        raise Refusal("you have said much just now: wait a few seconds")
    seat = guest.seat_at(table)
    name = guest.name or GUEST_NAME if seat is None else table.holders[seat].name
    circle: Circle = "watchers" if seat is None else "table"
    return await store.chat.say(table.id, guest.id, -1 if seat is None else seat, name, circle, words, key)


async def line_of_others(store: Store, table: Table, guest: Guest, number: int) -> ChatLine:
    """Return a line of another user that the guest may read. Raises Refusal if there is none."""
    line = await store.chat.line(table.id, number)
    if line is None or line.person == guest.id or line.circle not in circles_of(table, guest.seat_at(table)):
        raise Refusal("nobody else has said that")
    return line


class ChatConnection:
    """The chat of a table on one page."""

    def __init__(
        self,
        store: Store,
        allows: Allows,
        table: Callable[[], Awaitable[Table]],
        guest: Guest,
        language: Language,
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        self._store = store
        self._allows = allows
        self._table = table
        self._guest = guest
        self._language = language
        self._send = send
        self._last = 0
        self._rows = 0  # rows of the table up to which they were sent
        self._circles: tuple[Circle, ...] = ()
        self._muted: frozenset[str] = frozenset()
        self._news = asyncio.Event()

    async def follow(self) -> None:
        """Send the newest lines, then each one as it comes, until cancelled."""
        table = await self._table()
        stop = self._store.chat.subscribe(table.id, lambda _: self._news.set())
        try:
            self._muted = await self._store.chat.muted(self._guest.id)
            self._news.set()
            while True:
                await self._news.wait()
                self._news.clear()
                with suppress(StoreError):  # the next line brings what cannot be read now
                    await self._show(await self._table())
        finally:
            stop()

    def changed(self, table: Table) -> None:
        """Send what the change of a table makes readable."""
        new = any(row.kind in ROW_KINDS for row in table.rows[self._rows :])
        if new or circles_of(table, self._guest.seat_at(table)) != self._circles:
            self._news.set()

    async def _show(self, table: Table) -> None:
        if not may_see(table, self._guest.id):
            return
        circles = circles_of(table, self._guest.seat_at(table))
        whole = circles != self._circles
        lines = await self._store.chat.lines(table.id, circles, 0 if whole else self._last)
        self._circles = circles
        late = self._guest.seat_at(table) is None and table.terms.delay and not table.over
        rows = [row for row in table.rows[0 if whole else self._rows :] if row.kind in ROW_KINDS and not late]
        self._rows = table.version
        if whole and lines and lines[0].number > 1:  # earlier rows come with earlier lines
            rows = [row for row in rows if row.time >= lines[0].time]
        if whole or lines or rows:
            self._last = lines[-1].number if lines else self._last
            more = lines[0].number if whole and lines else 0
            await self._send({"talk": {"whole": whole, "html": self._html(table, lines, rows), "more": more}})

    def _html(self, table: Table, lines: Sequence[ChatLine], rows: Sequence[LogRow] = ()) -> str:
        """Return lines and rows as HTML, ordered by time."""
        parts = [(line.time, line_html(table.id, line, self._guest, self._muted, self._language)) for line in lines]
        parts += [(row.time, row_html(table, row, self._language)) for row in rows]
        return "".join(html for _, html in sorted(parts, key=lambda part: part[0]))

    async def do(self, message: dict[str, Any]) -> dict[str, Any]:
        """Do what a message of the page asks for: write a line, read earlier lines, mute a user."""
        table = await self._table()
        if not may_see(table, self._guest.id):
            raise Refusal("those who play at this table want to be among themselves")
        what = message["do"]
        if what == "say":
            text, key = message.get("text", ""), message.get("phrase", "")
            if not isinstance(text, str) or not isinstance(key, str):
                raise unreadable()
            await speak(self._store, self._allows, table, self._guest, text, key, self._language.say)
            return {}
        if what == "earlier":
            lines = await self._store.chat.lines(table.id, self._circles, 0, number(message, "before"))
            return {"earlier": self._html(table, lines), "more": lines[0].number if lines else 0}
        line = await line_of_others(self._store, table, self._guest, number(message, "line"))
        await self._store.chat.mute(self._guest.id, line.person, bool(message.get("on")))
        self._muted = await self._store.chat.muted(self._guest.id)
        self._circles = ()  # all lines are sent again
        self._news.set()
        return {}


def line_html(table: str, line: ChatLine, guest: Guest, muted: frozenset[str], language: Language) -> str:
    """Return a line as HTML."""
    words = phrase(line.phrase, language.say) or line.text
    return render(
        "table/parts/chat-line.jinja",
        language,
        table=table,
        line=line,
        name=called(line.name, language.say),
        words=words,
        mine=line.person == guest.id,
        hidden=line.person in muted,
    )


def row_html(table: Table, row: LogRow, language: Language) -> str:
    """Return a row other than a move as HTML."""
    return f'<li class="aside-line">{escape(row_words(table, row, language))}</li>'


def row_words(table: Table, row: LogRow, language: Language) -> str:
    """Return a row other than a move as a sentence."""
    say = language.say
    name = seat_name(table.holders[row.seat], say) if row.seat >= 0 else ""
    bot = say(LEVELS[table.terms.stand_in - 1].name)
    if row.kind == "away":
        causes = {
            Cause.WISH: say("{name} left, {bot} took the seat", name=name, bot=bot),
            Cause.ABSENCE: say("{name} is away, {bot} took the seat", name=name, bot=bot),
            Cause.TIME: say("{name}'s time is up, {bot} took the seat", name=name, bot=bot),
        }
        return causes[Cause(row.move)]
    words = {
        "back": say("{name} is back", name=name),
        "resign": say("{name} resigned, {bot} plays on", name=name, bot=bot),
        "end": say("{name} would like to end the game here", name=name),
        "go on": say("{name} would rather play on", name=name),
        "show": say("{name} shows their hand to watchers", name=name),
        "hide": say("{name} no longer shows their hand", name=name),
        "close": say("The game ended early: whoever runs this site closed it"),
    }
    return words[row.kind]
