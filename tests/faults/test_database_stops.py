"""PostgreSQL stops at once and comes back while everybody plays, people and bots, on two processes of the site."""

import random
import time

import pytest

from tablero.site.settings import Settings
from tests.faults.conftest import Tell
from tests.faults.players import UNLIMITED, drained, expect_sound, lost, playing
from tests.faults.size import long
from tests.postgresql import Cluster
from tests.site.served import Served


# tests/site/server/test_processes.py and tests/store hold the short forms.
@pytest.mark.parametrize("stops", [long(10)])
def test_the_database_stops_under_load(cluster: Cluster, tell: Tell, stops: int) -> None:
    server = Served(cluster.address, Settings(processes=2, thinkers=1, bot_pause=0, limits=UNLIMITED))
    assert server.process.stderr is not None
    drained(server.process.stderr)
    luck = random.Random(stops)
    try:
        with playing(server.address, 4, [("me", "open"), ("me", "open"), ("me", "level1")]) as people:
            for _ in range(stops):
                time.sleep(luck.uniform(0, 0.5))
                cluster.stop()
                try:
                    time.sleep(luck.uniform(0, 1))  # away for a while
                finally:
                    cluster.start()
                people.go_on()
        stopped = server.stop()
    finally:
        if server.process.poll() is None:
            server.kill()
    missing = lost(people, cluster.address)
    tell("PostgreSQL stopped", stops, people, len(missing), bots=True)
    people.expect_no_trouble()
    assert (missing, people.stuck, stopped) == ([], 0, 0)
    assert all("cannot be reached" in told for told in people.told), people.told
    expect_sound(cluster.address)
