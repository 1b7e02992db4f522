"""Run one schedule and say what was found."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from litestar import Litestar

from tablero.cli.simulate_faults.event_loop import Standstill, TooLong, VirtualLoop
from tablero.cli.simulate_faults.invariants import check
from tablero.cli.simulate_faults.replaced import simulated
from tablero.cli.simulate_faults.world import Plan, World
from tablero.site.notifications.safe_http import Answer

MOST_CALLBACKS = 2_000_000


@dataclass
class ScheduleOutcome:
    """What one schedule has shown."""

    plan: Plan
    acknowledged: int = 0
    lost: int = 0
    stuck: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    trace: str = ""
    callbacks: int = 0
    seconds: float = 0.0  # of virtual time
    faults: int = 0

    @property
    def good(self) -> bool:
        return not (self.lost or self.stuck or self.failed)


def run_schedule(plan: Plan, template: Path, folder: Path, apps: Sequence[Litestar]) -> ScheduleOutcome:
    """Run a schedule on a copy of the template."""
    outcome = ScheduleOutcome(plan)
    file = folder / "schedule.db"
    for left in folder.glob("schedule.db*"):
        left.unlink()
    shutil.copyfile(template, file)
    luck = Random(f"schedule {plan.seed}")
    loop = VirtualLoop(luck, MOST_CALLBACKS)
    loop.jobs_that_die = plan.jobs_that_die
    world = World(plan, loop, luck, file, apps)
    gc.disable()
    try:
        with simulated(loop, luck, world.database, plan.moves, _webhooks(world)):
            try:
                loop.run_until_complete(world.run())
                loop.run_until_complete(check(world, outcome))
            except (Standstill, TooLong) as error:
                outcome.stuck.append(f"{type(error).__name__} after {loop.time() - 1000:.0f} seconds")
            outcome.failed = [*world.failed, *outcome.failed, *loop.errors]
            outcome.stuck = [*world.stuck, *outcome.stuck]
            outcome.trace = world.trace
            outcome.callbacks = loop.callbacks
            outcome.seconds = loop.time() - 1000
            outcome.faults = world.database.failed + world.network.lost + sum(p.starts - 1 for p in world.processes)
            world.close()
            loop.end()
    finally:
        gc.enable()
    return outcome


def _webhooks(world: World) -> Callable[..., Awaitable[Answer]]:
    """Return what takes the place of the method `SafeHttpClient.post`."""

    async def post(_: object, address: str, body: bytes, headers: object) -> Answer:
        return await world.network.post(address, body)

    return post
