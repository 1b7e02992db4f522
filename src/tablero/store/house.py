"""House: the only way to tables in and out of the database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablero.core.errors import BadOption
from tablero.core.game import Game
from tablero.games import game as find_game
from tablero.store import schema
from tablero.store.engine import open_engine
from tablero.store.errors import StoreBusy, told_clearly
from tablero.store.news import News
from tablero.store.reading import (
    is_key,
    read_match,
    read_rows,
    read_running,
    read_seats,
    read_summaries,
    read_waiting_for_bots,
)
from tablero.store.summary import Summary
from tablero.table import Holder, NoSuchTable, Refusal, Row, Table

Listener = Callable[[str, int], Awaitable[None] | None]
Make = Callable[[Table], tuple[Row, Holder | None]]

KEPT_IN_MEMORY = 500
ATTEMPTS = 20
LEVELS = (1, 2, 3, 4, 5)

logger = logging.getLogger("tablero.store")


@dataclass(frozen=True)
class Played:
    """A row that is on disk; `repeated` when the same request had been answered before."""

    number: int
    repeated: bool


class FromElsewhere(NamedTuple):
    """A row that another process has written."""

    id: str
    version: int


class House:
    """All tables of one database. Open it with `await House.open(database)`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: list[Listener] = []
        self._own_listeners: list[Listener] = []
        self._news: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._publisher = asyncio.create_task(self._publish())
        self._elsewhere = News(engine, lambda id, version: self._news.put_nowait(FromElsewhere(id, version)))

    @classmethod
    async def open(cls, database: str) -> House:
        """Open a database (a path, or an address of SQLite or PostgreSQL) and bring its schema up to date."""
        with told_clearly():
            engine = await open_engine(database)
        house = cls(engine)
        await house._elsewhere.start()
        return house

    async def close(self) -> None:
        await self._elsewhere.close()
        self._publisher.cancel()
        await asyncio.gather(self._publisher, return_exceptions=True)
        await self._engine.dispose()

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with told_clearly():
            async with self._engine.connect() as connection:
                await connection.execution_options(reading=True)
                yield connection

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        with told_clearly():
            async with self._engine.begin() as connection:
                yield connection

    # ---------------------------------------------------------------- opening, finding, sitting down

    async def open_table(
        self,
        game: str | Game,
        seats: int,
        options: Mapping[str, str] | None,
        holders: Sequence[Holder],
        host: str,
    ) -> str:
        """Open a table; its id, which nobody can guess. BadOption says what does not exist."""
        rules = game if isinstance(game, Game) else find_game(game)
        settled = rules.settle_options(seats, options)
        if len(holders) != seats:
            raise BadOption(
                "a table for {seats} has {seats} seats to fill, not {filled}", seats=seats, filled=len(holders)
            )
        for holder in holders:
            if holder.kind == "bot" and holder.level not in LEVELS:
                raise BadOption("bots play at level 1 to 5, not {level}", level=holder.level)
        table = _lay(rules, seats, settled, holders, host)
        async with self._writing() as connection:
            await _write_table(connection, table)
            await self._elsewhere.announce(connection, table.id, 0)
        self._keep(table)
        self._news.put_nowait((table.id, 0))
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
        table = _lay(before.game, before.seats, before.options, holders, person)
        try:
            async with self._writing() as connection:
                await _write_table(connection, table)
                await connection.execute(insert(schema.rematches).values(match=id, next=table.id))
                await self._elsewhere.announce(connection, table.id, 0)
                await self._elsewhere.announce(connection, id, before.version)
        except IntegrityError:  # somebody else has asked at the same moment
            return await self.rematch(id, person, name)
        self._keep(table)
        self._news.put_nowait((table.id, 0))
        self._news.put_nowait((id, before.version))
        return table.id

    async def rematch_of(self, id: str) -> str | None:
        """The table that follows a finished one, once somebody has asked for it."""
        async with self._reading() as connection:
            follows = schema.rematches.c
            found: str | None = await connection.scalar(select(follows.next).where(follows.match == id))
            return found

    async def table(self, id: str) -> Table:
        """The table as it is on disk now. What is given never changes; ask again for what came after."""
        async with self._lock(id), self._reading() as connection:
            return await self._fresh(connection, id)

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
            for _ in range(ATTEMPTS):
                try:
                    async with self._writing() as connection:
                        table = await self._fresh(connection, id)
                        known = table.row_of(action_id)
                        if known is not None:
                            if seat is not None and known.seat != seat:
                                raise Refusal("this action_id belongs to another request: make a new one")
                            return Played(known.number, True)
                        row, holder = make(table)
                        after = table.fork()
                        if holder is not None:
                            after.seat_down(row.seat, holder)
                        after.take(row, checked=True)
                        await _write_row(connection, after, row, holder)
                        await self._elsewhere.announce(connection, id, row.number)
                except IntegrityError:
                    continue
                self._keep(after)
                self._news.put_nowait((id, row.number))
                return Played(row.number, False)
        raise StoreBusy("too many moves arrive at this table at once; nothing was changed: try again in a moment")

    # ---------------------------------------------------------------- lists

    async def tables_of(self, person: str) -> list[Summary]:
        """The tables where a person sits or that a person has opened, the latest first."""
        mine = select(schema.seats.c.match).where(schema.seats.c.person == person)
        async with self._reading() as connection:
            return await read_summaries(connection, schema.matches.c.id.in_(mine) | (schema.matches.c.host == person))

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
        known = select(schema.secrets.c.value).where(schema.secrets.c.name == name)
        # Where another process makes the same secret at the same moment, the first one counts.
        with contextlib.suppress(IntegrityError):
            async with self._writing() as connection:
                if await connection.scalar(known) is None:
                    made = secrets.token_hex(32)
                    await connection.execute(insert(schema.secrets).values(name=name, value=made))
        async with self._reading() as connection:
            return str(await connection.scalar(known))

    # ---------------------------------------------------------------- news

    def listen(self, callback: Listener, own: bool = False) -> Callable[[], None]:
        """Have a function called with (table id, version) after every row that is on disk, `own`: those that were
        written here; the answer stops it. The id is EVERY_TABLE when news from elsewhere may have been missed.
        A listener must be quick: long work belongs into a task of its own."""
        listeners = self._own_listeners if own else self._listeners
        listeners.append(callback)
        return lambda: listeners.remove(callback)

    async def _publish(self) -> None:
        while True:
            news = await self._news.get()
            id, version = news
            own = [] if isinstance(news, FromElsewhere) else self._own_listeners
            for listener in [*self._listeners, *own]:
                try:
                    answer = listener(id, version)
                    if answer is not None:
                        await answer
                except Exception:
                    logger.exception("a listener failed at table %s, version %s", id, version)

    # ---------------------------------------------------------------- the cache

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        while len(self._tables) > KEPT_IN_MEMORY:
            self._tables.popitem(last=False)

    async def _fresh(self, connection: AsyncConnection, id: str) -> Table:
        """The table with every row that is on disk: any process can take the next move."""
        table = self._tables.get(id)
        if table is None:
            table = await read_match(connection, id)
        else:
            rows = await read_rows(connection, id, after=table.version)
            if rows:
                table = table.fork()
                if any(row.kind == "sit" for row in rows):
                    table.holders = await read_seats(connection, id)
                for row in rows:
                    table.take(row)
        self._keep(table)
        return table


def _lay(game: Game, seats: int, options: Mapping[str, str], holders: Sequence[Holder], host: str) -> Table:
    """A new table with luck of its own."""
    id, seed, salt = secrets.token_urlsafe(16), secrets.randbits(128), secrets.token_hex(16)
    return Table(id, game, seats, options, holders, seed, salt, host)


def _holder(holder: Holder) -> dict[str, Any]:
    return {"kind": holder.kind, "name": holder.name, "person": holder.person, "level": holder.level}


def _standing(table: Table) -> dict[str, Any]:
    """What lists show about a table."""
    result = table.state.result()
    return {
        "version": table.version,
        "stage": "open" if not table.started else "over" if table.over else "running",
        "actors": json.dumps(table.actors()),
        "scores": None if result is None else json.dumps(result.scores),
        "winners": None if result is None else json.dumps(result.winners),
    }


async def _write_table(connection: AsyncConnection, table: Table) -> None:
    """A table that has just been laid, with those who sit there."""
    now = time.time()
    match = {
        "id": table.id, "game": table.game.name, "rules": table.rules, "facts": table.game.own_facts,
        "seats": table.seats, "options": json.dumps(table.options), "seed": str(table.seed), "salt": table.salt,
        "host": table.host, "invite": secrets.token_urlsafe(16), "created": now, "updated": now, **_standing(table),
    }  # fmt: skip
    await connection.execute(insert(schema.matches).values(match))
    for seat, holder in enumerate(table.holders):
        await connection.execute(insert(schema.seats).values(match=table.id, seat=seat, **_holder(holder)))


async def _write_row(connection: AsyncConnection, table: Table, row: Row, holder: Holder | None) -> None:
    """A row with all that follows from it, in one transaction."""
    values = {
        "number": row.number, "seat": row.seat, "kind": row.kind, "move": row.move, "action_id": row.action_id,
        "time": row.time,
    }  # fmt: skip
    await connection.execute(insert(schema.log).values(match=table.id, **values))
    if holder is not None:
        place = (schema.seats.c.match == table.id) & (schema.seats.c.seat == row.seat)
        await connection.execute(update(schema.seats).where(place).values(**_holder(holder)))
    if (snapshot := table.snapshot()) is not None:
        body = json.dumps(snapshot, separators=(",", ":"))
        await connection.execute(insert(schema.snapshots).values(match=table.id, number=row.number, body=body))
    changed = update(schema.matches).where(schema.matches.c.id == table.id)
    await connection.execute(changed.values(updated=row.time, **_standing(table)))
