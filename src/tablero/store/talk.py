"""Talk: what is said at a table, by those who play and by those who watch; who does not want to read whom; private notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tablero.store import schema
from tablero.store.news import News
from tablero.store.progress import Connecting
from tablero.table import Refusal

Circle = Literal["table", "watchers"]

LONGEST = 500  # characters of a line
MOST = 2000  # lines of a table
PAGE = 100  # lines that are read at once
LONGEST_NOTE = 20_000
ATTEMPTS = 20
T, M, N = schema.talk.c, schema.mutes.c, schema.notes.c

Listener = Callable[[int], None]


class TooMuchTalk(Refusal):
    """A table at which no more can be said."""

    rule = "too_much_talk"


@dataclass(frozen=True)
class Line:
    """Something that was said: words, or one of the phrases that everybody reads in their own language."""

    number: int
    person: str  # told to nobody
    seat: int  # -1: somebody who watches
    name: str
    circle: Circle
    phrase: str
    text: str
    time: float


class Talk:
    """What is said at all tables. Whoever listens to a table is called with the number of each new line there."""

    def __init__(self, reading: Connecting, writing: Connecting, news: News, clock: Callable[[], float]) -> None:
        self._reading = reading
        self._writing = writing
        self._news = news
        self._clock = clock
        self._listeners: dict[str, list[Listener]] = {}

    async def say(
        self, match: str, person: str, seat: int, name: str, circle: Circle, text: str = "", phrase: str = ""
    ) -> int:
        """Write a line down; its number."""
        for _ in range(ATTEMPTS):
            try:
                number = await self._say(match, person, seat, name, circle, text, phrase)
            except IntegrityError:  # another process has said something at the same moment
                continue
            self.heard(match, number)
            return number
        raise TooMuchTalk("too many people speak at once here: say it again in a moment")

    async def _say(self, match: str, person: str, seat: int, name: str, circle: Circle, text: str, phrase: str) -> int:
        async with self._writing() as connection:
            last = await connection.scalar(select(func.max(T.number)).where(T.match == match))
            number = 1 if last is None else int(last) + 1
            if number > MOST:
                raise TooMuchTalk("so much has been said at this table that no more fits")
            row = {
                "match": match, "number": number, "person": person, "seat": seat, "name": name, "circle": circle,
                "phrase": phrase, "text": text, "time": self._clock(),
            }  # fmt: skip
            await connection.execute(insert(schema.talk).values(row))
            for statement, values in self._news.told(match, number):
                await connection.execute(statement, values)
        return number

    async def lines(
        self, match: str, circles: Sequence[Circle], after: int = 0, before: int | None = None
    ) -> list[Line]:
        """What was said in these circles, in order: the newest page of it, or the page before a line."""
        query = select(schema.talk).where(T.match == match, T.circle.in_(circles), T.number > after)
        if before is not None:
            query = query.where(T.number < before)
        async with self._reading() as connection:
            found = (await connection.execute(query.order_by(T.number.desc()).limit(PAGE))).mappings().all()
        return [Line(**{name: row[name] for name in Line.__dataclass_fields__}) for row in reversed(found)]

    async def line(self, match: str, number: int) -> Line | None:
        """One line, for whoever has to judge it."""
        found = await self.lines(match, ("table", "watchers"), number - 1, number + 1)
        return found[0] if found else None

    # ---------------------------------------------------------------- who does not want to read whom

    async def muted(self, person: str) -> frozenset[str]:
        """Whose lines a person does not want to read, anywhere."""
        async with self._reading() as connection:
            return frozenset((await connection.scalars(select(M.muted).where(M.person == person))).all())

    async def mute(self, person: str, other: str, on: bool) -> None:
        """Do not read somebody's lines, or read them again."""
        async with self._writing() as connection:
            await connection.execute(delete(schema.mutes).where(M.person == person, M.muted == other))
            if on:
                await connection.execute(insert(schema.mutes).values(person=person, muted=other))

    # ---------------------------------------------------------------- notes

    async def note(self, match: str, person: str) -> str:
        """What a person has noted at a table for themselves."""
        async with self._reading() as connection:
            found = await connection.scalar(select(N.text).where(N.match == match, N.person == person))
        return found or ""

    async def keep_note(self, match: str, person: str, text: str) -> None:
        """Keep a note in the place of the old one."""
        if len(text) > LONGEST_NOTE:
            raise TooMuchTalk("a note has at most 20,000 characters: shorten it, and it is kept")
        known = update(schema.notes).where(N.match == match, N.person == person)
        try:
            async with self._writing() as connection:
                if (await connection.execute(known.values(text=text))).rowcount == 0:
                    await connection.execute(insert(schema.notes).values(match=match, person=person, text=text))
        except IntegrityError:  # another window of the same person was quicker to write the first one
            async with self._writing() as connection:
                await connection.execute(known.values(text=text))

    # ---------------------------------------------------------------- news

    def listen(self, match: str, listener: Listener) -> Callable[[], None]:
        """Be called with the number of every new line at a table; the answer stops it."""
        listeners = self._listeners.setdefault(match, [])
        listeners.append(listener)

        def stop() -> None:
            listeners.remove(listener)
            if not listeners and self._listeners.get(match) is listeners:
                del self._listeners[match]

        return stop

    def heard(self, match: str, number: int) -> None:
        """Something was said, here or in another process."""
        for listener in list(self._listeners.get(match, ())):
            listener(number)

    def look_again(self) -> None:
        """News of other processes may have been missed."""
        for match in list(self._listeners):
            self.heard(match, 0)
