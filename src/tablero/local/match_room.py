"""A table of one person against bots: backend and feed of its page, and the bots that play there."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from tablero.core.errors import IllegalMove
from tablero.core.game import Game
from tablero.games import game as find_game
from tablero.local.journal import Journal
from tablero.local.thinker import LocalThinker
from tablero.table import Holder, LogRow, Refusal, Table, Terms
from tablero.table.errors import StorageError
from tablero.table.log_row import AppendResult
from tablero.ui.room_feed import RoomFeed
from tablero.ui.updates import Viewer

# No other player can come, and there are no spectators.
LOCAL_TERMS = Terms(visibility="named", watched=False)

logger = logging.getLogger("tablero")


def new_table(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    holders: Sequence[Holder],
    host: str,
    start: Mapping[str, Any] | None = None,
) -> Table:
    """Return a new table with a random seed. Nothing is kept yet."""
    return Table(
        secrets.token_urlsafe(9),
        game,
        seats,
        game.settle_options(seats, options),
        holders,
        secrets.randbits(128),
        secrets.token_hex(16),
        host,
        start=start,
        terms=LOCAL_TERMS,
        created=time.time(),
    )


def table_settings(table: Table) -> dict[str, Any]:
    """Return what the journal keeps of a table beside its rows."""
    return {
        "game": table.game.name,
        "seats": table.seats,
        "options": dict(table.options),
        "holders": [asdict(holder) for holder in table.holders],
        "seed": str(table.seed),
        "salt": table.salt,
        "host": table.host,
        "start": table.start,
        "rules": table.rules,
        "created": table.created,
    }


def stored_table(id: str, kept: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> Table:
    """Return a table of the journal by playing its rows again. Raise OtherRules if its rules are not here any more."""
    return Table(
        id,
        find_game(kept["game"]),
        kept["seats"],
        kept["options"],
        [Holder(**holder) for holder in kept["holders"]],
        int(kept["seed"]),
        kept["salt"],
        kept["host"],
        [LogRow(**row) for row in rows],
        rules=kept["rules"],
        start=kept["start"],
        terms=LOCAL_TERMS,
        created=kept["created"],
    )


class MatchRoom(RoomFeed):
    """Backend and feed of one table. A row is in the journal before it is acknowledged and before a page shows it."""

    def __init__(self, table: Table, journal: Journal, thinker: LocalThinker, pause: float) -> None:
        super().__init__()
        self.id = table.id
        self.current = table
        self._journal = journal
        self._thinker = thinker
        self._pause = pause  # seconds before a bot moves
        self._writing = asyncio.Lock()
        self._playing: asyncio.Task[None] | None = None

    # ---------------------------------------------------------------- backend

    async def table(self, id: str = "") -> Table:
        return self.current

    async def play(
        self, id: str, seat: int, move: int, version: int, action_id: str, *, lag: float = 0.0
    ) -> AppendResult:
        return await self._append(seat, action_id, lambda table: table.play(seat, move, version, action_id))

    async def undo(self, id: str, seat: int, action_id: str) -> AppendResult:
        return await self._append(seat, action_id, lambda table: table.undo(seat, action_id))

    async def restart(self, id: str, seat: int, action_id: str) -> AppendResult:
        return await self._append(seat, action_id, lambda table: table.restart(seat, action_id))

    async def resign(self, seat: int, action_id: str) -> AppendResult:
        return await self._append(seat, action_id, lambda table: table.resign(seat, action_id))

    async def _append(self, seat: int, action_id: str, make: Callable[[Table], LogRow]) -> AppendResult:
        async with self._writing:
            known = self.current.row_of(seat, action_id)
            if known is not None:
                return AppendResult(known.number, True)
            row = make(self.current)
            after = self.current.copy()
            after.apply(row, checked=True)
            await self._journal.put("rows", f"{self.id}/{row.number}", asdict(row))
            self.current = after
        self.refresh_viewers()
        self.wake()
        return AppendResult(row.number, False)

    # ---------------------------------------------------------------- bots

    def wake(self) -> None:
        """Have the bots move that owe a decision, unless they do already."""
        if self._playing is None and self._owed():
            self._playing = asyncio.create_task(self._play_bots())

    def _owed(self) -> list[int]:
        return [seat for seat in self.current.actors() if self.current.bot_level(seat)]

    async def _play_bots(self) -> None:
        try:
            while owed := self._owed():
                await asyncio.sleep(self._pause)
                for move in await self._thinker.turn(self.current, owed[0]):
                    if not await self._move(owed[0], move):
                        break  # the position has changed meanwhile: think again
        except StorageError as error:  # the page says so at the next move of its player
            logger.error("the bots of table %s wait: %s", self.id, error)
        except Exception:
            logger.exception("the bots of table %s cannot go on", self.id)
        finally:
            self._playing = None

    async def _move(self, seat: int, move: int) -> bool:
        def make(table: Table) -> LogRow:
            return table.play(seat, move, table.version_for(seat), action_id, bot=True)

        action_id = f"bot-{secrets.token_hex(8)}"
        try:
            await self._append(seat, action_id, make)
        except (Refusal, IllegalMove):
            return False
        return True

    # ---------------------------------------------------------------- feed

    @contextmanager
    def subscribed(self, viewer: Viewer) -> Iterator[None]:
        with super().subscribed(viewer):
            self.wake()
            yield
