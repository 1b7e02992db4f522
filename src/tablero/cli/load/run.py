"""A load from the first connection to the figures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any

from tablero.cli.load.crowd import Company, Spectator, ask, open_table
from tablero.cli.load.plan import Plan
from tablero.cli.load.server import family, rss_kb
from tablero.cli.load.tally import Figures, Tally, count
from tablero.cli.load.wire import Requests, Site

FIRST_SIGHT = 30.0  # seconds until an idle page has been shown something
DOORS = 32  # connections that are being opened at the same time


def run(work: Coroutine[Any, Any, Figures]) -> Figures:
    """Run to the end in the fastest event loop that there is here."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


async def measure(plan: Plan, site: Site, pid: int | None) -> Figures:
    """Bring everybody in, let them play, and say what was seen; `pid` is the server's process when it is known."""
    tally = Tally()
    door = Requests(site)
    await ask(door, "/api/games")
    per_idle = await keep_idle(plan, site, door, tally, pid)
    await door.close()
    watching = [Spectator(site, tally) for _ in range(plan.spectators)]
    companies = [Company(site, tally, plan, () if number else watching) for number in range(plan.tables)]
    await all_of(company.come_in for company in companies)
    tally.begun = True
    playing = [asyncio.create_task(company.go_on()) for company in companies]
    figures = await count(
        tally, plan.seconds, pid,
        waiting=lambda: sum(company.waiting for company in companies),
        still=lambda: sum(company.still for company in companies),
    )  # fmt: skip
    for task in playing:
        task.cancel()
    for company in companies:
        company.get_up()
    for spectator in watching:
        spectator.leave()
    return {
        "game": plan.game, "players": plan.players, "tables": plan.tables, "think": plan.think, "api": plan.api,
        **figures,
        "spectators": plan.spectators, "watched": tally.watched,
        "idle": plan.idle, "rss_kb_per_idle_socket": per_idle,
    }  # fmt: skip


async def all_of(work: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Do all of it, not too much at once."""
    steps = iter(work)

    async def through_one_door() -> None:
        for step in steps:
            await step()

    await asyncio.gather(*(through_one_door() for _ in range(DOORS)))


async def keep_idle(plan: Plan, site: Site, door: Requests, tally: Tally, pid: int | None) -> float | None:
    """Open pages at a table where nobody moves; what each takes of the server's memory."""
    if not plan.idle:
        return None
    table = (await open_table(door, plan.game, plan.seats))[0].id
    first = Spectator(site, tally)
    await first.arrive(table)  # what is drawn for the first one is remembered for all
    before = rss_kb(family(pid))
    idle = [Spectator(site, tally) for _ in range(plan.idle)]
    await all_of(partial(one.arrive, table) for one in idle)
    until = time.perf_counter() + FIRST_SIGHT
    while not all(one.messages for one in idle) and time.perf_counter() < until:
        await asyncio.sleep(0.05)
    after = rss_kb(family(pid))
    return None if before is None or after is None else round((after - before) / plan.idle, 1)
