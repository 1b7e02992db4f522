"""The gate that counts instructions: it fails at a tenth more, unless the figures were written anew with a reason."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import instructions
from tablero.games import GAME_NAMES
from tests.limits import LIMIT

WHERE = "x86_64, Python 3.11, gcc 12"
KEPT: dict[str, dict[str, int | str]] = {"maya": {"play": 1000, "step": 2000, "why": "first counted"}}


@pytest.mark.parametrize(
    ("play", "fails", "noted"), [(1000, 0, 0), (1099, 0, 0), (1101, 1, 0), (2000, 1, 0), (899, 0, 1)]
)
def test_a_tenth_more_fails_and_a_tenth_less_is_noted(play: int, fails: int, noted: int) -> None:
    faults, notes = instructions.compared({"maya": {"play": play, "step": 2000}}, KEPT)
    assert (len(faults), len(notes)) == (fails, noted)
    if fails:
        assert faults[0].startswith(f"maya, play: {play:,} instructions instead of 1,000 (+")


def test_a_figure_that_nobody_wrote_down_or_explained_fails() -> None:
    faults, _ = instructions.compared(
        {"maya": {"search": 5}, "yaxha": {"play": 7}}, {"maya": {**KEPT["maya"], "why": " "}}
    )
    assert faults == [
        "maya: its figures are written down without saying why",
        "maya: no figure for search is written down; record it",
        "yaxha: no figures are written down; record them",
    ]


def test_new_figures_are_written_down_with_words(tmp_path: Path) -> None:
    path = tmp_path / "instructions.toml"
    found = {"maya": {"play": 1000, "step": 2000}, "yaxha": {"play": 500, "step": 600}}
    with pytest.raises(SystemExit, match="say in a few words why"):
        instructions.record(found, " ", WHERE, path)
    assert not path.exists()
    assert instructions.record(found, "first counted", WHERE, path) == ["maya", "yaxha"]
    slower = {"maya": {"play": 1300, "step": 2001}, "yaxha": {"play": 501, "step": 601}}
    assert len(instructions.compared(slower, instructions.read_kept(path)[WHERE])[0]) == 1
    assert instructions.record(slower, 'Cities count "twice" \\ now', WHERE, path) == ["maya"]
    kept = instructions.read_kept(path)[WHERE]
    assert kept["maya"] == {"play": 1300, "step": 2001, "why": 'Cities count "twice" \\ now'}
    assert kept["yaxha"]["play"] == 500, "what differs by chance stays as it was"
    assert instructions.compared(slower, kept) == ([], [])


def test_every_game_has_figures_with_a_reason() -> None:
    kept = instructions.read_kept()
    assert kept
    for where, games in kept.items():
        assert set(games) == set(GAME_NAMES), where
        kinds = ("play", "search", "site", "step")
        figures = {game: {what: int(one[what]) for what in kinds} for game, one in games.items()}
        assert instructions.compared(figures, games) == ([], [])
    assert instructions.written(kept) == instructions.KEPT.read_text("utf-8")


SLOWER = """
import ctypes, sys
count = ctypes.CDLL(sys.argv[1])
def play(n):
    return sum(k * k for k in range(n))
play(10)
count.count_from_here(); play(1000); count.write_down(b"maya play 1000")
count.count_from_here(); play(1200); count.write_down(b"yaxha play 1000")
"""


def test_valgrind_counts_and_a_planted_slowdown_fails(tmp_path: Path) -> None:
    """Work that takes a fifth more is found out; where there is no valgrind, the gate says so and passes."""
    missing = instructions.missing_for_counting()
    if missing:
        told = subprocess.run([sys.executable, instructions.__file__], capture_output=True, text=True, timeout=LIMIT)
        assert (told.returncode, told.stdout) == (0, f"Instructions are not counted: {missing}.\n")
        return
    (tmp_path / "work.py").write_text(SLOWER)
    found = instructions.counted([str(tmp_path / "work.py")])
    usual: dict[str, dict[str, int | str]] = {
        game: {"play": found["maya"]["play"], "why": "as it was"} for game in ("maya", "yaxha")
    }
    faults, _ = instructions.compared(found, usual)
    assert len(faults) == 1
    assert faults[0].startswith("yaxha, play: ")


def test_without_figures_of_this_platform_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(instructions, "missing_for_counting", lambda: "")
    monkeypatch.setattr(instructions, "platform_name", lambda: "abacus, Python 9.9, gcc 99")
    monkeypatch.setattr(sys, "argv", ["instructions.py"])
    assert instructions.main() == 0
    assert "no figures of abacus, Python 9.9, gcc 99 are in benchmarks/instructions.toml" in capsys.readouterr().out
