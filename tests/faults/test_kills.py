"""The server is killed at any moment, on SQLite: whatever was acknowledged is there when it is back."""

import random
import time
from pathlib import Path

import pytest

from tablero.site.settings import Settings
from tests.faults.conftest import Tell
from tests.faults.players import UNLIMITED, expect_sound, lost, playing
from tests.faults.size import long
from tests.site.served import Served


@pytest.mark.parametrize("kills", [long(100)])  # tests/site/server/test_serve.py holds the short form
def test_a_server_is_killed_under_load(tmp_path: Path, tell: Tell, kills: int) -> None:
    database = str(tmp_path / "games.db")
    server = Served(database, Settings(bot_pause=0, limits=UNLIMITED))
    luck = random.Random(kills)
    holders = [("me", "open"), ("me", "level1"), ("me", "open", "open", "open")]
    try:
        with playing(server.address, 6, holders) as people:
            for _ in range(kills):
                time.sleep(luck.uniform(0, 0.3))
                server.kill()
                server.launch()
                people.go_on()
        stopped = server.stop()
    finally:
        if server.process.poll() is None:
            server.kill()
    missing = lost(people, database)
    tell("server killed (SQLite)", kills, people, len(missing), bots=True)
    people.expect_no_trouble()
    assert (missing, people.stuck, stopped) == ([], 0, 0)
    expect_sound(database)
