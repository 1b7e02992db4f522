"""Evaluation: one bot against fixed opponents on reserved seeds, so that figures of different papers can be compared.

Nothing in the project trains, tunes or gathers on these seeds (`lab/seeds.py`). Under each of them the bot plays once
in every seat. A SHA-256 of all moves says whether two evaluations were the same games.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import tablero
from tablero.core import Game, State
from tablero.lab.arena import Match, Outcome, play_seed
from tablero.lab.bot_names import bot_by_name, own_modules
from tablero.lab.errors import ArenaError
from tablero.lab.seeds import RESERVED_SEEDS
from tablero.lab.workers import share_out

FORMAT_VERSION = 1  # raised whenever the same bots would be given another table
FROZEN_VERSION = "0.8"  # levels are asked for as they were in this version
FIXED_OPPONENTS = ("random", "greedy", "level3", "level5")


@dataclass(frozen=True)
class EvaluationTask:
    """Job of one seed against one opponent."""

    game: Game
    bot: str
    opponent: str
    seats: int
    seed: int
    options: Mapping[str, str]


@dataclass(frozen=True)
class Evaluated:
    """What has come of a job: the outcome, and the SHA-256 of its moves."""

    opponent: str
    outcome: Outcome
    digest: str


def evaluate_seed(task: EvaluationTask) -> Evaluated:
    """Play the games of one seed."""
    moves = hashlib.sha256()

    def note(state: State, seat: int, move: int, visits: list[int] | None) -> None:
        moves.update(f"{seat}:{move} ".encode())

    rivals = [task.opponent] * (task.seats - 1)
    outcome = play_seed(task.game, task.bot, rivals, task.seed, task.options, note)
    return Evaluated(task.opponent, outcome, moves.hexdigest())


def frozen(name: str, game: Game) -> str:
    """Return a level as it was in `FROZEN_VERSION`, where this version knows it; other names as they are.

    >>> frozen("greedy", tablero.game("maya"))
    'greedy'
    """
    if not name.startswith("level") or "@" in name:
        return name
    try:
        bot_by_name(f"{name}@{FROZEN_VERSION}", game)
    except ArenaError:
        return name
    return f"{name}@{FROZEN_VERSION}"


@dataclass(frozen=True)
class Evaluation:
    """Settings of an evaluation."""

    game: Game
    bot: str
    seats: int = 2
    seeds: int = 100  # games against each opponent: as many for each seat
    opponents: tuple[str, ...] = FIXED_OPPONENTS
    options: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.seats < 2:
            raise ArenaError("an evaluation needs two seats or more")
        if not 1 <= self.seeds <= len(RESERVED_SEEDS):
            raise ArenaError(f"an evaluation has 1 to {len(RESERVED_SEEDS)} seeds, not {self.seeds}")
        object.__setattr__(self, "options", self.game.settle_options(self.seats, self.options))
        object.__setattr__(self, "opponents", tuple(frozen(name, self.game) for name in self.opponents))
        if len(set(self.opponents)) < len(self.opponents) or not self.opponents:
            raise ArenaError("name one opponent or more, each of them once")
        for name in (self.bot, *self.opponents):
            bot_by_name(name, self.game)

    def settings(self) -> dict[str, Any]:
        """Return all that the games follow from."""
        return {
            "format": FORMAT_VERSION,
            "tablero": tablero.__version__,
            "game": self.game.name,
            "rules": self.game.rules,
            "facts": self.game.own_facts,
            "options": dict(self.options),
            "seats": self.seats,
            "first_seed": RESERVED_SEEDS.start,
            "seeds": self.seeds,
            "bot": self.bot,
            "opponents": list(self.opponents),
        }

    def tasks(self) -> Iterator[EvaluationTask]:
        for seed in RESERVED_SEEDS[: self.seeds]:
            for opponent in self.opponents:
                yield EvaluationTask(self.game, self.bot, opponent, self.seats, seed, self.options)

    def play(self, processes: int = 1, progress: Callable[[int], None] | None = None) -> EvaluationTable:
        """Play all games. `progress` is called with the number of jobs that are done."""
        done: dict[str, dict[int, Evaluated]] = {name: {} for name in self.opponents}
        modules = own_modules([self.bot, *self.opponents])
        for number, one in enumerate(share_out(evaluate_seed, self.tasks(), processes, modules=modules), 1):
            done[one.opponent][one.outcome.seed] = one
            if progress is not None:
                progress(number)
        rows = tuple(
            (name, Match.of(self.seats, [one.outcome for one in found.values()]), _digest(found))
            for name, found in done.items()
        )
        return EvaluationTable(self, rows)


def _digest(found: Mapping[int, Evaluated]) -> str:
    """Return one SHA-256 for the moves under all seeds, in their order."""
    return hashlib.sha256("".join(found[seed].digest for seed in sorted(found)).encode()).hexdigest()


@dataclass(frozen=True)
class EvaluationTable:
    """Results of an evaluation: a match against each opponent, with the SHA-256 of its moves."""

    evaluation: Evaluation
    rows: tuple[tuple[str, Match, str], ...]

    @property
    def digest(self) -> str:
        """SHA-256 of the settings and of all moves, but not of the version of Tablero."""
        settings = {name: value for name, value in self.evaluation.settings().items() if name != "tablero"}
        whole = json.dumps([settings, [digest for _, _, digest in self.rows]], sort_keys=True)
        return hashlib.sha256(whole.encode()).hexdigest()

    def as_json(self) -> dict[str, Any]:
        rows = []
        for name, match, digest in self.rows:
            low, high = match.interval()
            elo_low, elo_high = match.elo_interval()
            score, theirs = match.scores
            rows.append(
                {
                    "opponent": name,
                    "games": match.games,
                    "share": match.share,
                    "low": low,
                    "high": high,
                    "elo": round(match.elo, 1),
                    "elo_low": round(elo_low, 1),
                    "elo_high": round(elo_high, 1),
                    "score": score,
                    "opponent_score": theirs,
                    "ms_per_turn": match.paces[0].ms_per_turn(),
                    "sha256": digest,
                }
            )
        return {**self.evaluation.settings(), "rows": rows, "sha256": self.digest}
