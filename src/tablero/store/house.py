"""House: the only way to tables in and out of the database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablero import figures
from tablero.bots import LEVELS
from tablero.core.errors import BadOption, IllegalMove
from tablero.core.game import Game
from tablero.games import game as find_game
from tablero.store import schema
from tablero.store.accounts import Accounts
from tablero.store.announcements import Announcements
from tablero.store.bans import Bans
from tablero.store.belongings import Belongings, Change
from tablero.store.cups import Cups
from tablero.store.deadlines import Deadlines
from tablero.store.devices import Devices
from tablero.store.engine import look_through as look_through_file
from tablero.store.engine import open_engine
from tablero.store.errors import StoreBusy, StoreError, told_clearly
from tablero.store.forks import Forks
from tablero.store.keys import Keys
from tablero.store.laying import NEW_REMATCH, STATEMENTS, lay, new_row, new_table
from tablero.store.lists import Lists
from tablero.store.news import EVERY_TABLE, News
from tablero.store.notices import Notices
from tablero.store.progress import Progress
from tablero.store.pruning import GROUP, find_untouched, remove
from tablero.store.ratings import Ratings
from tablero.store.reading import (
    is_key,
    read_match,
    read_rows,
    read_seats,
)
from tablero.store.reports import Reports
from tablero.store.results import Results
from tablero.store.reviews import Reviews
from tablero.store.secrets import Secrets
from tablero.store.settings import Settings
from tablero.store.statistics import Statistics
from tablero.store.talk import Talk
from tablero.store.tokens import Tokens
from tablero.store.tries import TryBook
from tablero.store.ways import Ways
from tablero.store.writer import Step, Writer
from tablero.table import (
    HINTS,
    LAYING,
    OPENER,
    SEATING,
    Cause,
    Holder,
    NoSuchTable,
    NotInvited,
    Refusal,
    Row,
    Table,
    Terms,
    check_coming,
)

Listener = Callable[[str, int], None]
Make = Callable[[Table], tuple[Row, Holder | Table | None]]

KEPT_IN_MEMORY = 2000
PEOPLE = "="  # how news begin that are about a person instead of a table
ATTEMPTS = 20
DAY = 86400.0

logger = logging.getLogger("tablero.store")


@dataclass(frozen=True)
class Played:
    """A row that is on disk; `repeated` when the same request had been answered before."""

    number: int
    repeated: bool


class House(Lists):
    """All tables of one database. Open it with `await House.open(database)`."""

    def __init__(self, engine: AsyncEngine, alone: bool = False, clock: Callable[[], float] = time.time) -> None:
        self._engine = engine
        self.now = clock  # the time that counts here, in seconds
        self._alone = alone and engine.dialect.name == "sqlite"
        self._writer = Writer(engine, STATEMENTS)
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: dict[str, list[Listener]] = {}
        self._own_listeners: list[Listener] = []
        self.tokens = Tokens(self._reading, self._writer.alone)
        self.progress = Progress(self._reading, self._writer.alone)
        self.reviews = Reviews(self._reading, self._writer.alone)
        self.forks = Forks(self._reading, self._writer.alone)
        self.cups = Cups(self._reading, self._writer.alone, clock)
        self.keys = Keys(self._reading, self._writer.alone, clock)
        self.secrets = Secrets(self._reading, self._writer.alone)
        self.settings = Settings(self._reading, self._writer.alone)
        self.deadlines = Deadlines(self._reading, self._writer.alone)
        self.results = Results(self._reading, self._writer.alone)
        self.ratings = Ratings(self._reading, self._writer.alone)
        self.statistics = Statistics(self._reading)
        self.accounts = Accounts(self._reading, self._writer.alone, clock)
        self.devices = Devices(self._reading, self._writer.alone, clock)
        self.belongings = Belongings(self._reading, self._change_people)
        self.tries = TryBook(self._writer.alone, clock)
        self.reports = Reports(self._reading, self._writer.alone, clock)
        self.bans = Bans(self._reading, self._writer.alone, clock)
        self.announcements = Announcements(self._reading, self._writer.alone, clock)
        self.notices = Notices(self._reading, self._writer.alone)
        self.ways = Ways(self._reading, self._writer.alone, clock)
        self.elsewhere = News(engine, self._hear, lambda id, number: self.talk.heard(id, number))  # the other processes
        self._reseating: set[asyncio.Task[None]] = set()
        self.talk = Talk(self._reading, self._writer.alone, self.elsewhere, clock)

    @classmethod
    async def open(
        cls, database: str, alone: bool = False, look_through: bool = False, clock: Callable[[], float] = time.time
    ) -> House:
        """Open a database (a path, or an address of SQLite or PostgreSQL) and bring its schema up to date. Who is `alone`,
        the only process that writes to an SQLite file, need not look for what others have written. `look_through`: refuse
        a damaged file before anything is written to it, which takes a second for each gigabyte. `clock` tells the time."""
        with told_clearly():
            if look_through:
                await asyncio.to_thread(look_through_file, database)
            engine = await open_engine(database)
        house = cls(engine, alone, clock)
        await house.elsewhere.start()
        return house

    async def close(self) -> None:
        await self.elsewhere.close()
        await asyncio.gather(*self._reseating, return_exceptions=True)
        await self._writer.close()
        await self._engine.dispose()

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with told_clearly():
            async with self._engine.connect() as connection:
                await connection.execution_options(reading=True)
                yield connection

    # ---------------------------------------------------------------- opening, finding, sitting down

    async def open_table(
        self,
        game: str | Game,
        seats: int,
        options: Mapping[str, str] | None,
        holders: Sequence[Holder],
        host: str,
        start: Mapping[str, Any] | None = None,
        hints: str = HINTS[0],
        terms: Terms | None = None,
        id: str = "",
        invited: Mapping[str, str] | None = None,
    ) -> str:
        """Open a table, which may begin with a position (`start`), perhaps for people who are `invited` (names by ids); its id,
        which nobody can guess, or the one that it was promised: an IntegrityError when a table has it already. BadOption says
        what does not exist."""
        rules = game if isinstance(game, Game) else find_game(game)
        settled = rules.settle_options(seats, options)
        if len(holders) != seats:
            raise BadOption(
                "a table for {seats} has {seats} seats to fill, not {filled}", seats=seats, filled=len(holders)
            )
        for holder in holders:
            if holder.kind == "bot" and not 1 <= holder.level <= len(LEVELS):
                raise BadOption("bots play at level 1 to {most}, not {level}", most=len(LEVELS), level=holder.level)
        if hints not in HINTS:
            raise BadOption("hints are chosen from {known}, not '{hints}'", known=", ".join(HINTS), hints=hints)
        await self.bans.check_sitting(host)
        table = lay(rules, seats, settled, holders, host, start, hints, terms, self.now, id, invited)
        steps = [*new_table(table), *self.elsewhere.announced(table.id, 0)]
        await self._writer.write(steps, partial(self._settle, table))
        about = {"table": table.id, "game": rules.name, "seats": seats, "bots": sum(h.kind == "bot" for h in holders)}
        logger.info("a table was opened", extra={"fields": about})
        return table.id

    async def rematch(self, id: str, person: str, name: str) -> str:
        """The table at which those who sat at a finished one play again: opened by the first who asks, found by the
        others. Everybody has the same seat there."""
        known = await self.rematch_of(id)
        if known is not None:
            return known
        before = await self.table(id)
        seat = before.seat_of(person)
        if seat is None:
            raise Refusal("only those who sat at this table can ask for a rematch")
        if not before.over:
            raise Refusal("this game is not over yet: finish it first")
        await self.bans.check_sitting(person)
        holders = [Holder("person", name, person) if s == seat else holder for s, holder in enumerate(before.holders)]
        table = lay(
            before.game, before.seats, before.options, holders, person, hints=before.hints, terms=before.terms,
            clock=self.now,
        )
        steps = [
            *new_table(table),
            (NEW_REMATCH, {"match": id, "next": table.id}),
            *self.elsewhere.announced(table.id, 0),
            *self.elsewhere.announced(id, before.version),
        ]

        def written() -> None:
            self._settle(table)
            self._publish(id, before.version)

        try:
            await self._writer.write(steps, written)
        except IntegrityError:  # somebody else has asked at the same moment
            return await self.rematch(id, person, name)
        return table.id

    async def rematch_of(self, id: str) -> str | None:
        """The table that follows a finished one, once somebody has asked for it."""
        async with self._reading() as connection:
            follows = schema.rematches.c
            found: str | None = await connection.scalar(select(follows.next).where(follows.match == id))
            return found

    async def table(self, id: str, heard: int | None = None) -> Table:
        """The table as it is on disk now; for somebody who has `heard` of a version, that one or a later one. What is given
        never changes; ask again for what came after."""
        kept = self._kept(id)
        if kept is not None and self.has(id, sys.maxsize if heard is None else heard):
            return kept
        async with self._lock(id):
            return await self._read(id)

    def in_memory(self, id: str) -> Table | None:
        """The table as it was when this process last had to do with it, if that is not too long ago."""
        return self._tables.get(id)

    @property
    def alone(self) -> bool:
        """Whether no other process plays at these tables."""
        return self._alone

    def kept(self, id: str) -> Table | None:
        """A table as this process last saw it, without asking the database; None when it has not for a while."""
        return self._tables.get(id)

    def has(self, id: str, heard: int) -> bool:
        """Whether `table` would give this version, or a later one, at once."""
        kept = self._tables.get(id)
        return kept is not None and (self._alone or kept.version >= heard)

    async def invite(self, id: str) -> str:
        """The key that lets a friend sit down."""
        if not is_key(id):
            raise NoSuchTable("there is no such table here")
        async with self._reading() as connection:
            key = await connection.scalar(select(schema.matches.c.invite).where(schema.matches.c.id == id))
        if key is None:
            raise NoSuchTable("there is no such table here")
        return str(key)

    async def find_invite(self, key: str) -> str:
        """The table that an invitation leads to."""
        if not is_key(key):
            raise NoSuchTable("this invitation leads to no table: ask for a new link")
        async with self._reading() as connection:
            id = await connection.scalar(select(schema.matches.c.id).where(schema.matches.c.invite == key))
        if id is None:
            raise NoSuchTable("this invitation leads to no table: ask for a new link")
        return str(id)

    async def sit(self, id: str, person: str, name: str, seat: int | None = None, link: str = "") -> int:
        """Sit down at an open seat, perhaps with the `link` of an invitation; somebody who sits already keeps the seat.
        NotInvited says why somebody may not sit here."""
        action = f"sit:{secrets.token_hex(8)}"  # they may leave and sit down again

        def make(table: Table) -> tuple[Row, Holder]:
            held = table.seat_of(person)
            if held is not None:
                raise _SitsAlready(held)
            check_coming(table, person, link)
            return table.sit(person, name, seat, action)

        table = await self.table(id)
        if table.seat_of(person) is None:
            await self.bans.check_sitting(person)
            if table.terms.rated and await self.accounts.of(person) is None:
                raise NotInvited("this is a rated game, for people with an account: sign in to sit down")
        try:
            played = await self._append(id, None, action, make)
        except _SitsAlready as found:
            return found.seat
        return (await self.table(id)).rows[played.number - 1].seat

    async def change(self, id: str, seat: int, action_id: str, make: Callable[[Table], tuple[Row, Table]]) -> Played:
        """Change a table before its game begins, as table/gathering.py does it."""
        return await self._append(id, seat, action_id, make)

    # ---------------------------------------------------------------- playing

    async def play(
        self, id: str, seat: int, move: int, version: int, action_id: str, bot: bool = False, lag: float = 0.0
    ) -> Played:
        """Make a move; it is on disk when this returns. `version` is what `table.version_for(seat)` said when the
        mover looked. A `bot` moves at its own seats and where it stands in for somebody. `lag`: how long it was on its way."""
        return await self._append(id, seat, action_id, lambda t: (t.play(seat, move, version, action_id, bot, lag), None))

    async def undo(self, id: str, seat: int, action_id: str) -> Played:
        """Take back the last move of a seat."""
        return await self._append(id, seat, action_id, lambda t: (t.undo(seat, action_id), None))

    async def restart(self, id: str, seat: int, action_id: str) -> Played:
        """Take back all moves of a seat since the last settled point."""
        return await self._append(id, seat, action_id, lambda t: (t.restart(seat, action_id), None))

    async def leave(self, id: str, seat: int, cause: Cause, action_id: str) -> Played:
        """Have a bot stand in for the person at a seat."""
        return await self._append(id, seat, action_id, lambda t: (t.leave(seat, cause, action_id), None))

    async def come_back(self, id: str, seat: int, action_id: str) -> Played:
        """Give a person the seat back."""
        return await self._append(id, seat, action_id, lambda t: (t.come_back(seat, action_id), None))

    async def resign(self, id: str, seat: int, action_id: str) -> Played:
        """Give up: a bot plays on for the others."""
        return await self._append(id, seat, action_id, lambda t: (t.resign(seat, action_id), None))

    async def agree_to_end(self, id: str, seat: int, agrees: bool, action_id: str) -> Played:
        """Agree to end the game here, or no longer."""
        return await self._append(id, seat, action_id, lambda t: (t.agree_to_end(seat, agrees, action_id), None))

    async def pause(self, id: str, seat: int, asks: bool, action_id: str) -> Played:
        """Ask for a pause or agree to one; or say no, and end it."""
        return await self._append(id, seat, action_id, lambda t: (t.pause(seat, asks, action_id), None))

    async def vacation(self, id: str, seat: int, until: float, action_id: str) -> Played:
        """Let the clock of a person stand until a moment; 0: no longer."""
        return await self._append(id, seat, action_id, lambda t: (t.vacation(seat, until, action_id), None))

    async def show_hand(self, id: str, seat: int, shown: bool, action_id: str) -> Played:
        """Let whoever has the link see a seat's hand, or no longer."""
        return await self._append(id, seat, action_id, lambda t: (t.show_hand(seat, shown, action_id), None))

    async def close_table(self, id: str, action_id: str, forgotten: bool = False) -> Played:
        """End a game, for whoever administers the house; or forget one that nobody has begun."""
        return await self._append(id, OPENER, action_id, lambda t: (t.close(action_id, forgotten), None))

    async def _append(self, id: str, seat: int | None, action_id: str, make: Make) -> Played:
        """Write one more row. When somebody else's row got the number, look again at the new position."""
        if not 0 < len(action_id) <= 128 or not action_id.isprintable():
            raise Refusal("a request needs an action_id of 1 to 128 printable characters")
        async with self._lock(id):
            table = self._kept(id) or await self._read(id)
            for _ in range(ATTEMPTS):
                known = table.row_of(seat, action_id)
                if known is not None:
                    return Played(known.number, True)
                try:
                    with figures.stage("check"):
                        row, change = make(table)
                except (Refusal, IllegalMove):
                    # Somebody else may have moved: what is refused is refused at the newest position.
                    newest = table if self._alone else await self._read(id)
                    if newest is table:
                        raise
                    table = newest
                    continue
                if isinstance(change, Table):
                    after = change  # laid anew, this row included
                else:
                    after = table.fork()
                    if change is not None:
                        after.seat_down(row.seat, change)
                    after.take(row, checked=True)
                try:
                    with figures.stage("commit"):
                        await self._writer.write(self._new_row(after, row, change), partial(self._settle, after))
                except IntegrityError:
                    self._tables.pop(id, None)
                    table = await self._read(id)
                    continue
                if row.kind == "move":
                    figures.moved(after.game.name, after.holders[row.seat].kind)
                return Played(row.number, False)
        raise StoreBusy("too many moves arrive at this table at once; nothing was changed: try again in a moment")

    def _new_row(self, table: Table, row: Row, change: Holder | Table | None) -> list[Step]:
        """A row with all that follows from it."""
        return [*new_row(table, row, change), *self.elsewhere.announced(table.id, row.number)]

    # ---------------------------------------------------------------- clearing up

    async def untouched(self, stage: str, since: float) -> list[str]:
        """The tables in a stage (open, running, over) where nothing has happened since a moment."""
        async with self._reading() as connection:
            return await find_untouched(connection, stage, since)

    async def remove(self, ids: Sequence[str]) -> None:
        """Take tables away for good."""
        for start in range(0, len(ids), GROUP):
            async with self._writer.alone() as connection:
                await remove(connection, ids[start : start + GROUP])
        for id in ids:
            self._tables.pop(id, None)

    async def forget(self, days: float) -> None:
        """Give up the tables that nobody has begun for so many days; what was given up as long ago goes for good. Where
        several processes do so at once, the key of the row decides."""
        before = self.now() - days * DAY
        await self.remove(await self.untouched("gone", before))
        for id in await self.untouched("open", before):
            with contextlib.suppress(Refusal, IllegalMove):  # somebody was quicker, or its rules are not here
                await self.close_table(id, "forgotten", forgotten=True)

    # ---------------------------------------------------------------- how it is

    @property
    def kind(self) -> str:
        """Which database keeps the tables: sqlite or postgresql."""
        return self._engine.dialect.name

    async def count(self) -> dict[str, int]:
        """How many tables there are by stage."""
        m = schema.matches.c
        async with self._reading() as connection:
            found = await connection.execute(select(m.stage, func.count().label("number")).group_by(m.stage))
            return {"open": 0, "running": 0, "over": 0, **{row.stage: row.number for row in found}}

    async def check(self) -> None:
        """StoreError when the database cannot be read, or cannot be written since a write has failed."""
        await self.secrets.find("cookies")
        if not self._writer.works:
            # A row that comes and goes: SQLite leaves alone what an update would not change, even on a full disk.
            name = f"check-{secrets.token_hex(8)}"
            async with self._writer.alone() as connection:
                await connection.execute(insert(schema.secrets).values(name=name, value=""))
                await connection.execute(delete(schema.secrets).where(schema.secrets.c.name == name))

    # ---------------------------------------------------------------- news

    def listen(self, callback: Listener, table: str = EVERY_TABLE, own: bool = False) -> Callable[[], None]:
        """Have a function called with (table id, version) after every row that is on disk, of one table or of all, `own`:
        those that were written here; the answer stops it. The id is EVERY_TABLE when news from elsewhere may have been
        missed. A listener must be quick: long work belongs into a task of its own."""
        listeners = self._own_listeners if own else self._listeners.setdefault(table, [])
        listeners.append(callback)

        def stop() -> None:
            listeners.remove(callback)
            if not listeners and self._listeners.get(table) is listeners:
                del self._listeners[table]

        return stop

    def _publish(self, id: str, version: int) -> None:
        if id == EVERY_TABLE:
            self.talk.look_again()
            listeners = [listener for each in self._listeners.values() for listener in each]
        else:
            listeners = [*self._listeners.get(id, ()), *self._listeners.get(EVERY_TABLE, ())]
        self._call(listeners, id, version)

    def _call(self, listeners: Sequence[Listener], id: str, version: int) -> None:
        for listener in listeners:
            try:
                listener(id, version)
            except Exception:
                logger.exception("a listener failed at table %s, version %s", id, version)

    def _hear(self, id: str, version: int) -> None:
        """News from another process: of a row, of people whose seats have changed, or that some of it may have been missed."""
        if id.startswith(PEOPLE):
            task = asyncio.create_task(self._reseat([id.removeprefix(PEOPLE)]))
            self._reseating.add(task)
            task.add_done_callback(self._reseating.discard)
            return
        if id == EVERY_TABLE:
            self._tables.clear()  # who sits there may have changed without a row
        self._publish(id, version)

    # ---------------------------------------------------------------- people

    async def _change_people(self, change: Change, people: Collection[str]) -> None:
        """Change what hangs on people's ids, or their names. The tables in memory follow, here and in other processes."""
        async with self._writer.alone() as connection:
            await change(connection)
            for person in people:
                for statement, values in self.elsewhere.announced(f"{PEOPLE}{person}", 0):
                    await connection.execute(statement, values)
        self.tokens.look_again()
        self.devices.look_again()
        self.bans.look_again()
        await self._reseat(people)

    async def _reseat(self, people: Collection[str]) -> None:
        """Look again who sits at the tables of these people."""
        touched = [id for id, t in self._tables.items() if t.host in people or any(h.person in people for h in t.holders)]
        for id in touched:
            async with self._lock(id):  # a row under way would bring the old holders back
                before = self._tables.pop(id, None)
                if before is None:
                    continue
                table = before.fork()
                with contextlib.suppress(StoreError):  # it is read when somebody asks for it
                    async with self._reading() as connection:
                        table.holders = await read_seats(connection, id)
                        host = select(schema.matches.c.host).where(schema.matches.c.id == id)
                        table.host = str(await connection.scalar(host))
                    self._keep(table)
            self._publish(id, table.version)

    # ---------------------------------------------------------------- the cache

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    def _settle(self, table: Table) -> None:
        """A table's newest row is on disk: it counts, and everybody may hear of it."""
        self._keep(table)
        self._publish(table.id, table.version)
        self._call(list(self._own_listeners), table.id, table.version)

    def _kept(self, id: str) -> Table | None:
        table = self._tables.get(id)
        if table is not None:
            self._tables.move_to_end(id)
        return table

    def _keep(self, table: Table) -> None:
        known = self._tables.get(table.id)
        if known is None or known.version <= table.version:  # who has read it may have been overtaken
            self._tables[table.id] = table
            self._tables.move_to_end(table.id)
        while len(self._tables) > KEPT_IN_MEMORY:
            self._tables.popitem(last=False)

    async def _read(self, id: str) -> Table:
        """The table with every row that is on disk: any process can take the next move."""
        table = self._tables.get(id)
        with figures.stage("read"):
            table = await self._read_rows(id, table)
        self._keep(table)
        return table

    async def _read_rows(self, id: str, table: Table | None) -> Table:
        async with self._reading() as connection:
            if table is None:
                table = await read_match(connection, id, self.now)
            elif rows := await read_rows(connection, id, after=table.version):
                if any(row.kind in LAYING for row in rows):
                    return await read_match(connection, id, self.now)
                table = table.fork()
                if any(row.kind in SEATING for row in rows):
                    table.holders = await read_seats(connection, id)
                for row in rows:
                    table.take(row)
        return table


class _SitsAlready(Refusal):
    """Somebody who sits down twice."""

    def __init__(self, seat: int) -> None:
        super().__init__("you sit here already")
        self.seat = seat
