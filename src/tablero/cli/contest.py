"""Ours and the peers' steps measured in turns: every subject gets a slice of time in every round, and its best slice counts.

Each library and each of our games waits in a process of its own. A busy machine, a warm processor, a neighbour: whatever disturbs a round disturbs all of
them alike. Slices are counted in processor time, but for what several processes do together: that is counted by the clock on the wall.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from tablero.cli import peers

ROUNDS = 5
BY_THE_CLOCK = {"large_steps_per_s", "shared_steps_per_s"}
Figures = dict[str, Any]


class Runner:
    """A process that measures slices when it is asked to."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        surroundings = {**os.environ, "PYTHONWARNINGS": "ignore", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        self._process = subprocess.Popen(
            command, env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.report = self._heard()
        self.works: list[tuple[str, str]] = [(key, game) for key, game in self.report.pop("works", [])]
        self.best: dict[tuple[str, str], float] = {}

    def _heard(self) -> Figures:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            return {"left_out": f"its process ended with status {self._process.returncode}"}
        told: Figures = json.loads(line)
        return told

    def slice(self, work: tuple[str, str], seconds: float) -> None:
        """Measure one subject for so long; the best of its slices is kept. One whose process ends is left out from then on."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps([*work, seconds]) + "\n")
            self._process.stdin.flush()
            told = self._heard()
        except OSError as error:
            told = {"left_out": str(error)}
        if "left_out" in told:
            self.report["left_out"], self.works = f"{work[1] or work[0]}: {told['left_out']}", []
            return
        took = told["wall"] if work[0] in BY_THE_CLOCK else max(told["cpu"], 1e-9)
        self.best[work] = max(self.best.get(work, 0.0), told["done"] / took)

    def figures(self) -> Figures:
        """What was found, by the names of the figures; by game where there are several."""
        found: Figures = dict(self.report)
        for (key, game), best in self.best.items():
            if game:
                found.setdefault(key, {})[game] = round(best)
            else:
                found[key] = round(best)
        return found

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def runners(games: list[str], others: Mapping[str, str]) -> list[Runner]:
    """Our games, and peers: which one is run by which Python."""
    ours = [Runner(game, [sys.executable, "-m", "tablero.cli.steps", game]) for game in games]
    # -P: modules beside that file must not be taken for those of the same name elsewhere.
    return ours + [Runner(peer, [python, "-P", peers.__file__, peer]) for peer, python in others.items()]


def rounds(entered: list[Runner], seconds: float) -> Iterator[None]:
    """Measure everything so many seconds in all, a slice in each round."""
    for _ in range(ROUNDS):
        for runner in entered:
            for work in list(runner.works):
                runner.slice(work, seconds / ROUNDS)
        yield
