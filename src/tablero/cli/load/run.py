"""A measurement from the first connection to the figures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any

from tablero.cli.load.connections import Requests, Site
from tablero.cli.load.players import Spectator, TableGroup, ask, open_table
from tablero.cli.load.scenario import Scenario
from tablero.cli.load.server import process_tree, rss_kb
from tablero.cli.load.statistics import Figures, LoadStatistics, count

FIRST_UPDATE_TIMEOUT = 30.0  # seconds, for the first message to an idle page
MAX_OPENING = 32  # connections at the same time


def run(work: Coroutine[Any, Any, Figures]) -> Figures:
    """Run a coroutine in uvloop if it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


async def measure(scenario: Scenario, site: Site, pid: int | None) -> Figures:
    """Connect all clients, let them play and return the figures; `pid` is the server's process if it is known."""
    statistics = LoadStatistics()
    requests = Requests(site)
    await ask(requests, "/api/games")
    per_idle = await keep_idle(scenario, site, requests, statistics, pid)
    await requests.close()
    watching = [Spectator(site, statistics) for _ in range(scenario.spectators)]
    groups = [TableGroup(site, statistics, scenario, () if number else watching) for number in range(scenario.tables)]
    await all_of(group.open_first_table for group in groups)
    statistics.begun = True
    playing = [asyncio.create_task(group.play_games()) for group in groups]
    figures = await count(
        statistics,
        scenario.seconds,
        pid,
        waiting=lambda: sum(group.waiting for group in groups),
        stuck=lambda: sum(group.stuck for group in groups),
    )
    for task in playing:
        task.cancel()
    for group in groups:
        group.leave_table()
    for spectator in watching:
        spectator.leave()
    return {
        "game": scenario.game,
        "players": scenario.players,
        "tables": scenario.tables,
        "think": scenario.think,
        "api": scenario.api,
        **figures,
        "spectators": scenario.spectators,
        "watched": statistics.watched,
        "idle": scenario.idle,
        "rss_kb_per_idle_socket": per_idle,
    }


async def all_of(work: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Await all functions, at most `MAX_OPENING` at the same time."""
    steps = iter(work)

    async def run_steps() -> None:
        for step in steps:
            await step()

    await asyncio.gather(*(run_steps() for _ in range(MAX_OPENING)))


async def keep_idle(
    scenario: Scenario, site: Site, requests: Requests, statistics: LoadStatistics, pid: int | None
) -> float | None:
    """Open idle pages; return the server's memory for each in KB."""
    if not scenario.idle:
        return None
    table = (await open_table(requests, scenario.game, scenario.seats))[0].id
    first = Spectator(site, statistics)
    await first.arrive(table)  # what is drawn for the first one is remembered for all
    before = rss_kb(process_tree(pid))
    idle = [Spectator(site, statistics) for _ in range(scenario.idle)]
    await all_of(partial(one.arrive, table) for one in idle)
    until = time.perf_counter() + FIRST_UPDATE_TIMEOUT
    while not all(one.messages for one in idle) and time.perf_counter() < until:
        await asyncio.sleep(0.05)
    after = rss_kb(process_tree(pid))
    return None if before is None or after is None else round((after - before) / scenario.idle, 1)
