"""Plant small faults in the code and see whether the tests notice.

`python tools/mutants.py --sample 40` changes one thing at a time (a comparison, a number, an `and`, a `not`, a call,
a return) in a copy of the tree and runs the tests that pass over that line, the quickest first, until one fails. What
no test notices is printed: there a test is missing, or the change makes no difference. The tree itself is never
touched, and everything runs at the lowest priority.

`--list FILE` plants the faults named in a file; one that is not there yet is drawn and written. `--folder F` keeps the
copies, what each test runs, and F/outcomes.jsonl with a line for each fault: a run that was stopped goes on there.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from hot import HOT
from mutations import Mutant, mutants

ROOT = Path(__file__).resolve().parent.parent
LEFT = shutil.ignore_patterns("__pycache__", "node_modules", "outcomes*.jsonl")
UNSCORED = [f"--ignore-glob=*/test_{what}.py" for what in ("drawing", "words", "animation", "evaluation")]
# The files of each package and the tests that are run for them. Pictures are looked at, not counted.
PACKAGES = {
    **{
        name: ([f"src/tablero/games/{name}/scoring.py"], [f"tests/games/{name}", *UNSCORED])
        for name in ("yaxha", "maya", "tzolkin", "amritsar")
    },
    "core": (
        ["src/tablero/core/**/*.py"],
        [
            *("tests/core", "tests/bots/test_search.py", "tests/bots/test_network_input.py"),
            *("tests/test_every_tensor.py", "-k", "not cannot_know and not the_view_says and not side_by_side"),
        ],
    ),
    "table": (["src/tablero/table/*.py"], ["tests/table"]),
    "store": (
        [f"src/tablero/store/{part}*.py" for part in ("", "database/", "tables/", "people/")]
        + [f"src/tablero/store/{part}/*.py" for part in ("tournaments", "notifications")],
        ["tests/store", "--ignore=tests/store/database/test_postgresql.py"],
    ),
    "site": (
        ["src/tablero/site/**/*.py"],
        [
            "tests/site",
            *(f"--ignore=tests/site/{path}.py" for path in ("server/test_processes", "web/test_api_schema")),
        ],
    ),
    "bots": (["src/tablero/bots/*.py"], ["tests/bots/test_search.py", "tests/bots/test_glimpse.py"]),
    "people": (["src/tablero/people/*.py"], ["tests/people"]),
    "tournaments": (["src/tablero/tournaments/*.py"], ["tests/tournaments"]),
    # In the source alone: what was compiled before is without the fault, and the two are compared.
    "compiled": ([*HOT], ["tests/test_compiled_and_plain.py"]),
}
USUAL = ("yaxha", "maya", "tzolkin", "amritsar", "core", "table", "store", "site")
WAITING = ("store", "site")  # their tests wait for servers and disks: one that fails is asked again without the fault
PICTURES = ("core/drawing/",)
MOST = 300  # tests for one fault
GRACE = 180.0  # seconds that a changed run may take beyond three times the usual
# Which test a line was run by: pytest-cov says it here, the environment in the processes that a test starts.
LINES = """[run]
include = {files}
data_file = {data}
parallel = true
patch = subprocess
context = ${{PYTEST_CURRENT_TEST-}}
"""
RUNNING: set[int] = set()  # groups of processes that end with this one
TIMED = re.compile(r"^([\d.]+)s (?:setup|call|teardown) +(\S.*)$", re.MULTILINE)
FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", re.MULTILINE)


@dataclass
class Reach:
    """Which tests run which line, by file; what each test takes in seconds; which fail without any fault."""

    lines: dict[str, dict[str, list[str]]]
    seconds: dict[str, float]
    failing: list[str]

    def tests(self, mutant: Mutant) -> list[str]:
        """Return the tests to run for a fault, the quickest first; what runs at import concerns all of a file."""
        reached = self.lines.get(mutant.path, {})
        found = set(reached.get(str(mutant.line)) or reached.get(str(mutant.statement)) or [])
        if "" in found:
            found = {test for tests in reached.values() for test in tests}
        order = sorted(found - {"", *self.failing}, key=lambda test: (self.seconds.get(test, 1e9), test))
        return order[:MOST]


def copied_tree(folder: Path) -> Path:
    """Copy the tree to plant faults in, with what mypyc has compiled: files that are not compiled are tested faster."""
    if folder.exists():
        return folder
    shutil.copytree(
        ROOT,
        folder,
        ignore=lambda place, names: (
            {name for name in names if name.startswith(".") or name == "build"}
            if Path(place) == ROOT
            else LEFT(place, names)
        ),
    )
    # Kept by content, so that a changed file is always read again and the others never compiled twice.
    compiling = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "src", "tests"]
    subprocess.run(compiling, cwd=folder, check=True)
    return folder


def run(folder: Path, words: list[str], plain: bool, limit: float | None = None) -> tuple[int | None, str]:
    """Run tests in a copy. Return pytest's exit status, None after `limit` seconds, and what it has printed."""
    place = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1", "COVERAGE_CORE": "ctrace"}
    place.pop("TABLERO_PLAIN", None)
    if plain:
        place["TABLERO_PLAIN"] = "1"
    marked = f"{'engine and ' if plain else ''}not browser and not long"
    # Loading schemathesis takes two seconds, and one file needs its plug-in.
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis", "-m", marked]
    with subprocess.Popen(
        [*command, *words], cwd=folder, env=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, process_group=0
    ) as tests:
        RUNNING.add(tests.pid)
        try:
            said, _ = tests.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(tests.pid, signal.SIGKILL)
            return None, ""
        finally:
            RUNNING.discard(tests.pid)
    return tests.returncode, said.decode(errors="replace")


def is_plain(package: str) -> bool:
    """Whether the tests of a package run as plain Python when it is asked which lines they run."""
    return any(path in HOT for path in files(package))


def files(package: str) -> list[str]:
    found = (path.relative_to(ROOT).as_posix() for pattern in PACKAGES[package][0] for path in ROOT.glob(pattern))
    return sorted(path for path in found if not any(part in path for part in PICTURES))


def reach(folder: Path, package: str, kept: Path) -> Reach:
    """Return which tests run which line of a package; kept in a file, since it takes as long as all of them."""
    from coverage import CoverageData

    if kept.exists():
        return Reach(**json.loads(kept.read_text("utf-8")))
    data, settings = folder / f".coverage-{package}", folder / "lines.ini"
    settings.write_text(LINES.format(data=data, files=",".join(files(package))), "utf-8")
    watching = ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="]
    told = ["-n", "2", "--dist", "worksteal", "-vv", "--durations=0", "--durations-min=0", "-rfE"]
    _, said = run(folder, [*PACKAGES[package][1], *watching, *told], is_plain(package))
    seconds: Counter[str] = Counter()
    for took, test in TIMED.findall(said):
        seconds[test] += float(took)  # type: ignore[assignment]
    if not seconds:
        raise SystemExit(f"{package}: no test was run:\n{said[-3000:]}")
    found = CoverageData(str(data))
    found.read()
    lines: dict[str, dict[str, list[str]]] = {}
    for path in files(package):
        contexts = found.contexts_by_lineno(str(folder / path))
        lines[path] = {str(line): sorted(set(map(test_of, tests))) for line, tests in contexts.items()}
    made = Reach(lines, dict(seconds), sorted(set(FAILED.findall(said))))
    kept.write_text(json.dumps(vars(made)), "utf-8")
    return made


def test_of(context: str) -> str:
    """Return the test of a context: of a process that it has started, its file, since others may share that process."""
    if context.endswith((" (call)", " (setup)", " (teardown)")) or " (call)|" in context or " (setup)|" in context:
        return context.partition("::")[0]
    return context.rpartition("|")[0]


def compared(path: str) -> str:
    """Return the test that compares a compiled file with its source: of a game, or all where they share it."""
    file, parts = PACKAGES["compiled"][1][0], path.split("/")
    alone = f"::test_compiled_and_plain_python_agree_in_every_answer[{parts[3]}]"
    return f"{file}{alone}" if parts[2] == "games" else file


def try_one(folder: Path, package: str, mutant: Mutant, reached: Reach) -> dict[str, Any]:
    """Plant a fault, run the tests that reach it, and return what became of it."""
    began, path = time.monotonic(), folder / mutant.path
    tests = [compared(mutant.path)] if package == "compiled" else reached.tests(mutant)
    if not tests:
        return {"outcome": "unreached"}
    plain = mutant.path in HOT and package != "compiled"
    limit = 3 * sum(reached.seconds.get(test, 60.0) for test in tests) + GRACE
    text, asked = path.read_text("utf-8"), folder / "asked.txt"
    path.write_text(text[: mutant.start] + mutant.new + text[mutant.end :], "utf-8")
    try:
        while tests:
            asked.write_text("\n".join(tests), "utf-8")
            status, said = run(folder, ["-x", "-rfE", f"@{asked}"], plain, limit)
            by = FAILED.findall(said)[:1]
            if status == 0 or package not in WAITING or not by or by[0] not in tests:
                break
            path.write_text(text, "utf-8")
            if run(folder, by, plain)[0] == 0:
                break
            tests.remove(by[0])  # it fails by itself now and then
            path.write_text(text[: mutant.start] + mutant.new + text[mutant.end :], "utf-8")
    finally:
        path.write_text(text, "utf-8")
    outcome = "survived" if status == 0 or not tests else "hung" if status is None else "noticed"
    return {"outcome": outcome, "by": "".join(by), "tests": len(tests), "seconds": round(time.monotonic() - began)}


def drawn(packages: list[str], sample: int, seed: int) -> list[tuple[str, Mutant]]:
    """Draw faults of each package."""
    found = []
    for package in packages:
        every = list(mutants(ROOT, [ROOT / path for path in files(package)]))
        chosen = random.Random(seed).sample(every, min(sample, len(every))) if sample else every
        found += [(package, one) for one in sorted(chosen, key=lambda one: (one.path, one.start))]
    return found


def listed(path: Path) -> tuple[list[tuple[str, Mutant]], list[str]]:
    """Return the faults named in a file, and those of its lines that fit nowhere in this version."""
    found, gone, known = [], [], {}
    for line in path.read_text("utf-8").splitlines():
        package, *key = json.loads(line)
        if key[0] not in known:
            there = (ROOT / key[0]).exists()
            known[key[0]] = {one.key: one for one in mutants(ROOT, [ROOT / key[0]])} if there else {}
        if one := known[key[0]].get(tuple(key)):
            found.append((package, one))
        else:
            gone.append(line)
    return found, gone


def report(outcomes: list[dict[str, Any]], gone: list[str]) -> None:
    """Print how many were noticed in each package, and those that were not."""
    for package in (*dict.fromkeys(one["package"] for one in outcomes), "all"):
        ours = [one for one in outcomes if package in ("all", one["package"])]
        noticed = sum(one["outcome"] == "noticed" for one in ours)
        print(f"{package}: {noticed} of {len(ours)} faults noticed ({noticed / max(1, len(ours)):.0%})")
        for one in ours if package != "all" else ():
            if one["outcome"] != "noticed":
                print(f"  {one['outcome']}: {one['told']}")
    if gone:
        print(f"{len(gone)} of the list are in no file of this version:", *gone, sep="\n  ")


def leave(*_: object) -> None:
    """End at once, with the tests that are running; what is written down is kept."""
    for pid in list(RUNNING):
        os.killpg(pid, signal.SIGKILL)
    os._exit(1)


def main() -> None:
    reader = argparse.ArgumentParser(description="Plant faults and see whether the tests notice.")
    reader.add_argument("packages", nargs="*", help=f"some of {', '.join(PACKAGES)}; without any, {', '.join(USUAL)}")
    reader.add_argument(
        "--sample", type=int, default=25, help="faults in each package, drawn at random; 0 is every one"
    )
    reader.add_argument("--seed", type=int, default=1, help="another seed draws other faults")
    reader.add_argument("--list", type=Path, help="plant the faults of this file; written if it is not there")
    reader.add_argument("--folder", type=Path, help="keep everything here, and go on where a run was stopped")
    reader.add_argument("--workers", type=int, default=2)
    given = reader.parse_args()
    if unknown := set(given.packages) - set(PACKAGES):
        reader.error(f"there is no package {', '.join(sorted(unknown))}; there are {', '.join(PACKAGES)}")
    os.nice(19)
    signal.signal(signal.SIGTERM, leave)
    packages = given.packages or list(USUAL)
    gone: list[str] = []
    if given.list and given.list.exists():
        chosen, gone = listed(given.list)
        chosen = [one for one in chosen if one[0] in packages]
    else:
        chosen = drawn(packages, given.sample, given.seed)
        if given.list:
            text = "".join(json.dumps([package, *one.key]) + "\n" for package, one in chosen)
            given.list.write_text(text, "utf-8")
    with tempfile.TemporaryDirectory() as place:
        folder = (given.folder or Path(place)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        report(examine(chosen, folder, given.workers), gone)


def examine(chosen: list[tuple[str, Mutant]], folder: Path, workers: int) -> list[dict[str, Any]]:
    """Plant all of them, but for those that have their line already; return all outcomes."""
    path = folder / "outcomes.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    # A run that took too long proves nothing, as the machine may have been busy: it is tried again.
    known = [one for one in map(json.loads, lines) if one["outcome"] != "hung"]
    done = {tuple(one["key"]) for one in known}
    free: SimpleQueue[Path] = SimpleQueue()
    for number in range(workers):
        tree = copied_tree(folder / str(number))
        for changed in {one.path for _, one in chosen}:
            shutil.copy(ROOT / changed, tree / changed)  # a run that was ended may have left its fault there
        free.put(tree)

    def one_line(package: str, mutant: Mutant, reached: Reach) -> None:
        place = free.get()
        try:
            became = try_one(place, package, mutant, reached)
        finally:
            free.put(place)
        line = {"package": package, "key": list(mutant.key), "told": mutant.told(), **became}
        known.append(line)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    for package in dict.fromkeys(package for package, _ in chosen):
        left = [one for name, one in chosen if name == package and one.key not in done]
        if not left:
            continue
        began = time.monotonic()
        nothing = Reach({}, {}, [])
        reached = nothing if package == "compiled" else reach(folder / "0", package, folder / f"reach-{package}.json")
        print(f"{package}: {len(left)} faults; its tests: {time.monotonic() - began:.0f} s", flush=True)
        for test in reached.failing:
            print(f"  fails without any fault: {test}", flush=True)
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(one_line, [package] * len(left), left, [reached] * len(left)))
    return known


if __name__ == "__main__":
    main()
