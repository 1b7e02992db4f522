"""Where tests write: into memory, where there is enough of it.

Every move waits until the disk has it, and tests make hundreds of databases: on a disk they wait longer for it than
they work. Who gives `--basetemp` or TMPDIR says it himself; so do machines without a folder in memory, or with a small
one, as containers have it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
ENOUGH = 3 << 30  # bytes; a whole run writes about a third of that
PREFIX = "tablero-tests-"


def in_memory() -> Path | None:
    """Return a new folder in memory, named after this process; those of processes that were killed are removed."""
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK) or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return None
    for left in MEMORY.glob(f"{PREFIX}*"):
        if not Path(f"/proc/{left.name.removeprefix(PREFIX)}").exists():
            shutil.rmtree(left, ignore_errors=True)
    if shutil.disk_usage(MEMORY).free < ENOUGH:
        return None
    folder = MEMORY / f"{PREFIX}{os.getpid()}"
    folder.mkdir(mode=0o711)  # PostgreSQL and the image's user pass through
    folder.chmod(0o711)
    return folder


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput") or config.option.basetemp or "TMPDIR" in os.environ:
        return
    if folder := in_memory():
        os.environ["TMPDIR"] = str(folder)  # for all that tests start, too
        tempfile.tempdir = None
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
