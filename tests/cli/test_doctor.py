"""`tablero doctor` and `tablero healthcheck`: what they find, what they say to do, and their exit status."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import tablero
from tablero.cli import main
from tablero.cli.doctor import database, examine, machine, messages, network
from tablero.cli.doctor.database import DatabaseFacts
from tablero.cli.doctor.finding import Finding
from tablero.site.settings import Limits, Settings
from tablero.store import Store
from tests.limits import LIMIT
from tests.site.served import free_port
from tests.site.smtp import post_office

SECONDS = 60.0


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A database as a first start leaves it."""

    async def make() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        for name in ("cookies", "host", "push"):
            await store.secrets.of(name)
        await store.close()

    asyncio.run(make())
    (tmp_path / "games.db").chmod(0o600)
    return tmp_path / "games.db"


def states(found: list[Finding]) -> dict[str, str]:
    return {finding.check: finding.state for finding in found}


def text_of(found: list[Finding], check: str) -> str:
    return next(f"{finding.text} {finding.todo}" for finding in found if finding.check == check)


def look(given: Settings) -> list[Finding]:
    return database.examine(given)[1]


def command(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main([*map(str, words)])
    said = capsys.readouterr()
    return int(left.value.code or 0), said.out, said.err


# ---------------------------------------------------------------- healthcheck


class Stranger(BaseHTTPRequestHandler):
    """Another program's web server."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<h1>It works!</h1>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def stranger() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Stranger) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield server.server_port
        server.shutdown()
        serving.join()


def test_a_healthcheck_says_when_nothing_or_another_program_answers(
    capsys: pytest.CaptureFixture[str], stranger: int
) -> None:
    status, out, err = command(capsys, "healthcheck", "--port", free_port())
    assert (status, out) == (1, "")
    assert "nothing answers" in err
    assert "tablero serve" in err
    status, out, _ = command(
        capsys, "healthcheck", "--url", f"http://127.0.0.1:{stranger}", "--json", "--seconds", LIMIT
    )
    assert (status, json.loads(out)["ok"]) == (1, False)
    assert "another program answers" in json.loads(out)["error"]
    assert command(capsys, "healthcheck", "--port", "high")[0] == 2


# ---------------------------------------------------------------- the whole


def test_doctor_lists_every_check_and_its_status_counts_failures(
    capsys: pytest.CaptureFixture[str], kept: Path, stranger: int
) -> None:
    before = kept.read_bytes()
    status, out, err = command(capsys, "doctor", "--data", kept, "--port", free_port(), "--json", "--seconds", LIMIT)
    found = {check["check"]: check for check in json.loads(out)["checks"]}
    assert (status, err) == (0, "")
    assert found.keys() == {
        *("python", "tablero", "sqlite", "settings", "permissions", "disk", "database", "integrity", "admin"),
        *("clock", "open files", "port", "proxy", "mail", "push"),
    }
    assert all(check["todo"] for check in found.values() if check["state"] != "ok")
    assert tablero.__version__ in found["tablero"]["text"]
    assert kept.read_bytes() == before, "nothing is written"
    status, out, _ = command(capsys, "doctor", "--data", kept, "--port", stranger, "--seconds", LIMIT)
    assert status == 1
    assert "fail  port" in out
    assert "-> stop it, or choose another port" in out
    assert command(capsys, "doctor", "--seconds", "soon")[0] == 2


def test_a_file_of_settings_with_secrets_is_for_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "tablero.toml"
    file.write_text('host_token = "secret"')
    file.chmod(0o644)
    [found] = machine.settings_file(Settings(host_token="secret"), file)
    assert (found.state, "chmod 640" in found.todo) == ("warn", True)
    [found] = machine.settings_file(Settings(), file)
    assert found.state == "ok"


# ---------------------------------------------------------------- database


def test_a_database_that_is_not_there_damaged_newer_or_older_is_told(kept: Path, tmp_path: Path) -> None:
    assert states(look(Settings(database=str(tmp_path / "new.db")))) == {"database": "ok"}
    assert not (tmp_path / "new.db").exists()
    assert states(look(Settings(database=str(tmp_path)))) == {"database": "fail"}
    assert states(look(Settings(database=str(kept))))["database"] == "ok"
    for revision, state, words in (("9999", "fail", "newer Tablero"), ("0008", "warn", "of Tablero 0.6")):
        with closing(sqlite3.connect(kept)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        found = look(Settings(database=str(kept)))
        assert states(found)["database"] == state
        assert words in text_of(found, "database")
    scribble = tmp_path / "scribble.db"
    scribble.write_text("this is a letter, not a database. " * 100)
    assert states(look(Settings(database=str(scribble))))["database"] == "fail"


def test_a_database_that_others_may_read_is_told(kept: Path) -> None:
    kept.chmod(0o644)
    found = look(Settings(database=str(kept)))
    assert (states(found)["permissions"], f"chmod 600 {kept}" in text_of(found, "permissions")) == ("warn", True)


def test_a_file_that_is_closed_to_this_user_is_no_reason_to_restore_anything(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(database.os, "access", lambda path, mode: Path(path) != kept)  # root may do everything
        found = look(Settings(database=str(kept)))
    assert states(found) == {"permissions": "fail"}
    assert f"sudo chown USER {kept} " in text_of(found, "permissions")
    with monkeypatch.context() as patched:
        patched.setattr(database.os, "access", lambda path, mode: Path(path) != kept.parent)
        found = look(Settings(database=str(kept)))
    assert "-R" not in text_of(found, "permissions")

    def closed(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "is_file", closed)
        found = look(Settings(database=str(kept)))
    assert (states(found), "sudo -u USER" in text_of(found, "permissions")) == ({"permissions": "fail"}, True)


def test_a_full_disk_is_told(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = database.shutil.disk_usage(kept)
    monkeypatch.setattr(database.shutil, "disk_usage", lambda place: usage._replace(free=1_000_000))
    assert states(look(Settings(database=str(kept))))["disk"] == "warn"


def test_a_postgresql_is_looked_at(postgresql: str, tmp_path: Path) -> None:
    asyncio.run(open_and_close(postgresql))
    facts, found = database.examine(Settings(database=postgresql, copies=str(tmp_path), thinkers=1))
    assert states(found) | {"admin": ""} == {
        **{"database": "ok", "permissions": "ok", "connections": "ok", "copies": "ok"},
        "admin": "",
    }
    assert "PostgreSQL 1" in text_of(found, "database")
    assert facts.clock_ahead is not None
    assert abs(facts.clock_ahead) < SECONDS
    found = look(Settings(database=postgresql, processes=250, copies="none"))
    assert (states(found)["connections"], states(found)["copies"]) == ("warn", "warn")
    gone = look(Settings(database=postgresql.replace("/postgres?", "/nothing?")))
    assert states(gone) == {"database": "fail"}
    assert "does not open" in text_of(gone, "database")


async def open_and_close(address: str) -> None:
    await (await Store.open(address)).close()


# ---------------------------------------------------------------- clock, files, network


def test_a_wrong_clock_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    now = machine.time.time()
    for synchronized in (True, False, None):
        monkeypatch.setattr(machine, "is_clock_synchronized", lambda known=synchronized: known)
        assert machine.clock(DatabaseFacts({})).state == ("warn" if synchronized is False else "ok")
    assert "from this one" in machine.clock(DatabaseFacts({}, clock_ahead=10.0)).text
    assert "set back" in machine.clock(DatabaseFacts({}, newest_row=now + 1000)).text
    monkeypatch.setattr(machine.time, "time", lambda: 5.0)
    assert machine.clock(DatabaseFacts({})).state == "fail"


def test_the_limit_of_open_files_is_held_against_the_connections() -> None:
    assert machine.files(Settings(limits=Limits(connections=1_000_000_000))).state in ("warn", "ok")
    assert machine.files(Settings(limits=Limits(connections=1))).state == "ok"


@pytest.mark.parametrize(
    ("header", "seen", "state", "words"),
    [
        ("x-forwarded-for", {("x-forwarded-for", "yes")}, "ok", "is believed"),
        ("x-forwarded-for", {("x-forwarded-for", "no")}, "warn", 'proxies = ["127.0.0.1"]'),
        ("x-forwarded-for", {("forwarded", "no")}, "warn", 'proxy_header = "forwarded"'),
        ("x-forwarded-for", set(), "warn", "X-Forwarded-For"),
        ("forwarded", {("forwarded", "yes"), ("x-forwarded-for", "no")}, "ok", "is believed"),
    ],
)
def test_what_a_proxy_writes_is_judged(header: Any, seen: set[tuple[str, str]], state: str, words: str) -> None:
    found = network.judge_headers(Settings(proxy_header=header), "https://games.example.org", seen)
    assert found.state == state
    assert words in f"{found.text} {found.todo}"


def test_a_believed_proxy_is_not_overlooked_without_a_public_address() -> None:
    seen = network._without_public_address(Settings(), {("x-forwarded-for", "yes"): 3.0})
    assert (seen.state, "--public" in seen.todo) == ("warn", True)
    assert network._without_public_address(Settings(), {("x-forwarded-for", "yes"): 0.0}).state == "ok"


def test_a_proxy_that_passes_no_websockets_on_is_told(stranger: int) -> None:
    for address in (f"http://127.0.0.1:{stranger}", f"http://127.0.0.1:{free_port()}"):
        found = network.websockets(Settings(), LIMIT, address)
        assert (found.state, "Upgrade" in found.todo) == ("fail", True)


# ---------------------------------------------------------------- mail and push


@pytest.mark.anyio
async def test_mail_is_tried_without_sending_any() -> None:
    async with post_office() as post:
        given = {"smtp_host": "127.0.0.1", "smtp_port": post.port, "smtp_from": "tablero@example.org"}
        fine = Settings(**given, smtp_security="none", smtp_user="me", smtp_password="secret")
        assert (await asyncio.to_thread(messages.mail, fine)).state == "ok"
        assert post.signed_in == ["me:secret"]
        open_only = await asyncio.to_thread(messages.mail, Settings(**given, smtp_security="starttls"))
        assert (open_only.state, "smtp_security" in open_only.todo) == ("fail", True)
        assert post.mails == []
    nobody = await asyncio.to_thread(messages.mail, fine)
    assert (nobody.state, "smtp_host" in nobody.todo) == ("fail", True)
    assert messages.mail(Settings()).state == "ok"
    assert messages.mail(Settings(smtp_host="here")).state == "fail"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_the_key_of_push_messages_is_looked_at(kept: Path) -> None:
    facts, _ = database.examine(Settings(database=str(kept)))
    assert messages.push(Settings(), facts).state == "warn"
    assert messages.push(Settings(public=("https://games.example.org",)), facts).state == "ok"
    assert messages.push(Settings(), DatabaseFacts({})).state == "ok"
    assert messages.push(Settings(), DatabaseFacts({"push": "no number"})).state == "fail"


def test_a_server_that_says_nothing_is_not_waited_for(kept: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        given = Settings(database=str(kept), port=silent.getsockname()[1])
        found = list(examine(given, None, 0.1))
    assert states(found)["port"] == "fail"
