"""The commands that make datasets and look for puzzles."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tablero.analysis.puzzles import Puzzle, PuzzleBudget
from tablero.cli import main, puzzles
from tablero.cli.puzzles import PuzzleSource
from tablero.lab import gathering, tournament
from tablero.lab.datasets import Dataset
from tablero.lab.seeds import PUZZLE_SEEDS


def run(*words: object) -> None:
    """Run a command; all is well."""
    with pytest.raises(SystemExit) as left:
        main([*map(str, words)])
    assert left.value.code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("dataset chess --games 1 --bots greedy", "there is no game 'chess'"),
        ("dataset maya --games 0 --bots greedy", "--games is 1 or more, not 0"),
        ("dataset maya --games 1 --bots greedy --seed -1", "--seed is 0 or more, not -1"),
        ("dataset maya --games 1 --bots greedy --shard 0", "--shard is 1 or more, not 0"),
        ("dataset maya --games 1 --bots greedy --processes 0", "--processes is a number from 1 to 1000, not 0"),
        ("dataset maya --games 1 --bots greedy --seats 9", "seats, not 9"),
        ("dataset maya --games 1 --bots clever", "there is no bot 'clever'"),
        ("dataset maya --games 1 --bots greedy,level8", "level8 thinks by the clock (1 seconds a turn)"),
        ("dataset maya --games 1 --bots greedy --option areas", "an option is written name=value"),
        ("puzzles maya --games 0", "--games is 1 or more"),
        ("puzzles maya --margin 1", "--margin is more than 0 and less than 1, not 1"),
        ("puzzles maya --effort 0", "--effort is a number from 0.01 to 100, not 0"),
        ("puzzles maya --seats 2 --bots greedy,random,random", "3 bots are named for 2 seats"),
        ("puzzles maya --solve clever", "there is no bot 'clever'"),
        ("puzzles maya --solve level4 --tries 0", "--tries is 1 or more"),
        ("puzzles maya --bots search:1s", "search:1s thinks by the clock"),
        ("puzzles maya --records .", "there are no records in .: their names end with .tablero"),
        ("puzzles maya --records nowhere.tablero", "there is no file nowhere.tablero"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(words.split())
    assert left.value.code == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("tablero: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err
    assert not list(tmp_path.iterdir())


def test_a_dataset_is_made_and_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "maya"
    words = ("dataset", "maya", "--bots", "greedy,random", "--seats", 3, "--processes", 1, "--out", folder)
    run(*words, "--games", 2, "--option", "areas=usual")
    assert f"{folder}: 2 games of Maya" in capsys.readouterr().out
    run(*words, "--games", 3, "--json")
    told = json.loads(capsys.readouterr().out)
    found = Dataset(folder)
    assert (told["games"], told["decisions"], told["files"], told["seats"]) == (3, len(found), 1, 3)
    assert told["bytes"] == sum(path.stat().st_size for path in folder.glob("*.parquet"))
    assert found.about["bots"] == ["greedy", "random"]


def test_who_stops_it_is_told_where_it_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(portion: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(gathering, "gather", stop)
    with pytest.raises(SystemExit) as left:
        main(["dataset", "maya", "--games", "1", "--bots", "greedy", "--processes", "1", "--out", str(tmp_path / "a")])
    assert left.value.code == 130
    assert "the same command goes on" in capsys.readouterr().err


def test_without_pyarrow_the_command_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(SystemExit) as left:
        main(["dataset", "maya", "--games", "1", "--bots", "greedy", "--out", str(tmp_path / "a")])
    assert left.value.code == 1
    assert 'pip install "tablero[lab]"' in capsys.readouterr().err


def test_ray_is_asked_for_with_and_without_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, str | None, list[str]]] = []

    def share_out(work: Any, items: Any, processes: int, ray: str | None, modules: list[str]) -> Any:
        asked.append((processes, ray, modules))
        return map(work, items)

    for module in (tournament, gathering, puzzles):
        monkeypatch.setattr(module, "share_out", share_out)
    two = ("--bots", "random,random", "--games", 2)
    run("arena", "maya", *two, "--json", "--ray")
    run("arena", "maya", "--ray", "--processes", 3, *two, "--json")
    run("arena", "maya", *two, "--ray", "10.0.0.1:6379", "--json")
    run("arena", "maya", *two, "--json")
    run("dataset", "maya", *two, "--out", tmp_path / "data", "--json", "--ray", "auto")
    run("puzzles", "maya", *two, "--effort", 0.01, "--out", tmp_path / "found.jsonl", "--json", "--ray=auto")
    assert [ray for _, ray, _ in asked] == ["local", "local", "10.0.0.1:6379", None, "auto", "auto"]
    assert asked[1][0] == 3
    assert asked[3][0] == 1


QUICKLY = ("--effort", 0.05, "--margin", 0.01, "--processes", 1)


def test_a_file_of_puzzles_is_gone_on_with_whenever_it_was_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["puzzles", "tzolkin", "--bots", "level3", "--seats", "2", *map(str, QUICKLY), "--out"]
    run(*words, tmp_path / "whole.jsonl", "--json", "--games", 3)
    told = json.loads(capsys.readouterr().out)
    whole = (tmp_path / "whole.jsonl").read_bytes()
    settings, *games = map(json.loads, whole.splitlines())
    assert settings["seed"] == PUZZLE_SEEDS.start
    assert [game["number"] - PUZZLE_SEEDS.start for game in games] == [0, 1, 2]
    assert told["games"] == len(games)
    assert told["puzzles"] == sum(len(game["puzzles"]) for game in games) == told["turns"]["accepted"] > 0
    assert told["turns"]["turns"] == sum(told["turns"].values()) - told["turns"]["turns"], "each has one fate"
    for puzzle in (Puzzle.read(one) for game in games for one in game["puzzles"]):
        assert puzzle.state().owes(puzzle.seat)

    sought: list[int] = []
    find_puzzles = puzzles.find_puzzles

    def stopped(source: PuzzleSource) -> Any:
        sought.append(source.number - PUZZLE_SEEDS.start)
        if len(sought) == 2:
            raise KeyboardInterrupt
        return find_puzzles(source)

    monkeypatch.setattr(puzzles, "find_puzzles", stopped)
    torn = tmp_path / "torn.jsonl"
    with pytest.raises(SystemExit) as left:
        main([*words, str(torn), "--games", "2"])
    assert left.value.code == 130
    with pytest.raises(SystemExit) as left:
        main([*words, str(torn), "--seed", "1"])
    assert left.value.code == 1
    assert "now; name a new file" in capsys.readouterr().err
    run(*words, torn, "--games", 2)
    run(*words, torn, "--games", 3)  # goes on with a finished file
    assert sought == [0, 1, 1, 2]
    assert torn.read_bytes() == whole

    run("puzzles", "tzolkin", "--out", torn, "--solve", "level4,random", "--tries", 2, "--processes", 1, "--json")
    solved = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert solved["puzzles"] == told["puzzles"]
    assert 0 <= solved["solved"]["level4"]["all"] <= PuzzleBudget.chance < 1, "the greedy bot does not find them"


def test_puzzles_come_from_records_of_finished_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("simulate", "maya", "--bots", "level3", "--games", 2, "--save", tmp_path / "games", "--json")
    capsys.readouterr()
    words = (*QUICKLY, "--json")
    run("puzzles", "maya", "--records", tmp_path / "games", *words, "--out", tmp_path / "a.jsonl")
    assert json.loads(capsys.readouterr().out)["games"] == 2
    [first, _] = sorted((tmp_path / "games").iterdir())
    run("puzzles", "maya", "--records", first, *words, "--out", tmp_path / "b.jsonl")
    assert set((tmp_path / "a.jsonl").read_bytes().splitlines()) > set((tmp_path / "b.jsonl").read_bytes().splitlines())
    with pytest.raises(SystemExit):
        main(["puzzles", "yaxha", "--records", str(first), "--out", str(tmp_path / "c.jsonl")])
    assert "is a game of Maya, not of Yaxha" in capsys.readouterr().err
