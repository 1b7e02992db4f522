"""Processes die under load, one that serves and one that thinks every ten seconds: nothing is lost, nobody is stuck."""

import random
import time
from pathlib import Path

import pytest

from tablero.site.settings import Settings
from tests.faults.conftest import Tell
from tests.faults.players import UNLIMITED, drained, expect_sound, lost, playing
from tests.faults.size import SHARE
from tests.site.family import children, kill, sites, thinkers, wait_until
from tests.site.served import Served

SECONDS = 300 * SHARE
EVERY = 10.0
TABLES = 10
THINKS = 0.5  # seconds between two moves of people
LONGEST_WAIT = 5.0


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.skipif(
    not Path("/proc/net/tcp").exists(), reason="the processes of a server are found in /proc, which only Linux has"
)
def test_processes_are_killed_under_load(postgresql: str, tell: Tell) -> None:
    server = Served(postgresql, Settings(processes=3, thinkers=2, bot_pause=0, limits=UNLIMITED))
    parent, port = server.process.pid, server.port
    assert server.process.stderr is not None
    drained(server.process.stderr)
    luck = random.Random(1)
    killed = 0
    try:
        wait_until(lambda: len(sites(parent, port)) == 3 and len(thinkers(parent, port)) == 2)
        bots = [("me", f"level{level}") for level in (1, 2, 3)]
        with playing(server.address, TABLES, bots, think=THINKS) as people:
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                time.sleep(EVERY)
                people.expect_no_trouble()
                serve, think = sorted(sites(parent, port)), sorted(thinkers(parent, port))
                assert serve, "no process serves"
                assert think, "no process thinks"
                kill({luck.choice(serve), luck.choice(think)})
                killed += 2
        wait_until(lambda: len(children(parent)) == 5)
    finally:
        server.stop()
    missing = lost(people, postgresql)
    tell("processes killed (PostgreSQL)", killed, people, len(missing), bots=True)
    people.expect_no_trouble()
    assert (missing, people.stuck) == ([], 0)
    expect_sound(postgresql)
    assert people.longest("move") < LONGEST_WAIT
    assert people.longest("bot") < LONGEST_WAIT
