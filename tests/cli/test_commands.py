"""The command line, as a person or a program meets it: what it says and its exit status, mostly of real processes."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import tablero
from tablero.cli import main
from tablero.cli.bench import show_table
from tablero.core import Record, commitment
from tablero.plain import is_compiled
from tests.limits import LIMIT

GAMES = [game.name for game in tablero.games()]


def run(*words: object, status: int = 0, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """Run a command; it must leave with this status and never show a traceback. Servers, and commands with surroundings
    of their own, run in a process of their own, which takes longer to start than most commands take."""
    command = [sys.executable, "-m", "tablero", *map(str, words)]
    if surroundings or words[0] in ("serve", "load"):
        env = {**os.environ, "COLUMNS": "200", **surroundings}
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, env=env)
    else:
        with mock.patch.dict(os.environ, COLUMNS="200"):
            done = subprocess.CompletedProcess(command, *called(*words))
    assert "Traceback" not in done.stderr
    assert done.returncode == status, done.stderr
    return done


def answer(*words: object, status: int = 0, **surroundings: str) -> Any:
    return json.loads(run(*words, "--json", status=status, **surroundings).stdout)


def called(*words: object) -> tuple[int, str, str]:
    """Run a command without a process of its own: its status and what it says on both streams."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        try:
            main([str(word) for word in words])
            status = 0
        except SystemExit as left:
            status = int(left.code or 0)
    return status, out.getvalue(), err.getvalue()


def refusal(*words: object, status: int = 1) -> str:
    """Return the sentence of a refused command, on stderr and nowhere else. A server runs in a process of its own."""
    if words[0] == "serve":
        done = run(*words, status=status)
        out, err = done.stdout, done.stderr
    else:
        left, out, err = called(*words)
        assert left == status, err
    assert out == ""
    assert err.startswith("tablero: ")
    assert err.count("\n") == 1
    return err


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game, as a table of the site would write it."""
    folder = tmp_path_factory.mktemp("records")
    game = tablero.game("yaxha")
    state = game.start(2, 7)
    moves = []
    while seats := state.actors():
        move = state.moves(seats[0])[0]
        moves.append((seats[0], move))
        state.play(seats[0], move)
    path = folder / "game.tablero"
    path.write_text(Record.of(game, 2, 7, {}, moves, ("Ana", "Bruno"), salt="pepper").to_text(), "utf-8")
    return path


# ---------------------------------------------------------------- asking for help


@pytest.mark.parametrize(
    "command",
    [
        "serve",
        "settings",
        "games",
        "simulate",
        "arena",
        "evaluate",
        "replay",
        "show",
        "perft",
        "verify",
        "bench",
        "train",
    ],
)
def test_every_command_explains_itself(command: str) -> None:
    status, out, err = called(command, "--help")
    assert (status, err) == (0, "")
    assert f"tablero {command}" in out


def test_the_version_tells_how_it_runs_and_where_tables_are_kept(tmp_path: Path) -> None:
    how = "compiled" if is_compiled() else "plain Python"
    first, second = run("--version", XDG_DATA_HOME=str(tmp_path), LOCALAPPDATA=str(tmp_path)).stdout.splitlines()
    assert first == f"tablero {tablero.__version__} ({how})"
    assert second.startswith("tables are kept in ")
    assert second.endswith("tablero.db")
    assert "(plain Python)" in run("--version", TABLERO_PLAIN="1").stdout
    assert not list(tmp_path.iterdir()), "asking makes nothing"


# ---------------------------------------------------------------- games, simulate, perft


def test_games_are_listed_with_seats_rules_and_options() -> None:
    listed = answer("games")
    assert [game["name"] for game in listed] == GAMES
    for game in listed:
        assert set(game) >= {"name", "title", "seats", "rules", "options"}
    for name in GAMES:
        assert name in run("games").stdout


@pytest.mark.parametrize("name", GAMES)
def test_simulated_games_are_the_same_under_the_same_seed(name: str) -> None:
    first = answer("simulate", name, "--games", 3, "--seed", 5)
    again = answer("simulate", name, "--games", 3, "--seed", 5)
    assert first["results"] == again["results"]
    assert [result["seed"] for result in first["results"]] == [5, 6, 7]
    assert first["game"] == name
    assert first["games"] == 3
    assert first["decisions"] > 0
    assert first["decisions_per_s"] > 0
    for result in first["results"]:
        best = max(result["scores"])
        assert len(result["scores"]) == first["seats"]
        assert all(result["scores"][seat] == best for seat in result["winners"])


@pytest.mark.parametrize("name", GAMES)
def test_plain_python_plays_the_same_games(name: str) -> None:
    words = ("simulate", name, "--games", 5)
    plain = answer(*words, TABLERO_PLAIN="1")
    assert plain["compiled"] is False
    assert plain["results"] == answer(*words)["results"]


def test_saved_games_are_the_simulated_ones(tmp_path: Path) -> None:
    fast = answer("simulate", "yaxha", "--seats", 3, "--games", 2)
    saved = answer("simulate", "yaxha", "--seats", 3, "--games", 2, "--save", tmp_path / "new")
    assert saved["results"] == fast["results"]
    for result in saved["results"]:
        checked = answer("verify", tmp_path / "new" / f"yaxha-3-{result['seed']}.tablero")
        assert (checked["scores"], checked["winners"]) == (result["scores"], result["winners"])


def test_a_table_of_results_names_the_bots() -> None:
    shown = run("simulate", "yaxha", "--bots", "random,random,random", "--games", 2).stdout
    assert shown.count("random") == 3
    assert "decisions in" in shown


def test_an_option_changes_the_game() -> None:
    chosen = answer("simulate", "yaxha", "--games", 1, "--option", "cards=beginner")
    assert chosen["options"]["cards"] == "beginner"


def test_perft_counts_depth_by_depth() -> None:
    counted = answer("perft", "yaxha", "--seats", 2, "--seed", 1, "--depth", 3)
    state = tablero.game("yaxha").start(2, 1)
    assert counted["game"] == "yaxha"
    assert counted["counts"][:2] == [1, len(state.moves(0))]
    assert len(counted["counts"]) == 4
    assert "sequences" in run("perft", "yaxha", "--depth", 1).stdout


# ---------------------------------------------------------------- records


def test_a_record_replays_move_by_move(record: Path) -> None:
    told = answer("replay", record)
    written = Record.from_text(record.read_text("utf-8"))
    assert told["ok"] is True
    assert told["moves"] == len(written.moves)
    assert tuple(told["scores"]) == written.scores
    assert tuple(told["winners"]) == written.winners
    lines = run("replay", record).stdout.splitlines()
    assert lines[0].strip() == f"1  {written.players[0]}: {written.moves[0][1]}"
    assert "win" in lines[-1]


def test_verify_says_what_it_checked(record: Path) -> None:
    told = answer("verify", record)
    assert told["ok"] is True
    assert told["commitment"] == commitment(7, "pepper")
    shown = run("verify", record, "--commitment", told["commitment"]).stdout
    assert "nobody changed this file" in shown
    assert "promised at the start" in shown
    assert "moves are legal" in shown


def test_another_seed_than_the_promised_one_is_found_out(record: Path) -> None:
    assert "not the promised one" in refusal("verify", record, "--commitment", commitment(8, "pepper"))


def test_every_changed_byte_of_a_record_is_noticed(record: Path, tmp_path: Path) -> None:
    whole = record.read_bytes()
    broken = tmp_path / "broken.tablero"
    for place in range(10, len(whole), len(whole) // 6):
        broken.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        told = answer("verify", broken, status=1)
        assert told["ok"] is False
        assert told["error"]
    assert answer("replay", broken, status=1)["ok"] is False
    refusal("verify", broken)


def test_a_record_that_claims_other_scores_is_refused(record: Path, tmp_path: Path) -> None:
    written = Record.from_text(record.read_text("utf-8"))
    forged = tmp_path / "forged.tablero"
    scores = tuple(score + 1 for score in written.scores or ())
    forged.write_text(Record(**{**vars(written), "scores": scores}).to_text(), "utf-8")
    assert "scores" in refusal("verify", forged)


def test_a_record_of_an_unknown_game_is_refused(record: Path, tmp_path: Path) -> None:
    written = Record.from_text(record.read_text("utf-8"))
    strange = tmp_path / "strange.tablero"
    strange.write_text(Record(**{**vars(written), "game": "chess"}).to_text(), "utf-8")
    assert "there is no game 'chess'" in refusal("replay", strange)
    assert answer("replay", strange, status=1)["ok"] is False


def test_a_running_game_verifies_without_scores(record: Path, tmp_path: Path) -> None:
    written = Record.from_text(record.read_text("utf-8"))
    young = tmp_path / "young.tablero"
    begun = {**vars(written), "moves": written.moves[:5], "scores": None, "winners": None}
    young.write_text(Record(**begun).to_text(), "utf-8")
    assert answer("verify", young)["scores"] is None
    assert "still running" in run("verify", young).stdout


def test_a_position_is_drawn_as_svg_png_and_text(record: Path, tmp_path: Path) -> None:
    run("show", record, "--at", 12, "-o", tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text("utf-8").lstrip().startswith("<svg")
    run("show", record, "--at", 12, "-o", tmp_path / "board.png", "--width", 400)
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert run("show", record, "--at", 0).stdout.strip()
    assert run("show", record, "--seat", 1).stdout.strip()


# ---------------------------------------------------------------- bench


def test_bench_measures_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    figures = answer("bench", "yaxha", "--seconds", 0.05)
    yaxha = figures["games"]["yaxha"]
    assert yaxha["plain"]["decisions_per_s"] > 0
    assert yaxha["draw_ms"] >= 0
    assert yaxha["update_bytes"] >= 0
    assert set(yaxha) >= {"search_per_s", "raw_steps_per_s", "env_steps_per_s", "gym_steps_per_s", "batch_steps_per_s"}
    assert yaxha["shared_speedup"] > 0
    if figures["compiled"]:
        assert set(yaxha["compiled"]) >= {"decisions_per_s", "copies_per_s", "imagines_per_s"}
    assert figures["peers"]["catanatron"]["decisions_per_s"] > 0
    show_table(figures["games"], figures["peers"])
    assert "catanatron" in capsys.readouterr().out


# ---------------------------------------------------------------- what is refused, and how


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "chess"], "there is no game 'chess'; there are yaxha"),
        (["simulate", "yaxha", "--seats", "9"], "not 9"),
        (["simulate", "yaxha", "--option", "cards"], "name=value"),
        (["simulate", "yaxha", "--option", "cards=none"], "random, beginner, chosen"),
        (["simulate", "yaxha", "--option", "wind=high"], "has no option 'wind'"),
        (["simulate", "yaxha", "--bots", "random,random,random", "--seats", "2"], "3 bots are named for 2 seats"),
        (["simulate", "yaxha", "--games", "0"], "--games is 1 or more"),
        (["simulate", "yaxha", "--seed", "-1"], "--seed is 0 or more"),
        (["perft", "yaxha", "--depth", "-1"], "--depth is 0 or more"),
        (["bench", "--seconds", "0"], "--seconds"),
        (["replay", "nowhere.tablero"], "there is no file nowhere.tablero"),
        (["verify", "."], "is a folder"),
        (["serve", "--host", "no.such.host.invalid"], "there is no host"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(words: list[str], said: str) -> None:
    assert said in refusal(*words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["frobnicate"],
            "there is no command 'frobnicate'; there are admin, arena, backup, bench, dataset, doctor, evaluate, games",
        ),
        (["simulate"], "tablero simulate --help"),
        (["simulate", "yaxha", "--games", "many"], "tablero simulate --help"),
        (["games", "--jason"], "tablero games --help"),
        (["serve", "--port", "99999"], "for --port. It is a number from 1 to 65535."),
    ],
)
def test_misspelt_commands_get_a_hint(words: list[str], said: str) -> None:
    assert said in refusal(*words, status=2)


def test_pictures_are_refused_with_a_reason(record: Path, tmp_path: Path) -> None:
    assert ".svg or .png" in refusal("show", record, "-o", tmp_path / "board.gif")
    assert "does not exist" in refusal("show", record, "-o", tmp_path / "nowhere" / "board.svg")
    assert "from 0 to" in refusal("show", record, "--at", 100_000)
    assert "from 0 to 1" in refusal("show", record, "--seat", 5)
    assert "--width" in refusal("show", record, "--width", 3)


def test_files_that_are_no_records_are_refused(tmp_path: Path) -> None:
    noise = tmp_path / "noise.tablero"
    noise.write_bytes(b"\xff\xfe\x00\x01")
    assert "not text" in refusal("replay", noise)
    noise.write_text("[1, 2]", "utf-8")
    assert "not a record" in refusal("replay", noise)
    noise.write_text("once upon a time", "utf-8")
    assert "not JSON" in refusal("verify", noise)


def test_a_busy_port_is_named_and_another_offered(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        said = refusal("serve", "--port", port, "--data", tmp_path / "t.db", "--no-browser")
    assert f"port {port} is busy" in said
    assert "--port" in said


def test_a_data_file_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert "is a folder" in refusal("serve", "--port", port, "--data", tmp_path)
    (tmp_path / "file").touch()
    assert "cannot be written" in refusal("serve", "--port", port, "--data", tmp_path / "file" / "t.db")
    assert "postgresql://" in refusal("serve", "--port", port, "--data", "mysql://here")


def test_a_reader_who_has_seen_enough_is_no_error(record: Path) -> None:
    shell = f"'{sys.executable}' -m tablero replay '{record}' | head -n 1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=LIMIT)
    assert done.stderr == ""
    assert done.stdout.startswith("    1  Ana:")
