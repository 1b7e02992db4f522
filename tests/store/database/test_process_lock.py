"""Two servers on one SQLite file are one too many."""

import subprocess
import sys
from pathlib import Path

import pytest

from tablero.store import Store, StoreError
from tablero.store.database.process_lock import server_lock

HOLD = """import sys; from tablero.store.database.process_lock import server_lock
with server_lock(sys.argv[1]): print('mine', flush=True); input()"""


def test_the_second_server_is_refused_until_the_first_has_gone_even_by_kill(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "mine\n"
        (tmp_path / "link.db").symlink_to(file)
        for same in (str(file), f"sqlite:///{file}", str(tmp_path / "link.db")):
            with pytest.raises(StoreError, match="postgresql://"), server_lock(same):
                pass
        with server_lock(str(tmp_path / "other.db")):
            first.kill()
            first.wait()
    with server_lock(str(file)):
        pass
    with server_lock(str(file)):
        pass


@pytest.mark.parametrize("database", ["sqlite://", "postgresql://somewhere/games"])
def test_what_is_no_file_can_be_shared(database: str) -> None:
    with server_lock(database), server_lock(database):
        pass


@pytest.mark.anyio
async def test_others_may_read_the_file_meanwhile(tmp_path: Path) -> None:
    file = str(tmp_path / "games.db")
    with server_lock(file):
        store = await Store.open(file)
        assert await store.open_tables() == []
        await store.close()
