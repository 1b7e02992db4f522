"""A PostgreSQL for tests."""

import os
import pwd
import shutil
import subprocess
import tempfile
from glob import glob
from pathlib import Path

import pytest

from tests.limits import LIMIT


def _program(name: str) -> str | None:
    return shutil.which(name) or next(iter(sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), None)


def _somebody() -> str | None:
    """A user to run PostgreSQL as: it refuses to run as root."""
    if os.getuid() != 0:
        return None
    known = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in known), None)


class Cluster:
    """A PostgreSQL of our own in a temporary folder, on a socket there, to be stopped and started."""

    def __init__(self) -> None:
        initdb, pg_ctl = _program("initdb"), _program("pg_ctl")
        if initdb is None or pg_ctl is None:
            pytest.skip(
                "this machine has no PostgreSQL (initdb and pg_ctl), so the log is tested on SQLite only; "
                "Debian: apt-get install postgresql, which tools/outside.py does for root"
            )
        self._pg_ctl = pg_ctl
        self._user = _somebody()
        self._folder = Path(tempfile.mkdtemp(prefix="tablero-pg-"))
        self._data = str(self._folder / "data")
        self.address = f"postgresql://tablero@/postgres?host={self._folder}"
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._run(initdb, "-D", self._data, "-U", "tablero", "-A", "trust", "--no-sync")
        self.start()

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            command,
            user=self._user,
            cwd=self._folder,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LIMIT,
            check=False,
        )
        assert done.returncode == 0, done.stdout

    def start(self) -> None:
        settings = f"-k {self._folder} -c listen_addresses='' -c fsync=off"
        self._run(self._pg_ctl, "-D", self._data, "-w", "-o", settings, "-l", str(self._folder / "log"), "start")

    def stop(self) -> None:
        self._run(self._pg_ctl, "-D", self._data, "-w", "-m", "immediate", "stop")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)
