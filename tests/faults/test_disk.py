"""The disk is full, or one file may not grow: users are told, nothing is lost, the game goes on when there is room."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tablero.site.settings import Settings
from tests.faults.conftest import Tell
from tests.faults.players import UNLIMITED, People, drained, expect_sound, lost, playing
from tests.faults.size import long
from tests.site.family import wait_until
from tests.site.served import Served

SETTINGS = Settings(bot_pause=0, limits=UNLIMITED)
Fault = Callable[[Served], AbstractContextManager[None]]


def health(server: Served) -> int:
    return httpx.get(f"{server.address}/health", timeout=30).status_code


def play_through(database: Path, times: int, fault: Fault, words: str) -> tuple[People, int]:
    """Play while a fault comes and goes; those who played, and how many of their moves were lost."""
    server = Served(database, SETTINGS)
    assert server.process.stderr is not None
    said = drained(server.process.stderr)
    try:
        with playing(server.address, 4, [("me", "open"), ("me", "level1")]) as people:
            for _ in range(times):
                told = people.told.total()
                with fault(server):
                    wait_until(lambda told=told: people.told.total() > told)  # type: ignore[misc]
                    wait_until(lambda: health(server) == 503)  # it may be as old as a second
                    assert httpx.get(f"{server.address}/rules/yaxha", timeout=30).status_code == 200
                people.go_on()
                wait_until(lambda: health(server) == 200)
        assert server.stop() == 0
    finally:
        if server.process.poll() is None:
            server.kill()
    people.expect_no_trouble()
    assert all(words in sentence.lower() for sentence in people.told), people.told
    assert "Traceback" not in "".join(said), said
    return people, len(lost(people, str(database)))


@contextmanager
def no_longer_files(server: Served) -> Iterator[None]:
    """No file of the server grows any more: what writes get to hear when a quota is used up."""
    import resource

    pid = server.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(
    sys.platform != "linux",
    reason="only Linux limits a process that runs; tests/store/database/test_faults.py limits one that starts",
)
@pytest.mark.parametrize("times", [1, long(10)])
def test_files_may_not_grow_for_a_while(tmp_path: Path, tell: Tell, times: int) -> None:
    database = tmp_path / "games.db"
    people, missing = play_through(database, times, no_longer_files, "the disk does not work")
    tell("files may not grow (SQLite)", times, people, missing, bots=True)
    assert (missing, people.stuck) == (0, 0)
    expect_sound(str(database))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of sixteen megabytes, where this system lets us have one."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(place)]
    try:
        fine = sys.platform == "linux" and subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        fine = False
    if not fine:
        pytest.skip(
            "a small disk is mounted, which this user or container may not; "
            "test_files_may_not_grow_for_a_while and tests/store/database/test_faults.py need none"
        )
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("times", [long(10)])
def test_the_disk_is_full_for_a_while(small_disk: Path, tell: Tell, times: int) -> None:
    ballast = small_disk / "ballast"

    @contextmanager
    def full(_: Served) -> Iterator[None]:
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        try:
            yield
        finally:
            ballast.unlink()

    people, missing = play_through(small_disk / "games.db", times, full, "the disk is full")
    tell("disk full (SQLite)", times, people, missing, bots=True)
    assert (missing, people.stuck) == (0, 0)
    expect_sound(str(small_disk / "games.db"))
