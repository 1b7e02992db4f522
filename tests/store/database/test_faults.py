"""A real database that is away, read-only, full, damaged, or no database at all."""

import asyncio
import contextlib
import logging
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy.exc import DataError, InvalidRequestError

from tablero import metrics
from tablero.store import (
    Store,
    StoreAway,
    StoreBusy,
    StoreDamaged,
    StoreDenied,
    StoreDisk,
    StoreError,
    StoreFull,
    StoreReadOnly,
    errors,
)
from tablero.store.errors import translate_errors
from tests.limits import LIMIT
from tests.postgresql import Cluster
from tests.store.matches import ANNA, BEN

pytestmark = pytest.mark.anyio


async def test_a_file_that_can_only_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # an address is no path: its folders would be made where the tests are run
    path = tmp_path / "games.db"
    await (await Store.open(str(path))).close()
    before = path.read_bytes()
    with pytest.raises(StoreReadOnly, match="can only be read"):
        await Store.open(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert path.read_bytes() == before


async def test_what_is_no_database_is_told_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear friend, this is a letter. " * 400)
    for look_through in (True, False):
        with pytest.raises(StoreDamaged, match="not a database of Tablero"):
            await Store.open(str(path), check_file=look_through)
    assert path.read_text().startswith("Dear friend")


async def test_pages_that_are_damaged_while_it_runs_are_told(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = await Store.open(str(path))
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    await store.close()
    good = path.read_bytes()
    store = await Store.open(str(path))
    await store._engine.dispose()
    path.write_bytes(good[:4096] + b"\xa5" * (len(good) - 4096))
    with pytest.raises(StoreDamaged, match="restore a backup"):
        await store.table(id)
    path.write_bytes(good)
    await store._engine.dispose()
    assert (await store.table(id)).version == 0
    await store.close()


FILL = """
import asyncio, resource, signal, sys
from tablero.store import Store, StoreError, StoreFull
from tests.store.matches import ANNA, BEN

async def main():
    store = await Store.open(sys.argv[1])
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    roomy = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, roomy[1]))
    try:
        await store.play(id, 0, 0, 0, "full")
    except StoreError as error:
        print(type(error).__name__, error, flush=True)
    try:
        await store.check()
        print("all is well", flush=True)
    except StoreError as error:
        print(type(error).__name__, flush=True)
    print((await store.table(id)).version, flush=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, roomy)
    print((await store.play(id, 0, 0, 0, "full")).number, flush=True)
    await store.close()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit how large a file of a process may be")
async def test_a_disk_that_takes_no_more_loses_nothing(tmp_path: Path) -> None:
    here = Path(__file__).parents[3]
    env = {**os.environ, "PYTHONPATH": f"{here / 'src'}{os.pathsep}{here}"}
    command = [sys.executable, "-c", FILL, str(tmp_path / "games.db")]
    done = await asyncio.to_thread(subprocess.run, command, env=env, capture_output=True, text=True, timeout=LIMIT)
    told, checked, version, number = done.stdout.splitlines()
    assert told.startswith(("StoreDisk the disk does not work", "StoreFull the disk is full")), done.stderr
    assert checked == told.split()[0], "whoever asks for the house's health hears of it too"
    assert (version, number) == ("0", "1")


async def test_postgresql_stops_and_comes_back_and_the_house_goes_on(cluster: Cluster) -> None:
    store = await Store.open(cluster.address)
    other = await Store.open(cluster.address)
    id = await store.open_table("yaxha", 2, {}, [ANNA, BEN], ANNA.person)
    stopping = asyncio.create_task(asyncio.to_thread(cluster.stop))
    seen = set()

    async def look() -> None:
        try:
            await asyncio.gather(store.table(id), store.open_tables(), store.play(id, 0, 0, 0, "click"))
        except StoreError as error:
            seen.add(type(error))
        await asyncio.sleep(0.01)

    while not stopping.done():
        await look()
    await look()
    assert StoreAway in seen
    starting = asyncio.create_task(asyncio.to_thread(cluster.start))
    while not starting.done():
        await look()
    assert seen == {StoreAway}
    assert (await store.play(id, 0, 0, 0, "click")).number == 1
    # News come over a connection that was lost: it is opened again.
    heard = asyncio.Event()
    other.subscribe(lambda *_: heard.set(), id)
    for attempt in range(100):
        await store.undo(id, 0, f"back {attempt}")
        await store.play(id, 0, 0, 0, f"again {attempt}")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(heard.wait(), 0.2)
            break
    assert heard.is_set()
    await asyncio.gather(store.close(), other.close())


class PostgresError(Exception):
    """Raised by the driver while it connects, where nobody wraps it."""

    __module__ = "asyncpg.exceptions"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (PostgresError("the database system is starting up"), StoreAway),
        (PostgresError("connection was closed in the middle of operation"), StoreAway),
        (PostgresError("sorry, too many clients already"), StoreAway),
        (TimeoutError(), StoreAway),
        (ConnectionRefusedError("nobody there"), StoreAway),
        (PostgresError("cannot execute INSERT in a read-only transaction"), StoreReadOnly),
        (PostgresError('could not extend file "base/1": No space left on device'), StoreFull),
        (PostgresError("invalid page in block 3 of relation base/1"), StoreDamaged),
        (PostgresError("deadlock detected"), StoreBusy),
        (sqlite3.OperationalError("disk I/O error"), StoreDisk),
        (PostgresError('password authentication failed for user "tablero"'), StoreDenied),
        (PostgresError('database "tablero" does not exist'), StoreDenied),
        (PostgresError("permission denied for schema public"), StoreDenied),
        (PostgresError('relation "matches" does not exist'), StoreError),
        (InvalidRequestError("Can't reconnect until invalid transaction is rolled back"), StoreError),
    ],
)
def test_whatever_a_driver_says_becomes_a_sentence_and_is_counted(error: Exception, kind: type[StoreError]) -> None:
    before = metrics.samples().get(("tablero_database_faults_total", kind.kind), 0)
    with pytest.raises(StoreError) as told, translate_errors():
        raise error
    assert type(told.value) is kind
    said = errors.for_the_host(told.value)
    assert said == (f"the database refused ({error})" if kind is StoreError else str(told.value))
    assert metrics.samples()[("tablero_database_faults_total", kind.kind)] == before + 1


def test_the_log_tells_the_reason_once_in_a_while_and_repeats_no_data(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "_logged", {})
    with caplog.at_level(logging.ERROR, "tablero.store"):
        for _ in range(3):
            with pytest.raises(StoreAway), translate_errors():
                raise ConnectionRefusedError("nobody there")
        with pytest.raises(StoreError), translate_errors():
            raise DataError("INSERT", {"invite": "a-secret"}, Exception("invalid input: 'a-secret'"))
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 2
    assert "nobody there" in lines[0]
    assert "a-secret" not in lines[1]


def test_what_is_not_the_database_s_passes() -> None:
    with pytest.raises(ZeroDivisionError), translate_errors():
        _ = 1 // 0
