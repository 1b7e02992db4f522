"""Faults planted on purpose: each must be found within a few schedules, or the simulation proves nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from tablero.people import rated
from tablero.site.accounts import event_stream
from tablero.site.accounts.event_stream import Events
from tablero.site.table import api
from tablero.site.table import live as table_live
from tablero.site.table.timekeeper import Timekeeper
from tablero.site.web import revocation
from tablero.site.web.identity import Guest
from tablero.store import Store, StoreBusy, store
from tablero.store.database.notify import EVERY_TABLE, ProcessNotifier
from tablero.store.database.writer import Change, Writer
from tablero.store.people import ratings
from tablero.store.people.bans import Bans
from tablero.store.tables import repository
from tablero.store.tables.repository import TableRepository
from tablero.store.tournaments.tournaments import TournamentStore
from tablero.table import Table
from tablero.table.log_row import AppendResult


@dataclass(frozen=True)
class PlantedFault:
    """A fault with the name under which the command plants it."""

    name: str
    about: str
    replacements: Callable[[], list[tuple[Any, str, Any]]]

    @contextmanager
    def planted(self) -> Iterator[None]:
        """Have the fault inside this context."""
        patches = [patch.object(target, name, value) for target, name, value in self.replacements()]
        for each in patches:
            each.start()
        try:
            yield
        finally:
            for each in reversed(patches):
                each.stop()


def _acknowledge_early() -> list[tuple[Any, str, Any]]:
    async def write(self: Writer, steps: Any, written: Any) -> None:
        self._waiting.put_nowait(Change(steps, written, asyncio.get_running_loop().create_future()))

    return [(Writer, "write", write)]


def _publish_early() -> list[tuple[Any, str, Any]]:
    write = Writer.write

    async def early(self: Writer, steps: Any, written: Any) -> None:
        written()
        await write(self, steps, written)

    return [(Writer, "write", early)]


def _forget_lock() -> list[tuple[Any, str, Any]]:
    """As two servers would on one file, if no lock kept the second one away."""
    return [(store, "is_shared", lambda engine: False)]


def _ignore_key() -> list[tuple[Any, str, Any]]:
    """Take a row that another request was faster with for one's own."""
    append = TableRepository.append

    async def once(self: TableRepository, id: str, seat: Any, action_id: str, make: Any) -> Any:
        with patch.object(repository, "ATTEMPTS", 1):
            try:
                return await append(self, id, seat, action_id, make)
            except StoreBusy:
                return AppendResult((await self.table(id)).version, False)

    return [(TableRepository, "append", once)]


def _lose_recheck() -> list[tuple[Any, str, Any]]:
    on_row = TableRepository._on_row

    def lossy(self: TableRepository, id: str, version: int) -> None:
        if id != EVERY_TABLE:
            on_row(self, id, version)

    return [(TableRepository, "_on_row", lossy)]


def _silence() -> list[tuple[Any, str, Any]]:
    return [(ProcessNotifier, "row_steps", lambda self, table, version: [])]


def _forget_actions() -> list[tuple[Any, str, Any]]:
    return [(Table, "row_of", lambda self, seat, action_id: None)]


def _rate_twice() -> list[tuple[Any, str, Any]]:
    once = rated

    def twice(sides: Any) -> Any:
        return once([type(side)(after, side.place, side.bot) for side, after in zip(sides, once(sides), strict=True)])

    return [(ratings, "rated", twice)]


def _turn_standings() -> list[tuple[Any, str, Any]]:
    ended = TournamentStore.ended

    async def turned(self: TournamentStore, key: str, match: str, ranks: Any, scores: Any) -> None:
        await ended(self, key, match, [*reversed(ranks)], scores)

    return [(TournamentStore, "ended", turned)]


def _stay_open() -> list[tuple[Any, str, Any]]:
    @asynccontextmanager
    async def never(*_: Any) -> Any:
        yield

    return [(table_live, "cut_when_revoked", never)]


def _keep_keys() -> list[tuple[Any, str, Any]]:
    check = revocation.is_still_valid

    async def without_keys(store: Store, guest: Guest) -> bool:
        return bool(guest.key) or await check(store, guest)

    return [(revocation, "is_still_valid", without_keys)]


def _keep_streams() -> list[tuple[Any, str, Any]]:
    async def never(*_: Any) -> None:
        await asyncio.Event().wait()

    return [(event_stream, "wait_until_revoked", never)]


def _lose_events() -> list[tuple[Any, str, Any]]:
    def ignore(self: Events, table: Table) -> None:
        self._strange.add(table.id)  # before the game has begun, too

    return [(Events, "_ignore", ignore)]


def _let_banned_sit() -> list[tuple[Any, str, Any]]:
    async def fine(self: Bans, person: str) -> None:
        return None

    return [(Bans, "check_sitting", fine)]


def _show_ids() -> list[tuple[Any, str, Any]]:
    return [(api, "_seat_card", lambda holder: api.SeatCard(holder.kind, holder.person or holder.name, holder.level))]


def _charge_all() -> list[tuple[Any, str, Any]]:
    def all_seats(self: Table) -> frozenset[int]:
        return frozenset() if self.over or not self.started else self.playing()

    return [(Table, "deciding", all_seats)]


def _leave_tasks() -> list[tuple[Any, str, Any]]:
    async def close(self: Timekeeper) -> None:
        self._unsubscribe()

    return [(Timekeeper, "close", close)]


PLANTED_FAULTS = {
    fault.name: fault
    for fault in (
        PlantedFault("acknowledge-early", "a request is acknowledged before its commit", _acknowledge_early),
        PlantedFault("publish-early", "rows are published before their commit", _publish_early),
        PlantedFault("forget-lock", "each of two processes takes the database for its own", _forget_lock),
        PlantedFault("ignore-key", "a row that was second is taken for written", _ignore_key),
        PlantedFault("lose-recheck", "nothing is read again after a lost LISTEN", _lose_recheck),
        PlantedFault("silence", "rows are not announced to other processes", _silence),
        PlantedFault("forget-actions", "a request that comes twice is not recognized", _forget_actions),
        PlantedFault("rate-twice", "a rated game counts twice", _rate_twice),
        PlantedFault("turn-standings", "a tournament notes the places the wrong way round", _turn_standings),
        PlantedFault("stay-open", "pages stay open after their device was signed out", _stay_open),
        PlantedFault("keep-keys", "pages stay open after their API key was revoked", _keep_keys),
        PlantedFault("keep-streams", "streams of events stay open after their device or key ended", _keep_streams),
        PlantedFault(
            "lose-events", "a stream of events never looks again at a table that its person joined later", _lose_events
        ),
        PlantedFault("let-banned-sit", "banned people may sit down", _let_banned_sit),
        PlantedFault("show-ids", "the API shows ids of people in place of names", _show_ids),
        PlantedFault("charge-all", "clocks run for players who do not owe a move", _charge_all),
        PlantedFault("leave-tasks", "a process that stops leaves a task behind", _leave_tasks),
    )
}
