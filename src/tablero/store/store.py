"""Store: one database with its repositories."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablero.store.database import schema
from tablero.store.database.engine import check_file as check_database_file
from tablero.store.database.engine import is_shared, open_engine
from tablero.store.database.migration_copy import copied_before_migration
from tablero.store.database.notify import ProcessNotifier
from tablero.store.database.repository import Database
from tablero.store.database.secrets import Secrets
from tablero.store.database.writer import Writer
from tablero.store.errors import translate_errors
from tablero.store.notifications.channels import ChannelStore
from tablero.store.notifications.outbox import NotificationOutbox
from tablero.store.people.accounts import Accounts
from tablero.store.people.announcements import Announcements
from tablero.store.people.api_keys import ApiKeys
from tablero.store.people.bans import Bans
from tablero.store.people.devices import Devices
from tablero.store.people.lesson_progress import LessonProgressStore
from tablero.store.people.personal_data import Change, PersonalData
from tablero.store.people.preferences import PreferencesStore
from tablero.store.people.ratings import RatingStore
from tablero.store.people.reports import Reports
from tablero.store.people.seat_tokens import SeatTokens
from tablero.store.people.sign_in_attempts import SignInAttempts
from tablero.store.puzzles.attempts import PuzzleAttempts
from tablero.store.puzzles.own_puzzles import OwnPuzzles
from tablero.store.tables.automatic import AutomaticTables
from tablero.store.tables.chat import ChatStore
from tablero.store.tables.deadlines import Deadlines
from tablero.store.tables.plans import PlanStore
from tablero.store.tables.repository import PERSON_PREFIX, TableRepository
from tablero.store.tables.results import ResultStore
from tablero.store.tables.reviews import ReviewStore
from tablero.store.tables.statistics import StatisticsStore
from tablero.store.tables.whatif_trees import WhatIfTrees
from tablero.store.tables.write_statements import WRITE_STATEMENTS
from tablero.store.tournaments.tournaments import TournamentStore
from tablero.table import NotInvited


class Store(TableRepository):
    """One database: its tables, and a repository for everything else. Open it with `await Store.open(database)`."""

    def __init__(
        self, engine: AsyncEngine, single_process: bool = False, clock: Callable[[], float] = time.time
    ) -> None:
        self._engine = engine
        writer = Writer(engine, WRITE_STATEMENTS)
        database = Database(self._connect, writer.transaction, clock)
        notifier = ProcessNotifier(engine, self._on_row, lambda id, number: self.chat.publish(id, number))
        chat = ChatStore(database, notifier)
        single_process = single_process and not is_shared(engine)
        super().__init__(database, writer, notifier, chat, single_process, self._check_player)
        self.seat_tokens = SeatTokens(database)
        self.lesson_progress = LessonProgressStore(database)
        self.puzzles = PuzzleAttempts(database)
        self.own_puzzles = OwnPuzzles(database)
        self.reviews = ReviewStore(database)
        self.whatif_trees = WhatIfTrees(database)
        self.tournaments = TournamentStore(database, self._check_player)
        self.api_keys = ApiKeys(database)
        self.secrets = Secrets(database)
        self.preferences = PreferencesStore(database)
        self.automatic = AutomaticTables(database)
        self.plans = PlanStore(database)
        self.deadlines = Deadlines(database, writer)
        self.results = ResultStore(database)
        self.ratings = RatingStore(database)
        self.statistics = StatisticsStore(database)
        self.accounts = Accounts(database)
        self.devices = Devices(database)
        self.personal_data = PersonalData(self._connect, self._change_people)
        self.sign_in_attempts = SignInAttempts(database)
        self.reports = Reports(database)
        self.bans = Bans(database)
        self.announcements = Announcements(database)
        self.outbox = NotificationOutbox(database)
        self.channels = ChannelStore(database)

    @classmethod
    async def open(
        cls,
        database: str,
        single_process: bool = False,
        check_file: bool = False,
        clock: Callable[[], float] = time.time,
        copies: str = "",
    ) -> Store:
        """Open a database (a path, or an address of SQLite or PostgreSQL) and migrate its schema, after a copy.

        single_process: this is the only process that writes to an SQLite file, so that cached tables are current.
        check_file: raise StoreError for a damaged file before anything is written; takes a second for each gigabyte.
        clock: returns the time in seconds since 1970.
        copies: the folder for the copy; PostgreSQL needs one. See `copied_before_migration`."""
        with translate_errors():
            if check_file:
                await asyncio.to_thread(check_database_file, database)
            async with copied_before_migration(database, copies):
                engine = await open_engine(database)
        store = cls(engine, single_process, clock)
        await store.notifier.start()
        return store

    async def close(self) -> None:
        await self.notifier.close()
        await asyncio.gather(*self._reseating, return_exceptions=True)
        await self.doubts.close()
        await self._writer.close()
        await self._engine.dispose()

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[AsyncConnection]:
        with translate_errors():
            async with self._engine.connect() as connection:
                await connection.execution_options(reading=True)
                yield connection

    # ---------------------------------------------------------------- state

    @property
    def kind(self) -> str:
        """Kind of the database: sqlite or postgresql."""
        return self._engine.dialect.name

    async def check(self) -> None:
        """Raise StoreError if the database cannot be read, or cannot be written since a write has failed."""
        await self.secrets.find("cookies")
        if not self._writer.works:
            # Insert and delete a row: SQLite writes nothing for an update without effect, even on a full disk.
            name = f"check-{secrets.token_hex(8)}"
            async with self._writer.transaction() as connection:
                await connection.execute(insert(schema.secrets).values(name=name, value=""))
                await connection.execute(delete(schema.secrets).where(schema.secrets.c.name == name))

    # ---------------------------------------------------------------- people

    async def _check_player(self, person: str, rated: bool) -> None:
        """Raise Banned if a person may not sit down anywhere, NotInvited without an account at a rated table."""
        await self.bans.check_sitting(person)
        if rated and await self.accounts.of(person) is None:
            raise NotInvited("this is a rated game, for people with an account: sign in to sit down")

    async def _change_people(self, change: Change, people: Collection[str]) -> None:
        """Change ids or names of people, and refresh the cached tables, here and in other processes."""
        async with self._writer.transaction() as connection:
            await change(connection)
            for person in people:
                for statement, values in self.notifier.row_steps(f"{PERSON_PREFIX}{person}", 0):
                    await connection.execute(statement, values)
        self.seat_tokens.invalidate()
        self.devices.invalidate()
        self.bans.invalidate()
        await self._reseat(people)
