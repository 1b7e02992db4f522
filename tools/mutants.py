"""Plant small faults in the code and see whether the tests notice.

`python tools/mutants.py --sample 40` changes one thing at a time (a comparison, a number, an `and`, a `not`, a call,
a return) in a copy of the tree and runs the tests that pass over that line, as plain Python. What no test notices is
printed: there a test is missing, or the change makes no difference. The tree itself is never touched.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
KEPT = (
    "src",
    "tests",
    "docs",
    "tools",
    "requirements",
    "pyproject.toml",
    "setup.py",
    "Makefile",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
)
UNSCORED = [f"--ignore-glob=*/test_{what}.py" for what in ("drawing", "words", "animation", "evaluation")]
# The files of each package and the tests that are run for them. Pictures are looked at, not counted.
PACKAGES = {
    "core": (["src/tablero/core/**/*.py"], ["tests/core", "-k", "not compiled_and_plain"]),
    "bots": (["src/tablero/bots/*.py"], ["tests/bots/test_search.py", "tests/bots/test_glimpse.py"]),
    "table": (["src/tablero/table/*.py"], ["tests/table"]),
    "people": (["src/tablero/people/*.py"], ["tests/people"]),
    "tournaments": (["src/tablero/tournaments/*.py"], ["tests/tournaments"]),
    "store": (
        [f"src/tablero/store/{part}*.py" for part in ("", "database/", "tables/", "people/")]
        + [f"src/tablero/store/{part}/*.py" for part in ("tournaments", "notifications")],
        ["tests/store", "--ignore=tests/store/database/test_postgresql.py"],
    ),
    **{
        name: ([f"src/tablero/games/{name}/scoring.py"], [f"tests/games/{name}", *UNSCORED])
        for name in ("yaxha", "maya", "tzolkin", "amritsar")
    },
}
PICTURES = "core/drawing/"
OTHER: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
GRACE = 20.0  # seconds that a changed run may take beyond three times the usual


@dataclass(frozen=True)
class Mutant:
    """One fault: what stands at a place of a file, and what is put there."""

    path: str
    line: int
    statement: int  # the first line of the statement that it is part of
    start: int  # in characters from the beginning of the file
    end: int
    new: str

    def told(self, text: str) -> str:
        old = " ".join(text[self.start : self.end].split())
        return f"{self.path}:{self.line}: {old[:70]}  ->  {' '.join(self.new.split())[:70]}"


class AlreadyFailing(Exception):
    """The tests of a package fail without any fault of ours."""


class Finder(ast.NodeVisitor):
    """Finds what can be changed in a file."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.found: list[Mutant] = []
        self.statement = 1
        lines = text.splitlines(keepends=True)
        self.lines = [line.encode() for line in lines]
        self.offsets = [0]
        for line in lines:
            self.offsets.append(self.offsets[-1] + len(line))

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.stmt):
            self.statement = node.lineno
        super().visit(node)

    def _at(self, line: int, column: int) -> int:
        return self.offsets[line - 1] + len(self.lines[line - 1][:column].decode())

    def plant(self, node: ast.expr | ast.stmt, new: ast.AST | str) -> None:
        text = new if isinstance(new, str) else ast.unparse(new)
        if isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp | ast.UnaryOp):
            text = f"({text})"
        end = self._at(node.end_lineno or node.lineno, node.end_col_offset or 0)
        start = self._at(node.lineno, node.col_offset)
        self.found.append(Mutant(self.path, node.lineno, self.statement, start, end, text))

    def swap(self, node: ast.expr | ast.stmt, operator: str, index: int | None = None) -> None:
        """Put the other operator in."""
        new = copy.deepcopy(node)
        if index is None:
            kind = OTHER.get(type(getattr(node, operator)))
            if kind is None:
                return
            setattr(new, operator, kind())
        else:
            kind = OTHER.get(type(getattr(node, operator)[index]))
            if kind is None:
                return
            getattr(new, operator)[index] = kind()
        self.plant(node, new)

    def visit_Compare(self, node: ast.Compare) -> None:
        for index in range(len(node.ops)):
            self.swap(node, "ops", index)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self.swap(node, "op")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in (node.left, node.right)):
            self.swap(node, "op")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.swap(node, "op")
        self.visit(node.value)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.plant(node, node.operand)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.plant(node, str(not node.value))
        elif isinstance(node.value, int):
            self.plant(node, str(node.value + 1))

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.plant(node, "return None")
        elif node.value is None:
            self.plant(node, "pass")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.Await):
            self.plant(node, "pass")
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if not (isinstance(node.exc, ast.Name) and node.exc.id == "NotImplementedError"):
            self.plant(node, "pass")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        for statement in node.body:
            self.visit(statement)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Assert(self, node: ast.Assert) -> None:
        """What must always hold is no rule of its own."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Sentences are not counted."""


def mutants(paths: list[Path]) -> Iterator[Mutant]:
    for path in paths:
        text = path.read_text("utf-8")
        finder = Finder(str(path.relative_to(ROOT)), text)
        finder.visit(ast.parse(text))
        yield from finder.found


def copied_tree(folder: Path) -> Path:
    """Copy the tree to plant faults in, without what mypyc has compiled."""
    for name in KEPT:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static")
            )
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, folder / name)
    # Kept by content, so that a changed file is always read again and the others never compiled twice.
    compiling = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "src", "tests"]
    subprocess.run(compiling, cwd=folder, check=True)
    return folder


def run(folder: Path, words: list[str], limit: float | None) -> bool:
    """Return whether the tests pass. Raise AlreadyFailing if they fail without a time limit, hence without a fault."""
    place = {**os.environ, "PYTHONPATH": str(folder / "src"), "TABLERO_PLAIN": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not browser", *words]
    with subprocess.Popen(
        command, cwd=folder, env=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as tests:
        try:
            said, _ = tests.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(tests.pid, 9)
            return False
    if limit is None and tests.returncode != 0:
        raise AlreadyFailing(said.decode()[-2000:])
    return tests.returncode == 0


def covering(folder: Path, package: str) -> tuple[dict[str, dict[int, list[str]]], float]:
    """Return which tests run which line of which file, and the seconds that all of them take."""
    from coverage import CoverageData

    began = time.monotonic()
    data = folder / f".coverage-{package}"
    settings = folder / "lines.ini"
    settings.write_text(f"[run]\nsource = src/tablero\ndata_file = {data}\n", "utf-8")
    run(
        folder,
        [*PACKAGES[package][1], "--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report="],
        None,
    )
    found = CoverageData(str(data))
    found.read()
    lines = {}
    for name in found.measured_files():
        contexts = found.contexts_by_lineno(name)
        lines[str(Path(name).relative_to(folder))] = {
            line: sorted({test.partition("|")[0] for test in tests}) for line, tests in contexts.items()
        }
    return lines, time.monotonic() - began


def survives(folder: Path, mutant: Mutant, tests: list[str], limit: float) -> bool:
    path = folder / mutant.path
    text = path.read_text("utf-8")
    asked = folder / "asked.txt"
    asked.write_text("\n".join(tests), "utf-8")
    path.write_text(text[: mutant.start] + mutant.new + text[mutant.end :], "utf-8")
    try:
        return run(folder, [f"@{asked}"], limit)
    finally:
        path.write_text(text, "utf-8")


def examine(package: str, folders: list[Path], sample: int, seed: int) -> tuple[int, int, list[str]]:
    """Return how many faults were planted and noticed in a package, and those that were not."""
    patterns, usual = PACKAGES[package]
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern) if PICTURES not in path.as_posix())
    every = list(mutants(paths))
    draw = random.Random(seed)
    chosen = (
        sorted(draw.sample(every, min(sample, len(every))), key=lambda one: (one.path, one.line)) if sample else every
    )
    lines, took = covering(folders[0], package)
    print(f"{package}: {len(chosen)} of {len(every)} faults, the tests take {took:.0f} s", flush=True)
    free: SimpleQueue[Path] = SimpleQueue()
    for folder in folders:
        free.put(folder)

    def try_one(mutant: Mutant) -> str:
        reached = lines.get(mutant.path, {})
        tests = reached.get(mutant.line) or reached.get(mutant.statement)
        text = (ROOT / mutant.path).read_text("utf-8")
        if not tests:
            return f"{mutant.told(text)}  (no test comes here)"
        folder = free.get()
        try:
            # What runs at import has no test of its own.
            alive = survives(folder, mutant, usual if "" in tests else tests, 3 * took + GRACE)
        finally:
            free.put(folder)
        return mutant.told(text) if alive else ""

    with ThreadPoolExecutor(len(folders)) as workers:
        told = list(workers.map(try_one, chosen))
    return len(chosen), sum(not line for line in told), [line for line in told if line]


def main() -> None:
    reader = argparse.ArgumentParser(description="Plant faults and see whether the tests notice.")
    reader.add_argument("packages", nargs="*", help=f"some of {', '.join(PACKAGES)}; without any, all of them")
    reader.add_argument(
        "--sample", type=int, default=30, help="faults in each package, drawn at random; 0 is every one"
    )
    reader.add_argument("--seed", type=int, default=1, help="another seed draws other faults")
    reader.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    given = reader.parse_args()
    if unknown := set(given.packages) - set(PACKAGES):
        reader.error(f"there is no package {', '.join(sorted(unknown))}; there are {', '.join(PACKAGES)}")
    all_planted = all_noticed = 0
    with tempfile.TemporaryDirectory() as place:
        folders = [copied_tree(Path(place) / str(number)) for number in range(given.workers)]
        for package in given.packages or PACKAGES:
            try:
                planted, noticed, alive = examine(package, folders, given.sample, given.seed)
            except AlreadyFailing as error:
                print(f"{package}: not examined, its tests fail without any fault:\n{error}")
                continue
            all_planted, all_noticed = all_planted + planted, all_noticed + noticed
            print(f"{package}: {noticed} of {planted} noticed ({noticed / max(1, planted):.0%})")
            for line in alive:
                print(f"  {line}", flush=True)
    print(f"all: {all_noticed} of {all_planted} faults noticed ({all_noticed / max(1, all_planted):.0%})")


if __name__ == "__main__":
    main()
