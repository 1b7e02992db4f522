"""A load from the first connection to the figures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any

from tablero.cli.load.crowd import Company, Spectator, ask, open_table
from tablero.cli.load.plan import Plan
from tablero.cli.load.server import cpu_seconds, family, rss_kb
from tablero.cli.load.tally import Tally
from tablero.cli.load.wire import Requests, Site

Figures = dict[str, Any]

WARM_UP = 1.0  # seconds of play that are not counted
DRAIN = 5.0  # seconds for the answers under way at the end
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
    playing = [asyncio.create_task(company.go_on()) for company in companies]
    await asyncio.sleep(WARM_UP)

    family_before = family(pid) if pid else []
    server_before, client_before, heard = cpu_seconds(family_before), time.process_time(), tally.heard
    tally.running = True
    began = time.perf_counter()
    await asyncio.sleep(plan.seconds)
    tally.running = False
    tally.over = True
    took = time.perf_counter() - began
    processes = family(pid) if pid else []
    server_after, client_after, heard = cpu_seconds(processes), time.process_time(), tally.heard - heard
    memory = rss_kb(processes)

    until = time.perf_counter() + DRAIN
    while any(company.waiting for company in companies) and time.perf_counter() < until:
        await asyncio.sleep(0.02)
    for _ in range(sum(company.waiting for company in companies)):
        tally.fail("a move without an answer")
    for task in playing:
        task.cancel()
    for company in companies:
        company.get_up()
    for spectator in watching:
        spectator.leave()

    moves = tally.moves
    server_cpu = None if server_before is None or server_after is None else server_after - server_before
    return {
        "game": plan.game, "players": plan.players, "tables": plan.tables, "seconds": round(took, 2),
        "think": plan.think, "api": plan.api,
        "moves": moves, "moves_per_s": round(moves / took, 1),
        "p50_ms": tally.wait_ms(0.5), "p99_ms": tally.wait_ms(0.99), "max_ms": tally.wait_ms(1),
        "refused": tally.refused.total(), "refusals": dict(tally.refused),
        "errors": tally.errors.total(), "faults": dict(tally.errors),
        "server_cpu_ms_per_move": per_move(server_cpu, moves),
        "client_cpu_ms_per_move": per_move(client_after - client_before, moves),
        "server_rss_mb": None if memory is None else round(memory / 1024, 1),
        "server_processes": len(processes) or None,
        "bytes_per_move": round(heard / moves) if moves else None,
        "spectators": plan.spectators, "watched": tally.watched,
        "idle": plan.idle, "rss_kb_per_idle_socket": per_idle,
    }  # fmt: skip


def per_move(seconds: float | None, moves: int) -> float | None:
    """Milliseconds for one move."""
    return None if seconds is None or not moves else round(1000 * seconds / moves, 3)


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
    before = rss_kb(family(pid)) if pid else None
    idle = [Spectator(site, tally) for _ in range(plan.idle)]
    await all_of(partial(one.arrive, table) for one in idle)
    until = time.perf_counter() + DRAIN
    while not all(one.messages for one in idle) and time.perf_counter() < until:
        await asyncio.sleep(0.05)
    after = rss_kb(family(pid)) if pid else None
    return None if before is None or after is None else round((after - before) / plan.idle, 1)
