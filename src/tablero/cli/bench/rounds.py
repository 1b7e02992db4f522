"""Steps of ours and of peers measured in turns: each gets a slice of time in every round, and its best slice counts.

Each library and each of our games has a process of its own. Whatever disturbs a round (a busy machine, a warm
processor) disturbs all of them alike. Slices are measured in processor time, except what several processes do together,
which is measured in wall time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from tablero.cli.bench import peers

CONTEST_ROUNDS = 5
BY_THE_CLOCK = {"large_steps_per_s", "shared_steps_per_s"}
Figures = dict[str, Any]


class Runner:
    """A process that measures slices on request."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        environment = {**os.environ, "PYTHONWARNINGS": "ignore", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        self._process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.report = self._read_line()
        self.works: list[tuple[str, str]] = [(key, game) for key, game in self.report.pop("works", [])]
        self.best: dict[tuple[str, str], float] = {}

    def _read_line(self) -> Figures:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            return {"left_out": f"its process ended with status {self._process.returncode}"}
        told: Figures = json.loads(line)
        return told

    def slice(self, work: tuple[str, str], seconds: float) -> None:
        """Measure one subject for `seconds` and keep its best slice.

        One whose process ends is left out from then on.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps([*work, seconds]) + "\n")
            self._process.stdin.flush()
            told = self._read_line()
        except OSError as error:
            told = {"left_out": str(error)}
        if "left_out" in told:
            self.report["left_out"], self.works = f"{work[1] or work[0]}: {told['left_out']}", []
            return
        took = told["wall"] if work[0] in BY_THE_CLOCK else max(told["cpu"], 1e-9)
        self.best[work] = max(self.best.get(work, 0.0), told["done"] / took)

    def figures(self) -> Figures:
        """Return the best rates by the names of the figures, and by game where there are several."""
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
    """Start a process for each of our games and each peer; `others` maps peers to their Python."""
    ours = [Runner(game, [sys.executable, "-m", "tablero.cli.bench.steps", game]) for game in games]
    # -P: modules beside that file must not hide others of the same name.
    return ours + [Runner(peer, [python, "-P", peers.__file__, peer]) for peer, python in others.items()]


def rounds(entered: list[Runner], seconds: float) -> Iterator[None]:
    """Measure every subject for `seconds` in all, a slice in each round; yield after each round."""
    for _ in range(CONTEST_ROUNDS):
        for runner in entered:
            for work in list(runner.works):
                runner.slice(work, seconds / CONTEST_ROUNDS)
        yield
