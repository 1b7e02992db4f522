"""Peers of `tablero bench`: measured beside us where they can be, and named with the reason where not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablero.cli.bench import measure_steps, peer_environment
from tablero.cli.bench.peers import PEER_RUNNERS, replayed
from tablero.cli.bench.rounds import CONTEST_ROUNDS, Runner, rounds


def test_peers_that_are_installed_are_measured_and_the_others_named() -> None:
    """With the Python of the tests: catanatron and OpenSpiel are in it, and not everything that the others need."""
    left_out: dict[str, str] = {}
    theirs = measure_steps({}, dict.fromkeys(PEER_RUNNERS, sys.executable), left_out, 0.05, quiet=True)
    assert theirs["catanatron"]["decisions_per_s"] > 0
    steps = theirs["openspiel"]["own_steps_per_s"]
    assert set(steps) == {
        "tic_tac_toe",
        "connect_four",
        "leduc_poker",
        "backgammon",
        "gin_rummy",
        "hearts",
        "chess",
        "go",
    }
    assert min(steps.values()) > 0
    for name in ("rlcard", "pettingzoo", "fastcatan", "pgx", "envpool"):
        assert (
            name in theirs
            or "No module named" in left_out.get(name, "")
            or any(one.startswith(f"{name} ") for one in left_out)
        )


def test_slices_are_taken_in_turns_and_the_best_counts() -> None:
    words = """
import time
from tablero.cli.bench.peers import answer
slow = iter([0.0, 0.03] * 50)
def quick():
    time.sleep(next(slow)); return 1
idle = lambda: time.sleep(0.001) or 0
answer(lambda: ({"version": "1"}, {("steps_per_s", "quick"): quick, ("steps_per_s", "idle"): idle}))
"""
    runner = Runner("words", [sys.executable, "-c", words])
    try:
        assert len(list(rounds([runner], 0.05))) == CONTEST_ROUNDS
        figures = runner.figures()
    finally:
        runner.close()
    assert figures["version"] == "1"
    assert figures["steps_per_s"]["quick"] > 0
    assert figures["steps_per_s"]["idle"] == 0


def test_a_peer_whose_process_ends_is_left_out_and_the_rest_goes_on() -> None:
    words = """
import os
from tablero.cli.bench.peers import answer
answer(lambda: ({}, {("steps_per_s", "chess"): lambda: os._exit(7)}))
"""
    left_out: dict[str, str] = {}
    entered = [Runner("fragile", [sys.executable, "-c", words]), Runner("broken", [sys.executable, "-c", "1 / 0"])]
    for _ in rounds(entered, 0.05):
        pass
    for one in entered:
        left_out[one.name] = one.figures()["left_out"]
        one.close()
    assert left_out == {
        "fragile": "chess: its process ended with status 7",
        "broken": "its process ended with status 1",
    }


def test_a_game_that_is_not_the_same_again_is_not_measured() -> None:
    lengths = iter([3, 3, 3, 3, 3, 3, 2, 3])

    def episode(seed: int, moves: list[int] | None) -> Iterator[int]:
        yield from range(next(lengths))

    with pytest.raises(RuntimeError, match="the same seed and the same moves do not give the same game"):
        replayed(episode)


@pytest.mark.parametrize("real", [False, pytest.param(True, marks=pytest.mark.long)])
def test_without_a_network_every_peer_is_named_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, real: bool
) -> None:
    """Really, an environment is made and pip is asked four times, which takes ten seconds of the processor."""

    def failing(command: list[str]) -> str:
        if "venv" in command:
            Path(peer_environment.python_of(Path(command[-1]))).parent.mkdir(parents=True)
            Path(peer_environment.python_of(Path(command[-1]))).touch()
            return ""
        words = f"import sys; print('trying'); sys.exit('ERROR: No matching distribution found for {command[-1]}')"
        return really([sys.executable, "-c", words])

    really = peer_environment._run_quietly
    if not real:
        monkeypatch.setattr(peer_environment, "_run_quietly", failing)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    folder = peer_environment.home()
    said: list[str] = []
    python, missing = peer_environment.install_peers(folder, said.append)
    assert Path(python).exists()
    assert (
        said[0]
        == f"An environment for the peers is made in {folder}; it is kept there, and may be deleted at any time."
    )
    assert set(missing) == set(PEER_RUNNERS)
    assert missing["rlcard"] == "it cannot be installed here: No matching distribution found for rlcard"
    for peer in PEER_RUNNERS:
        (folder / f"{peer}.installed").touch()
    said.clear()
    assert peer_environment.install_peers(folder, said.append) == (python, {})
    assert said == [], "what is there is not fetched again"


def test_an_environment_that_cannot_be_made_is_a_reason_too(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    _, missing = peer_environment.install_peers(tmp_path / "file" / "peers", lambda _: None)
    assert set(missing) == set(PEER_RUNNERS)
    assert all(why.startswith("no environment could be made in ") for why in missing.values())
