"""The simulated server: nothing fails, the same seed plays the same, and planted faults are found."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.limits import LIMIT

# Enough for each of them, with room: docs/internals/simulated-faults.md has the numbers.
FOUND_WITHIN = 240


def simulate(*words: str, status: int = 0) -> Any:
    command = [sys.executable, "-m", "tablero", "simulate-faults", *words, "--json"]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == status, done.stderr or done.stdout
    return json.loads(done.stdout)


@pytest.mark.parametrize("seed", [1, 101, 201])
def test_nothing_is_lost_and_nobody_waits_for_ever(seed: int) -> None:
    found = simulate("--schedules", "100", "--seed", str(seed))
    assert (found["schedules"], found["lost"], found["stuck"], found["failed"]) == (100, 0, 0, [])
    assert found["acknowledged"] > 500
    assert found["faults"] > 500


def test_the_same_seed_plays_the_same_schedule() -> None:
    seen = [simulate("--seed", "5", "--schedules", "2", "--trace")["traces"] for _ in range(2)]
    assert seen[0] == seen[1]
    assert len({*seen[0]}) == 2
    alone = simulate("--seed", "6", "--schedules", "1", "--trace")["traces"]
    assert alone == seen[0][1:], "what was played before in the same process makes a difference"


def test_a_planted_fault_is_found_and_shortened() -> None:
    found = simulate("--schedules", "1", "--plant", "show-ids", status=1)
    first = found["failed"][0]
    assert "the id of a person" in str(first["what"])
    words = ["--schedules", "1", "--seed", str(first["seed"]), "--people", str(first["people"])]
    again = simulate(*words, "--actions", str(first["actions"]), "--whole", "--plant", "show-ids", status=1)
    assert again["failed"] == [first]


@pytest.mark.long
@pytest.mark.timeout(60 * LIMIT)
def test_nothing_is_lost_in_five_thousand_schedules() -> None:
    found = simulate("--schedules", "5000", "--seed", "100000")
    assert (found["lost"], found["stuck"], found["failed"]) == (0, 0, [])


@pytest.mark.long
@pytest.mark.timeout(60 * LIMIT)
def test_every_planted_fault_is_found() -> None:
    found = simulate("--schedules", str(FOUND_WITHIN), "--plant", "all")
    assert {name: one["schedules"] for name, one in found.items() if not one["schedules"]} == {}
