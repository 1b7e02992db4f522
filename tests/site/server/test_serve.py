"""The real server: busy ports, stopping, and `kill -9` in the middle of games."""

import asyncio
import json
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tablero.site.server import serve
from tablero.site.settings import Settings
from tablero.store import Store
from tests.limits import LIMIT
from tests.site.family import wait_until
from tests.site.served import QUICK, Served, free_port


@contextmanager
def served(database: Path | str, settings: Settings = QUICK, traced: bool = False) -> Iterator[Served]:
    server = Served(database, settings, traced)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def open_table(server: Served, *holders: str) -> list[dict[str, Any]]:
    """A table with the seats of its people, each with its token."""
    wanted = {"game": "yaxha", "seats": len(holders), "holders": list(holders)}
    seated = [server.client.post("/api/tables", json=wanted).json()]
    for _ in range(holders.count("open")):
        server.client.cookies.clear()
        seated.append(server.client.post(f"/api/tables/{seated[0]['id']}/join", json={}).json())
    server.client.cookies.clear()
    return seated


def ask(server: Served, seated: dict[str, Any], what: str = "", body: dict[str, Any] | None = None) -> Any:
    address = f"/api/tables/{seated['id']}{what}"
    headers = {"Authorization": f"Bearer {seated['token']}"}
    method = "GET" if body is None else "POST"
    return server.client.request(method, address, headers=headers, json=body).raise_for_status().json()


def test_it_says_where_it_is_keeps_its_port_and_stops_gently(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path / "games.db", traced=True) as server:
        assert f"http://127.0.0.1:{server.port}/" in server.said
        assert serve.serve(Settings(port=server.port, database=str(tmp_path / "other.db"))) == 1
        said = capsys.readouterr().err
        assert f"Port {server.port} is busy" in said
        assert f"--port {server.port + 1}" in said
        assert "Traceback" not in said
        assert server.client.get("/api/games").status_code == 200
        open_table(server, "me", "level1")
        assert server.stop() == 0
        assert server.process.communicate() == ("", "")


def test_it_says_the_address_that_people_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "own_address", lambda: "192.0.2.5")
    said = serve.announcement(Settings(public=("https://games.example.org",)))
    assert said.startswith("Tablero is at https://games.example.org, on this machine at http://127.0.0.1:8520/ ")
    assert "at http://192.0.2.5:8520/, on this" in serve.announcement(Settings(host="0.0.0.0"))
    assert serve.announcement(Settings()).startswith("Tablero is at http://127.0.0.1:8520/  (")
    line = json.loads(serve.announcement(Settings(log="json")))
    assert (line["level"], line["message"][:13]) == ("info", "Tablero is at")


def test_a_hangup_stops_one_process_as_gently_as_any_signal(tmp_path: Path) -> None:
    with served(tmp_path / "games.db") as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.process.wait(LIMIT) == 0
    assert not (tmp_path / "games.db-wal").exists(), "what was written is in the file"


def test_an_interrupt_during_the_start_ends_it_without_a_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code = (
        "import os, signal; from tablero.site.server import serve; from tablero.site.settings import Settings\n"
        "serve.port_error = lambda *_: os.kill(os.getpid(), signal.SIGINT) or signal.pause()\n"
        "serve.serve(Settings())"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=LIMIT, check=False).returncode == serve.INTERRUPTED
    assert capfd.readouterr() == ("", "")


def test_a_house_that_strangers_reach_says_that_nobody_administers_it(tmp_path: Path) -> None:
    async def told(**settings: Any) -> str:
        return await serve.no_admin_warning(Settings(database=str(tmp_path / "games.db"), **settings))

    async def register() -> None:
        store = await Store.open(str(tmp_path / "games.db"))
        await store.accounts.create("Ana", "kept")
        await store.close()

    assert asyncio.run(told()) == "", "nobody else reaches it"
    for settings in ({"host": "0.0.0.0"}, {"public": ("https://games.example.org",)}):
        assert "tablero admin NAME --new" in asyncio.run(told(**settings))
    asyncio.run(register())
    assert asyncio.run(told(host="0.0.0.0")) == ""


def test_an_address_that_is_not_ours_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert serve.serve(Settings(host="203.0.113.7", database="never-made.db")) == 1
    assert "Nobody can be served at 203.0.113.7" in capsys.readouterr().err


def test_a_database_that_cannot_be_used_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scribble, newer = tmp_path / "scribble.db", tmp_path / "newer.db"
    scribble.write_text("this is a letter, not a database. " * 100)
    with sqlite3.connect(newer) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    for database, said in (
        (str(scribble), "not a database"),
        (str(newer), "newer Tablero"),
        (str(scribble / "inside.db"), "cannot be kept"),
        ("oracle://host/games", "SQLite or PostgreSQL"),
    ):
        assert serve.serve(Settings(port=free_port(), database=database)) == 1
        told = capsys.readouterr().err
        assert said in told
        assert "Traceback" not in told
    assert scribble.read_text().startswith("this is a letter")


def test_no_acknowledged_move_is_lost_when_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    most, enough = 2, 40  # kills, moves; tests/faults/test_kills.py does more of it
    luck = random.Random(20)
    acknowledged: list[tuple[str, str, int, int]] = []
    kills = 0
    database = tmp_path / "games.db"
    with served(database) as server:
        seated = open_table(server, "me", "open", "open", "open")

        def kill_soon() -> threading.Timer:
            timer = threading.Timer(luck.uniform(0.0, 0.25), server.process.kill)
            timer.start()
            return timer

        timer = kill_soon()
        request: tuple[dict[str, Any], dict[str, Any]] | None = None
        while len(acknowledged) < enough or kills < most:
            try:
                if request is None:
                    actors = ask(server, seated[0])["actors"]
                    if not actors:
                        seated = open_table(server, "me", "open", "open", "open")
                        continue
                    mover = seated[luck.choice(actors)]
                    offers = ask(server, mover, "/moves")
                    move = luck.choice(offers["moves"])["move"]
                    request = mover, {"version": offers["version"], "move": move, "action_id": str(uuid4())}
                mover, body = request
                ask(server, mover, "/play", body)
                acknowledged.append((mover["id"], body["action_id"], mover["seat"], body["move"]))
                request = None
            except httpx.TransportError:
                server.process.wait()
                kills += 1
                server.launch()
                timer = kill_soon() if kills < most else timer
        assert server.stop() == 0
    assert kills == most
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT \"match\", action_id, seat, move FROM log WHERE kind = 'move' ORDER BY time")
        assert rows.fetchall() == acknowledged
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_bots_go_on_after_the_server_was_killed(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with served(database, Settings(bot_pause=60)) as server:
        [anna] = open_table(server, "me", "level1")
        offers = ask(server, anna, "/moves")
        ask(server, anna, "/play", {"version": offers["version"], "move": 0, "action_id": "a"})
        server.kill()
        assert ask_until_chosen(Served(database), anna)


def ask_until_chosen(server: Served, anna: dict[str, Any]) -> bool:
    try:
        wait_until(lambda: ask(server, anna)["view"]["phase"] != "choose")
        return True
    finally:
        assert server.stop() == 0
