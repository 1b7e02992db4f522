"""Thinking: where bots think about what they owe. In this process's own thinkers, or wherever a queue is served."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Sequence
from typing import Protocol

from tablero.core.errors import IllegalMove
from tablero.site.fair_turns import Decision, FairTurns
from tablero.site.thinkers import Thinkers, usual_number
from tablero.store import House
from tablero.table import Refusal, Table

Place = contextlib.AbstractAsyncContextManager[None]


class Thinking(Protocol):
    """A place to think."""

    shared: bool  # with other processes: each of them looks after the rows that it has written itself

    async def attend(self, table: Table, owed: Sequence[Decision]) -> bool:
        """Have all of these decisions made; whether they are made already, so that there may be more by now."""

    def ahead(self, table: Table) -> None:
        """Nobody but people has to move: bots may think ahead."""

    async def waiting(self) -> int:
        """How many decisions wait for a place to think."""

    async def close(self) -> None: ...


class ThinkingHere:
    """In processes of our own, in fair turns."""

    shared = False

    def __init__(self, house: House, pause: float, processes: int = -1) -> None:
        deep = processes if processes > 0 else usual_number()
        self._house = house
        self._pause = pause
        self._thinkers = Thinkers(deep)
        self._turns = FairTurns(quick=2, deep=deep)

    async def waiting(self) -> int:
        return self._turns.waiting()

    async def attend(self, table: Table, owed: Sequence[Decision]) -> bool:
        made = (play_one(self._house, self._thinkers, table, one, self._pause, self._turns.turn(one)) for one in owed)
        for error in filter(None, await asyncio.gather(*made, return_exceptions=True)):
            raise error
        return True

    def ahead(self, table: Table) -> None:
        if not self._turns.waiting():
            self._thinkers.think_ahead(table)

    async def close(self) -> None:
        self._thinkers.close()


async def play_one(
    house: House, thinkers: Thinkers, table: Table, decision: Decision, pause: float, place: Place | None = None
) -> None:
    """Think and move. The same decision made twice counts once. Nobody holds a place while the pause lasts; the rest of a turn
    that was thought about as a whole follows at once."""
    clock = asyncio.get_running_loop().time
    planned = thinkers.is_planned(table, decision.seat)
    earliest = clock() + (0 if planned else pause)
    async with contextlib.nullcontext() if planned or place is None else place:
        move = await thinkers.choose(table, decision.seat)
    await asyncio.sleep(earliest - clock())
    # Somebody may have been faster, or the position may have changed: then there is nothing to do.
    with contextlib.suppress(Refusal, IllegalMove):
        await house.play(table.id, decision.seat, move, decision.version, request_of(table, decision), bot=True)


def request_of(table: Table, decision: Decision) -> str:
    """The action_id of a decision: always the same, and nobody at the table can guess it."""
    secret = f"{table.salt} {table.seed} {decision.seat} {decision.version}"
    return f"bot-{hashlib.sha256(secret.encode()).hexdigest()[:32]}"
