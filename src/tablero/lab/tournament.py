"""Tournaments of bots: matches played by many processes and stored in a folder, so that a run can be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import tablero
from tablero.core import Game
from tablero.lab.arena import Match, Outcome, play_seed
from tablero.lab.bot_names import bot_by_name, own_modules
from tablero.lab.errors import ArenaError
from tablero.lab.run_folder import as_line, begin, mend, read_lines
from tablero.lab.workers import share_out
from tablero.plain import is_compiled

SETTINGS = "settings.json"
OUTCOMES_FILE = "outcomes.jsonl"
Progress = Callable[[int, Mapping[tuple[int, int], Sequence[Outcome]]], None]


@dataclass(frozen=True)
class Task:
    """Job of one seed of one match."""

    game: Game
    hero: str
    rival: str
    seats: int
    seed: int
    options: Mapping[str, str]
    pair: tuple[int, int]


def play_task(task: Task) -> tuple[Task, Outcome]:
    """Play one seed of a match."""
    rivals = [task.rival] * (task.seats - 1)
    return task, play_seed(task.game, task.hero, rivals, task.seed, task.options)


@dataclass(frozen=True)
class Tournament:
    """Settings of a tournament: bots, pairs, seats and seeds."""

    game: Game
    bots: tuple[str, ...]
    seats: int = 2
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    ladder: bool = False  # each bot against the one named before it, else every pair
    yardstick: bool = False  # each bot against the last one alone

    def __post_init__(self) -> None:
        if len(self.bots) < 2:
            raise ArenaError("a match needs two bots or more: --bots level1,level2")
        if self.seats < 2:
            raise ArenaError("a match needs two seats or more")
        for spec in self.bots:
            bot_by_name(spec, self.game)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Pairs of bot numbers: the hero, and the rival whose copies fill the other seats."""
        last = len(self.bots) - 1
        if self.yardstick:
            return tuple((bot, last) for bot in range(last))
        if self.ladder:
            return tuple((after, before) for before, after in pairwise(range(len(self.bots))))
        return tuple(combinations(range(len(self.bots)), 2))

    def settings(self) -> dict[str, Any]:
        """Return what must stay the same when a tournament is resumed."""
        return {
            "tablero": tablero.__version__,
            "compiled": is_compiled(),
            "game": self.game.name,
            "rules": self.game.rules,
            "facts": self.game.own_facts,
            "seats": self.seats,
            "options": self.game.settle_options(self.seats, self.options),
            "bots": list(self.bots),
            "pairs": [list(pair) for pair in self.pairs],
            "seed": self.seed,
        }

    def play(
        self,
        seeds: int,
        *,
        folder: Path | None = None,
        processes: int = 1,
        ray: str | None = None,
        decide: tuple[float, float] | None = None,
        progress: Progress | None = None,
    ) -> dict[tuple[int, int], Match]:
        """Play `seeds` seeds of every match and return the matches by their pairs.

        With a folder every outcome is written as soon as it is known, and outcomes in it are not played again. With
        `decide` (two Elo values) a match ends at the first seed at which `Match.sprt` decides between them, whatever
        the number of processes. `progress` is called with the number of outcomes and those that count so far.
        """
        wanted = range(self.seed, self.seed + seeds)
        running = {pair: Running(self.seats, wanted, decide) for pair in self.pairs}
        kept = Kept.open(folder, self.settings()) if folder is not None else None
        for pair, outcome in kept.outcomes if kept is not None else ():
            running[pair].hear(outcome)

        def tasks() -> Iterator[Task]:
            for seed in wanted:
                for pair, one in running.items():
                    if one.wants(seed):
                        hero, rival = (self.bots[number] for number in pair)
                        yield Task(self.game, hero, rival, self.seats, seed, self.options, pair)

        def report() -> None:
            if progress is not None:
                done = sum(one.settled for one in running.values())
                progress(done, {pair: one.row for pair, one in running.items()})

        report()
        try:
            for task, outcome in share_out(play_task, tasks(), processes, ray, own_modules(self.bots)):
                running[task.pair].hear(outcome)
                if kept is not None:
                    kept.write(task.pair, outcome)
                report()
        finally:
            if kept is not None:
                kept.close()
        return {pair: Match.of(self.seats, one.row) for pair, one in running.items()}


class Running:
    """A running match. Only its first seeds without a gap count, so that the result does not depend on the speed of
    processes."""

    def __init__(self, seats: int, seeds: range, decide: tuple[float, float] | None) -> None:
        self.seats = seats
        self.seeds = seeds
        self.decide = decide
        self.row: list[Outcome] = []  # of the first seeds, which count
        self._known: dict[int, Outcome] = {}
        self._decided = False

    def hear(self, outcome: Outcome) -> None:
        """Add an outcome; they may come in any order."""
        self._known[outcome.seed] = outcome
        while not self._decided and len(self.row) < len(self.seeds):
            if (following := self._known.get(self.seeds[len(self.row)])) is None:
                return
            self.row.append(following)
            if self.decide is not None:
                self._decided = Match(self.seats, tuple(self.row), 0.0, 0.0).sprt(*self.decide) != "open"

    def wants(self, seed: int) -> bool:
        """Return whether this seed still has to be played."""
        return not self._decided and seed not in self._known

    @property
    def settled(self) -> int:
        """Number of seeds that need not be played any more."""
        return len(self.seeds) if self._decided else sum(seed in self._known for seed in self.seeds)


class Kept:
    """Outcomes of a tournament in a folder, one line of JSON for each."""

    def __init__(self, file: Path, outcomes: list[tuple[tuple[int, int], Outcome]]) -> None:
        self.outcomes = outcomes
        self._file = file.open("ab")

    @classmethod
    def open(cls, folder: Path, settings: Mapping[str, Any]) -> Kept:
        """Open a new folder, or one of the same tournament. Raise ArenaError if it was another one."""
        begin(folder / SETTINGS, settings, "tournament")
        try:
            mend(folder / OUTCOMES_FILE)
            return cls(folder / OUTCOMES_FILE, _read(folder / OUTCOMES_FILE))
        except OSError as error:
            raise ArenaError(f"the folder {folder} cannot be used: {error.strerror}; name another one") from None

    def write(self, pair: Sequence[int], outcome: Outcome) -> None:
        self._file.write(as_line({"pair": list(pair), **outcome.as_json()}))
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _read(file: Path) -> list[tuple[tuple[int, int], Outcome]]:
    """Return the outcomes in a file."""
    found = []
    for number, line in enumerate(read_lines(file), 1):
        try:
            read = json.loads(line)
            hero, rival = map(int, read["pair"])
            found.append(((hero, rival), Outcome.from_json(read)))
        except (ValueError, LookupError, TypeError):
            raise ArenaError(f"line {number} of {file} is damaged; take it out, its seed is played again") from None
    return found
