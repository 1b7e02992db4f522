"""Settings from a file, the environment and the command line: the later wins, and errors name their place."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from tablero.cli import main, serve
from tablero.site.server import serve as server
from tablero.site.settings import Limits, Settings

Ask = Callable[..., Settings]


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """What `tablero serve` understood; nothing is served."""
    found: list[Settings] = []
    monkeypatch.setattr(server, "serve", lambda given, open_browser: found.append(given) or 0)
    monkeypatch.setattr(serve, "check_port", lambda host, port: None)
    monkeypatch.setattr(serve, "database_url", lambda data: data)

    def ask(*words: object) -> Settings:
        with pytest.raises(SystemExit) as left:
            main([*map(str, words)])
        assert left.value.code in (0, None)
        return found.pop()

    return ask


def said(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    with pytest.raises(SystemExit) as left:
        main([*map(str, words)])
    assert left.value.code == 2, "as the manual says"
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def test_the_file_gives_way_to_the_environment_and_that_to_the_command_line(
    asked: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tablero.toml"
    file.write_text(
        'port = 9001\nhost = "0.0.0.0"\nbot_pause = 1\nproxies = ["10.0.0.0/8", "::1"]\nlog = "json"\n'
        "browser = false\n[limits]\nidle_seconds = 7\nconnections = 50\n"
    )
    assert asked("serve") == Settings()
    from_file = asked("serve", "--settings", file)
    assert from_file == Settings(
        host="0.0.0.0",
        port=9001,
        bot_pause=1,
        proxies=("10.0.0.0/8", "::1"),
        log="json",
        limits=Limits(idle_seconds=7, connections=50),
    )
    monkeypatch.setenv("TABLERO_SETTINGS", str(file))
    monkeypatch.setenv("TABLERO_PORT", "9002")
    monkeypatch.setenv("TABLERO_BOT_PAUSE", "2")
    monkeypatch.setenv("TABLERO_LIMITS_IDLE_SECONDS", "8")
    monkeypatch.setenv("TABLERO_PROXIES", "192.0.2.1, 192.0.2.2")
    monkeypatch.setenv("TABLERO_PUBLIC", "https://a.example https://b.example")
    # The command may be left out.
    both = asked("--port", 9003, "--limits.idle-seconds", 9)
    assert both == Settings(
        host="0.0.0.0",
        port=9003,
        bot_pause=2,
        proxies=("192.0.2.1", "192.0.2.2"),
        log="json",
        public=("https://a.example", "https://b.example"),
        limits=Limits(idle_seconds=9, connections=50),
    )
    assert asked("serve", "--public", "http://c.example:81").public == ("http://c.example:81",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("port = 0", ["[port]", "It is a number from 1 to 65535."]),
        ('port = "high"', ["[port]", "int"]),
        ("prot = 1", ["[prot]"]),
        ("limits = 3", ["write [limits]"]),
        ("[limits]\nidle_seconds = -1", ["[limits][idle_seconds]", "from 0 to"]),
        ("[limits]\nidle = 1", ["[limits]", "idle"]),
        ("port = ", ["cannot be read", "TOML"]),
        ('log = "xml"', ['"plain"', '"json"']),
        ('proxies = ["here"]', ["[proxies]", "127.0.0.1 or 10.0.0.0/8, not 'here'"]),
        ('proxies = ["10.0.0.1/8"]', ["not '10.0.0.1/8'"]),
        ('[limits]\nconnections = 5\npublic = ["https://a.example"]', ["public", "below [limits]: move it up"]),
        (
            'public = ["games.example"]',
            ["[public]", '"games.example"', "https://games.example.org, not 'games.example'"],
        ),
        ('public = ["https://games.example/tablero"]', ["[public]"]),
        ('public = ["https://games.example:many"]', ["[public]"]),
        ('hosts = ["https://games.example"]', ["[hosts]", "not 'https://games.example'"]),
        ("processes = 0", ["[processes]"]),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: list[str]
) -> None:
    file = tmp_path / "tablero.toml"
    file.write_text(text)
    told = said(capsys, "serve", "--settings", file)
    for word in [*words, str(file)]:
        assert word in told


def test_a_file_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "there is no file of settings" in said(capsys, "serve", "--settings", tmp_path / "none.toml")
    assert "cannot be read" in said(capsys, "serve", "--settings", tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("TABLERO_PORT", "high", 'unable to convert "high" into int'),
        ("TABLERO_PORT", "70000", "It is a number from 1 to 65535."),
        ("TABLERO_LIMITS_CONNECTIONS", "-1", "It is a number from 0 to 1000000."),
        ("TABLERO_PROXIES", "127.0.0.1, nobody", "not 'nobody'"),
    ],
)
def test_what_is_wrong_in_the_environment_is_said_with_its_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv(name, value)
    told = said(capsys, "serve")
    assert f"{name} " in told
    assert "the environment" in told
    assert words in told


def test_a_misspelt_name_in_the_environment_is_told(
    capsys: pytest.CaptureFixture[str], asked: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PORTT", "LIMITS_CONECTIONS", "PROXY", "SERVICE_HOST", "PORT"):
        monkeypatch.setenv(f"TABLERO_{name}", "9000")
    assert asked("serve").port == 9000
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 3
    for name, near in (("PORTT", "PORT"), ("LIMITS_CONECTIONS", "LIMITS_CONNECTIONS"), ("PROXY", "PROXIES")):
        assert any(line.startswith(f"tablero: TABLERO_{name} ") and f"for TABLERO_{near}?" in line for line in told)


def test_the_version_names_the_database_of_the_environment_without_its_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLERO_DATABASE", "postgresql://ana:secret@host/tablero")
    with pytest.raises(SystemExit):
        main(["--version"])
    assert "kept in postgresql://ana:***@host/tablero\n" in capsys.readouterr().out


def test_commands_that_host_nothing_ask_nobody_for_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLERO_JSON", "true")
    monkeypatch.setenv("TABLERO_PORT", "high")
    with pytest.raises(SystemExit):
        main(["games"])
    assert not capsys.readouterr().out.startswith("[")


def test_a_server_leaves_a_folder_in_which_its_user_can_start_no_process(
    asked: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    went: list[str] = []

    def closed(folder: Path | str) -> None:
        if folder == Path.cwd():
            raise PermissionError(13, "Permission denied", str(folder))
        went.append(str(folder))

    monkeypatch.setattr(serve.os, "chdir", closed)
    asked("serve")
    assert went == ["/"]


def test_the_printed_example_holds_every_setting_and_is_a_file_of_settings(
    capsys: pytest.CaptureFixture[str], asked: Ask, tmp_path: Path
) -> None:
    with pytest.raises(SystemExit):
        main(["settings"])
    example = capsys.readouterr().out
    for values in ('"x-forwarded-for", "forwarded"', '"plain", "json"', '"starttls", "tls", "none"'):
        assert f"One of {values}." in example
    file = tmp_path / "tablero.toml"
    file.write_text(example)
    assert asked("serve", "--settings", file) == Settings()
    # With every line in force it says what holds anyway.
    lines = [line.removeprefix("# ") if " = " in line else line for line in example.splitlines()]
    file.write_text("\n".join(lines))
    assert asked("serve", "--settings", file) == Settings()
    written = tomllib.loads(file.read_text())
    assert set(written) == set(asdict(Settings()))
    assert set(written["limits"]) == set(asdict(Limits()))
