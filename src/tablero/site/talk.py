"""Talk at a table's page: lines that come and go over its connection, each in its reader's language.

Those who play speak among themselves; whoever watches may read that, unless the table is watched with a delay. Those who watch have a talk of
their own, which players read when the game is over: nobody is told what to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from markupsafe import escape

from tablero.bots import LEVELS
from tablero.core.speech import Speech
from tablero.people.names import GUEST
from tablero.site.language import Tongue
from tablero.site.messages import number, unreadable
from tablero.site.people import Guest
from tablero.site.render import render
from tablero.site.seats import called, seat_name
from tablero.site.shield import Allowance
from tablero.store import House
from tablero.store.errors import StoreError
from tablero.store.talk import LONGEST, Circle, Line
from tablero.table import Cause, Refusal, Row, Table

TOLD = ("away", "back", "resign", "end", "go on", "show", "hide", "close")  # rows that everybody hears of between the lines
PHRASES = ("well_played", "good_luck", "one_moment", "thanks", "sorry")


def phrase(key: str, say: Speech) -> str:
    """A phrase in somebody's language; empty when there is no such phrase."""
    known = {
        "well_played": say("Well played"),
        "good_luck": say("Good luck"),
        "one_moment": say("One moment"),
        "thanks": say("Thank you"),
        "sorry": say("Sorry"),
    }
    return known.get(key, "")


def phrases_at(table: Table, seat: int | None, say: Speech) -> list[tuple[str, str]]:
    """The phrases that are offered at a table; none where nobody else would read them."""
    alone = seat is not None and table.against_bots(seat)
    return [] if alone else [(key, phrase(key, say)) for key in PHRASES]


def tidy(text: str) -> str:
    """What was written as one line, without characters that show nothing or turn the reading around.

    >>> tidy("  Well\\n\\tplayed,\\u202e Ana! ")
    'Well played, Ana!'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def circles_of(table: Table, seat: int | None) -> tuple[Circle, ...]:
    """What somebody may read."""
    if seat is not None:
        return ("table", "watchers") if table.over else ("table",)
    return ("watchers",) if table.terms.delay and not table.over else ("table", "watchers")


def check_words(text: str, key: str, say: Speech) -> tuple[str, str]:
    """What is to be said, tidied: a text or a phrase."""
    words = tidy(text)
    if key:
        if not phrase(key, say):
            raise unreadable()
        return "", key
    if not words:
        raise Refusal("there is nothing to say: write something first")
    if len(words) > LONGEST:
        raise Refusal("that is too long: 500 characters fit in one line")
    return words, ""


async def speak(house: House, allowance: Allowance, table: Table, guest: Guest, text: str, key: str, say: Speech) -> int:
    """Say something at a table, as one who plays or as one who watches; the number of the line."""
    words, key = check_words(text, key, say)
    await house.bans.check_talking(guest.id)
    if not allowance.allows(guest.id):
        raise Refusal("you have said much just now: wait a few seconds")
    seat = guest.seat_at(table)
    name = guest.name or GUEST if seat is None else table.holders[seat].name
    circle: Circle = "watchers" if seat is None else "table"
    return await house.talk.say(table.id, guest.id, -1 if seat is None else seat, name, circle, words, key)


async def line_of_others(house: House, table: Table, guest: Guest, number: int) -> Line:
    """A line that somebody else has said and that the guest may read; Refusal when there is none."""
    line = await house.talk.line(table.id, number)
    if line is None or line.person == guest.id or line.circle not in circles_of(table, guest.seat_at(table)):
        raise Refusal("nobody else has said that")
    return line


class Conversation:
    """The talk of a table on one page."""

    def __init__(
        self, house: House, allowance: Allowance, table: Callable[[], Awaitable[Table]], guest: Guest, tongue: Tongue,
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._house = house
        self._allowance = allowance
        self._table = table
        self._guest = guest
        self._tongue = tongue
        self._send = send
        self._last = 0
        self._rows = 0  # of the table's own, up to which who left and came back has been told
        self._circles: tuple[Circle, ...] = ()
        self._muted: frozenset[str] = frozenset()
        self._news = asyncio.Event()

    async def follow(self) -> None:
        """Send what is said, from the beginning of the newest page on."""
        table = await self._table()
        stop = self._house.talk.listen(table.id, lambda _: self._news.set())
        try:
            self._muted = await self._house.talk.muted(self._guest.id)
            self._news.set()
            while True:
                await self._news.wait()
                self._news.clear()
                with suppress(StoreError):  # the next line brings what could not be read now
                    await self._show(await self._table())
        finally:
            stop()

    def changed(self, table: Table) -> None:
        """The table has come to its end, somebody has sat down, left or come back: there may be more to read."""
        new = any(row.kind in TOLD for row in table.rows[self._rows :])
        if new or circles_of(table, self._guest.seat_at(table)) != self._circles:
            self._news.set()

    async def _show(self, table: Table) -> None:
        circles = circles_of(table, self._guest.seat_at(table))
        whole = circles != self._circles
        lines = await self._house.talk.lines(table.id, circles, 0 if whole else self._last)
        self._circles = circles
        told = [row for row in table.rows[0 if whole else self._rows :] if row.kind in TOLD]
        self._rows = table.version
        if whole and lines and lines[0].number > 1:  # what came before is told with what was said before
            told = [row for row in told if row.time >= lines[0].time]
        if whole or lines or told:
            self._last = lines[-1].number if lines else self._last
            more = lines[0].number if whole and lines else 0
            await self._send({"talk": {"whole": whole, "html": self._html(table, lines, told), "more": more}})

    def _html(self, table: Table, lines: Sequence[Line], told: Sequence[Row] = ()) -> str:
        """What was said and what happened meanwhile, in order."""
        parts = [(line.time, line_html(table.id, line, self._guest, self._muted, self._tongue)) for line in lines]
        parts += [(row.time, row_html(table, row, self._tongue)) for row in told]
        return "".join(html for _, html in sorted(parts, key=lambda part: part[0]))

    async def do(self, message: dict[str, Any]) -> dict[str, Any]:
        """What the page asks for: say something, read what was said before, not read somebody any more."""
        table = await self._table()
        what = message["do"]
        if what == "say":
            text, key = message.get("text", ""), message.get("phrase", "")
            if not isinstance(text, str) or not isinstance(key, str):
                raise unreadable()
            await speak(self._house, self._allowance, table, self._guest, text, key, self._tongue.say)
            return {}
        if what == "earlier":
            lines = await self._house.talk.lines(table.id, self._circles, 0, number(message, "before"))
            return {"earlier": self._html(table, lines), "more": lines[0].number if lines else 0}
        line = await line_of_others(self._house, table, self._guest, number(message, "line"))
        await self._house.talk.mute(self._guest.id, line.person, bool(message.get("on")))
        self._muted = await self._house.talk.muted(self._guest.id)
        self._circles = ()  # everything is shown anew
        self._news.set()
        return {}


SAYS = ("say", "earlier", "mute")  # what `do` answers


def line_html(table: str, line: Line, guest: Guest, muted: frozenset[str], tongue: Tongue) -> str:
    """A line as a page shows it."""
    words = phrase(line.phrase, tongue.say) or line.text
    return render(
        "parts/said.jinja", tongue, table=table, line=line, name=called(line.name, tongue.say), words=words, mine=line.person == guest.id, hidden=line.person in muted,
    )  # fmt: skip


def row_html(table: Table, row: Row, tongue: Tongue) -> str:
    """What somebody did other than play, between two hairlines."""
    return f'<li class="aside-line">{escape(row_words(table, row, tongue))}</li>'


def row_words(table: Table, row: Row, tongue: Tongue) -> str:
    """Who left, came back, gave up or wants to end it."""
    say = tongue.say
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
        "close": say("The game ended early: whoever runs this house closed it"),
    }
    return words[row.kind]
