"""Chat of tables, muted people, and private notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablero.store.database import schema
from tablero.store.database.notify import ProcessNotifier
from tablero.store.database.repository import Database, Repository
from tablero.table import Refusal

Circle = Literal["table", "watchers"]

MAX_LINE_LENGTH = 500  # characters of a line
# Lines of a table. What players say is kept; of what spectators say, the oldest go: they cannot silence a table.
MAX_LINES = 2000
MAX_SPECTATOR_LINES = 500
PAGE_SIZE = 100  # lines that are read at once
LONGEST_NOTE = 20_000
ATTEMPTS = 20
T, M, N = schema.talk.c, schema.mutes.c, schema.notes.c

Listener = Callable[[int], None]


class TooMuchChat(Refusal):
    """The chat of a table is full, or a note is too long."""

    rule = "too_much_talk"


@dataclass(frozen=True)
class ChatLine:
    """A chat line: text, or the key of a phrase that every reader sees in their own language."""

    number: int
    person: str  # secret
    seat: int  # -1: a spectator
    name: str
    circle: Circle
    phrase: str
    text: str
    time: float


class ChatStore(Repository):
    """Chat lines of all tables. Subscribers are called with the number of each new line."""

    def __init__(self, database: Database, notifier: ProcessNotifier) -> None:
        super().__init__(database)
        self._notifier = notifier
        self._listeners: dict[str, list[Listener]] = {}

    async def say(
        self, match: str, person: str, seat: int, name: str, circle: Circle, text: str = "", phrase: str = ""
    ) -> int:
        """Append a line and return its number."""
        for _ in range(ATTEMPTS):
            try:
                number = await self._say(match, person, seat, name, circle, text, phrase)
            except IntegrityError:  # another process took the number
                continue
            self.publish(match, number)
            return number
        raise TooMuchChat("too many people speak at once here: say it again in a moment")

    async def _say(self, match: str, person: str, seat: int, name: str, circle: Circle, text: str, phrase: str) -> int:
        async with self._writing() as connection:
            last = await connection.scalar(select(func.max(T.number)).where(T.match == match))
            number = 1 if last is None else int(last) + 1
            await self._make_room(connection, match, circle)
            row = {
                "match": match,
                "number": number,
                "person": person,
                "seat": seat,
                "name": name,
                "circle": circle,
                "phrase": phrase,
                "text": text,
                "time": self._clock(),
            }
            await connection.execute(insert(schema.talk).values(row))
            for statement, values in self._notifier.chat_steps(match, number):
                await connection.execute(statement, values)
        return number

    async def _make_room(self, connection: AsyncConnection, match: str, circle: Circle) -> None:
        """Raise TooMuchChat if players have said too much; delete the oldest lines of spectators if those have."""
        these = (T.match == match) & (T.circle == circle)
        count = int(await connection.scalar(select(func.count()).select_from(schema.talk).where(these)) or 0)
        if circle == "table" and count >= MAX_LINES:
            raise TooMuchChat("so much has been said at this table that no more fits")
        if circle == "watchers" and count >= MAX_SPECTATOR_LINES:
            kept = select(T.number).where(these).order_by(T.number.desc()).limit(MAX_SPECTATOR_LINES - 1)
            oldest = await connection.scalar(select(func.min(kept.subquery().c.number)))
            await connection.execute(delete(schema.talk).where(these, T.number < oldest))

    async def lines(
        self, match: str, circles: Sequence[Circle], after: int = 0, before: int | None = None
    ) -> list[ChatLine]:
        """Return the lines of these circles in order: the newest page, or the page before a line."""
        query = select(schema.talk).where(T.match == match, T.circle.in_(circles), T.number > after)
        if before is not None:
            query = query.where(T.number < before)
        async with self._reading() as connection:
            found = (await connection.execute(query.order_by(T.number.desc()).limit(PAGE_SIZE))).mappings().all()
        return [ChatLine(**{name: row[name] for name in ChatLine.__dataclass_fields__}) for row in reversed(found)]

    async def line(self, match: str, number: int) -> ChatLine | None:
        """Return one line, for a report; None if there is none."""
        found = await self.lines(match, ("table", "watchers"), number - 1, number + 1)
        return found[0] if found else None

    # ---------------------------------------------------------------- muted people

    async def muted(self, person: str) -> frozenset[str]:
        """Return the people whose lines a person does not want to read."""
        async with self._reading() as connection:
            return frozenset((await connection.scalars(select(M.muted).where(M.person == person))).all())

    async def mute(self, person: str, other: str, on: bool) -> None:
        """Mute a person, or undo it."""
        async with self._writing() as connection:
            await connection.execute(delete(schema.mutes).where(M.person == person, M.muted == other))
            if on:
                await connection.execute(insert(schema.mutes).values(person=person, muted=other))

    # ---------------------------------------------------------------- notes

    async def note(self, match: str, person: str) -> str:
        """Return the private note of a person at a table."""
        async with self._reading() as connection:
            found = await connection.scalar(select(N.text).where(N.match == match, N.person == person))
        return found or ""

    async def save_note(self, match: str, person: str, text: str) -> None:
        """Replace the private note of a person at a table."""
        if len(text) > LONGEST_NOTE:
            raise TooMuchChat("a note has at most 20,000 characters: shorten it, and it is kept")
        known = update(schema.notes).where(N.match == match, N.person == person)
        new = insert(schema.notes).values(match=match, person=person, text=text)
        await self._upsert(known.values(text=text), new)

    # ---------------------------------------------------------------- notifications

    def subscribe(self, match: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` with the number of every new line of a table. Return a function that unsubscribes."""
        listeners = self._listeners.setdefault(match, [])
        listeners.append(listener)

        def stop() -> None:
            listeners.remove(listener)
            if not listeners and self._listeners.get(match) is listeners:
                del self._listeners[match]

        return stop

    def publish(self, match: str, number: int) -> None:
        """Call the subscribers of a table after a new line, of this or another process."""
        for listener in list(self._listeners.get(match, ())):
            listener(number)

    def publish_all(self) -> None:
        """Call all subscribers: notifications of other processes may have been missed."""
        for match in list(self._listeners):
            self.publish(match, 0)
