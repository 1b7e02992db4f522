"""How the weights of Yaxha's sense are learned.

    python -m tablero.lab.training --minutes 20 --out better.json

What it writes takes the place of the numbers in games/yaxha/sense/weights.py.

Three steps, the first two gated by a match against what was there before. First the features are taught to pick the
moves that a searcher picks (multinomial logit on how often it tried each move); then the weights are moved by
cross-entropy search on the results of greedy games; last, the worth of a lead is fitted round by round to who won.
Needs NumPy.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

import tablero
from tablero.bots import Greedy, Searcher, glimpse
from tablero.core import Game, seeded
from tablero.games.yaxha.sense import LEARNED, NAMES, TILE_NAMES, YaxhaSense
from tablero.lab.arena import match

Floats = NDArray[np.float64]
BUILDING = "build"


@dataclass(frozen=True)
class Weights:
    """Everything that `YaxhaSense` is made of."""

    pyramid: Floats
    tile: Floats
    scale: Floats

    def sense(self) -> YaxhaSense:
        return YaxhaSense(self.pyramid.tolist(), self.tile.tolist(), self.scale.tolist())

    def write(self, made: str) -> str:
        def named(names: tuple[str, ...], values: Floats) -> dict[str, float]:
            return {name: round(float(value), 4) for name, value in zip(names, values, strict=True)}

        numbers = {
            "made": made,
            "pyramid": named(NAMES, self.pyramid),
            "tile": named(TILE_NAMES, self.tile),
            "scale": [round(float(value), 4) for value in self.scale],
        }
        return json.dumps(numbers, indent=2) + "\n"

    @classmethod
    def read(cls, text: str) -> Weights:
        return cls.of(json.loads(text))

    @classmethod
    def of(cls, numbers: Mapping[str, Any]) -> Weights:
        pyramid = np.array([numbers["pyramid"][name] for name in NAMES])
        tile = np.array([numbers["tile"][name] for name in TILE_NAMES])
        return cls(pyramid, tile, np.array(numbers["scale"]))


@dataclass(frozen=True)
class Lesson:
    """A decision that the searcher made: the position it held possible, and how often it tried each move."""

    dump: dict[str, Any]
    seat: int
    moves: list[int]
    visits: list[int]


def watch(game: Game, teacher: Searcher, seats: int, seed: int) -> list[Lesson]:
    """One game of the teacher against itself."""
    state = game.start(seats, seed)
    luck = seeded(seed + 1)
    lessons = []
    while actors := state.actors():
        seat = actors[0]
        seen = glimpse(state, seat, luck)
        move = seen.moves[0]
        if len(seen.moves) > 1:
            search = teacher.think(seen, luck)
            lessons.append(Lesson(seen.state.dump(), seat, seen.moves, search.visits(seen.moves)))
            move = int(search.best(seen.moves))
        state.play(seat, move)
    return lessons


def rows(game: Game, sense: YaxhaSense, lessons: list[Lesson]) -> list[tuple[Floats, Floats]]:
    """Features and the teacher's shares for every lesson."""
    out = []
    for lesson in lessons:
        state = game.load(lesson.dump)
        found = np.array(list(sense.features(state, lesson.seat, vec[i64](lesson.moves))))
        shares = np.array(lesson.visits, dtype=np.float64)
        out.append((found.reshape(len(lesson.moves), -1), shares / shares.sum()))
    return out


def imitate(samples: list[tuple[Floats, Floats]], start: Floats, decay: float = 1e-3, steps: int = 40) -> Floats:
    """The weights whose softmax agrees best with the teacher: Newton's method on the multinomial logit."""
    weights = start.copy()
    size = len(start)
    for _ in range(steps):
        slope = decay * (weights - start)
        bend = decay * np.eye(size)
        for features, shares in samples:
            chances = softmax(features @ weights)
            mean = chances @ features
            slope += (mean - shares @ features) / len(samples)
            bend += ((features * chances[:, None]).T @ features - np.outer(mean, mean)) / len(samples)
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-5:
            break
    return weights


def agreement(samples: list[tuple[Floats, Floats]], weights: Floats) -> float:
    """How often the best move by these weights is the teacher's favourite."""
    return float(np.mean([np.argmax(features @ weights) == np.argmax(shares) for features, shares in samples]))


def softmax(values: Floats) -> Floats:
    powers = np.exp(values - values.max())
    found: Floats = powers / powers.sum()
    return found


def fit_scale(game: Game, weights: Weights, seeds: range) -> Floats:
    """By rounds left: the factor that turns a lead in value into the chance to win, from greedy games."""
    leads: list[list[tuple[float, float]]] = [[] for _ in range(10)]
    sense = weights.sense()
    bot = Greedy(blur=0.3)
    playing = replace(game, sense=sense)
    for seed in seeds:
        seats = 2 + seed % 3
        state = playing.start(seats, seed)
        luck = seeded(seed + 2)
        met: list[tuple[int, list[float]]] = []
        while actors := state.actors():
            if sense.calm(state):
                met.append((10 - state.view()["round"], list(sense.values(state))))
            state.play(actors[0], bot.choose(glimpse(state, actors[0], luck), luck))
        result = state.result()
        assert result is not None
        for left, values in met:
            for seat, value in enumerate(values):
                rival = max(other for k, other in enumerate(values) if k != seat)
                leads[left].append((value - rival, float(seat in result.winners) / len(result.winners)))
    found = np.array([_logit_slope(np.array(pairs)) for pairs in leads])
    # Neighbouring rounds share what they learned.
    smooth = np.polynomial.Polynomial.fit(np.arange(10), np.log(found), 2)
    out: Floats = np.exp(smooth(np.arange(10)))
    return out


def _logit_slope(pairs: Floats) -> float:
    """The slope of win against lead, with the offset that more than one rival brings fitted along."""
    x = np.stack([pairs[:, 0], np.ones(len(pairs))], axis=1)
    at = np.array([0.1, 0.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-x @ at))
        slope = x.T @ (chance - pairs[:, 1]) / len(pairs) + 1e-4 * at
        bend = (x * (chance * (1 - chance))[:, None]).T @ x / len(pairs) + 1e-4 * np.eye(2)
        at -= np.linalg.solve(bend, slope)
    return max(0.01, float(at[0]))


@dataclass(frozen=True)
class Sensing:
    """A greedy bot that brings a sense of its own."""

    sense: YaxhaSense

    def choose(self, glimpse: Any, luck: Any, stop: Callable[[], bool] | None = None) -> int:
        moves = glimpse.moves
        if len(moves) == 1:
            return int(moves[0])
        weights = self.sense.feel(glimpse.state, glimpse.seat)
        return int(moves[weights.index(max(weights))])


def climb(game: Game, weights: Weights, seconds: float, log: Callable[[str], None]) -> Weights:
    """Cross-entropy search on results: candidates play greedily against the weights that we began with."""
    draw = np.random.default_rng(1)
    mean = np.concatenate([weights.pyramid, weights.tile])
    width = len(weights.pyramid)
    spread = 0.15 * np.abs(mean) + 0.05
    until = time.monotonic() + seconds
    rival = Sensing(weights.sense())
    turn = 0
    while time.monotonic() < until:
        seeds = range(100_000 + 16 * turn, 100_000 + 16 * (turn + 1))
        tried = []
        for _ in range(20):
            trial = mean + spread * draw.standard_normal(len(mean))
            hero = Sensing(YaxhaSense(trial[:width].tolist(), trial[width:].tolist(), weights.scale.tolist()))
            played = match(game, hero, rival, 2 + turn % 3, seeds)
            own, theirs = played.scores
            tried.append((played.share * played.seats + (own - theirs) / 10, trial))
        tried.sort(key=lambda pair: -pair[0])
        best = np.array([trial for _, trial in tried[:6]])
        mean = 0.3 * mean + 0.7 * best.mean(axis=0)
        spread = 0.6 * spread + 0.4 * best.std(axis=0)
        turn += 1
        log(f"climb {turn}: best {tried[0][0]:.3f}, middle {tried[10][0]:.3f}, spread {spread.mean():.4f}")
    return Weights(mean[:width], mean[width:], weights.scale)


def better(game: Game, new: Weights, old: Weights, log: Callable[[str], None], what: str) -> Weights:
    """The gate: the new weights are kept when they win a match of greedy bots."""
    played = match(game, Sensing(new.sense()), Sensing(old.sense()), 3, range(200_000, 200_150))
    log(f"{what}: {played}")
    return new if played.share > 1 / 3 else old


def train(game: Game, begin: Weights, minutes: float, log: Callable[[str], None]) -> Weights:
    """All steps within about so many minutes."""
    teacher = Searcher(200)
    until = time.monotonic() + 30 * minutes
    lessons: list[Lesson] = []
    seed = 0
    while time.monotonic() < until:
        lessons += watch(game, teacher, 2 + seed % 3, 300_000 + seed)
        seed += 1
    log(f"{len(lessons)} lessons from {seed} games")
    builds = [lesson for lesson in lessons if lesson.dump["phase"] == BUILDING]
    tiles = [lesson for lesson in lessons if lesson.dump["phase"] != BUILDING]
    samples = rows(game, begin.sense(), builds)
    learned = replace(begin, pyramid=imitate(samples, begin.pyramid))
    log(f"building: agrees {agreement(samples, begin.pyramid):.1%} -> {agreement(samples, learned.pyramid):.1%}")
    samples = rows(game, learned.sense(), tiles)
    learned = replace(learned, tile=imitate(samples, begin.tile))
    log(f"tiles: agrees {agreement(samples, begin.tile):.1%} -> {agreement(samples, learned.tile):.1%}")
    weights = better(game, learned, begin, log, "imitation")
    weights = better(game, climb(game, weights, 20 * minutes, log), weights, log, "climbing")
    return replace(weights, scale=fit_scale(game, weights, range(400_000, 400_450)))


def _yaxha() -> Game:
    return tablero.game("yaxha")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    reader = argparse.ArgumentParser(prog="python -m tablero.lab.training", description="Learn Yaxha's weights.")
    reader.add_argument("--minutes", type=float, default=20, help="about how long to learn")
    reader.add_argument("--begin", type=Path, help="the weights to begin with, a JSON file; else those in use")
    reader.add_argument("--out", type=Path, required=True, help="where to write the weights")
    given = reader.parse_args()
    begin = Weights.read(given.begin.read_text("utf-8")) if given.begin else Weights.of(LEARNED)
    game = replace(_yaxha(), sense=begin.sense())
    weights = train(game, begin, given.minutes, _say)
    made = f"moved from {given.begin.name if given.begin else 'those in use'} by those steps of tablero.lab.training that won their match"
    given.out.write_text(weights.write(made), "utf-8")


if __name__ == "__main__":
    main()
