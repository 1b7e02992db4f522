"""Trainer: a folder in which a value network is trained, generation after generation.

The files in the folder are the only state, and each is written atomically: an interrupted run goes on where it was. A
generation has the files of its self-play, the candidate that was fitted to them, the games of its matches, and a
verdict.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tablero
from tablero.core.evaluation.network_file import NetworkFile
from tablero.lab.arena import Match, Outcome
from tablero.lab.errors import LearningError
from tablero.lab.run_folder import put
from tablero.lab.training import fitting, gate
from tablero.lab.training.config import SEEDS_PER_RUN, TrainingConfig
from tablero.lab.training.network_bot import HAND_MADE
from tablero.lab.training.self_play import SelfPlayJob, play_games
from tablero.lab.workers import share_out

GAMES_PER_JOB = 24  # of self-play, so that little is lost by an interruption
SEEDS_PER_JOB = 3  # of a match
GENERATIONS_USED = 3  # whose games are used for fitting
MILLION = 1_000_000  # seeds of each generation for self-play, and for each match: no part shares its luck


@dataclass(frozen=True)
class TrainingStage:
    """A part of the work: its title, the number of its steps, and the steps; `said` is its result in words after
    them."""

    about: str
    total: int
    steps: Iterator[None]
    said: Callable[[], str]


class Trainer:
    """Train in a folder. Iterating over `stages` and their steps does the work; it can be resumed at any time."""

    def __init__(self, folder: Path, config: TrainingConfig, processes: int = 1, ray: str | None = None) -> None:
        """Raise LearningError if the folder has other settings, or the game has no inputs for a network."""
        self.folder = folder
        self.config = config
        self.processes = processes
        self.ray = ray
        self.until: float | None = None  # time of `time.monotonic` at which to stop
        self.game = tablero.game(config.game)
        if self.game.sight is None:
            raise LearningError(f"{self.game.title} has no sight yet: a judge would have nothing to look at")
        self.sight = self.game.sight
        self.table_sizes = [seats for seats in self.game.seats if seats > 1]
        self._save_config()

    def _save_config(self) -> None:
        path = self.folder / "plan.json"
        settings = {**self.config.as_json(), "own": int(self.sight.own), "shared": int(self.sight.shared)}
        if not path.exists():
            put(path, json.dumps(settings, indent=1).encode())
        elif (found := read_json(path)) != settings:
            other = ", ".join(f"{key} {found.get(key)}" for key in settings if found.get(key) != settings[key])
            folder = f"the folder {self.folder} was begun with other settings ({other})"
            raise LearningError(f"{folder}: give the same or name another folder")

    # ---------------------------------------------------------------- what lies in the folder

    def generation(self, number: int) -> Path:
        return self.folder / f"generation-{number}"

    def verdict(self, number: int) -> dict[str, Any] | None:
        path = self.generation(number) / "verdict.json"
        return read_json(path) if path.exists() else None

    def verdicts(self) -> list[dict[str, Any]]:
        """Return the verdicts of all finished generations."""
        found: list[dict[str, Any]] = []
        while (verdict := self.verdict(len(found) + 1)) is not None:
            found.append(verdict)
        return found

    def leader(self) -> str:
        """Return the leading weights: those of the latest generation that won."""
        won = [number for number, verdict in enumerate(self.verdicts(), 1) if verdict["kept"]]
        return (self.generation(won[-1]) / "judgement.json").read_text("utf-8") if won else HAND_MADE

    # ---------------------------------------------------------------- the work

    def out_of_time(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until

    def stages(self, generations: int) -> Iterator[TrainingStage]:
        """Yield what is left to do until there are `generations` generations."""
        for number in range(len(self.verdicts()) + 1, generations + 1):
            for stage in (self._playing(number), self._fitting(number), *self._matches(number)):
                if self.out_of_time():
                    return
                yield stage
            if self.out_of_time():
                return
            yield self._verdict_stage(number)

    def _playing(self, number: int) -> TrainingStage:
        folder = self.generation(number) / "games"
        leader = self.leader()
        first = self.config.seed * SEEDS_PER_RUN + number * 10 * MILLION
        jobs = self._jobs(leader, first, self.config.games, self.config.iterations)
        if number == 1:
            jobs += self._jobs(leader, first + 5 * MILLION, self.config.greedy, 0)

        def name(job: SelfPlayJob) -> Path:
            return folder / f"{job.seats}-{job.seeds.start}.npz"

        left = [job for job in jobs if not name(job).exists()]

        def steps() -> Iterator[None]:
            for job, shard in share_out(_play_games, self._until_time_is_up(left), self.processes, self.ray):
                packed = io.BytesIO()
                np.savez_compressed(packed, allow_pickle=False, **shard)
                put(name(job), packed.getvalue())
                yield

        return TrainingStage(
            f"Generation {number}: games",
            len(left),
            steps(),
            lambda: f"{sum(len(job.seeds) for job in jobs):,} games played",
        )

    def _jobs(self, leader: str, first: int, games: int, iterations: int) -> list[SelfPlayJob]:
        out = []
        for k in range(-(-games // GAMES_PER_JOB)):
            seats = self.table_sizes[k % len(self.table_sizes)]
            seeds = range(first + k * GAMES_PER_JOB, first + min((k + 1) * GAMES_PER_JOB, games))
            out.append(SelfPlayJob(self.config.game, leader, seats, seeds, iterations, self.config.moments))
        return out

    def _until_time_is_up(self, items: list[Any]) -> Iterator[Any]:
        for item in items:
            if self.out_of_time():
                return
            yield item

    def _fitting(self, number: int) -> TrainingStage:
        path = self.generation(number) / "judgement.json"
        config = self.config

        def steps() -> Iterator[None]:
            if path.exists():
                return
            known, held_out = self._rows(number)
            network: fitting.Network | None = None
            sizes = (int(self.sight.own), int(self.sight.shared), config.hidden)
            for network, _ in fitting.fit(known, held_out, *sizes, config.epochs, config.seed + number):
                yield
            assert network is not None
            made = {
                "plan": config.as_json(),
                "generation": number,
                "positions": sum(map(len, known)),
                "held_out": fitting.report(network, held_out),
                "version": tablero.__version__,
            }
            put(path, NetworkFile(config.game, *sizes, network.weights(), made).write().encode())

        def said() -> str:
            made = NetworkFile.read(path.read_text("utf-8")).made
            lines = [
                f"{seats} seats: log loss {one['log_loss']:.4f}, by hand {one['log_loss_hand_made']:.4f}; "
                f"area {one['area']:.4f}, by hand {one['area_hand_made']:.4f}"
                for seats, one in made["held_out"].items()
            ]
            return f"{made['positions']:,} positions learned. " + ". ".join(lines)

        return TrainingStage(f"Generation {number}: fitting", config.epochs, steps(), said)

    def _rows(self, number: int) -> tuple[list[fitting.TrainingRows], list[fitting.TrainingRows]]:
        """Return all positions of the latest generations by number of seats: those to fit and those held out."""
        known, held_out = [], []
        for seats in self.table_sizes:
            parts = []
            for earlier in range(max(1, number - GENERATIONS_USED + 1), number + 1):
                for path in sorted((self.generation(earlier) / "games").glob(f"{seats}-*.npz")):
                    with np.load(path) as shard:
                        parts.append(fitting.rows_of(shard, int(self.sight.own), self.config.margin, self.config.root))
            rows = fitting.concatenated([part for part, _ in parts])
            aside = np.concatenate([held for _, held in parts])
            known.append(rows[~aside])
            held_out.append(rows[aside])
        return known, [rows for rows in held_out if len(rows)]

    def _rivals(self, number: int) -> dict[str, str]:
        """Return what a candidate has to beat: the hand-made evaluator, and the leader if that is another."""
        leader = self.leader()
        return {"hand-made": HAND_MADE, **({"leader": leader} if leader != HAND_MADE else {})}

    def _matches(self, number: int) -> Iterator[TrainingStage]:
        for rival in self._rivals(number):
            for seats in self.table_sizes:
                yield self._match(number, rival, seats)

    def _match(self, number: int, rival: str, seats: int) -> TrainingStage:
        folder = self.generation(number) / "matches"
        kind = list(self._rivals(number)).index(rival) + 1
        first = self.config.seed * SEEDS_PER_RUN + (number * 10 + kind) * MILLION
        count = -(-self.config.duels // seats)
        parts = [range(k, min(k + SEEDS_PER_JOB, first + count)) for k in range(first, first + count, SEEDS_PER_JOB)]

        def name(seeds: range) -> Path:
            return folder / f"{rival}-{seats}-{seeds.start}.json"

        left = [seeds for seeds in parts if not name(seeds).exists()]

        def steps() -> Iterator[None]:
            candidate = (self.generation(number) / "judgement.json").read_text("utf-8")
            against = self._rivals(number)[rival]
            own, theirs = self._iterations(number, rival, seats, candidate, against)
            jobs = [gate.MatchJob(self.config.game, candidate, against, seats, seeds, own, theirs) for seeds in left]
            for job, outcomes in share_out(_play_match, self._until_time_is_up(jobs), self.processes, self.ray):
                put(name(job.seeds), json.dumps([outcome.as_json() for outcome in outcomes]).encode())
                yield

        def said() -> str:
            return f"against {rival}: {self._played(number, rival, seats)}"

        return TrainingStage(f"Generation {number}: {seats} seats against {rival}", len(left), steps(), said)

    def _iterations(self, number: int, rival: str, seats: int, candidate: str, against: str) -> tuple[int, int]:
        """Return iterations of both sides that take the same time, measured once for each match."""
        path = self.generation(number) / "matches" / f"pace-{rival}-{seats}.json"
        if not path.exists():
            own = gate.equal_time(self.config.game, candidate, against, self.config.pace, seats, self.config.seed)
            put(path, json.dumps([own, self.config.pace]).encode())
        own, theirs = read_json(path)
        return own, theirs

    def _played(self, number: int, rival: str, seats: int) -> Match:
        found = [
            Outcome.from_json(outcome)
            for path in (self.generation(number) / "matches").glob(f"{rival}-{seats}-*.json")
            for outcome in read_json(path)
        ]
        return Match.of(seats, found)

    def _verdict_stage(self, number: int) -> TrainingStage:
        verdict: dict[str, Any] = {}

        def steps() -> Iterator[None]:
            folder = self.generation(number)
            matches = {}
            kept = True
            for rival in self._rivals(number):
                played = [self._played(number, rival, seats) for seats in self.table_sizes]
                paces = [read_json(folder / "matches" / f"pace-{rival}-{one.seats}.json") for one in played]
                kept = kept and gate.won(played)
                matches[rival] = [
                    gate.summary(one, (pace[0], pace[1])) for one, pace in zip(played, paces, strict=True)
                ]
            verdict.update({"kept": kept, "matches": matches})
            put(folder / "verdict.json", json.dumps(verdict, indent=1).encode())
            yield

        def said() -> str:
            return f"generation {number} is {'kept' if verdict['kept'] else 'dropped'}"

        return TrainingStage(f"Generation {number}: verdict", 1, steps(), said)

    # ---------------------------------------------------------------- what comes of it

    def winner(self) -> NetworkFile | None:
        """Return the leading weights with the verdicts of all generations; None while the hand-made evaluator leads."""
        leader = self.leader()
        if leader == HAND_MADE:
            return None
        found = NetworkFile.read(leader)
        made = {**found.made, "generations": self.verdicts()}
        return NetworkFile(found.game, found.own, found.shared, found.hidden, found.weights, made)


def _play_games(job: SelfPlayJob) -> tuple[SelfPlayJob, dict[str, NDArray[Any]]]:
    return job, play_games(job)


def _play_match(job: gate.MatchJob) -> tuple[gate.MatchJob, list[Outcome]]:
    return job, gate.play_match(job)


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError:
        raise LearningError(f"{path} is damaged: take it away, and that part is done again") from None
