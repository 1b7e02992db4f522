"""Learning gives back what was put in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tablero
from tablero.bots import Searcher
from tablero.core import Game
from tablero.games.yaxha.sense import NAMES, TILE_NAMES
from tablero.lab import training
from tablero.lab.arena import Match, Outcome
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


@pytest.mark.parametrize(("share", "kept"), [(0.5, "new"), (0.2, "old")])
def test_the_gate_keeps_what_wins_its_match(share: float, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Match(3, (Outcome(1, share, (40,), (30.0,)),), 0.0, 0.0)
    monkeypatch.setattr(training, "match", lambda *_: played)
    said: list[str] = []
    new = replace(PLAIN, tile=PLAIN.tile + 1)
    assert training.better(GAME, new, PLAIN, said.append, "trying") is (new if kept == "new" else PLAIN)
    assert said == [f"trying: {played}"]


def test_training_imitates_climbs_and_fits_the_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    """The long steps are cut short: what is left is one game of a hurried teacher and what follows from it."""
    monkeypatch.setattr(training, "Searcher", lambda iterations: Searcher(4))
    monkeypatch.setattr(training, "better", lambda game, new, old, log, what: log(what) or new)
    monkeypatch.setattr(training, "climb", lambda game, weights, seconds, log: replace(weights, tile=weights.tile * 2))
    monkeypatch.setattr(training, "fit_scale", lambda game, weights, seeds: np.full(10, 0.7))
    said: list[str] = []
    found = training.train(GAME, PLAIN, 1e-4, said.append)
    assert "lessons from" in said[0]
    assert [line for line in said if line in ("imitation", "climbing")] == ["imitation", "climbing"]
    assert np.all(found.scale == 0.7)
    assert np.any(found.pyramid != PLAIN.pyramid)


def test_the_command_reads_learns_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "begin.json").write_text(PLAIN.write("by hand"), "utf-8")
    asked: list[float] = []

    def train(game: Game, begin: Weights, minutes: float, log: Callable[[str], None]) -> Weights:
        asked.append(minutes)
        log("learning")
        return replace(begin, tile=begin.tile + 1)

    monkeypatch.setattr(training, "train", train)
    words = ["--minutes", "3", "--begin", str(tmp_path / "begin.json"), "--out", str(tmp_path / "out.json")]
    monkeypatch.setattr(sys, "argv", ["training", *words])
    training.main()
    assert asked == [3]
    assert Weights.read((tmp_path / "out.json").read_text("utf-8")).tile == pytest.approx(PLAIN.tile + 1)
