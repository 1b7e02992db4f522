"""The strength that wins a given share is found, and it is said when there is none."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import pytest

import tablero
from tablero.bots import Random
from tablero.lab import level_calibration
from tablero.lab.arena import Outcome
from tablero.lab.errors import ArenaError
from tablero.lab.level_calibration import SeedTask, calibrate

GAME = tablero.game("maya")


@dataclass(frozen=True)
class Strong(Random):
    """A bot that is as strong as the number it was made of."""

    number: float = 0.0


@pytest.fixture(autouse=True)
def played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are drawn instead of played: at 3 the bot wins 70 %, and the logit rises by 1 with every number."""

    def play(one: SeedTask) -> Outcome:
        assert isinstance(one.hero, Strong)
        chance = 1 / (1 + math.exp(-(math.log(7 / 3) + one.hero.number - 3)))
        draw = random.Random(one.seed)
        return Outcome(one.seed, sum(draw.random() < chance for _ in range(2)) / 2, (9,), (7.0,))

    monkeypatch.setattr(level_calibration, "play_seed_task", play)


def strong(number: float) -> Strong:
    return Strong(number)


@pytest.mark.parametrize(("low", "high"), [(0, 8), (2, 4), (-2, 4)])
def test_the_right_number_is_found(low: float, high: float) -> None:
    heard: list[str] = []
    found = calibrate(GAME, strong, "random", low=low, high=high, games=1000, tell=heard.append)
    assert found == pytest.approx(3, abs=0.5)
    assert len(heard) == 50
    assert heard[-1].endswith("for 70%")


def test_a_bot_may_grow_stronger_with_smaller_numbers() -> None:
    found = calibrate(GAME, lambda number: Strong(-number), "random", low=0, high=-8, games=1000)
    assert found == pytest.approx(-3, abs=0.5)


def test_another_target_is_another_number() -> None:
    """A half is won where the logit is 0."""
    found = calibrate(GAME, strong, "random", 0.5, low=0, high=8, games=1000)
    assert found == pytest.approx(3 - math.log(7 / 3), abs=0.5)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(6, 9, "with 6 the bot's share is still above 70%"), (-4, 0, "with 0 the bot's share is still below 70%")],
)
def test_a_number_outside_is_not_made_up(low: float, high: float, words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        calibrate(GAME, strong, "random", low=low, high=high, games=600)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1, not 70"):
        calibrate(GAME, strong, "random", 70, low=0, high=1, games=100)
    with pytest.raises(ValueError, match="low and high are two numbers, not twice 1"):
        calibrate(GAME, strong, "random", low=1, high=1, games=100)
