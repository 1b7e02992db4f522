"""School: a folder in which a judge is learned, generation after generation.

What has been done is what lies in the folder, and every file is put there whole: whoever is interrupted, however rudely, goes on
where he was. A generation has the shards of its self-play, the candidate that was fitted to them, the games of its matches, and
a verdict.
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
from tablero.core.judgement import Judgement
from tablero.lab.arena import Match, Outcome
from tablero.lab.errors import LearningError
from tablero.lab.folders import put
from tablero.lab.labour import share_out
from tablero.lab.learning import fitting, gate
from tablero.lab.learning.judged import HAND_MADE
from tablero.lab.learning.plan import Plan
from tablero.lab.learning.selfplay import Shift, play_shift

SHIFT = 24  # games of one piece of work, so that little is lost by an interruption
ROUND = 3  # seeds of one piece of a match
MEMORY = 3  # generations whose games are learned from
# Luck that no other part uses: each generation has a million seeds for self-play and a million for each match.
MILLION = 1_000_000


@dataclass(frozen=True)
class Stage:
    """A part of the work: what it is, how many steps it takes, and the steps themselves; `said` is to be read after them."""

    about: str
    total: int
    steps: Iterator[None]
    said: Callable[[], str]


class School:
    """Learns in a folder. `stages` does the work; stop asking and it can go on another day."""

    def __init__(self, folder: Path, plan: Plan, processes: int = 1, ray: str | None = None) -> None:
        """LearningError when the folder was begun with another plan, or the game has nothing to look with."""
        self.folder = folder
        self.plan = plan
        self.processes = processes
        self.ray = ray
        self.until: float | None = None  # by the clock `time.monotonic`
        self.game = tablero.game(plan.game)
        if self.game.sight is None:
            raise LearningError(f"{self.game.title} has no sight yet: a judge would have nothing to look at")
        self.sight = self.game.sight
        self.table_sizes = [seats for seats in self.game.seats if seats > 1]
        self._keep_plan()

    def _keep_plan(self) -> None:
        path = self.folder / "plan.json"
        told = {**self.plan.as_json(), "own": int(self.sight.own), "shared": int(self.sight.shared)}
        if not path.exists():
            put(path, json.dumps(told, indent=1).encode())
        elif (found := read_json(path)) != told:
            other = ", ".join(f"{key} {found.get(key)}" for key in told if found.get(key) != told[key])
            raise LearningError(
                f"the folder {self.folder} was begun with other settings ({other}): give the same or name another folder"
            )

    # ---------------------------------------------------------------- what lies in the folder

    def generation(self, number: int) -> Path:
        return self.folder / f"generation-{number}"

    def verdict(self, number: int) -> dict[str, Any] | None:
        path = self.generation(number) / "verdict.json"
        return read_json(path) if path.exists() else None

    def verdicts(self) -> list[dict[str, Any]]:
        """Of all generations that are finished."""
        found: list[dict[str, Any]] = []
        while (verdict := self.verdict(len(found) + 1)) is not None:
            found.append(verdict)
        return found

    def leader(self) -> str:
        """The weights that lead: those of the latest generation that won."""
        won = [number for number, verdict in enumerate(self.verdicts(), 1) if verdict["kept"]]
        return (self.generation(won[-1]) / "judgement.json").read_text("utf-8") if won else HAND_MADE

    # ---------------------------------------------------------------- the work

    def out_of_time(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until

    def stages(self, generations: int) -> Iterator[Stage]:
        """What is left to do until there are so many generations, part after part."""
        for number in range(len(self.verdicts()) + 1, generations + 1):
            for stage in (self._playing(number), self._fitting(number), *self._matches(number)):
                if self.out_of_time():
                    return
                yield stage
            if self.out_of_time():
                return
            yield self._judging(number)

    def _playing(self, number: int) -> Stage:
        folder = self.generation(number) / "games"
        leader = self.leader()
        first = self.plan.seed * 100 * MILLION + number * 10 * MILLION
        shifts = self._shifts(leader, first, self.plan.games, self.plan.iterations)
        if number == 1:
            shifts += self._shifts(leader, first + 5 * MILLION, self.plan.greedy, 0)

        def name(shift: Shift) -> Path:
            return folder / f"{shift.seats}-{shift.seeds.start}.npz"

        left = [shift for shift in shifts if not name(shift).exists()]

        def steps() -> Iterator[None]:
            for shift, shard in share_out(_play, self._while_there_is_time(left), self.processes, self.ray):
                packed = io.BytesIO()
                np.savez_compressed(packed, allow_pickle=False, **shard)
                put(name(shift), packed.getvalue())
                yield

        return Stage(f"Generation {number}: games", len(left), steps(), lambda: f"{sum(len(shift.seeds) for shift in shifts):,} games played")

    def _shifts(self, leader: str, first: int, games: int, iterations: int) -> list[Shift]:
        out = []
        for k in range(-(-games // SHIFT)):
            seats = self.table_sizes[k % len(self.table_sizes)]
            seeds = range(first + k * SHIFT, first + min((k + 1) * SHIFT, games))
            out.append(Shift(self.plan.game, leader, seats, seeds, iterations, self.plan.moments))
        return out

    def _while_there_is_time(self, items: list[Any]) -> Iterator[Any]:
        for item in items:
            if self.out_of_time():
                return
            yield item

    def _fitting(self, number: int) -> Stage:
        path = self.generation(number) / "judgement.json"
        plan = self.plan

        def steps() -> Iterator[None]:
            if path.exists():
                return
            known, held_out = self._rows(number)
            network: fitting.Network | None = None
            sizes = (int(self.sight.own), int(self.sight.shared), plan.hidden)
            for network, _ in fitting.fit(known, held_out, *sizes, plan.epochs, plan.seed + number):
                yield
            assert network is not None
            made = {
                "plan": plan.as_json(),
                "generation": number,
                "positions": sum(map(len, known)),
                "held_out": fitting.report(network, held_out),
                "version": tablero.__version__,
            }
            put(path, Judgement(plan.game, *sizes, network.weights(), made).write().encode())

        def said() -> str:
            made = Judgement.read(path.read_text("utf-8")).made
            lines = [
                f"{seats} seats: log loss {one['log_loss']:.4f}, by hand {one['log_loss_hand_made']:.4f}; "
                f"area {one['area']:.4f}, by hand {one['area_hand_made']:.4f}"
                for seats, one in made["held_out"].items()
            ]
            return f"{made['positions']:,} positions learned. " + ". ".join(lines)

        return Stage(f"Generation {number}: fitting", plan.epochs, steps(), said)

    def _rows(self, number: int) -> tuple[list[fitting.Rows], list[fitting.Rows]]:
        """All positions of the latest generations, by seats: those to learn from and those held out."""
        known, held_out = [], []
        for seats in self.table_sizes:
            parts = []
            for earlier in range(max(1, number - MEMORY + 1), number + 1):
                for path in sorted((self.generation(earlier) / "games").glob(f"{seats}-*.npz")):
                    with np.load(path) as shard:
                        parts.append(fitting.rows_of(shard, int(self.sight.own), self.plan.margin, self.plan.root))
            rows = fitting.together([part for part, _ in parts])
            aside = np.concatenate([held for _, held in parts])
            known.append(rows[~aside])
            held_out.append(rows[aside])
        return known, [rows for rows in held_out if len(rows)]

    def _rivals(self, number: int) -> dict[str, str]:
        """Whom a candidate has to beat: the hand-made judge, and the leader where that is another."""
        leader = self.leader()
        return {"hand-made": HAND_MADE, **({"leader": leader} if leader != HAND_MADE else {})}

    def _matches(self, number: int) -> Iterator[Stage]:
        for rival in self._rivals(number):
            for seats in self.table_sizes:
                yield self._match(number, rival, seats)

    def _match(self, number: int, rival: str, seats: int) -> Stage:
        folder = self.generation(number) / "matches"
        kind = list(self._rivals(number)).index(rival) + 1
        first = self.plan.seed * 100 * MILLION + (number * 10 + kind) * MILLION
        count = -(-self.plan.duels // seats)
        rounds = [range(k, min(k + ROUND, first + count)) for k in range(first, first + count, ROUND)]

        def name(seeds: range) -> Path:
            return folder / f"{rival}-{seats}-{seeds.start}.json"

        left = [seeds for seeds in rounds if not name(seeds).exists()]

        def steps() -> Iterator[None]:
            candidate = (self.generation(number) / "judgement.json").read_text("utf-8")
            against = self._rivals(number)[rival]
            own, theirs = self._iterations(number, rival, seats, candidate, against)
            duels = [gate.Duel(self.plan.game, candidate, against, seats, seeds, own, theirs) for seeds in left]
            for duel, outcomes in share_out(_fight, self._while_there_is_time(duels), self.processes, self.ray):
                put(name(duel.seeds), json.dumps([outcome.as_json() for outcome in outcomes]).encode())
                yield

        def said() -> str:
            return f"against {rival}: {self._played(number, rival, seats)}"

        return Stage(f"Generation {number}: {seats} seats against {rival}", len(left), steps(), said)

    def _iterations(self, number: int, rival: str, seats: int, candidate: str, against: str) -> tuple[int, int]:
        """Iterations that take the same time, measured once for each match."""
        path = self.generation(number) / "matches" / f"pace-{rival}-{seats}.json"
        if not path.exists():
            own = gate.equal_time(self.plan.game, candidate, against, self.plan.pace, seats, self.plan.seed)
            put(path, json.dumps([own, self.plan.pace]).encode())
        own, theirs = read_json(path)
        return own, theirs

    def _played(self, number: int, rival: str, seats: int) -> Match:
        found = [
            Outcome.from_json(told)
            for path in (self.generation(number) / "matches").glob(f"{rival}-{seats}-*.json")
            for told in read_json(path)
        ]
        return Match.of(seats, found)

    def _judging(self, number: int) -> Stage:
        verdict: dict[str, Any] = {}

        def steps() -> Iterator[None]:
            folder = self.generation(number)
            told = {}
            kept = True
            for rival in self._rivals(number):
                played = [self._played(number, rival, seats) for seats in self.table_sizes]
                paces = [read_json(folder / "matches" / f"pace-{rival}-{one.seats}.json") for one in played]
                kept = kept and gate.won(played)
                told[rival] = [gate.summary(one, (pace[0], pace[1])) for one, pace in zip(played, paces, strict=True)]
            verdict.update({"kept": kept, "matches": told})
            put(folder / "verdict.json", json.dumps(verdict, indent=1).encode())
            yield

        def said() -> str:
            return f"generation {number} is {'kept' if verdict['kept'] else 'dropped'}"

        return Stage(f"Generation {number}: verdict", 1, steps(), said)

    # ---------------------------------------------------------------- what comes of it

    def winner(self) -> Judgement | None:
        """The weights that lead, with the story of all generations; None while the hand-made judge leads."""
        leader = self.leader()
        if leader == HAND_MADE:
            return None
        found = Judgement.read(leader)
        made = {**found.made, "generations": self.verdicts()}
        return Judgement(found.game, found.own, found.shared, found.hidden, found.weights, made)


def _play(shift: Shift) -> tuple[Shift, dict[str, NDArray[Any]]]:
    return shift, play_shift(shift)


def _fight(duel: gate.Duel) -> tuple[gate.Duel, list[Outcome]]:
    return duel, gate.fight(duel)


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError:
        raise LearningError(f"{path} is damaged: take it away, and that part is done again") from None
