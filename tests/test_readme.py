"""The code in the README, in the documents and in docstrings runs and gives what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tablero
from tests.limits import LIMIT

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "examples/README.md",
]
# Migrations run only inside Alembic, and __main__ is the command itself.
MODULES = [
    found.name
    for found in pkgutil.walk_packages(tablero.__path__, "tablero.")
    if ".migrations" not in found.name and not found.name.endswith("__main__") and ".lab" not in found.name
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_examples_on_a_page_run(page: Path) -> None:
    found = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.failed == 0


def test_the_readme_shows_python() -> None:
    assert ">>> " in PAGES[0].read_text("utf-8")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name: str) -> None:
    """A compiled module carries its docstrings too; what is defined elsewhere is tested there."""
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, name):
        runner.run(test)
    assert runner.failures == 0


def test_the_readme_begins_with_the_two_commands() -> None:
    top = PAGES[0].read_text("utf-8").splitlines()[:8]
    assert any("make play" in line for line in top)
    assert any("make test" in line for line in top)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_what_is_cited_is_this_version() -> None:
    """CITATION.cff in the format of its version 1.2.0, of which only this much is used."""
    lines = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    told = dict(line.split(": ", 1) for line in lines if ": " in line and not line.startswith((" ", "-")))
    assert {"cff-version", "message", "title", "type", "version", "date-released", "license"} <= set(told)
    assert (told["cff-version"], told["type"], told["license"]) == ("1.2.0", "software", "MIT")
    assert told["version"] == tablero.__version__
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", told["date-released"])
    assert "authors:" in lines
    assert f"version = {{{tablero.__version__}}}" in (ROOT / "docs/citing.md").read_text("utf-8")


def test_every_command_on_a_page_exists() -> None:
    listed = subprocess.run([sys.executable, "-m", "tablero", "--help"], capture_output=True, text=True, timeout=LIMIT)
    for page in PAGES:
        for command in re.findall(r"^\s*tablero ([a-z]+)", page.read_text("utf-8"), re.MULTILINE):
            assert f" {command} " in listed.stdout, f"{page.name}: tablero {command}"
