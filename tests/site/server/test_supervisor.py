"""The supervisor: processes that die are there again, are replaced one by one, and never outlive it."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.limits import LIMIT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither SIGHUP nor signal.pause")

ROOT = Path(__file__).parents[3]


class Family:
    """A supervisor of two processes; each line that they write is something that has happened."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        paths = filter(None, (str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH")))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.site.server.supervised", str(folder)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.late = threading.Timer(LIMIT, self.process.kill)  # its processes end with it, and every line is read
        self.late.start()
        begun = [self.line(), self.line()]
        assert {words[:2] for words in begun} == {("begins", "one"), ("begins", "two")}
        self.now = {name: int(pid) for _, name, pid in begun}
        assert self.line() == ("ready",)

    def line(self) -> tuple[str, ...]:
        assert self.process.stdout is not None
        return tuple(self.process.stdout.readline().split())

    def told(self) -> str:
        """The next line of the log."""
        assert self.process.stderr is not None
        return self.process.stderr.readline()

    def stop(self, sign: signal.Signals) -> str:
        """What is still said once it has got the signal; the end of that is the end of the last process."""
        self.process.send_signal(sign)
        return self.process.communicate(timeout=LIMIT)[0]


@pytest.fixture
def family(tmp_path: Path) -> Iterator[Family]:
    opened = Family(tmp_path)
    yield opened
    opened.late.cancel()
    if opened.process.poll() is None:
        opened.process.kill()
    opened.process.communicate(timeout=LIMIT)


def test_processes_are_there_again_are_replaced_one_by_one_and_end_with_all(family: Family) -> None:
    os.kill(family.now["one"], signal.SIGKILL)
    assert "one has ended (-9) and is started again" in family.told()
    word, name, pid = family.line()
    assert (word, name) == ("begins", "one")
    assert int(pid) != family.now["one"]
    family.now["one"] = int(pid)

    (family.folder / "broken").touch()
    family.process.send_signal(signal.SIGHUP)
    assert "a new one does not start: the old ones stay" in family.told()
    (family.folder / "broken").unlink()

    family.process.send_signal(signal.SIGHUP)
    lines = [family.line() for _ in range(4)]
    starts = {name: (place, int(pid)) for place, (word, name, pid) in enumerate(lines) if word == "begins"}
    ends = {name: (place, int(pid)) for place, (word, name, pid) in enumerate(lines) if word == "ends"}
    assert {name: pid for name, (_, pid) in ends.items()} == family.now, "the old ones, who stayed until then"
    assert all(starts[name][0] < ends[name][0] for name in ends), "none ends before its successor is ready"
    assert starts["one"][0] < starts["two"][0]

    said = family.stop(signal.SIGTERM)
    assert family.process.returncode == 0
    assert sorted(said.splitlines()) == [f"ends {name} {starts[name][1]}" for name in ("one", "two")]


def test_nothing_outlives_a_supervisor_that_is_killed(family: Family) -> None:
    assert family.stop(signal.SIGKILL) == "", "its processes notice, and the pipe is closed by the last of them"
