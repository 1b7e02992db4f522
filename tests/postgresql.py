"""A PostgreSQL for tests."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path

import pytest


def _program(name: str) -> str | None:
    return shutil.which(name) or next(iter(sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None)


def _somebody() -> str | None:
    """A user to run PostgreSQL as: it refuses to run as root."""
    if os.getuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in known), None)


@contextmanager
def own_postgresql() -> Iterator[str]:
    """The address of a PostgreSQL of our own in a temporary folder, on a socket there."""
    initdb, pg_ctl = _program("initdb"), _program("pg_ctl")
    if initdb is None or pg_ctl is None:
        pytest.skip("this machine has no PostgreSQL (initdb and pg_ctl), so the log is tested on SQLite only")
    user = _somebody()
    folder = Path(tempfile.mkdtemp(prefix="tablero-pg-"))
    if user is not None:
        shutil.chown(folder, user)

    def run(*command: str) -> None:
        done = subprocess.run(
            command, user=user, cwd=folder, env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout

    data = str(folder / "data")
    run(initdb, "-D", data, "-U", "tablero", "-A", "trust", "--no-sync")
    settings = f"-k {folder} -c listen_addresses='' -c fsync=off"
    run(pg_ctl, "-D", data, "-w", "-o", settings, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql://tablero@/postgres?host={folder}"
    finally:
        run(pg_ctl, "-D", data, "-w", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)
