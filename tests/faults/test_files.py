"""Files in a bad state when a server starts: they can only be read, are no database, or lack their newest part."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tablero.site.settings import Settings
from tests.faults.players import UNLIMITED, expect_sound, playing, written
from tests.site.served import Served

SETTINGS = Settings(bot_pause=0, limits=UNLIMITED)
FRAME = 24 + 4096  # bytes of one page in the write-ahead log, with its head
Log = dict[str, list[tuple[int, int, str, int, str]]]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that was killed while people played."""
    folder = tmp_path_factory.mktemp("killed")
    server = Served(folder / "games.db", SETTINGS)
    with playing(server.address, 3) as people:
        people.go_on(10)
    server.kill()
    people.expect_no_trouble()
    assert (folder / "games.db-wal").stat().st_size > 20 * FRAME
    return folder


@pytest.fixture
def database(killed: Path, tmp_path: Path) -> Path:
    """A copy of what it left behind."""
    shutil.copytree(killed, tmp_path / "copy")
    return tmp_path / "copy" / "games.db"


def refusal(database: Path) -> str:
    """What a server says that does not start."""
    with pytest.raises(RuntimeError) as told:
        Served(database, SETTINGS)
    assert "Traceback" not in str(told.value)
    return str(told.value)


def play_on(database: Path) -> None:
    """A server starts, everything there is a sound game, and new ones can be played."""
    server = Served(database, SETTINGS)
    try:
        with playing(server.address, 2) as people:
            pass
        people.expect_no_trouble()
    finally:
        assert server.stop() == 0
    expect_sound(str(database))


def is_beginning(log: Log, whole: Log) -> bool:
    return all(rows == whole[table][: len(rows)] for table, rows in log.items())


def test_a_torn_end_of_the_newest_part_costs_nothing_before_it(database: Path, tmp_path: Path) -> None:
    """What a disk promises to have kept it has; a commit that it has not is left out as a whole."""
    kept = tmp_path / "kept"
    shutil.copytree(database.parent, kept)
    whole = written(str(kept / "games.db"))
    wal = database.with_name("games.db-wal")
    length = wal.stat().st_size
    luck = random.Random(1)
    # The file may be longer than what counts of it: what is behind the newest commit is left from before.
    for cut in sorted(luck.randrange(32 + FRAME, length) for _ in range(8)):
        torn = tmp_path / f"torn-{cut}"
        torn.mkdir()
        shutil.copy(database, torn)
        (torn / wal.name).write_bytes(wal.read_bytes()[:cut])
        assert is_beginning(written(str(torn / database.name)), whole)
        expect_sound(str(torn / database.name))
    with wal.open("r+b") as file:
        file.truncate(length - FRAME // 2)
    play_on(database)


def test_a_lost_newest_part_leaves_what_was_there_before(database: Path) -> None:
    for end in ("-wal", "-shm"):
        database.with_name(database.name + end).unlink()
    play_on(database)


def test_garbage_in_place_of_a_database_is_refused_and_not_touched(database: Path) -> None:
    garbage = random.Random(2).randbytes(100_000)
    database.write_bytes(garbage)
    newest = database.with_name("games.db-wal").read_bytes()
    told = refusal(database)
    assert "The games cannot be kept in " in told
    assert "nothing was changed" in told
    assert database.read_bytes() == garbage
    assert database.with_name("games.db-wal").read_bytes() == newest


@contextmanager
def only_readable(path: Path) -> Iterator[None]:
    """A file or a folder that nobody can write to: root neither, who is not asked for permissions."""
    before = path.stat().st_mode
    root = os.geteuid() == 0
    if root and subprocess.run(["mount", "--bind", path, path], capture_output=True, check=False).returncode:
        pytest.skip(
            "root is never refused, and may mount nothing here; "
            "tests/site/server/test_database_faults.py asserts the sentence"
        )
    if root:
        subprocess.run(["mount", "-o", "remount,bind,ro", path], check=True)
    else:
        path.chmod(before & 0o555)
    try:
        yield
    finally:
        if root:
            subprocess.run(["umount", path], check=True)
        else:
            path.chmod(before)


@pytest.mark.skipif(
    sys.platform != "linux",
    reason="a folder is made unwritable by a mount of Linux; tests/site/server/test_database_faults.py needs none",
)
def test_a_file_or_a_folder_that_can_only_be_read_is_told_at_the_start(database: Path) -> None:
    sqlite3.connect(database).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()  # as after a gentle stop
    before = database.read_bytes()
    for path in (database, database.parent):
        with only_readable(path):
            assert "the database can only be read; nothing was changed: let Tablero write to it" in refusal(database)
        assert database.read_bytes() == before
