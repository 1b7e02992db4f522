"""Learning gives back what was put in, keeps what wins, and goes on where it was interrupted."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablero
from tablero.bots import Greedy
from tablero.cli import main
from tablero.core.evaluation.network_file import NetworkFile
from tablero.core.evaluation.value_network import ValueNetwork
from tablero.lab.arena import Match, Outcome
from tablero.lab.errors import LearningError
from tablero.lab.training import Trainer, TrainingConfig, fitting, gate, self_play, trainer
from tablero.lab.training.fitting import Network, TrainingRows, area, fit, log_loss, report, rows_of
from tablero.lab.training.network_bot import HAND_MADE, NetworkBot, value_function_of
from tablero.lab.training.self_play import SelfPlayJob, draw_players, play_games

GAME = tablero.game("maya")
SIGHT = GAME.sight
assert SIGHT is not None
OWN, SHARED = int(SIGHT.own), int(SIGHT.shared)
TINY = TrainingConfig("maya", games=24, greedy=24, epochs=2, duels=24, hidden=4)


def invented(count: int, seats: int, seed: int = 1) -> TrainingRows:
    """Positions in which the first number of a seat decides who wins."""
    draw = np.random.default_rng(seed)
    own = draw.standard_normal((count, seats, 6)).astype(np.float32)
    won = (own[:, :, 0] == own[:, :, 0].max(axis=1, keepdims=True)).astype(np.float32)
    shared = draw.standard_normal((count, 3)).astype(np.float32)
    return TrainingRows(own, shared, won, won, np.full((count, seats), 1 / seats, np.float32))


# ---------------------------------------------------------------- fitting


@pytest.mark.parametrize("seats", [2, 4])
def test_the_fitted_network_is_the_judge_that_plays(seats: int) -> None:
    network = Network.drawn(OWN, SHARED, 5, np.random.default_rng(3))
    network.parts[3][:] = [0.1, -0.2, 0.3, 0.0, 0.5]
    state = GAME.start(seats, 4)
    seen = np.array([SIGHT.encoded(state)], np.float32)
    own = seen[:, : seats * OWN].reshape(1, seats, OWN)
    none = np.zeros((1, seats), np.float32)
    expected = network.chances(TrainingRows(own, seen[:, seats * OWN :], none, none, none))[0]
    judge = ValueNetwork(SIGHT, 5, network.weights(), GAME.sense)
    assert list(judge.win_chances(state)) == pytest.approx(expected, abs=1e-5)


def test_gradients_are_the_derivatives_of_the_loss() -> None:
    rows = invented(7, 3)
    network = Network.drawn(6, 3, 4, np.random.default_rng(2))
    network.parts = [part.astype(np.float64) for part in network.parts]  # type: ignore[misc]
    for part, gradient in zip(network.parts, network.gradients(rows), strict=True):
        at = tuple(0 for _ in part.shape)
        losses = []
        for step in (1e-4, -2e-4):
            part[at] += step
            losses.append(log_loss(network.chances(rows), rows.target))
        part[at] += 1e-4
        assert (losses[0] - losses[1]) / 2e-4 == pytest.approx(gradient[at], abs=1e-4)


def test_what_decides_is_found_and_told_against_the_hand_made_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "BATCH_ROWS", 32)
    known, held_out = [invented(3000, seats, seats) for seats in (2, 3)], [invented(400, seats, 9) for seats in (2, 3)]
    for network, loss in fit(known, held_out, 6, 3, 8, epochs=6, seed=1):
        pass
    assert loss < 0.2
    told = report(network, held_out)
    assert told["3"]["area"] > 0.97
    assert told["3"]["log_loss"] < told["3"]["log_loss_hand_made"] == pytest.approx(np.log(3), abs=1e-3)


def test_the_same_seed_fits_the_same_weights() -> None:
    found = [list(fit([invented(600, 2)], [invented(80, 2, 5)], 6, 3, 4, 2, 7))[-1][0].weights() for _ in range(2)]
    assert found[0] == found[1]


def test_area_counts_the_pairs_in_the_right_order() -> None:
    chances = np.array([[0.9, 0.1], [0.4, 0.6]], np.float32)
    assert area(chances, np.array([[1, 0], [1, 0]], np.float32)) == 0.75
    assert area(chances, np.full((2, 2), 0.5, np.float32)) == 0.5


def test_the_target_mixes_the_win_the_margin_and_what_the_search_expected() -> None:
    shard = {
        "won": np.array([[1, 0], [1, 0]], np.float32),
        "worth": np.array([[0.8, 0.2], [0.8, 0.2]], np.float32),
        "expected": np.array([[0.4, 0.6], [np.nan, np.nan]], np.float32),
        "hand_made": np.zeros((2, 2), np.float32),
        "seen": np.zeros((2, 2 * 6 + 3), np.float16),
        "game": np.array([8, 9]),
    }
    rows, held_out = rows_of(shard, 6, margin=0.5, root=0.5)
    assert rows.target[:, 0] == pytest.approx([0.65, 0.9])
    assert held_out.tolist() == [True, False]
    assert rows.own.shape == (2, 2, 6)


# ---------------------------------------------------------------- self-play


def test_self_play_sees_calm_moments_and_repeats_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    leader = NetworkBot(iterations=2, value_function=value_function_of("maya", HAND_MADE))
    monkeypatch.setattr(self_play, "draw_players", lambda *_: [leader, Greedy(blur=0.3)])
    shift = SelfPlayJob("maya", HAND_MADE, 2, range(5, 6), 2, 6)
    shard = play_games(shift)
    assert shard["seen"].shape == (6, 2 * OWN + SHARED)
    assert shard["worth"].sum(axis=1) == pytest.approx(1)
    assert shard["won"].sum(axis=1) == pytest.approx(1)
    assert set(shard["game"]) == {5}
    again = play_games(shift)
    assert all(np.array_equal(shard[name], again[name], equal_nan=name == "expected") for name in shard)


def test_opponents_are_of_several_kinds() -> None:
    shift = SelfPlayJob("maya", HAND_MADE, 4, range(1), 16, 6)
    leader = NetworkBot(iterations=16, value_function=GAME.judge)
    draw = random.Random(1)
    kinds = {repr(player) for _ in range(60) for player in draw_players(leader, shift, draw)}
    assert len(kinds) == 4, "the leader, softly, in haste, and a greedy bot; the hand-made judge looks like the leader"


# ---------------------------------------------------------------- the gate


def played(seats: int, *shares: float) -> Match:
    return Match(seats, tuple(Outcome(seed, share, (9,), (8.0,)) for seed, share in enumerate(shares)), 1.0, 1.0)


def test_a_candidate_must_win_clearly() -> None:
    assert gate.won([played(2, *[1.0] * 6, 0.5), played(4, *[0.5] * 6)])
    assert not gate.won([played(2, 1.0, 0.0, 1.0, 0.0, 0.5, 0.6)])
    middle, low, high = gate.surplus([played(2, 0.5, 0.5), played(4, 0.25, 0.25)])
    assert middle == low == high == 0


def test_equal_time_gives_a_judge_against_itself_as_many_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "PACE_DECISIONS", 3)
    ticks = iter(range(1000))
    monkeypatch.setattr(time, "process_time", lambda: float(next(ticks)))
    assert gate.equal_time("maya", HAND_MADE, HAND_MADE, 2, 2, 1) == 2


# ---------------------------------------------------------------- the school


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Nothing is really played: positions are invented, and the candidate's share of the wins is what `share` says."""
    done: dict[str, Any] = {"shifts": [], "duels": [], "share": 0.9}

    def play(shift: SelfPlayJob) -> tuple[SelfPlayJob, dict[str, Any]]:
        done["shifts"].append(shift)
        draw = np.random.default_rng(shift.seeds.start)
        count, seats = len(shift.seeds), shift.seats
        won = np.eye(seats, dtype=np.float32)[draw.integers(0, seats, count)]
        seen = draw.random((count, seats * OWN + SHARED)).astype(np.float16)
        nothing = np.full((count, seats), np.nan, np.float32)
        shard = {"seen": seen, "won": won, "worth": won, "hand_made": 0 * won + 0.5, "expected": nothing}
        return shift, {**shard, "game": np.array(shift.seeds)}

    def play_match(duel: gate.MatchJob) -> tuple[gate.MatchJob, list[Outcome]]:
        done["duels"].append(duel)
        return duel, [Outcome(seed, done["share"], (9,), (8.0,)) for seed in duel.seeds]

    monkeypatch.setattr(trainer, "_play_games", play)
    monkeypatch.setattr(trainer, "_play_match", play_match)
    monkeypatch.setattr(trainer, "GAMES_PER_JOB", 8)
    monkeypatch.setattr(gate, "equal_time", lambda *_: 40)
    return done


def learn(pupil: Trainer, generations: int) -> list[str]:
    told = []
    for stage in pupil.stages(generations):
        assert len(list(stage.steps)) <= stage.total
        told.append(stage.said())
    return told


def test_a_generation_plays_fits_fights_and_is_kept(tmp_path: Path, quick: dict[str, Any]) -> None:
    pupil = Trainer(tmp_path, TINY)
    told = learn(pupil, 2)
    assert [shift.seats for shift in quick["shifts"][:3]] == [2, 3, 4]
    assert told[0] == "48 games played"
    assert "positions learned" in told[1]
    assert told[-1] == "generation 2 is kept"
    # The second generation is played by the first, and has to beat it as well as the hand-made judge.
    assert {shift.weights == HAND_MADE for shift in quick["shifts"][6:]} == {False}
    assert len(pupil.verdicts()[1]["matches"]) == 2
    won = pupil.winner()
    assert won is not None
    assert won.made["generation"] == 2
    assert len(won.made["generations"]) == 2
    assert NetworkFile.read(won.write()).made["plan"] == TINY.as_json()


def test_no_seed_is_used_twice(tmp_path: Path, quick: dict[str, Any]) -> None:
    learn(Trainer(tmp_path, TINY), 2)
    played = [seed for shift in quick["shifts"] for seed in shift.seeds]
    assert len(played) == len(set(played)) == 24 + 24 + 24
    assert not {seed for duel in quick["duels"] for seed in duel.seeds} & set(played)


def test_what_loses_is_dropped_and_the_hand_made_judge_stays(tmp_path: Path, quick: dict[str, Any]) -> None:
    quick["share"] = 0.2
    pupil = Trainer(tmp_path, TINY)
    assert learn(pupil, 1)[-1] == "generation 1 is dropped"
    assert pupil.winner() is None
    assert pupil.leader() == HAND_MADE


def test_an_interrupted_school_goes_on_where_it_was(tmp_path: Path, quick: dict[str, Any]) -> None:
    first = Trainer(tmp_path / "straight", TINY)
    learn(first, 1)
    shifts, duels = len(quick["shifts"]), len(quick["duels"])
    for stage in Trainer(tmp_path / "broken", TINY).stages(1):
        next(stage.steps)  # one piece of work, then the process is killed
        break
    (tmp_path / "broken/generation-1/games/3-999.npz.unfinished").write_bytes(b"half")
    second = Trainer(tmp_path / "broken", TINY)
    learn(second, 1)
    assert (len(quick["shifts"]), len(quick["duels"])) == (2 * shifts, 2 * duels)
    assert second.leader() == first.leader()
    assert learn(Trainer(tmp_path / "broken", TINY), 1) == []


def test_time_runs_out_between_two_pieces_of_work(tmp_path: Path, quick: dict[str, Any]) -> None:
    pupil = Trainer(tmp_path, TINY)
    pupil.until = time.monotonic() - 1
    assert learn(pupil, 1) == []
    assert quick["shifts"] == []


def test_a_folder_belongs_to_one_plan(tmp_path: Path) -> None:
    Trainer(tmp_path, TINY)
    with pytest.raises(LearningError, match=r"other settings \(games 24\)"):
        Trainer(tmp_path, TrainingConfig("maya", games=48, greedy=24, epochs=2, duels=24, hidden=4))
    (tmp_path / "plan.json").write_text("{", "utf-8")
    with pytest.raises(LearningError, match="is damaged"):
        Trainer(tmp_path, TINY)


# ---------------------------------------------------------------- the command


def test_the_command_learns_and_tells(
    tmp_path: Path, quick: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fitting, "BATCH_ROWS", 64)
    place = str(tmp_path / "new")
    words = f"train maya --folder {place} --games 100 --duels 20 --generations 1 --processes 1".split()
    with pytest.raises(SystemExit, match="0"):
        main([*words, "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["done"]
    assert told["generations"][0]["kept"]
    assert told["kept"] is None
    with pytest.raises(SystemExit, match="0"):
        main(words)
    assert "with --keep the same command" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "there is no game 'chess'"),
        (["maya", "--games", "5"], "--games is a number from 100"),
        (["maya", "--duels", "1"], "--duels is a number from 20"),
        (["maya", "--generations", "0"], "--generations is a number from 1"),
        (["maya", "--iterations", "0"], "--iterations is a number from 1"),
        (["maya", "--minutes", "0"], "--minutes is more than 0"),
        (["maya", "--processes", "0"], "--processes is a number from 1"),
        (["maya", "--seed", "-1"], "--seed is a number from 0"),
        (["maya", "--ray", "nowhere"], "Ray"),
    ],
)
def test_what_cannot_be_learned_is_said(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["train", *words, "--folder", str(tmp_path)])
    assert left.value.code == 1
    assert said in capsys.readouterr().err
