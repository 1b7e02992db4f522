"""The command `simulate-faults`: the whole server in one process, on virtual time, while everything fails."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Annotated

from cyclopts import Parameter

from tablero.cli.console import Json, Refused

SAME_ORDER = {"PYTHONHASHSEED": "0"}  # sets are gone through in the same order in every run


def simulate_faults(
    *,
    schedules: int = 100,
    seed: int = 1,
    people: int | None = None,
    actions: int | None = None,
    plant: str = "",
    whole: Annotated[bool, Parameter(negative=())] = False,
    trace: Annotated[bool, Parameter(negative=())] = False,
    json: Json = False,
) -> int:
    """Play on a simulated server while its database, network and processes fail, and check what must hold.

    Parameters
    ----------
    schedules
        How many schedules are played, each drawn from a seed of its own.
    seed
        The seed of the first one; each further one takes the next number. The same seed plays the same schedule.
    people
        How many people play; without it as the seed says. What a shortened schedule needs.
    actions
        How many things each of them does; without it as the seed says.
    plant
        A fault that is planted, to see whether it is found; all: each of them until it is found.
    whole
        Do not shorten a schedule that has failed.
    trace
        Tell a checksum of all messages of each schedule, and of when each has reached whom.
    """
    for value, name in ((schedules, "--schedules"), (people, "--people"), (actions, "--actions")):
        if value is not None and value < 1:
            raise Refused(f"{name} is 1 or more, not {value}")
    if people is not None and people > 5:
        raise Refused(f"--people is 5 at most, not {people}")
    if os.environ.get("PYTHONHASHSEED") != SAME_ORDER["PYTHONHASHSEED"]:
        words = [f"--schedules={schedules}", f"--seed={seed}", f"--plant={plant}"]
        words += [f"--people={people}"] if people is not None else []
        words += [f"--actions={actions}"] if actions is not None else []
        words += ["--whole"] if whole else []
        words += ["--trace"] if trace else []
        words += ["--json"] if json else []
        command = [sys.executable, "-m", "tablero", "simulate-faults", *words]
        status = subprocess.run(command, env=os.environ | SAME_ORDER, check=False).returncode
        if status:
            raise SystemExit(status)
        return 0
    from tablero.cli.simulate_faults.run import Order, play, search

    order = Order(schedules, seed, people, actions, plant, whole, trace)
    if search(schedules, seed, json) if plant == "all" else play(order, json):
        raise SystemExit(1)
    return 0
