"""Where bots choose their moves: in worker processes of this server, or wherever a shared queue is served."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Sequence
from typing import Protocol

from tablero.core.errors import IllegalMove
from tablero.site.bots.bot_workers import BotWorkers, default_worker_count
from tablero.site.bots.decisions import BotDecision
from tablero.site.bots.fair_queue import FairQueue
from tablero.store import Store
from tablero.table import Refusal, Table

Slot = contextlib.AbstractAsyncContextManager[None]


class BotBackend(Protocol):
    """What makes the decisions of bots."""

    shared: bool  # among several processes: each schedules the bots after the rows that it has written itself

    async def decide(self, table: Table, owed: Sequence[BotDecision]) -> bool:
        """Have these decisions made; return whether they are made already, so that the table has to be read again."""

    def think_ahead(self, table: Table) -> None:
        """Let bots search while only people have to move."""

    async def waiting(self) -> int:
        """Return how many decisions wait for a worker."""

    async def close(self) -> None: ...


class LocalBots:
    """Worker processes of this server behind a fair queue."""

    shared = False

    def __init__(self, store: Store, pause: float, processes: int = -1) -> None:
        deep = processes if processes > 0 else default_worker_count()
        self._store = store
        self._pause = pause
        self._workers = BotWorkers(deep)
        self._queue = FairQueue(quick=2, deep=deep)

    async def waiting(self) -> int:
        return self._queue.waiting()

    async def decide(self, table: Table, owed: Sequence[BotDecision]) -> bool:
        made = (play_one(self._store, self._workers, table, one, self._pause, self._queue.slot(one)) for one in owed)
        for error in filter(None, await asyncio.gather(*made, return_exceptions=True)):
            raise error
        return True

    def think_ahead(self, table: Table) -> None:
        if not self._queue.waiting():
            self._workers.think_ahead(table)

    async def close(self) -> None:
        self._workers.close()


async def play_one(
    store: Store, workers: BotWorkers, table: Table, decision: BotDecision, pause: float, slot: Slot | None = None
) -> None:
    """Choose a move and make it, at least `pause` seconds from now. The same decision made twice counts once. The
    slot is not held during the pause; the planned rest of a turn needs neither slot nor pause."""
    clock = asyncio.get_running_loop().time
    planned = workers.is_planned(table, decision.seat)
    earliest = clock() + (0 if planned else pause)
    async with contextlib.nullcontext() if planned or slot is None else slot:
        move = await workers.choose(table, decision.seat)
    await asyncio.sleep(earliest - clock())
    # Another process may have been faster, or the position may have changed: then there is nothing to do.
    with contextlib.suppress(Refusal, IllegalMove):
        await store.play(table.id, decision.seat, move, decision.version, action_id_of(table, decision), bot=True)


def action_id_of(table: Table, decision: BotDecision) -> str:
    """Return the action_id of a decision: always the same, and not to be guessed by players."""
    secret = f"{table.salt} {table.seed} {decision.seat} {decision.version}"
    return f"bot-{hashlib.sha256(secret.encode()).hexdigest()[:32]}"
