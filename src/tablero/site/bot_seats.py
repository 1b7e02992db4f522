"""Bot seats: bots play where they sit, each thought in a process of its own, each move through the front door."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import random

from tablero.core.errors import IllegalMove
from tablero.site.audience import Audience
from tablero.site.fair_turns import Decision, FairTurns, decisions, is_alone
from tablero.site.thinkers import Thinkers, usual_number
from tablero.store import House
from tablero.store.errors import OtherRules
from tablero.table import NoSuchTable, Refusal, Table

PAUSE = 0.3  # seconds, so that people can follow
# Seconds to wait when something fails, twice as long each time: a bot never gives up while its table is there.
RETRY = 1.0
LONGEST_RETRY = 60.0
LOOKING = 8  # tables that are read at the same time: those of the people need the database too

Place = contextlib.AbstractAsyncContextManager[None]

logger = logging.getLogger("tablero.site")


class Patience:
    """Waits after a failure, longer after each further one, never for ever."""

    def __init__(self, who: str) -> None:
        self._who = who
        self._next = RETRY

    def renew(self) -> None:
        """All went well."""
        self._next = RETRY

    async def wait(self, error: Exception) -> None:
        """Say what failed, and wait. Not all at the same moment: the database has to come to its feet."""
        pause = self._next * random.uniform(0.8, 1.2)
        logger.error("%s waits %.1f seconds: %s", self._who, pause, error or type(error).__name__)
        self._next = min(2 * self._next, LONGEST_RETRY)
        await asyncio.sleep(pause)


def owed(table: Table, audience: Audience) -> list[Decision]:
    """What bots have to decide at a table now. Bots among themselves go on while somebody watches."""
    return [] if is_alone(table) and not audience.watches(table.id) else decisions(table)


async def play_one(
    house: House, thinkers: Thinkers, table: Table, decision: Decision, pause: float, place: Place | None = None
) -> None:
    """Think and move. The same decision made twice counts once. Nobody holds a place while the pause lasts."""
    clock = asyncio.get_running_loop().time
    earliest = clock() + pause
    async with place or contextlib.nullcontext():
        move = await thinkers.choose(table, decision.seat)
    await asyncio.sleep(earliest - clock())
    # Somebody may have been faster, or the position may have changed: then there is nothing to do.
    with contextlib.suppress(Refusal, IllegalMove):
        await house.play(table.id, decision.seat, move, decision.version, request_of(table, decision))


def request_of(table: Table, decision: Decision) -> str:
    """The action_id of a decision: always the same, and nobody at the table can guess it."""
    secret = f"{table.salt} {table.seed} {decision.seat} {decision.version}"
    return f"bot-{hashlib.sha256(secret.encode()).hexdigest()[:32]}"


class BotSeats:
    """Wakes whenever a table has news, and plays every bot that owes a decision there."""

    def __init__(
        self, house: House, pause: float = PAUSE, processes: int = 0, audience: Audience | None = None
    ) -> None:
        self._house = house
        self._pause = pause
        self._audience = audience or Audience()
        deep = processes or usual_number()
        self._thinkers = Thinkers(deep)
        self._turns = FairTurns(quick=2, deep=deep)
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._looking = asyncio.Semaphore(LOOKING)
        self._waking: asyncio.Task[None] | None = None
        self._stop_listening = house.listen(lambda id, _: self.wake(id))
        self._audience.came = self.wake

    async def start(self) -> None:
        """Go on at every table where a bot was about to move when the server stopped."""
        self._waking = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        patience = Patience("the bots' tables")
        while True:
            try:
                async for summary in self._house.running():
                    kinds = {holder.kind for holder in summary.holders}
                    watched = kinds != {"bot"} or self._audience.watches(summary.id)
                    if watched and any(summary.holders[seat].kind == "bot" for seat in summary.actors):
                        self.wake(summary.id)
                return
            except Exception as error:
                await patience.wait(error)

    async def close(self) -> None:
        self._stop_listening()
        tasks = [*self._playing.values(), *filter(None, [self._waking])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinkers.close()

    def waiting(self) -> int:
        """How many decisions wait for a place to think."""
        return self._turns.waiting()

    def wake(self, id: str) -> None:
        """Look at a table; whoever is there already looks again before leaving."""
        if id in self._playing:
            self._again.add(id)
        else:
            self._playing[id] = asyncio.create_task(self._play_table(id))

    async def _play_table(self, id: str) -> None:
        patience = Patience(f"a bot at table {id}")
        try:
            while True:
                self._again.discard(id)
                try:
                    if not await self._play_bots(id) and id not in self._again:
                        return
                    patience.renew()
                except NoSuchTable:
                    return
                except OtherRules as error:
                    logger.error("bots leave table %s alone: %s", id, error)
                    return
                except Exception as error:  # whatever it was: people wait for this bot
                    await patience.wait(error)
        finally:
            del self._playing[id]

    async def _play_bots(self, id: str) -> bool:
        """A move for every bot that owes one; whether there was any."""
        async with self._looking:
            table = await self._house.table(id)
        waiting = owed(table, self._audience)
        done = await asyncio.gather(*(self._play_seat(table, each) for each in waiting), return_exceptions=True)
        for error in filter(None, done):
            raise error
        return bool(waiting)

    async def _play_seat(self, table: Table, decision: Decision) -> None:
        place = self._turns.turn(decision)
        await play_one(self._house, self._thinkers, table, decision, self._pause, place)
