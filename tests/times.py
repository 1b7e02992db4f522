"""Print at the end of a run what each kind of test took, after what `make` did before it (build/times.tsv)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
BEFORE = ROOT.parent / "build" / "times.tsv"  # written by tools/timed.sh
# The first that a test's path begins with is its kind.
KINDS = {
    "browser/": "browser",
    "site/web/test_fuzz": "schema",
    "site/": "site",
    "store/": "store",
    "table/": "site",
    "ui/": "site",
    "people/": "site",
    "tournaments/": "site",
    "cli/": "commands",
    "faults/": "faults",
    "lab/": "research",
    "analysis/": "research",
    "test_examples": "research",
    "test_notebooks": "research",
    "games/": "engine",
    "core/": "engine",
    "bots/": "engine",
    "test_every": "engine",
    "test_package": "package",
    "test_start": "package",
}


def kind_of(nodeid: str) -> str:
    """Return the kind of a test.

    >>> kind_of("tests/site/table/test_api.py::test_a_table"), kind_of("tests/test_layout.py::test_sizes")
    ('site', 'project')
    """
    name = nodeid.removeprefix("tests/")
    return next((kind for start, kind in KINDS.items() if name.startswith(start)), "project")


class Times:
    """The seconds that tests of each kind took, summed over all workers."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        kind = kind_of(report.nodeid)
        self.seconds[kind] += report.duration
        self.tests[kind] += report.when == "call"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("time by kind")
        for line in before():
            terminalreporter.write_line(line)
        for kind, seconds in self.seconds.most_common():
            terminalreporter.write_line(f"{kind:12} {seconds:6.0f} s in {self.tests[kind]} tests, workers added up")


def before() -> list[str]:
    """Return a line for each thing that `make` has timed since it began to time."""
    rows = [line.split("\t") for line in BEFORE.read_text("utf-8").splitlines()] if BEFORE.exists() else []
    return [f"{kind:12} {int(clock):6} s, {used} s of processors" for kind, clock, used in rows]


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Times())
