"""Run many schedules, shorten those that fail, and tell what was found."""

from __future__ import annotations

import logging
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litestar import Litestar

from tablero.cli.console import Refused, out, print_json, watch
from tablero.cli.simulate_faults.planted import PLANTED_FAULTS
from tablero.cli.simulate_faults.schedule import ScheduleOutcome, run_schedule
from tablero.cli.simulate_faults.template import write_template
from tablero.cli.simulate_faults.world import Plan
from tablero.site.server.app import create_app
from tablero.site.settings import Settings

MEMORY = Path("/dev/shm")  # a disk in memory, where there is one
MOST_SHOWN = 5  # of what one schedule has found


@dataclass
class Bench:
    """What all schedules of a run share: the template of the database, and the applications of the processes."""

    folder: Path
    apps: list[Litestar] = field(default_factory=list)

    def run(self, plan: Plan) -> ScheduleOutcome:
        """Run one schedule."""
        while len(self.apps) < plan.processes:
            self.apps.append(create_app(Settings(database=str(self.folder / "schedule.db"))))
        return run_schedule(plan, self.folder / "template.db", self.folder, self.apps)


@contextmanager
def bench() -> Iterator[Bench]:
    """Have a folder with a template inside this context."""
    where = MEMORY if MEMORY.is_dir() else None
    # Errors are part of every schedule, and what died in the middle of its work complains when it is thrown away.
    logging.disable(logging.CRITICAL)
    sys.unraisablehook = lambda _: None
    warnings.simplefilter("ignore", RuntimeWarning)
    with tempfile.TemporaryDirectory(prefix="tablero-faults-", dir=where) as folder:
        write_template(Path(folder) / "template.db")
        yield Bench(Path(folder))


@dataclass(frozen=True)
class Order:
    """What the command is asked for."""

    schedules: int
    seed: int
    people: int | None
    actions: int | None
    plant: str
    whole: bool
    trace: bool


def play(order: Order, json: bool) -> bool:
    """Run schedules and tell what was found; return whether anything was."""
    plant = order.plant
    if plant and plant not in PLANTED_FAULTS:
        raise Refused(f"--plant is all or one of {', '.join(PLANTED_FAULTS)}, not {plant}")
    total: dict[str, Any] = {"schedules": order.schedules, "seed": order.seed, "acknowledged": 0, "lost": 0, "stuck": 0}
    total |= {"faults": 0, "failed": []} | ({"traces": []} if order.trace else {})
    began = time.process_time()
    with bench() as shared, PLANTED_FAULTS[plant].planted() if plant else nullcontext():
        seeds = range(order.seed, order.seed + order.schedules)
        for number in watch(seeds, "schedules", order.schedules, json):
            outcome = shared.run(Plan.of(number, order.people, order.actions))
            if order.trace:
                total["traces"].append(outcome.trace)
            total["acknowledged"] += outcome.acknowledged
            total["lost"] += outcome.lost
            total["stuck"] += len(outcome.stuck)
            total["faults"] += outcome.faults
            if not outcome.good:
                total["failed"].append(_told(outcome if order.whole else shorten(shared, outcome)))
    total["seconds"] = round(time.process_time() - began, 2)
    if json:
        print_json(total)
    else:
        _print(total)
    return bool(total["failed"])


def shorten(shared: Bench, outcome: ScheduleOutcome) -> ScheduleOutcome:
    """Return the shortest schedule of the same seed that fails too: with fewer people, who do less."""
    found = outcome
    for people in range(1, outcome.plan.people + 1):
        actions = 1
        while actions <= found.plan.actions:
            tried = shared.run(Plan.of(outcome.plan.seed, people, actions))
            if not tried.good:
                return tried
            actions *= 2
    return found


def _told(outcome: ScheduleOutcome) -> dict[str, Any]:
    what = [*outcome.stuck, *outcome.failed][:MOST_SHOWN]
    plan = outcome.plan
    return {
        "seed": plan.seed,
        "people": plan.people,
        "actions": plan.actions,
        "trace": outcome.trace[:16],
        "what": what,
    }


def _print(total: dict[str, Any]) -> None:
    out().print(
        f"{total['schedules']:,} schedules, {total['faults']:,} faults: {total['acknowledged']:,} requests "
        f"acknowledged, "
        f"{total['lost']} lost, {total['stuck']} stuck ({total['seconds']} s)."
    )
    for one in total["failed"]:
        again = f"tablero simulate-faults --schedules 1 --seed {one['seed']} --people {one['people']}"
        out().print(f"{again} --actions {one['actions']} --whole", *[f"  {line}" for line in one["what"]], sep="\n")


def search(schedules: int, seed: int, json: bool) -> bool:
    """Plant each fault in turn and tell after how many schedules it is found; return whether one is not."""
    found: dict[str, dict[str, Any]] = {}
    with bench() as shared:
        for fault in PLANTED_FAULTS.values():
            with fault.planted():
                found[fault.name] = _search(shared, schedules, seed)
            if not json:
                one = found[fault.name]
                out().print(f"{fault.name}: {one['schedules'] or 'not found'}", *one["what"][:1], sep="  ")
    if json:
        print_json(found)
    return not all(one["schedules"] for one in found.values())


def _search(shared: Bench, schedules: int, seed: int) -> dict[str, Any]:
    for number in range(schedules):
        outcome = shared.run(Plan.of(seed + number))
        if not outcome.good:
            return {"schedules": number + 1, **_told(outcome)}
    return {"schedules": 0, "what": []}
