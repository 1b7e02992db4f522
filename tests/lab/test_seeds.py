"""Seeds: no deal is met twice unasked, and what is measured on is apart from what is learned on."""

from __future__ import annotations

import importlib.util
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import gymnasium
import numpy as np
import pytest

import tablero
import tablero.lab.gymnasium  # registers the games
from tablero.bots import bot
from tablero.lab.batches import Batch
from tablero.lab.errors import ArenaError
from tablero.lab.gathering import Gathering
from tablero.lab.level_calibration import calibrate
from tablero.lab.pettingzoo import env
from tablero.lab.seeds import DEALS, DRAWN, GATE_SEEDS, PUZZLE_SEEDS, RESERVED_SEEDS, batch_seed, drawn, refuse_reserved
from tablero.lab.training.config import SEEDS_PER_RUN, TrainingConfig

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_workers_of_sixteen_seeds_share_no_deal() -> None:
    batched = [seed for worker in range(16) for seed in Batch("maya", games=64, seed=worker).rows.seeds]
    assert len(set(batched)) == 16 * 64
    played = list[int | None]()
    for worker in range(16):
        turns, learner = env("maya"), gymnasium.make("tablero/Maya-v1", bots="random")
        turns.reset(seed=worker)
        learner.reset(seed=worker)
        for _ in range(20):
            turns.reset()
            _, info = learner.reset()
            played += [turns.match.seed, info["seed"] + DRAWN.stop]  # both draw alike, each for itself
    assert len(set(played)) == 16 * 20 * 2


def test_an_environment_that_is_never_seeded_deals_something_else_each_time() -> None:
    deals = set()
    for _ in range(4):
        turns, learner = env("maya"), gymnasium.make("tablero/Maya-v1", bots="random")
        turns.reset()
        deals |= {turns.match.seed, learner.reset()[1]["seed"]}
    assert len(deals) == 8


def test_the_ranges_of_seeds_are_apart() -> None:
    assert batch_seed(DEALS - 1, DEALS - 1) < DRAWN.start
    # Training, tuning and gathering; reports; puzzles; gates.
    ranges = (range(DRAWN.stop), RESERVED_SEEDS, PUZZLE_SEEDS, GATE_SEEDS)
    assert all(before.stop <= after.start for before, after in pairwise(ranges))
    chance = np.random.default_rng(1)
    assert all(drawn(chance) in DRAWN for _ in range(100))


@pytest.mark.parametrize("seed", [RESERVED_SEEDS.start, RESERVED_SEEDS.stop - 1, GATE_SEEDS.start, GATE_SEEDS.stop - 1])
def test_nothing_trains_tunes_or_gathers_on_what_is_reserved(seed: int) -> None:
    with pytest.raises(ArenaError, match="are reserved for evaluation"):
        refuse_reserved(seed - 5, 6)
    maya = tablero.game("maya")
    with pytest.raises(ArenaError, match="are reserved for evaluation"):
        Gathering(maya, ("random", "random"), seed=seed)
    with pytest.raises(ArenaError, match="are reserved for evaluation"):
        TrainingConfig("maya", seed=seed // SEEDS_PER_RUN)
    with pytest.raises(ArenaError, match="are reserved for evaluation"):
        calibrate(maya, lambda iterations: bot("random"), "random", low=1.0, high=2.0, games=4, seed=seed)
    with pytest.raises(ValueError, match="the seed of a batch"):
        Batch("maya", games=1, seed=seed)


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["linear", "cloning"])
def test_examples_learn_and_measure_on_seeds_of_their_own(name: str) -> None:
    example = loaded(EXAMPLES / f"{name}.py")
    for first in (example.MEASURED, getattr(example, "LEARNED", 0)):
        refuse_reserved(first, 1_000_000)
