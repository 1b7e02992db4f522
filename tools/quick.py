"""Check what has changed: style of changed files, types, imports, and the tests of changed folders.

    tools/quick.py              # what is not committed; on a clean tree, the last commit
    tools/quick.py --base main  # everything since then

What a change can break elsewhere is found by `make test`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import compile
import npm
from hot import HOT, ROOT

BIN = Path(sys.executable).parent
# A file of the package whose tests are not in the folder of the same name.
ELSEWHERE = {
    "core/teaching": ("test_every_lesson.py", "test_every_guide.py"),
    "core/encoding": ("test_every_tensor.py",),
    "metrics.py": ("test_metrics.py",),
    "ui/locale": ("test_words.py",),
    "ui/templates": ("ui/test_templates.py",),
}
ALWAYS = ("test_layout.py",)  # names, sizes and documents: whatever has changed


def changed(base: str | None) -> list[str]:
    """Return the paths that differ from a commit and still exist, those git does not know yet included."""

    def ask(*words: str) -> list[str]:
        return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()

    fresh = ask("ls-files", "--others", "--exclude-standard")
    found = {*ask("diff", "--name-only", base or "HEAD"), *fresh}
    if not found and base is None:
        found = set(ask("diff", "--name-only", "HEAD~1"))
    return sorted(path for path in found if (ROOT / path).exists())


def tests_of(path: str) -> list[str]:
    """Return the tests that belong to a changed file, as paths below tests/; none for what only a browser shows.

    >>> tests_of("src/tablero/site/lobby/pages.py"), tests_of("src/tablero/games/maya/rules.py")
    (['site/lobby'], ['games/maya'])
    >>> tests_of("tests/cli/test_load.py"), tests_of("tools/hot.py"), tests_of("docs/index.md")
    (['cli/test_load.py'], ['test_tools.py'], [])
    """
    if path.startswith("tests/"):
        name = path.removeprefix("tests/")
        if Path(name).name.startswith("test_") and name.endswith(".py"):
            return [name]
        return [] if "/" not in name else [str(Path(name).parent)]
    if path.startswith("tools/"):
        return ["test_tools.py"]
    if not path.startswith("src/tablero/"):
        return []
    name = path.removeprefix("src/tablero/")
    for start, tests in ELSEWHERE.items():
        if name.startswith(start):
            return list(tests)
    folder = Path(name).parent
    while folder != Path() and not (ROOT / "tests" / folder).is_dir():
        folder = folder.parent
    return [str(folder)] if folder != Path() else []


def without_inner(places: set[str]) -> list[str]:
    """Return places without those that lie in others of them.

    >>> without_inner({"cli", "cli/test_load.py", "test_words.py"})
    ['cli', 'test_words.py']
    """
    return sorted(place for place in places if not any(str(parent) in places for parent in Path(place).parents))


def commands(paths: list[str]) -> list[list[str]]:
    """Return what to run for changed paths, in order."""
    python = [path for path in paths if path.endswith(".py")]
    found = []
    if python:
        found += [["ruff", "format", "--check", "--quiet", *python], ["ruff", "check", "--quiet", *python]]
        found += [["mypy"], ["lint-imports", "--no-logo"]]
    places = without_inner({place for path in paths for place in tests_of(path)} | set(ALWAYS))
    tests = [f"tests/{place}" for place in places if (ROOT / "tests" / place).exists()]
    return [*found, ["pytest", "-q", "-n", "auto", "-m", "not long and not browser", *tests]]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--base", help="a commit: check everything that has changed since then")
    paths = changed(parser.parse_args().base)
    print(f"{len(paths)} changed files", flush=True)
    settings = dict(os.environ)
    if not compile.is_done() or any(path in HOT for path in paths):
        settings["TABLERO_PLAIN"] = "1"  # what is compiled here is of another text
    status = 0
    if any(path.startswith("web/") for path in paths):
        status |= npm.run("check")
    for command in commands(paths):
        print("$", " ".join(command[:6]), "..." if len(command) > 6 else "", flush=True)
        status |= subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, env=settings).returncode
    return 1 if status else 0


if __name__ == "__main__":
    raise SystemExit(main())
