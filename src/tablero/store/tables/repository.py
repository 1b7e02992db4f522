"""Repository of tables: open, find and read them, append rows to their logs, and publish what has changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from tablero import metrics
from tablero.bots import LEVELS
from tablero.core.errors import BadOption, IllegalMove
from tablero.core.game import Game
from tablero.games import game as find_game
from tablero.store.database import schema
from tablero.store.database.keys import is_key
from tablero.store.database.notify import EVERY_TABLE, ProcessNotifier
from tablero.store.database.repository import Database
from tablero.store.database.writer import Step, Writer
from tablero.store.errors import StoreBusy, StoreError
from tablero.store.tables.chat import ChatStore
from tablero.store.tables.doubts import Doubts
from tablero.store.tables.pruning import GROUP_SIZE, remove
from tablero.store.tables.queries import TableQueries
from tablero.store.tables.reading import read_match, read_rows, read_seats
from tablero.store.tables.write_statements import NEW_REMATCH, create_table, insert_table, new_row
from tablero.table import (
    HINT_CHOICES,
    OPENER_SEAT,
    SEATING_KINDS,
    SETUP_KINDS,
    Holder,
    LogRow,
    NoSuchTable,
    Refusal,
    SeatTaken,
    Table,
    Terms,
    check_may_join,
)
from tablero.table.log_row import AppendResult
from tablero.table.pregame import OPEN_SEAT

Listener = Callable[[str, int], None]
# Returns a row for a table; with it the person who sits down, or the table with its new setup.
Make = Callable[[Table], LogRow | tuple[LogRow, Holder | Table]]
CheckSitting = Callable[[str, bool], Awaitable[None]]

KEPT_IN_MEMORY = 2000
PERSON_PREFIX = "="  # prefix of notifications about a person instead of a table
ATTEMPTS = 20
DAY = 86400.0

logger = logging.getLogger("tablero.store")


class TableRepository(TableQueries):
    """All tables of one database, with a cache of those used last. `single_process`: no other process writes, so that
    the cache is always current. `check_sitting(person, rated)` raises a Refusal if a person may not sit down, or not at
    a rated table."""

    def __init__(
        self,
        database: Database,
        writer: Writer,
        notifier: ProcessNotifier,
        chat: ChatStore,
        single_process: bool,
        check_sitting: CheckSitting,
    ) -> None:
        super().__init__(database)
        self.now = database.clock  # the time that counts here, in seconds
        self._writer = writer
        self.notifier = notifier  # the other processes
        self.chat = chat
        self._single_process = single_process
        self._check_sitting = check_sitting
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: dict[str, list[Listener]] = {}
        self._own_listeners: list[Listener] = []
        self._reseating: set[asyncio.Task[None]] = set()
        self.doubts = Doubts(self.table, self._on_written)

    # ---------------------------------------------------------------- opening, finding, sitting down

    async def open_table(
        self,
        game: str | Game,
        seats: int,
        options: Mapping[str, str] | None,
        holders: Sequence[Holder],
        host: str,
        start: Mapping[str, Any] | None = None,
        hints: str = HINT_CHOICES[0],
        terms: Terms | None = None,
        id: str = "",
        invited: Mapping[str, str] | None = None,
    ) -> str:
        """Create a table and return its id, which is random unless given. It begins with the position `start` if there
        is one; `invited` maps ids of people to names. Raise BadOption for what does not exist, IntegrityError if a
        table has this id."""
        rules = game if isinstance(game, Game) else find_game(game)
        settled = rules.settle_options(seats, options)
        if len(holders) != seats:
            raise BadOption(
                "a table for {seats} has {seats} seats to fill, not {filled}", seats=seats, filled=len(holders)
            )
        for holder in holders:
            if holder.kind == "bot" and not 1 <= holder.level <= len(LEVELS):
                raise BadOption("bots play at level 1 to {most}, not {level}", most=len(LEVELS), level=holder.level)
        if hints not in HINT_CHOICES:
            raise BadOption("hints are chosen from {known}, not '{hints}'", known=", ".join(HINT_CHOICES), hints=hints)
        await self._check_sitting(host, False)
        table = create_table(
            rules, seats, settled, holders, host, self.now, id, invited, start=start, hints=hints, terms=terms
        )
        steps = [*insert_table(table), *self.notifier.row_steps(table.id, 0)]
        await self._writer.write(steps, partial(self._on_written, table))
        about = {"table": table.id, "game": rules.name, "seats": seats, "bots": sum(h.kind == "bot" for h in holders)}
        logger.info("a table was opened", extra={"fields": about})
        return table.id

    async def rematch(self, id: str, person: str, name: str) -> str:
        """Return the id of the rematch of a finished table, and seat this person there where they sat before. The first
        request opens it; the other people are invited, and the game begins when all of them have sat down."""
        known = await self.rematch_of(id)
        before = await self.table(id)
        seat = before.seat_of(person)
        if known is not None:
            if seat is not None:
                await self._sit_again(known, before, person, name)
            return known
        if seat is None:
            raise Refusal("only those who sat at this table can ask for a rematch")
        if not before.over:
            raise Refusal("this game is not over yet: finish it first")
        await self._check_sitting(person, before.terms.rated)
        holders = [
            replace(holder, name=name) if s == seat else OPEN_SEAT if _is_another(holder, person) else holder
            for s, holder in enumerate(before.holders)
        ]
        invited = {holder.person: holder.name for holder in before.holders if _is_another(holder, person)}
        # Its seats are kept for those who sat there: it is not listed for others to join.
        terms = replace(before.terms, visibility="link") if before.terms.visibility == "listed" else before.terms
        table = create_table(
            before.game,
            before.seats,
            before.options,
            holders,
            person,
            self.now,
            invited=invited,
            hints=before.hints,
            terms=terms,
        )
        steps = [
            *insert_table(table),
            (NEW_REMATCH, {"match": id, "next": table.id}),
            *self.notifier.row_steps(table.id, 0),
            *self.notifier.row_steps(id, before.version),
        ]

        def written() -> None:
            self._on_written(table)
            self._publish(id, before.version)

        try:
            await self._writer.write(steps, written)
        except IntegrityError:  # another request was first
            return await self.rematch(id, person, name)
        return table.id

    async def _sit_again(self, id: str, before: Table, person: str, name: str) -> None:
        """Seat a person at a rematch on the seats that they held, if these are open. Raise Banned, NotInvited."""
        table = await self.table(id)
        wanted = [seat for seat in before.seats_of(person) if table.holders[seat].kind == "open"]
        if table.started or table.closed or not wanted:
            return
        await self._check_sitting(person, table.terms.rated)
        check_may_join(table, person)
        for seat in wanted:
            called = name if seat == before.seat_of(person) else before.holders[seat].name
            action = f"again:{secrets.token_hex(8)}"
            with contextlib.suppress(SeatTaken):  # this person asked twice at once
                await self.append(
                    id, None, action, partial(_take, person=person, name=called, seat=seat, action=action)
                )

    async def rematch_of(self, id: str) -> str | None:
        """Return the id of the rematch of a table; None if there is none yet."""
        async with self._reading() as connection:
            follows = schema.rematches.c
            found: str | None = await connection.scalar(select(follows.next).where(follows.match == id))
            return found

    async def table(self, id: str, min_version: int | None = None) -> Table:
        """Return the current table, immutable. With `min_version`, a cached table at least that new is enough."""
        kept = self._kept(id)
        if kept is not None and self.has(id, sys.maxsize if min_version is None else min_version):
            return kept
        async with self._lock(id):
            return await self._read(id)

    def cached(self, id: str) -> Table | None:
        """Return the table as this process last read or wrote it, without a query; None if it is not in the cache."""
        return self._tables.get(id)

    @property
    def single_process(self) -> bool:
        """Whether no other process plays at these tables."""
        return self._single_process

    def has(self, id: str, min_version: int) -> bool:
        """Whether `table(id, min_version)` would answer from the cache."""
        kept = self._tables.get(id)
        return kept is not None and (self._single_process or kept.version >= min_version)

    async def invite(self, id: str) -> str:
        """Return the key of the invitation link of a table."""
        if not is_key(id):
            raise NoSuchTable("there is no such table here")
        async with self._reading() as connection:
            key = await connection.scalar(select(schema.matches.c.invite).where(schema.matches.c.id == id))
        if key is None:
            raise NoSuchTable("there is no such table here")
        return str(key)

    async def find_invite(self, key: str) -> str:
        """Return the id of the table that an invitation link leads to."""
        if not is_key(key):
            raise NoSuchTable("this invitation leads to no table: ask for a new link")
        async with self._reading() as connection:
            id = await connection.scalar(select(schema.matches.c.id).where(schema.matches.c.invite == key))
        if id is None:
            raise NoSuchTable("this invitation leads to no table: ask for a new link")
        return str(id)

    async def sit(self, id: str, person: str, name: str, seat: int | None = None, link: str = "") -> int:
        """Take an open seat, perhaps with the `link` of an invitation, and return its number. A person who sits there
        already keeps the seat. Raise NotInvited if the person may not sit at this table."""
        action = f"sit:{secrets.token_hex(8)}"  # a person may leave and sit down again

        def make(table: Table) -> tuple[LogRow, Holder]:
            held = table.seat_of(person)
            if held is not None:
                raise _SitsAlready(held)
            check_may_join(table, person, link)
            return table.sit(person, name, seat, action)

        table = await self.table(id)
        if table.seat_of(person) is None:
            await self._check_sitting(person, table.terms.rated)
        try:
            played = await self.append(id, None, action, make)
        except _SitsAlready as found:
            return found.seat
        return (await self.table(id)).rows[played.number - 1].seat

    # ---------------------------------------------------------------- playing

    async def play(
        self, id: str, seat: int, move: int, version: int, action_id: str, bot: bool = False, lag: float = 0.0
    ) -> AppendResult:
        """Make a move and return when it is on disk. `version` is `table.version_for(seat)` of the position that the
        player saw. A `bot` moves at its own seats and those where it stands in; `lag` is the delay of the network in
        seconds."""
        return await self.append(id, seat, action_id, lambda t: t.play(seat, move, version, action_id, bot, lag))

    async def undo(self, id: str, seat: int, action_id: str) -> AppendResult:
        """Take back the last move of a seat."""
        return await self.append(id, seat, action_id, lambda t: t.undo(seat, action_id))

    async def restart(self, id: str, seat: int, action_id: str) -> AppendResult:
        """Take back all moves of a seat since the last settled point."""
        return await self.append(id, seat, action_id, lambda t: t.restart(seat, action_id))

    async def append(self, id: str, seat: int | None, action_id: str, make: Make) -> AppendResult:
        """Write the row that `make` returns for the newest table, once for each seat and `action_id`. Where a row of
        another request got the number, `make` is called again. Raises what `make` raises, and StoreBusy."""
        if not 0 < len(action_id) <= 128 or not action_id.isprintable():
            raise Refusal("a request needs an action_id of 1 to 128 printable characters")
        async with self._lock(id):
            table = self._kept(id) or await self._read(id)
            for _ in range(ATTEMPTS):
                known = table.row_of(seat, action_id)
                if known is not None:
                    return AppendResult(known.number, True)
                try:
                    with metrics.timed("check"):
                        made = make(table)
                except (Refusal, IllegalMove):
                    # Another process may have written a row: refuse only at the newest position.
                    newest = table if self._single_process else await self._read(id)
                    if newest is table:
                        raise
                    table = newest
                    continue
                row, change = (made, None) if isinstance(made, LogRow) else made
                if isinstance(change, Table):
                    after = change  # with this row
                else:
                    after = table.copy()
                    if change is not None:
                        after.set_holder(row.seat, change)
                    after.apply(row, checked=True)
                try:
                    with metrics.timed("commit"):
                        await self._writer.write(self._new_row(after, row, change), partial(self._on_written, after))
                except IntegrityError:
                    self._tables.pop(id, None)
                    table = await self._read(id)
                    continue
                except StoreError:
                    self._tables.pop(id, None)
                    self.doubts.check(id, table.version)
                    raise
                if row.kind == "move":
                    metrics.count_moves(after.game.name, after.holders[row.seat].kind)
                return AppendResult(row.number, False)
        raise StoreBusy("too many moves arrive at this table at once; nothing was changed: try again in a moment")

    async def executed(self, seconds: float) -> None:
        """Wait until no statement of a row is being executed, no longer than `seconds`."""
        await self._writer.executed(seconds)

    def _new_row(self, table: Table, row: LogRow, change: Holder | Table | None) -> list[Step]:
        """Return the statements of a row, with the notification of other processes."""
        return [*new_row(table, row, change), *self.notifier.row_steps(table.id, row.number)]

    # ---------------------------------------------------------------- clearing up

    async def untouched(self, stage: str, since: float) -> list[str]:
        """Return the tables in a stage (open, running, over, gone) without a row since a moment, the oldest first."""
        async with self._reading() as connection:
            m = schema.matches.c
            query = select(m.id).where(m.stage == stage, m.updated < since).order_by(m.updated)
            return list((await connection.scalars(query)).all())

    async def remove(self, ids: Sequence[str]) -> None:
        """Delete tables."""
        for start in range(0, len(ids), GROUP_SIZE):
            async with self._writing() as connection:
                await remove(connection, ids[start : start + GROUP_SIZE])
        for id in ids:
            self._tables.pop(id, None)

    async def forget(self, days: float) -> None:
        """Close tables that were not started within `days`, and delete those that were closed as long ago. Several
        processes may do so at once: the key of the row decides."""
        before = self.now() - days * DAY
        await self.remove(await self.untouched("gone", before))
        for id in await self.untouched("open", before):
            with contextlib.suppress(Refusal, IllegalMove):  # another process was first, or its rules are not here
                await self.append(id, OPENER_SEAT, "forgotten", lambda t: t.close("forgotten", forgotten=True))

    async def count(self) -> dict[str, int]:
        """Count tables by stage."""
        m = schema.matches.c
        async with self._reading() as connection:
            found = await connection.execute(select(m.stage, func.count().label("number")).group_by(m.stage))
            return {"open": 0, "running": 0, "over": 0, **{row.stage: row.number for row in found}}

    # ---------------------------------------------------------------- notifications

    def subscribe(self, callback: Listener, table: str = EVERY_TABLE, own: bool = False) -> Callable[[], None]:
        """Call `callback(table id, version)` after every row on disk, of one table or of all; with `own` only after
        rows of this process. Return a function that unsubscribes. The id is EVERY_TABLE if notifications of other
        processes may have been missed. A callback must be quick: start a task for long work."""
        listeners = self._own_listeners if own else self._listeners.setdefault(table, [])
        listeners.append(callback)

        def stop() -> None:
            listeners.remove(callback)
            if not listeners and self._listeners.get(table) is listeners:
                del self._listeners[table]

        return stop

    def _publish(self, id: str, version: int) -> None:
        if id == EVERY_TABLE:
            self.chat.publish_all()
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

    def _on_row(self, id: str, version: int) -> None:
        """Handle a notification of another process: a row, a person whose seats have changed, or EVERY_TABLE."""
        if id.startswith(PERSON_PREFIX):
            task = asyncio.create_task(self._reseat([id.removeprefix(PERSON_PREFIX)]))
            self._reseating.add(task)
            task.add_done_callback(self._reseating.discard)
            return
        if id == EVERY_TABLE:
            self._tables.clear()  # holders may have changed without a row
        self._publish(id, version)

    async def _reseat(self, people: Collection[str]) -> None:
        """Read the holders of the cached tables of these people again."""
        touched = [
            id for id, t in self._tables.items() if t.host in people or any(h.person in people for h in t.holders)
        ]
        for id in touched:
            async with self._lock(id):  # a row being written would bring the old holders back
                before = self._tables.pop(id, None)
                if before is None:
                    continue
                table = before.copy()
                with contextlib.suppress(StoreError):  # it is read at the next request
                    async with self._reading() as connection:
                        table.holders = await read_seats(connection, id)
                        host = select(schema.matches.c.host).where(schema.matches.c.id == id)
                        table.host = str(await connection.scalar(host))
                    self._keep(table)
            self._publish(id, table.version)

    # ---------------------------------------------------------------- the cache

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    def _on_written(self, table: Table) -> None:
        """Cache a table whose newest row is on disk, and call the subscribers."""
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
        if known is None or known.version <= table.version:  # a slower reader may bring an older one
            self._tables[table.id] = table
            self._tables.move_to_end(table.id)
        while len(self._tables) > KEPT_IN_MEMORY:
            self._tables.popitem(last=False)

    async def _read(self, id: str) -> Table:
        """Return the table with every row on disk, also those of other processes."""
        table = self._tables.get(id)
        with metrics.timed("read"):
            table = await self._read_rows(id, table)
        self._keep(table)
        return table

    async def _read_rows(self, id: str, table: Table | None) -> Table:
        async with self._reading() as connection:
            if table is None:
                table = await read_match(connection, id, self.now)
            elif rows := await read_rows(connection, id, after=table.version):
                if any(row.kind in SETUP_KINDS for row in rows):
                    return await read_match(connection, id, self.now)
                table = table.copy()
                if any(row.kind in SEATING_KINDS for row in rows):
                    table.holders = await read_seats(connection, id)
                for row in rows:
                    table.apply(row)
        return table


def _is_another(holder: Holder, person: str) -> bool:
    """Return whether a person other than this one holds a seat."""
    return holder.kind == "person" and holder.person != person


def _take(table: Table, person: str, name: str, seat: int, action: str) -> tuple[LogRow, Holder]:
    return table.sit(person, name, seat, action)


class _SitsAlready(Refusal):
    """A person sits at this table already."""

    def __init__(self, seat: int) -> None:
        super().__init__("you sit here already")
        self.seat = seat
