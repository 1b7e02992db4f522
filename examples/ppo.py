"""Masked PPO from sb3-contrib learns a seat of Tzolk'in against a bot of the house, and then plays in the arena.

    pip install "tablero[examples]"
    python examples/ppo.py                                           learns, keeps ppo.zip, measures
    cd examples && tablero arena tzolkin --seats 2 --bots ppo:student,level1     plays what was kept

Nothing of the game is known to it but observations, masks and the lead at the end.
"""

from __future__ import annotations

import argparse
import functools
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import TransformObservation, TransformReward
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import DummyVecEnv

import tablero.lab.gymnasium  # noqa: F401  (registers the environments)
from tablero.bots import Glimpse
from tablero.lab.arena import match
from tablero.lab.tensors import Tensors

GAME = "tzolkin"
KEPT = Path(__file__).with_name("ppo.zip")
ENVS = 16
POINTS = 20.0  # a lead of so many counts as 1: learners like numbers of that size
MEASURED = 900_000  # measured from this seed on; learning begins far above, so that no deal is met twice
LEARNED = 10_000_000

numbers = Tensors(GAME, seats=2)


def seat(rival: str, first: int) -> gymnasium.Env[Any, Any]:
    """An environment whose observation is what a network wants to see, and whose deals begin with this seed."""
    env: gymnasium.Env[Any, Any] = gymnasium.make(
        f"tablero/{GAME.title()}-v1", seats=2, bots=rival, reward="lead", masked=False
    )
    env.reset(seed=first)
    wide = gymnasium.spaces.Box(-np.inf, np.inf, (numbers.unfolded,), np.float32)
    return TransformReward(TransformObservation(env, numbers.unfold, wide), lambda lead: float(lead) / POINTS)


def learn(rival: str = "random", steps: int = 150_000, seed: int = 1) -> MaskablePPO:
    """A network that has made so many decisions against the rival."""
    set_random_seed(seed)
    torch.set_num_threads(1)  # a network so small is slower on two
    envs = DummyVecEnv([functools.partial(seat, rival, LEARNED + 100_000 * k) for k in range(ENVS)])
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=256,
        n_epochs=6,
        gamma=1.0,
        gae_lambda=0.97,
        ent_coef=0.01,
        learning_rate=7e-4,
        policy_kwargs={"net_arch": [128, 64], "activation_fn": torch.nn.ReLU},
    )
    model.learn(steps)
    return model


class Student:
    """A bot that plays what the network likes best."""

    def __init__(self, model: MaskablePPO) -> None:
        self.model = model

    def choose(self, glimpse: Glimpse, luck: Any, stop: Any = None) -> int:
        row = numbers.observation(glimpse.state, glimpse.seat)
        mask = numbers.mask(glimpse.state, glimpse.seat)
        move, _ = self.model.predict(numbers.unfold(row), action_masks=mask, deterministic=True)
        return int(move)


@functools.cache
def student() -> Student:
    """The bot that was kept, for the arena."""
    return Student(MaskablePPO.load(KEPT))


def main() -> None:
    options = argparse.ArgumentParser(description="Learn Tzolk'in by masked PPO.")
    options.add_argument("--rival", default="random", help="the bot in the other seat while it learns")
    options.add_argument("--steps", type=int, default=150_000, help="decisions that it makes")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--games", type=int, default=200, help="games of each measured match")
    given = options.parse_args()
    model = learn(given.rival, given.steps, given.seed)
    model.save(KEPT)
    for rival in ("random", "level1"):
        seeds = range(MEASURED, MEASURED + given.games // 2)
        print(f"against {rival}:", match(numbers.game, Student(model), rival, seats=2, seeds=seeds))


if __name__ == "__main__":
    main()
