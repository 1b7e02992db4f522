"""`tablero review` writes one page that stands alone, or the figures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tablero.cli import main
from tests.analysis.games import finished


def run(*words: object) -> int:
    with pytest.raises(SystemExit) as left:
        main(["review", *map(str, words), "--processes", "1", "--seconds", "0.2"])
    return int(left.value.code or 0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The record of a finished game."""
    path = tmp_path / "game.tablero"
    path.write_text(finished("maya", 2).to_text(), "utf-8")
    return path


def test_a_page_is_written_and_told_of(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, "--language", "fr") == 0
    html = file.with_suffix(".html").read_text("utf-8")
    assert 'lang="fr"' in html
    assert "Ana" in html
    told = capsys.readouterr().out
    assert "Ben: " in told
    assert "game.html: judged by" in told


def test_the_figures_are_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(file, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["moments"][-1]["at"] == told["moves"]
    assert not file.with_suffix(".html").exists()


def test_what_cannot_be_reviewed_is_said(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = finished("maya", 2)
    running = tmp_path / "running.tablero"
    running.write_text(replace(record, moves=record.moves[:-2], scores=None, winners=None).to_text(), "utf-8")
    for words, told in (
        ((running,), "when it is over"),
        ((file, "--language", "tlh"), "--language is one of"),
        ((file, "--seed", "-1"), "--seed is a number"),
        ((tmp_path / "none",), "there is no file"),
    ):
        assert run(*words) == 1
        assert told in capsys.readouterr().err
