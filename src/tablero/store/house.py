"""House: the only way to tables in and out of the database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablero import figures
from tablero.bots import LEVELS
from tablero.core.errors import BadOption, IllegalMove
from tablero.core.game import Game
from tablero.games import game as find_game
from tablero.store import schema
from tablero.store.engine import look_through as look_through_file
from tablero.store.engine import open_engine
from tablero.store.errors import StoreBusy, told_clearly
from tablero.store.forks import Forks
from tablero.store.news import ANNOUNCE, EVERY_TABLE, News
from tablero.store.progress import Progress
from tablero.store.pruning import GROUP, find_untouched, remove
from tablero.store.reading import (
    count_finished,
    is_key,
    read_match,
    read_rows,
    read_running,
    read_seats,
    read_summaries,
    read_waiting_for_bots,
)
from tablero.store.reviews import Reviews
from tablero.store.summary import Summary
from tablero.store.tokens import Tokens
from tablero.store.writer import Step, Writer
from tablero.table import HINTS, Holder, NoSuchTable, Refusal, Row, Table

Listener = Callable[[str, int], None]
Make = Callable[[Table], tuple[Row, Holder | None]]

KEPT_IN_MEMORY = 2000
ATTEMPTS = 20
SNAPSHOT_EVERY = 25  # rows; reading a table plays at most about so many moves again

# In the order in which they are executed when several changes are committed together.
NEW_MATCH = insert(schema.matches)
NEW_SEAT = insert(schema.seats)
NEW_REMATCH = insert(schema.rematches)
NEW_ROW = insert(schema.log)
SIT = update(schema.seats).where(
    schema.seats.c.match == bindparam("at_match"), schema.seats.c.seat == bindparam("at_seat")
)
OLD_SNAPSHOTS = delete(schema.snapshots).where(
    schema.snapshots.c.match == bindparam("at_match"), schema.snapshots.c.number < bindparam("before")
)
NEW_SNAPSHOT = insert(schema.snapshots)
STANDING = update(schema.matches).where(schema.matches.c.id == bindparam("at_match"))
STATEMENTS = (NEW_MATCH, NEW_SEAT, NEW_REMATCH, NEW_ROW, SIT, OLD_SNAPSHOTS, NEW_SNAPSHOT, STANDING, ANNOUNCE)

logger = logging.getLogger("tablero.store")


@dataclass(frozen=True)
class Played:
    """A row that is on disk; `repeated` when the same request had been answered before."""

    number: int
    repeated: bool


class House:
    """All tables of one database. Open it with `await House.open(database)`."""

    def __init__(self, engine: AsyncEngine, alone: bool = False) -> None:
        self._engine = engine
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
        self._elsewhere = News(engine, self._publish)

    @classmethod
    async def open(cls, database: str, alone: bool = False, look_through: bool = False) -> House:
        """Open a database (a path, or an address of SQLite or PostgreSQL) and bring its schema up to date. Who is `alone`,
        the only process that writes to an SQLite file, need not look for what others have written. `look_through`: refuse
        a damaged file before anything is written to it, which takes a second for each gigabyte."""
        with told_clearly():
            if look_through:
                await asyncio.to_thread(look_through_file, database)
            engine = await open_engine(database)
        house = cls(engine, alone)
        await house._elsewhere.start()
        return house

    async def close(self) -> None:
        await self._elsewhere.close()
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
    ) -> str:
        """Open a table, which may begin with a position (`start`); its id, which nobody can guess. BadOption says what
        does not exist."""
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
        table = _lay(rules, seats, settled, holders, host, start, hints)
        steps = [*_new_table(table), *self._elsewhere.announced(table.id, 0)]
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
        holders = [Holder("person", name, person) if s == seat else holder for s, holder in enumerate(before.holders)]
        table = _lay(before.game, before.seats, before.options, holders, person, hints=before.hints)
        steps = [
            *_new_table(table),
            (NEW_REMATCH, {"match": id, "next": table.id}),
            *self._elsewhere.announced(table.id, 0),
            *self._elsewhere.announced(id, before.version),
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

    @property
    def alone(self) -> bool:
        """Whether no other process plays at these tables."""
        return self._alone

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

    async def sit(self, id: str, person: str, name: str, seat: int | None = None) -> int:
        """Sit down at an open seat; somebody who sits already keeps the seat."""
        held = (await self.table(id)).seat_of(person)
        if held is not None:
            return held
        played = await self._append(id, None, f"sit:{person}", lambda t: t.sit(person, name, seat, f"sit:{person}"))
        return (await self.table(id)).rows[played.number - 1].seat

    # ---------------------------------------------------------------- playing

    async def play(self, id: str, seat: int, move: int, version: int, action_id: str) -> Played:
        """Make a move; it is on disk when this returns. `version` is what `table.version_for(seat)` said when the
        mover looked."""
        return await self._append(id, seat, action_id, lambda t: (t.play(seat, move, version, action_id), None))

    async def undo(self, id: str, seat: int, action_id: str) -> Played:
        """Take back the last move of a seat."""
        return await self._append(id, seat, action_id, lambda t: (t.undo(seat, action_id), None))

    async def restart(self, id: str, seat: int, action_id: str) -> Played:
        """Take back all moves of a seat since the last settled point."""
        return await self._append(id, seat, action_id, lambda t: (t.restart(seat, action_id), None))

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
                        row, holder = make(table)
                except (Refusal, IllegalMove):
                    # Somebody else may have moved: what is refused is refused at the newest position.
                    newest = table if self._alone else await self._read(id)
                    if newest is table:
                        raise
                    table = newest
                    continue
                after = table.fork()
                if holder is not None:
                    after.seat_down(row.seat, holder)
                after.take(row, checked=True)
                try:
                    with figures.stage("commit"):
                        await self._writer.write(self._new_row(after, row, holder), partial(self._settle, after))
                except IntegrityError:
                    self._tables.pop(id, None)
                    table = await self._read(id)
                    continue
                if row.kind == "move":
                    figures.moved(after.game.name, after.holders[row.seat].kind)
                return Played(row.number, False)
        raise StoreBusy("too many moves arrive at this table at once; nothing was changed: try again in a moment")

    def _new_row(self, table: Table, row: Row, holder: Holder | None) -> list[Step]:
        """A row with all that follows from it."""
        steps: list[Step] = [
            (NEW_ROW, {"match": table.id, "number": row.number, "seat": row.seat, "kind": row.kind, "move": row.move,
                       "action_id": row.action_id, "time": row.time}),
            (STANDING, {"at_match": table.id, "updated": row.time, **_standing(table)}),
            *self._elsewhere.announced(table.id, row.number),
        ]  # fmt: skip
        if holder is not None:
            steps.append((SIT, {"at_match": table.id, "at_seat": row.seat, **_holder(holder)}))
        if row.number >= table.snapshot_at + SNAPSHOT_EVERY and (snapshot := table.snapshot()) is not None:
            table.snapshot_at = row.number
            body = json.dumps(snapshot, separators=(",", ":"))
            steps.append((OLD_SNAPSHOTS, {"at_match": table.id, "before": row.number}))
            steps.append((NEW_SNAPSHOT, {"match": table.id, "number": row.number, "body": body}))
        return steps

    # ---------------------------------------------------------------- lists

    async def tables_of(self, person: str) -> list[Summary]:
        """The tables where a person sits or that a person has opened, the latest first."""
        mine = select(schema.seats.c.match).where(schema.seats.c.person == person)
        async with self._reading() as connection:
            return await read_summaries(connection, schema.matches.c.id.in_(mine) | (schema.matches.c.host == person))

    async def finished_by(self, person: str, game: str) -> int:
        """How many tables of a game a person has played to their end."""
        async with self._reading() as connection:
            return await count_finished(connection, person, game)

    async def open_tables(self) -> list[Summary]:
        """The tables that wait for somebody."""
        async with self._reading() as connection:
            return await read_summaries(connection, schema.matches.c.stage == "open")

    async def running(self) -> AsyncIterator[Summary]:
        """All tables where somebody owes a decision, however many: read by and by, in the order of their ids."""
        last = ""
        while True:
            async with self._reading() as connection:
                found = await read_running(connection, last)
            for summary in found:
                yield summary
            if not found:
                return
            last = found[-1].id

    async def waiting_for_bots(self, before: float) -> list[str]:
        """Tables of people where bots have owed a decision since before that moment, as many as a list is long."""
        async with self._reading() as connection:
            return await read_waiting_for_bots(connection, before)

    async def finished(self) -> list[Summary]:
        """The games that are over."""
        async with self._reading() as connection:
            return await read_summaries(connection, schema.matches.c.stage == "over")

    async def secret(self, name: str) -> str:
        """A random secret of this house, made once and kept in the database."""
        found = await self._secret(name)
        if found is None:
            # Where another process makes the same secret at the same moment, the first one counts.
            with contextlib.suppress(IntegrityError):
                async with self._writer.alone() as connection:
                    made = insert(schema.secrets).values(name=name, value=secrets.token_hex(32))
                    await connection.execute(made)
            found = await self._secret(name)
        return str(found)

    async def _secret(self, name: str) -> str | None:
        async with self._reading() as connection:
            known: str | None = await connection.scalar(
                select(schema.secrets.c.value).where(schema.secrets.c.name == name)
            )
            return known

    async def change_secret(self, name: str) -> str:
        """Another secret in place of the known one, which is worth nothing from now on."""
        await self.secret(name)
        made = secrets.token_hex(32)
        async with self._writer.alone() as connection:
            changed = update(schema.secrets).where(schema.secrets.c.name == name)
            await connection.execute(changed.values(value=made))
        return made

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
        await self._secret("cookies")
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
                table = await read_match(connection, id)
            elif rows := await read_rows(connection, id, after=table.version):
                table = table.fork()
                if any(row.kind == "sit" for row in rows):
                    table.holders = await read_seats(connection, id)
                for row in rows:
                    table.take(row)
        return table


def _lay(game: Game, seats: int, options: Mapping[str, str], holders: Sequence[Holder], host: str,
         start: Mapping[str, Any] | None = None, hints: str = HINTS[0]) -> Table:  # fmt: skip
    """A new table with luck of its own."""
    id, seed, salt = secrets.token_urlsafe(16), secrets.randbits(128), secrets.token_hex(16)
    return Table(id, game, seats, options, holders, seed, salt, host, start=start, hints=hints)


def _holder(holder: Holder) -> dict[str, Any]:
    return {"kind": holder.kind, "name": holder.name, "person": holder.person, "level": holder.level}


def _standing(table: Table) -> dict[str, Any]:
    """What lists show about a table."""
    result = table.state.result()
    return {
        "version": table.version,
        "stage": "open" if not table.started else "over" if table.over else "running",
        "actors": str(list(table.actors())),
        "scores": None if result is None else json.dumps(result.scores),
        "winners": None if result is None else json.dumps(result.winners),
    }


def _new_table(table: Table) -> list[Step]:
    """A table that has just been laid, with those who sit there."""
    now = time.time()
    match = {
        "id": table.id, "game": table.game.name, "rules": table.rules, "facts": table.game.own_facts,
        "seats": table.seats, "options": json.dumps(table.options), "seed": str(table.seed), "salt": table.salt,
        "host": table.host, "invite": secrets.token_urlsafe(16), "created": now, "updated": now, **_standing(table),
        "start": None if table.start is None else json.dumps(table.start), "hints": table.hints,
    }  # fmt: skip
    chairs = [{"match": table.id, "seat": seat, **_holder(holder)} for seat, holder in enumerate(table.holders)]
    return [(NEW_MATCH, match), *[(NEW_SEAT, chair) for chair in chairs]]
