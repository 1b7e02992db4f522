"""The wall clock jumps by an hour, forward and back, while everybody plays: nobody notices."""

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tablero.site.settings import Settings
from tests.faults.conftest import Tell
from tests.faults.players import People, drained, expect_sound, lost, playing
from tests.faults.size import long
from tests.site.served import Served

HOUR = 3600
# Python reads it when it starts, in every process of the server: there the wall clock is wrong by what a file says.
CLOCK = """
import time
from pathlib import Path
right, wrong_by = time.time, Path(__file__).with_name("wrong_by")
time.time = lambda: right() + float(wrong_by.read_text())
time.time_ns = lambda: int(time.time() * 10**9)
"""


class Clock:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._fresh = folder / "fresh"
        (folder / "sitecustomize.py").write_text(CLOCK)
        self.jump(0)

    def jump(self, seconds: float) -> None:
        self._fresh.write_text(str(seconds))
        self._fresh.replace(self.folder / "wrong_by")


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clock:
    folder = tmp_path / "clock"
    folder.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return Clock(folder)


@pytest.mark.parametrize("jumps", [3, long(40)])
def test_the_hour_changes_under_load(tmp_path: Path, clock: Clock, tell: Tell, jumps: int) -> None:
    """With the limits as they come: an hour must not make anybody too fast, too slow or too idle."""
    database = str(tmp_path / "games.db")
    server = Served(database, Settings(bot_pause=0.01))
    assert server.process.stderr is not None
    said = drained(server.process.stderr)
    try:
        with playing(server.address, 3, [("me", "open"), ("me", "level2")], think=0.1) as people:
            for jump in range(jumps):
                clock.jump([HOUR, 0, -HOUR, 0][jump % 4])
                people.go_on(2)
                look_around(server, people)
        assert server.stop() == 0
    finally:
        if server.process.poll() is None:
            server.kill()
    missing = lost(people, database)
    tell("clock changed by an hour", jumps, people, len(missing), bots=True)
    people.expect_no_trouble()
    assert (missing, people.stuck, people.told.total()) == ([], 0, 0)
    assert said == []
    expect_sound(database)
    with closing(sqlite3.connect(database)) as connection:
        [span] = connection.execute("SELECT max(time) - min(time) FROM log").fetchone()
    assert span < HOUR, "whoever sets the machine's clock gives and takes no time"


def look_around(server: Served, people: People) -> None:
    """Pages that tell how long ago something was, and one that needs a token made at another hour."""
    for page in ("/", "/replays", "/health", "/metrics", f"/t/{people.acknowledged[-1][0]}"):
        answer = httpx.get(f"{server.address}{page}", timeout=30)
        assert answer.status_code == 200, page
        if page == "/health":
            assert 0 <= answer.json()["seconds"] < HOUR, "how long it has been up is no matter of the hour"
