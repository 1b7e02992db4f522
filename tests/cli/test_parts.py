"""Parts of the command line that a real process cannot easily be brought to: other systems, busy ports, terminals."""

from __future__ import annotations

import errno
import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

import tablero
from tablero.cli import bench, console, main, parts, png, serve, simulate
from tablero.cli.console import Refused
from tablero.core.drawing.png import replace_variables
from tablero.site.settings import Settings


@pytest.mark.parametrize(
    ("system", "surroundings", "place"),
    [
        ("linux", {}, ".local/share/tablero"),
        ("linux", {"XDG_DATA_HOME": "elsewhere"}, "elsewhere/tablero"),
        ("darwin", {}, "Library/Application Support/tablero"),
        ("win32", {}, "AppData/Local/tablero"),
        ("win32", {"LOCALAPPDATA": "local"}, "local/tablero"),
    ],
)
def test_each_system_keeps_data_in_its_own_place(
    system: str, surroundings: dict[str, str], place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, str(tmp_path / value))
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert serve.data_folder() == tmp_path / place


def test_a_database_is_a_file_or_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert serve.database_url("postgres://me@here/tables") == "postgresql+asyncpg://me@here/tables"
    assert serve.database_url("sqlite:///tables.db") == "sqlite+aiosqlite:///tables.db"
    assert serve.database_url(str(tmp_path / "new" / "t.db")) == f"sqlite+aiosqlite:///{tmp_path.resolve()}/new/t.db"
    assert (tmp_path / "new" / "t.db").stat().st_mode & 0o077 == 0, "others read the secrets in it"
    monkeypatch.setattr(parts, "find_spec", lambda name: None if name == "asyncpg" else True)
    with pytest.raises(Refused, match="tablero\\[postgres\\]"):
        serve.database_url("postgresql://here")


@pytest.mark.parametrize(
    ("number", "port", "words"),
    [
        (errno.EADDRINUSE, 65535, "--port 8520"),
        (errno.EADDRINUSE, 8520, "--port 8521"),
        (errno.EACCES, 80, "reserved for the system"),
        (errno.EADDRNOTAVAIL, 8520, "--host 127.0.0.1"),
    ],
)
def test_a_port_that_cannot_be_had_is_explained(number: int, port: int, words: str) -> None:
    assert words in serve.port_error(OSError(number, "no"), "127.0.0.1", port)


def test_serving_hands_over_what_was_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tablero.site.server import serve as server

    asked: list[tuple[Settings, bool]] = []
    monkeypatch.setattr(server, "serve", lambda given, open_browser: asked.append((given, open_browser)) or 0)
    monkeypatch.setattr(serve, "check_port", lambda host, port: None)
    assert serve.serve(given=Settings(port=9000, database=str(tmp_path / "t.db")), browser=False) == 0
    [(given, open_browser)] = asked
    assert (given.port, open_browser) == (9000, False)
    assert given.database.endswith("t.db")


def test_a_terminal_gets_a_bar_and_a_program_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr("rich.console.Console", lambda **_: Console(file=screen, force_terminal=True))
    assert list(console.watch([1, 2], "Measuring", 2, quiet=True)) == [1, 2]
    assert screen.getvalue() == ""
    assert list(console.watch([1, 2], "Measuring", 2, quiet=False)) == [1, 2]
    assert "Measuring" in screen.getvalue()


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="cannot be written"):
        console.write_file(tmp_path, b"")

    def forbidden(*_: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_text", forbidden)
    with pytest.raises(Refused, match="cannot be read: Permission denied"):
        console.read_text(tmp_path / "a.tablero")


def test_colours_named_after_colours_are_settled_and_a_broken_picture_is_refused() -> None:
    picture = "<svg><style>:root{--a:var(--b);--b:#123}</style><g fill='var(--a)' stroke='var(--none)'/></svg>"
    assert "fill='#123' stroke='none'" in replace_variables(picture)
    with pytest.raises(Refused, match=r"ends in \.svg"):
        png.to_png("<svg", 100)


def test_figures_are_shown_without_a_compiler_and_without_a_peer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(bench, "is_compiled", lambda: False)
    figures = {"plain": {"decisions_per_s": 1234}, "compiled": None, "draw_ms": 1.5}
    bench.show_table({"maya": figures}, {})
    bench.show_peers({"maya": figures}, {}, {})
    shown = capsys.readouterr().out
    assert "1,234" in shown
    assert "tablero bench --peers" in shown
    assert "make compile" in shown


def test_what_cannot_be_measured_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match=r"measuring chess failed: .*there is no game 'chess'"):
        bench.measure_game("chess", 0.01, plain=True)


def test_both_ways_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []

    def measured(subject: str, seconds: float, plain: bool, whole: bool = False) -> dict[str, object]:
        asked.append((subject, plain))
        return {"decisions_per_s": 5 if plain else 50} | ({"site": {"draw_ms": 1.0}} if whole else {})

    monkeypatch.setattr(bench, "measure_game", measured)
    monkeypatch.setattr(bench, "is_compiled", lambda: True)
    [(name, figures)] = bench.measure_all(["yaxha"], 0.01)
    assert asked == [("yaxha", False), ("yaxha", True)]
    assert (name, figures["plain"]["decisions_per_s"], figures["compiled"]["decisions_per_s"]) == ("yaxha", 5, 50)
    assert figures["draw_ms"] == 1.0


def test_bench_prints_its_tables(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    figures = {
        "plain": {"decisions_per_s": 7},
        "compiled": {"decisions_per_s": 70},
        "env_steps_per_s": 60,
        "raw_steps_per_s": 90,
    }
    theirs = {
        "catanatron": {"version": "3", "gym_version": "4", "decisions_per_s": 2, "gym_steps_per_s": 1},
        "openspiel": {"version": "2", "own_steps_per_s": {"chess": 9}},
        "pettingzoo": {"version": "1", "steps_per_s": {"go_v5": 3}, "bare_steps_per_s": {"go_v5": 6}},
    }
    monkeypatch.setattr(
        bench, "measure_all", lambda names, seconds, load: iter([(name, dict(figures)) for name in names])
    )
    monkeypatch.setattr(bench, "measure_steps", lambda *_: theirs)
    monkeypatch.setattr(bench, "install_peers", lambda *_: ("python", {"rlcard": "it has no [cards]"}))
    for words in (["bench", "yaxha", "--peers"], ["bench", "maya", "--json"]):
        with pytest.raises(SystemExit) as left:
            main(words)
        assert left.value.code == 0
    shown = capsys.readouterr().out
    for told in ("10.0 x", "35.0 x", "go_v5, bare", "20.0 x", "Left out: rlcard: it has no [cards]", '"maya"'):
        assert told in shown


def test_a_game_that_does_not_end_is_a_fault_to_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "MAX_DECISIONS", 3)
    with pytest.raises(Refused, match="did not end after 3 decisions"):
        simulate.play_one(tablero.game("maya"), 2, {}, 1, ["random", "random"], [], written=False)


def test_a_command_that_is_stopped_leaves_as_the_shell_expects(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "play_one", stopped)
    with pytest.raises(SystemExit) as left:
        main(["simulate", "maya", "--games", "1"])
    assert left.value.code == 130
