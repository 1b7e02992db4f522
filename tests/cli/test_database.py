"""The commands that look after the database."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tablero import seeded
from tablero.cli import main
from tablero.core import Record
from tablero.store import Store
from tests.site.served import free_port
from tests.store.matches import ANNA, BEN, OPEN, play_quickly


async def furnish(database: str) -> None:
    """A finished table, one that waits and one that runs, all untouched for a long time."""
    store = await Store.open(database)
    finished = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await play_quickly(store, finished, seeded(2))
    await store.open_table("yaxha", 2, {}, [ANNA, OPEN], ANNA.person)
    await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await store.close()
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE matches SET updated = updated - 40 * 86400")


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = str(tmp_path / "games.db")
    asyncio.run(furnish(path))
    return path


class Shell:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def run(self, *words: object, status: int = 0) -> tuple[str, str]:
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        assert left.value.code == status
        said = self.capsys.readouterr()
        return said.out, said.err

    def answer(self, *words: object) -> Any:
        return json.loads(self.run(*words, "--json")[0])


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def test_a_copy_is_made_and_brought_back(shell: Shell, database: str, tmp_path: Path) -> None:
    copy, other = tmp_path / "copy.db", tmp_path / "other.db"
    told = shell.answer("backup", copy, "--database", database)
    assert (told["ok"], told["tables"], told["bytes"]) == (True, 3, copy.stat().st_size)
    assert "say --replace" in shell.run("backup", copy, "--database", database, status=1)[1]
    assert "3 tables" in shell.run("backup", copy, "--database", database, "--replace")[0]
    assert shell.answer("restore", copy, "--database", other)["moves"] == told["moves"]
    assert "holds tables already" in shell.run("restore", copy, "--database", other, status=1)[1]
    assert "3 tables" in shell.run("restore", copy, "--database", other, "--replace")[0]


def test_a_copy_that_cannot_be_made_is_told_in_a_sentence(shell: Shell, database: str, tmp_path: Path) -> None:
    for words, told in (
        (("backup", tmp_path / "copy.db", "--database", tmp_path / "nothing.db"), "there is no database"),
        (
            ("backup", tmp_path / "no" / "copy.db", "--database", database),
            "cannot be written: No such file or directory",
        ),
        (("restore", tmp_path / "nothing.db", "--database", database), "there is no file"),
        (("prune", "--finished", "-1", "--database", database), "a number of days"),
        (("prune", "--database", "oracle://games"), "postgresql://"),
    ):
        said = shell.run(*words, status=1)
        assert said[0] == ""
        assert told in said[1]
        assert said[1].count("\n") == 1


@pytest.mark.parametrize("command", ["backup copy.db", "admin", "token", "prune", "serve --port PORT"])
def test_a_folder_that_this_user_may_not_enter_is_told_in_a_sentence(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def closed(path: Path, *_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    for name in ("is_file", "is_dir", "exists"):
        monkeypatch.setattr(Path, name, closed)  # root, who may run the tests, enters every folder
    words = command.replace("PORT", str(free_port())).split()
    out, err = shell.run(*words, "--data", tmp_path / "games.db", status=1)
    assert (out, err.count("\n")) == ("", 1)
    assert f"{tmp_path / 'games.db'} is closed to user" in err
    assert "sudo -u USER tablero" in err


def test_pruning_tells_first_exports_and_removes(shell: Shell, database: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    all_of_it = ("--abandoned", "30", "--finished", "30", "--export", folder, "--database", database)
    told = shell.answer("prune", "--dry-run", *all_of_it)
    assert (told["never_started"], told["abandoned"], told["finished"]) == (1, 1, 1)
    assert not folder.exists()
    assert "would go" in shell.run("prune", "--dry-run", *all_of_it)[0]
    assert shell.answer("prune", "--never-started", "50", "--database", database)["never_started"] == 0
    size = Path(database).stat().st_size
    assert "1 records are in" in shell.run("prune", *all_of_it)[0]
    assert Path(database).stat().st_size < size
    [record] = folder.iterdir()
    assert Record.from_text(record.read_text("utf-8")).game == "yaxha"
    assert shell.answer("prune", "--finished", "0", "--abandoned", "0", "--database", database)["finished"] == 0


def test_what_cannot_be_written_down_stays(shell: Shell, database: str, tmp_path: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE matches SET rules = 99")
    told = shell.answer("prune", "--finished", "30", "--export", tmp_path / "records", "--database", database)
    assert (told["finished"], told["kept"], told["exported"]) == (0, 1, 0)
    (tmp_path / "file").write_text("in the way")
    words = ("prune", "--finished", "30", "--export", tmp_path / "file", "--database", database)
    assert "nothing was removed" in shell.run(*words, status=1)[1]


def test_the_host_s_token_is_told_and_changed(shell: Shell, database: str, tmp_path: Path) -> None:
    first = shell.run("token", "--database", database)[0]
    assert shell.run("token", "--database", database)[0] == first
    assert shell.answer("token", "--new", "--database", database)["token"] != first.strip()
    settings = tmp_path / "settings.toml"
    settings.write_text(f"port = 1\ndatabase = {json.dumps(database)}\n")
    assert shell.run("token", "--settings", settings)[0] != first
    assert "there is no database" in shell.run("token", "--database", tmp_path / "other.db", status=1)[1]
    assert not (tmp_path / "other.db").exists()


async def two_accounts(database: str) -> None:
    store = await Store.open(database)
    for name in ("Ana", "Ben María"):
        await store.accounts.create(name, "kept")
    await store.close()


def test_an_account_administers_by_command_and_no_longer(shell: Shell, database: str) -> None:
    assert "No account" in shell.run("admin", "--data", database)[0]
    asyncio.run(two_accounts(database))
    assert shell.answer("admin", "--data", database) == {"administer": ["Ana"]}
    assert shell.answer("admin", "ben maría", "--data", database) == {"administer": ["Ana", "Ben María"]}
    assert "Ben María." in shell.run("admin", "ANA", "--revoke", "--data", database)[0]
    assert "there is no account called 'Eve'" in shell.run("admin", "Eve", "--data", database, status=1)[1]
    assert "name the account" in shell.run("admin", "--revoke", "--data", database, status=1)[1]


def test_an_administrator_is_named_before_the_house_is_open(shell: Shell, tmp_path: Path) -> None:
    database = str(tmp_path / "not yet" / "games.db")
    told = shell.answer("admin", "Itzel", "--new", "--data", database)
    assert told["administer"] == ["Itzel"]

    async def use() -> tuple[bool, bool]:
        store = await Store.open(database)
        account = await store.accounts.by_name("itzel")
        assert account is not None
        other = await store.accounts.create("Eve", "kept")
        used = await store.accounts.use_code(account.person, told["codes"][0])
        await store.close()
        return used, other.admin

    assert asyncio.run(use()) == (True, False), "whoever registers later administers nothing"
    assert "already" in shell.run("admin", "Itzel", "--new", "--data", database, status=1)[1]
    assert "choose another" in shell.run("admin", "Admin", "--new", "--data", database, status=1)[1]
    assert "not both" in shell.run("admin", "Eve", "--new", "--revoke", "--data", database, status=1)[1]


def test_whoever_has_forgotten_everything_is_let_in_by_the_host(shell: Shell, database: str) -> None:
    asyncio.run(two_accounts(database))
    codes = shell.answer("recover", "ana", "--data", database)["codes"]

    async def use() -> list[bool]:
        store = await Store.open(database)
        ana = await store.accounts.by_name("Ana")
        assert ana is not None
        used = [await store.accounts.use_code(ana.person, code) for code in (codes[0], codes[0], codes[1])]
        await store.close()
        return used

    assert asyncio.run(use()) == [True, False, True]
    told, _ = shell.run("recover", "Ana", "--data", database)
    assert len(told.split()) > 8
    assert "no account called" in shell.run("recover", "Eve", "--data", database, status=1)[1]
