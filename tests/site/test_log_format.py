"""The log of a real server: one line for each event, and no secret in it."""

import io
import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablero.site import log_format
from tablero.site.settings import Settings
from tests.site.served import Served
from tests.site.server.test_serve import ask

# A listener that fails brings a trace with an id into the log, a broken page one with a person.
SABOTAGE = """
from tablero.site.lobby import pages
from tablero.store import Store

def broken(id, version):
    raise RuntimeError(f"listener of {id}")

opened = Store.open_table
async def open_table(self, *given, **more):
    self.subscribe(broken)
    return await opened(self, *given, **more)
Store.open_table = open_table

def table_line(summary, *given):
    raise LookupError(f"{summary.id} {summary.host}")
pages.table_line = table_line
"""


@contextmanager
def broken_server(database: Path, log: str) -> Iterator[Served]:
    class Broken(Served):
        def spawn(self) -> Any:
            self.code = SABOTAGE + self.code.removeprefix(SABOTAGE)
            return super().spawn()

    server = Broken(database, Settings(bot_pause=0, log=log))  # type: ignore[arg-type]
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def secrets_of(database: Path) -> set[str]:
    """Whatever nobody may read in a log, from the database itself."""
    with sqlite3.connect(database) as connection:
        queries = (
            "SELECT id FROM matches",
            "SELECT invite FROM matches",
            "SELECT seed FROM matches",
            "SELECT salt FROM matches",
            "SELECT host FROM matches",
            "SELECT value FROM secrets",
            "SELECT person FROM seats",
            "SELECT name FROM seats",
        )
        return {str(value) for query in queries for (value,) in connection.execute(query) if value}


@pytest.mark.parametrize("log", ["json", "plain"])
def test_a_whole_evening_leaves_no_secret_in_the_log(tmp_path: Path, log: str) -> None:
    database = tmp_path / "games.db"
    with broken_server(database, log) as server:
        wanted = {"game": "yaxha", "seats": 3, "holders": ["me", "open", "level1"], "name": "Annabella"}
        anna = server.client.post("/api/tables", json=wanted).json()
        carried = {*server.client.cookies.values(), anna["token"], anna["invite"]}
        server.client.cookies.clear()
        ben = server.client.post(f"/api/invitations/{anna['invite']}/join", json={"name": "Benedict"}).json()
        carried |= {*server.client.cookies.values(), ben["token"]}
        for seated in (anna, ben):
            for step in range(3):
                offers = ask(server, seated, "/moves")
                if offers["moves"]:
                    move, action = offers["moves"][0]["move"], f"{seated['seat']}-{step}"
                    ask(server, seated, "/play", {"version": offers["version"], "move": move, "action_id": action})
        for _ in range(20):  # a bot that was still thinking writes the true stage again
            with sqlite3.connect(database) as connection:
                connection.execute("UPDATE matches SET stage = 'over'")
            if (answer := server.client.get("/replays")).status_code == 500:
                break
        assert answer.status_code == 500
        server.client.get("/api/tables", headers={"Authorization": f"Bearer {anna['token']}x"})
        assert server.stop() == 0
        _, told = server.process.communicate()
    assert "listener of" in told, told
    assert "LookupError" in told
    assert anna["id"][:6] + "…" in told
    for secret in carried | secrets_of(database):
        assert secret not in told, secret
    if log == "json":
        lines = [json.loads(line) for line in told.splitlines()]
        assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)
        [opened] = [line for line in lines if line["message"] == "a table was opened"]
        assert (opened["game"], opened["seats"], opened["bots"]) == ("yaxha", 3, 1)
        assert "the site stops" in [line["message"] for line in lines]
        assert any("Traceback" in line.get("trace", "") for line in lines)


@pytest.fixture
def loggers() -> Iterator[None]:
    """Loggers as they are outside of a site, before and after."""
    known = [logging.getLogger(name) for name in ("", "tablero", "tablero.security")]
    before = known[0].handlers[:], [logger.level for logger in known]
    yield
    known[0].handlers[:] = before[0]
    for logger, level in zip(known, before[1], strict=True):
        logger.setLevel(level)


@pytest.fixture
def tokyo() -> Iterator[None]:
    """A machine in Japan."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TZ", "Asia/Tokyo")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("loggers", "tokyo")
def test_a_plain_line_has_the_time_in_utc_and_public_sites_log_security() -> None:
    written = io.StringIO()
    for security in (False, True):
        log_format.configure_logging("plain", written, security=security)
        record = logging.makeLogRecord({"name": "tablero.security", "levelno": 20, "levelname": "INFO", "created": 0.0})
        record.msg = f"password wrong {security}"
        if logging.getLogger("tablero.security").isEnabledFor(logging.INFO):
            logging.getLogger("tablero.security").handle(record)
    assert written.getvalue() == "1970-01-01 00:00:00Z info: password wrong True\n"


@pytest.mark.usefixtures("loggers")
def test_uvicorn_and_everybody_else_write_to_the_same_log() -> None:
    written = io.StringIO()
    log_format.configure_logging("json", written)
    logging.getLogger("uvicorn.error").error("Exception in ASGI application")
    logging.getLogger("uvicorn.error").info("Started server process")
    [line] = written.getvalue().splitlines()
    assert json.loads(line)["logger"] == "uvicorn.error"
    assert log_format.RECENT_WARNINGS.latest()[0][1] == "Exception in ASGI application"
