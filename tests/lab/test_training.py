"""Learning gives back what was put in."""

from __future__ import annotations

import numpy as np
import pytest

import tablero
from tablero.bots import Searcher
from tablero.games.yaxha.sense import NAMES, TILE_NAMES
from tablero.lab.training import Sensing, Weights, agreement, climb, fit_scale, imitate, rows, softmax, watch

GAME = tablero.game("yaxha")
PLAIN = Weights(np.array([float(name == "points") for name in NAMES]), np.array([1.0, 0.0, 0.0, 0.0]), np.full(10, 0.1))


def test_imitation_finds_the_weights_behind_choices() -> None:
    draw = np.random.default_rng(1)
    true = np.array([1.0, -2.0, 0.5])
    samples = []
    for _ in range(200):
        features = draw.standard_normal((6, 3))
        samples.append((features, softmax(features @ true)))
    found = imitate(samples, np.zeros(3), decay=1e-6)
    assert found == pytest.approx(true, abs=0.01)
    assert agreement(samples, found) == 1.0


def test_weights_survive_being_written_down() -> None:
    again = Weights.read(PLAIN.write("by hand"))
    assert again.pyramid == pytest.approx(PLAIN.pyramid)
    assert again.tile == pytest.approx(PLAIN.tile)
    assert len(TILE_NAMES) == len(again.tile)


def test_lessons_show_what_the_searcher_tried() -> None:
    lessons = watch(GAME, Searcher(10), 2, 1)
    assert len(lessons) > 40
    assert all(sum(lesson.visits) == 10 and len(lesson.moves) > 1 for lesson in lessons)
    builds = [lesson for lesson in lessons if lesson.dump["phase"] == "build"]
    for features, shares in rows(GAME, PLAIN.sense(), builds):
        assert features.shape == (len(shares), len(NAMES))
        assert shares.sum() == pytest.approx(1)


def test_a_lead_counts_more_the_later_it_is() -> None:
    scale = fit_scale(GAME, PLAIN, range(60))
    assert scale[0] > scale[9] > 0


def test_climbing_moves_every_weight_a_little() -> None:
    said: list[str] = []
    found = climb(GAME, PLAIN, 0.01, said.append)
    assert len(said) == 1
    assert np.all(found.pyramid != PLAIN.pyramid)
    assert Sensing(found.sense()).sense is not PLAIN.sense()
