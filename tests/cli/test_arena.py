"""The command that lets bots fight."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablero.cli import main
from tablero.lab import tournament
from tablero.lab.tournament import Task


def fight(*words: object) -> None:
    """Run the command; all is well."""
    with pytest.raises(SystemExit) as left:
        main(["arena", *map(str, words)])
    assert left.value.code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("maya --bots greedy", "a match needs two bots or more"),
        ("maya --bots greedy,clever", "there is no bot 'clever'"),
        ("chess --bots greedy,random", "there is no game 'chess'"),
        ("maya --bots greedy,random --seats 9", "seats, not 9"),
        ("maya --bots greedy,random --games 0", "--games is 1 or more, not 0"),
        ("maya --bots greedy,random --seed -1", "--seed is 0 or more, not -1"),
        ("maya --bots greedy,random --processes 0", "--processes is a number from 1 to 1000, not 0"),
        ("maya --bots greedy,random --sprt 50", "--sprt is two Elo values, the lower one first, for example 0,50"),
        ("maya --bots greedy,random --sprt 50,0", "--sprt is two Elo values"),
        ("maya --bots greedy,random --plot board.png", "a chart is an SVG file: --plot board.svg"),
        ("maya --bots greedy --vs random --ladder", "--ladder and --vs are two ways to say who plays whom"),
        ("maya --bots greedy --vs openspiel-mcts", "say how long OpenSpiel's search may think"),
        ("maya --bots greedy,random --option areas", "an option is written name=value"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["arena", *words.split()])
    assert left.value.code == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("tablero: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err


def test_a_mirror_match_is_even_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    fight("maya", "--bots", "greedy,greedy", "--seats", 3, "--games", 4, "--option", "areas=usual", "--json")
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["seats"]) == ("maya", 3)
    assert [bot["name"] for bot in found["bots"]] == ["greedy", "greedy (2)"]
    for bot in found["bots"]:
        assert bot["share"] == pytest.approx(1 / 3)
        assert bot["elo"] == 0
        assert bot["games"] == 6, "whole seeds are played"
        assert 0 < bot["ms_per_turn"] <= bot["ms_per_turn_p95"] <= bot["ms_per_turn_worst"]


def test_a_ladder_is_shown_drawn_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart, folder = tmp_path / "chart.svg", tmp_path / "kept"
    who = ("maya", "--bots", "random,greedy,level1", "--ladder")
    fight(*who, "--games", 2, "--sprt", "0,50", "--folder", folder, "--plot", chart)
    shown = capsys.readouterr().out
    assert "Maya, 2 seats; equal is 50.0%" in shown
    assert "greedy against random: " in shown
    assert "level1 against greedy: " in shown
    assert "undecided between +0 and +50 Elo" in shown
    assert chart.read_text("utf-8").startswith("<svg")
    assert len((folder / tournament.OUTCOMES_FILE).read_text("utf-8").splitlines()) == 2


def test_who_stops_it_is_told_where_it_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(task: Task) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "play_task", stop)
    with pytest.raises(SystemExit) as left:
        main(["arena", "maya", "--bots", "random,greedy", "--folder", str(tmp_path)])
    assert left.value.code == 130
    assert "the same command goes on" in capsys.readouterr().err
