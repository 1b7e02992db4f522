"""The repository keeps its own promises: what imports what, what is pinned, what must not be in a file."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tablero.games import NAMES

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements/play.lock", "requirements/dev.lock")
OUTSIDE = ("openspiel", "ray", "examples")  # extras that no test needs


def own_files() -> list[Path]:
    """Every file of ours that git keeps; in an unpacked archive, every source file."""
    if shutil.which("git") and (ROOT / ".git").exists():
        told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return [ROOT / name for name in told.splitlines() if (ROOT / name).is_file()]
    return [path for folder in ("src", "tests", "docs", "tools", "web") for path in (ROOT / folder).rglob("*.*")]


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    place = re.compile(r"(?<![\w.])/(?:home|root|Users|tmp|work|opt)/\w")
    for path in own_files():
        if path.suffix in {".py", ".md", ".toml", ".ts", ".mjs", ".css", ".html", ".sh", ".json", ".lock", ".po", ""}:
            found = place.search(path.read_text("utf-8", errors="ignore"))
            assert found is None or path == Path(__file__), f"{path.relative_to(ROOT)}: {found}"


@pytest.mark.parametrize("name", LOCKS)
def test_python_is_locked_by_hash_and_without_addresses(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert "://" not in text
    assert "--index-url" not in text
    pinned = re.findall(r"^([\w.-]+)==\S+", text, re.MULTILINE)
    assert len(pinned) > 20
    assert text.count("--hash=sha256:") >= len(pinned)


def test_every_dependency_is_in_the_lock() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for lock, wanted in (
        ("play.lock", [*project["dependencies"], *extras["build"], *extras["postgres"]]),
        (
            "dev.lock",
            [*project["dependencies"], *(one for extra in extras if extra not in OUTSIDE for one in extras[extra])],
        ),
    ):
        pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / lock).read_text("utf-8"), re.MULTILINE))
        for requirement in wanted:
            name = re.split(r"[\[<>=]", requirement)[0].replace("_", "-").lower()
            assert name in pinned or name == "tablero", f"{name} is not in {lock}: make lock"


def test_both_locks_agree() -> None:
    versions = [set(re.findall(r"^([\w.-]+==\S+)", (ROOT / name).read_text("utf-8"), re.MULTILINE)) for name in LOCKS]
    assert versions[0] <= versions[1]


@pytest.mark.parametrize("name", ["web", "tools/peers/boardgameio"])
def test_what_npm_brings_is_locked_by_hash_and_without_addresses(name: str) -> None:
    text = (ROOT / name / "package-lock.json").read_text("utf-8")
    assert "://" not in text
    lock = json.loads(text)
    for name, entry in lock["packages"].items():
        assert "resolved" not in entry, name
        assert not name or "integrity" in entry, name


def test_imports_point_downwards() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


def test_no_compiled_file_is_older_than_its_source() -> None:
    for built in (ROOT / "src/tablero").rglob("*.so"):
        source = built.with_name(built.name.partition(".")[0] + ".py")
        assert source.exists(), f"{built.name} has no source any more: make compile"
        assert built.stat().st_mtime >= source.stat().st_mtime, f"{source.name} has changed: make compile"


def test_the_makefile_lists_what_it_makes() -> None:
    shown = subprocess.run(["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    for target in ("play", "test", "long", "compile", "page", "bench", "lint", "lock", "clean"):
        assert f"make {target} " in shown.stdout


def test_ci_runs_the_tests_and_nothing_else() -> None:
    assert "make test" in (ROOT / ".ci/run").read_text("utf-8")


# One plan for a game's folder (docs/architecture.md); a file that a game does not need is absent.
PLAN = {
    "__init__.py", "art.svg", "aspects.py", "box.py", "choices.py", "contents.py", "cover.py", "effects.py",
    "facts.toml", "fields.py", "layout.py", "levels.py", "log.py", "memory.py", "motion.py", "moves.py", "names.py", "options.py", "position.py", "reasons.py",
    "rules.py", "scoring.py", "setup.py", "solo.py", "style.css", "tables.py", "tally.py", "tensor.py", "turns.py", "views.py",
    "words.py",
}  # fmt: skip
FOLDERS = {
    "drawing": {
        "__init__.py", "board.py", "cards.py", "choices.py", "own.py", "panels.py", "picture.py", "pieces.py", "places.py",
        "scene.py", "sheet.py", "sides.py",
    },
    "sense": {"__init__.py", "appeal.py", "features.py", "outlook.py", "sight.py", "weights.py"},
}  # fmt: skip
EVERY_GAME_HAS = {
    "__init__.py", "aspects.py", "box.py", "contents.py", "cover.py", "facts.toml", "fields.py", "layout.py", "levels.py", "motion.py", "moves.py",
    "options.py", "position.py", "rules.py", "scoring.py", "style.css", "tensor.py", "views.py", "words.py",
}  # fmt: skip


def kept_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.suffix in {".py", ".toml", ".css", ".svg"}}


@pytest.mark.parametrize("name", NAMES)
def test_a_game_s_folder_follows_the_plan(name: str) -> None:
    folder = ROOT / "src/tablero/games" / name
    assert kept_in(folder) <= PLAN
    assert kept_in(folder) >= EVERY_GAME_HAS
    assert {path.name for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"} == {
        "drawing", "guide", "lessons", "locale", "sense",
    }  # fmt: skip
    for inside, files in FOLDERS.items():
        assert kept_in(folder / inside) <= files


def test_the_plan_is_told_in_the_architecture() -> None:
    told = (ROOT / "docs/architecture.md").read_text("utf-8")
    for file in (*PLAN, *(name for files in FOLDERS.values() for name in files)):
        assert f"`{file.removesuffix('.py')}`" in told or f"`{file}`" in told, file


@pytest.mark.parametrize("name", NAMES)
def test_no_file_of_ours_is_feared(name: str) -> None:
    """A file has one subject: what passes 600 lines has two."""
    for path in (ROOT / "src/tablero/games" / name).rglob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= 600, path.relative_to(ROOT)


def test_a_game_is_named_in_its_own_folder_and_in_the_list_of_games_alone() -> None:
    """Learning Yaxha's weights (lab) is about one game; examples in docstrings may name one."""
    source = ROOT / "src/tablero"
    named = re.compile("|".join(NAMES), re.IGNORECASE)
    names = ("core", "bots", "insight", "table", "people", "store", "site", "cli")
    rooms = [path for name in names for path in (source / name).rglob("*.py")]
    for path in rooms:
        tree = ast.parse(path.read_text("utf-8"))
        told = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]  # docstrings
        for node in ast.walk(tree):
            words = [getattr(node, name, None) for name in ("value", "id", "attr", "module", "name")]
            found = [word for word in words if isinstance(word, str) and named.search(word) and node not in told]
            assert not found, f"{path.relative_to(ROOT)}: {found}"
    pages = [*(source / "site/templates").rglob("*.jinja"), *(ROOT / "web").glob("*.mjs")]
    for path in [*pages, *(ROOT / "web/src").glob("*.ts"), *(ROOT / "web/style").glob("*.css")]:
        assert not named.search(path.read_text("utf-8")), path.relative_to(ROOT)


def test_no_rule_has_more_than_twenty_cases() -> None:
    """Everything else has at most fifteen: `ruff check` holds that."""
    command = [str(Path(sys.executable).with_name("ruff")), "check", "--isolated", "--no-cache", "--select", "C901"]
    limit = ["--config", "lint.mccabe.max-complexity = 20"]
    done = subprocess.run([*command, *limit, "src"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
